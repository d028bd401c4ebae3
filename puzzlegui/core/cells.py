"""Cells and rectangular grids: names of cells, and access to single cells.

A cell is ``(row, column)``, both from 0. Users see it as in a spreadsheet, column letters and
then the row number from 1: ``(0, 0)`` is ``A1``, ``(29, 29)`` is ``AD30``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, pairwise
from typing import TypeVar

from puzzlegui.core.formatting import group_digits, quoted
from puzzlegui.core.language import tr

Cell = tuple[int, int]
Grid = tuple[tuple[int, ...], ...]
_T = TypeVar("_T")

HOLE = -1
"""Value in a grid where the board has no cell; ``null`` in files."""

_CELL = re.compile(r"([A-Za-z]{1,3})([1-9][0-9]{0,4})")


def column_name(column: int) -> str:
    """Return the letters of a column counted from 0: ``A`` to ``Z``, then ``AA``."""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


@lru_cache(4096)  # called for every move of a long list
def cell_name(cell: Cell) -> str:
    """Return the spreadsheet name of a cell, such as ``A1`` or ``AD30``."""
    row, column = cell
    return f"{column_name(column)}{row + 1}"


def parse_cell(text: str) -> Cell:
    """Parse a cell name, in upper or lower case.

    Raises:
        ValueError: ``text`` is not a cell's name.
    """
    cell = cell_named(text)
    if cell is None:
        message = tr("{text} is not a cell: write column letters, then the row, as in B3")
        raise ValueError(message.format(text=quoted(text)))
    return cell


def cell_named(text: str) -> Cell | None:
    """Return the cell of a name, in upper or lower case; None if it is no name of a cell."""
    match = _CELL.fullmatch(text.strip())
    if match is None:
        return None
    column = 0
    for letter in match[1].upper():
        column = column * 26 + ord(letter) - ord("A") + 1
    return int(match[2]) - 1, column - 1


def value_numbers(values: Iterable[int]) -> dict[int, int]:
    """Number different values from 0, by first appearance."""
    return {value: number for number, value in enumerate(dict.fromkeys(values))}


def cell_list(cells: Iterable[Cell], most: int = 6) -> str:
    """Join cell names for a sentence, cut after ``most``: ``A1, B2 and 3 more``."""
    names = [cell_name(cell) for cell in cells]
    if len(names) > most:
        return tr("{names} and {number} more").format(
            names=", ".join(names[:most]), number=group_digits(len(names) - most)
        )
    return ", ".join(names)


def cells_of(grid: Sequence[Sequence[object]]) -> Iterator[Cell]:
    """Yield every cell of a grid, row by row."""
    for row, values in enumerate(grid):
        for column in range(len(values)):
            yield row, column


def cells_along(one: tuple[float, float], other: tuple[float, float]) -> list[Cell]:
    """Return every cell that a line segment crosses, in order, on the board or beside it.

    Both ends are given in rows down and columns to the right of the upper left corner of ``A1``.
    """
    cuts = {0.0, 1.0}
    for a, b in zip(one, other, strict=True):
        least, most = sorted((a, b))
        cuts |= {(edge - a) / (b - a) for edge in range(math.floor(least) + 1, math.ceil(most))}
    found: list[Cell] = []
    for t, u in pairwise(sorted(cuts)):
        middle = (t + u) / 2
        row, column = (math.floor(a + (b - a) * middle) for a, b in zip(one, other, strict=True))
        if not found or found[-1] != (row, column):
            found.append((row, column))
    return found


def flatten(grid: Grid) -> tuple[int, ...]:
    """Return the values of a grid in a single tuple, row by row."""
    return tuple(chain.from_iterable(grid))


def where(grid: Grid, value: int) -> tuple[Cell, ...]:
    """Return the cells that hold ``value``."""
    return tuple(
        (r, c)
        for r, row in enumerate(grid)
        if value in row
        for c, v in enumerate(row)
        if v == value
    )


def cells_by_value(grid: Grid) -> dict[int, list[Cell]]:
    """Return the cells that hold each value, row by row."""
    found: dict[int, list[Cell]] = {}
    for r, row in enumerate(grid):
        for c, value in enumerate(row):
            found.setdefault(value, []).append((r, c))
    return found


def with_cell(grid: Grid, cell: Cell, value: int) -> Grid:
    """Return ``grid`` with another value in a cell."""
    r, c = cell
    row = grid[r]
    return (*grid[:r], (*row[:c], value, *row[c + 1 :]), *grid[r + 1 :])


def distances_to(goal: Grid) -> dict[int, list[int]]:
    """Return, for each value, the distance of each cell to the nearest goal cell of that value.

    Cells are in row order; distances are Manhattan distances.
    """
    cells = list(cells_of(goal))
    return {
        value: [min(abs(r - row) + abs(c - column) for row, column in wanted) for r, c in cells]
        for value, wanted in cells_by_value(goal).items()
    }


def rows_of(values: Sequence[_T], columns: int) -> tuple[tuple[_T, ...], ...]:
    """Split values into rows of ``columns`` values each."""
    return tuple(tuple(values[i : i + columns]) for i in range(0, len(values), columns))


def compact_tour(rows: int, columns: int) -> list[int]:
    """Return the numbers of all cells, row by row, in an order whose sections are compact.

    The tour runs to and fro through bands of two rows.
    """
    tour: list[int] = []
    for band, top in enumerate(range(0, rows, 2)):
        strip = [
            row * columns + column
            for column in range(columns)
            for row in range(top, min(top + 2, rows))
        ]
        tour += strip[::-1] if band % 2 else strip
    return tour


def shape_problem(grid: object) -> str:
    """Return the reason why a value made in Python is no grid; empty if it is a grid."""
    if not isinstance(grid, tuple) or not all(isinstance(row, tuple) for row in grid):
        return tr("must be a tuple of rows, each a tuple of whole numbers")
    if not grid or not grid[0] or any(len(row) != len(grid[0]) for row in grid):
        return tr("rows must have the same length, and there must be some")
    if any(type(value) is not int for row in grid for value in row):
        return tr("values must be whole numbers")
    return ""
