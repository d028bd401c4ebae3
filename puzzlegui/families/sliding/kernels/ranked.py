"""IDA* (Korf 1985) on sliding boards, bounded by pattern databases that are indexed by rank.

Like ``kernels.ida``, for databases that cannot be indexed directly by cells: those too large to
waste entries on two tiles in the same cell, and those of equal tiles, whose patterns are sets.

Tiles have slots and patterns have ranks as described in ``inlined.pattern_ranks``.
"""

from __future__ import annotations

import cython
from cython.cimports.puzzlegui.families.sliding.kernels.constants.pattern import (
    AFTER,
    BEFORE,
    BOUND,
    GAP,
    LEVEL,
    STATE,
)
from cython.cimports.puzzlegui.families.sliding.kernels.inlined.pattern_ranks import (
    rank_change,
    rank_slots,
)
from cython.cimports.puzzlegui.kernels.inlined.primitives import poll


@cython.cclass
class PatternDatabases:
    """Additive pattern databases of a board, and the views in which they are used.

    Args:
        tables: uint8[…], the concatenated databases.
        starts: int64[g], the start of each database.
        begins: int64[g + 1], the first slot of each database, and the number of tiles.
        groups: int64[tiles], the database of each slot.
        first: int64[tiles], the first slot of the same value.
        radix: int64[tiles], the number of placements of the tiles of its value.
        weights: int64[tiles], the weight of each digit in a database of distinct tiles; else 0.
        binomial: int64[n + 2, n + 2].
        images: int64[views, n], the image of each cell in each view; up to two views.
        neighbours: int64[n, 4], the cell in each direction of the gap, -1 where there is none.
    """

    tables: cython.const[cython.uchar][::1]
    starts: cython.const[cython.longlong][::1]
    begins: cython.const[cython.longlong][::1]
    groups: cython.const[cython.longlong][::1]
    first: cython.const[cython.longlong][::1]
    radix: cython.const[cython.longlong][::1]
    weights: cython.const[cython.longlong][::1]
    binomial: cython.const[cython.longlong][:, ::1]
    images: cython.const[cython.longlong][:, ::1]
    neighbours: cython.const[cython.longlong][:, ::1]

    def __init__(
        self,
        tables: cython.const[cython.uchar][::1],
        starts: cython.const[cython.longlong][::1],
        begins: cython.const[cython.longlong][::1],
        groups: cython.const[cython.longlong][::1],
        first: cython.const[cython.longlong][::1],
        radix: cython.const[cython.longlong][::1],
        weights: cython.const[cython.longlong][::1],
        binomial: cython.const[cython.longlong][:, ::1],
        images: cython.const[cython.longlong][:, ::1],
        neighbours: cython.const[cython.longlong][:, ::1],
    ) -> None:
        self.tables = tables
        self.starts = starts
        self.begins = begins
        self.groups = groups
        self.first = first
        self.radix = radix
        self.weights = weights
        self.binomial = binomial
        self.images = images
        self.neighbours = neighbours


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _shift(
    places: cython.longlong[:, ::1],
    slots: cython.longlong[:, ::1],
    view: cython.Py_ssize_t,
    first: cython.const[cython.longlong][::1],
    slot: cython.Py_ssize_t,
    to: cython.longlong,
) -> cython.void:
    """Move the tile of a slot to a free cell, keeping its value's tiles sorted."""
    value: cython.longlong = first[slot]
    while slot > value and places[view, slot - 1] > to:
        places[view, slot] = places[view, slot - 1]
        slots[view, places[view, slot]] = slot
        slot -= 1
    while slot + 1 < first.shape[0] and first[slot + 1] == value and places[view, slot + 1] < to:
        places[view, slot] = places[view, slot + 1]
        slots[view, places[view, slot]] = slot
        slot += 1
    places[view, slot] = to
    slots[view, to] = slot


@cython.cclass
class RankedDatabaseSearch:
    """A depth-first search with ranked databases.

    Args:
        databases: pattern databases for the bound.
        automaton: int32[states, 4], the next state for each direction, -1 if it is pruned.
        indexes: int64[views, g], scratch.
        levels: int64[(length + 1) × LEVEL], scratch.
        ctl: the shared array; states are added to it.
    """

    databases: PatternDatabases
    automaton: cython.const[cython.int][:, ::1]
    indexes: cython.longlong[:, ::1]
    levels: cython.longlong[::1]
    ctl: cython.longlong[::1]

    def __init__(
        self,
        databases: PatternDatabases,
        automaton: cython.const[cython.int][:, ::1],
        indexes: cython.longlong[:, ::1],
        levels: cython.longlong[::1],
        ctl: cython.longlong[::1],
    ) -> None:
        self.databases = databases
        self.automaton = automaton
        self.indexes = indexes
        self.levels = levels
        self.ctl = ctl

    def run(
        self,
        places: cython.longlong[:, ::1],
        slots: cython.longlong[:, ::1],
        gap: cython.longlong,
        made: cython.Py_ssize_t,
        length: cython.Py_ssize_t,
        state: cython.longlong,
        path: cython.longlong[::1],
        out: cython.schar[:, ::1],
        all_solutions: cython.bint,
    ) -> int:
        """Search for solutions of exactly ``length`` moves; there must be no shorter ones.

        Args:
            places: int64[views, tiles], the cell of each slot in each view; changed.
            slots: int64[views, n], the slot of the tile on each cell; changed.
            gap: cell of the gap.
            made: number of moves made in ``path``.
            length: number of moves of the solutions.
            state: state of the automaton after the moves made.
            path: int64[≥ length], the directions of the gap; extended.
            out: int8[most, ≥ length], output: the solutions.
            all_solutions: find all, not only the first.

        Returns:
            The number of solutions, or -1 if stopped.
        """
        found: cython.longlong = 0
        with cython.nogil:
            self.levels[made * LEVEL + GAP] = gap
            self.levels[made * LEVEL + STATE] = state
            if self._begin(places, made, length):
                found = self._search(places, slots, made, length, path, out, all_solutions)
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _begin(
        self,
        places: cython.longlong[:, ::1],
        made: cython.Py_ssize_t,
        length: cython.Py_ssize_t,
    ) -> cython.bint:
        """Set up the first level; return whether its bounds are low enough."""
        cython.declare(bound=cython.longlong, view=cython.Py_ssize_t, i=cython.Py_ssize_t)
        for view in range(places.shape[0]):
            bound = 0
            for i in range(self.databases.starts.shape[0]):
                self.indexes[view, i] = self.databases.starts[i] + rank_slots(
                    places,
                    view,
                    self.databases.begins[i],
                    self.databases.begins[i + 1],
                    self.databases.first,
                    self.databases.radix,
                    self.databases.binomial,
                )
                bound += self.databases.tables[self.indexes[view, i]]
            self.levels[made * LEVEL + BOUND + view] = bound
            if bound > length - made:
                return False
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _search(
        self,
        places: cython.longlong[:, ::1],
        slots: cython.longlong[:, ::1],
        made: cython.Py_ssize_t,
        length: cython.Py_ssize_t,
        path: cython.longlong[::1],
        out: cython.schar[:, ::1],
        all_solutions: cython.bint,
    ) -> cython.longlong:
        """Search from the first level; see ``run``."""
        tables: cython.const[cython.uchar][::1] = self.databases.tables
        starts: cython.const[cython.longlong][::1] = self.databases.starts
        begins: cython.const[cython.longlong][::1] = self.databases.begins
        groups: cython.const[cython.longlong][::1] = self.databases.groups
        first: cython.const[cython.longlong][::1] = self.databases.first
        radix: cython.const[cython.longlong][::1] = self.databases.radix
        weights: cython.const[cython.longlong][::1] = self.databases.weights
        binomial: cython.const[cython.longlong][:, ::1] = self.databases.binomial
        images: cython.const[cython.longlong][:, ::1] = self.databases.images
        neighbours: cython.const[cython.longlong][:, ::1] = self.databases.neighbours
        automaton: cython.const[cython.int][:, ::1] = self.automaton
        indexes: cython.longlong[:, ::1] = self.indexes
        levels: cython.longlong[::1] = self.levels
        views: cython.Py_ssize_t = places.shape[0]
        depth: cython.Py_ssize_t = made
        level: cython.Py_ssize_t = made * LEVEL
        view: cython.Py_ssize_t
        gap: cython.Py_ssize_t = levels[level + GAP]
        to: cython.Py_ssize_t = 0
        cython.declare(slot=cython.Py_ssize_t, group=cython.Py_ssize_t, direction=cython.Py_ssize_t)
        cython.declare(i=cython.Py_ssize_t)
        state: cython.longlong = levels[level + STATE]
        after: cython.longlong = 0
        cython.declare(target=cython.longlong, index=cython.longlong, total=cython.longlong)
        entered: cython.longlong = 1
        found: cython.longlong = 0
        fits: cython.bint
        while True:
            direction = 0
            if depth == length:
                if found < out.shape[0]:
                    for i in range(length):
                        out[found, i] = cython.cast(cython.schar, path[i])
                found += 1
                if not all_solutions:
                    break
                direction = 4
            fits = False
            while not fits:
                while direction == 4:
                    if depth == made:
                        poll(self.ctl, entered)
                        return found
                    # Undo the last move.
                    depth -= 1
                    level -= LEVEL
                    to = gap
                    gap = levels[level + GAP]
                    state = levels[level + STATE]
                    for view in range(views):
                        slot = slots[view, images[view, gap]]
                        _shift(places, slots, view, first, slot, images[view, to])
                        indexes[view, groups[slot]] = levels[level + BEFORE + view]
                    direction = path[depth] + 1
                after = automaton[state, direction]
                to = neighbours[gap, direction]
                direction += 1
                if after < 0 or to < 0:
                    continue
                fits = True
                for view in range(views):
                    slot = slots[view, images[view, to]]
                    group = groups[slot]
                    target = images[view, gap]
                    if weights[slot]:
                        index = indexes[view, group] + rank_change(
                            places, view, begins[group], begins[group + 1], slot, target, weights
                        )
                    else:
                        _shift(places, slots, view, first, slot, target)
                        index = starts[group] + rank_slots(
                            places, view, begins[group], begins[group + 1], first, radix, binomial
                        )
                        _shift(places, slots, view, first, slots[view, target], images[view, to])
                    total = (
                        levels[level + BOUND + view]
                        + cython.cast(cython.longlong, tables[index])
                        - cython.cast(cython.longlong, tables[indexes[view, group]])
                    )
                    if total >= length - depth:
                        fits = False
                        break
                    levels[level + AFTER + view] = index
                    levels[level + LEVEL + BOUND + view] = total
            # Go to the child.
            for view in range(views):
                slot = slots[view, images[view, to]]
                group = groups[slot]
                levels[level + BEFORE + view] = indexes[view, group]
                indexes[view, group] = levels[level + AFTER + view]
                _shift(places, slots, view, first, slot, images[view, gap])
            path[depth] = direction - 1
            depth += 1
            level += LEVEL
            gap = to
            state = after
            levels[level + GAP] = gap
            levels[level + STATE] = state
            entered += 1
            if entered == 1 << 12:
                self.ctl[2] = length
                if poll(self.ctl, entered):
                    return -1
                entered = 0
        poll(self.ctl, entered)
        return found
