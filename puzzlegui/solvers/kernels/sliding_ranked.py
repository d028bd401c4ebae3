"""Iterative deepening on sliding boards, bounded by databases that are looked up by rank.

As ``sliding_ida``, for what cannot be looked up by place alone: databases too large to leave room
for tiles on the same cell, and tiles of equal value, whose patterns are sets of cells.

Every tile has a slot; the tiles of one database have slots in a row, and in it those of one value,
which stand in the order of their cells. See ``sliding_pattern.rank`` for the numbers.
"""

from __future__ import annotations

import numpy as np
from numba import njit

_POLL = 1 << 12


@njit(nogil=True, cache=True)
def _popcount(bits):  # type: ignore[no-untyped-def]
    """How many of 32 bits are set."""
    bits -= (bits >> 1) & 0x55555555
    bits = (bits & 0x33333333) + ((bits >> 2) & 0x33333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F
    return ((bits * 0x01010101) & 0xFFFFFFFF) >> 24


@njit(nogil=True, cache=True)
def _rank(places, begin, stop, first, radix, binomial):  # type: ignore[no-untyped-def]
    """The number of the pattern in slots ``begin`` to ``stop``."""
    result = 0
    taken = 0
    mask = 0
    part = 0
    for i in range(begin, stop):
        if first[i] == i:
            taken = mask
            part = 0
        place = places[i]
        part += binomial[place - _popcount(taken & ((1 << place) - 1)), i - first[i] + 1]
        mask |= 1 << place
        if i + 1 == stop or first[i + 1] == i + 1:
            result = result * radix[i] + part
    return result


@njit(nogil=True, cache=True)
def _step(places, begin, stop, slot, to, weights):  # type: ignore[no-untyped-def]
    """How the number of a pattern of distinct tiles changes when one goes to a free cell."""
    here = places[slot]
    low, high = min(here, to), max(here, to)
    change = (to - here) * weights[slot]
    if high - low > 1:
        sign = 1 if to > here else -1
        for i in range(begin, stop):
            if low < places[i] < high:
                change -= sign * (weights[slot] if i < slot else -weights[i])
    return change


@njit(nogil=True, cache=True)
def _shift(places, slots, first, slot, to):  # type: ignore[no-untyped-def]
    """Put the tile of a slot on a free cell, in order among those of its value."""
    value = first[slot]
    while slot > value and places[slot - 1] > to:
        places[slot] = places[slot - 1]
        slots[places[slot]] = slot
        slot -= 1
    while slot + 1 < places.shape[0] and first[slot + 1] == value and places[slot + 1] < to:
        places[slot] = places[slot + 1]
        slots[places[slot]] = slot
        slot += 1
    places[slot] = to
    slots[to] = slot


@njit(nogil=True, cache=True)
def search(  # type: ignore[no-untyped-def]
    places, slots, gap, made, length, neighbours, automaton, state, tables, starts, begins, groups,
    first, radix, weights, binomial, images, path, out, every, ctl,
):  # fmt: skip
    """Depth-first search for solutions of exactly ``length`` moves, if there are none shorter.

    Args:
        places: int64[views, tiles], as each view has it, the cell of each slot; see above. Left as
            it was unless stopped.
        slots: int64[views, n], the slot of the tile on each cell. Like ``places``.
        gap: where the gap is.
        made: how many moves of ``path`` have been made.
        length: moves of the solutions wanted.
        neighbours: int64[n, 4], the cell in each way of the gap, -1 where there is none.
        automaton: int32[states, 4], the state after each way, -1 where it is not to be tried.
        state: of the automaton after the moves made.
        tables: uint8[…], all databases.
        starts: int64[g], where each begins.
        begins: int64[g + 1], the first slot of each, and the number of tiles.
        groups: int64[tiles], the database of each slot.
        first: int64[tiles], the first slot of the same value.
        radix: int64[tiles], in how many ways the tiles of its value can lie.
        weights: int64[tiles], for a database of distinct tiles what each digit counts; else 0.
        binomial: int64[n + 2, n + 2].
        images: int64[views, n], where each view has each cell.
        path: int64[≥ length], the ways of the gap so far; those to come are written to it.
        out: int8[most, ≥ length], for the solutions.
        every: find all, not only the first.
        ctl: the shared array; states are added to it.

    Returns:
        How many solutions there are, or -1 if stopped.
    """
    g, views = starts.shape[0], images.shape[0]
    index = np.zeros((views, g), np.int64)
    after_index = np.zeros(views, np.int64)
    bound = np.zeros((length + 1, views), np.int64)
    before = np.zeros((length + 1, views), np.int64)
    gaps = np.zeros(length + 1, np.int64)
    states = np.zeros(length + 1, np.int64)
    trial = np.full(length + 1, -1, np.int64)
    for view in range(views):
        for i in range(g):
            index[view, i] = starts[i] + _rank(
                places[view], begins[i], begins[i + 1], first, radix, binomial
            )
            bound[made, view] += tables[index[view, i]]
        if bound[made, view] > length - made:
            return 0
    gaps[made] = gap
    states[made] = state
    depth = made
    entered = 1
    found = 0
    while True:
        way = 4
        if depth == length:
            if found < out.shape[0]:
                for i in range(length):
                    out[found, i] = path[i]
            found += 1
        elif found == 0 or every:
            trial[depth] += 1
            way = trial[depth]
        if way == 4:
            if depth == made:
                break
            depth -= 1
            hole, to = gaps[depth], gaps[depth + 1]
            for view in range(views):
                slot = slots[view, images[view, hole]]
                _shift(places[view], slots[view], first, slot, images[view, to])
                index[view, groups[slot]] = before[depth, view]
            continue
        after = automaton[states[depth], way]
        if after < 0:
            continue
        hole = gaps[depth]
        to = neighbours[hole, way]
        if to < 0:
            continue
        left = length - depth - 1
        fits = True
        for view in range(views):
            slot = slots[view, images[view, to]]
            i = groups[slot]
            target = images[view, hole]
            if weights[slot]:
                at = index[view, i] + _step(
                    places[view], begins[i], begins[i + 1], slot, target, weights
                )
            else:
                _shift(places[view], slots[view], first, slot, target)
                at = starts[i] + _rank(
                    places[view], begins[i], begins[i + 1], first, radix, binomial
                )
                moved = slots[view, target]
                _shift(places[view], slots[view], first, moved, images[view, to])
            total = bound[depth, view] - tables[index[view, i]] + tables[at]
            if total > left:
                fits = False
                break
            after_index[view] = at
            bound[depth + 1, view] = total
        if not fits:
            continue
        for view in range(views):
            slot = slots[view, images[view, to]]
            before[depth, view] = index[view, groups[slot]]
            index[view, groups[slot]] = after_index[view]
            _shift(places[view], slots[view], first, slot, images[view, hole])
        path[depth] = way
        depth += 1
        gaps[depth] = to
        states[depth] = after
        trial[depth] = -1
        entered += 1
        if entered == _POLL:
            ctl[1] += entered
            ctl[2] = length
            entered = 0
            if ctl[0] != 0 or ctl[1] > ctl[4]:
                return -1
    ctl[1] += entered
    return found


def warm_up() -> None:
    """Call the entry point on a 2×2 board."""
    neighbours = np.array([[-1, -1, 1, 2], [-1, 0, -1, 3], [0, -1, 3, -1], [1, 2, -1, -1]])
    binomial = np.array([[1, i, i * (i - 1) // 2, 0, 0, 0] for i in range(6)])
    tiles, cells, none = np.arange(3), np.arange(4), np.zeros(3, np.int64)
    ctl = np.zeros(8, np.int64)
    ctl[4] = 1 << 62
    for weights in (np.ones(3, np.int64), none):
        search(
            tiles.reshape(1, 3).copy(), cells.reshape(1, 4).copy(), 3, 0, 2, neighbours,
            np.zeros((1, 4), np.int32), 0, np.zeros(64, np.uint8), none[:1], np.array([0, 3]),
            none, tiles, 4 - tiles, weights, binomial, cells.reshape(1, 4),
            np.zeros(4, np.int64), np.zeros((1, 4), np.int8), False, ctl,
        )  # fmt: skip
