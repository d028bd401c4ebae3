"""Parts of solutions of shift boards: successive shifts, solved by 3-cycles.

After them all columns, or all rows, are at their initial offsets; so 3-cycles have the same effect
(see ``construct``), with the lines of the other direction in frames that are shifted with them.
"""

from __future__ import annotations

from dataclasses import dataclass

import cython

from puzzlegui.families.shift.kernels.construct import CycleBeam
from puzzlegui.kernels.neighbourhoods import CurrentSolution, Neighbourhood, Part
from puzzlegui.kernels.primitives import random_below


@dataclass
class CycleNeighbourhood(Neighbourhood):
    """Successive shifts that leave the lines of a direction where they are.

    The board has ``n`` cells, ``r`` rows and ``c`` columns.

    Attributes:
        beam: beam search on the board.
        least: fewest moves of a part.
        longest: most moves of a part.
        offsets: int16[r + c], the offset of each line.
        start: int16[n], for each cell of the beam the cell its tile belongs to.
    """

    beam: CycleBeam
    least: cython.Py_ssize_t
    longest: cython.Py_ssize_t
    offsets: cython.short[::1]
    start: cython.short[::1]

    def choose(
        self,
        part: Part,
        solution: CurrentSolution,
        first: cython.Py_ssize_t,
        rng: cython.longlong[::1],
    ) -> cython.Py_ssize_t:
        """Choose a direction, and as many moves as fit; see ``Neighbourhood``."""
        most = self.least + random_below(rng, self.longest - self.least + 1)
        displaced: cython.Py_ssize_t = 0
        count: cython.Py_ssize_t = 0
        self.beam.set_transposed(random_below(rng, 2) == 1)
        part.add_all()
        for line in range(self.offsets.shape[0]):
            self.offsets[line] = 0
        for m in range(min(most, solution.length - first)):
            line = solution.moves[first + m] >> 1
            if not _has_frame(self.beam, line):
                displaced -= self.offsets[line] != 0
                _shift(self, solution.moves[first + m])
                displaced += self.offsets[line] != 0
            if displaced == 0:
                count = m + 1
        return count if count >= self.least else 0

    def solve(
        self,
        part: Part,
        count: cython.Py_ssize_t,
        rng: cython.longlong[::1],
        ctl: cython.volatile[cython.longlong][::1],
    ) -> cython.Py_ssize_t:
        """Search for 3-cycles; see ``Neighbourhood``."""
        across = self.beam.rows if self.beam.transposed else self.beam.columns
        lines = self.beam.columns if self.beam.transposed else self.beam.rows
        for i in range(self.offsets.shape[0]):
            self.offsets[i] = 0
        for i in range(count):
            if _has_frame(self.beam, part.moves[i] >> 1):
                _shift(self, part.moves[i])
        # The tile of each cell goes to the cell of its goal in the frame of its line.
        for i in range(part.start.shape[0]):
            to: cython.Py_ssize_t = part.start[i]
            if self.beam.transposed:
                to -= self.offsets[lines + to % across] * across
                part.start[i] = cython.cast(
                    cython.short, to if to >= 0 else to + part.start.shape[0]
                )
            elif to % across < self.offsets[to // across]:
                part.start[i] = cython.cast(cython.short, to - self.offsets[to // across] + across)
            else:
                part.start[i] = cython.cast(cython.short, to - self.offsets[to // across])
        if part.values.shape[0] and not (part.reassign(ctl) and _make_even(self, part)):
            return -1
        for i in range(part.start.shape[0]):
            to = part.start[i]
            if self.beam.transposed:
                to = to % across * lines + to // across
                self.start[i % across * lines + i // across] = cython.cast(cython.short, to)
            else:
                self.start[i] = cython.cast(cython.short, to)
        self.beam.most = count
        self.beam.restart(self.offsets[lines:] if self.beam.transposed else self.offsets)
        self.beam.add(self.start)
        return self.beam.write_moves(part.path, 0) if self.beam.run(rng, ctl) == 1 else -1


@cython.inline
def _has_frame(beam: CycleBeam, line: cython.Py_ssize_t) -> cython.bint:
    """Return True for the rows of the beam, which are columns if it is transposed."""
    return line >= beam.columns if beam.transposed else line < beam.rows


@cython.inline
def _shift(work: CycleNeighbourhood, move: cython.Py_ssize_t) -> cython.void:
    """Shift a line further from its initial offset."""
    framed: cython.bint = _has_frame(work.beam, move >> 1)
    length = work.beam.columns if framed else work.beam.rows
    offset = work.offsets[move >> 1] + (1 if move & 1 else length - 1)
    work.offsets[move >> 1] = cython.cast(cython.short, offset % length)


def _make_even(work: CycleNeighbourhood, part: Part) -> cython.bint:
    """Exchange equal tiles if the permutation is odd; return False if there are none."""
    left = work.start
    cells = part.start.shape[0]
    is_odd: cython.bint = False
    for i in range(cells):
        left[i] = part.start[i]
    for i in range(cells):
        while left[i] != i:
            j = left[i]
            left[i] = left[j]
            left[j] = cython.cast(cython.short, j)
            is_odd = not is_odd
    if not is_odd:
        return True
    for i in range(cells):
        for j in range(i + 1, cells):
            if part.start[i] != i and part.start[j] != j and part.values[i] == part.values[j]:
                kept = part.start[i]
                part.start[i] = part.start[j]
                part.start[j] = kept
                return True
    return False
