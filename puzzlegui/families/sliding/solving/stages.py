"""The stages of solving a sliding board line by line, down to the last 3×3."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import factorial

import numpy as np
from numpy.typing import NDArray

from puzzlegui.core.cells import cell_name
from puzzlegui.families.sliding.kernels import tables as sliding_tables
from puzzlegui.families.sliding.kernels.beam import CellGroup

Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]

_REST = 3
"""Rows and columns of the rest that is solved from a table."""
_SIDE = 6
"""Rows and columns of the window, around the cells to be filled, that tables cover."""


@dataclass(frozen=True)
class BoardLine:
    """A row or column, or its unfilled part.

    Attributes:
        name: name shown to users.
        cells: its cells in the order in which they are filled.
        area: unfilled part of the board: first row and column, and those after the last.
    """

    name: str
    cells: tuple[int, ...]
    area: tuple[int, int, int, int]


@dataclass(frozen=True)
class FillPlan:
    """Order in which a board is filled.

    Attributes:
        columns: columns of the board.
        lines: lines from the outside in.
        rest: remaining rectangle, as ``Line.area``; it contains the gap's goal.
    """

    columns: int
    lines: tuple[BoardLine, ...]
    rest: tuple[int, int, int, int]

    @property
    def rest_cells(self) -> Ints:
        top, left, bottom, right = self.rest
        return np.array(
            [r * self.columns + c for r in range(top, bottom) for c in range(left, right)]
        )

    @property
    def rest_name(self) -> str:
        top, left, bottom, right = self.rest
        return f"last {bottom - top}×{right - left}"


def make_plan(rows: int, columns: int, gap: int) -> FillPlan:
    """Return the plan for a board: lines across the longer side, far from the gap's goal."""
    top, left, bottom, right = 0, 0, rows, columns
    to_row, to_column = divmod(gap, columns)
    lines = []
    while max(bottom - top, right - left) > _REST:
        area = top, left, bottom, right
        if bottom - top >= right - left:
            if to_row - top >= bottom - 1 - to_row:
                row, top = top, top + 1
            else:
                row = bottom = bottom - 1
            cells = tuple(row * columns + c for c in range(left, right))
            lines.append(BoardLine(f"row {row + 1}", cells, area))
        else:
            if to_column - left >= right - 1 - to_column:
                column, left = left, left + 1
            else:
                column = right = right - 1
            cells = tuple(r * columns + column for r in range(top, bottom))
            lines.append(BoardLine(f"column {cell_name((0, column))[:-1]}", cells, area))
    return FillPlan(columns, tuple(lines), (top, left, bottom, right))


def filled_together(plan: FillPlan) -> list[tuple[BoardLine, tuple[int, ...]]]:
    """Return the cells filled in each stage: two of a line, or one to start a line of odd length.

    The last two cells of a line must be filled together, or the first would block the second.
    """
    return [
        (line, line.cells[max(0, first) : first + 2])
        for line in plan.lines
        for first in range(-(len(line.cells) % 2), len(line.cells), 2)
    ]


def make_groups(plan: FillPlan, cells: int) -> list[CellGroup]:
    """Return the stages of a plan for a board of so many cells."""
    stages = filled_together(plan)
    order = np.full(cells, np.iinfo(np.int16).max, np.int16)
    for number, (_, pair) in enumerate(stages):
        order[list(pair)] = number
    return [_group(plan, order, *stage, number) for number, stage in enumerate(stages)]


def _group(
    plan: FillPlan, order: NDArray[np.int16], line: BoardLine, pair: tuple[int, ...], number: int
) -> CellGroup:
    rows, columns = np.divmod(pair, plan.columns)
    top, high = _window(line.area[0], line.area[2], int(rows[0] + rows[-1]) // 2)
    left, wide = _window(line.area[1], line.area[3], int(columns[0] + columns[-1]) // 2)
    window = np.arange(top, top + high)[:, None] * plan.columns + np.arange(left, left + wide)
    one, other = (np.flatnonzero(window.ravel() == cell)[0] for cell in (pair[0], pair[-1]))
    free = tuple((order[window.ravel()] >= number).tolist())
    table = _pair_table(high, wide, int(one), int(other), free)
    return CellGroup(pair[0], pair[-1], top, left, high, wide, table, order, number)


def _window(first: int, end: int, middle: int) -> tuple[int, int]:
    """Return the start and the length of a window around ``middle``."""
    side = min(_SIDE, end - first)
    return max(first, min(end - side, middle - side // 2)), side


@lru_cache(maxsize=512)
def _pair_table(high: int, wide: int, one: int, other: int, free: tuple[bool, ...]) -> Bytes:
    size = (high * wide) ** 3
    table = np.empty(size, np.uint8)
    sliding_tables.build_pair_table(
        high, wide, one, other, np.array(free, np.uint8), table, np.empty(size, np.int32)
    )
    return table


@lru_cache(maxsize=16)
def rest_table(high: int, wide: int, gap: int) -> Bytes:
    """Return the distance of each arrangement of the rest by rank, 255 if unsolvable."""
    size = factorial(high * wide)
    table = np.empty(size, np.uint8)
    sliding_tables.build_rest_table(
        high, wide, gap, table, np.empty(size, np.int32), np.empty((3, high * wide), np.int64)
    )
    return table
