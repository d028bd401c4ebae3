"""An exploration in a process of its own, which holds the graph as long as it is looked at."""

from __future__ import annotations

import threading
import time
from dataclasses import asdict, dataclass
from typing import Any

from puzzlegui.core.board import Board
from puzzlegui.documents.boardfile import dump_board_line, parse_board
from puzzlegui.engine.graph.explored import LevelCounts
from puzzlegui.engine.runner.pool import Order, Session
from puzzlegui.solvers.control import Limits


@dataclass(frozen=True)
class GraphFacts:
    """What is known of a graph before it is explored.

    Attributes:
        size: so many numbers its vertices have.
        mib: the memory that exploring takes.
        note: what of the board is left out of account.
        expected: about how many arrangements there are to be found.
        kept: something of it is kept on disk, to go on from.
    """

    size: int
    mib: float
    note: str
    expected: int
    kept: bool


@dataclass(frozen=True)
class FoundBoard:
    """An arrangement found by exploring.

    Attributes:
        number: of its vertex.
        written: as it is written: a list of rows, or a name.
        board: the board that begins there.
        puzzle: the board whose shortest solutions have as many moves as its distance.
    """

    number: int
    written: Any
    board: Board
    puzzle: Board


class RemoteExploration:
    """The graph of a board, explored and asked in another process; see ``Exploration``.

    Each method but ``cancel`` and ``close`` blocks, and is for one thread at a time; ``prepare``
    comes first.

    Args:
        board: a valid board.
        origin: one of ``ORIGINS``.
        limits: of time, states and the memory of that process.

    Attributes:
        facts: what is known before it begins, once it is prepared.
        state: what is known at present.
        states: arrangements whose moves were tried so far in this run.
        recalled: the depth to which it was kept on disk, None where it was not; once it has begun.
        fault: why what was kept on disk is of no use, in a sentence; empty where it is not so.
        of_the_board: the distance from start to goal, None if it is not known, or not there.

    Raises:
        PuzzleError: the board has too many arrangements, there is not enough memory, or the process
            has died; every method may raise it.
    """

    def __init__(self, board: Board, origin: str, limits: Limits | None = None) -> None:
        self.board, self.origin, self._limits = board, origin, limits or Limits()
        self.state = LevelCounts(origin, (), (), False, 0, 0.0)
        self.states = 0
        self.recalled: int | None = None
        self.fault = ""
        self.of_the_board: int | None = None
        self._session = Session()
        self._running: Order | None = None
        self._lock = threading.Lock()
        self._cancelled = False
        self._begun: float | None = None
        self.facts: GraphFacts

    def prepare(self) -> None:
        """Find out what there is to be explored."""
        fields = {
            "board": dump_board_line(self.board), "origin": self.origin,
            "limits": asdict(self._limits),
        }  # fmt: skip
        found = Order("prepare-exploration", fields, self._session).execute()
        self.facts = GraphFacts(**found)

    @property
    def seconds(self) -> float:
        """Since it was last begun."""
        return 0.0 if self._begun is None else time.perf_counter() - self._begun

    def again(self) -> None:
        """Make ready to be executed once more, where it was stopped."""
        self._cancelled = False
        self._begun = None
        self.states = 0

    def cancel(self) -> None:
        """Ask it to end; it does within 0.1 s, but for what is kept on disk."""
        with self._lock:
            self._cancelled = True
            if self._running is not None:
                self._running.stop(None)

    def execute(self) -> LevelCounts:
        """Find level after level, and return what is known in the end."""
        self._begun = time.perf_counter()
        order = Order("explore", {}, self._session)
        with self._lock:
            self._running = order
            if self._cancelled:
                order.stop(None)
        try:
            self._take(order.execute(self._hear))
        finally:
            with self._lock:
                self._running = None
        return self.state

    def _hear(self, kind: str, value: Any) -> None:
        if kind == "level":
            self._take(value)
        elif kind == "states":
            self.states, self.recalled, self.fault = value

    def _take(self, level: dict[str, Any]) -> None:
        self.of_the_board = level.pop("of_the_board")
        counts, odd = tuple(level.pop("counts")), tuple(level.pop("odd"))
        self.state = LevelCounts(counts=counts, odd=odd, **level)

    def boards_at(self, depth: int) -> list[FoundBoard]:
        """Return arrangements at a known distance; a sample where there are many."""
        found = Order("boards-at", {"depth": depth}, self._session).execute()
        return [
            FoundBoard(number, written, parse_board(board), parse_board(puzzle))
            for number, written, board, puzzle in found
        ]

    def shortest_ways(self, number: int | None) -> Order:
        """Return the order that counts the shortest solutions between a vertex and the origin.

        Args:
            number: of the vertex; None for the board's own.
        """
        return Order("count-ways", {"number": number}, self._session)

    def close(self) -> None:
        """End it; what was found is kept."""
        self.cancel()
        self._session.close()
