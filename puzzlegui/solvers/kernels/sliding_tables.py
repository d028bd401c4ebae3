"""How far it is on small boards with a gap: tables of all places of two tiles, or of all tiles."""

from __future__ import annotations

import numpy as np
from numba import njit


@njit(nogil=True, cache=True)
def _beside(cell, way, high, wide):  # type: ignore[no-untyped-def]
    """The cell next to one of a window, itself where there is none."""
    if way == 0:
        return cell - wide if cell >= wide else cell
    if way == 1:
        return cell - 1 if cell % wide else cell
    if way == 2:
        return cell + 1 if cell % wide < wide - 1 else cell
    return cell + wide if cell < (high - 1) * wide else cell


@njit(nogil=True, cache=True)
def fill_table(high, wide, one, other, free, table, queue):  # type: ignore[no-untyped-def]
    """How many moves it takes to bring two tiles to two cells of a window, by breadth-first search.

    Places that cannot be (two in one cell) or lead nowhere get what their neighbours suggest.

    Args:
        high: rows of the window.
        wide: its columns.
        one: a cell of the window, counted row by row, for the one tile, …
        other: … and for the other; the same for a single tile.
        free: uint8[high * wide], 0 for cells closed to the gap.
        table: uint8[(high * wide) ** 3], by places of the tiles and the gap.
        queue: int32[(high * wide) ** 3], scratch.
    """
    cells = high * wide
    table[:] = 255
    first = last = 0
    for gap in range(cells):
        if free[gap] and one != gap != other:
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
        for way in range(4):
            cell = _beside(gap, way, high, wide)
            if cell == gap or not free[cell]:
                continue
            a, b = gap if cell == x else x, gap if cell == y else y
            after = (a * cells + b) * cells + cell
            if table[after] == 255:
                table[after] = min(table[number] + 1, 250)
                queue[last] = after
                last += 1
    first = 0
    while first < last:
        number = queue[first]
        first += 1
        for unit in (1, cells, cells * cells):
            place = number // unit % cells
            for way in range(4):
                after = number + (_beside(place, way, high, wide) - place) * unit
                if table[after] == 255:
                    table[after] = min(table[number] + 2, 250)
                    queue[last] = after
                    last += 1


@njit(nogil=True, cache=True)
def rank(cells):  # type: ignore[no-untyped-def]
    """The place of an arrangement of 0, 1, 2, … among all in lexicographic order."""
    number = 0
    count = cells.shape[0]
    for i in range(count):
        number *= count - i
        for j in range(i + 1, count):
            number += cells[j] < cells[i]
    return number


@njit(nogil=True, cache=True)
def fill_rest(high, wide, hole, table, queue):  # type: ignore[no-untyped-def]
    """How many moves each arrangement of a small board is from the goal, by breadth-first search.

    Args:
        high: rows.
        wide: columns.
        hole: the gap's cell in the goal, in which every tile is in the cell of its number.
        table: uint8[(high * wide)!], the answer by ``rank``, 255 where there is no way.
        queue: int32[table's size], scratch.
    """
    count = high * wide
    cells = np.arange(count)
    table[:] = 255
    table[0] = 0
    queue[0] = 0
    first, last = 0, 1
    while first < last:
        number = np.int64(queue[first])
        first += 1
        rest = number
        for i in range(count - 1, -1, -1):  # the digits of the number, then the arrangement
            cells[i] = rest % (count - i)
            rest //= count - i
        for i in range(count - 2, -1, -1):
            for j in range(i + 1, count):
                cells[j] += cells[j] >= cells[i]
        gap = 0
        while cells[gap] != hole:
            gap += 1
        for way in range(4):
            cell = _beside(gap, way, high, wide)
            if cell == gap:
                continue
            cells[gap], cells[cell] = cells[cell], hole
            after = rank(cells)
            if table[after] == 255:
                table[after] = table[number] + 1
                queue[last] = after
                last += 1
            cells[cell], cells[gap] = cells[gap], hole


@njit(nogil=True, cache=True)
def follow(high, wide, hole, table, cells, ways):  # type: ignore[no-untyped-def]
    """Put the ways to the goal into int8[…] ``ways``, which has just room for them.

    Args:
        high: rows.
        wide: columns.
        hole: the gap's cell in the goal.
        table: of ``fill_rest``.
        cells: int64[high * wide], the arrangement to begin with; the goal's afterwards.
        ways: the answer.
    """
    gap = 0
    while cells[gap] != hole:
        gap += 1
    for i in range(ways.shape[0]):
        for way in range(4):
            cell = _beside(gap, way, high, wide)
            if cell == gap:
                continue
            cells[gap], cells[cell] = cells[cell], hole
            if table[rank(cells)] == ways.shape[0] - 1 - i:
                ways[i] = way
                gap = cell
                break
            cells[cell], cells[gap] = cells[gap], hole


def warm_up() -> None:
    """Call every entry point on a 2×2 board."""
    table, queue = np.zeros(64, np.uint8), np.zeros(64, np.int32)
    fill_table(2, 2, 0, 1, np.ones(4, np.uint8), table, queue)
    table = np.zeros(24, np.uint8)
    fill_rest(2, 2, 3, table, queue)
    rank(np.arange(4))
    follow(2, 2, 3, table, np.array([0, 1, 3, 2]), np.zeros(1, np.int8))
