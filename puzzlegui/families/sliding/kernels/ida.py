"""IDA* (Korf 1985) on sliding boards with distinct tiles, bounded by additive pattern databases.

The databases (Korf and Felner 2002; Felner, Korf and Hanan 2004) are used in one or two views of
the board: as it is, and reflected by a symmetry that preserves the gap's goal. The larger bound
counts. A move changes the cell of a single tile, and thus a single entry in each view.

The directions tried at a node are given by an automaton (see ``solving.automaton``).
"""

from __future__ import annotations

import cython
from cython.cimports.puzzlegui.families.sliding.kernels.constants.ida import (
    BEFORE,
    BOUND,
    CELLS,
    CHILD,
    CHILDREN,
    END,
    ENTRIES,
    ENTRY,
    GAP,
    INDEX,
    LEVEL,
    LEVELS,
    MOVE,
    NEXT,
    STATE,
)
from cython.cimports.puzzlegui.kernels.inlined.primitives import poll

from puzzlegui.kernels.capacity import MOST_NODES, check_capacity


@cython.cclass
class DirectDatabaseSearch:
    """A depth-first search on boards of up to 32 cells.

    Args:
        tables: uint8[…], the concatenated databases, each indexed by the sum of its tiles' offsets.
        starts: int32[g], the start of each database.
        records: int32[n], for each tile, identified by its goal: 2n × tile + 2¹² × 2 × its
            database + 2²⁰ × 2 × (g + its database in the second view).
        offsets: int32[n × n × 2], for each tile, cell and view, its term in the index.
        moves: uint32[n × 16], for each cell of the gap and set of directions, the possible moves,
            each in one byte: the cell the gap goes to + 32 × direction + 128. A set is the sum of
            1 << direction.
        mirrored: true if there is a second view.
        automaton: int32[states × 4], for each state and direction, 16 × the next state + the
            set of directions allowed there; -1 if the direction need not be tried.
        workspace: int32[LEVELS + LEVEL × (length + 1)], scratch.
        ctl: the shared array; states are added to it.
    """

    tables: cython.const[cython.uchar][::1]
    starts: cython.const[cython.int][::1]
    records: cython.const[cython.int][::1]
    offsets: cython.const[cython.int][::1]
    moves: cython.const[cython.uint][::1]
    automaton: cython.const[cython.int][::1]
    workspace: cython.int[::1]
    ctl: cython.longlong[::1]
    mirrored: cython.bint

    def __init__(
        self,
        tables: cython.const[cython.uchar][::1],
        starts: cython.const[cython.int][::1],
        records: cython.const[cython.int][::1],
        offsets: cython.const[cython.int][::1],
        moves: cython.const[cython.uint][::1],
        mirrored: cython.bint,
        automaton: cython.const[cython.int][::1],
        workspace: cython.int[::1],
        ctl: cython.longlong[::1],
    ) -> None:
        """Keep the arrays.

        Raises:
            ValueError: there are more cells, or entries of databases, than can be numbered.
        """
        check_capacity("cells", records.shape[0], ENTRIES - CELLS)
        check_capacity("entries", tables.shape[0], MOST_NODES)
        self.tables = tables
        self.starts = starts
        self.records = records
        self.offsets = offsets
        self.moves = moves
        self.mirrored = mirrored
        self.automaton = automaton
        self.workspace = workspace
        self.ctl = ctl

    def run(
        self,
        cells: cython.const[cython.longlong][::1],
        gap: cython.Py_ssize_t,
        made: cython.Py_ssize_t,
        length: cython.Py_ssize_t,
        state: cython.Py_ssize_t,
        path: cython.longlong[::1],
        out: cython.schar[:, ::1],
        all_solutions: cython.bint,
    ) -> int:
        """Search for solutions of exactly ``length`` moves; there must be no shorter ones.

        Args:
            cells: int64[n], the tile of each cell; the entry at ``gap`` is ignored.
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
            if self._begin(cells, gap, made, length, state):
                found = self._search(made, length, path, out, all_solutions)
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _begin(
        self,
        cells: cython.const[cython.longlong][::1],
        gap: cython.Py_ssize_t,
        made: cython.Py_ssize_t,
        length: cython.Py_ssize_t,
        state: cython.Py_ssize_t,
    ) -> cython.bint:
        """Set up the first level; return whether its bounds are low enough."""
        memory: cython.int[::1] = self.workspace
        level: cython.Py_ssize_t = LEVELS + LEVEL * made
        n: cython.Py_ssize_t = cells.shape[0]
        g: cython.Py_ssize_t = self.starts.shape[0]
        fits: cython.bint = True
        cython.declare(record=cython.int, bound=cython.int, at=cython.Py_ssize_t)
        cython.declare(i=cython.Py_ssize_t, view=cython.Py_ssize_t)
        for i in range(2 * g):
            memory[ENTRIES + 2 * i] = self.starts[i % g]
        for i in range(n):
            if i != gap:
                record = self.records[cells[i]]
                memory[CELLS + i] = record
                at = (record & 4095) + 2 * i
                memory[ENTRIES + ((record >> 12) & 255)] += self.offsets[at]
                memory[ENTRIES + (record >> 20)] += self.offsets[at + 1]
        for view in range(2 if self.mirrored else 1):
            bound = 0
            for i in range(view * g, (view + 1) * g):
                at = ENTRIES + 2 * i
                memory[at + 1] = self.tables[memory[at]]
                bound += memory[at + 1]
            memory[level + BOUND + view] = bound
            if bound > length - made:
                fits = False
        memory[level + GAP] = cython.cast(cython.int, gap)
        record = 0  # the set of directions
        for i in range(4):
            if self.automaton[state * 4 + i] >= 0:
                record += 1 << i
        memory[level + CHILDREN + STATE] = cython.cast(cython.int, state * 16) + record
        return fits

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _search(
        self,
        made: cython.Py_ssize_t,
        length: cython.Py_ssize_t,
        path: cython.longlong[::1],
        out: cython.schar[:, ::1],
        all_solutions: cython.bint,
    ) -> cython.longlong:
        """Search from the first level; see ``run``."""
        tables: cython.const[cython.uchar][::1] = self.tables
        offsets: cython.const[cython.int][::1] = self.offsets
        moves: cython.const[cython.uint][::1] = self.moves
        automaton: cython.const[cython.int][::1] = self.automaton
        mirrored: cython.bint = self.mirrored
        cells: cython.int[::1] = self.workspace[CELLS:ENTRIES]
        entries: cython.int[::1] = self.workspace[ENTRIES:LEVELS]
        levels: cython.int[::1] = self.workspace[LEVELS:]
        level: cython.Py_ssize_t = LEVEL * made
        root: cython.Py_ssize_t = level
        cython.declare(child=cython.Py_ssize_t, end=cython.Py_ssize_t)
        gap: cython.Py_ssize_t = levels[level + GAP]
        cython.declare(to=cython.Py_ssize_t, here=cython.Py_ssize_t, there=cython.Py_ssize_t)
        cython.declare(slot=cython.Py_ssize_t)
        state: cython.int = levels[level + CHILDREN + STATE]
        bound_0: cython.int = levels[level + BOUND]
        bound_1: cython.int = levels[level + BOUND + 1]
        left: cython.int = cython.cast(cython.int, length - made)
        cython.declare(spare_0=cython.int, spare_1=cython.int, ahead=cython.uint, record=cython.int)
        cython.declare(index=cython.int, entry=cython.int)
        entered: cython.longlong = 0
        found: cython.longlong = 0
        i: cython.Py_ssize_t
        while True:
            # Expand a node: list its children within the bound.
            entered += 1
            if entered == 1 << 12:
                self.ctl[2] = length
                if poll(self.ctl, entered):
                    return -1
                entered = 0
            child = level + CHILDREN
            end = child
            if left == 0:
                if found < out.shape[0]:
                    for i in range(length):
                        out[found, i] = cython.cast(cython.schar, path[i])
                found += 1
                if not all_solutions or level == root:
                    break
            else:
                # All lookups come before the first expansion, so that memory accesses overlap.
                spare_0 = left - 1 - bound_0
                spare_1 = left - 1 - bound_1
                ahead = moves[gap * 16 + (state & 15)]
                while ahead:
                    to = ahead & 31
                    record = cells[to]
                    slot = (record >> 12) & 255
                    here = (record & 4095) + to * 2
                    there = (record & 4095) + gap * 2
                    index = entries[slot] + offsets[there] - offsets[here]
                    entry = tables[index]
                    levels[end + MOVE] = ahead & 127
                    levels[end + STATE] = automaton[(state >> 4) * 4 + ((ahead >> 5) & 3)]
                    levels[end + INDEX] = index
                    levels[end + ENTRY] = entry
                    ahead >>= 8
                    if cython.cast(cython.int, entry) - entries[slot + 1] > spare_0:
                        continue
                    if mirrored:
                        slot = record >> 20
                        index = entries[slot] + offsets[there + 1] - offsets[here + 1]
                        entry = tables[index]
                        levels[end + INDEX + 1] = index
                        levels[end + ENTRY + 1] = entry
                        if cython.cast(cython.int, entry) - entries[slot + 1] > spare_1:
                            continue
                    end += CHILD
            if child == end:
                while True:
                    if level == root:
                        poll(self.ctl, entered)
                        return found
                    # Undo the last move.
                    level -= LEVEL
                    left += 1
                    to = gap
                    gap = levels[level + GAP]
                    record = cells[gap]
                    cells[to] = record
                    slot = (record >> 12) & 255
                    entries[slot] = levels[level + BEFORE]
                    entries[slot + 1] = levels[level + BEFORE + 1]
                    if mirrored:
                        slot = record >> 20
                        entries[slot] = levels[level + BEFORE + 2]
                        entries[slot + 1] = levels[level + BEFORE + 3]
                    child = levels[level + NEXT]
                    if child != levels[level + END]:
                        break
                bound_0 = levels[level + BOUND]
                bound_1 = levels[level + BOUND + 1]
            else:
                levels[level + GAP] = cython.cast(cython.int, gap)
                levels[level + BOUND] = bound_0
                levels[level + BOUND + 1] = bound_1
                levels[level + END] = cython.cast(cython.int, end)
            levels[level + NEXT] = cython.cast(cython.int, child + CHILD)
            # Go to the child.
            state = levels[child + STATE]
            to = levels[child + MOVE] & 31
            path[length - left] = levels[child + MOVE] >> 5
            record = cells[to]
            cells[gap] = record
            slot = (record >> 12) & 255
            levels[level + BEFORE] = entries[slot]
            levels[level + BEFORE + 1] = entries[slot + 1]
            bound_0 += levels[child + ENTRY] - entries[slot + 1]
            entries[slot] = levels[child + INDEX]
            entries[slot + 1] = levels[child + ENTRY]
            if mirrored:
                slot = record >> 20
                levels[level + BEFORE + 2] = entries[slot]
                levels[level + BEFORE + 3] = entries[slot + 1]
                bound_1 += levels[child + ENTRY + 1] - entries[slot + 1]
                entries[slot] = levels[child + INDEX + 1]
                entries[slot + 1] = levels[child + ENTRY + 1]
            gap = to
            level += LEVEL
            left -= 1
        poll(self.ctl, entered)
        return found
