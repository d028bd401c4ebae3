"""Exact distances on small sliding boards: of two tiles and the gap, or of all tiles."""

from __future__ import annotations

import cython

UNKNOWN = 255
"""Entry in tables of moves if the goal is unreachable."""
UP = 0
LEFT = 1
RIGHT = 2
DOWN = 3
"""Directions of the gap; 3 - d is the opposite of d."""


@cython.inline
def beside(
    cell: cython.Py_ssize_t,
    direction: cython.Py_ssize_t,
    rows: cython.Py_ssize_t,
    columns: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Return the neighbour of a cell in a direction, the cell itself where there is none."""
    if direction == UP:
        return cell - columns if cell >= columns else cell
    if direction == LEFT:
        return cell - 1 if cell % columns else cell
    if direction == RIGHT:
        return cell + 1 if cell % columns < columns - 1 else cell
    return cell + columns if cell < (rows - 1) * columns else cell


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
    cells: cython.Py_ssize_t = rows * columns
    first: cython.Py_ssize_t = 0
    last: cython.Py_ssize_t = 0
    with cython.nogil:
        for i in range(table.shape[0]):
            table[i] = UNKNOWN
        for gap in range(cells):
            if free[gap] != 0 and gap not in (one, other):
                number: cython.Py_ssize_t = (one * cells + other) * cells + gap
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
                after: cython.Py_ssize_t = (a * cells + b) * cells + cell
                if table[after] == UNKNOWN:
                    table[after] = min(cython.cast(cython.int, table[number]) + 1, 250)
                    queue[last] = after
                    last += 1
        first = 0
        while first < last:
            number = queue[first]
            first += 1
            unit: cython.Py_ssize_t = 1
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


@cython.inline
def _rank(cells: cython.longlong[::1]) -> cython.Py_ssize_t:
    number: cython.Py_ssize_t = 0
    count: cython.Py_ssize_t = cells.shape[0]
    for i in range(count):
        number *= count - i
        for j in range(i + 1, count):
            number += cells[j] < cells[i]
    return number


@cython.inline
def _smaller(cells: cython.longlong[::1], i: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the number of later entries of a permutation smaller than entry ``i``."""
    number: cython.Py_ssize_t = 0
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
    cells = scratch[0]
    digits = scratch[1]
    units = scratch[2]
    count: cython.Py_ssize_t = rows * columns
    first: cython.Py_ssize_t = 0
    last: cython.Py_ssize_t = 1
    with cython.nogil:
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
            rest: cython.uint = number
            for i in range(count - 1, -1, -1):  # the digits of the number, then the arrangement
                digits[i] = rest % cython.cast(cython.uint, count - i)
                rest //= cython.cast(cython.uint, count - i)
                cells[i] = digits[i]
            for i in range(count - 2, -1, -1):
                for j in range(i + 1, count):
                    cells[j] += cells[j] >= cells[i]
            place: cython.Py_ssize_t = 0
            while cells[place] != gap:
                place += 1
            for direction in range(4):
                cell = beside(place, direction, rows, columns)
                if cell == place:
                    continue
                tile = cells[cell]
                cells[place] = tile
                cells[cell] = gap
                low = min(place, cell)
                high = max(place, cell)
                after: cython.Py_ssize_t = (
                    number + (_smaller(cells, low) - digits[low]) * units[low]
                )
                after += (_smaller(cells, high) - digits[high]) * units[high]
                for i in range(low + 1, high):  # only the entries at low and high have changed
                    after += (cells[high] < cells[i]) * units[i]
                    after -= (cells[low] < cells[i]) * units[i]
                if table[after] == UNKNOWN:
                    table[after] = table[number] + 1
                    queue[last] = after
                    last += 1
                cells[cell] = tile
                cells[place] = gap


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
