"""Large neighbourhood search on a solution of a permutation board (Shaw 1998).

A neighbourhood is a part of a solution: moves within some cells that can be made one after the
other, since the moves between them share no cell with those that come later. A beam search over the
moves within these cells looks for a shorter part with the same effect, or for another of the same
length.
"""

from __future__ import annotations

import cython
from cython.cimports.puzzlegui.kernels.constants.neighbourhoods import (
    ALL,
    MOST_MOVES,
    SCAN,
)

from puzzlegui.kernels.assignment import assign_rows
from puzzlegui.kernels.beam import Beam
from puzzlegui.kernels.primitives import cancelled, poll, random_below


@cython.cclass
class CurrentSolution:
    """The current solution of the search, or a part of it.

    Attributes:
        length: number of its moves, the first ones in ``moves``.
        tried: number of neighbourhoods tried.
        shorter: number of neighbourhoods replaced by a shorter part.
        other: number of neighbourhoods replaced by another part of the same length.
    """

    moves: cython.short[::1]
    values: cython.const[cython.ushort][::1]
    length = cython.declare(cython.Py_ssize_t, visibility="readonly")
    tried = cython.declare(cython.Py_ssize_t, visibility="readonly")
    shorter = cython.declare(cython.Py_ssize_t, visibility="readonly")
    other = cython.declare(cython.Py_ssize_t, visibility="readonly")

    def __init__(
        self,
        moves: cython.short[::1],
        values: cython.const[cython.ushort][::1],
    ) -> None:
        """Keep the arrays.

        Args:
            moves: int16[m], the moves.
            values: uint16[n], the value of each cell at the start; empty if all differ.
        """
        self.moves = moves
        self.values = values
        self.length = moves.shape[0]
        self.tried = 0
        self.shorter = 0
        self.other = 0


@cython.cclass
class NeighbourhoodImprover:
    """Improvement of neighbourhoods by a beam search, with its memory."""

    beam: Beam
    table_size: cython.longlong
    places: cython.ushort[:, ::1]
    parts: cython.short[:, ::1]
    marks: cython.uchar[:, ::1]
    distances: cython.const[cython.short][:, ::1]
    prices: cython.longlong[:, ::1]
    work: cython.longlong[:, ::1]
    members: cython.longlong[:, ::1]

    def __init__(
        self,
        beam: Beam,
        table_size: cython.longlong,
        places: cython.ushort[:, ::1],
        parts: cython.short[:, ::1],
        marks: cython.uchar[:, ::1],
        distances: cython.const[cython.short][:, ::1],
        prices: cython.longlong[:, ::1],
        work: cython.longlong[:, ::1],
    ) -> None:
        """Keep the memory.

        Args:
            beam: beam search on the board; its table is around the goal if all tiles differ.
            table_size: most positions in the table, which is filled anew for each neighbourhood if
                some tiles are equal.
            places: uint16[5, n], scratch.
            parts: int16[2, ≥ SCAN], scratch.
            marks: uint8[2, ≥ n and m], scratch.
            distances: int16[n, n], moves that carry a tile to each cell from each cell.
            prices: int64[n, n], scratch; empty if all tiles differ.
            work: int64[8, n + 1], scratch; likewise.
        """
        self.beam = beam
        self.table_size = table_size
        self.places = places
        self.parts = parts
        self.marks = marks
        self.distances = distances
        self.prices = prices
        self.work = work[:6]
        self.members = work[6:]

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
def _choose_moves(
    work: NeighbourhoodImprover, first: cython.Py_ssize_t, rng: cython.longlong[::1]
) -> cython.void:
    """Choose cells around those of a move, and the moves within them."""
    begins: cython.const[cython.int][::1] = work.beam.puzzle.begins
    sources: cython.const[cython.ushort][::1] = work.beam.puzzle.sources
    cells: cython.Py_ssize_t = work.beam.puzzle.cells
    places: cython.int[::1] = work.beam.allowed
    ranges: cython.int[:, ::1] = work.beam.puzzle.ranges
    inside: cython.uchar[::1] = work.marks[0]
    allowed: cython.uchar[::1] = work.marks[1]
    count: cython.Py_ssize_t = begins.shape[0] - 1
    wanted: cython.Py_ssize_t
    cython.declare(t=cython.Py_ssize_t, i=cython.Py_ssize_t, tries=cython.Py_ssize_t)
    cython.declare(shared=cython.Py_ssize_t, size=cython.Py_ssize_t, other=cython.Py_ssize_t)
    if count <= ALL:
        for t in range(count):
            allowed[t] = 1
    else:
        wanted = 4 + random_below(rng, min(count, MOST_MOVES))
        for i in range(cells):
            inside[i] = 0
        for i in range(begins[first], begins[first + 1]):
            inside[sources[i]] = 1
        tries = 0
        size = 0
        while True:
            size = 0
            for t in range(count):
                shared = 0
                for i in range(begins[t], begins[t + 1]):
                    shared += inside[sources[i]]
                allowed[t] = shared == begins[t + 1] - begins[t]
                size += allowed[t]
            if size >= wanted or tries > 30:
                break
            # Another move that shares cells.
            other = -1
            while other < 0 and tries <= 30:
                tries += 1
                t = random_below(rng, count)
                if allowed[t]:
                    continue
                for i in range(begins[t], begins[t + 1]):
                    if inside[sources[i]]:
                        other = t
            if other >= 0:
                for i in range(begins[other], begins[other + 1]):
                    inside[sources[i]] = 1
    size = 0
    for t in range(work.beam.puzzle.places):
        if allowed[ranges[0, t]]:
            places[size] = cython.cast(cython.int, t)
            size += 1
    work.beam.choices = size
    for i in range(size - 1, 0, -1):
        other = random_below(rng, i + 1)
        t = places[i]
        places[i] = places[other]
        places[other] = cython.cast(cython.int, t)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _carry(
    position: cython.ushort[::1],
    kept: cython.ushort[::1],
    begins: cython.const[cython.int][::1],
    t: cython.Py_ssize_t,
    sources: cython.const[cython.ushort][::1],
    targets: cython.const[cython.ushort][::1],
) -> cython.void:
    """Make a move, or take it back if its sources and targets are exchanged."""
    cython.declare(i=cython.Py_ssize_t, begin=cython.Py_ssize_t)
    begin = begins[t]
    for i in range(begin, begins[t + 1]):
        kept[i - begin] = position[sources[i]]
    for i in range(begin, begins[t + 1]):
        position[targets[i]] = kept[i - begin]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _gather(
    work: NeighbourhoodImprover,
    solution: CurrentSolution,
    first: cython.Py_ssize_t,
    size: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Split a part of the solution from ``first`` on into allowed moves and others after them.

    Returns:
        The number of moves in the part; those allowed are the first ones in ``parts[0]``, their
        number is in ``parts[1, 0]``, and the others follow there.
    """
    begins: cython.const[cython.int][::1] = work.beam.puzzle.begins
    sources: cython.const[cython.ushort][::1] = work.beam.puzzle.sources
    cells: cython.Py_ssize_t = work.beam.puzzle.cells
    blocked: cython.uchar[::1] = work.marks[0]
    allowed: cython.uchar[::1] = work.marks[1]
    inner: cython.short[::1] = work.parts[0]
    outer: cython.short[::1] = work.parts[1]
    count: cython.Py_ssize_t = 0
    others: cython.Py_ssize_t = 0
    stop: cython.Py_ssize_t = first
    cython.declare(i=cython.Py_ssize_t, m=cython.Py_ssize_t, t=cython.Py_ssize_t)
    cython.declare(free=cython.bint)
    for i in range(cells):
        blocked[i] = 0
    for m in range(first, min(solution.length, first + SCAN - 1)):
        if count == size:
            break
        t = solution.moves[m]
        free = allowed[t] != 0
        if free and others:
            for i in range(begins[t], begins[t + 1]):
                if blocked[sources[i]]:
                    free = False
        if free:
            inner[count] = solution.moves[m]
            count += 1
            stop = m + 1
            outer[0] = cython.cast(cython.short, others)  # those before the last allowed move
        else:
            others += 1
            outer[others] = solution.moves[m]
            for i in range(begins[t], begins[t + 1]):
                blocked[sources[i]] = 1
    return stop - first


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _reassign(
    work: NeighbourhoodImprover,
    start: cython.ushort[::1],
    values: cython.ushort[::1],
    ctl: cython.volatile[cython.longlong][::1],
) -> cython.void:
    """Assign tiles of equal value to their goal cells at the least total distance."""
    left: cython.ushort[::1] = work.places[4]
    cells: cython.Py_ssize_t = work.beam.puzzle.cells
    cython.declare(cell=cython.Py_ssize_t, other=cython.Py_ssize_t, size=cython.Py_ssize_t)
    cython.declare(i=cython.Py_ssize_t, j=cython.Py_ssize_t, far=cython.longlong)
    for cell in range(cells):
        left[cell] = start[cell] != cell
    for cell in range(cells):
        if not left[cell]:
            continue
        size = 0
        for other in range(cell, cells):
            if left[other] and values[other] == values[cell]:
                left[other] = 0
                work.members[0, size] = other
                work.members[1, size] = start[other]
                size += 1
        if size < 2:
            continue
        for i in range(size):
            for j in range(size):
                far = work.distances[work.members[1, j], work.members[0, i]]
                work.prices[i, j] = far * far
        if not assign_rows(work.prices, size, work.work, ctl):
            return
        for j in range(size):
            i = work.work[0, j + 1] - 1
            start[work.members[0, i]] = work.members[1, j]


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
    begins: cython.const[cython.int][::1] = work.beam.puzzle.begins
    sources: cython.const[cython.ushort][::1] = work.beam.puzzle.sources
    targets: cython.const[cython.ushort][::1] = work.beam.puzzle.targets
    cells: cython.Py_ssize_t = work.beam.puzzle.cells
    start: cython.ushort[::1] = work.places[0]
    kinds: cython.ushort[::1] = work.places[1]
    values: cython.ushort[::1] = work.places[2]
    kept: cython.ushort[::1] = work.places[3]
    equal: cython.bint = solution.values.shape[0] > 0
    end: cython.longlong = ctl[1] + budget
    cython.declare(first=cython.Py_ssize_t, size=cython.Py_ssize_t, part=cython.Py_ssize_t)
    cython.declare(m=cython.Py_ssize_t, i=cython.Py_ssize_t, made=cython.Py_ssize_t)
    cython.declare(most=cython.Py_ssize_t)
    while True:
        if solution.length < least or poll(ctl, 0) or ctl[1] > end:
            return
        ctl[1] += 1
        first = random_below(rng, solution.length - least + 1)
        size = least + random_below(rng, longest - least + 1)
        _choose_moves(work, solution.moves[first], rng)
        part = _gather(work, solution, first, size)
        size = part - work.parts[1, 0]
        if size < least:
            continue
        solution.tried += 1
        for i in range(cells):
            start[i] = i
            kinds[i] = i
        for m in range(size - 1, -1, -1):
            _carry(start, kept, begins, work.parts[0, m], targets, sources)
        if equal:
            for i in range(cells):
                values[i] = solution.values[i]
            for m in range(first):
                _carry(values, kept, begins, solution.moves[m], sources, targets)
            for i in range(cells):
                kinds[start[i]] = values[i]
            if work.beam.table.build(work.beam.puzzle, kinds, work.table_size, ctl) < 0:
                return
            _reassign(work, start, values, ctl)
        most = size - 1 + random_below(rng, 2)
        for i in range(cells):
            work.beam.kinds[i] = kinds[i]
        work.beam.restart(start)
        if work.beam.run(0, most, most, budget, rng, ctl) != 1:
            if cancelled(ctl):
                return
            continue
        made = work.beam.length
        for m in range(made):
            solution.moves[first + m] = cython.cast(cython.short, work.beam.path[m])
        for m in range(part - size):
            solution.moves[first + made + m] = work.parts[1, m + 1]
        if made < size:
            solution.shorter += 1
            for m in range(first + part, solution.length):
                solution.moves[m - size + made] = solution.moves[m]
            solution.length -= size - made
        else:
            solution.other += 1
