"""Exploration in a separate process, which keeps the graph while it is shown."""

from __future__ import annotations

import threading
import time
from dataclasses import asdict, dataclass
from typing import Any

from puzzlegui.core.board import Board
from puzzlegui.documents.boardfile import dump_board_line, parse_board
from puzzlegui.engine.graph.level_counts import LevelCounts
from puzzlegui.engine.runner.pool import DedicatedClient, RemoteTask
from puzzlegui.solvers.control import Limits


@dataclass(frozen=True)
class GraphFacts:
    """Facts about a graph that are known before its exploration.

    Attributes:
        size: number of vertex numbers.
        memory_mib: memory of an exploration.
        note: sentence on properties of the board that the graph ignores.
        expected_size: expected number of arrangements.
        is_saved: stored results can be continued.
    """

    size: int
    memory_mib: float
    note: str
    expected_size: int
    is_saved: bool


@dataclass(frozen=True)
class ExploredBoard:
    """An arrangement found by an exploration.

    Attributes:
        number: its vertex number.
        position_json: its position as JSON data: a list of rows, or a name.
        board: the board that starts there.
        puzzle: the board whose shortest solutions are as long as its distance.
    """

    number: int
    position_json: Any
    board: Board
    puzzle: Board


class RemoteExploration:
    """Exploration of a board's graph in another process; see ``Exploration``.

    Each method but ``cancel`` and ``close`` blocks, and is for one thread at a time; ``prepare``
    comes first.

    Args:
        board: a valid board.
        origin: one of ``ORIGINS``.
        limits: limits of time, states and memory of that process.

    Attributes:
        facts: facts known before the exploration, once it is prepared.
        state: current results.
        states: number of arrangements expanded so far in this run.
        loaded_depth: depth loaded from disk once the run has begun, None if nothing was loaded.
        load_problem: sentence on why stored results cannot be used; empty if they can.
        board_distance: distance from start to goal, None if it is unknown or there is no path.

    Raises:
        PuzzleError: the board has too many arrangements, there is not enough memory, or the process
            has died; raised by every method.
    """

    def __init__(self, board: Board, origin: str, limits: Limits | None = None) -> None:
        self.board, self.origin, self._limits = board, origin, limits or Limits()
        self.state = LevelCounts(origin, (), (), False, 0, 0.0)
        self.states = 0
        self.loaded_depth: int | None = None
        self.load_problem = ""
        self.board_distance: int | None = None
        self._client = DedicatedClient(replaced=False)
        self._running: RemoteTask | None = None
        self._lock = threading.Lock()
        self._cancelled = False
        self._begun: float | None = None
        self.facts: GraphFacts

    def prepare(self) -> None:
        """Prepare the exploration, and fetch its facts."""
        fields = {
            "board": dump_board_line(self.board), "origin": self.origin,
            "limits": asdict(self._limits),
        }  # fmt: skip
        found = RemoteTask("prepare-exploration", fields, self._client).execute()
        self.facts = GraphFacts(**found)

    @property
    def seconds(self) -> float:
        """Time since the current run began."""
        return 0.0 if self._begun is None else time.perf_counter() - self._begun

    def reset(self) -> None:
        """Prepare another run, which continues the last."""
        self._cancelled = False
        self._begun = None
        self.states = 0

    def cancel(self) -> None:
        """Ask the exploration to stop; it does within 0.1 s, apart from storing results."""
        with self._lock:
            self._cancelled = True
            if self._running is not None:
                self._running.stop(None)

    def execute(self) -> LevelCounts:
        """Explore level after level, and return the final results."""
        self._begun = time.perf_counter()
        order = RemoteTask("explore", {}, self._client)
        with self._lock:
            self._running = order
            if self._cancelled:
                order.stop(None)
        try:
            self._set_state(order.execute(self._on_message))
        finally:
            with self._lock:
                self._running = None
        return self.state

    def _on_message(self, kind: str, value: Any) -> None:
        if kind == "level":
            self._set_state(value)
        elif kind == "states":
            self.states, self.loaded_depth, self.load_problem = value

    def _set_state(self, level: dict[str, Any]) -> None:
        self.board_distance = level.pop("board_distance")
        counts, odd = tuple(level.pop("counts")), tuple(level.pop("odd_counts"))
        self.state = LevelCounts(counts=counts, odd_counts=odd, **level)

    def boards_at(self, depth: int) -> list[ExploredBoard]:
        """Return the arrangements at a known distance, or a sample of many."""
        found = RemoteTask("boards-at", {"depth": depth}, self._client).execute()
        return [
            ExploredBoard(number, written, parse_board(board), parse_board(puzzle))
            for number, written, board, puzzle in found
        ]

    def count_shortest_paths(self, number: int | None) -> RemoteTask:
        """Return the task that counts the shortest paths between a vertex and the origin.

        Args:
            number: the vertex; None for the board's own.
        """
        return RemoteTask("count-ways", {"number": number}, self._client)

    def close(self) -> None:
        """End the exploration; its results are stored."""
        self.cancel()
        self._client.close()
