"""Large neighbourhood search (Shaw 1998) on a solution of a rotation board.

A neighbourhood consists of turns within a small rectangle that can be made consecutively, since the
turns between them touch other cells. A step removes these turns and lets a beam search look for a
shorter sequence with the same effect, or for another of the same length.
"""

from __future__ import annotations

import cython
from cython.cimports.puzzlegui.families.rotation.kernels.beam import Beam
from cython.cimports.puzzlegui.families.rotation.kernels.constants.beam import HEAD, NODE
from cython.cimports.puzzlegui.families.rotation.kernels.inlined.turns import (
    detour,
    distance_between,
)
from cython.cimports.puzzlegui.kernels.assignment import assign_rows
from cython.cimports.puzzlegui.kernels.inlined.primitives import (
    cancelled,
    poll,
    random_below,
    turn_block,
)


@cython.cclass
class CurrentSolution:
    """The current solution of the search, or a part of it.

    Attributes:
        length: number of its turns, the first ones in ``moves``.
        tried: number of neighbourhoods tried.
        shorter: number of neighbourhoods replaced by a shorter sequence.
        other: number of neighbourhoods replaced by another sequence of the same length.
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
            moves: int16[≥ length + longest], the turns, and memory for those of a neighbourhood.
                A turn is numbered ``directions * block``, plus 1 if counter-clockwise.
            length: number of turns.
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
    """Improvement of neighbourhoods of up to ``w`` cells by a beam search, with its memory."""

    rows: cython.Py_ssize_t
    columns: cython.Py_ssize_t
    beam: Beam
    distance_cost: cython.int[::1]
    nearby: cython.short[::1]
    start: cython.short[::1]
    came: cython.short[::1]
    colours: cython.short[::1]
    taken: cython.longlong[::1]
    blocked: cython.longlong[::1]
    here: cython.longlong[::1]
    there: cython.longlong[::1]
    costs: cython.longlong[:, ::1]
    work: cython.longlong[:, ::1]
    first: cython.Py_ssize_t
    size: cython.Py_ssize_t
    top: cython.Py_ssize_t
    left: cython.Py_ssize_t

    def __init__(
        self,
        rows: cython.Py_ssize_t,
        columns: cython.Py_ssize_t,
        beam: Beam,
        distance_cost: cython.int[::1],
        nearby: cython.short[::1],
        places: cython.short[:, ::1],
        numbers: cython.longlong[:, ::1],
        costs: cython.longlong[:, ::1],
        work: cython.longlong[:, ::1],
    ) -> None:
        """Keep the memory.

        Args:
            rows: of the board.
            columns: of the board.
            beam: its instance is replaced for each neighbourhood.
            distance_cost: int32[64], the cost of each distance.
            nearby: int16[b], one for each block of the board: 0 unless it touches the rectangle.
            places: int16[3, w], scratch, as is all that follows.
            numbers: int64[4, max(w, longest)].
            costs: int64[w, w].
            work: int64[6, w + 1].
        """
        self.rows = rows
        self.columns = columns
        self.beam = beam
        self.distance_cost = distance_cost
        self.nearby = nearby
        self.start = places[0]
        self.came = places[1]
        self.colours = places[2]
        self.taken = numbers[0]
        self.blocked = numbers[1]
        self.here = numbers[2]
        self.there = numbers[3]
        self.costs = costs
        self.work = work
        self.first = 0
        self.size = 0
        self.top = 0
        self.left = 0

    def improve(
        self,
        solution: CurrentSolution,
        least: cython.Py_ssize_t,
        most: cython.Py_ssize_t,
        longest: cython.Py_ssize_t,
        budget: cython.longlong,
        rng: cython.longlong[::1],
        ctl: cython.volatile[cython.longlong][::1],
    ) -> None:
        """Improve a solution until stopped or the budget is spent.

        Args:
            solution: the current solution, improved in place.
            least: fewest rows and columns of a neighbourhood.
            most: most rows and columns of a neighbourhood; ``most * most`` ≤ w.
            longest: most turns of a neighbourhood.
            budget: number of states after which no further step is started; a step that gathers
                turns takes about as long as two states, and counts as such.
            rng: int64[1], the state of the random numbers, not 0.
            ctl: the shared array.
        """
        with cython.nogil:
            _improve(self, solution, least, most, longest, budget, rng, ctl)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _apply_moves(
    columns: cython.Py_ssize_t,
    directions: cython.Py_ssize_t,
    cells: cython.short[::1],
    moves: cython.short[::1],
    count: cython.Py_ssize_t,
) -> cython.void:
    across: cython.Py_ssize_t = columns - 1
    cython.declare(j=cython.Py_ssize_t, turn=cython.Py_ssize_t, block=cython.Py_ssize_t)
    for j in range(count):
        turn = cython.cast(cython.Py_ssize_t, moves[j])
        block = turn // directions
        turn_block(cells, block + block // across, columns, directions == 2 and turn & 1 == 1)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _mark_nearby(work: NeighbourhoodImprover, marked: cython.bint) -> cython.void:
    """Mark the blocks that touch the rectangle by their number within it, or remove the marks.

    The block whose upper left cell is in row r and column c of the rectangle, both from -1, gets
    the number ``256 * (r + 2) + c + 1``.
    """
    rows: cython.Py_ssize_t = work.beam.instance.rows
    columns: cython.Py_ssize_t = work.beam.instance.columns
    across: cython.Py_ssize_t = work.columns - 1
    cython.declare(y=cython.Py_ssize_t, x=cython.Py_ssize_t, number=cython.Py_ssize_t)
    for y in range(max(0, work.top - 1), min(work.rows - 1, work.top + rows)):
        for x in range(max(0, work.left - 1), min(across, work.left + columns)):
            number = 256 * (y - work.top + 2) + x - work.left + 1
            work.nearby[y * across + x] = cython.cast(cython.short, number) if marked else 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _gather(
    work: NeighbourhoodImprover, solution: CurrentSolution, longest: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """Collect the turns in the rectangle that can be moved forward to ``first``.

    A turn can be moved if none of the turns it passes touches its cells. ``taken`` receives the
    positions of the turns, ``start`` the cell to which they move the tile of each cell.

    Returns:
        The number of turns.
    """
    shift: cython.Py_ssize_t = work.beam.instance.directions - 1
    rows: cython.Py_ssize_t = work.beam.instance.rows
    columns: cython.Py_ssize_t = work.beam.instance.columns
    cells: cython.Py_ssize_t = rows * columns
    nearby: cython.short[::1] = work.nearby
    length: cython.Py_ssize_t = solution.length
    moves: cython.short[::1] = solution.moves
    taken: cython.longlong[::1] = work.taken
    blocked: cython.longlong[::1] = work.blocked
    came: cython.short[::1] = work.came
    start: cython.short[::1] = work.start
    closed: cython.Py_ssize_t = 0
    size: cython.Py_ssize_t = 0
    j: cython.Py_ssize_t = work.first
    cython.declare(cell=cython.Py_ssize_t, turn=cython.Py_ssize_t)
    cython.declare(r=cython.Py_ssize_t, c=cython.Py_ssize_t, a=cython.Py_ssize_t)
    cython.declare(x=cython.Py_ssize_t, y=cython.Py_ssize_t)
    _mark_nearby(work, True)
    for cell in range(cells):
        blocked[cell] = 0
        came[cell] = cython.cast(cython.short, cell)
    while size < longest and closed < cells - 3:
        # Most turns are far away.
        while j < length and not nearby[moves[j] >> shift]:
            j += 1
        if j >= length:
            break
        turn = cython.cast(cython.Py_ssize_t, moves[j])
        r = (nearby[turn >> shift] >> 8) - 2
        c = (nearby[turn >> shift] & 255) - 1
        a = r * columns + c
        if (
            0 <= r < rows - 1
            and 0 <= c < columns - 1
            and not (
                blocked[a] or blocked[a + 1] or blocked[a + columns] or blocked[a + columns + 1]
            )
        ):
            taken[size] = j
            size += 1
            turn_block(came, a, columns, shift == 1 and turn & 1 == 1)
        else:
            nearby[turn >> shift] = 0  # its cells are blocked now, so it changes nothing again
            for y in range(max(0, r), min(rows, r + 2)):
                for x in range(max(0, c), min(columns, c + 2)):
                    closed += 1 - blocked[y * columns + x]
                    blocked[y * columns + x] = 1
        j += 1
    _mark_nearby(work, False)
    for cell in range(cells):
        start[came[cell]] = cython.cast(cython.short, cell)
    return size


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _recolour(
    work: NeighbourhoodImprover,
    solution: CurrentSolution,
    ctl: cython.volatile[cython.longlong][::1],
) -> cython.void:
    """Reassign tiles of equal colour to their goal cells, at the least total cost."""
    columns: cython.Py_ssize_t = work.beam.instance.columns
    cells: cython.Py_ssize_t = work.beam.instance.rows * columns
    position: cython.short[::1] = solution.position
    colours: cython.short[::1] = work.colours
    start: cython.short[::1] = work.start
    here: cython.longlong[::1] = work.here
    there: cython.longlong[::1] = work.there
    costs: cython.longlong[:, ::1] = work.costs
    distance_cost: cython.int[::1] = work.distance_cost
    assigned: cython.longlong[:, ::1] = work.work
    cython.declare(cell=cython.Py_ssize_t, other=cython.Py_ssize_t, size=cython.Py_ssize_t)
    cython.declare(i=cython.Py_ssize_t, j=cython.Py_ssize_t, x=cython.Py_ssize_t)
    cython.declare(y=cython.Py_ssize_t, colour=cython.short, new=cython.bint)
    for cell in range(position.shape[0]):
        position[cell] = solution.colours[cell]
    _apply_moves(work.columns, work.beam.instance.directions, position, solution.moves, work.first)
    for cell in range(cells):
        y = work.top + cell // columns
        colours[cell] = position[y * work.columns + work.left + cell % columns]
    for cell in range(cells):
        colour = colours[cell]
        new = True
        for other in range(cell):
            if colours[other] == colour:
                new = False
        if not new:
            continue
        size = 0
        for other in range(cell, cells):
            if colours[other] == colour:
                here[size] = other
                there[size] = start[other]
                size += 1
        for i in range(size):
            for j in range(size):
                x = here[i]
                y = there[j]
                costs[i, j] = distance_cost[distance_between(x // columns, y // columns)]
                costs[i, j] += distance_cost[distance_between(x % columns, y % columns)]
        if not assign_rows(costs, size, assigned, ctl):
            return
        for j in range(size):
            start[here[assigned[0, j + 1] - 1]] = cython.cast(cython.short, there[j])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _make_instance(work: NeighbourhoodImprover) -> cython.void:
    """Set up the rectangle as the instance of the beam, with all tiles to be solved."""
    rows: cython.Py_ssize_t = work.beam.instance.rows
    columns: cython.Py_ssize_t = work.beam.instance.columns
    one_way: cython.bint = work.beam.instance.directions == 1
    cost: cython.short[::1] = work.beam.instance.cost
    goal_rows: cython.short[::1] = work.beam.instance.row
    goal_columns: cython.short[::1] = work.beam.instance.column
    counts: cython.short[::1] = work.beam.instance.counts
    distance_cost: cython.int[::1] = work.distance_cost
    at: cython.Py_ssize_t = 0
    cython.declare(tile=cython.Py_ssize_t, row=cython.Py_ssize_t, column=cython.Py_ssize_t)
    cython.declare(r=cython.Py_ssize_t, c=cython.Py_ssize_t, total=cython.longlong)
    for tile in range(rows * columns):
        row = tile // columns
        column = tile % columns
        goal_rows[tile] = cython.cast(cython.short, row)
        goal_columns[tile] = cython.cast(cython.short, column)
        counts[tile] = 1
        for r in range(rows):
            for c in range(columns):
                total = distance_cost[distance_between(row, r)]
                total += distance_cost[distance_between(column, c)]
                if one_way:
                    total += detour(rows, columns, r, c, row, column)
                cost[at] = cython.cast(cython.short, total)
                at += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _replace(work: NeighbourhoodImprover, solution: CurrentSolution) -> cython.void:
    """Replace the gathered turns by the path to the best state of the beam."""
    directions: cython.Py_ssize_t = work.beam.instance.directions
    block_columns: cython.Py_ssize_t = work.beam.instance.columns - 1
    across: cython.Py_ssize_t = work.columns - 1
    length: cython.Py_ssize_t = work.beam.depth
    node: cython.Py_ssize_t = work.beam.states.head[work.beam.best * HEAD + NODE]
    moves: cython.short[::1] = solution.moves
    taken: cython.longlong[::1] = work.taken
    first: cython.Py_ssize_t = work.first
    gone: cython.Py_ssize_t = work.size - length
    k: cython.Py_ssize_t = work.size - 1
    last: cython.Py_ssize_t = taken[k]
    into: cython.Py_ssize_t = last
    cython.declare(j=cython.Py_ssize_t, turn=cython.Py_ssize_t, block=cython.Py_ssize_t)
    cython.declare(move=cython.Py_ssize_t)
    for j in range(last, first - 1, -1):  # move the turns between them behind them
        if k >= 0 and taken[k] == j:
            k -= 1
        else:
            moves[into] = moves[j]
            into -= 1
    j = first + length
    while node >= 0:
        turn = cython.cast(cython.Py_ssize_t, work.beam.turns[node])
        block = turn >> 1
        move = (work.top + block // block_columns) * across + work.left + block % block_columns
        move = move * directions + (turn & (directions - 1))
        j -= 1
        moves[j] = cython.cast(cython.short, move)
        if directions == 1 and turn & 1 == 1:
            moves[j - 1] = cython.cast(cython.short, move)
            moves[j - 2] = cython.cast(cython.short, move)
            j -= 2
        node = work.beam.parents[node]
    if gone:
        for j in range(first + length, solution.length - gone):
            moves[j] = moves[j + gone]
        solution.length -= gone


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _remaining_distance(work: NeighbourhoodImprover) -> cython.longlong:
    """Return the larger of the sums of row distances and of column distances."""
    columns: cython.Py_ssize_t = work.beam.instance.columns
    start: cython.short[::1] = work.start
    down: cython.longlong = 0
    across: cython.longlong = 0
    cython.declare(cell=cython.Py_ssize_t, goal=cython.Py_ssize_t)
    for cell in range(work.beam.instance.rows * columns):
        goal = cython.cast(cython.Py_ssize_t, start[cell])
        down += distance_between(goal // columns, cell // columns)
        across += distance_between(goal % columns, cell % columns)
    return max(down, across)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _odds(slack: cython.longlong) -> cython.longlong:
    """Return the probability of searching a neighbourhood, in 32nds.

    Args:
        slack: excess of its number of turns over the lower bound.
    """
    if slack >= 5:
        return 32
    if slack == 4:
        return 16
    return 4 if slack >= 2 else 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _improve(
    work: NeighbourhoodImprover,
    solution: CurrentSolution,
    least: cython.Py_ssize_t,
    most: cython.Py_ssize_t,
    longest: cython.Py_ssize_t,
    budget: cython.longlong,
    rng: cython.longlong[::1],
    ctl: cython.volatile[cython.longlong][::1],
) -> cython.void:
    directions: cython.Py_ssize_t = work.beam.instance.directions
    across: cython.Py_ssize_t = work.columns - 1
    left: cython.longlong = budget
    cython.declare(rows=cython.Py_ssize_t, columns=cython.Py_ssize_t, block=cython.Py_ssize_t)
    cython.declare(size=cython.Py_ssize_t, slack=cython.longlong, odds=cython.longlong)
    cython.declare(solved=cython.bint)
    while True:
        if solution.length < 2 or poll(ctl, 0) or left < 0:
            return
        ctl[1] += 1
        left -= 2
        work.first = random_below(rng, solution.length)
        rows = min(work.rows, least + random_below(rng, most - least + 1))
        columns = min(work.columns, least + random_below(rng, most - least + 1))
        block = cython.cast(cython.Py_ssize_t, solution.moves[work.first]) // directions
        work.top = block // across - random_below(rng, rows - 1)
        work.top = max(0, min(work.rows - rows, work.top))
        work.left = block % across - random_below(rng, columns - 1)
        work.left = max(0, min(work.columns - columns, work.left))
        work.beam.instance.rows = rows
        work.beam.instance.columns = columns
        size = _gather(work, solution, longest)
        work.size = size
        solution.tried += 1
        if size < 2:
            continue
        if solution.colours.shape[0]:
            _recolour(work, solution, ctl)
        slack = (size if directions == 2 else 3 * size // 4) - (_remaining_distance(work) + 1) // 2
        odds = _odds(slack)
        if odds < 32 and random_below(rng, 32) >= odds:
            continue
        _make_instance(work)
        work.beam.restart(work.start)
        solved = work.beam.remaining_distance() == 0
        while not solved and work.beam.count and work.beam.depth < size and not cancelled(ctl):
            ctl[1] += work.beam.states.sizes[work.beam.side]
            left -= work.beam.states.sizes[work.beam.side]
            solved = work.beam.step(size - work.beam.depth - 1, rng, ctl)
        if solved:
            if work.beam.depth < size:
                solution.shorter += 1
            else:
                solution.other += 1
            _replace(work, solution)
