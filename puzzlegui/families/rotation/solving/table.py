"""The table of all arrangements of a small rotation board: distances and shortest solutions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzlegui.core.cells import Grid, flatten
from puzzlegui.core.counting import arrangements
from puzzlegui.families.rotation.board import BOTH, CLOCKWISE, RotationBoard, Turn
from puzzlegui.families.rotation.kernels import table as kernel
from puzzlegui.solvers.control import Work

Cells = NDArray[np.int64]
Prove = Callable[[int], None]
"""Is told a lower bound of the turns needed."""

_SMALL = 1_000_000
"""Tables with fewer arrangements are built by one thread as fast as by two."""
_THREADS = 2


def _keep_to_oneself(_bound: int) -> None:
    """A bound for a part of a board is no bound for the board."""


class Table:
    """Distances to one goal pattern, computed level by level as far as needed.

    Args:
        rows: of the board.
        columns: of the board.
        turns: which way blocks turn.
        pattern: the goal, row by row, its values numbered by first appearance.
    """

    def __init__(self, rows: int, columns: int, turns: str, pattern: tuple[int, ...]) -> None:
        self._columns = columns
        self._preceding, self._strides = ranking_tables(np.bincount(pattern).astype(np.int64))
        self._distances = np.full(arrangements(pattern), kernel.UNKNOWN, np.uint8)
        self._distances[self._rank(np.array(pattern, np.int64))] = 0
        self._level = 0
        self._states = [0]  # expanded before each level was known
        self._complete = False
        self._growing = Lock()
        directions = [True, False] if turns == BOTH else [turns == CLOCKWISE]
        self._moves = [
            (Turn(r, c, clockwise), _cycle(r, c, clockwise, columns))
            for r in range(rows - 1)
            for c in range(columns - 1)
            for clockwise in directions
        ]
        self._backward = np.array([cycle[::-1] for _, cycle in self._moves], np.int64)

    def distance(self, cells: Cells, work: Work, prove: Prove = _keep_to_oneself) -> int:
        """The least number of turns from ``cells`` to the goal, -1 if there are none.

        States are counted as if the table were built from scratch, so that the answer under a
        limit of states does not depend on earlier boards.

        Args:
            cells: the arrangement.
            work: counts and stops.
            prove: is told lower bounds of the turns that ``cells`` needs.

        Raises:
            Stopped: the run was cancelled or a limit reached.
        """
        number = self._rank(cells)
        begun = work.states
        level = 0
        while self._distances[number] > level:
            prove(level + 1)
            if level == self._level:
                with work.holding(self._growing):  # another run may need the same level
                    if level == self._level and not self._find_next_level(work, begun):
                        return -1
            level += 1
            work.count(begun + self._states[level])
        return int(self._distances[number])

    def all_distances(self, work: Work) -> NDArray[np.uint8]:
        """The distance of every arrangement by its rank, UNKNOWN where there is none."""
        begun = work.states
        with work.holding(self._growing):
            while self._find_next_level(work, begun):
                pass
        return self._distances

    def kernel_arguments(self, ctl: Cells, part: int = 0, parts: int = 1) -> tuple[Any, ...]:
        """The arguments with which the kernel finds the next level.

        Args:
            ctl: the shared array.
            part: the part of the table to be scanned.
            parts: the number of parts.
        """
        total = len(self._distances)
        first, stop = total * part // parts, total * (part + 1) // parts
        scratch = np.zeros((3, self._backward.max() + 2), np.int64)
        return (
            self._distances, self._level, first, stop,
            self._backward, self._preceding, self._strides, scratch, ctl,
        )  # fmt: skip

    def _find_next_level(self, work: Work, begun: int) -> bool:
        """Compute the next level; whether there is one.

        ``begun`` is the number of states counted before the table was used.
        """
        if self._complete:
            return False
        work.count(begun + self._states[self._level])
        # With two threads the states at a stop would vary.
        alone = len(self._distances) < _SMALL or work.request.limits.states is not None
        parts = 1 if alone else _THREADS
        with ThreadPoolExecutor(parts, "table") as pool:
            jobs = [
                pool.submit(self._expand, part, parts, work.kernel_array(part))
                for part in range(parts)
            ]
        work.kernel_done()
        self._complete = not any(job.result() for job in jobs)
        if not self._complete:
            self._level += 1
            self._states.append(work.states - begun)
        return not self._complete

    def _expand(self, part: int, parts: int, ctl: Cells) -> bool:
        """Scan a part of the table; whether anything was found."""
        return int(kernel.expand(*self.kernel_arguments(ctl, part, parts))) > 0

    def steps(self, cells: Cells) -> Iterator[tuple[Turn, Cells]]:
        """The turns that lead nearer to the goal, and their results; the distance must be known."""
        nearer = self._distances[self._rank(cells)] - 1
        for turn, cycle in self._moves:
            after = cells.copy()
            after[list(cycle)] = cells[[cycle[-1], *cycle[:-1]]]
            if self._distances[self._rank(after)] == nearer:
                yield turn, after

    def _rank(self, cells: Cells) -> int:
        return int(kernel.rank(cells, self._preceding, self._strides))


def ranking_tables(counts: Cells) -> tuple[Cells, Cells]:
    """``preceding`` and ``strides`` for the number of cells of each value; see ``kernel.rank``."""
    strides = np.concatenate(([1], np.cumprod(counts + 1)))
    preceding = np.zeros((strides[-1], len(counts) + 1), np.int64)
    preceding[0, -1] = 1
    for remainder in range(1, len(preceding)):
        orders = 0
        for value, stride in enumerate(strides[:-1]):
            preceding[remainder, value] = orders
            if remainder // stride % (counts[value] + 1):
                orders += preceding[remainder - stride, -1]
        preceding[remainder, -1] = orders
    return preceding, strides[:-1]


def _cycle(row: int, column: int, clockwise: bool, columns: int) -> tuple[int, int, int, int]:
    """The cells of a block in the order in which a turn moves their values."""
    a = row * columns + column
    cycle = (a, a + 1, a + columns + 1, a + columns)
    return cycle if clockwise else cycle[::-1]


def table_and_cells(board: RotationBoard) -> tuple[Table, Cells]:
    """The table for ``board``, shared with other boards of its kind, and the encoded start."""
    numbers: dict[int, int] = {}
    pattern = tuple(numbers.setdefault(value, len(numbers)) for value in flatten(board.goal))
    cells = np.array([numbers[value] for value in flatten(board.start)], np.int64)
    return _table(board.rows, board.columns, board.turns, pattern), cells


def shortest(
    start: Grid, goal: Grid, turns: str, work: Work, prove: Prove = _keep_to_oneself
) -> list[Turn]:
    """A shortest path from ``start`` to ``goal``, the first in the family's order of moves.

    See ``Table.distance`` for ``prove``.
    """
    table, cells = table_and_cells(RotationBoard(start, goal, turns))
    moves = []
    for _ in range(table.distance(cells, work, prove)):
        turn, cells = next(table.steps(cells))
        moves.append(turn)
    return moves


@lru_cache(maxsize=4)
def _table(rows: int, columns: int, turns: str, pattern: tuple[int, ...]) -> Table:
    return Table(rows, columns, turns, pattern)
