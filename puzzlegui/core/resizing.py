"""Resizing of boards."""

from __future__ import annotations

import itertools

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Cell, Grid, cells_of, flatten, rows_of, where
from puzzlegui.core.creation import check_size_of
from puzzlegui.core.edits import FLOOR, in_order, pasted, rearranged, with_cells
from puzzlegui.core.region import Region


def resized(board: Board, rows: int, columns: int) -> Board:
    """Return the board with another number of rows and columns, keeping cells from the top left.

    A goal of 1, 2, 3 … in order stays in order. Any other goal keeps its cells; new cells repeat
    the adjacent value if values repeat (so that stripes grow), and get new values if all differ.
    A gap in the last cell stays in the last cell. The start keeps its values that are still in the
    goal, and gets missing values in new or freed cells: if start and goal had the same values, they
    still do. A maze gets 1s; its start and target, if cut off, move to the nearest cells, never to
    the same cell.

    Raises:
        PuzzleError: no board can have this size.
    """
    check_size_of(rows, columns)
    if "goal" not in board.grid_fields:
        floor = ((FLOOR,) * columns,) * rows
        grids = {name: pasted(floor, board.grid(name), (0, 0)) for name in board.grid_fields}
        return board.with_fields(**grids, **_resized_cell_fields(board, rows, columns))
    start, goal = board.grid("start"), board.grid("goal")
    new_goal = _resized_grid(board, goal, rows, columns)
    if sorted(flatten(start)) == sorted(flatten(goal)):
        after = rearranged(start, new_goal)
    else:
        after = _resized_grid(board, start, rows, columns)
    return board.with_fields(start=after, goal=new_goal).cut_to_size()


def _resized_cell_fields(board: Board, rows: int, columns: int) -> dict[str, Cell]:
    """Return the cell fields of a board after it is resized."""
    cells = {name: getattr(board, name) for name in board.cell_fields}
    region = Region(0, 0, rows, columns)
    found: dict[str, Cell] = {}
    for name, (r, c) in sorted(cells.items(), key=lambda item: item[1] not in region):
        taken = {cell for other, cell in found.items() if cells[other] != (r, c)}
        free = (cell for cell in region.cells if cell not in taken)
        found[name] = min(free, key=lambda cell: abs(cell[0] - r) + abs(cell[1] - c))
    return found


def _resized_grid(board: Board, grid: Grid, rows: int, columns: int) -> Grid:
    """Return a resized grid that continues the pattern of a grid."""
    gap = board.gap
    gaps = where(grid, gap) if gap is not None else ()
    if flatten(grid) == tuple(in_order(board, len(flatten(grid)), gap=bool(gaps))):
        return rows_of(in_order(board, rows * columns, gap=bool(gaps)), columns)
    down, right = len(grid) - 1, len(grid[0]) - 1
    region = Region(0, 0, rows, columns)
    hole = gaps[0] if len(gaps) == 1 else None
    to = hole
    if hole is not None and (hole == (down, right) or hole not in region):
        to = (rows - 1, columns - 1)
    tiles = [grid[r][c] for r, c in cells_of(grid) if (r, c) != hole]
    fresh = None if len(set(tiles)) < len(tiles) else itertools.count(max(tiles) + 1)
    if hole is not None:
        grid = with_cells(grid, {hole: _adjacent_value(grid, hole)})
    values = []
    for cell in region.cells:
        r, c = min(cell[0], down), min(cell[1], right)
        if cell == to:
            assert gap is not None
            values.append(gap)
        elif fresh is not None and (cell != (r, c) or cell == hole):
            values.append(next(fresh))
        else:
            values.append(grid[r][c])
    return rows_of(values, columns)


def _adjacent_value(grid: Grid, cell: Cell) -> int:
    """Return the value to the left of a cell, or else above it, or to its right."""
    r, c = cell
    return grid[r][c - 1] if c else grid[r - 1][c] if r else grid[r][min(c + 1, len(grid[0]) - 1)]
