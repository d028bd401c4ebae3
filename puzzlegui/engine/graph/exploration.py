"""Breadth-first search over all arrangements of a board, stored on disk."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from functools import cached_property
from importlib import import_module
from typing import Any

import numpy as np

from puzzlegui.core.board import Board
from puzzlegui.core.cells import flatten
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.formatting import group_digits, mebibytes
from puzzlegui.core.language import tr
from puzzlegui.core.permutations import is_odd
from puzzlegui.engine.graph.level_counts import GOAL, START, TABLE_PREFIX, LevelCounts
from puzzlegui.engine.memory import memory_limit, memory_mib
from puzzlegui.engine.watchdog import enforce_limits
from puzzlegui.families.registry import family_of
from puzzlegui.solvers import table_store
from puzzlegui.solvers.control import STOP_REASONS, Limits, Request, SearchContext, SearchStopped
from puzzlegui.solvers.graph import DistanceLevels, Numbers, Position, StateGraph

MAX_ARRANGEMENTS = 500_000_000
"""Greatest number of arrangements of a board that can be explored."""
_WORTH_KEEPING = 1.0
"""Seconds of a run after which its results are stored on disk."""
_SOME = 200
"""Greatest number of positions shown for a distance."""
_CHUNK = 1 << 22
_AT_ONCE = 1 << 14
"""Number of vertices whose neighbours are computed together."""
_MOST_IN_A_WORD = float(1 << 62)


class Exploration:
    """State graph of a board with the distances of its arrangements from the origin.

    ``execute`` runs in the calling thread; another may read ``state``, or call ``cancel``.

    Attributes:
        loaded_depth: depth loaded from disk once the run has begun, None if nothing was loaded.
        load_problem: sentence on why stored results cannot be used; empty if they can.
    """

    def __init__(self, board: Board, origin: str = START, limits: Limits | None = None) -> None:
        """Prepare an exploration.

        Args:
            board: a valid board.
            origin: one of ``ORIGINS``.
            limits: limits of time, states and memory.

        Raises:
            PuzzleError: the board is not valid or has too many arrangements, or there is not enough
                memory.
        """
        board.check()
        self.board = board
        self.origin = origin
        self._request = Request(limits or Limits())
        self._context = SearchContext(self._request)
        self._begun: float | None = None
        self.graph = state_graph(board)
        self._check_size()
        backward = origin == GOAL
        self._source = (
            self.graph.goal_number() if backward else self.graph.vertex_number(board.initial())
        )
        self._layers: DistanceLevels | None = None
        self._state = LevelCounts(origin, (), (), False, 0, 0.0)
        self.loaded_depth: int | None = None
        self.load_problem = ""

    @cached_property
    def expected_size(self) -> int:
        """Expected number of arrangements: exact if every move can be undone."""
        verdict = self.board.verdict()
        counted = self.origin == START or verdict.solvable
        return (verdict.reachable if counted else None) or self.graph.size

    def _check_size(self) -> None:
        reachable = self.board.verdict().reachable or self.graph.size
        if reachable > MAX_ARRANGEMENTS or self.graph.size > 2 * MAX_ARRANGEMENTS:
            text = tr(
                "this board has {count} reachable arrangements; at most {most} can be explored"
            )
            raise PuzzleError(
                text.format(count=group_digits(reachable), most=group_digits(MAX_ARRANGEMENTS))
            )
        needed, room = self.graph.memory_mib, _available_memory(self._request.limits)
        if needed > room:
            text = tr("exploring this board needs {needed} of memory, but only {free} is available")
            raise PuzzleError(text.format(needed=mebibytes(needed), free=mebibytes(max(0.0, room))))

    @property
    def table_name(self) -> str:
        """Name of the table on disk."""
        digest = hashlib.sha256(self.graph.key())
        digest.update(f"{self.origin} {self._source}".encode())
        return (
            f"{TABLE_PREFIX}{self.board.family}-{self.board.size.replace('×', 'x')}-"
            + (digest.hexdigest()[:12])
        )

    @property
    def is_saved(self) -> bool:
        """True if stored results can be continued."""
        return table_store.exists(self.table_name)

    @property
    def state(self) -> LevelCounts:
        """Current results."""
        self._context.refresh_counts()
        return self._state

    @property
    def states(self) -> int:
        """Number of arrangements expanded so far in this run."""
        self._context.refresh_counts()
        return self._context.states

    @property
    def seconds(self) -> float:
        """Time since the current run began."""
        return 0.0 if self._begun is None else time.perf_counter() - self._begun

    def cancel(self) -> None:
        """Ask the exploration to stop; it does within 0.1 s, apart from storing results."""
        self._context.stop("cancelled")

    def reset(self) -> None:
        """Prepare another run, which continues the last."""
        self._context = SearchContext(self._request)
        self._begun = None

    def execute(self, on_level: Callable[[LevelCounts], None] = lambda _: None) -> LevelCounts:
        """Explore level after level, from the last run or from the stored results.

        Call ``reset`` before executing again.

        Args:
            on_level: called after each level, in this thread.

        Returns:
            the final results; incomplete if the run was cancelled or reached a limit.
        """
        self._begun = time.perf_counter()
        reason = ""
        began_with = 0
        try:
            with enforce_limits(self._context, lambda: self.seconds):
                layers = self._layers = self._layers or self._load()
                began_with = len(layers.counts)
                while not layers.complete:
                    self._report_level(on_level)
                    layers.compute_next(self._context)
                    if not layers.complete and layers.level >= self.graph.unknown_distance - 1:
                        text = tr("the graph is deeper than {count} levels")
                        raise PuzzleError(text.format(count=group_digits(layers.level)))
        except (SearchStopped, MemoryError) as stop:
            reason = STOP_REASONS[stop.reason if isinstance(stop, SearchStopped) else "exhausted"]
            reason = tr(reason or "It was cancelled.")
        explored = self._report_level(on_level, reason)
        if self.seconds > _WORTH_KEEPING and len(explored.counts) > began_with:
            self._save()
        return explored

    def _report_level(
        self, on_level: Callable[[LevelCounts], None], reason: str = ""
    ) -> LevelCounts:
        layers = self._layers
        counts = tuple(layers.counts) if layers else ()
        odd = tuple(layers.odd_counts) if layers and self.graph.is_permutation else ()
        if odd and self._is_goal_odd:
            odd = tuple(count - part for count, part in zip(counts, odd, strict=True))
        complete = layers is not None and layers.complete
        self._state = LevelCounts(
            self.origin, counts, odd, complete, self.states, self.seconds, reason
        )
        on_level(self._state)
        return self._state

    @cached_property
    def _is_goal_odd(self) -> bool:
        """True if the goal has an odd number of inversions; as a permutation it counts as even."""
        goal = flatten(self.graph.position(self.graph.goal_number()))
        return is_odd(goal, sorted(goal))

    # --- on disk ---

    def _load(self) -> DistanceLevels:
        kept, known = self.is_saved, table_store.load(self.table_name, self._context.check)
        distances = None if known is None else known["distances"]
        layers = self.graph.distance_levels(self._source, distances, backward=self.origin == GOAL)
        if known is not None:
            layers.counts = known["counts"].tolist()
            layers.odd_counts = known["odd"].tolist()
            layers.level, layers.complete = int(known["level"]), bool(known["complete"])
            self.loaded_depth = len(layers.counts) - 1
        elif kept:
            self.load_problem = tr(
                "The saved results are damaged or from another version. Starting over."
            )
        return layers

    def _save(self) -> None:
        layers = self._layers
        assert layers is not None
        table_store.save(
            self.table_name,
            {
                "counts": np.array(layers.counts, np.int64),
                "odd": np.array(layers.odd_counts, np.int64),
                "level": np.array(layers.level),
                "complete": np.array(layers.complete),
                "distances": layers.distances,
            },
        )

    # --- queries of the distances ---

    @property
    def distances(self) -> Any:
        """Distances of all vertices by their numbers, ``graph.unknown`` where not reached."""
        assert self._layers is not None
        return self._layers.distances

    def distance(self, number: int) -> int | None:
        """Return the distance of a vertex, None if it is unknown or unreachable."""
        assert self._layers is not None
        found = int(self._layers.distances[number])
        return found if found < self.graph.unknown_distance and found <= self._state.depth else None

    @property
    def board_distance(self) -> int | None:
        """Distance from start to goal, None if it is unknown or there is no path."""
        return self.distance(self._far_end)

    def count_board_solutions(self, check: Callable[[], None] = lambda: None) -> int | None:
        """Count the shortest solutions of the board; None if their length is unknown.

        Args:
            check: see ``count_shortest_paths``.
        """
        return self.count_shortest_paths(self._far_end, check)

    @property
    def _far_end(self) -> int:
        """The end of the board's solutions that distances are not counted from."""
        if self.origin == GOAL:
            return self.graph.vertex_number(self.board.initial())
        return self.graph.goal_number()

    def positions_at(self, depth: int) -> list[Position]:
        """Return the positions at a distance, or an evenly spread sample of many."""
        assert self._layers is not None
        count, distances = self._state.counts[depth], self._layers.distances
        some = min(count, _SOME)
        wanted = [index * count // some for index in range(some)]
        found: list[Position] = []
        passed = 0
        for first in range(0, len(distances), _CHUNK):
            there = np.flatnonzero(distances[first : first + _CHUNK] == depth)
            while len(found) < some and wanted[len(found)] < passed + len(there):
                place = int(there[wanted[len(found)] - passed])
                found.append(self.graph.position(first + place))
            passed += len(there)
        return found

    def puzzle_at(self, position: Position) -> Board:
        """Return the board whose shortest solutions are as long as a position's distance.

        The board starts at the position, or ends there if distances are counted from the start.
        """
        if self.origin == GOAL:
            return self.graph.board_from(position)
        return self.graph.board_to(position)

    def count_shortest_paths(
        self, number: int, check: Callable[[], None] = lambda: None
    ) -> int | None:
        """Count the shortest paths between a vertex and the origin.

        Args:
            number: the vertex.
            check: called from time to time; raises an exception to stop the count.

        Returns:
            the number of move sequences; None if the distance is unknown.
        """
        distance = self.distance(number)
        if distance is None:
            return None
        numbers, paths = np.array([number]), np.array([1])
        for nearer in reversed(range(distance)):
            numbers, paths = self._step(numbers, paths, nearer, check)
        return int(paths.sum())

    def _step(
        self, numbers: Numbers, path_counts: Numbers, nearer: int, check: Callable[[], None]
    ) -> tuple[Numbers, Numbers]:
        """Return the vertices a move nearer to the origin, and the number of paths through each."""
        assert self._layers is not None
        ends: list[Numbers] = []
        counts: list[Numbers] = []
        for first in range(0, len(numbers), _AT_ONCE):
            check()
            part = slice(first, first + _AT_ONCE)
            there = self.graph.neighbours(numbers[part], backward=self.origin != GOAL)
            near = (there >= 0) & (self._layers.distances[there] == nearer)
            ends.append(there[near])
            counts.append(np.broadcast_to(path_counts[part], there.shape)[near])
        found, place = np.unique(np.concatenate(ends), return_inverse=True)
        weights = np.concatenate(counts)
        if weights.sum(dtype=np.float64) > _MOST_IN_A_WORD:
            weights = weights.astype(object)
        totals = np.zeros(len(found), weights.dtype)
        np.add.at(totals, place, weights)
        return found, totals


def state_graph(board: Board) -> StateGraph:
    """Return the state graph of a board."""
    module, function = family_of(board).graph.split(":")
    found: StateGraph = getattr(import_module(f"puzzlegui.{module}"), function)(board)
    return found


def _available_memory(limits: Limits) -> float:
    """Return the memory available to an exploration, in MiB."""
    import psutil  # when an exploration begins

    there = float(psutil.virtual_memory().available) / (1 << 20)
    if limits.memory_mib is None:
        return there
    return min(there, memory_limit(limits) - memory_mib())
