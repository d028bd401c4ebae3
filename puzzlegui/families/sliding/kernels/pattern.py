"""Additive pattern databases of sliding boards (Korf and Felner 2002; Felner, Korf, Hanan 2004).

An entry is the number of moves that a group of tiles needs to reach its cells, counting only moves
of the group, so that the entries of disjoint groups may be added. The cells that the gap can reach
without a move of the group form a region; a breadth-first search runs over pairs of pattern and
region, and the entry of a pattern is the least over its regions.

A pattern, the cells of the group, is ranked value by value: the cells of a value's tiles are a
subset of the cells left free by earlier values, ranked in the combinatorial number system (Lehmer
1964). With distinct tiles this is the lexicographic rank. The tiles of a database have consecutive
slots, and so have the tiles of each value, in the order of their cells.
"""

from __future__ import annotations

from dataclasses import dataclass

import cython

from puzzlegui.kernels.primitives import poll, popcount

UNKNOWN = 255
"""Entry of a pattern not reached."""

_Set = cython.fused_type(cython.ushort, cython.uint)


def rank(
    places: cython.longlong[:, ::1],
    first: cython.const[cython.longlong][::1],
    radix: cython.const[cython.longlong][::1],
    binomial: cython.const[cython.longlong][:, ::1],
) -> int:
    """Return the rank of a pattern.

    Args:
        places: int64[1, k], the cell of each tile; ascending among tiles of one value.
        first: int64[k], for each tile the first tile of its value.
        radix: int64[k], for each tile the number of placements of the tiles of its value.
        binomial: int64[cells + 1, cells + 1].
    """
    return rank_slots(places, 0, 0, places.shape[1], first, radix, binomial)


def unrank(
    number: cython.longlong,
    first: cython.const[cython.longlong][::1],
    radix: cython.const[cython.longlong][::1],
    binomial: cython.const[cython.longlong][:, ::1],
    places: cython.longlong[:, ::1],
) -> None:
    """Write the pattern of rank ``number`` into ``places``; see ``rank``."""
    _unrank(number, first, radix, binomial, places)


@cython.inline
def rank_slots(
    places: cython.longlong[:, ::1],
    view: cython.Py_ssize_t,
    begin: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    first: cython.const[cython.longlong][::1],
    radix: cython.const[cython.longlong][::1],
    binomial: cython.const[cython.longlong][:, ::1],
) -> cython.longlong:
    """Return the rank of the pattern in slots ``begin`` to ``stop`` of row ``view``.

    For each slot, ``first`` is the first slot of its value, and ``radix`` the number of placements
    of the tiles of its value.
    """
    result: cython.longlong = 0
    taken: cython.longlong = 0
    mask: cython.longlong = 0
    part: cython.longlong = 0
    one: cython.longlong = 1
    for i in range(begin, stop):
        if first[i] == i:
            taken = mask
            part = 0
        cell = places[view, i]
        part += binomial[cell - popcount(taken & ((one << cell) - 1)), i - first[i] + 1]
        mask |= one << cell
        if i + 1 == stop or first[i + 1] == i + 1:
            result = result * radix[i] + part
    return result


@cython.inline
def rank_change(
    places: cython.longlong[:, ::1],
    view: cython.Py_ssize_t,
    begin: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    slot: cython.Py_ssize_t,
    to: cython.longlong,
    weights: cython.const[cython.longlong][::1],
) -> cython.longlong:
    """Return the change of the rank of a pattern of distinct tiles by the move of a tile.

    For each slot, ``weights`` is the weight of its digit.
    """
    here: cython.longlong = places[view, slot]
    low: cython.longlong = min(here, to)
    high: cython.longlong = max(here, to)
    change: cython.longlong = (to - here) * weights[slot]
    passed: cython.longlong = 0
    own: cython.longlong = weights[slot]
    if high - low > 1:
        # Passing an earlier tile changes the own digit; passing a later tile changes its digit.
        for i in range(begin, slot):
            passed += own * ((low < places[view, i]) & (places[view, i] < high))
        for i in range(slot + 1, stop):
            passed -= weights[i] * ((low < places[view, i]) & (places[view, i] < high))
        change -= passed if to > here else -passed
    return change


@cython.inline
def _unrank(
    number: cython.longlong,
    first: cython.const[cython.longlong][::1],
    radix: cython.const[cython.longlong][::1],
    binomial: cython.const[cython.longlong][:, ::1],
    places: cython.longlong[:, ::1],
) -> cython.void:
    k: cython.Py_ssize_t = places.shape[1]
    i: cython.Py_ssize_t = k - 1
    mask: cython.longlong = 0
    one: cython.longlong = 1
    while i >= 0:  # the rank of each value's cells, kept at its first tile
        j = first[i]
        places[0, j] = number % radix[i]
        number //= radix[i]
        i = j - 1
    i = 0
    while i < k:
        stop: cython.Py_ssize_t = i + 1
        while stop < k and first[stop] == i:
            stop += 1
        part: cython.longlong = places[0, i]
        for j in range(stop - 1, i - 1, -1):
            free: cython.longlong = part if j == i else j - i
            while binomial[free + 1, j - i + 1] <= part:
                free += 1
            part -= binomial[free, j - i + 1]
            places[0, j] = free
        taken = mask
        for j in range(i, stop):  # from the free cells to the cells
            cell: cython.longlong = -1
            left: cython.longlong = places[0, j] + 1
            while left:
                cell += 1
                left -= 1 - ((taken >> cell) & 1)
            places[0, j] = cell
            mask |= one << cell
        i = stop


@cython.inline
def _unrank_distinct(
    number: cython.longlong,
    radix: cython.const[cython.longlong][::1],
    places: cython.longlong[:, ::1],
) -> cython.void:
    """Write the pattern of distinct tiles of rank ``number``; see ``unrank``."""
    k: cython.Py_ssize_t = places.shape[1]
    rest: cython.uint = cython.cast(cython.uint, number)  # division is faster in 32 bits
    for i in range(k - 1, -1, -1):
        base = cython.cast(cython.uint, radix[i])
        cell = rest % base
        rest //= base
        places[0, i] = cell
        for j in range(i + 1, k):
            places[0, j] += places[0, j] >= cell


@cython.inline
def _resort(
    places: cython.longlong[:, ::1],
    first: cython.const[cython.longlong][::1],
    i: cython.Py_ssize_t,
    to: cython.longlong,
) -> cython.Py_ssize_t:
    """Move tile ``i`` to a free cell, keeping its value's tiles sorted; return its new slot."""
    k: cython.Py_ssize_t = places.shape[1]
    value: cython.longlong = first[i]
    while i > value and places[0, i - 1] > to:
        places[0, i] = places[0, i - 1]
        i -= 1
    while i + 1 < k and first[i + 1] == value and places[0, i + 1] < to:
        places[0, i] = places[0, i + 1]
        i += 1
    places[0, i] = to
    return i


@dataclass
class DatabaseBuilder:
    """Builder of a database by breadth-first search.

    Attributes:
        homes: int64[1, k], the goal cells of the tiles; see ``rank``.
        gap: goal cell of the gap.
        first: int64[k]; see ``rank``.
        radix: int64[k]; see ``rank``.
        binomial: see ``rank``.
        neighbours: int64[cells, 4], -1 where there is none.
        columns: of the board.
        scratch: int64[2, k].
    """

    homes: cython.longlong[:, ::1]
    gap: cython.longlong
    first: cython.const[cython.longlong][::1]
    radix: cython.const[cython.longlong][::1]
    binomial: cython.const[cython.longlong][:, ::1]
    neighbours: cython.const[cython.longlong][:, ::1]
    columns: cython.longlong
    scratch: cython.longlong[:, ::1]

    def build(
        self,
        table: cython.uchar[::1],
        frontier: _Set[::1],
        visited: _Set[::1],
        ctl: cython.longlong[::1],
    ) -> int:
        """Fill the database.

        Args:
            table: uint8[patterns], filled with UNKNOWN.
            frontier: uint16 or uint32[patterns], zeros; a bit for each cell of the gap to be
                expanded.
            visited: like ``frontier``; a bit for each cell of the regions already expanded.
            ctl: the shared array.

        Returns:
            1, or -1 if stopped.
        """
        with cython.nogil:
            result = _build(self, table, frontier, visited, ctl)
        return result


def _build(
    builder: DatabaseBuilder,
    table: cython.uchar[::1],
    frontier: _Set[::1],
    visited: _Set[::1],
    ctl: cython.longlong[::1],
) -> cython.int:
    first = builder.first
    radix = builder.radix
    binomial = builder.binomial
    neighbours = builder.neighbours
    places: cython.longlong[:, ::1] = builder.scratch[:1]
    weights = builder.scratch[1]
    columns = builder.columns
    k = radix.shape[0]
    n = neighbours.shape[0]
    one: cython.longlong = 1
    board: cython.longlong = (one << n) - 1
    first_column: cython.longlong = 0
    chequered: cython.longlong = 0  # each move changes the parity of the number of tiles on these
    parity: cython.longlong = 0
    level: cython.longlong = 0
    distinct: cython.bint = True
    waiting: cython.bint = True
    weights[k - 1] = 1
    for i in range(k - 1, 0, -1):
        distinct = distinct and first[i] == i
        weights[i - 1] = weights[i] * radix[i]
    for i in range(n):
        if i % columns == 0:
            first_column |= one << i
        if (i // columns + i % columns) & 1:
            chequered |= one << i
    last_column = first_column << (columns - 1)
    for i in range(k):
        parity ^= (chequered >> builder.homes[0, i]) & 1
    number = rank_slots(builder.homes, 0, 0, k, first, radix, binomial)
    frontier[number] |= one << builder.gap
    while waiting:
        waiting = False
        for number in range(table.shape[0]):
            if number & 0xFFF == 0:
                ctl[5] = level
                if poll(ctl, 0):
                    return -1
            if frontier[number] == 0:
                continue
            if distinct:
                _unrank_distinct(number, radix, places)
            else:
                _unrank(number, first, radix, binomial, places)
            occupied: cython.longlong = 0
            for i in range(k):
                occupied |= one << places[0, i]
            free: cython.longlong = board & ~occupied
            if (popcount(occupied & chequered) ^ parity ^ level) & 1:
                continue  # found at this level, to be expanded at the next
            todo: cython.longlong = cython.cast(cython.longlong, frontier[number]) & ~cython.cast(
                cython.longlong, visited[number]
            )
            frontier[number] = 0
            if todo and table[number] == UNKNOWN:
                table[number] = cython.cast(cython.uchar, level)
            while todo:
                region: cython.longlong = todo & -todo
                grown: cython.longlong = 0
                while grown != region:
                    grown = region
                    region |= ((grown & ~last_column) << 1) | ((grown & ~first_column) >> 1)
                    region |= (grown << columns) | (grown >> columns)
                    region &= free
                visited[number] |= region
                todo &= ~region
                for i in range(k):
                    here = places[0, i]
                    for d in range(4):
                        to = neighbours[here, d]
                        if to < 0 or not (region >> to) & 1:
                            continue
                        if distinct:
                            after: cython.longlong = number + rank_change(
                                places, 0, 0, k, i, to, weights
                            )
                        else:
                            at = _resort(places, first, i, to)
                            after = rank_slots(places, 0, 0, k, first, radix, binomial)
                            _resort(places, first, at, here)
                        if not (cython.cast(cython.longlong, visited[after]) >> here) & 1:
                            frontier[after] |= one << here
                            waiting = True
        level += 1
    return 1


def index_directly(
    table: cython.const[cython.uchar][::1],
    out: cython.uchar[::1],
    weights: cython.const[cython.longlong][::1],
    radix: cython.const[cython.longlong][::1],
    scratch: cython.longlong[:, ::1],
    ctl: cython.longlong[::1],
) -> int:
    """Copy a database of distinct tiles so that it can be indexed directly, without ranks.

    Args:
        table: uint8[patterns].
        out: uint8[cells ** k], indexed by the sum of cell × weight.
        weights: int64[k].
        radix: see ``rank``.
        scratch: int64[1, k].
        ctl: the shared array.

    Returns:
        1, or -1 if stopped.
    """
    k = weights.shape[0]
    last = radix[k - 1]
    step = weights[k - 1]
    one: cython.longlong = 1
    result: cython.int = 1
    with cython.nogil:
        for block in range(table.shape[0] // last):
            if block & 0xFFF == 0:
                ctl[5] = block
                if poll(ctl, 0):
                    result = -1
                    break
            number = block * last
            _unrank_distinct(number, radix, scratch)
            index: cython.Py_ssize_t = 0
            mask: cython.longlong = 0
            for i in range(k - 1):
                index += scratch[0, i] * weights[i]
                mask |= one << scratch[0, i]
            for i in range(last):  # the last tile takes each of the free cells
                while mask & 1:
                    mask >>= 1
                    index += step
                out[index] = table[number + i]
                mask >>= 1
                index += step
    return result
