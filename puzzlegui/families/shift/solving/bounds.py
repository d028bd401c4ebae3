"""Numbers of shifts that are needed at least, from the ways that values have to go."""

from __future__ import annotations

import numpy as np

from puzzlegui.families.shift.kernels import ida as kernel
from puzzlegui.families.shift.solving.geometry import Ints, Values


def lower_bound(rows: int, columns: int, start: Values, goal: Values) -> int:
    """A number of shifts that no solution has fewer of.

    A shift of a row takes each of its values one column on, and no value to another row. So the
    columns that all values have to go, divided by the length of a row, and the rows likewise, may
    be added. Equal values are assigned to their places so that the ways are shortest; on a circle
    that is a sum of differences to a median (Werman, Peleg, Melter and Kong 1986, Bipartite graph
    matching for points on a line or a circle).

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
    """The steps that bring what is too much in one place of a circle to where it is missing.

    Args:
        change: int64[values, places].
    """
    crossing = change.cumsum(axis=1)
    middle = np.sort(crossing, axis=1)[:, crossing.shape[1] // 2]
    return int(abs(crossing - middle[:, None]).sum())


def ways(rows: int, columns: int, goal: Values) -> kernel.Ways:
    """From each cell, the rows and the columns to the nearest ones where a value belongs.

    Args:
        rows: of the board.
        columns: of the board.
        goal: uint16[n], the values of the cells, numbered from 0.
    """
    cells = np.arange(rows * columns)
    return kernel.Ways(
        _nearest(goal, cells % columns, columns),
        _nearest(goal, cells // columns, rows),
        rows,
        columns,
    )


def _nearest(
    goal: Values, line: Ints, length: int
) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
    """The distance of each value's nearest line on a circle, uint8[values, n]."""
    apart = abs(np.arange(length)[:, None] - np.arange(length)[None, :])
    apart = np.minimum(apart, length - apart)
    found = np.full((int(goal.max()) + 1, length), length, np.int64)
    np.minimum.at(found, goal, apart[line])
    return np.ascontiguousarray(found[:, line], np.uint8)


def is_odd(cells: Values) -> bool:
    """Whether a permutation is odd.

    Args:
        cells: uint16[n], a permutation of 0 to n - 1.
    """
    target = cells.tolist()
    odd = False
    for index in range(len(target)):
        while target[index] != index:
            other = target[index]
            target[index], target[other] = target[other], target[index]
            odd = not odd
    return odd
