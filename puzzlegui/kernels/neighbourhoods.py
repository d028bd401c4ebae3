"""Large neighbourhood search (Shaw 1998) on a solution of a puzzle whose moves permute its cells.

A step removes a part of the solution and solves what it did again, in no more moves:

1. Choose some cells. From a random move on, gather the moves within these cells that can be made
   one right after the other: no move between them that is left out touches their cells.
2. Find the cell to which they carry the tile of each cell, and assign tiles of equal value to these
   cells at the least total cost (Kuhn 1955).
3. Search for moves with this effect by a beam search (Lowerre 1976). If there are any, put them in
   the place of the part, and those left out behind them.

A family chooses the cells and searches in its own ``Neighbourhood``, if it has costs and a beam of
its own; any other puzzle uses ``GrownNeighbourhood``.
"""

from __future__ import annotations

from dataclasses import dataclass

import cython

from puzzlegui.kernels.assignment import assign_rows
from puzzlegui.kernels.beam import Beam
from puzzlegui.kernels.primitives import poll, random_below

FEW = 12
"""Moves of a puzzle up to which a part has all cells."""
MOST_INSIDE = 40
"""Most moves, and a few more, that are chosen inside a part of a larger puzzle."""
GROWTHS = 30
"""Most moves by whose cells a part grows."""


@dataclass
class CurrentSolution:
    """The current solution of the search, or a section of it.

    Attributes:
        moves: int16[…], the first ``length`` are the solution.
        values: int16[n], the value of each cell at the start; empty if all differ.
        length: number of moves.
        tried: number of parts tried.
        shorter: number of parts replaced by fewer moves.
        other: number of parts replaced by as many moves.
    """

    moves: cython.short[::1]
    values: cython.const[cython.short][::1]
    length: cython.Py_ssize_t
    tried: cython.Py_ssize_t = 0
    shorter: cython.Py_ssize_t = 0
    other: cython.Py_ssize_t = 0


@dataclass
class Part:
    """The part of a solution that is solved again, with memory for up to ``k`` moves.

    The puzzle has ``n`` cells and ``m`` moves; up to ``w`` equal tiles are reassigned.

    Attributes:
        begins: int32[m + 1], where the cells of each move begin.
        sources: int16[…], cells whose contents move.
        targets: int16[…], the cells that they move to.
        user_begins: int32[n + 1], where the moves that change each cell begin.
        users: int16[…], these moves.
        costs: int32[n, n], estimated cost of a tile in each cell that belongs to each cell.
        cells: int16[n], the cells of the part, the first ``size``.
        place: int16[n], the index of each cell in ``cells``, -1 outside.
        shared: int16[m], the number of cells of each move that are in the part.
        touched: int16[m], moves with cells in the part, the first ``touching``.
        start: int16[n], for each cell the cell to which the part carries its tile.
        values: int16[n], the value of each cell before the part.
        held: int16[n], scratch.
        blocked: uint8[n], 1 for cells of moves left out.
        taken: int32[k], the index in the solution of each move of the part.
        moves: int16[k], the moves of the part.
        path: int16[k], the moves that replace them.
        members: int64[2, w], equal tiles' cells and goal cells.
        prices: int64[w, w], the cost of assigning them.
        work: int64[6, w + 1], scratch.
        narrowest: fewest cells of a move.
        size: number of cells of the part.
        touching: number of moves with cells in the part.
    """

    begins: cython.const[cython.int][::1]
    sources: cython.const[cython.short][::1]
    targets: cython.const[cython.short][::1]
    user_begins: cython.const[cython.int][::1]
    users: cython.const[cython.short][::1]
    costs: cython.const[cython.int][:, ::1]
    cells: cython.short[::1]
    place: cython.short[::1]
    shared: cython.short[::1]
    touched: cython.short[::1]
    start: cython.short[::1]
    values: cython.short[::1]
    held: cython.short[::1]
    blocked: cython.uchar[::1]
    taken: cython.int[::1]
    moves: cython.short[::1]
    path: cython.short[::1]
    members: cython.longlong[:, ::1]
    prices: cython.longlong[:, ::1]
    work: cython.longlong[:, ::1]
    narrowest: cython.Py_ssize_t
    size: cython.Py_ssize_t = 0
    touching: cython.Py_ssize_t = 0

    def clear(self) -> cython.void:
        """Remove all cells."""
        for i in range(self.size):
            self.place[self.cells[i]] = -1
            self.start[self.cells[i]] = self.cells[i]
        for i in range(self.touching):
            self.shared[self.touched[i]] = 0
        self.size = 0
        self.touching = 0

    def add(self, cell: cython.Py_ssize_t) -> cython.void:
        """Add a cell that is not in the part yet."""
        self.place[cell] = cython.cast(cython.short, self.size)
        self.cells[self.size] = cython.cast(cython.short, cell)
        self.size += 1
        for i in range(self.user_begins[cell], self.user_begins[cell + 1]):
            move = self.users[i]
            if self.shared[move] == 0:
                self.touched[self.touching] = move
                self.touching += 1
            self.shared[move] += 1

    def add_all(self) -> cython.void:
        """Make the whole board the part."""
        if self.size < self.place.shape[0]:
            self.clear()
            for cell in range(self.place.shape[0]):
                self.add(cell)

    def reassign(self, ctl: cython.volatile[cython.longlong][::1]) -> cython.bint:
        """Assign tiles of equal value to their goal cells at the least total cost.

        Returns:
            False if stopped.
        """
        cells = self.cells
        start = self.start
        left = self.blocked  # 1 for the cells that are left
        for i in range(self.size):
            left[cells[i]] = start[cells[i]] != cells[i]
        for i in range(self.size):
            if not left[cells[i]]:
                continue
            count: cython.Py_ssize_t = 0
            for j in range(i, self.size):
                cell = cells[j]
                equal: cython.bint = self.values[cell] == self.values[cells[i]]
                if equal and left[cell] and count < self.prices.shape[0]:
                    self.members[0, count] = cell
                    self.members[1, count] = start[cell]
                    left[cell] = 0
                    count += 1
            if count < 2:
                continue
            for row in range(count):
                for j in range(count):
                    self.prices[row, j] = self.costs[self.members[1, j], self.members[0, row]]
            if not assign_rows(self.prices, count, self.work, ctl):
                return False
            for j in range(count):
                row = self.work[0, j + 1] - 1
                start[self.members[0, row]] = cython.cast(cython.short, self.members[1, j])
        return True


@cython.inline
def _is_inside(part: Part, move: cython.Py_ssize_t) -> cython.bint:
    """Return True if all cells of a move are in the part."""
    return part.shared[move] == part.begins[move + 1] - part.begins[move]


class Neighbourhood:
    """A way to choose parts of solutions and to solve them again; families extend it."""

    def choose(
        self,
        part: Part,
        solution: CurrentSolution,
        first: cython.Py_ssize_t,
        rng: cython.longlong[::1],
    ) -> cython.Py_ssize_t:
        """Choose the cells of a part.

        Args:
            part: receives the cells, among them those of the first move.
            solution: the solution.
            first: index of the first move of the part.
            rng: int64[1], the state of the random numbers, not 0.

        Returns:
            The most moves to gather, 0 for none.
        """

    def solve(
        self,
        part: Part,
        count: cython.Py_ssize_t,
        rng: cython.longlong[::1],
        ctl: cython.volatile[cython.longlong][::1],
    ) -> cython.Py_ssize_t:
        """Search for moves with the effect of a part.

        Args:
            part: the part; receives them in ``path``.
            count: number of its moves.
            rng: int64[1], the state of the random numbers, not 0.
            ctl: the shared array.

        Returns:
            Their number, at most ``count``; -1 if none are found.
        """


@dataclass
class GrownNeighbourhood(Neighbourhood):
    """Parts grown from the cells of a move by those of others that share cells with them.

    Attributes:
        beam: beam search on the board; its table is around the goal if all tiles differ.
        table_size: most positions in the table, which is filled anew for each part if some tiles
            are equal; 0 if all differ.
        least: fewest moves of a part.
        longest: most moves of a part.
        budget: most states of a search.
        start: uint16[n], scratch.
    """

    beam: Beam
    table_size: cython.longlong
    least: cython.Py_ssize_t
    longest: cython.Py_ssize_t
    budget: cython.longlong
    start: cython.ushort[::1]

    def choose(
        self,
        part: Part,
        solution: CurrentSolution,
        first: cython.Py_ssize_t,
        rng: cython.longlong[::1],
    ) -> cython.Py_ssize_t:
        """Choose cells until enough moves are inside; see ``Neighbourhood``."""
        moves = part.begins.shape[0] - 1
        wanted: cython.longlong = moves
        tries: cython.Py_ssize_t = 0
        count: cython.Py_ssize_t = 0
        move = solution.moves[first]
        if moves <= FEW:
            part.add_all()
        else:
            wanted = 4 + random_below(rng, min(moves, MOST_INSIDE))
            part.clear()
        while tries < GROWTHS:
            if not _is_inside(part, move):
                for i in range(part.begins[move], part.begins[move + 1]):
                    if part.place[part.sources[i]] < 0:
                        part.add(part.sources[i])
            count = 0
            for i in range(part.touching):
                count += _is_inside(part, part.touched[i])
            if count >= wanted:
                break
            while _is_inside(part, move) and tries < GROWTHS:
                move = part.touched[random_below(rng, part.touching)]
                tries += 1
        count = 0
        for place in range(self.beam.puzzle.places):
            if _is_inside(part, self.beam.puzzle.ranges[0, place]):
                self.beam.allowed[count] = cython.cast(cython.int, place)
                count += 1
        self.beam.choices = count
        for i in range(count - 1, 0, -1):
            j = random_below(rng, i + 1)
            kept = self.beam.allowed[i]
            self.beam.allowed[i] = self.beam.allowed[j]
            self.beam.allowed[j] = kept
        return self.least + random_below(rng, self.longest - self.least + 1)

    def solve(
        self,
        part: Part,
        count: cython.Py_ssize_t,
        rng: cython.longlong[::1],
        ctl: cython.volatile[cython.longlong][::1],
    ) -> cython.Py_ssize_t:
        """Search with the moves inside; see ``Neighbourhood``."""
        most = count - 1 + random_below(rng, 2)
        if self.table_size:
            for i in range(part.start.shape[0]):
                self.beam.kinds[part.start[i]] = part.values[i]
            if self.beam.table.build(self.beam.puzzle, self.beam.kinds, self.table_size, ctl) < 0:
                return -1
            if not part.reassign(ctl):
                return -1
        for i in range(part.start.shape[0]):
            self.start[i] = part.start[i]
        self.beam.restart(self.start)
        if self.beam.run(0, most, most, self.budget, rng, ctl) != 1:
            return -1
        for i in range(self.beam.length):
            part.path[i] = cython.cast(cython.short, self.beam.path[i])
        return self.beam.length


def improve(
    neighbourhood: Neighbourhood,
    part: Part,
    solution: CurrentSolution,
    least: cython.Py_ssize_t,
    budget: cython.longlong,
    rng: cython.longlong[::1],
    ctl: cython.volatile[cython.longlong][::1],
) -> None:
    """Improve a solution until stopped or the budget is spent.

    Args:
        neighbourhood: the way to choose parts and solve them.
        part: its memory.
        solution: the current solution, improved in place.
        least: fewest moves of a part.
        budget: number of states after which no further part is tried.
        rng: int64[1], the state of the random numbers, not 0.
        ctl: the shared array.
    """
    end: cython.longlong = ctl[1] + budget
    with cython.nogil:
        while solution.length >= least and not poll(ctl, 0) and ctl[1] <= end:
            ctl[1] += 1
            first = random_below(rng, solution.length - least + 1)
            count = neighbourhood.choose(part, solution, first, rng)
            count = _gather(part, solution, first, count)
            if count < least:
                continue
            solution.tried += 1
            for i in range(part.size):
                part.start[part.cells[i]] = part.cells[i]
            for i in range(count - 1, -1, -1):
                _carry(part, part.moves[i], part.targets, part.sources, part.start)
            if solution.values.shape[0]:
                for i in range(part.values.shape[0]):
                    part.values[i] = solution.values[i]
                for i in range(first):
                    _carry(part, solution.moves[i], part.sources, part.targets, part.values)
            length = neighbourhood.solve(part, count, rng, ctl)
            if length >= 0:
                solution.shorter += length < count
                solution.other += length == count
                _replace(part, solution, count, length)


def _gather(
    part: Part, solution: CurrentSolution, first: cython.Py_ssize_t, most: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """Gather the moves of a part from ``first`` on; return their number."""
    moves = solution.moves
    shared = part.shared
    blocked = part.blocked
    count: cython.Py_ssize_t = 0
    left: cython.Py_ssize_t = part.size  # cells that are not blocked
    for i in range(part.size):
        blocked[part.cells[i]] = 0
    m = first
    while count < most and left >= part.narrowest:
        while m < solution.length and not shared[moves[m]]:  # most moves are far away
            m += 1
        if m == solution.length:
            break
        move = moves[m]
        is_free: cython.bint = _is_inside(part, move)
        if is_free and left < part.size:
            for i in range(part.begins[move], part.begins[move + 1]):
                if blocked[part.sources[i]]:
                    is_free = False
        if is_free:
            part.taken[count] = cython.cast(cython.int, m)
            part.moves[count] = moves[m]
            count += 1
        else:
            shared[move] = 0  # its cells are blocked now, so it changes nothing again
            for i in range(part.begins[move], part.begins[move + 1]):
                cell = part.sources[i]
                if part.place[cell] >= 0:
                    left -= 1 - blocked[cell]
                    blocked[cell] = 1
        m += 1
    return count


@cython.inline
def _carry(
    part: Part,
    move: cython.Py_ssize_t,
    sources: cython.const[cython.short][::1],
    targets: cython.const[cython.short][::1],
    values: cython.short[::1],
) -> cython.void:
    """Make a move, or take it back if its sources and targets are exchanged."""
    begin = part.begins[move]
    for i in range(begin, part.begins[move + 1]):
        part.held[i - begin] = values[sources[i]]
    for i in range(begin, part.begins[move + 1]):
        values[targets[i]] = part.held[i - begin]


def _replace(
    part: Part, solution: CurrentSolution, count: cython.Py_ssize_t, length: cython.Py_ssize_t
) -> cython.void:
    """Replace the ``count`` moves of the part by the first ``length`` of its path."""
    moves: cython.short[::1] = solution.moves
    first: cython.Py_ssize_t = part.taken[0]
    k: cython.Py_ssize_t = count - 1
    into: cython.Py_ssize_t = part.taken[k]
    for m in range(part.taken[k], first - 1, -1):  # the moves between them come behind them
        if k >= 0 and part.taken[k] == m:
            k -= 1
        else:
            moves[into] = moves[m]
            into -= 1
    for m in range(length):
        moves[first + m] = part.path[m]
    for m in range(first + count, solution.length):
        moves[m - count + length] = moves[m]
    solution.length -= count - length
