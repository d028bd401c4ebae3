"""Lower bounds on the number of shifts, from the distances of values to their goals."""

from __future__ import annotations

import numpy as np

from puzzlegui.families.shift.kernels import ida as kernel
from puzzlegui.families.shift.solving.geometry import Ints, Values


def lower_bound(rows: int, columns: int, start: Values, goal: Values) -> int:
    """Return a lower bound on the number of shifts.

    A shift of a row moves each of its values by a single column, and none to another row. So the
    sum of column distances, divided by the length of a row, and the sum of row distances, divided
    by the length of a column, may be added. Equal values are matched to their cells at the least
    total distance; on a circle that is a sum of differences to a median (Werman, Peleg, Melter and
    Kong 1986, Bipartite graph matching for points on a line or a circle).

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


def distance_tables(rows: int, columns: int, goal: Values) -> kernel.DistanceTables:
    """Return tables of the distances from each cell to the nearest goal of each value.

    Args:
        rows: of the board.
        columns: of the board.
        goal: uint16[n], the values of the cells, numbered from 0.
    """
    cells = np.arange(rows * columns)
    return kernel.DistanceTables(
        _nearest(goal, cells % columns, columns),
        _nearest(goal, cells // columns, rows),
        rows,
        columns,
    )


def _nearest(
    goal: Values, line: Ints, length: int
) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
    """Return the circular distance of each cell to each value's nearest line, uint8[values, n]."""
    apart = abs(np.arange(length)[:, None] - np.arange(length)[None, :])
    apart = np.minimum(apart, length - apart)
    found = np.full((int(goal.max()) + 1, length), length, np.int64)
    np.minimum.at(found, goal, apart[line])
    return np.ascontiguousarray(found[:, line], np.uint8)
