"""All arrangements of a board by rank, and breadth-first search over them, level by level."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzlegui.kernels import arrangements as kernel
from puzzlegui.solvers.control import Work

Cells = NDArray[np.int64]

UNKNOWN = kernel.UNKNOWN
DEEPEST = UNKNOWN - 1
"""The last level that a table of bytes can hold."""

_SMALL = 1_000_000
"""Tables with fewer arrangements are built by one thread as fast as by two."""
_THREADS = 2
_PARTS = 64
"""Parts of a table, which threads take in turn."""


@dataclass(frozen=True)
class Cycle:
    """A move, as the cells that pass their values on.

    Attributes:
        move: the family's.
        cells: each passes its value to the next, the last to the first.
        where: a cell, and
        value: what must be there (as a rank of values) for the move to be possible; -1 if it
            always is.
    """

    move: Any
    cells: tuple[int, ...]
    where: int = -1
    value: int = -1

    @property
    def backward(self) -> Cycle:
        """What undoes it; of a move that needs a value, the value has gone on by one cell."""
        where = self.where
        if where >= 0:
            where = self.cells[(self.cells.index(where) + 1) % len(self.cells)]
        return Cycle(self.move, self.cells[::-1], where, self.value)


class Ranking:
    """Lexicographic ranks of the arrangements of a multiset (Lehmer 1964).

    Args:
        counts: int64[k], how many cells have each value.
    """

    def __init__(self, counts: Cells) -> None:
        self.preceding, self.strides = ranking_tables(counts)
        self.total = int(self.preceding[-1, -1])
        self._cells = int(counts.sum())

    def rank(self, cells: Cells) -> int:
        """The rank of an arrangement: int64[n], the value of each cell, 0 … k-1."""
        return int(kernel.rank(cells, self.preceding, self.strides))

    def unrank(self, number: int) -> Cells:
        """The arrangement of that rank."""
        cells = np.empty(self._cells, np.int64)
        before, remainders = np.empty((2, self._cells + 1), np.int64)
        kernel.unrank(number, self.preceding, self.strides, cells, before, remainders)
        return cells

    def rank_all(self, cells: Cells) -> Cells:
        """The ranks of many: int64[arrangements, n] to int64[arrangements]."""
        remainders = np.full(len(cells), len(self.preceding) - 1)
        found = np.zeros(len(cells), np.int64)
        for values in cells.T:
            found += self.preceding[remainders, values]
            remainders -= self.strides[values]
        return found

    def unrank_all(self, numbers: Cells) -> Cells:
        """The arrangements of many ranks: int64[arrangements] to int64[arrangements, n]."""
        remainders = np.full(len(numbers), len(self.preceding) - 1)
        cells = np.empty((len(numbers), self._cells), np.int64)
        left = numbers.copy()
        for at in range(self._cells):
            values = (self.preceding[remainders, 1:] <= left[:, None]).sum(1)
            cells[:, at] = values
            left -= self.preceding[remainders, values]
            remainders -= self.strides[values]
        return cells


class Levels:
    """Distances from one arrangement, computed level by level as far as needed.

    Args:
        ranking: of the arrangements.
        moves: that lead from one to the next.
        origin: int64[n], the arrangement at distance 0.
        distances: uint8[arrangements], those that are known, to go on from.

    Attributes:
        distances: uint8[arrangements], UNKNOWN where there is none, or none yet.
        level: the last level of which all arrangements are known.
        counts: for each level before it, and for it once complete, its arrangements.
        odd: how many of them have an odd number of inversions.
        complete: no further level has any.
    """

    def __init__(
        self,
        ranking: Ranking,
        moves: Sequence[Cycle],
        origin: Cells,
        distances: NDArray[np.uint8] | None = None,
    ) -> None:
        self._ranking = ranking
        self._moves = _encoded(moves)
        self._cells = len(origin)
        if distances is None:
            distances = np.full(ranking.total, UNKNOWN, np.uint8)
            distances[ranking.rank(origin)] = 0
        self.distances = distances
        self.level = 0
        self.counts: list[int] = []
        self.odd: list[int] = []
        self.complete = False

    def find_next(self, work: Work) -> bool:
        """Compute the next level; whether there is one.

        A level that is stopped is begun anew by the next call.

        Raises:
            Stopped: the run was cancelled or a limit reached.
        """
        if self.complete:
            return False
        # With two threads the states at a stop would vary.
        alone = len(self.distances) < _SMALL or work.request.limits.states is not None
        parts = 1 if alone else _THREADS
        turn = count()
        counts = np.zeros((parts, 2), np.int64)
        with ThreadPoolExecutor(parts, "table") as pool:
            jobs = [
                pool.submit(self._expand, turn, work.kernel_array(part), counts[part])
                for part in range(parts)
            ]
        work.kernel_done()
        found = [job.result() for job in jobs]
        level, odd = counts.sum(0).tolist()
        self.counts.append(level)
        self.odd.append(odd)
        self.complete = not any(found)
        if not self.complete:
            self.level += 1
        return not self.complete

    def _expand(self, turn: count[int], ctl: Cells, counts: Cells) -> bool:
        """Scan parts of the table while there are any; whether anything was found."""
        parts = 1 if len(self.distances) < _SMALL else _PARTS
        found = False
        while (part := next(turn)) < parts:
            result = kernel.expand(*self.kernel_arguments(ctl, counts, part, parts))
            if result < 0:
                break
            found |= result > 0
        return found

    def kernel_arguments(
        self, ctl: Cells, counts: Cells, part: int = 0, parts: int = 1
    ) -> tuple[Any, ...]:
        """The arguments with which the kernel finds the next level.

        Args:
            ctl: the shared array.
            counts: int64[2], to be added to.
            part: the part of the table to be scanned.
            parts: the number of parts.
        """
        total = len(self.distances)
        first, stop = total * part // parts, total * (part + 1) // parts
        scratch = np.zeros((3, self._cells + 1), np.int64)
        ranking = self._ranking
        return (
            self.distances, self.level, first, stop,
            self._moves, ranking.preceding, ranking.strides, scratch, counts, ctl,
        )  # fmt: skip


def _encoded(moves: Sequence[Cycle]) -> Cells:
    """The moves as the kernel reads them."""
    longest = max(len(move.cells) for move in moves)
    found = np.full((len(moves), longest + 2), -1, np.int64)
    for row, move in zip(found, moves, strict=True):
        row[: len(move.cells)] = move.cells
        row[longest:] = move.where, move.value
    return found


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
