"""A beam search for 3-cycles that solve a shift board.

Shift a column ``k`` cells up, a row by ``s`` cells, and the column down again: that is the shift of
the row and a commutator, which is a 3-cycle of tiles (see Joyner, Adventures in Group Theory,
2008). So each row is described in a frame that is shifted with it, and the offsets of all rows are
undone at the end. A beam search (Lowerre 1976) looks for 3-cycles that bring tiles nearer to their
cells; a level holds the states after equally many cycles.

Of the cycles for a pair of rows, a state proposes only the best. A cycle changes the tiles of two
rows and the offset of one, so most pairs of rows keep the best cycle of the state before.

Consecutive cycles that form a group are made together with fewer shifts: several rows shifted while
a single column is displaced (kind ``ONE_COLUMN``), or several columns displaced during a single
shift of a row (kind ``ONE_ROW``).

A cycle is a row, a column, and three numbers of steps: the shift of the row before (``turn``), the
distance below the row from which the column is shifted up (``reach``), and the shift of the row in
between (``step``). It moves the tile of the lower cell (``low``) to the ``corner``, where row and
column meet, the tile there along the row to the ``arm``, and the tile there to the lower cell.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cython

from puzzlegui.families.shift.kernels.lines import (
    around,
    circular_distance,
    shortest_steps,
)
from puzzlegui.kernels.capacity import MOST_NODES, check_capacity
from puzzlegui.kernels.primitives import (
    cancelled,
    next_random,
    poll,
    select,
    sort,
    wrapped,
    zobrist,
)

ALONE = 0
ONE_COLUMN = 1
ONE_ROW = 2
NONE = 3
"""Kinds of a group: a single cycle, cycles that share the shifts of a column, or of a row; no group
yet. For a cycle the first three are the way it joins its group."""

KEEP = 4
"""Number of proposed cycles for each state of the next level, before duplicates are dropped."""

OWED = 16
"""Cost of each step of a row from its final offset, in 32nds."""

SWAPPED = 32
"""Extra cost of two tiles in each other's cells, in 32nds: no 3-cycle brings both home."""

FAR = 1 << 20
"""More than any number of moves."""

SCORE = 40
STATE = 27
MIDDLE = 16
"""Bits below a packed score, and below the packed state; below are the row, the column, and the
turn, the step and the reach of the cycle with an offset, 5 bits each, and its kind."""

WIDEST = 1 << (SCORE - STATE)
"""Largest width of a beam: most states that the bits in between can number."""

NOTHING = 1 << 62
"""Stands for no cycle: more than any score."""


@dataclass
class CycleStates:
    """States on two sides, of this level and the next, of ``w`` each, with ``l`` = max(r, c).

    Attributes:
        tiles: int16[2 * w * n], for each state and cell, with rows in their frames, the cell its
            tile belongs to.
        offsets: int16[2 * w * l], the offset of each row of each state.
        pairs: int64[2 * w * l ** 2], for each state, row i and row b, the best cycle that turns row
            i and moves a tile from row b, packed with its score, or NOTHING.
        moves: int64[2 * w], moves made.
        rest: int64[2 * w], estimated cost of the rest in 32nds.
        astray: int64[2 * w], sum of the distances of the rows from their final offsets.
        key: int64[2 * w], Zobrist key.
        node: int64[2 * w], node in the search tree.
        kind: int64[2 * w], kind of the open group.
        row: int64[2 * w], row of its first cycle.
        column: int64[2 * w], column of its first cycle.
        reach: int64[2 * w], reach of its first cycle.
        step: int64[2 * w], step of its first cycle.
        rows: int64[2 * w], its rows as bits.
        columns: int64[2 * w], its columns as bits.
    """

    tiles: cython.short[::1]
    offsets: cython.short[::1]
    pairs: cython.longlong[::1]
    moves: cython.longlong[::1]
    rest: cython.longlong[::1]
    astray: cython.longlong[::1]
    key: cython.longlong[::1]
    node: cython.longlong[::1]
    kind: cython.longlong[::1]
    row: cython.longlong[::1]
    column: cython.longlong[::1]
    reach: cython.longlong[::1]
    step: cython.longlong[::1]
    rows: cython.longlong[::1]
    columns: cython.longlong[::1]


@dataclass
class CycleBeam:
    """A beam search and its memory, for a board of ``r`` rows, ``c`` columns and ``n`` cells.

    Attributes:
        rows: of the board, 2 to 30.
        columns: of the board, likewise.
        width: number of states kept, ``w``, up to WIDEST.
        states: the states.
        target: int16[l], the final offset of each row.
        costs: int32[2, 8 * n], the estimated cost in 32nds, at ``(y + r) * 4c + x + 2c``, of a tile
            at a distance of y rows and x columns; the same with rows and columns exchanged.
        places: int32[2, n], for each cell its row times 4c plus its column; likewise.
        packed: int64[> KEEP * w], scores packed with their cycles.
        table: int64[2 ** …] ≥ 2 * KEEP * w, a hash table of the keys met at a level.
        homes: int32[31 * l], scores of the cycles that turn a row: place to which each of its tiles
            belongs, three times in succession.
        lifts: int32[31 * l], part for the lower cell and each corner.
        arms: int32[31 * l], part for each corner and step.
        corners: int32[31 * l], the least of ``arms`` for each corner, three times in succession.
        drops: int32[31 * l], part for each arm and the lower cell.
        owed: int32[31 * l], part for the change of the row's offset.
        steps: int32[31 * l], cost of each step.
        turns: int32[31 * l], cost of each turn.
        parents: int32[m], for each node of the search tree its parent; -1 - i for start state i.
        cycles: int32[m], the cycle that leads to each node.
        path: int32[m], scratch.
        reach: largest reach tried first.
        step: largest step tried first.
        turn: largest turn tried first.
        noise: 2 ** k - 1, largest random amount added to a score.
        most: most moves of a solution.
        side: side of the states of this level.
        count: number of the states of this level.
        used: number of nodes.
        node: node of the best solution, or of the best state if there is none; -1 - i for start
            state i itself.
        length: number of moves to that node.
        high: largest reach tried.
        wide: largest step tried.
        back: largest turn tried.
        proposed: number of cycles in ``packed``.
        limit: largest item worth adding to ``packed``.
        least_owed: the least of ``owed``.
        prepared: true if ``homes``, ``arms``, ``corners`` and ``owed`` are those of the row.
        transposed: true if rows and columns are exchanged.
        best: fewest moves of a solution found.
        middle: index of no distance in ``cost``.
        cost: the row of ``costs`` in use.
        place: the row of ``places`` in use.
        rng: int64[1], the state of the random numbers, not 0.
        ctl: the shared array.
    """

    rows: cython.Py_ssize_t
    columns: cython.Py_ssize_t
    width: cython.Py_ssize_t
    states: CycleStates
    target: cython.short[::1]
    costs: cython.int[:, ::1]
    places: cython.int[:, ::1]
    packed: cython.longlong[::1]
    table: cython.longlong[::1]
    homes: cython.int[::1]
    lifts: cython.int[::1]
    arms: cython.int[::1]
    corners: cython.int[::1]
    drops: cython.int[::1]
    owed: cython.int[::1]
    steps: cython.int[::1]
    turns: cython.int[::1]
    parents: cython.int[::1]
    cycles: cython.int[::1]
    path: cython.int[::1]
    reach: cython.longlong = 3
    step: cython.longlong = 3
    turn: cython.longlong = 2
    noise: cython.longlong = 0
    most: cython.longlong = FAR
    side: cython.Py_ssize_t = 0
    count: cython.Py_ssize_t = 0
    used: cython.Py_ssize_t = 0
    node: cython.Py_ssize_t = -1
    length: cython.Py_ssize_t = 0
    high: cython.longlong = 0
    wide: cython.longlong = 0
    back: cython.longlong = 0
    proposed: cython.Py_ssize_t = 0
    limit: cython.longlong = 0
    least_owed: cython.longlong = 0
    prepared: cython.bint = False
    transposed: cython.bint = False
    best: cython.longlong = 0
    middle: cython.Py_ssize_t = 0
    cost: cython.int[::1] = field(init=False)
    place: cython.int[::1] = field(init=False)
    rng: cython.longlong[::1] = field(init=False)
    ctl: cython.volatile[cython.longlong][::1] = field(init=False)

    def __post_init__(self) -> None:
        check_capacity("states", self.width, WIDEST)
        check_capacity("nodes", self.parents.shape[0], MOST_NODES)
        self.set_transposed(False)

    def transpose(self, transposed: cython.bint) -> None:
        """Search on the board with rows and columns exchanged, or as they are."""
        self.set_transposed(transposed)

    def search(
        self,
        starts: cython.short[:, ::1],
        target: cython.short[::1],
        rng: cython.longlong[::1],
        ctl: cython.volatile[cython.longlong][::1],
    ) -> int:
        """Search for a solution of one of several arrangements.

        Args:
            starts: int16[up to w, ≥ n], for each cell the cell its tile belongs to; even
                permutations.
            target: int16[≥ r], the final offset of each row to the right, from 0; its tiles are
                displaced as far from their cells.
            rng: int64[1], the state of the random numbers, not 0.
            ctl: the shared array.

        Returns:
            1 if there is a solution, 0 if not, -1 if stopped.
        """
        with cython.nogil:
            self.restart(target)
            for i in range(starts.shape[0]):
                self.add(starts[i])
            result = self.run(rng, ctl)
        return result

    def moves(self, out: cython.short[::1]) -> int:
        """Write the moves of the best solution, or to the best state; return their number.

        Args:
            out: int16[≥ length], output: the moves (see ``lines``), on the board with rows
                and columns as they are.
        """
        return self.write_moves(out, 0)

    def set_transposed(self, transposed: cython.bint) -> cython.void:
        """Exchange rows and columns, or not; see ``transpose``."""
        if transposed != self.transposed:
            kept = self.rows
            self.rows = self.columns
            self.columns = kept
        self.transposed = transposed
        self.cost = self.costs[1 if transposed else 0]
        self.place = self.places[1 if transposed else 0]
        self.middle = 4 * self.rows * self.columns + 2 * self.columns

    def restart(self, target: cython.short[::1]) -> cython.void:
        """Start a search; call ``add`` next."""
        self.length = 0
        for r in range(self.rows):
            self.target[r] = target[r]
            self.length += circular_distance(target[r], self.columns)
        self.side = 0
        self.count = 0
        self.used = 0
        self.node = -1

    def add(self, start: cython.short[::1]) -> cython.void:
        """Add a start state."""
        _add(self, self.states, start)

    def run(
        self, rng: cython.longlong[::1], ctl: cython.volatile[cython.longlong][::1]
    ) -> cython.int:
        """Search from the start states; see ``search``."""
        self.rng = rng
        self.ctl = ctl
        return _run(self, self.states)

    def write_moves(self, out: cython.short[::1], at: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Write the moves from ``out[at]`` on; return the index after the last."""
        return _write_moves(self, out, at)


def _add(beam: CycleBeam, states: CycleStates, start: cython.short[::1]) -> cython.void:
    w = beam.count
    cells: cython.Py_ssize_t = beam.rows * beam.columns
    rest: cython.longlong = 0
    key: cython.longlong = 0
    for cell in range(cells):
        states.tiles[w * cells + cell] = start[cell]
        rest += _cost(beam, start[cell], cell)
        key = wrapped(key + zobrist(start[cell], cell))
        if start[cell] > cell and start[start[cell]] == cell:
            rest += SWAPPED
    for r in range(beam.rows):
        states.offsets[w * beam.rows + r] = 0
    states.moves[w] = 0
    states.rest[w] = rest
    states.astray[w] = beam.length
    states.key[w] = key
    states.node[w] = -1 - w
    states.kind[w] = NONE
    states.row[w] = -1
    beam.count += 1


def _run(beam: CycleBeam, states: CycleStates) -> cython.int:
    beam.best = beam.most + 1
    half: cython.longlong = beam.columns // 2
    found: cython.bint = False
    _set_limits(beam, beam.reach, beam.step, beam.turn)
    _find_all(beam)
    while True:
        first = beam.side * beam.width
        for w in range(first, first + beam.count):
            total = states.moves[w] + states.astray[w]
            if states.rest[w] == 0 and total < beam.best:
                beam.best = total
                beam.node = states.node[w]
                beam.length = total
                found = True
        if poll(beam.ctl, beam.count):
            return -1
        if beam.used + beam.width > beam.parents.shape[0]:
            return 1 if found else _give_up(beam, states)
        _propose(beam)
        if cancelled(beam.ctl):
            return -1
        if beam.proposed == 0:
            if found:
                return 1
            if beam.high >= beam.rows // 2 and beam.wide >= half and beam.back >= half:
                return _give_up(beam, states)
            _set_limits(beam, 2 * beam.high, 2 * beam.wide, 2 * beam.back + 1)
            _find_all(beam)
            continue
        if found and beam.packed[0] >> SCORE >= 32 * beam.best:
            return 1
        _set_limits(beam, beam.reach, beam.step, beam.turn)
        _keep_best(beam)
        if cancelled(beam.ctl):
            return -1


def _give_up(beam: CycleBeam, states: CycleStates) -> cython.int:
    """Choose the state with the least remaining cost as the best; return 0."""
    best = beam.side * beam.width
    for w in range(best, best + beam.count):
        if states.rest[w] < states.rest[best]:
            best = w
    beam.node = states.node[best]
    beam.length = states.moves[best] + states.astray[best]
    return 0


def _set_limits(
    beam: CycleBeam, high: cython.longlong, wide: cython.longlong, back: cython.longlong
) -> cython.void:
    """Set the limits of reach, step and turn, and the costs of the steps and turns within them."""
    half: cython.longlong = beam.columns // 2
    beam.high = min(high, beam.rows // 2)
    beam.wide = min(wide, half)
    beam.back = min(back, half)
    for s in range(-beam.wide, beam.wide + 1):
        beam.steps[s + beam.wide] = cython.cast(cython.int, 32 * abs(s))
        if s == 0 or 2 * s == -beam.columns:
            beam.steps[s + beam.wide] = FAR
    for d in range(-beam.back, beam.back + 1):
        beam.turns[d + beam.back] = cython.cast(cython.int, 32 * abs(d))
        if 2 * d == -beam.columns:
            beam.turns[d + beam.back] = FAR


# --- packed cycles ---


@cython.inline
def _packed(
    i: cython.longlong,
    j: cython.longlong,
    d: cython.longlong,
    s: cython.longlong,
    k: cython.longlong,
    join: cython.longlong,
) -> cython.longlong:
    """Return a cycle of row ``i`` and column ``j`` with turn ``d``, step ``s`` and reach ``k``."""
    steps = ((d + MIDDLE) << 12) | ((s + MIDDLE) << 7) | ((k + MIDDLE) << 2)
    return (i << 22) | (j << 17) | steps | join


@cython.inline
def _row(cycle: cython.longlong) -> cython.Py_ssize_t:
    return cycle >> 22


@cython.inline
def _column(cycle: cython.longlong) -> cython.Py_ssize_t:
    return (cycle >> 17) & 31


@cython.inline
def _turn(cycle: cython.longlong) -> cython.longlong:
    return ((cycle >> 12) & 31) - MIDDLE


@cython.inline
def _step(cycle: cython.longlong) -> cython.longlong:
    return ((cycle >> 7) & 31) - MIDDLE


@cython.inline
def _reach(cycle: cython.longlong) -> cython.longlong:
    return ((cycle >> 2) & 31) - MIDDLE


# --- moves of a solution ---


def _write_moves(
    beam: CycleBeam, out: cython.short[::1], at: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    path = beam.path
    offsets = beam.states.offsets  # of the first state: the states are no longer needed
    size: cython.Py_ssize_t = 0
    node: cython.Py_ssize_t = beam.node
    while node >= 0:
        node = beam.parents[node]
        size += 1
    node = beam.node
    for m in range(size - 1, -1, -1):
        path[m] = beam.cycles[node]
        node = beam.parents[node]
    for r in range(beam.rows):
        offsets[r] = 0
    first: cython.Py_ssize_t = 0
    while first < size:
        last = first + 1
        while last < size and path[last] & 3:
            last += 1
        for m in range(first, last):
            if path[m] & 3 != ONE_ROW:
                at = _write_row(beam, out, at, _row(path[m]), _turn(path[m]))
        for m in range(first, last):
            if path[m] & 3 != ONE_COLUMN:
                at = _write_column(beam, out, at, _column(path[m]), -_reach(path[m]))
        for m in range(first, last):
            if path[m] & 3 != ONE_ROW:
                r = _row(path[m])
                at = _write_row(beam, out, at, r, _step(path[m]))
                offset = offsets[r] + _turn(path[m]) + _step(path[m])
                offsets[r] = cython.cast(cython.short, offset)
        for m in range(first, last):
            if path[m] & 3 != ONE_COLUMN:
                at = _write_column(beam, out, at, _column(path[m]), _reach(path[m]))
        first = last
    for r in range(beam.rows):
        owed = shortest_steps(beam.target[r] - offsets[r] % beam.columns, beam.columns)
        at = _write_row(beam, out, at, r, owed)
    return at


@cython.inline
def _write_row(
    beam: CycleBeam,
    out: cython.short[::1],
    at: cython.Py_ssize_t,
    row: cython.Py_ssize_t,
    steps: cython.longlong,
) -> cython.Py_ssize_t:
    """Write the shifts of a row, a column of the board if transposed; return the next index."""
    return _write_shifts(out, at, row + (beam.columns if beam.transposed else 0), steps)


@cython.inline
def _write_column(
    beam: CycleBeam,
    out: cython.short[::1],
    at: cython.Py_ssize_t,
    column: cython.Py_ssize_t,
    steps: cython.longlong,
) -> cython.Py_ssize_t:
    """Write the shifts of a column, a row of the board if transposed; return the next index."""
    return _write_shifts(out, at, column + (0 if beam.transposed else beam.rows), steps)


@cython.inline
def _write_shifts(
    out: cython.short[::1], at: cython.Py_ssize_t, line: cython.Py_ssize_t, steps: cython.longlong
) -> cython.Py_ssize_t:
    move = 2 * line + 1 if steps > 0 else 2 * line
    for _step in range(abs(steps)):
        out[at] = cython.cast(cython.short, move)
        at += 1
    return at


# --- costs ---


@cython.inline
def _offset(beam: CycleBeam, w: cython.Py_ssize_t, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the offset of a row."""
    return cython.cast(cython.Py_ssize_t, beam.states.offsets[w * beam.rows + i])


@cython.inline
def _displacement(beam: CycleBeam, w: cython.Py_ssize_t, i: cython.Py_ssize_t) -> cython.longlong:
    """Return the distance of a row to the right of its final offset."""
    return _offset(beam, w, i) - cython.cast(cython.Py_ssize_t, beam.target[i])


@cython.inline
def _cell(
    beam: CycleBeam, w: cython.Py_ssize_t, i: cython.Py_ssize_t, j: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """Return the cell of a row, in its frame, that is in a column of the board."""
    return i * beam.columns + around(j - _offset(beam, w, i), beam.columns)


@cython.inline
def _cost(beam: CycleBeam, tile: cython.Py_ssize_t, cell: cython.Py_ssize_t) -> cython.longlong:
    """Return the estimated cost of a tile in a cell."""
    away: cython.Py_ssize_t = beam.place[cell] - beam.place[tile]
    return cython.cast(cython.longlong, beam.cost[away + beam.middle])


@cython.inline
def _swaps(
    tiles: cython.short[::1],
    board: cython.Py_ssize_t,
    one: cython.Py_ssize_t,
    two: cython.Py_ssize_t,
    three: cython.Py_ssize_t,
) -> cython.longlong:
    """Return how many pairs of tiles in each other's cells involve one of three cells."""
    swaps: cython.longlong = 0
    a = cython.cast(cython.Py_ssize_t, tiles[board + one])
    b = cython.cast(cython.Py_ssize_t, tiles[board + two])
    c = cython.cast(cython.Py_ssize_t, tiles[board + three])
    if a != one and tiles[board + a] == one:
        swaps += 1
    if b not in (two, one) and tiles[board + b] == two:
        swaps += 1
    if c not in (three, one, two) and tiles[board + c] == three:
        swaps += 1
    return swaps


# --- the best cycle for each pair of rows ---


def _find_all(beam: CycleBeam) -> cython.void:
    """Find the best cycle for each pair of rows in all states of the level."""
    first = beam.side * beam.width
    for w in range(first, first + beam.count):
        for i in range(beam.rows):
            if cancelled(beam.ctl):
                return
            _find_row(beam, w, i)


def _find_row(beam: CycleBeam, w: cython.Py_ssize_t, i: cython.Py_ssize_t) -> cython.void:
    """Find the best cycle that turns row ``i`` for each lower row."""
    beam.prepared = False
    for below in range(beam.rows):
        _find_best(beam, w, i, below, -1)


def _update(
    beam: CycleBeam,
    w: cython.Py_ssize_t,
    i: cython.Py_ssize_t,
    below: cython.Py_ssize_t,
    column: cython.Py_ssize_t,
) -> cython.void:
    """Find the best cycles of a state again after a cycle.

    It has turned row ``i`` and changed tiles in it, and one in a column of the row ``below``.
    """
    for r in range(beam.rows):
        if r in (i, below):
            _find_row(beam, w, r)
        else:
            beam.prepared = False
            _find_best(beam, w, r, i, -1)
            _find_best(beam, w, r, below, column)


def _find_best(
    beam: CycleBeam,
    w: cython.Py_ssize_t,
    i: cython.Py_ssize_t,
    below: cython.Py_ssize_t,
    column: cython.Py_ssize_t,
) -> cython.void:
    """Find the best cycle that turns row ``i`` and moves a tile from the row ``below``.

    Of that row only a column has changed, -1 for all. A score is the sum of what depends on the
    lower cell and the corner (``lifts``), on the corner and the arm (``arms``), and on the arm and
    the lower cell (``drops``), so most cycles are skipped by the least of each.
    """
    rows = beam.rows
    columns = beam.columns
    board: cython.Py_ssize_t = w * rows * columns
    offset = _offset(beam, w, below)
    step = beam.wide
    turn = beam.back
    most = turn + step
    pair: cython.Py_ssize_t = (w * rows + i) * rows + below
    k = shortest_steps(below - i, rows)
    first: cython.Py_ssize_t = 0
    last: cython.Py_ssize_t = columns
    best: cython.longlong = NOTHING
    least: cython.int = FAR
    known = beam.states.pairs[pair]
    if column >= 0 and known != NOTHING and _column(known) != around(column + offset, columns):
        first = column
        last = column + 1
        best = known
        least = cython.cast(cython.int, best >> STATE)
    beam.states.pairs[pair] = best
    if k == 0 or abs(k) > beam.high or 2 * k == rows:
        return
    up = cython.cast(cython.int, 64 * abs(k))
    for f in range(first, last):
        tile = cython.cast(cython.Py_ssize_t, beam.states.tiles[board + below * columns + f])
        if tile == below * columns + f:
            continue
        if not beam.prepared:
            _prepare(beam, w, i)
        low = around(f + offset - _offset(beam, w, i), columns)
        lifted: cython.Py_ssize_t = 4 * i * columns + beam.middle - beam.place[tile]
        before = beam.cost[lifted + 4 * (below - i) * columns + f]
        bound: cython.int = FAR
        at: cython.Py_ssize_t = low + turn
        for d in range(2 * turn + 1):
            score: cython.int = beam.cost[lifted + at - d] - before
            score = FAR if score >= 0 else score + up + beam.turns[d]
            beam.lifts[d] = score
            bound = min(bound, score + beam.corners[columns + at - d])
        if bound + beam.least_owed >= least:
            continue
        lifted = 4 * below * columns + f + beam.middle
        bound = FAR
        at = low + columns + most
        for arm in range(2 * most + 1):
            score = beam.owed[arm] + beam.cost[lifted - beam.homes[at - arm]]
            beam.drops[arm] = score
            bound = min(bound, score)
        for d in range(-turn, turn + 1):
            fa = around(low - d, columns)
            if beam.lifts[d + turn] + beam.corners[columns + fa] + bound >= least:
                continue
            at = d + turn + step
            arm = fa * (2 * step + 1) + step
            for s in range(-step, step + 1):
                score = beam.lifts[d + turn] + beam.arms[arm + s] + beam.drops[at + s]
                if score >= least:
                    continue
                if score >= up + 32 * (abs(d) + abs(s)) + beam.owed[at + s]:
                    continue  # the tiles get no nearer to their cells
                least = score
                best = cython.cast(cython.longlong, score) << STATE
                best |= _packed(i, around(f + offset, columns), d, s, k, ALONE)
    beam.states.pairs[pair] = best


def _prepare(beam: CycleBeam, w: cython.Py_ssize_t, i: cython.Py_ssize_t) -> cython.void:
    """Compute what the scores of all cycles that turn row ``i`` have in common."""
    columns = beam.columns
    board: cython.Py_ssize_t = (w * beam.rows + i) * columns
    row: cython.Py_ssize_t = beam.middle + 4 * i * columns
    step: cython.Py_ssize_t = beam.wide
    most: cython.Py_ssize_t = beam.back + step
    beam.prepared = True
    for fa in range(columns):
        home = beam.place[cython.cast(cython.Py_ssize_t, beam.states.tiles[board + fa])]
        here = beam.cost[row + fa - home]
        for third in range(3):
            beam.homes[third * columns + fa] = home
            beam.drops[third * columns + fa] = here
    for fa in range(columns):
        here = beam.drops[fa]
        lifted: cython.Py_ssize_t = row + fa + step - beam.homes[fa]
        at = fa * (2 * step + 1)
        least: cython.int = FAR
        for s in range(2 * step + 1):
            score: cython.int = beam.steps[s] + beam.cost[lifted - s] - here
            score -= beam.drops[fa + columns + step - s]
            beam.arms[at + s] = score
            least = min(least, score)
        for third in range(3):
            beam.corners[third * columns + fa] = least
    beam.least_owed = FAR
    shifted = _displacement(beam, w, i)
    now = OWED * circular_distance(shifted, columns)
    steps = (shifted - most + 2 * columns) % columns
    for at in range(2 * most + 1):
        score = cython.cast(cython.int, OWED * min(steps, columns - steps) - now)
        beam.owed[at] = score
        beam.least_owed = min(beam.least_owed, score)
        steps = 0 if steps + 1 == columns else steps + 1


# --- the next level ---


def _propose(beam: CycleBeam) -> cython.void:
    """Select the most promising cycles into ``packed``, the best first."""
    keep: cython.Py_ssize_t = KEEP * beam.width
    size: cython.Py_ssize_t = beam.rows * beam.rows
    first = beam.side * beam.width
    beam.proposed = 0
    beam.limit = NOTHING
    for w in range(first, first + beam.count):
        if cancelled(beam.ctl):
            break
        if beam.states.rest[w] == 0:
            continue
        for pair in range(w * size, (w + 1) * size):
            if beam.states.pairs[pair] != NOTHING:
                _offer(beam, w, beam.states.pairs[pair])
        _propose_joins(beam, beam.states, w)
    if beam.proposed > keep:
        select(beam.packed, beam.proposed, keep)
        beam.proposed = keep
    sort(beam.packed, beam.proposed)


@cython.inline
def _offer(beam: CycleBeam, w: cython.Py_ssize_t, cycle: cython.longlong) -> cython.void:
    """Add a cycle, packed with its score, to the proposed ones."""
    keep: cython.Py_ssize_t = KEEP * beam.width
    score = (
        (cycle >> STATE)
        + 32 * beam.states.moves[w]
        + beam.states.rest[w]
        + OWED * beam.states.astray[w]
    )
    if beam.noise:
        beam.rng[0] = next_random(beam.rng[0])
        score += (beam.rng[0] >> 20) & beam.noise
    cycle &= (cython.cast(cython.longlong, 1) << STATE) - 1
    item = (score << SCORE) | ((w - beam.side * beam.width) << STATE) | cycle
    if item > beam.limit or _total(beam, w, cycle) >= beam.best:
        return
    beam.packed[beam.proposed] = item
    beam.proposed += 1
    if beam.proposed == beam.packed.shape[0]:
        select(beam.packed, beam.proposed, keep)
        beam.proposed = keep
        beam.limit = beam.packed[0]
        for c in range(keep):
            beam.limit = max(beam.limit, beam.packed[c])


@cython.inline
def _total(beam: CycleBeam, w: cython.Py_ssize_t, cycle: cython.longlong) -> cython.longlong:
    """Return the moves made after a cycle, and the shifts that bring the rows to their offsets."""
    d = _turn(cycle)
    s = _step(cycle)
    shifted = _displacement(beam, w, _row(cycle))
    total: cython.longlong = beam.states.moves[w] + beam.states.astray[w]
    total += circular_distance(shifted + d + s, beam.columns)
    total -= circular_distance(shifted, beam.columns)
    return total + _moves_of(cycle)


@cython.inline
def _moves_of(cycle: cython.longlong) -> cython.longlong:
    """Return the number of moves that a cycle adds to its group."""
    moves: cython.longlong = 0
    if cycle & 3 != ONE_ROW:
        moves += abs(_turn(cycle)) + abs(_step(cycle))
    if cycle & 3 != ONE_COLUMN:
        moves += 2 * abs(_reach(cycle))
    return moves


def _propose_joins(beam: CycleBeam, states: CycleStates, w: cython.Py_ssize_t) -> cython.void:
    """Propose the cycles of a state that join its open group."""
    rows = beam.rows
    columns = beam.columns
    kind = states.kind[w]
    if kind == NONE:
        return
    if kind != ONE_ROW:
        k = states.reach[w]
        for i in range(rows):
            # The first shift precedes the group, so the group must not touch its row.
            touched = states.rows[w] >> ((i - k + rows) % rows)
            if not (states.rows[w] >> i) & 1:
                for d in range(-beam.back, beam.back + 1):
                    if 2 * d != -columns and (d == 0 or not touched & 1):
                        cycle = _packed(i, states.column[w], d, 0, k, ONE_COLUMN)
                        _propose_turned(beam, w, cycle)
    s = states.step[w]
    if kind != ONE_COLUMN and 2 * s != columns:
        for j in range(columns):
            touched = states.columns[w] >> ((j + s + columns) % columns)
            if not (states.columns[w] >> j) & 1 and not touched & 1:
                for k in range(-beam.high, beam.high + 1):
                    if k != 0 and 2 * k != -rows:
                        cycle = _packed(states.row[w], j, -s, s, k, ONE_ROW)
                        _propose_turned(beam, w, cycle)


def _propose_turned(beam: CycleBeam, w: cython.Py_ssize_t, cycle: cython.longlong) -> cython.void:
    """Propose a cycle that joins the open group, with any step if it joins a column."""
    columns = beam.columns
    i = _row(cycle)
    j = _column(cycle)
    d = _turn(cycle)
    k = _reach(cycle)
    join = cycle & 3
    row: cython.Py_ssize_t = i * columns
    board: cython.Py_ssize_t = w * beam.rows * columns
    low = _cell(beam, w, around(i + k, beam.rows), j)
    one = cython.cast(cython.Py_ssize_t, beam.states.tiles[board + low])
    if one == low:
        return
    fa = around(_cell(beam, w, i, j) - row - d, columns)
    gain: cython.longlong = _cost(beam, one, low) - _cost(beam, one, row + fa)
    if gain <= 0:
        return
    two = cython.cast(cython.Py_ssize_t, beam.states.tiles[board + row + fa])
    gain += _cost(beam, two, row + fa)
    shifted = _displacement(beam, w, i)
    least = -d if join == ONE_ROW else -beam.wide
    largest = -d if join == ONE_ROW else beam.wide
    for s in range(least, largest + 1):
        if s == 0 or 2 * s == -columns:
            continue
        fb = around(fa - s, columns)
        other = cython.cast(cython.Py_ssize_t, beam.states.tiles[board + row + fb])
        score: cython.longlong = _cost(beam, two, row + fb) + _cost(beam, other, low) - gain
        score -= _cost(beam, other, row + fb)
        if score >= 0:
            continue
        score += OWED * circular_distance(shifted + d + s, columns)
        score -= OWED * circular_distance(shifted, columns)
        score += 64 * abs(k) if join == ONE_ROW else 32 * (abs(d) + abs(s))
        joined = (score << STATE) | _packed(i, j, d, s, k, join)
        _offer(beam, w, joined)


def _keep_best(beam: CycleBeam) -> cython.void:
    """Fill the next level with the best proposed cycles that lead to different beam.states."""
    table = beam.table
    new = (1 - beam.side) * beam.width
    made: cython.Py_ssize_t = 0
    for m in range(table.shape[0]):
        table[m] = 0
    for m in range(beam.proposed):
        if made == beam.width or cancelled(beam.ctl):
            break
        cycle = beam.packed[m] & ((cython.cast(cython.longlong, 1) << STATE) - 1)
        w = beam.side * beam.width + ((beam.packed[m] >> STATE) & (WIDEST - 1))
        if _make(beam, beam.states, w, new + made, cycle):
            beam.states.node[new + made] = beam.used + made
            beam.parents[beam.used + made] = cython.cast(cython.int, beam.states.node[w])
            beam.cycles[beam.used + made] = cython.cast(cython.int, cycle)
            made += 1
    beam.side = 1 - beam.side
    beam.count = made
    beam.used += made


def _make(
    beam: CycleBeam,
    states: CycleStates,
    w: cython.Py_ssize_t,
    to: cython.Py_ssize_t,
    cycle: cython.longlong,
) -> cython.bint:
    """Write the state after a cycle as state ``to``; return False if the level has it."""
    rows = beam.rows
    columns = beam.columns
    tiles = states.tiles
    offsets = states.offsets
    table = beam.table
    cells: cython.Py_ssize_t = rows * columns
    mask: cython.longlong = table.shape[0] - 1
    i = _row(cycle)
    j = _column(cycle)
    d = _turn(cycle)
    s = _step(cycle)
    below = (i + _reach(cycle) + rows) % rows
    fa = around(_cell(beam, w, i, j) - i * columns - d, columns)
    corner = i * columns + fa
    arm = i * columns + around(fa - s, columns)
    low = _cell(beam, w, below, j)
    one = cython.cast(cython.Py_ssize_t, tiles[w * cells + low])
    two = cython.cast(cython.Py_ssize_t, tiles[w * cells + corner])
    other = cython.cast(cython.Py_ssize_t, tiles[w * cells + arm])
    key = zobrist(one, corner) - zobrist(one, low)
    key = wrapped(key + zobrist(two, arm) - zobrist(two, corner))
    key = wrapped(key + zobrist(other, low) - zobrist(other, arm))
    key = wrapped(key + cython.cast(cython.longlong, states.key[w]))
    slot = key & mask
    while table[slot] != 0 and table[slot] != key:
        slot = (slot + 1) & mask
    if table[slot] == key:
        return False
    table[slot] = key
    rest: cython.longlong = states.rest[w] - _cost(beam, one, low) - _cost(beam, two, corner)
    rest -= _cost(beam, other, arm)
    rest += _cost(beam, one, corner) + _cost(beam, two, arm) + _cost(beam, other, low)
    rest -= SWAPPED * _swaps(tiles, w * cells, corner, arm, low)
    for c in range(cells):
        tiles[to * cells + c] = tiles[w * cells + c]
    tiles[to * cells + corner] = cython.cast(cython.short, one)
    tiles[to * cells + arm] = cython.cast(cython.short, two)
    tiles[to * cells + low] = cython.cast(cython.short, other)
    rest += SWAPPED * _swaps(tiles, to * cells, corner, arm, low)
    for r in range(rows):
        offsets[to * rows + r] = offsets[w * rows + r]
    shifted = _displacement(beam, w, i)
    offset = _offset(beam, w, i) + d + s
    offsets[to * rows + i] = cython.cast(cython.short, (offset + 2 * columns) % columns)
    states.moves[to] = states.moves[w] + _moves_of(cycle)
    states.rest[to] = rest
    states.astray[to] = states.astray[w] - circular_distance(shifted, columns)
    states.astray[to] += circular_distance(shifted + d + s, columns)
    states.key[to] = key
    _join_group(states, w, to, cycle)
    for c in range(rows * rows):
        states.pairs[to * rows * rows + c] = states.pairs[w * rows * rows + c]
    _update(beam, to, i, below, low % columns)
    return True


@cython.inline
def _join_group(
    states: CycleStates, w: cython.Py_ssize_t, to: cython.Py_ssize_t, cycle: cython.longlong
) -> cython.void:
    """Write the open group of state ``to``, which a cycle has made of state ``w``."""
    row = cython.cast(cython.longlong, 1) << _row(cycle)
    column = cython.cast(cython.longlong, 1) << _column(cycle)
    states.kind[to] = cycle & 3
    if cycle & 3 == ALONE:
        states.row[to] = _row(cycle)
        states.column[to] = _column(cycle)
        states.reach[to] = _reach(cycle)
        states.step[to] = _step(cycle)
        states.rows[to] = row
        states.columns[to] = column
    else:
        states.row[to] = states.row[w]
        states.column[to] = states.column[w]
        states.reach[to] = states.reach[w]
        states.step[to] = states.step[w]
        states.rows[to] = states.rows[w] | row
        states.columns[to] = states.columns[w] | column
