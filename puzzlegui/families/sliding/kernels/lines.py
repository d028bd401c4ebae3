"""IDA* (Korf 1985) on sliding boards of any size, bounded by the lines that values must cross.

Every move takes a single value across a line between two rows or two columns. If there are more of
a value on a side of a line than in the goal, the excess must cross it; with distinct tiles the
total is the sum of Manhattan distances. Of tiles in their goal row or column but in the wrong
order, some must leave it and return, at two extra moves each (linear conflict heuristic; Hansson,
Mayer and Yung 1992). This is only applied to tiles whose value is unique.
"""

from __future__ import annotations

import cython
from cython.cimports.puzzlegui.families.sliding.kernels.constants.lines import (
    BOUND,
    CHANGED,
    CROSSINGS,
    EARLIER,
    GAP,
    LEVEL,
    STATE,
)
from cython.cimports.puzzlegui.kernels.inlined.primitives import poll


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _conflict(
    cells: cython.longlong[::1],
    begin: cython.Py_ssize_t,
    step: cython.Py_ssize_t,
    count: cython.Py_ssize_t,
    line: cython.longlong,
    homes: cython.const[cython.longlong][:, ::1],
    across: cython.Py_ssize_t,
    tails: cython.longlong[::1],
) -> cython.longlong:
    """Return the extra moves for the linear conflicts of a row or column.

    At least the tiles outside a longest increasing subsequence (Schensted 1961) must leave.
    """
    there: cython.longlong = 0
    longest: cython.Py_ssize_t = 0
    cython.declare(at=cython.Py_ssize_t, i=cython.Py_ssize_t, value=cython.Py_ssize_t)
    cython.declare(place=cython.longlong)
    for i in range(count):
        value = cells[begin + i * step]
        if homes[across, value] != line:
            continue
        there += 1
        place = homes[1 - across, value]
        at = longest
        while at > 0 and tails[at - 1] > place:
            at -= 1
        tails[at] = place
        longest = max(longest, at + 1)
    return 2 * (there - longest)


@cython.cclass
class LineCrossingSearch:
    """A depth-first search on boards of any size.

    Args:
        goal: int64[n], the value of each cell, as numbers from 0 on.
        columns: of the board.
        neighbours: int64[n, 4], the cell in each direction of the gap, -1 where there is none.
        homes: int64[2, values], the row and the column of each value's goal; -1 for the gap and
            repeated values.
        automaton: int32[states, 4], the next state for each direction, -1 if it is pruned.
        levels: int64[(length + 1) × LEVEL], scratch.
        scratch: int64[2, rows + columns].
        ctl: the shared array; states are added to it.
    """

    goal: cython.const[cython.longlong][::1]
    columns: cython.Py_ssize_t
    neighbours: cython.const[cython.longlong][:, ::1]
    homes: cython.const[cython.longlong][:, ::1]
    automaton: cython.const[cython.int][:, ::1]
    levels: cython.longlong[::1]
    scratch: cython.longlong[:, ::1]
    ctl: cython.longlong[::1]

    def __init__(
        self,
        goal: cython.const[cython.longlong][::1],
        columns: cython.Py_ssize_t,
        neighbours: cython.const[cython.longlong][:, ::1],
        homes: cython.const[cython.longlong][:, ::1],
        automaton: cython.const[cython.int][:, ::1],
        levels: cython.longlong[::1],
        scratch: cython.longlong[:, ::1],
        ctl: cython.longlong[::1],
    ) -> None:
        self.goal = goal
        self.columns = columns
        self.neighbours = neighbours
        self.homes = homes
        self.automaton = automaton
        self.levels = levels
        self.scratch = scratch
        self.ctl = ctl

    def run(
        self,
        cells: cython.longlong[::1],
        excess: cython.longlong[:, :, ::1],
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
            cells: int64[n], the value of each cell, numbered as in ``goal``; changed.
            excess: int64[2, values, max(rows, columns) - 1], the surplus of each value, over the
                goal, above each line between rows, and to the left of each line between columns;
                always 0 for the gap. Changed.
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
            if self._begin(cells, excess, made) <= length - made:
                found = self._search(cells, excess, made, length, path, out, all_solutions)
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _begin(
        self,
        cells: cython.longlong[::1],
        excess: cython.longlong[:, :, ::1],
        made: cython.Py_ssize_t,
    ) -> cython.longlong:
        """Set up the first level and return its bound."""
        tails: cython.longlong[::1] = self.scratch[0]
        conflicts: cython.longlong[::1] = self.scratch[1]  # of each row, then of each column
        columns: cython.Py_ssize_t = self.columns
        rows: cython.Py_ssize_t = cells.shape[0] // columns
        crossings: cython.longlong = 0
        cython.declare(bound=cython.longlong, across=cython.Py_ssize_t, value=cython.Py_ssize_t)
        cython.declare(i=cython.Py_ssize_t)
        for across in range(2):
            for value in range(excess.shape[1]):
                for i in range(excess.shape[2]):
                    crossings += abs(excess[across, value, i])
        bound = crossings
        for i in range(rows):
            conflicts[i] = _conflict(cells, i * columns, 1, columns, i, self.homes, 0, tails)
            bound += conflicts[i]
        for i in range(columns):
            conflicts[rows + i] = _conflict(cells, i, columns, rows, i, self.homes, 1, tails)
            bound += conflicts[rows + i]
        self.levels[made * LEVEL + CROSSINGS] = crossings
        self.levels[made * LEVEL + BOUND] = bound
        return bound

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _search(
        self,
        cells: cython.longlong[::1],
        excess: cython.longlong[:, :, ::1],
        made: cython.Py_ssize_t,
        length: cython.Py_ssize_t,
        path: cython.longlong[::1],
        out: cython.schar[:, ::1],
        all_solutions: cython.bint,
    ) -> cython.longlong:
        """Search from the first level; see ``run``."""
        goal: cython.const[cython.longlong][::1] = self.goal
        neighbours: cython.const[cython.longlong][:, ::1] = self.neighbours
        homes: cython.const[cython.longlong][:, ::1] = self.homes
        automaton: cython.const[cython.int][:, ::1] = self.automaton
        levels: cython.longlong[::1] = self.levels
        tails: cython.longlong[::1] = self.scratch[0]
        conflicts: cython.longlong[::1] = self.scratch[1]
        columns: cython.Py_ssize_t = self.columns
        rows: cython.Py_ssize_t = cells.shape[0] // columns
        depth: cython.Py_ssize_t = made
        level: cython.Py_ssize_t = made * LEVEL
        gap: cython.Py_ssize_t = levels[level + GAP]
        state: cython.longlong = levels[level + STATE]
        crossings: cython.longlong = levels[level + CROSSINGS]
        bound: cython.longlong = levels[level + BOUND]
        to: cython.Py_ssize_t = 0
        value: cython.Py_ssize_t = 0
        direction: cython.Py_ssize_t
        across: cython.Py_ssize_t = 0
        border: cython.Py_ssize_t = 0
        cython.declare(line=cython.Py_ssize_t, home=cython.longlong)
        after: cython.longlong = 0
        left: cython.longlong
        passed: cython.longlong = 0
        total: cython.longlong = 0
        step: cython.longlong = 0
        entered: cython.longlong = 1
        found: cython.longlong = 0
        cython.declare(i=cython.Py_ssize_t, fits=cython.bint)
        while True:
            direction = 0
            if depth == length:
                i = 0
                while i < cells.shape[0] and cells[i] == goal[i]:
                    i += 1
                if i == cells.shape[0]:
                    if found < out.shape[0]:
                        for i in range(length):
                            out[found, i] = cython.cast(cython.schar, path[i])
                    found += 1
                    if not all_solutions:
                        break
                direction = 4
            left = length - depth - 1
            fits = False
            while not fits:
                while direction == 4:
                    if depth == made:
                        poll(self.ctl, entered)
                        return found
                    # Undo the last move.
                    depth -= 1
                    left += 1
                    level -= LEVEL
                    to = gap
                    gap = levels[level + GAP]
                    state = levels[level + STATE]
                    crossings = levels[level + CROSSINGS]
                    bound = levels[level + BOUND]
                    value = cells[gap]
                    cells[gap] = cells[to]
                    cells[to] = value
                    direction = path[depth]
                    # Directions 1 and 2 cross a line between columns.
                    across = ((direction + 1) >> 1) & 1
                    border = min(gap, to)
                    border = border // columns if across == 0 else border % columns
                    excess[across, value, border] += 1 if gap > to else -1
                    line = levels[level + CHANGED]
                    if line >= 0:
                        conflicts[line] = levels[level + EARLIER]
                    direction += 1
                after = automaton[state, direction]
                to = neighbours[gap, direction]
                across = ((direction + 1) >> 1) & 1
                direction += 1
                if after < 0 or to < 0:
                    continue
                value = cells[to]
                border = min(gap, to)
                border = border // columns if across == 0 else border % columns
                passed = excess[across, value, border]
                # The tile moves down or right if the gap is below it or to its right.
                step = -1 if gap > to else 1
                passed = crossings + (-1 if passed * step < 0 else 1)
                if passed > left:
                    continue
                home = homes[across, value]
                line = -1
                total = passed + bound - crossings
                if across == 0:
                    if home == gap // columns or home == to // columns:
                        line = home
                elif home == gap % columns or home == to % columns:
                    line = rows + home
                levels[level + CHANGED] = line
                cells[to] = cells[gap]
                cells[gap] = value
                if line >= 0:
                    levels[level + EARLIER] = conflicts[line]
                    total -= conflicts[line]
                    if across == 0:
                        conflicts[line] = _conflict(
                            cells, line * columns, 1, columns, line, homes, 0, tails
                        )
                    else:
                        conflicts[line] = _conflict(
                            cells, line - rows, columns, rows, line - rows, homes, 1, tails
                        )
                    total += conflicts[line]
                fits = total <= left
                if not fits:
                    cells[gap] = cells[to]
                    cells[to] = value
                    if line >= 0:
                        conflicts[line] = levels[level + EARLIER]
            # Go to the child.
            excess[across, value, border] += step
            path[depth] = direction - 1
            depth += 1
            level += LEVEL
            gap = to
            state = after
            crossings = passed
            bound = total
            levels[level + GAP] = gap
            levels[level + STATE] = state
            levels[level + CROSSINGS] = crossings
            levels[level + BOUND] = bound
            entered += 1
            if entered == 1 << 12:
                self.ctl[2] = length
                if poll(self.ctl, entered):
                    return -1
                entered = 0
        poll(self.ctl, entered)
        return found
