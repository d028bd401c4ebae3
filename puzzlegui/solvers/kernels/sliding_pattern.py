"""Pattern databases of sliding boards: how many moves a group of tiles needs to its cells.

Only the moves of the group count, so that the numbers of disjoint groups may be added (Korf and
Felner 2002). Where the gap may be without a move of the group is one region of the cells that the
group leaves free; a breadth-first search runs over pairs of pattern and region, and a pattern's
entry is the least over its regions.

A pattern is numbered value by value: the cells of a value's tiles are a subset of those that
earlier values leave free, numbered in the combinatorial number system. With distinct tiles that
is the lexicographic rank.
"""

from __future__ import annotations

import numpy as np
from numba import njit

UNKNOWN = 255
_POLL = 1 << 12


@njit(nogil=True, cache=True)
def _popcount(bits):  # type: ignore[no-untyped-def]
    """How many of 32 bits are set."""
    bits -= (bits >> 1) & 0x55555555
    bits = (bits & 0x33333333) + ((bits >> 2) & 0x33333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F
    return ((bits * 0x01010101) & 0xFFFFFFFF) >> 24


@njit(nogil=True, cache=True)
def rank(places, first, radix, binomial):  # type: ignore[no-untyped-def]
    """The number of a pattern.

    Args:
        places: int64[k], the cell of each tile; ascending among tiles of one value.
        first: int64[k], for each tile the first tile of its value.
        radix: int64[k], for each tile in how many ways the tiles of its value can lie.
        binomial: int64[cells + 1, cells + 1].
    """
    k = places.shape[0]
    result = 0
    taken = 0
    mask = 0
    part = 0
    for i in range(k):
        if first[i] == i:
            taken = mask
            part = 0
        place = places[i]
        part += binomial[place - _popcount(taken & ((1 << place) - 1)), i - first[i] + 1]
        mask |= 1 << place
        if i + 1 == k or first[i + 1] == i + 1:
            result = result * radix[i] + part
    return result


@njit(nogil=True, cache=True)
def unrank(number, first, radix, binomial, places):  # type: ignore[no-untyped-def]
    """Write the pattern of that number into ``places``; see ``rank``."""
    k = places.shape[0]
    i = k - 1
    while i >= 0:  # each value's part, left in the place of its first tile
        begin = first[i]
        places[begin] = number % radix[i]
        number //= radix[i]
        i = begin - 1
    mask = 0
    i = 0
    while i < k:
        stop = i + 1
        while stop < k and first[stop] == i:
            stop += 1
        part = places[i]
        for j in range(stop - 1, i - 1, -1):
            free = part if j == i else j - i
            while binomial[free + 1, j - i + 1] <= part:
                free += 1
            part -= binomial[free, j - i + 1]
            places[j] = free
        taken = mask
        for j in range(i, stop):  # from the free cells to the cells
            cell = -1
            left = places[j] + 1
            while left:
                cell += 1
                left -= 1 - ((taken >> cell) & 1)
            places[j] = cell
            mask |= 1 << cell
        i = stop


@njit(nogil=True, cache=True)
def _step(places, i, here, to, weights):  # type: ignore[no-untyped-def]
    """How the rank of a pattern of distinct tiles changes when tile ``i`` goes to a free cell."""
    if to > here:
        change = weights[i]
        low, high, sign = here, to, 1
    else:
        change = -weights[i]
        low, high, sign = to, here, -1
    if high - low == 1:
        return change
    change *= high - low
    for j in range(places.shape[0]):
        if low < places[j] < high:  # the number of earlier tiles below changes by one
            change -= sign * (weights[i] if j < i else -weights[j])
    return change


@njit(nogil=True, cache=True)
def _resort(places, first, i, to):  # type: ignore[no-untyped-def]
    """Put tile ``i`` on another cell, in order among those of its value; its new number."""
    places[i] = to
    at = i
    while at > first[at] and places[at - 1] > to:
        places[at] = places[at - 1]
        at -= 1
    while at + 1 < places.shape[0] and first[at + 1] == first[at] and places[at + 1] < to:
        places[at] = places[at + 1]
        at += 1
    places[at] = to
    return at


@njit(nogil=True, cache=True)
def _resort_back(places, i, at, here):  # type: ignore[no-untyped-def]
    """Undo ``_resort``."""
    while at > i:
        places[at] = places[at - 1]
        at -= 1
    while at < i:
        places[at] = places[at + 1]
        at += 1
    places[i] = here


@njit(nogil=True, cache=True)
def _unrank_distinct(number, radix, places):  # type: ignore[no-untyped-def]
    """As ``unrank``, where no two tiles are equal."""
    for i in range(places.shape[0] - 1, -1, -1):
        rest = number // radix[i]
        place = number - rest * radix[i]
        number = rest
        places[i] = place
        for j in range(i + 1, places.shape[0]):
            places[j] += places[j] >= place


@njit(nogil=True, cache=True)
def build(table, fresh, seen, homes, gap, first, radix, binomial, neighbours, columns, ctl):  # type: ignore[no-untyped-def]
    """Fill a pattern database.

    Args:
        table: uint8[patterns], filled with UNKNOWN.
        fresh: uint16 or uint32[patterns], zeros; a bit for each cell of the gap to go on from.
        seen: like ``fresh``; a bit for each cell of the regions gone on from.
        homes: int64[k], the goal of the tiles; see ``rank``.
        gap: the gap's goal.
        first: see ``rank``.
        radix: see ``rank``.
        binomial: see ``rank``.
        neighbours: int64[cells, 4], -1 where there is none.
        columns: of the board.
        ctl: the shared array.

    Returns:
        1, or -1 if stopped.
    """
    size, k, n = table.shape[0], homes.shape[0], neighbours.shape[0]
    places = np.empty(k, np.int64)
    distinct = True
    weights = np.ones(k, np.int64)
    for i in range(k - 1, 0, -1):
        distinct &= first[i] == i
        weights[i - 1] = weights[i] * radix[i]
    board = np.int64((1 << n) - 1)
    left = 0  # the first column
    chequered = 0  # a tile's move changes the parity of the tiles on these cells
    for cell in range(n):
        if cell % columns == 0:
            left |= 1 << cell
        if (cell // columns + cell % columns) & 1:
            chequered |= 1 << cell
    right = left << (columns - 1)
    parity = 0
    for i in range(k):
        parity ^= (chequered >> homes[i]) & 1
    begin = rank(homes, first, radix, binomial)
    fresh[begin] |= 1 << gap
    level = 0
    waiting = 1
    while waiting:
        waiting = 0
        for number in range(size):
            if number & (_POLL - 1) == 0:
                ctl[5] = level
                if ctl[0] != 0:
                    return -1
            if fresh[number] == 0:
                continue
            if distinct:
                _unrank_distinct(number, radix, places)
            else:
                unrank(number, first, radix, binomial, places)
            occupied = 0
            for i in range(k):
                occupied |= 1 << places[i]
            free = board & ~occupied
            if (_popcount(occupied & chequered) ^ parity ^ level) & 1:
                continue  # met on this level; its turn comes on the next
            todo = np.int64(fresh[number]) & ~np.int64(seen[number])
            fresh[number] = 0
            if todo and table[number] == UNKNOWN:
                table[number] = level
            while todo:
                region = todo & -todo
                grown = np.int64(0)
                while grown != region:
                    grown = region
                    region |= ((grown & ~right) << 1) | ((grown & ~left) >> 1)
                    region |= (grown << columns) | (grown >> columns)
                    region &= free
                seen[number] |= region
                todo &= ~region
                for i in range(k):
                    here = places[i]
                    for d in range(4):
                        to = neighbours[here, d]
                        if to < 0 or not (region >> to) & 1:
                            continue
                        if distinct:
                            after = number + _step(places, i, here, to, weights)
                        else:
                            at = _resort(places, first, i, to)
                            after = rank(places, first, radix, binomial)
                            _resort_back(places, i, at, here)
                        if not (seen[after] >> here) & 1:
                            fresh[after] |= 1 << here
                            waiting = 1
        level += 1
    return 1


@njit(nogil=True, cache=True)
def spread(table, out, weights, radix, ctl):  # type: ignore[no-untyped-def]
    """Copy a database of distinct tiles to where no rank is needed to look it up.

    Args:
        table: uint8[patterns].
        out: uint8[cells ** k], indexed by the sum of cell × weight.
        weights: int64[k].
        radix: see ``rank``.
        ctl: the shared array.

    Returns:
        1, or -1 if stopped.
    """
    k = weights.shape[0]
    last = radix[k - 1]
    places = np.empty(k, np.int64)
    for block in range(table.shape[0] // last):
        if block & (_POLL - 1) == 0:
            ctl[5] = block
            if ctl[0] != 0:
                return -1
        number = block * last
        _unrank_distinct(number, radix, places)
        index = 0
        mask = 0
        for i in range(k - 1):
            index += places[i] * weights[i]
            mask |= 1 << places[i]
        cell = 0
        for i in range(last):  # the last tile goes through the cells that are left
            while (mask >> cell) & 1:
                cell += 1
            out[index + cell * weights[k - 1]] = table[number + i]
            cell += 1
    return 1


def warm_up() -> None:
    """Call every entry point on a 2×2 board."""
    neighbours = np.array([[-1, -1, 1, 2], [-1, 0, -1, 3], [0, -1, 3, -1], [1, 2, -1, -1]])
    binomial = np.array([[1, i, i * (i - 1) // 2, 0, 0, 0] for i in range(6)])
    homes, first, radix = np.array([1]), np.array([0]), np.array([4])
    ctl = np.zeros(8, np.int64)
    for kind in (np.uint16, np.uint32):
        table = np.full(4, UNKNOWN, np.uint8)
        fresh, seen = np.zeros(4, kind), np.zeros(4, kind)
        build(table, fresh, seen, homes, 3, first, radix, binomial, neighbours, 2, ctl)
    places = np.empty(1, np.int64)
    unrank(rank(homes, first, radix, binomial), first, radix, binomial, places)
    spread(table, np.zeros(4, np.uint8), np.ones(1, np.int64), radix, ctl)
