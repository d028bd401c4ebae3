"""Depth-first search for paths in a maze whose length and sum lie in a window.

A path leads from the start to the target and steps on no cell twice. Its *remainder* at some cell
is what the cells between that one and the target must still add up to. Branches are cut

* by a table of *walks*, which may step on cells again: whether one of so many jumps has the
  remainder (a relaxation that dynamic programming solves exactly);
* by the cells that lie on some walk through cells not yet stepped on from here to the target:
  whether there are any, enough for the length, and with numbers for the remainder.

Cells are numbered; those that a cell leads to, and those that lead to it, stand in one array after
the other, with an array of where each cell's begin (compressed sparse rows).
"""

from __future__ import annotations

import numpy as np
from numba import njit

_POLL = 1 << 10


@njit(nogil=True, cache=True)
def extend(table, level, onward, onwards, target, weights, together):  # type: ignore[no-untyped-def]
    """Find the remainders of all walks of ``level`` jumps from those of one jump fewer.

    Args:
        table: uint64[levels, cells, words], a bit for each remainder that some walk of so many
            jumps to the target has, counted from the lowest.
        level: 1 or more; filled in.
        onward: int64[cells + 1], where each cell's begin in ``onwards``.
        onwards: int64[…], the cells that each leads to.
        target: where walks end, and which they do not pass.
        weights: int64[cells + 1], the numbers on the cells, then the lowest remainder.
        together: let a level hold the walks of fewer jumps, too.

    Returns:
        Whether a bit is set that the level before did not have.
    """
    n, words = table.shape[1], table.shape[2]
    lowest = weights[n]
    new = False
    for cell in range(n):
        if cell == target:
            continue
        if together and level > 1:
            for word in range(words):
                table[level, cell, word] |= table[level - 1, cell, word]
        for i in range(onward[cell], onward[cell + 1]):
            after = onwards[i]
            if after == target:
                if level == 1 or together:
                    table[level, cell, -lowest >> 6] |= np.uint64(1) << np.uint64(-lowest & 63)
                continue
            if level == 1:
                continue
            shift = weights[after]
            far, bits = shift >> 6, shift & 63
            for word in range(words):
                source = word - far
                value = np.uint64(0)
                if 0 <= source < words:
                    value = table[level - 1, after, source] << np.uint64(bits)
                if bits and 0 <= source - 1 < words:
                    value |= table[level - 1, after, source - 1] >> np.uint64(64 - bits)
                table[level, cell, word] |= value
        for word in range(words):
            if level == 1 or table[level, cell, word] & ~table[level - 1, cell, word]:
                new = True
    return new


@njit(nogil=True, cache=True)
def search(  # type: ignore[no-untyped-def]
    table, onward, onwards, backward, backwards, target, weights, kinds, values, low, high,
    state, path, trial, stepped, marks, queue, counts, ctl,
):  # fmt: skip
    """Go on to the next path of ``low`` to ``high`` jumps with the wanted sum.

    Args:
        table: see ``extend``; all bits of level 0 are set, and it stands for levels beyond.
        onward: see ``extend``.
        onwards: see ``extend``.
        backward: int64[cells + 1], where each cell's begin in ``backwards``.
        backwards: int64[…], the cells that lead to each.
        target: where paths end.
        weights: see ``extend``.
        kinds: int64[cells], which of ``values`` stands on each cell.
        values: int64[k], the different numbers, ascending.
        low: the fewest jumps.
        high: the most.
        state: int64[2], jumps made and remainder; as the last call left it, 0 and what the
            cells between start and target must add up to before the first.
        path: int64[cells + 1], the cells stepped on, the start first.
        trial: int64[cells + 1], for each which way was tried last; the first is where that cell's
            begin in ``onwards``, less one, before the first call.
        stepped: uint8[cells], 1 for the cells of the path; the start before the first call.
        marks: int64[cells], 0 before the first call.
        queue: int64[cells], scratch.
        counts: int64[k], scratch.
        ctl: the shared array; states are added to it.

    Returns:
        The jumps of the path found, which is in ``path``; 0 if there is none left, -1 if stopped.
    """
    n = weights.shape[0] - 1
    lowest, width = weights[n], 64 * table.shape[2]
    mark = marks.max()
    made, remainder = state[0], state[1]
    states = 0
    while True:
        here = path[made]
        trial[made] += 1
        if trial[made] == onward[here + 1]:
            if made == 0:
                ctl[1] += states
                return 0
            stepped[here] = 0
            remainder += weights[here]
            made -= 1
            continue
        cell = onwards[trial[made]]
        if stepped[cell] or made >= high:
            continue
        states += 1
        if states == _POLL:
            ctl[1] += states
            ctl[2] = made
            states = 0
            if ctl[0] != 0 or ctl[1] > ctl[4]:
                trial[made] -= 1  # to be tried when the search goes on
                state[0], state[1] = made, remainder
                return -1
        if cell == target:
            if remainder == 0 and made + 1 >= low:
                path[made + 1] = cell
                state[0], state[1] = made, remainder
                ctl[1] += states
                return made + 1
            continue
        rest = remainder - weights[cell]
        most, least = high - made - 1, max(1, low - made - 1)
        bit = rest - lowest
        if most < 1 or bit < 0 or bit >= width:
            continue
        level = most if most < table.shape[0] else 0
        if not table[level, cell, bit >> 6] >> np.uint64(bit & 63) & np.uint64(1):
            continue
        if most > 2:
            # Back from the target, then forth from here among the cells reached.
            mark += 2
            stepped[cell] = 1
            queue[0] = target
            filled, taken = 1, 0
            while taken < filled:
                back = queue[taken]
                taken += 1
                for i in range(backward[back], backward[back + 1]):
                    before = backwards[i]
                    if marks[before] < mark - 1 and (not stepped[before] or before == cell):
                        marks[before] = mark - 1
                        queue[filled] = before
                        filled += 1
            stepped[cell] = 0
            if marks[cell] != mark - 1:
                continue
            marks[cell] = mark
            for kind in range(values.shape[0]):
                counts[kind] = 0
            queue[0] = cell
            filled, taken = 1, 0
            while taken < filled:
                forth = queue[taken]
                taken += 1
                for i in range(onward[forth], onward[forth + 1]):
                    after = onwards[i]
                    if marks[after] == mark - 1 and after != target:
                        marks[after] = mark
                        counts[kinds[after]] += 1
                        queue[filled] = after
                        filled += 1
            if filled < least:
                continue
            # The largest and the smallest sum of least - 1 to most - 1 of these numbers.
            largest, smallest = 0, 0
            taken = 0
            for kind in range(values.shape[0] - 1, -1, -1):
                take = min(counts[kind], (most if values[kind] > 0 else least) - 1 - taken)
                if take > 0:
                    largest += take * values[kind]
                    taken += take
            taken = 0
            for kind in range(values.shape[0]):
                take = min(counts[kind], (most if values[kind] < 0 else least) - 1 - taken)
                if take > 0:
                    smallest += take * values[kind]
                    taken += take
            if rest > largest or rest < smallest:
                continue
        made += 1
        path[made] = cell
        trial[made] = onward[cell] - 1
        stepped[cell] = 1
        remainder = rest


def warm_up() -> None:
    """Call every entry point on two cells that lead to each other."""
    table = np.zeros((2, 2, 1), np.uint64)
    ends, cells = np.array([0, 1, 2]), np.array([1, 0])
    weights = np.array([1, 1, 0])
    extend(table, 1, ends, cells, 1, weights, False)
    ctl = np.zeros(8, np.int64)
    ctl[4] = 1 << 62
    none = np.zeros(3, np.int64)
    search(
        table, ends, cells, ends, cells, 1, weights, none[:2], np.ones(1, np.int64), 1, 1,
        np.zeros(2, np.int64), none.copy(), none - 1, np.array([1, 0], np.uint8), none[:2].copy(),
        none.copy(), none.copy(), ctl,
    )  # fmt: skip
