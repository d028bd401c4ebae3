"""Normal form of sliding boards under symmetry, so that a table serves several boards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from puzzlegui.core.cells import cell_name, compact_tour
from puzzlegui.families.sliding.solving.automaton import DIRECTIONS

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class NormalForm:
    """Size and goal cell of the gap of a board in normal form.

    There are at most as many rows as columns, and the gap's goal is as far down and to the right as
    symmetries allow.
    """

    rows: int
    columns: int
    gap: int

    @property
    def name(self) -> str:
        """Name of the stored tables."""
        gap = cell_name(divmod(self.gap, self.columns))
        return f"sliding-{self.rows}x{self.columns}-{gap}"

    @property
    def cells(self) -> int:
        return self.rows * self.columns

    def neighbours(self) -> Ints:
        """Return the neighbour of each cell in each direction, -1 for none; int64[cells, 4]."""
        found = np.full((self.cells, len(DIRECTIONS)), -1, np.int64)
        for cell in range(self.cells):
            row, column = divmod(cell, self.columns)
            for direction, (down, right) in enumerate(DIRECTIONS):
                r, c = row + down, column + right
                if 0 <= r < self.rows and 0 <= c < self.columns:
                    found[cell, direction] = r * self.columns + c
        return found

    def moves(self) -> Ints:
        """Return the moves for each cell and set of directions; see ``kernels.deepening``."""
        neighbours = self.neighbours()
        found = np.zeros((self.cells, 1 << len(DIRECTIONS)), np.int64)
        sets = np.arange(1 << len(DIRECTIONS))
        for direction in range(len(DIRECTIONS)):
            to = neighbours[:, direction, None]
            possible = (to >= 0) & (sets >> direction & 1 != 0)
            found = np.where(possible, found << 13 | 1 << 12 | direction << 10 | to, found)
        return found.ravel()

    def tour(self) -> list[int]:
        """Return all cells but the gap's goal, in an order whose sections are compact."""
        return [cell for cell in compact_tour(self.rows, self.columns) if cell != self.gap]

    def views(self, most: int) -> Ints:
        """Return up to ``most`` symmetries that preserve the gap's goal, the identity first."""
        size = self.rows, self.columns
        found = [
            image
            for rows, columns, image in _symmetries(*size)
            if (rows, columns) == size and image[self.gap] == self.gap
        ]
        return np.array(found[:most])


def normalize(rows: int, columns: int, gap: int) -> tuple[NormalForm, Ints]:
    """Return the normal form of a board, and the image of each cell in it."""
    return max(
        (
            (NormalForm(r, c, int(image[gap])), image)
            for r, c, image in _symmetries(rows, columns)
            if r <= c
        ),
        key=lambda found: found[0].gap,
    )


def _symmetries(rows: int, columns: int) -> Iterator[tuple[int, int, Ints]]:
    """Yield the rotations and reflections of a board: rows, columns, image of each cell."""
    cells = np.arange(rows * columns).reshape(rows, columns)
    for transposed in (False, True):
        for down in (1, -1):
            for right in (1, -1):
                laid = (cells.T if transposed else cells)[::down, ::right]
                yield *laid.shape, np.argsort(laid.ravel())
