"""Exact distances on small sliding boards: of two tiles and the gap, or of all tiles."""

from __future__ import annotations

import cython
from cython.cimports.puzzlegui.families.sliding.kernels.constants.beam import UNKNOWN
from cython.cimports.puzzlegui.families.sliding.kernels.inlined.boards import beside


def build_pair_table(
    rows: cython.Py_ssize_t,
    columns: cython.Py_ssize_t,
    one: cython.Py_ssize_t,
    other: cython.Py_ssize_t,
    free: cython.const[cython.uchar][::1],
    table: cython.uchar[::1],
    queue: cython.int[::1],
) -> None:
    """Fill a table of the moves that bring two tiles to two cells of a window.

    By breadth-first search from the goal. Entries that are impossible (two tiles in the same cell)
    or cannot reach the goal are extrapolated from their neighbours.

    Args:
        rows: rows of the window.
        columns: its columns.
        one: goal cell of the first tile in the window, numbered row by row.
        other: goal cell of the second tile; the same for a single tile.
        free: uint8[rows * columns], 0 for cells closed to the gap.
        table: uint8[(rows * columns) ** 3], output, indexed by the cells of the tiles and the gap.
        queue: int32[(rows * columns) ** 3], scratch.
    """
    with cython.nogil:
        _fill_table(rows, columns, one, other, free, table, queue)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _fill_table(
    rows: cython.Py_ssize_t,
    columns: cython.Py_ssize_t,
    one: cython.Py_ssize_t,
    other: cython.Py_ssize_t,
    free: cython.const[cython.uchar][::1],
    table: cython.uchar[::1],
    queue: cython.int[::1],
) -> cython.void:
    cells: cython.Py_ssize_t = rows * columns
    first: cython.Py_ssize_t = 0
    last: cython.Py_ssize_t = 0
    cython.declare(number=cython.Py_ssize_t, after=cython.Py_ssize_t, gap=cython.Py_ssize_t)
    cython.declare(cell=cython.Py_ssize_t, x=cython.Py_ssize_t, y=cython.Py_ssize_t)
    cython.declare(a=cython.Py_ssize_t, b=cython.Py_ssize_t, place=cython.Py_ssize_t)
    cython.declare(unit=cython.Py_ssize_t, direction=cython.Py_ssize_t, _which=cython.int)
    for number in range(table.shape[0]):
        table[number] = UNKNOWN
    for gap in range(cells):
        if free[gap] != 0 and gap not in (one, other):
            number = (one * cells + other) * cells + gap
            table[number] = 0
            queue[last] = number
            last += 1
    while first < last:
        number = queue[first]
        first += 1
        gap = number % cells
        y = number // cells % cells
        x = number // cells // cells
        for direction in range(4):
            cell = beside(gap, direction, rows, columns)
            if cell == gap or free[cell] == 0:
                continue
            a = gap if cell == x else x
            b = gap if cell == y else y
            after = (a * cells + b) * cells + cell
            if table[after] == UNKNOWN:
                table[after] = min(cython.cast(cython.int, table[number]) + 1, 250)
                queue[last] = after
                last += 1
    first = 0
    while first < last:
        number = queue[first]
        first += 1
        unit = 1
        for _which in range(3):
            place = number // unit % cells
            for direction in range(4):
                after = number + (beside(place, direction, rows, columns) - place) * unit
                if table[after] == UNKNOWN:
                    table[after] = min(cython.cast(cython.int, table[number]) + 2, 250)
                    queue[last] = after
                    last += 1
            unit *= cells


def rank(cells: cython.longlong[::1]) -> int:
    """Return the lexicographic rank of a permutation of 0 to n - 1, int64[n]."""
    return _rank(cells)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _rank(cells: cython.longlong[::1]) -> cython.Py_ssize_t:
    number: cython.Py_ssize_t = 0
    count: cython.Py_ssize_t = cells.shape[0]
    cython.declare(i=cython.Py_ssize_t, j=cython.Py_ssize_t)
    for i in range(count):
        number *= count - i
        for j in range(i + 1, count):
            number += cells[j] < cells[i]
    return number


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _smaller(cells: cython.longlong[::1], i: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the number of later entries of a permutation smaller than entry ``i``."""
    number: cython.Py_ssize_t = 0
    j: cython.Py_ssize_t
    for j in range(i + 1, cells.shape[0]):
        number += cells[j] < cells[i]
    return number


def build_rest_table(
    rows: cython.Py_ssize_t,
    columns: cython.Py_ssize_t,
    gap: cython.Py_ssize_t,
    table: cython.uchar[::1],
    queue: cython.int[::1],
    scratch: cython.longlong[:, ::1],
) -> None:
    """Fill a table of the moves from each arrangement of a small board to the goal, breadth first.

    Args:
        rows: rows.
        columns: columns.
        gap: the gap's cell in the goal, in which every tile is in the cell of its number.
        table: uint8[(rows * columns)!], output, indexed by ``rank``; UNKNOWN if unsolvable.
        queue: int32[table's size], scratch.
        scratch: int64[3, rows * columns].
    """
    with cython.nogil:
        _fill_rest(rows, columns, gap, table, queue, scratch)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _fill_rest(
    rows: cython.Py_ssize_t,
    columns: cython.Py_ssize_t,
    gap_tile: cython.Py_ssize_t,
    table: cython.uchar[::1],
    queue: cython.int[::1],
    scratch: cython.longlong[:, ::1],
) -> cython.void:
    cells: cython.longlong[::1] = scratch[0]
    digits: cython.longlong[::1] = scratch[1]
    units: cython.longlong[::1] = scratch[2]
    count: cython.Py_ssize_t = rows * columns
    first: cython.Py_ssize_t = 0
    last: cython.Py_ssize_t = 1
    cython.declare(number=cython.Py_ssize_t, after=cython.Py_ssize_t, rest=cython.uint)
    cython.declare(gap=cython.Py_ssize_t, cell=cython.Py_ssize_t, low=cython.Py_ssize_t)
    cython.declare(high=cython.Py_ssize_t, i=cython.Py_ssize_t, j=cython.Py_ssize_t)
    cython.declare(direction=cython.Py_ssize_t, tile=cython.longlong)
    for i in range(table.shape[0]):
        table[i] = UNKNOWN
    units[count - 1] = 1
    for i in range(count - 1, 0, -1):
        units[i - 1] = units[i] * (count - i)
    table[0] = 0
    queue[0] = 0
    while first < last:
        number = queue[first]
        first += 1
        rest = number
        for i in range(count - 1, -1, -1):  # the digits of the number, then the arrangement
            digits[i] = rest % cython.cast(cython.uint, count - i)
            rest //= cython.cast(cython.uint, count - i)
            cells[i] = digits[i]
        for i in range(count - 2, -1, -1):
            for j in range(i + 1, count):
                cells[j] += cells[j] >= cells[i]
        gap = 0
        while cells[gap] != gap_tile:
            gap += 1
        for direction in range(4):
            cell = beside(gap, direction, rows, columns)
            if cell == gap:
                continue
            tile = cells[cell]
            cells[gap] = tile
            cells[cell] = gap_tile
            low = min(gap, cell)
            high = max(gap, cell)
            after = number + (_smaller(cells, low) - digits[low]) * units[low]
            after += (_smaller(cells, high) - digits[high]) * units[high]
            for i in range(low + 1, high):  # only the entries at low and high have changed
                after += (cells[high] < cells[i]) * units[i]
                after -= (cells[low] < cells[i]) * units[i]
            if table[after] == UNKNOWN:
                table[after] = table[number] + 1
                queue[last] = after
                last += 1
            cells[cell] = tile
            cells[gap] = gap_tile


def descend_to_goal(
    rows: cython.Py_ssize_t,
    columns: cython.Py_ssize_t,
    gap: cython.Py_ssize_t,
    table: cython.const[cython.uchar][::1],
    cells: cython.longlong[::1],
    directions: cython.schar[::1],
) -> None:
    """Write the moves to the goal into int8[moves].

    Args:
        rows: rows.
        columns: columns.
        gap: the gap's cell in the goal.
        table: filled by ``build_rest_table``.
        cells: int64[rows * columns], the arrangement; afterwards the goal.
        directions: output, the moves as directions of the gap.
    """
    place: cython.Py_ssize_t = 0
    cython.declare(cell=cython.Py_ssize_t, i=cython.Py_ssize_t, direction=cython.Py_ssize_t)
    while cells[place] != gap:
        place += 1
    for i in range(directions.shape[0]):
        for direction in range(4):
            cell = beside(place, direction, rows, columns)
            if cell == place:
                continue
            cells[place] = cells[cell]
            cells[cell] = gap
            if table[_rank(cells)] == directions.shape[0] - 1 - i:
                directions[i] = direction
                place = cell
                break
            cells[cell] = cells[place]
            cells[place] = gap
