"""The moves of a puzzle as permutations of its cells, for what all families do with solutions."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from puzzlegui.core.solution import Segment
from puzzlegui.kernels import moves as kernel
from puzzlegui.solvers.segmentation import segment_by_progress

Shorts = NDArray[np.int16]
_Move: TypeAlias = tuple[tuple[int, int], ...]
"""The cells that a move changes, each with the cell that its content goes to, in order."""

_MOST_POWERS = 4096
"""Most cells of all powers of a generator; larger generators are joined with inverses alone."""


class MoveSet:
    """The moves of a puzzle, numbered from 0; each permutes the contents of cells.

    Attributes:
        cells: where the cells of each move begin, int32[m + 1]; its cells, and those that their
            contents move to, int16[…].
    """

    def __init__(self, cells: int, moves: Sequence[Mapping[int, int]]) -> None:
        """Keep the moves.

        Args:
            cells: number of cells.
            moves: for each move, the cell that the content of each cell goes to; cells that keep
                their content may be left out.
        """
        self._cells = cells
        changes = [tuple(sorted((s, t) for s, t in move.items() if s != t)) for move in moves]
        generators = _Generators(changes)
        self._widest = max(map(len, generators.supports), default=0)
        self.cells = (
            _begins(changes),
            _shorts(source for change in changes for source, _ in change),
            _shorts(target for change in changes for _, target in change),
        )
        self._moves = kernel.Moves(
            *self.cells,
            np.array(generators.generator, np.int32),
            np.array(generators.exponent, np.int32),
            np.array(generators.orders, np.int32),
            _begins(generators.supports),
            _shorts(cell for support in generators.supports for cell in support),
            _begins(generators.words)[:-1],
            _shorts(move for words in generators.words for move in words),
        )

    @cached_property
    def users(self) -> tuple[NDArray[np.int32], Shorts]:
        """Moves that change each cell: their beginnings, int32[n + 1], and the moves, int16[…]."""
        begins, sources, _ = self.cells
        order = np.argsort(sources, kind="stable")
        moves = np.repeat(np.arange(len(begins) - 1), np.diff(begins))[order]
        found = np.searchsorted(sources[order], np.arange(self._cells + 1))
        return found.astype(np.int32), moves.astype(np.int16)

    def after(self, values: Shorts, moves: Shorts) -> Shorts:
        """Return the values of the cells after moves, int16[n]."""
        cells = values.copy()
        kernel.play(self._moves, cells, np.empty_like(cells), moves)
        return cells

    def joined(self, moves: Shorts) -> Shorts:
        """Join moves that have a common power and nothing between that touches their cells."""
        left = moves.copy()
        return left[: kernel.join(self._moves, left, self._workspace(len(moves)))]

    def cleaned(self, start: NDArray[np.integer], moves: Shorts) -> Shorts:
        """Return equivalent moves without redundant ones.

        Powers of a move are joined as by ``joined``: a move and its inverse cancel. Loops, which
        return to an earlier arrangement, are removed; with equal values a single move may do so.

        Args:
            start: the value of each cell, int[n].
            moves: moves from there, int16[m].
        """
        left = moves.copy()
        work = self._workspace(len(moves))
        return left[: kernel.clean(self._moves, start.astype(np.int16), left, work)]

    def segments(self, start: Shorts, goal: Shorts, moves: Shorts, columns: int) -> list[Segment]:
        """Cut a solution into segments, named after the milestones that they reach.

        See ``segmentation``.

        Args:
            start: the value of each cell, int16[n].
            goal: likewise.
            moves: the solution, int16[m].
            columns: of the board.
        """
        rows = np.arange(self._cells, dtype=np.int16) // columns
        return segment_by_progress(*self.progress(start, goal, moves, rows), self._cells)

    def progress(
        self, start: Shorts, goal: Shorts, moves: Shorts, row_of: Shorts
    ) -> tuple[NDArray[np.int64], list[int]]:
        """Return the number of wrong cells over time, and when each row is in place for good.

        Args:
            start: the value of each cell, int16[n].
            goal: likewise.
            moves: a solution, int16[m].
            row_of: the row of each cell, or another group of cells, int16[n].

        Returns:
            int64[m + 1], the number of wrong cells before each move and after the last; and for
            each row the number of moves after which it stays in place.
        """
        wrong = np.zeros(len(moves) + 1, np.int64)
        rows = np.zeros((3, int(row_of.max()) + 1), np.int64)
        cells = start.copy()
        kernel.measure_progress(
            self._moves, cells, goal, moves, row_of, np.empty_like(cells), wrong, rows
        )
        return wrong, rows[0].tolist()

    def _workspace(self, moves: int) -> kernel.Workspace:
        size = 1 << (2 * moves + 2).bit_length()
        return kernel.Workspace(
            np.empty(self._cells, np.int16),
            np.empty(self._cells, np.int16),
            np.empty(self._cells, np.int32),
            np.empty((moves, 2 + self._widest), np.int32),
            np.empty(moves + 1, np.int64),
            np.empty(size, np.int64),
            np.empty(size, np.int32),
        )


class _Generators:
    """Moves as powers of some of them, the first of each that are powers of one another.

    Attributes:
        generator: number of the generator of each move.
        exponent: power of the generator that each move is.
        orders: order of each generator; 0 if it is too large, and exponents are 1 or -1.
        supports: cells that each generator moves.
        words: for each power of a generator, the first of the fewest moves that make it; of order
            0, the generator and its inverse.
    """

    def __init__(self, moves: Sequence[_Move]) -> None:
        self.generator = [-1] * len(moves)
        self.exponent = [0] * len(moves)
        self.orders: list[int] = []
        self.supports: list[tuple[int, ...]] = []
        self.words: list[list[int]] = []
        self._numbers: dict[_Move, list[int]] = {}
        for number, move in enumerate(moves):
            self._numbers.setdefault(move, []).append(number)
        for number, move in enumerate(moves):
            if self.generator[number] < 0:
                self._add(move)

    def _add(self, move: _Move) -> None:
        """Add a generator, and the moves that are its powers."""
        powers = _powers(move)
        self.orders.append(len(powers))
        self.supports.append(tuple(source for source, _ in move))
        if powers:
            made = {power: self._take(change, power) for power, change in enumerate(powers)}
            self.words.append(_words(len(powers), made))
        else:
            inverse = tuple(sorted((target, source) for source, target in move))
            self.words.append([self._take(move, 1), self._take(inverse, -1)])

    def _take(self, change: _Move, exponent: int) -> int:
        """Make moves powers of the last generator; return the first, or -1 if there is none."""
        found = [n for n in self._numbers.get(change, ()) if self.generator[n] < 0]
        for number in found:
            self.generator[number], self.exponent[number] = len(self.orders) - 1, exponent
        return found[0] if found else -1


def _powers(move: _Move) -> list[_Move]:
    """Return all powers of a move, from 0 on; none if they are too many."""
    images = dict(move)
    found: list[_Move] = [()]
    power = move
    while power:
        found.append(power)
        if len(found) * len(move) > _MOST_POWERS:
            return []
        there = dict(power)
        power = tuple(
            (cell, to) for cell in images if (to := images[there.get(cell, cell)]) != cell
        )
    return found


def _words(order: int, moves: Mapping[int, int]) -> list[int]:
    """Return for each power of a generator the first of the fewest moves that make it.

    Args:
        order: of the generator.
        moves: number of the move that is a power, for each power; -1 if there is none.
    """
    first, waiting = {0: -1}, deque([0])
    while waiting:
        power = waiting.popleft()
        for exponent, move in moves.items():
            if move >= 0 and (after := (power + exponent) % order) not in first:
                first[after] = move
                waiting.append(after)
    return [first[power] for power in range(order)]


def _begins(parts: Sequence[Sequence[object]]) -> NDArray[np.int32]:
    """Return where each part begins in all parts one after the other, and their end."""
    return np.cumsum([0, *map(len, parts)]).astype(np.int32)


def _shorts(numbers: Iterable[int]) -> Shorts:
    return np.fromiter(numbers, np.int16)
