"""The shifts of a board, and the symmetries of the torus, as the kernel takes them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from puzzlegui.families.shift.kernels import ida as kernel
from puzzlegui.families.shift.board import Shift

Ints = NDArray[np.int64]
Values = NDArray[np.uint16]

_MOST_CELLS = 100
"""Cells of boards whose symmetries are made use of."""


class Geometry:
    """The shifts of a board of some size.

    Attributes:
        moves: all of them, rows first, each to the right or down first.
        different: the same without those that do what an earlier one does, on sides of length 2.
        follows: uint8[m, m], which different one may come after which.
        kernel_moves: all of them, one after another in any order.
        kernel_different: the different ones, no more often and in no more orders than is needed.
    """

    def __init__(self, rows: int, columns: int) -> None:
        self.moves = tuple(
            Shift(line, vertical, forward)
            for vertical in (False, True)
            for line in range(columns if vertical else rows)
            for forward in (True, False)
        )
        self.different = tuple(
            move for move in self.moves if move.forward or (rows, columns)[not move.vertical] > 2
        )
        self._cells = np.arange(rows * columns, dtype=np.uint16).reshape(rows, columns)
        self.follows = _follows(self.different)
        self._numbers = {_steps(self.line(move)): t for t, move in enumerate(self.different)}
        self.kernel_moves = self._kernel_moves(self.moves, every=True)
        self.kernel_different = self._kernel_moves(self.different, every=False)

    def line(self, move: Shift) -> Values:
        """The cells of a shift in the order in which it carries values along."""
        line = self._cells[:, move.line] if move.vertical else self._cells[move.line]
        return line if move.forward else line[::-1]

    def shifted(self, cells: Values, move: Shift) -> Values:
        """The position after a shift."""
        line = self.line(move)
        after = cells.copy()
        after[np.roll(line, -1)] = cells[line]
        return after

    def number(self, cells: Values) -> int:
        """Of the different shift that carries values along these cells, in order."""
        return self._numbers[_steps(cells)]

    def _kernel_moves(self, moves: tuple[Shift, ...], *, every: bool) -> kernel.Moves:
        m = len(moves)
        lines = np.zeros((m, max(self._cells.shape)), np.uint16)
        lengths = np.empty(m, np.int64)
        for number, move in enumerate(moves):
            line = self.line(move)
            lines[number, : len(line)] = line
            lengths[number] = len(line)
        vertical = np.array([move.vertical for move in moves], np.uint8)
        forward = np.array([move.forward for move in moves])
        # Half of a line's length forward is the same as half of it backward.
        most = np.where(forward, lengths // 2, (lengths - 1) // 2)
        if every:
            most[:] = 1 << 30
        follows = np.ones((m, m), np.uint8) if every else self.follows
        return kernel.Moves(lines, lengths, vertical, follows, most, every)


def _steps(cells: Values) -> frozenset[tuple[int, int]]:
    """From which cell to which values are carried around."""
    line = cells.tolist()
    return frozenset(zip(line, line[1:] + line[:1], strict=True))


def _follows(moves: tuple[Shift, ...]) -> NDArray[np.uint8]:
    """Which shift may come after which, so that each position is reached in fewer orders.

    Parallel lines are shifted in one order only, and no shift is undone.
    """
    line = np.array([move.line for move in moves])
    vertical = np.array([move.vertical for move in moves])
    forward = np.array([move.forward for move in moves])
    change = line[None, :] - line[:, None]
    opposite = (change == 0) & (forward[None, :] != forward[:, None])
    parallel = vertical[None, :] == vertical[:, None]
    return np.ascontiguousarray(~(parallel & ((change < 0) | opposite)), np.uint8)


@lru_cache(maxsize=8)
def geometry(rows: int, columns: int) -> Geometry:
    """The shifts of a board, shared with other boards of its size."""
    return Geometry(rows, columns)


@dataclass(frozen=True)
class Symmetries:
    """The symmetries of the torus that leave a goal as it is, up to the names of its values.

    Attributes:
        group: as the kernel takes them.
        sources: uint16[s, n], of each the cell from which each cell of the image comes.
        names: uint16[s, values], of each what becomes of the values.
    """

    group: kernel.Symmetries
    sources: Values
    names: Values

    def between(self, cells: Values, image: Values) -> Values:
        """The sources of one that makes of a position that image; there is one."""
        for sources, names in zip(self.sources, self.names, strict=True):
            if (names[cells[sources]] == image).all():
                return np.asarray(sources)
        raise ValueError("no image of the position")


@lru_cache(maxsize=8)
def symmetries(rows: int, columns: int, pattern: tuple[int, ...]) -> Symmetries:
    """The symmetries of a goal.

    Args:
        rows: of the board.
        columns: of the board.
        pattern: the values of the goal's cells, numbered by first appearance.
    """
    goal = np.array(pattern)
    n, k = len(goal), int(goal.max()) + 1
    same = np.arange(n).reshape(rows, columns)
    found: dict[bytes, tuple[Ints, Ints]] = {}
    for view in _views(same) if n <= _MOST_CELLS else (same,):
        cells = view.ravel()
        become = np.full(k, -1, np.int64)
        become[goal[cells]] = goal
        if (become[goal[cells]] == goal).all():
            found.setdefault(cells.tobytes(), (cells, become))
    sources = np.array([one for one, _ in found.values()]).astype(np.uint16)
    names = np.array([other for _, other in found.values()]).astype(np.uint16)
    return Symmetries(_group(sources, names), sources, names)


def _group(sources: Values, names: Values) -> kernel.Symmetries:
    """What the kernel wants to know of them."""
    (_, n), k = sources.shape, names.shape[1]
    if len(sources) == 1:
        largest, begins = np.empty((0, k), np.int16), np.empty(0, np.uint32)
        return kernel.Symmetries(sources, names, largest, begins, np.empty(0, np.uint16))
    largest = np.full((n, k), -1, np.int16)
    members: list[Ints] = []
    for cell in range(n):
        here = np.flatnonzero(sources[:, 0] == cell)
        if len(here):
            largest[cell] = names[here].max(axis=0)
        members += [here[names[here, value] == largest[cell, value]] for value in range(k)]
    begins = np.cumsum([0, *map(len, members)]).astype(np.uint32)
    numbers = np.concatenate(members).astype(np.uint16)
    return kernel.Symmetries(sources, names, largest, begins, numbers)


def _views(grid: Ints) -> Iterator[Ints]:
    """A board as it looks when the torus is shifted as a whole, reflected, or transposed."""
    rows, columns = grid.shape
    for turned in (grid, grid.T) if rows == columns else (grid,):
        for mirrored in (turned, turned[::-1], turned[:, ::-1], turned[::-1, ::-1]):
            for down in range(rows):
                for right in range(columns):
                    yield np.roll(mirrored, (down, right), (0, 1))
