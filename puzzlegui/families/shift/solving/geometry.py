"""The shifts of a board and the symmetries of the torus, as arrays for the kernel."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from puzzlegui.families.shift.board import Shift, all_shifts
from puzzlegui.families.shift.kernels import ida as kernel

Ints = NDArray[np.int64]
Values = NDArray[np.uint16]

_MOST_CELLS = 100
"""Most cells of boards whose symmetries are used."""


class Geometry:
    """The shifts of boards of a given size.

    Attributes:
        moves: all shifts, rows first, each to the right or down first.
        allowed_after: uint8[m, m], whether a shift may follow another.
        kernel_moves: the shifts, allowed in any order.
        kernel_pruned: the shifts, with duplicate sequences pruned.
    """

    def __init__(self, rows: int, columns: int) -> None:
        self.moves = tuple(all_shifts(rows, columns))
        self._cells = np.arange(rows * columns, dtype=np.uint16).reshape(rows, columns)
        self.allowed_after = _allowed_after(self.moves)
        self._numbers = {_steps(self.line(move)): t for t, move in enumerate(self.moves)}
        self.kernel_moves = self._kernel_moves(all_paths=True)
        self.kernel_pruned = self._kernel_moves(all_paths=False)

    def line(self, move: Shift) -> Values:
        """Return the cells of a shift in the order in which it moves their values."""
        line = self._cells[:, move.line] if move.vertical else self._cells[move.line]
        return line if move.forward else line[::-1]

    def shifted(self, cells: Values, move: Shift) -> Values:
        """Return the position after a shift."""
        line = self.line(move)
        after = cells.copy()
        after[np.roll(line, -1)] = cells[line]
        return after

    def number(self, cells: Values) -> int:
        """Return the number of the shift that moves values along these cells."""
        return self._numbers[_steps(cells)]

    def _kernel_moves(self, *, all_paths: bool) -> kernel.Moves:
        moves, m = self.moves, len(self.moves)
        lines = np.zeros((m, max(self._cells.shape)), np.uint16)
        lengths = np.empty(m, np.int64)
        for number, move in enumerate(moves):
            line = self.line(move)
            lines[number, : len(line)] = line
            lengths[number] = len(line)
        vertical = np.array([move.vertical for move in moves], np.uint8)
        first = np.array([move.forward for move in moves]) | (lengths == 2)
        # A shift by half the length of a line is the same in both directions.
        most = np.where(first, lengths // 2, (lengths - 1) // 2)
        if all_paths:
            most[:] = 1 << 30
        follows = np.ones((m, m), np.uint8) if all_paths else self.allowed_after
        return kernel.Moves(lines, lengths, vertical, follows, most, all_paths)


def _steps(cells: Values) -> frozenset[tuple[int, int]]:
    """Return the moves of values, from cell to cell, along a cycle of cells."""
    line = cells.tolist()
    return frozenset(zip(line, line[1:] + line[:1], strict=True))


def _allowed_after(moves: tuple[Shift, ...]) -> NDArray[np.uint8]:
    """Return the shifts allowed after each shift, pruned by commutativity; uint8[m, m].

    Parallel lines are shifted in a single order, and no shift is undone.
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
    """Return the shifts of a board, shared with other boards of its size."""
    return Geometry(rows, columns)


@dataclass(frozen=True)
class Symmetries:
    """The symmetries of the torus that preserve a goal, up to renaming of its values.

    Attributes:
        group: the symmetries in the form of the kernel.
        sources: uint16[s, n], for each symmetry the source of each cell of the image.
        names: uint16[s, values], for each symmetry the new name of each value.
    """

    group: kernel.SymmetryGroup
    sources: Values
    names: Values

    def mapping(self, cells: Values, image: Values) -> Values:
        """Return the sources of a symmetry that maps a position to an image, which must exist."""
        for sources, names in zip(self.sources, self.names, strict=True):
            if (names[cells[sources]] == image).all():
                return np.asarray(sources)
        raise ValueError("no image of the position")


@lru_cache(maxsize=8)
def symmetries(rows: int, columns: int, pattern: tuple[int, ...]) -> Symmetries:
    """Return the symmetries of a goal.

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


def _group(sources: Values, names: Values) -> kernel.SymmetryGroup:
    """Return the symmetries in the form of the kernel."""
    (_, n), k = sources.shape, names.shape[1]
    if len(sources) == 1:
        largest, begins = np.empty((0, k), np.int16), np.empty(0, np.uint32)
        return kernel.SymmetryGroup(sources, names, largest, begins, np.empty(0, np.uint16))
    largest = np.full((n, k), -1, np.int16)
    members: list[Ints] = []
    for cell in range(n):
        here = np.flatnonzero(sources[:, 0] == cell)
        if len(here):
            largest[cell] = names[here].max(axis=0)
        members += [here[names[here, value] == largest[cell, value]] for value in range(k)]
    begins = np.cumsum([0, *map(len, members)]).astype(np.uint32)
    numbers = np.concatenate(members).astype(np.uint16)
    return kernel.SymmetryGroup(sources, names, largest, begins, numbers)


def _views(grid: Ints) -> Iterator[Ints]:
    """Yield the images of a board under translations, reflections and transposition."""
    rows, columns = grid.shape
    for turned in (grid, grid.T) if rows == columns else (grid,):
        for mirrored in (turned, turned[::-1], turned[:, ::-1], turned[::-1, ::-1]):
            for down in range(rows):
                for right in range(columns):
                    yield np.roll(mirrored, (down, right), (0, 1))
