"""Large neighbourhood search on a solution of a shift board (Shaw 1998).

A neighbourhood is a segment of a solution after which all columns, or all rows, are at their
initial offsets: so 3-cycles have the same effect, and a beam search over 3-cycles looks for a
shorter segment, or for another of the same length.
"""

from __future__ import annotations

import cython
from cython.cimports.puzzlegui.families.shift.kernels.construct import CycleBeam
from cython.cimports.puzzlegui.families.shift.kernels.inlined.lines import (
    circular_distance,
    shift_line,
)
from cython.cimports.puzzlegui.kernels.assignment import assign_rows
from cython.cimports.puzzlegui.kernels.inlined.primitives import (
    cancelled,
    poll,
    random_below,
)


@cython.cclass
class CurrentSolution:
    """The current solution of the search, or a part of it.

    Attributes:
        length: number of its moves, the first ones in ``moves``.
        tried: number of neighbourhoods tried.
        shorter: number of neighbourhoods replaced by a shorter segment.
        other: number of neighbourhoods replaced by another segment of the same length.
    """

    moves: cython.short[::1]
    colours: cython.short[::1]
    position: cython.short[::1]
    length = cython.declare(cython.Py_ssize_t, visibility="readonly")
    tried = cython.declare(cython.Py_ssize_t, visibility="readonly")
    shorter = cython.declare(cython.Py_ssize_t, visibility="readonly")
    other = cython.declare(cython.Py_ssize_t, visibility="readonly")

    def __init__(
        self,
        moves: cython.short[::1],
        length: cython.Py_ssize_t,
        colours: cython.short[::1],
        position: cython.short[::1],
    ) -> None:
        """Keep the arrays.

        Args:
            moves: int16[≥ length], the moves, see ``inlined.lines``.
            length: number of moves.
            colours: int16[n], the value of each cell at the start; empty if all differ.
            position: int16[n], scratch; empty if ``colours`` is.
        """
        self.moves = moves
        self.colours = colours
        self.position = position
        self.length = length
        self.tried = 0
        self.shorter = 0
        self.other = 0


@cython.cclass
class NeighbourhoodImprover:
    """Improvement of neighbourhoods on a board of ``n`` cells by a beam search, with its memory."""

    rows: cython.Py_ssize_t
    columns: cython.Py_ssize_t
    beam: CycleBeam
    most: cython.Py_ssize_t
    cells: cython.short[::1]
    start: cython.short[::1]
    target: cython.short[::1]
    net: cython.longlong[::1]
    here: cython.longlong[::1]
    there: cython.longlong[::1]
    prices: cython.longlong[:, ::1]
    work: cython.longlong[:, ::1]

    def __init__(
        self,
        beam: CycleBeam,
        places: cython.short[:, ::1],
        numbers: cython.longlong[:, ::1],
        prices: cython.longlong[:, ::1],
        work: cython.longlong[:, ::1],
    ) -> None:
        """Keep the memory, for up to ``w`` equal tiles.

        Args:
            beam: beam search on the board.
            places: int16[3, ≥ n and ≥ 60], scratch, as is all that follows.
            numbers: int64[3, ≥ w and ≥ 60].
            prices: int64[w, w]; empty if all tiles differ.
            work: int64[6, w + 1]; likewise.
        """
        beam.transpose(False)
        self.rows = beam.rows
        self.columns = beam.columns
        self.beam = beam
        self.most = prices.shape[0]
        self.cells = places[0]
        self.start = places[1]
        self.target = places[2]
        self.net = numbers[0]
        self.here = numbers[1]
        self.there = numbers[2]
        self.prices = prices
        self.work = work

    def improve(
        self,
        solution: CurrentSolution,
        least: cython.Py_ssize_t,
        longest: cython.Py_ssize_t,
        budget: cython.longlong,
        rng: cython.longlong[::1],
        ctl: cython.volatile[cython.longlong][::1],
    ) -> None:
        """Improve a solution until stopped or the budget is spent.

        Args:
            solution: the current solution, improved in place.
            least: fewest moves of a neighbourhood.
            longest: most moves of a neighbourhood.
            budget: number of states after which no further neighbourhood is tried.
            rng: int64[1], the state of the random numbers, not 0.
            ctl: the shared array.
        """
        with cython.nogil:
            _improve(self, solution, least, longest, budget, rng, ctl)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _end(
    work: NeighbourhoodImprover,
    solution: CurrentSolution,
    transposed: cython.bint,
    first: cython.Py_ssize_t,
    longest: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Return the end of the longest neighbourhood from ``first``, itself if there is none."""
    rows: cython.Py_ssize_t = work.rows
    columns: cython.Py_ssize_t = work.columns
    net: cython.longlong[::1] = work.net
    open_lines: cython.Py_ssize_t = 0
    last: cython.Py_ssize_t = first
    cython.declare(line=cython.Py_ssize_t, m=cython.Py_ssize_t, length=cython.longlong)
    for line in range(rows + columns):
        net[line] = 0
    for m in range(first, min(solution.length, first + longest)):
        line = solution.moves[m] >> 1
        length = columns if line < rows else rows
        if (line < rows) == transposed:
            if net[line] == 0:
                open_lines += 1
            net[line] = (net[line] + (1 if solution.moves[m] & 1 else length - 1)) % length
            if net[line] == 0:
                open_lines -= 1
        if open_lines == 0:
            last = m + 1
    return last


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _compute_permutation(
    work: NeighbourhoodImprover,
    solution: CurrentSolution,
    transposed: cython.bint,
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
) -> cython.void:
    """Compute the cell to which a neighbourhood moves each tile, with lines in their frames."""
    rows: cython.Py_ssize_t = work.rows
    columns: cython.Py_ssize_t = work.columns
    cells: cython.short[::1] = work.cells
    target: cython.short[::1] = work.target
    cython.declare(m=cython.Py_ssize_t, line=cython.Py_ssize_t, cell=cython.Py_ssize_t)
    cython.declare(source=cython.Py_ssize_t, r=cython.Py_ssize_t, c=cython.Py_ssize_t)
    cython.declare(steps=cython.Py_ssize_t)
    for cell in range(rows * columns):
        cells[cell] = cython.cast(cython.short, cell)
    for line in range(work.beam.rows):
        target[line] = 0
    for m in range(first, last):
        shift_line(cells, 0, rows, columns, cython.cast(cython.Py_ssize_t, solution.moves[m]))
        line = solution.moves[m] >> 1
        if (line < rows) != transposed:
            if transposed:
                line -= rows
            steps = target[line] + (1 if solution.moves[m] & 1 else work.beam.columns - 1)
            target[line] = cython.cast(cython.short, steps % work.beam.columns)
    for cell in range(rows * columns):
        source = cython.cast(cython.Py_ssize_t, cells[cell])
        if transposed:
            source = source % columns * rows + source // columns
            r = cell % columns
            c = cell // columns
        else:
            r = cell // columns
            c = cell % columns
        steps = r * work.beam.columns + (c + work.beam.columns - target[r]) % work.beam.columns
        work.start[source] = cython.cast(cython.short, steps)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _recolour(
    work: NeighbourhoodImprover,
    solution: CurrentSolution,
    transposed: cython.bint,
    first: cython.Py_ssize_t,
    ctl: cython.volatile[cython.longlong][::1],
) -> cython.bint:
    """Reassign tiles of equal colour to their goal cells, at the least total cost.

    Returns:
        True if the permutation is even, as it must be.
    """
    rows: cython.Py_ssize_t = work.rows
    columns: cython.Py_ssize_t = work.columns
    across: cython.Py_ssize_t = rows if transposed else columns
    down: cython.Py_ssize_t = columns if transposed else rows
    position: cython.short[::1] = solution.position
    colours: cython.short[::1] = work.cells  # of the cells of the frames; negative once done
    start: cython.short[::1] = work.start
    here: cython.longlong[::1] = work.here
    there: cython.longlong[::1] = work.there
    prices: cython.longlong[:, ::1] = work.prices
    assigned: cython.longlong[:, ::1] = work.work
    twin: cython.Py_ssize_t = -1
    other_twin: cython.Py_ssize_t = -1
    swaps: cython.Py_ssize_t = 0
    cython.declare(cell=cython.Py_ssize_t, other=cython.Py_ssize_t, size=cython.Py_ssize_t)
    cython.declare(i=cython.Py_ssize_t, j=cython.Py_ssize_t, m=cython.Py_ssize_t)
    cython.declare(colour=cython.short, kept=cython.short)
    for cell in range(rows * columns):
        position[cell] = solution.colours[cell]
    for m in range(first):
        shift_line(position, 0, rows, columns, cython.cast(cython.Py_ssize_t, solution.moves[m]))
    for cell in range(rows * columns):
        other = cell % columns * rows + cell // columns if transposed else cell
        colours[other] = position[cell] if start[other] != other else -1
    for cell in range(rows * columns):
        colour = colours[cell]
        if colour < 0:
            continue
        size = 0
        for other in range(cell, rows * columns):
            if colours[other] == colour and size < work.most:
                here[size] = other
                there[size] = start[other]
                colours[other] = -1
                size += 1
        if size < 2:
            continue
        for i in range(size):
            for j in range(size):
                prices[i, j] = circular_distance(here[i] // across - there[j] // across, down)
                prices[i, j] += circular_distance(here[i] % across - there[j] % across, across)
                if prices[i, j]:
                    prices[i, j] += 4
        if not assign_rows(prices, size, assigned, ctl):
            return False
        for j in range(size):
            start[here[assigned[0, j + 1] - 1]] = cython.cast(cython.short, there[j])
        twin = here[0]
        other_twin = here[1]
    for cell in range(rows * columns):
        colours[cell] = start[cell]
    for cell in range(rows * columns):
        while colours[cell] != cell:
            other = cython.cast(cython.Py_ssize_t, colours[cell])
            kept = colours[other]
            colours[other] = cython.cast(cython.short, other)
            colours[cell] = kept
            swaps += 1
    if swaps & 1 == 0:
        return True
    if twin < 0:
        return False
    kept = start[twin]
    start[twin] = start[other_twin]
    start[other_twin] = kept
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _improve(
    work: NeighbourhoodImprover,
    solution: CurrentSolution,
    least: cython.Py_ssize_t,
    longest: cython.Py_ssize_t,
    budget: cython.longlong,
    rng: cython.longlong[::1],
    ctl: cython.volatile[cython.longlong][::1],
) -> cython.void:
    end: cython.longlong = ctl[1] + budget
    cython.declare(transposed=cython.bint, first=cython.Py_ssize_t, last=cython.Py_ssize_t)
    cython.declare(size=cython.Py_ssize_t, made=cython.Py_ssize_t, m=cython.Py_ssize_t)
    while True:
        if solution.length < least or poll(ctl, 0) or ctl[1] > end:
            return
        ctl[1] += 1
        transposed = random_below(rng, 2) == 1
        work.beam.set_transposed(transposed)
        first = random_below(rng, solution.length - least + 1)
        size = least + random_below(rng, longest - least + 1)
        last = _end(work, solution, transposed, first, size)
        size = last - first
        if size < least:
            continue
        solution.tried += 1
        _compute_permutation(work, solution, transposed, first, last)
        if solution.colours.shape[0] and not _recolour(work, solution, transposed, first, ctl):
            continue
        work.beam.most = size
        work.beam.restart(work.target)
        work.beam.add(work.start)
        if work.beam.run(rng, ctl) != 1:
            if cancelled(ctl):
                return
            continue
        made = work.beam.write_moves(solution.moves, first) - first
        if made < size:
            solution.shorter += 1
            for m in range(last, solution.length):
                solution.moves[m - size + made] = solution.moves[m]
            solution.length -= size - made
        else:
            solution.other += 1
