"""Parts of solutions of rotation boards: the turns within a rectangle, solved by its own beam.

Most parts cannot be made shorter, so those whose number of turns is near the lower bound are rarely
searched: half of the larger of the sums of row distances and of column distances.
"""

from __future__ import annotations

from dataclasses import dataclass

import cython

from puzzlegui.families.rotation.kernels.rectangles import Rectangle
from puzzlegui.families.rotation.kernels.turns import distance_between
from puzzlegui.kernels.beam import Beam
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
        rectangle: search over rectangles.
    """

    rows: cython.Py_ssize_t
    columns: cython.Py_ssize_t
    least: cython.Py_ssize_t
    most: cython.Py_ssize_t
    longest: cython.Py_ssize_t
    rectangle: Rectangle

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
        block = solution.moves[first] // (1 if self.rectangle.one_way else 2)
        top = block // (self.columns - 1) - random_below(rng, rows - 1)
        left = block % (self.columns - 1) - random_below(rng, columns - 1)
        self.rectangle.place(
            max(0, min(self.rows - rows, top)), max(0, min(self.columns - columns, left)),
            rows, columns,
        )  # fmt: skip
        part.clear()
        for i in range(rows * columns):
            part.add(self.rectangle.cells[i])
        return self.longest

    def solve(
        self,
        part: Part,
        count: cython.Py_ssize_t,
        rng: cython.longlong[::1],
        ctl: cython.volatile[cython.longlong][::1],
    ) -> cython.Py_ssize_t:
        """Search in the rectangle if there seems to be slack; see ``Neighbourhood``."""
        slack: cython.longlong = 3 * count // 4 if self.rectangle.one_way else count
        if part.values.shape[0] and not part.reassign(ctl):
            return -1
        for i in range(part.size):
            place = part.place[part.start[part.cells[i]]]
            self.rectangle.start[i] = cython.cast(cython.ushort, place)
        slack -= (_remaining_distance(self.rectangle) + 1) // 2
        odds = _odds(slack)
        if odds < 32 and random_below(rng, 32) >= odds:
            return -1
        self.rectangle.take_turns()
        for i in range(part.size):
            self.rectangle.judge(i, self.rectangle.cells[i], 1)
        return _search(self, self.rectangle.beam, part, count, rng, ctl)


def _search(
    work: RectangleNeighbourhood,
    beam: Beam,
    part: Part,
    count: cython.Py_ssize_t,
    rng: cython.longlong[::1],
    ctl: cython.volatile[cython.longlong][::1],
) -> cython.Py_ssize_t:
    """Search for at most ``count`` turns with the same effect; return their number, or -1."""
    blocks = (work.rows - 1) * (work.columns - 1)
    beam.restart(work.rectangle.start)
    solved: cython.bint = beam.remaining_distance() == 0
    while not solved and beam.count and beam.depth < count and not cancelled(ctl):
        ctl[1] += beam.states.sizes[beam.side]
        solved = beam.step(count - beam.depth - 1, rng, ctl)
    if not solved:
        return -1
    node = beam.states.node[beam.top]
    at = beam.depth
    while node >= 0:
        move = beam.puzzle.origins[beam.moved[node]]
        if work.rectangle.one_way and move >= blocks:  # stands for three clockwise turns
            move -= blocks
            at -= 2
            part.path[at] = cython.cast(cython.short, move)
            part.path[at + 1] = cython.cast(cython.short, move)
        at -= 1
        part.path[at] = cython.cast(cython.short, move)
        node = beam.parents[node]
    return beam.depth


def _remaining_distance(rectangle: Rectangle) -> cython.longlong:
    """Return the larger of the sums of row distances and of column distances."""
    columns = rectangle.columns
    down: cython.longlong = 0
    across: cython.longlong = 0
    for cell in range(rectangle.rows * columns):
        goal: cython.Py_ssize_t = rectangle.start[cell]
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
