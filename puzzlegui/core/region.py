"""Rectangular regions of cells."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from puzzlegui.core.cells import Cell, Grid, cell_name


@dataclass(frozen=True)
class Region:
    """Rectangle of cells.

    Attributes:
        top: index of its first row, from 0.
        left: index of its first column, from 0.
        rows: number of rows, at least 1.
        columns: number of columns, at least 1.
    """

    top: int
    left: int
    rows: int
    columns: int

    @classmethod
    def between(cls, one: Cell, other: Cell) -> Region:
        """Return the rectangle with these two cells as opposite corners."""
        (top, bottom), (left, right) = (sorted(pair) for pair in zip(one, other, strict=True))
        return cls(top, left, bottom - top + 1, right - left + 1)

    @classmethod
    def whole(cls, grid: Grid) -> Region:
        """Return the region of all cells of a grid."""
        return cls(0, 0, len(grid), len(grid[0]))

    @property
    def cells(self) -> Iterator[Cell]:
        """Cells of the region, row by row."""
        for row in range(self.top, self.top + self.rows):
            for column in range(self.left, self.left + self.columns):
                yield row, column

    def __str__(self) -> str:
        first, *rest = self.cells
        return f"{cell_name(first)}:{cell_name(rest[-1])}" if rest else cell_name(first)

    @property
    def square(self) -> bool:
        return self.rows == self.columns

    def __contains__(self, cell: Cell) -> bool:
        return (
            self.top <= cell[0] < self.top + self.rows
            and self.left <= cell[1] < self.left + self.columns
        )

    def fits(self, grid: Grid) -> bool:
        """Return True if the region lies entirely on a grid."""
        return (
            min(self.top, self.left) >= 0
            and min(self.rows, self.columns) >= 1
            and self.top + self.rows <= len(grid)
            and self.left + self.columns <= len(grid[0])
        )
