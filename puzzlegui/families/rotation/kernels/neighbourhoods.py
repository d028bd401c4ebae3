"""Parts of solutions of rotation boards: the turns within a rectangle, solved by its own beam.

Most parts cannot be made shorter, so those whose number of turns is near the lower bound are rarely
searched: half of the larger of the sums of row distances and of column distances.
"""

from __future__ import annotations

from dataclasses import dataclass

import cython

from puzzlegui.families.rotation.kernels.beam import Beam
from puzzlegui.families.rotation.kernels.constants.beam import HEAD, NODE
from puzzlegui.families.rotation.kernels.inlined.turns import detour, distance_between
from puzzlegui.kernels.neighbourhoods import CurrentSolution, Neighbourhood, Part
from puzzlegui.kernels.primitives import cancelled, random_below


@dataclass
class RectangleNeighbourhood(Neighbourhood):
    """Turns within a rectangle of up to ``w`` cells.

    Attributes:
        rows: of the board.
        columns: of the board.
        least: fewest rows and columns of a rectangle.
        most: most rows and columns of a rectangle; ``most * most`` ≤ w.
        longest: most turns of a part.
        beam: beam search; its instance is the rectangle.
        distance_cost: int32[64], the cost of each distance.
        start: int16[w], for each cell of the rectangle the cell its tile belongs to.
        top: first row of the rectangle.
        left: first column of the rectangle.
    """

    rows: cython.Py_ssize_t
    columns: cython.Py_ssize_t
    least: cython.Py_ssize_t
    most: cython.Py_ssize_t
    longest: cython.Py_ssize_t
    beam: Beam
    distance_cost: cython.int[::1]
    start: cython.short[::1]
    top: cython.Py_ssize_t = 0
    left: cython.Py_ssize_t = 0

    def choose(
        self,
        part: Part,
        solution: CurrentSolution,
        first: cython.Py_ssize_t,
        rng: cython.longlong[::1],
    ) -> cython.Py_ssize_t:
        """Choose a rectangle around the block of the first turn; see ``Neighbourhood``."""
        choices = self.most - self.least + 1
        rows = min(self.rows, self.least + random_below(rng, choices))
        columns = min(self.columns, self.least + random_below(rng, choices))
        block = solution.moves[first] // self.beam.instance.directions
        self.top = block // (self.columns - 1) - random_below(rng, rows - 1)
        self.top = max(0, min(self.rows - rows, self.top))
        self.left = block % (self.columns - 1) - random_below(rng, columns - 1)
        self.left = max(0, min(self.columns - columns, self.left))
        self.beam.instance.rows = rows
        self.beam.instance.columns = columns
        part.clear()
        for r in range(self.top, self.top + rows):
            for c in range(self.left, self.left + columns):
                part.add(r * self.columns + c)
        return self.longest

    def solve(
        self,
        part: Part,
        count: cython.Py_ssize_t,
        rng: cython.longlong[::1],
        ctl: cython.volatile[cython.longlong][::1],
    ) -> cython.Py_ssize_t:
        """Search in the rectangle if there seems to be slack; see ``Neighbourhood``."""
        slack: cython.longlong = count if self.beam.instance.directions == 2 else 3 * count // 4
        if part.values.shape[0] and not part.reassign(ctl):
            return -1
        for i in range(part.size):
            self.start[i] = part.place[part.start[part.cells[i]]]
        slack -= (_remaining_distance(self) + 1) // 2
        odds = _odds(slack)
        if odds < 32 and random_below(rng, 32) >= odds:
            return -1
        _make_instance(self)
        self.beam.restart(self.start)
        solved: cython.bint = self.beam.remaining_distance() == 0
        while not solved and self.beam.count and self.beam.depth < count and not cancelled(ctl):
            ctl[1] += self.beam.states.sizes[self.beam.side]
            solved = self.beam.step(count - self.beam.depth - 1, rng, ctl)
        if not solved:
            return -1
        _write_path(self, part)
        return self.beam.depth


def _make_instance(work: RectangleNeighbourhood) -> cython.void:
    """Set up the rectangle as the instance of the beam, with all tiles to be solved."""
    rows = work.beam.instance.rows
    columns = work.beam.instance.columns
    one_way: cython.bint = work.beam.instance.directions == 1
    cost = work.beam.instance.cost
    distance_cost = work.distance_cost
    at: cython.Py_ssize_t = 0
    for tile in range(rows * columns):
        row = tile // columns
        column = tile % columns
        work.beam.instance.row[tile] = cython.cast(cython.short, row)
        work.beam.instance.column[tile] = cython.cast(cython.short, column)
        work.beam.instance.counts[tile] = 1
        for r in range(rows):
            for c in range(columns):
                total: cython.longlong = distance_cost[distance_between(row, r)]
                total += distance_cost[distance_between(column, c)]
                if one_way:
                    total += detour(rows, columns, r, c, row, column)
                cost[at] = cython.cast(cython.short, total)
                at += 1


def _write_path(work: RectangleNeighbourhood, part: Part) -> cython.void:
    """Write the turns that lead to the best state of the beam."""
    directions = work.beam.instance.directions
    block_columns = work.beam.instance.columns - 1
    node = work.beam.states.head[work.beam.best * HEAD + NODE]
    at = work.beam.depth
    while node >= 0:
        turn: cython.Py_ssize_t = work.beam.turns[node]
        block = turn >> 1
        move = (work.top + block // block_columns) * (work.columns - 1)
        move = (move + work.left + block % block_columns) * directions + (turn & (directions - 1))
        at -= 1
        part.path[at] = cython.cast(cython.short, move)
        if directions == 1 and turn & 1 == 1:
            part.path[at - 1] = cython.cast(cython.short, move)
            part.path[at - 2] = cython.cast(cython.short, move)
            at -= 2
        node = work.beam.parents[node]


def _remaining_distance(work: RectangleNeighbourhood) -> cython.longlong:
    """Return the larger of the sums of row distances and of column distances."""
    columns = work.beam.instance.columns
    down: cython.longlong = 0
    across: cython.longlong = 0
    for cell in range(work.beam.instance.rows * columns):
        goal: cython.Py_ssize_t = work.start[cell]
        down += distance_between(goal // columns, cell // columns)
        across += distance_between(goal % columns, cell % columns)
    return max(down, across)


@cython.inline
def _odds(slack: cython.longlong) -> cython.longlong:
    """Return the probability of searching a part, in 32nds.

    Args:
        slack: excess of its number of turns over the lower bound.
    """
    if slack >= 5:
        return 32
    if slack == 4:
        return 16
    return 4 if slack >= 2 else 1
