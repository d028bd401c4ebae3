"""Proved shortest solutions of shift boards: their bounds and symmetries."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from puzzlegui.core.board import Board
from puzzlegui.families.shift.board import ShiftBoard
from puzzlegui.solvers.control import Control, Outcome
from puzzlegui.solvers.move_search.bounds import distances_by_sums
from puzzlegui.solvers.move_search.optimal import Heuristics, search
from puzzlegui.solvers.move_search.puzzle import EncodedPuzzle, Ints, Values

_MOST_CELLS = 100
"""Most cells of boards whose symmetries are used."""


def solve(board: Board, control: Control) -> Outcome:
    """Find a shortest solution of a board, or all."""
    assert isinstance(board, ShiftBoard)
    puzzle = EncodedPuzzle(board)
    control.raise_lower_bound(lower_bound(board.rows, board.columns, puzzle.start, puzzle.goal))
    return search(board, puzzle, lambda: heuristics(board, puzzle), control)


def heuristics(board: ShiftBoard, puzzle: EncodedPuzzle) -> Heuristics:
    """Return the bounds and symmetries of a board.

    A shift of a row moves each of its values by a single column, and none to another row. So the
    sum of column distances, divided by the length of a row, and the sum of row distances, divided
    by the length of a column, may be added. Equal values count with the distance to their nearest
    goal.
    """
    rows, columns = board.rows, board.columns
    cells = np.arange(puzzle.cells)
    across, down = (
        _nearest(puzzle.goal, line, length)
        for line, length in ((cells % columns, columns), (cells // columns, rows))
    )
    distances = distances_by_sums(across, down, (columns, rows))
    views = _views(cells.reshape(rows, columns)) if puzzle.cells <= _MOST_CELLS else ()
    return Heuristics(distances, views=views)


def _nearest(goal: Values, line: Ints, length: int) -> Ints:
    """Return the circular distance of each cell to each value's nearest line, int64[values, n]."""
    apart = abs(np.arange(length)[:, None] - np.arange(length)[None, :])
    apart = np.minimum(apart, length - apart)
    found = np.full((int(goal.max()) + 1, length), length, np.int64)
    np.minimum.at(found, goal, apart[line])
    return found[:, line]


def _views(grid: Ints) -> Iterator[NDArray[np.integer]]:
    """Yield the images of a board under translations, reflections and transposition."""
    rows, columns = grid.shape
    for turned in (grid, grid.T) if rows == columns else (grid,):
        for mirrored in (turned, turned[::-1], turned[:, ::-1], turned[::-1, ::-1]):
            for down in range(rows):
                for right in range(columns):
                    yield np.roll(mirrored, (down, right), (0, 1)).ravel()


def lower_bound(rows: int, columns: int, start: Values, goal: Values) -> int:
    """Return a lower bound on the number of shifts.

    Like the bound of the search, but equal values are matched to their cells at the least total
    distance; on a circle that is a sum of differences to a median (Werman, Peleg, Melter and Kong
    1986, Bipartite graph matching for points on a line or a circle).

    Args:
        rows: of the board.
        columns: of the board.
        start: uint16[n], the values of the cells, numbered from 0.
        goal: uint16[n], the same values.
    """
    n = rows * columns
    change = np.zeros((int(goal.max()) + 1, n), np.int64)
    np.add.at(change, (start, np.arange(n)), 1)
    np.add.at(change, (goal, np.arange(n)), -1)
    grids = change.reshape(-1, rows, columns)
    across, down = _circular(grids.sum(axis=1)), _circular(grids.sum(axis=2))
    return -(-across // columns) + -(-down // rows)


def _circular(change: Ints) -> int:
    """Return the least total distance that balances surplus and deficit on a circle.

    Args:
        change: int64[values, places], the surplus of each value in each place.
    """
    crossing = change.cumsum(axis=1)
    middle = np.sort(crossing, axis=1)[:, crossing.shape[1] // 2]
    return int(abs(crossing - middle[:, None]).sum())
