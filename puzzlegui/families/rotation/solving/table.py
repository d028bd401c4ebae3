"""The table of all arrangements of a small rotation board: distances, shortest solutions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzlegui.core.board import arrangements
from puzzlegui.core.cells import Grid, flatten
from puzzlegui.families.rotation.board import BOTH, CLOCKWISE, RotationBoard, Turn
from puzzlegui.families.rotation.kernels import table as kernel
from puzzlegui.solvers.control import Work

Cells = NDArray[np.int64]
Prove = Callable[[int], None]
"""Is told a number of turns that are needed at least."""

_SMALL = 1_000_000
"""Arrangements of tables that two threads build no faster than one."""
_THREADS = 2


def _keep_to_oneself(_bound: int) -> None:
    """What is proved of a part of a board says nothing of the board."""


class Table:
    """Distances to one goal pattern, found level by level as far as they are needed.

    Args:
        rows: of the board.
        columns: of the board.
        turns: which way blocks turn.
        pattern: the goal, row by row, its values numbered by first appearance.
    """

    def __init__(self, rows: int, columns: int, turns: str, pattern: tuple[int, ...]) -> None:
        self._columns = columns
        self._ahead, self._strides = number_rests(np.bincount(pattern).astype(np.int64))
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

        States are counted as if the table were begun anew, so that the answer under a limit of
        states does not depend on what was asked before.

        Args:
            cells: the arrangement.
            work: counts and stops.
            prove: told how many turns ``cells`` needs at least.

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
        """What the kernel needs to find the next level.

        Args:
            ctl: the shared array.
            part: which part of the table is to be gone through.
            parts: how many there are.
        """
        total = len(self._distances)
        first, stop = total * part // parts, total * (part + 1) // parts
        scratch = np.zeros((3, self._backward.max() + 2), np.int64)
        return (
            self._distances, self._level, first, stop,
            self._backward, self._ahead, self._strides, scratch, ctl,
        )  # fmt: skip

    def _find_next_level(self, work: Work, begun: int) -> bool:
        """Whether there is another level; it is known afterwards.

        ``begun``: states counted before the table was asked.
        """
        if self._complete:
            return False
        work.count(begun + self._states[self._level])
        # Two threads do not stop after the same states each time.
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
        """Go through a part of the table; whether anything was found."""
        return int(kernel.expand(*self.kernel_arguments(ctl, part, parts))) > 0

    def steps(self, cells: Cells) -> Iterator[tuple[Turn, Cells]]:
        """The turns that lead nearer to the goal, and where to, once the distance is known."""
        nearer = self._distances[self._rank(cells)] - 1
        for turn, cycle in self._moves:
            after = cells.copy()
            after[list(cycle)] = cells[[cycle[-1], *cycle[:-1]]]
            if self._distances[self._rank(after)] == nearer:
                yield turn, after

    def _rank(self, cells: Cells) -> int:
        return int(kernel.rank(cells, self._ahead, self._strides))


def number_rests(counts: Cells) -> tuple[Cells, Cells]:
    """``ahead`` and ``strides`` where each value occurs so often; see ``kernel.rank``."""
    strides = np.concatenate(([1], np.cumprod(counts + 1)))
    ahead = np.zeros((strides[-1], len(counts) + 1), np.int64)
    ahead[0, -1] = 1
    for rest in range(1, len(ahead)):
        orders = 0
        for value, stride in enumerate(strides[:-1]):
            ahead[rest, value] = orders
            if rest // stride % (counts[value] + 1):
                orders += ahead[rest - stride, -1]
        ahead[rest, -1] = orders
    return ahead, strides[:-1]


def _cycle(row: int, column: int, clockwise: bool, columns: int) -> tuple[int, int, int, int]:
    """The cells of a block in the order in which a turn carries their values along."""
    a = row * columns + column
    cycle = (a, a + 1, a + columns + 1, a + columns)
    return cycle if clockwise else cycle[::-1]


def table_and_cells(board: RotationBoard) -> tuple[Table, Cells]:
    """The table that serves ``board``, shared with other boards of its kind, and its start."""
    numbers: dict[int, int] = {}
    pattern = tuple(numbers.setdefault(value, len(numbers)) for value in flatten(board.goal))
    cells = np.array([numbers[value] for value in flatten(board.start)], np.int64)
    return _table(board.rows, board.columns, board.turns, pattern), cells


def shortest(
    start: Grid, goal: Grid, turns: str, work: Work, prove: Prove = _keep_to_oneself
) -> list[Turn]:
    """A shortest way from ``start`` to ``goal``, the first in the family's order of moves.

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
