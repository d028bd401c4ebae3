"""Iterative deepening on sliding boards with distinct tiles, bounded by additive databases.

The board is looked at in one or two ways: as it is, and mirrored by a symmetry that leaves the
gap's goal in its place. Each gives a bound, of which the larger counts (Korf and Felner 2002). A
move changes the place of one tile, so one entry of each.

A node goes on in the ways that an automaton leaves (see ``solvers.sliding.automaton``).
"""

from __future__ import annotations

import numpy as np
from numba import njit

_POLL = 1 << 12


@njit(nogil=True, cache=True)
def search(  # type: ignore[no-untyped-def]
    cells, gap, made, length, neighbours, automaton, state, tables, starts, groups, weights, images,
    path, out, every, ctl,
):  # fmt: skip
    """Depth-first search for solutions of exactly ``length`` moves, if there are none shorter.

    Args:
        cells: int64[n], the tile of each cell, named by its goal; left as it was unless stopped.
            What stands at ``gap`` does not matter.
        gap: where the gap is.
        made: how many moves of ``path`` have been made.
        length: moves of the solutions wanted.
        neighbours: int64[n, 4], the cell in each way of the gap, -1 where there is none.
        automaton: int32[states, 4], the state after each way, -1 where it is not to be tried.
        state: of the automaton after the moves made.
        tables: uint8[…], all databases; indexed by the sum of cell × weight.
        starts: int64[g], where each begins.
        groups: int64[views, n], the database of each tile.
        weights: int64[views, n], of each tile in its database.
        images: int64[views, n], where each view has each cell.
        path: int64[≥ length], the ways of the gap so far; those to come are written to it.
        out: int8[most, ≥ length], for the solutions.
        every: find all, not only the first.
        ctl: the shared array; states are added to it.

    Returns:
        How many solutions there are, or -1 if stopped.
    """
    n, g, views = cells.shape[0], starts.shape[0], images.shape[0]
    other = views - 1  # with one view it counts twice
    index = np.zeros((2, g), np.int64)
    entry = np.zeros((2, g), np.int64)
    bound = np.zeros((length + 1, 2), np.int64)
    before = np.zeros((length + 1, 2), np.int64)
    gaps = np.zeros(length + 1, np.int64)
    states = np.zeros(length + 1, np.int64)
    trial = np.zeros(length + 1, np.int64)
    count = np.zeros(length + 1, np.int64)
    ways = np.zeros((length + 1, 4), np.int64)  # which fit, and what they lead to
    after = np.zeros((length + 1, 4, 2), np.int64)
    ahead = neighbours.copy().reshape(n * 4)
    shift = np.zeros((2, n * 4), np.int64)
    for view in range(2):
        seen = view * other
        for cell in range(n):
            for way in range(4):
                to = neighbours[cell, way]
                if to >= 0:
                    shift[view, cell * 4 + way] = images[seen, cell] - images[seen, to]
        for i in range(g):
            index[view, i] = starts[i]
        for cell in range(n):
            if cell != gap:
                tile = cells[cell]
                index[view, groups[seen, tile]] += images[seen, cell] * weights[seen, tile]
        for i in range(g):
            entry[view, i] = tables[index[view, i]]
            bound[made, view] += entry[view, i]
        if bound[made, view] > length - made:
            return 0
    gaps[made] = gap
    states[made] = state
    depth = made
    entered = 0
    found = 0
    fresh = True
    # Numbers that are not negative are said to be so, which saves a test at each look-up.
    while True:
        d = np.uint64(depth)
        if fresh:
            fresh = False
            entered += 1
            if entered == _POLL:
                ctl[1] += entered
                ctl[2] = length
                entered = 0
                if ctl[0] != 0 or ctl[1] > ctl[4]:
                    return -1
            fitting = 0
            if depth == length:
                if found < out.shape[0]:
                    for i in range(length):
                        out[found, i] = path[i]
                found += 1
                if not every or depth == made:
                    break
            else:
                # All ways are looked up before any is gone, so that none waits for another.
                s, hole = np.uint64(states[d]), gaps[d]
                spare = length - depth - 1
                spare_0, spare_1 = spare - bound[d, 0], spare - bound[d, 1]
                for way in range(4):
                    step = np.uint64(hole * 4 + way)
                    to = ahead[step]
                    if to < 0 or automaton[s, np.uint64(way)] < 0:
                        continue
                    tile = np.uint64(cells[np.uint64(to)])
                    one, two = np.uint64(groups[0, tile]), np.uint64(groups[other, tile])
                    at_0 = index[0, one] + shift[0, step] * weights[0, tile]
                    at_1 = index[1, two] + shift[1, step] * weights[other, tile]
                    more_0 = tables[np.uint64(at_0)] - entry[0, one]
                    more_1 = tables[np.uint64(at_1)] - entry[1, two]
                    k = np.uint64(fitting)
                    ways[d, k] = way
                    after[d, k, 0] = at_0
                    after[d, k, 1] = at_1
                    fitting += int((more_0 <= spare_0) & (more_1 <= spare_1))
            count[d] = fitting
            trial[d] = 0
        if trial[d] == count[d]:
            if depth == made:
                break
            # Take the last move back.
            depth -= 1
            d = np.uint64(depth)
            hole, to = np.uint64(gaps[d]), np.uint64(gaps[d + np.uint64(1)])
            tile = np.uint64(cells[hole])
            cells[to] = cells[hole]
            one, two = np.uint64(groups[0, tile]), np.uint64(groups[other, tile])
            at_0, at_1 = before[d, 0], before[d, 1]
            index[0, one], index[1, two] = at_0, at_1
            entry[0, one], entry[1, two] = tables[np.uint64(at_0)], tables[np.uint64(at_1)]
            continue
        k = np.uint64(trial[d])
        trial[d] += 1
        way, hole = ways[d, k], gaps[d]
        to = ahead[np.uint64(hole * 4 + way)]
        tile = np.uint64(cells[np.uint64(to)])
        one, two = np.uint64(groups[0, tile]), np.uint64(groups[other, tile])
        before[d, 0], before[d, 1] = index[0, one], index[1, two]
        at_0, at_1 = after[d, k, 0], after[d, k, 1]
        entry_0, entry_1 = tables[np.uint64(at_0)], tables[np.uint64(at_1)]
        following = d + np.uint64(1)
        bound[following, 0] = bound[d, 0] - entry[0, one] + entry_0
        bound[following, 1] = bound[d, 1] - entry[1, two] + entry_1
        index[0, one], index[1, two] = at_0, at_1
        entry[0, one], entry[1, two] = entry_0, entry_1
        cells[np.uint64(hole)] = cells[np.uint64(to)]
        path[d] = way
        gaps[following] = to
        states[following] = automaton[np.uint64(states[d]), np.uint64(way)]
        depth += 1
        fresh = True
    while depth > made:  # stopped at the first solution: put everything back
        depth -= 1
        cells[gaps[depth + 1]] = cells[gaps[depth]]
    ctl[1] += entered
    return found


def warm_up() -> None:
    """Call the entry point on a 2×2 board."""
    cells = np.array([0, 1, 3, 2], np.int64)
    neighbours = np.array([[-1, -1, 1, 2], [-1, 0, -1, 3], [0, -1, 3, -1], [1, 2, -1, -1]])
    automaton = np.zeros((1, 4), np.int32)
    every, none = np.arange(4).reshape(1, 4), np.zeros((1, 4), np.int64)
    ctl = np.zeros(8, np.int64)
    ctl[4] = 1 << 62
    search(
        cells, 2, 0, 1, neighbours, automaton, 0, np.zeros(4, np.uint8), none[0, :1], none, none,
        every, np.zeros(4, np.int64), np.zeros((1, 4), np.int8), False, ctl,
    )  # fmt: skip
