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
    index = np.zeros((views, g), np.int64)
    entry = np.zeros((views, g), np.int64)
    bound = np.zeros((length + 1, views), np.int64)
    before = np.zeros((length + 1, views), np.int64)
    gaps = np.zeros(length + 1, np.int64)
    states = np.zeros(length + 1, np.int64)
    trial = np.full(length + 1, -1, np.int64)
    for view in range(views):
        for i in range(g):
            index[view, i] = starts[i]
        for cell in range(n):
            if cell != gap:
                tile = cells[cell]
                index[view, groups[view, tile]] += images[view, cell] * weights[view, tile]
        for i in range(g):
            entry[view, i] = tables[index[view, i]]
            bound[made, view] += entry[view, i]
        if bound[made, view] > length - made:
            return 0
    gaps[made] = gap
    states[made] = state
    depth = made
    entered = 1
    found = 0
    back = False
    while True:
        if depth == length:
            if found < out.shape[0]:
                for i in range(length):
                    out[found, i] = path[i]
            found += 1
            if not every or depth == made:
                break
            back = True
        if not back:
            trial[depth] += 1
            back = trial[depth] == 4
        if back:
            back = False
            if depth == made:
                break
            # Take the last move back.
            depth -= 1
            hole, to = gaps[depth], gaps[depth + 1]
            tile = cells[hole]
            cells[to] = tile
            for view in range(views):
                i = groups[view, tile]
                index[view, i] += (images[view, to] - images[view, hole]) * weights[view, tile]
                entry[view, i] = before[depth, view]
            continue
        way = trial[depth]
        after = automaton[states[depth], way]
        if after < 0:
            continue
        hole = gaps[depth]
        to = neighbours[hole, way]
        if to < 0:
            continue
        tile = cells[to]
        left = length - depth - 1
        fits = True
        for view in range(views):
            i = groups[view, tile]
            at = index[view, i] + (images[view, hole] - images[view, to]) * weights[view, tile]
            total = bound[depth, view] - entry[view, i] + tables[at]
            if total > left:
                fits = False
                break
            bound[depth + 1, view] = total
        if not fits:
            continue
        entered += 1
        if entered == _POLL:
            ctl[1] += entered
            ctl[2] = length
            entered = 0
            if ctl[0] != 0 or ctl[1] > ctl[4]:
                return -1
        for view in range(views):
            i = groups[view, tile]
            before[depth, view] = entry[view, i]
            index[view, i] += (images[view, hole] - images[view, to]) * weights[view, tile]
            entry[view, i] = tables[index[view, i]]
        cells[hole] = tile
        path[depth] = way
        depth += 1
        gaps[depth] = to
        states[depth] = after
        trial[depth] = -1
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
