"""Ranking of all arrangements of a board, and breadth-first search over them by level."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlegui.core.permutations import Step
from puzzlegui.kernels import arrangements as kernel
from puzzlegui.solvers.control import SearchContext

Cells = NDArray[np.int64]

UNKNOWN = kernel.UNKNOWN

_SMALL = 1_000_000
"""Tables with fewer arrangements are built by one thread as fast as by several."""
_PARTS = 64
"""Number of parts of a table, which threads take in turn."""


class Arc(NamedTuple):
    """A move in a state graph.

    Attributes:
        move: the family's move.
        step: its effect on the cells.
        required_cell: cell that must hold a value for the move to be possible; -1 if there is none.
        required_value: rank of that value; -1 if there is none.
    """

    move: Any
    step: Step
    required_cell: int = -1
    required_value: int = -1

    @property
    def inverse(self) -> Arc:
        """The inverse move. A required value has moved on to its target."""
        sources, targets = self.step
        where = self.required_cell
        if where >= 0:
            where = targets[sources.index(where)]
        return Arc(self.move, Step(targets, sources), where, self.required_value)

    def possible(self, cells: Cells) -> Any:
        """Return True for each arrangement, int64[…, n], in which the move is possible."""
        return self.required_cell < 0 or cells[..., self.required_cell] == self.required_value

    def apply(self, cells: Cells) -> Cells:
        """Return arrangements, int64[…, n], after the move."""
        after = cells.copy()
        after[..., list(self.step.targets)] = cells[..., list(self.step.sources)]
        return after


class Ranking:
    """Lexicographic ranks of the arrangements of a multiset (Lehmer 1964).

    Args:
        counts: int64[k], number of cells with each value.
    """

    def __init__(self, counts: Cells) -> None:
        self.preceding, self.strides = ranking_tables(counts)
        self.total = int(self.preceding[-1, -1])
        self._cells = int(counts.sum())

    def rank(self, cells: Cells) -> int:
        """Return the rank of an arrangement: int64[n], the value of each cell, 0 … k-1."""
        return int(kernel.rank(cells, self.preceding, self.strides))

    def unrank(self, number: int) -> Cells:
        """Return the arrangement of a rank."""
        cells = np.empty(self._cells, np.int64)
        before, remainders = np.empty((2, self._cells + 1), np.int64)
        kernel.unrank(number, self.preceding, self.strides, cells, before, remainders)
        return cells

    def rank_all(self, cells: Cells) -> Cells:
        """Return the ranks of many arrangements: int64[arrangements, n] to int64[arrangements]."""
        remainders = np.full(len(cells), len(self.preceding) - 1)
        found = np.zeros(len(cells), np.int64)
        for values in cells.T:
            found += self.preceding[remainders, values]
            remainders -= self.strides[values]
        return found

    def unrank_all(self, numbers: Cells) -> Cells:
        """Return the arrangements of many ranks: int64[arrangements] to int64[arrangements, n]."""
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
        ranking: ranking of the arrangements.
        moves: the moves of the graph.
        origin: int64[n], the arrangement at distance 0.
        distances: uint8[arrangements], known distances to continue from.

    Attributes:
        distances: uint8[arrangements], UNKNOWN for unreachable arrangements and those not reached
            yet.
        level: last level whose arrangements are all known.
        counts: number of arrangements of each level before it, and of it once complete.
        odd_counts: number of those with an odd number of inversions.
        complete: no further level has any arrangements.
    """

    def __init__(
        self,
        ranking: Ranking,
        moves: Sequence[Arc],
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
        self.odd_counts: list[int] = []
        self.complete = False

    def compute_next(self, context: SearchContext) -> bool:
        """Compute the next level; return True if it has any arrangements.

        A level that was interrupted is started again by the next call.

        Raises:
            SearchStopped: the run was cancelled or a limit reached.
        """
        if self.complete:
            return False
        # With several threads the number of states at a stop would vary.
        alone = len(self.distances) < _SMALL or context.request.limits.states is not None
        parts = 1 if alone else context.threads
        turn = count()
        counts = np.zeros((parts, 2), np.int64)
        with ThreadPoolExecutor(parts, "table") as pool:
            jobs = [
                pool.submit(self._expand, turn, context.kernel_array(part), counts[part])
                for part in range(parts)
            ]
        context.collect_kernel_counts()
        found = [job.result() for job in jobs]
        level, odd = counts.sum(0).tolist()
        self.counts.append(level)
        self.odd_counts.append(odd)
        self.complete = not any(found)
        if not self.complete:
            self.level += 1
        return not self.complete

    def _expand(self, turn: count[int], ctl: Cells, counts: Cells) -> bool:
        """Scan parts of the table until none is left; return True if anything was found."""
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
        """Return the arguments with which the kernel finds the next level.

        Args:
            ctl: the shared array.
            counts: int64[2], to be added to.
            part: index of the part of the table to be scanned.
            parts: number of parts.
        """
        total = len(self.distances)
        first, stop = total * part // parts, total * (part + 1) // parts
        scratch = np.zeros((4, self._cells + 1), np.int64)
        ranking = self._ranking
        return (
            self.distances, self.level, first, stop,
            self._moves, ranking.preceding, ranking.strides, scratch, counts, ctl,
        )  # fmt: skip


def _encoded(arcs: Sequence[Arc]) -> Cells:
    """Return the moves as the kernel reads them."""
    longest = max(len(arc.step.sources) for arc in arcs)
    found = np.full((len(arcs), 2 * longest + 2), -1, np.int64)
    for row, (_, (sources, targets), cell, value) in zip(found, arcs, strict=True):
        row[: len(sources)] = sources
        row[longest : longest + len(targets)] = targets
        row[-2:] = cell, value
    return found


def ranking_tables(counts: Cells) -> tuple[Cells, Cells]:
    """Return ``preceding`` and ``strides`` for the number of cells of each value.

    Both are explained in ``kernel.rank``.
    """
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
