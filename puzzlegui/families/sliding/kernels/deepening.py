"""IDA* (Korf 1985) on sliding boards: a depth-first search for solutions of a given length.

The children of a node are the gap's moves that an automaton allows (see ``solving.automaton``) and
after which a lower bound does not exceed the moves left. All are looked up before the first is
entered, so that memory accesses overlap. A move takes a single tile to another cell, and a bound
follows by looking up the change. There are three bounds:

* ``DirectDatabases``: additive pattern databases (Korf and Felner 2002; Felner, Korf and Hanan
  2004) of distinct tiles, indexed by the cells of their tiles.
* ``RankedDatabases``: the same without entries for two tiles in one cell, for very large databases
  and for equal tiles, whose patterns are sets (see ``kernels.pattern``).
* ``LineCrossings``: Manhattan distances with linear conflicts (Hansson, Mayer and Yung 1992), for
  boards of any size. Every move takes a value across a line between two rows or two columns. If
  there are more of a value on a side of a line than in the goal, the excess must cross it; with
  distinct tiles the total is the sum of Manhattan distances. Of tiles in their goal row or column
  but in the wrong order, some must leave it and return, at two extra moves each; this is only
  applied to values that are unique.

Databases are used in one or two views: the board as it is, and reflected by a symmetry that
preserves the gap's goal. The larger bound counts.

Nodes on the path and their children are numbered: the root is 0, and the children of the node at
depth d are 4d + 1 and on. Arrays for each node have 4 × length + 1 entries, or twice as many, for
each view.

A bound has the position of a node, and these functions:

* ``begin`` sets it up at the root, and returns the bound there;
* ``fits`` computes the bound of a child, in which a tile moves from the cell ``here`` to the gap
  ``there``, and returns True if it is at most ``left``;
* ``enter`` makes that move, ``leave`` undoes it.
"""

# mypy: disable-error-code="attr-defined"
# The functions of a bound are those of one of three classes.

from __future__ import annotations

from dataclasses import dataclass

import cython

from puzzlegui.families.sliding.kernels.pattern import rank_change, rank_slots
from puzzlegui.kernels.capacity import MOST_NODES, check_capacity
from puzzlegui.kernels.primitives import poll


@cython.final
@cython.cclass
@dataclass
class DirectDatabases:
    """Databases of distinct tiles, identified by their goal cells, on a board of ``n`` cells.

    Attributes:
        tables: uint8[…], the concatenated databases, each indexed by the sum of its tiles' offsets.
        offsets: int32[n × n × 2], for each tile, cell and view, its term in the index.
        starts: int32[databases], the start of each database; those of the second view follow.
        views: number of views, 1 or 2.
        tiles: int32[n], on each cell 2n × tile + 2¹² × its database + 2²⁰ × that in the last view.
        current: int32[databases], scratch: where the arrays below have the entry that applies.
        indexes: int32[2 × nodes + databases], scratch: for each node and view, the index of the
            entry that the move to the node looks up; then those at the root, for each database.
        entries: int32[2 × nodes + databases], scratch: the entries themselves.
        bounds: int32[2 × nodes], scratch: the bound of each node in each view.
        before: int32[2 × nodes], scratch: ``current`` before the move to each node.
    """

    tables: cython.const[cython.uchar][::1]
    offsets: cython.const[cython.int][::1]
    starts: cython.const[cython.int][::1]
    views: cython.int
    tiles: cython.int[::1]
    current: cython.int[::1]
    indexes: cython.int[::1]
    entries: cython.int[::1]
    bounds: cython.int[::1]
    before: cython.int[::1]

    def __post_init__(self) -> None:
        check_capacity("cells", self.tiles.shape[0], 32)
        check_capacity("entries", self.tables.shape[0], MOST_NODES)

    def begin(self) -> cython.longlong:
        """Look up all databases; return the bound of the root."""
        databases: cython.Py_ssize_t = self.starts.shape[0]
        first: cython.Py_ssize_t = self.indexes.shape[0] - databases
        for i in range(databases):
            self.current[i] = cython.cast(cython.int, first + i)
            self.indexes[first + i] = self.starts[i]
        for cell in range(self.tiles.shape[0]):
            tile: cython.int = self.tiles[cell]
            row: cython.Py_ssize_t = (tile & 4095) + 2 * cell
            self.indexes[first + ((tile >> 12) & 255)] += self.offsets[row]
            if self.views == 2:
                self.indexes[first + (tile >> 20)] += self.offsets[row + 1]
        self.bounds[0] = 0
        self.bounds[1] = 0
        for i in range(databases):
            self.entries[first + i] = self.tables[self.indexes[first + i]]
            self.bounds[i * self.views // databases] += self.entries[first + i]
        return max(self.bounds[0], self.bounds[1])

    @cython.inline
    def fits(
        self,
        node: cython.Py_ssize_t,
        child: cython.Py_ssize_t,
        here: cython.Py_ssize_t,
        there: cython.Py_ssize_t,
        left: cython.longlong,
    ) -> cython.bint:
        tile: cython.int = self.tiles[here]
        start: cython.Py_ssize_t = (tile & 4095) + 2 * here
        end: cython.Py_ssize_t = (tile & 4095) + 2 * there
        at: cython.Py_ssize_t = self.current[(tile >> 12) & 255]
        index: cython.int = self.indexes[at] + self.offsets[end] - self.offsets[start]
        entry: cython.int = self.tables[index]
        bound: cython.int = self.bounds[2 * node] + entry - self.entries[at]
        self.indexes[2 * child] = index
        self.entries[2 * child] = entry
        self.bounds[2 * child] = bound
        if bound > left:
            return False
        if self.views == 2:
            at = self.current[tile >> 20]
            index = self.indexes[at] + self.offsets[end + 1] - self.offsets[start + 1]
            entry = self.tables[index]
            bound = self.bounds[2 * node + 1] + entry - self.entries[at]
            self.indexes[2 * child + 1] = index
            self.entries[2 * child + 1] = entry
            self.bounds[2 * child + 1] = bound
        return bound <= left

    @cython.inline
    def enter(
        self, child: cython.Py_ssize_t, here: cython.Py_ssize_t, there: cython.Py_ssize_t
    ) -> cython.void:
        tile: cython.int = self.tiles[here]
        database: cython.Py_ssize_t = (tile >> 12) & 255
        self.tiles[there] = tile
        self.before[2 * child] = self.current[database]
        self.current[database] = cython.cast(cython.int, 2 * child)
        if self.views == 2:
            database = tile >> 20
            self.before[2 * child + 1] = self.current[database]
            self.current[database] = cython.cast(cython.int, 2 * child + 1)

    @cython.inline
    def leave(
        self, child: cython.Py_ssize_t, here: cython.Py_ssize_t, there: cython.Py_ssize_t
    ) -> cython.void:
        tile: cython.int = self.tiles[there]
        self.tiles[here] = tile
        self.current[(tile >> 12) & 255] = self.before[2 * child]
        if self.views == 2:
            self.current[tile >> 20] = self.before[2 * child + 1]


@cython.final
@cython.cclass
@dataclass
class RankedDatabases:
    """Databases indexed by rank; tiles have slots, see ``kernels.pattern``.

    Attributes:
        tables: uint8[…], the concatenated databases.
        starts: int64[g], the start of each database.
        begins: int64[g + 1], the first slot of each database, and the number of tiles.
        groups: int64[tiles], the database of each slot.
        first: int64[tiles], the first slot of the same value.
        radix: int64[tiles], the number of placements of the tiles of its value.
        weights: int64[tiles], the weight of each digit in a database of distinct tiles; else 0.
        binomial: int64[n + 2, n + 2].
        images: int64[views, n], the image of each cell in each view.
        places: int64[views, tiles], the cell of each slot in each view.
        slots: int64[views, n], the slot of the tile on each cell.
        indexes: int64[views, g], scratch: the index of the entry of each database that applies.
        others: int64[2 × nodes], scratch: for each node and view, the index after the move to the
            node; in the node itself, that before.
        bounds: int32[2 × nodes], scratch: the bound of each node in each view.
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
    places: cython.longlong[:, ::1]
    slots: cython.longlong[:, ::1]
    indexes: cython.longlong[:, ::1]
    others: cython.longlong[::1]
    bounds: cython.int[::1]

    def begin(self) -> cython.longlong:
        """Look up all databases; return the bound of the root."""
        most: cython.longlong = 0
        for view in range(self.places.shape[0]):
            self.bounds[view] = 0
            for group in range(self.starts.shape[0]):
                self.indexes[view, group] = self._rank(view, group)
                self.bounds[view] += self.tables[self.indexes[view, group]]
            most = max(most, self.bounds[view])
        return most

    @cython.inline
    def _rank(self, view: cython.Py_ssize_t, group: cython.Py_ssize_t) -> cython.longlong:
        """Return the index of the entry of a database."""
        return self.starts[group] + rank_slots(
            self.places, view, self.begins[group], self.begins[group + 1], self.first, self.radix,
            self.binomial,
        )  # fmt: skip

    @cython.inline
    def _shift(
        self, view: cython.Py_ssize_t, slot: cython.Py_ssize_t, to: cython.longlong
    ) -> cython.void:
        """Move the tile of a slot to a free cell, keeping its value's tiles sorted."""
        value: cython.longlong = self.first[slot]
        while slot > value and self.places[view, slot - 1] > to:
            self.places[view, slot] = self.places[view, slot - 1]
            self.slots[view, self.places[view, slot]] = slot
            slot -= 1
        while (
            slot + 1 < self.first.shape[0]
            and self.first[slot + 1] == value
            and self.places[view, slot + 1] < to
        ):
            self.places[view, slot] = self.places[view, slot + 1]
            self.slots[view, self.places[view, slot]] = slot
            slot += 1
        self.places[view, slot] = to
        self.slots[view, to] = slot

    @cython.inline
    def fits(
        self,
        node: cython.Py_ssize_t,
        child: cython.Py_ssize_t,
        here: cython.Py_ssize_t,
        there: cython.Py_ssize_t,
        left: cython.longlong,
    ) -> cython.bint:
        for view in range(self.places.shape[0]):
            slot: cython.Py_ssize_t = self.slots[view, self.images[view, here]]
            group: cython.Py_ssize_t = self.groups[slot]
            target: cython.longlong = self.images[view, there]
            index: cython.longlong = self.indexes[view, group]
            bound: cython.int = self.bounds[2 * node + view]
            before: cython.int = self.tables[index]
            if self.weights[slot]:
                index += rank_change(
                    self.places, view, self.begins[group], self.begins[group + 1], slot, target,
                    self.weights,
                )  # fmt: skip
            else:
                self._shift(view, slot, target)
                index = self._rank(view, group)
                self._shift(view, self.slots[view, target], self.images[view, here])
            bound = bound + self.tables[index] - before
            self.others[2 * child + view] = index
            self.bounds[2 * child + view] = bound
            if bound > left:
                return False
        return True

    @cython.inline
    def enter(
        self, child: cython.Py_ssize_t, here: cython.Py_ssize_t, there: cython.Py_ssize_t
    ) -> cython.void:
        for view in range(self.places.shape[0]):
            slot: cython.Py_ssize_t = self.slots[view, self.images[view, here]]
            group: cython.Py_ssize_t = self.groups[slot]
            index: cython.longlong = self.others[2 * child + view]
            self.others[2 * child + view] = self.indexes[view, group]
            self.indexes[view, group] = index
            self._shift(view, slot, self.images[view, there])

    @cython.inline
    def leave(
        self, child: cython.Py_ssize_t, here: cython.Py_ssize_t, there: cython.Py_ssize_t
    ) -> cython.void:
        self.enter(child, there, here)


@cython.final
@cython.cclass
@dataclass
class LineCrossings:
    """Lines that values must cross, on a board of ``n`` cells.

    Attributes:
        columns: of the board.
        coordinates: int64[2, n], the row and the column of each cell.
        homes: int64[2, values], the row and the column of each value's goal; -1 for the gap and
            repeated values.
        values: int64[n], the value of each cell, from 0 on.
        excess: int64[2, values, max(rows, columns) - 1], the surplus of each value, over the goal,
            above each line between rows, and to the left of each line between columns; always 0 for
            the gap.
        conflicts: int32[rows + columns], scratch: extra moves for the conflicts in each line.
        tails: int64[max(rows, columns)], scratch.
        crossings: int32[nodes], scratch: crossings still needed at each node.
        bounds: int32[nodes], scratch: the bound of each node.
        lines: int32[nodes], scratch: the row, or rows + the column, whose conflicts the move to the
            node changes; else -1.
        others: int32[nodes], scratch: its conflicts after the move; in the node itself, before.
    """

    columns: cython.Py_ssize_t
    coordinates: cython.const[cython.longlong][:, ::1]
    homes: cython.const[cython.longlong][:, ::1]
    values: cython.longlong[::1]
    excess: cython.longlong[:, :, ::1]
    conflicts: cython.int[::1]
    tails: cython.longlong[::1]
    crossings: cython.int[::1]
    bounds: cython.int[::1]
    lines: cython.int[::1]
    others: cython.int[::1]

    def begin(self) -> cython.longlong:
        """Count all crossings and conflicts; return the bound of the root."""
        rows: cython.Py_ssize_t = self.conflicts.shape[0] - self.columns
        self.crossings[0] = 0
        for axis in range(2):
            for i in range(self.excess.shape[1]):
                for j in range(self.excess.shape[2]):
                    self.crossings[0] += cython.cast(cython.int, abs(self.excess[axis, i, j]))
        self.bounds[0] = self.crossings[0]
        for i in range(self.conflicts.shape[0]):
            self.conflicts[i] = self._count(0, i) if i < rows else self._count(1, i - rows)
            self.bounds[0] += self.conflicts[i]
        return self.bounds[0]

    @cython.inline
    def _count(self, axis: cython.Py_ssize_t, line: cython.Py_ssize_t) -> cython.int:
        """Return the extra moves for the linear conflicts of a row, or of a column (axis 1).

        At least the tiles outside a longest increasing subsequence (Schensted 1961) must leave.
        """
        start: cython.Py_ssize_t = line if axis else line * self.columns
        step: cython.Py_ssize_t = self.columns if axis else 1
        count: cython.Py_ssize_t = self.columns
        if axis:
            count = self.conflicts.shape[0] - self.columns
        there: cython.int = 0
        longest: cython.int = 0
        for i in range(count):
            value: cython.Py_ssize_t = self.values[start + i * step]
            if self.homes[axis, value] != line:
                continue
            there += 1
            place: cython.longlong = self.homes[1 - axis, value]
            at: cython.int = longest
            while at > 0 and self.tails[at - 1] > place:
                at -= 1
            self.tails[at] = place
            longest = max(longest, at + 1)
        return 2 * (there - longest)

    @cython.inline
    def _axis(self, here: cython.Py_ssize_t, there: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return 0 for a move from row to row, 1 for one from column to column."""
        return 0 if here - there == self.columns or there - here == self.columns else 1

    @cython.inline
    def fits(
        self,
        node: cython.Py_ssize_t,
        child: cython.Py_ssize_t,
        here: cython.Py_ssize_t,
        there: cython.Py_ssize_t,
        left: cython.longlong,
    ) -> cython.bint:
        axis: cython.Py_ssize_t = self._axis(here, there)
        value: cython.Py_ssize_t = self.values[here]
        border: cython.longlong = self.coordinates[axis, min(here, there)]
        excess: cython.longlong = self.excess[axis, value, border]
        change: cython.int = -1 if (excess > 0 if here < there else excess < 0) else 1
        crossings: cython.int = self.crossings[node] + change
        bound: cython.int = self.bounds[node] + change
        line: cython.Py_ssize_t = self.homes[axis, value]
        self.crossings[child] = crossings
        self.lines[child] = -1
        if crossings > left:
            return False
        if line == border or line == border + 1:
            self.values[here] = self.values[there]
            self.values[there] = value
            self.others[child] = self._count(axis, line)
            self.values[there] = self.values[here]
            self.values[here] = value
            if axis:
                line += self.conflicts.shape[0] - self.columns
            self.lines[child] = cython.cast(cython.int, line)
            bound += self.others[child] - self.conflicts[line]
        self.bounds[child] = bound
        return bound <= left

    @cython.inline
    def enter(
        self, child: cython.Py_ssize_t, here: cython.Py_ssize_t, there: cython.Py_ssize_t
    ) -> cython.void:
        axis: cython.Py_ssize_t = self._axis(here, there)
        value: cython.Py_ssize_t = self.values[here]
        border: cython.longlong = self.coordinates[axis, min(here, there)]
        line: cython.Py_ssize_t = self.lines[child]
        self.values[here] = self.values[there]
        self.values[there] = value
        self.excess[axis, value, border] += -1 if here < there else 1
        if line >= 0:
            count: cython.int = self.conflicts[line]
            self.conflicts[line] = self.others[child]
            self.others[child] = count

    @cython.inline
    def leave(
        self, child: cython.Py_ssize_t, here: cython.Py_ssize_t, there: cython.Py_ssize_t
    ) -> cython.void:
        self.enter(child, there, here)


_Bound = cython.fused_type(DirectDatabases, RankedDatabases, LineCrossings)


@cython.final
@cython.cclass
@dataclass
class SearchTree:
    """The moves of a board of ``n`` cells, and the nodes of a search for solutions.

    Attributes:
        moves: int64[n × 16], for each cell of the gap and set of directions the possible moves, the
            last first, in 13 bits each: the cell that the gap goes to + 2¹⁰ × direction + 2¹². A
            set is the sum of 1 << direction.
        automaton: int32[states × 4], for each state and direction, 16 × the next state + the set of
            directions allowed there; -1 if the direction need not be tried.
        path: int32[length + 1], scratch: the node at each depth.
        moved: int32[nodes], scratch: the cell of the gap at each node + 2¹⁰ × its last direction.
        states: int32[nodes], scratch: the state of the automaton, with its set of directions.
        made: number of moves made before the root.
        out: int8[most, made + length], output: solutions, as directions of the gap; the moves made
            are left out.
        ctl: the shared array; states are added to it.
    """

    moves: cython.const[cython.longlong][::1]
    automaton: cython.const[cython.int][::1]
    path: cython.int[::1]
    moved: cython.int[::1]
    states: cython.int[::1]
    made: cython.Py_ssize_t
    out: cython.schar[:, ::1]
    ctl: cython.longlong[::1]

    def __post_init__(self) -> None:
        check_capacity("cells", self.moves.shape[0] >> 4, 1 << 10)


def search(
    bound: _Bound, tree: SearchTree, gap: cython.int, state: cython.int, all_solutions: cython.bint
) -> int:
    """Search for solutions as long as ``tree`` has room for; there must be no shorter ones.

    Args:
        bound: the bound, with the position at the root.
        tree: memory.
        gap: cell of the gap at the root.
        state: state of the automaton there, as in ``tree.states``.
        all_solutions: find all, not only the first.

    Returns:
        The number of solutions, or -1 if stopped.
    """
    moves = tree.moves
    automaton = tree.automaton
    path = tree.path
    moved = tree.moved
    states = tree.states
    ctl = tree.ctl
    out = tree.out
    made: cython.Py_ssize_t = tree.made
    length: cython.Py_ssize_t = tree.out.shape[1] - tree.made
    depth: cython.Py_ssize_t = 0
    node: cython.Py_ssize_t = 0
    cell: cython.Py_ssize_t = gap
    entered: cython.longlong = 0
    found: cython.longlong = 0
    path[0] = 0
    moved[0] = gap
    with cython.nogil:
        while depth or bound.begin() <= length:  # checked at the root once, then always true
            # Expand the node: list its children within the bound.
            entered += 1
            if entered == 1 << 12:
                stopped = poll(ctl, entered)
                entered = 0
                if stopped:
                    found = -1
                    break
            child: cython.Py_ssize_t = 4 * depth + 1
            if depth == length:
                if found < out.shape[0]:
                    for i in range(length):
                        out[found, made + i] = cython.cast(cython.schar, moved[path[i + 1]] >> 10)
                found += 1
                if not all_solutions:
                    break
            else:
                ahead = moves[cell * 16 + (state & 15)]
                while ahead:
                    to = ahead & 1023
                    moved[child] = cython.cast(cython.int, ahead & 4095)
                    states[child] = automaton[(state >> 4) * 4 + ((ahead >> 10) & 3)]
                    ahead >>= 13
                    if bound.fits(node, child, to, cell, length - depth - 1):
                        child += 1
            while child == 4 * depth + 1 and depth:
                # Undo the last move.
                child = node
                depth -= 1
                node = path[depth]
                to = cell
                cell = moved[node] & 1023
                bound.leave(child, to, cell)
            if child == 4 * depth + 1:
                break
            # Go to the next child.
            depth += 1
            node = child - 1
            path[depth] = cython.cast(cython.int, node)
            to = moved[node] & 1023
            state = states[node]
            bound.enter(node, to, cell)
            cell = to
        poll(ctl, entered)
    return found
