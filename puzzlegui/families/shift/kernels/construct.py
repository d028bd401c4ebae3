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
"""

from __future__ import annotations

import cython
from cython.cimports.puzzlegui.families.shift.kernels.constants.construct import (
    ALONE,
    ASTRAY,
    COLUMN,
    COLUMNS,
    FAR,
    HEAD,
    KEEP,
    KEY,
    KIND,
    MIDDLE,
    MOVES,
    NODE,
    NONE,
    NOTHING,
    ONE_COLUMN,
    ONE_ROW,
    OWED,
    REACH,
    REST,
    ROW,
    ROWS,
    SCORE,
    STATE,
    STEP,
    SWAPPED,
    WIDEST,
)
from cython.cimports.puzzlegui.families.shift.kernels.inlined.lines import (
    around,
    circular_distance,
    shortest_steps,
)
from cython.cimports.puzzlegui.kernels.inlined.primitives import (
    cancelled,
    next_random,
    poll,
    select,
    sort,
    wrapped,
    zobrist,
)

from puzzlegui.kernels.capacity import MOST_NODES, check_capacity


@cython.cclass
class CycleBeam:
    """A beam search and its memory, for a board of ``r`` rows, ``c`` columns and ``n`` cells.

    A cycle is a row, a column, and three numbers of steps: the shift of the row before (``turn``),
    the distance below the row from which the column is shifted up (``reach``), and the shift of the
    row in between (``step``).

    Attributes:
        rows: of the board.
        columns: of the board.
        width: number of states kept, ``w``.
        reach: largest reach tried first.
        step: largest step tried first.
        turn: largest turn tried first.
        noise: 2 ** k - 1, largest random amount added to a score.
        most: most moves of a solution.
        used: number of nodes in use.
        transposed: true if rows and columns are exchanged.
        node: node of the best solution, or of the best state if there is none; -1 - i for start
            state i itself.
        length: number of moves to that node.
    """

    def __init__(
        self,
        rows: cython.Py_ssize_t,
        columns: cython.Py_ssize_t,
        width: cython.Py_ssize_t,
        tiles: cython.short[::1],
        offsets: cython.short[::1],
        head: cython.longlong[::1],
        cost: cython.int[:, ::1],
        packed: cython.longlong[::1],
        table: cython.longlong[::1],
        nodes: cython.int[:, ::1],
    ) -> None:
        """Keep the memory, which may be larger than stated.

        Args:
            rows: of the board, 2 to 30.
            columns: of the board, likewise.
            width: number of states kept, up to WIDEST.
            tiles: int16[2 * w * n], for each state and cell, with rows in their frames, the cell
                its tile belongs to.
            offsets: int16[(2 * w + 1) * max(r, c)], the offset of each row of each state; last,
                the final offset of each row.
            head: int64[2 * w * HEAD], see ``constants.construct``.
            cost: int32[2, 9 * n], the estimated cost in 32nds, at ``(y + r) * 4c + x + 2c``, of a
                tile at a distance of y rows and x columns; then for each cell its row times 4c
                plus its column; in the second row the same with rows and columns exchanged.
            packed: int64[> KEEP * w + 2 * w * max(r, c) ** 2], scores packed with their cycles;
                first, for each state, row i and row b, that of the best cycle that turns row i and
                moves a tile from row b, or NOTHING.
            table: int64[2 ** …] ≥ 2 * KEEP * w, a hash table of the keys met at a level.
            nodes: int32[3, m ≥ 248 * max(r, c)], for each node of the search tree its parent (see
                ``node``) and its cycle; and scratch.

        Raises:
            ValueError: the beam is wider than WIDEST, or there are too many nodes.
        """
        check_capacity("states", width, WIDEST)
        check_capacity("nodes", nodes.shape[1], MOST_NODES)
        pairs: cython.Py_ssize_t = 2 * width * max(rows, columns) ** 2
        size: cython.Py_ssize_t = 31 * max(rows, columns)
        self.rows = rows
        self.columns = columns
        self.width = width
        self.tiles = tiles
        self.offsets = offsets
        self.head = head
        self.costs = cost
        self.cost = cost[0]
        self.transposed = False
        self.pairs = packed[:pairs]
        self.packed = packed[pairs:]
        self.table = table
        self.parents = nodes[0]
        self.cycles = nodes[1]
        self.word = nodes[2]
        self.homes = nodes[2, :size]
        self.lifts = nodes[2, size : 2 * size]
        self.arms = nodes[2, 2 * size : 3 * size]
        self.drops = nodes[2, 3 * size : 4 * size]
        self.corners = nodes[2, 4 * size : 5 * size]
        self.owed = nodes[2, 5 * size : 6 * size]
        self.steps = nodes[2, 6 * size : 7 * size]
        self.turns = nodes[2, 7 * size : 8 * size]
        self.reach = 3
        self.step = 3
        self.turn = 2
        self.noise = 0
        self.most = FAR
        self.side = 0
        self.count = 0
        self.used = 0
        self.node = -1
        self.length = 0
        self.high = 0
        self.wide = 0
        self.back = 0
        self.least_owed = 0
        self.prepared = False
        self.limit = 0
        self.proposed = 0

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
        result: cython.int
        w: cython.Py_ssize_t
        with cython.nogil:
            self.restart(target)
            for w in range(starts.shape[0]):
                self.add(starts[w])
            result = self.run(rng, ctl)
        return result

    def moves(self, out: cython.short[::1]) -> int:
        """Write the moves of the best solution, or to the best state; return their number.

        Args:
            out: int16[≥ length], output: the moves (see ``inlined.lines``), on the board with rows
                and columns as they are.
        """
        return self.write_moves(out, 0)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def set_transposed(self, transposed: cython.bint) -> cython.void:
        """Exchange rows and columns, or not; see ``transpose``."""
        kept: cython.Py_ssize_t = self.rows
        if transposed != self.transposed:
            self.transposed = transposed
            self.rows = self.columns
            self.columns = kept
            self.cost = self.costs[1 if transposed else 0]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def restart(self, target: cython.short[::1]) -> cython.void:
        """Start a search; call ``add`` next."""
        into: cython.Py_ssize_t = 2 * self.width * self.rows
        r: cython.Py_ssize_t
        self.length = 0
        for r in range(self.rows):
            self.offsets[into + r] = target[r]
            self.length += circular_distance(target[r], self.columns)
        self.side = 0
        self.count = 0
        self.used = 0
        self.node = -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def add(self, start: cython.short[::1]) -> cython.void:
        """Add a start state."""
        cells: cython.Py_ssize_t = self.rows * self.columns
        at: cython.Py_ssize_t = self.count * HEAD
        rest: cython.longlong = 0
        key: cython.longlong = 0
        cython.declare(cell=cython.Py_ssize_t, r=cython.Py_ssize_t)
        for cell in range(cells):
            self.tiles[self.count * cells + cell] = start[cell]
            rest += _cost(self, start[cell], cell)
            key = wrapped(key + zobrist(cython.cast(cython.longlong, start[cell]), cell))
            if start[cell] > cell and start[start[cell]] == cell:
                rest += SWAPPED
        for r in range(self.rows):
            self.offsets[self.count * self.rows + r] = 0
        self.head[at + MOVES] = 0
        self.head[at + REST] = rest
        self.head[at + ASTRAY] = self.length
        self.head[at + KEY] = key
        self.head[at + NODE] = -1 - self.count
        self.head[at + KIND] = NONE
        self.head[at + ROW] = -1
        self.count += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def run(
        self, rng: cython.longlong[::1], ctl: cython.volatile[cython.longlong][::1]
    ) -> cython.int:
        """Search from the start states; see ``search``."""
        best: cython.longlong = self.most + 1
        half: cython.longlong = self.columns // 2
        found: cython.bint = False
        cython.declare(total=cython.longlong)
        cython.declare(proposed=cython.Py_ssize_t, w=cython.Py_ssize_t, at=cython.Py_ssize_t)
        _set_limits(self, self.reach, self.step, self.turn)
        _find_all(self, ctl)
        while True:
            for w in range(self.side * self.width, self.side * self.width + self.count):
                at = w * HEAD
                total = self.head[at + MOVES] + self.head[at + ASTRAY]
                if self.head[at + REST] == 0 and total < best:
                    best = total
                    self.node = self.head[at + NODE]
                    self.length = best
                    found = True
            if poll(ctl, self.count):
                return -1
            if self.used + self.width > self.parents.shape[0]:
                return 1 if found else _give_up(self)
            proposed = _propose(self, best - 1, rng, ctl)
            if cancelled(ctl):
                return -1
            if proposed == 0:
                if found:
                    return 1
                if self.high >= self.rows // 2 and self.wide >= half and self.back >= half:
                    return _give_up(self)
                _set_limits(self, 2 * self.high, 2 * self.wide, 2 * self.back + 1)
                _find_all(self, ctl)
                continue
            if found and self.packed[0] >> SCORE >= 32 * best:
                return 1
            _set_limits(self, self.reach, self.step, self.turn)
            _keep_best(self, proposed, ctl)
            if cancelled(ctl):
                return -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def write_moves(self, out: cython.short[::1], at: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Write the moves from ``out[at]`` on; return the index after the last."""
        # The states are no longer needed: the first provides memory for the offsets.
        offsets: cython.short[::1] = self.offsets
        into: cython.Py_ssize_t = 2 * self.width * self.rows
        transposed: cython.bint = self.transposed
        word: cython.int[::1] = self.word
        size: cython.Py_ssize_t = 0
        node: cython.Py_ssize_t = self.node
        first: cython.Py_ssize_t = 0
        cython.declare(last=cython.Py_ssize_t, m=cython.Py_ssize_t, r=cython.Py_ssize_t)
        cython.declare(cycle=cython.longlong)
        while node >= 0:
            node = self.parents[node]
            size += 1
        node = self.node
        for m in range(size - 1, -1, -1):
            word[m] = self.cycles[node]
            node = self.parents[node]
        for r in range(self.rows):
            offsets[r] = 0
        while first < size:
            last = first + 1
            while last < size and word[last] & 3:
                last += 1
            for m in range(first, last):
                cycle = word[m]
                if cycle & 3 != ONE_ROW:
                    at = _write_shifts(
                        self, out, at, transposed, cycle >> 22, ((cycle >> 12) & 31) - MIDDLE
                    )
            for m in range(first, last):
                cycle = word[m]
                if cycle & 3 != ONE_COLUMN:
                    at = _write_shifts(
                        self,
                        out,
                        at,
                        not transposed,
                        (cycle >> 17) & 31,
                        MIDDLE - ((cycle >> 2) & 31),
                    )
            for m in range(first, last):
                cycle = word[m]
                if cycle & 3 != ONE_ROW:
                    at = _write_shifts(
                        self, out, at, transposed, cycle >> 22, ((cycle >> 7) & 31) - MIDDLE
                    )
                    r = cycle >> 22
                    offsets[r] = cython.cast(
                        cython.short,
                        offsets[r] + ((cycle >> 12) & 31) + ((cycle >> 7) & 31) - 2 * MIDDLE,
                    )
            for m in range(first, last):
                cycle = word[m]
                if cycle & 3 != ONE_COLUMN:
                    at = _write_shifts(
                        self,
                        out,
                        at,
                        not transposed,
                        (cycle >> 17) & 31,
                        ((cycle >> 2) & 31) - MIDDLE,
                    )
            first = last
        for r in range(self.rows):
            cycle = offsets[r] % self.columns
            at = _write_shifts(
                self,
                out,
                at,
                transposed,
                r,
                shortest_steps(offsets[into + r] - cycle, self.columns),
            )
        return at


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _write_shifts(
    beam: CycleBeam,
    out: cython.short[::1],
    at: cython.Py_ssize_t,
    vertical: cython.bint,
    line: cython.longlong,
    steps: cython.longlong,
) -> cython.Py_ssize_t:
    """Write the shifts of a line of the board; return the index after the last."""
    move: cython.longlong = 2 * line
    if vertical:
        move += 2 * (beam.columns if beam.transposed else beam.rows)
    if steps > 0:
        move += 1
    else:
        steps = -steps
    while steps > 0:
        out[at] = cython.cast(cython.short, move)
        at += 1
        steps -= 1
    return at


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _displacement(beam: CycleBeam, w: cython.Py_ssize_t, i: cython.Py_ssize_t) -> cython.longlong:
    """Return the distance of a row to the right of its final offset."""
    offset: cython.longlong = cython.cast(cython.longlong, beam.offsets[w * beam.rows + i])
    return offset - cython.cast(cython.longlong, beam.offsets[2 * beam.width * beam.rows + i])


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _cell(
    beam: CycleBeam, w: cython.Py_ssize_t, i: cython.Py_ssize_t, j: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """Return the cell of a row, in its frame, that is in a column of the board."""
    return i * beam.columns + around(j - beam.offsets[w * beam.rows + i], beam.columns)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _cost(beam: CycleBeam, tile: cython.Py_ssize_t, cell: cython.Py_ssize_t) -> cython.longlong:
    """Return the estimated cost of a tile in a cell."""
    columns: cython.Py_ssize_t = beam.columns
    places: cython.Py_ssize_t = 8 * beam.rows * columns
    place: cython.Py_ssize_t = beam.cost[places + cell] - beam.cost[places + tile]
    return cython.cast(cython.longlong, beam.cost[place + 4 * beam.rows * columns + 2 * columns])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _give_up(beam: CycleBeam) -> cython.int:
    """Choose the state with the least remaining cost as the best; return 0."""
    w: cython.Py_ssize_t
    first: cython.Py_ssize_t = beam.side * beam.width
    best: cython.Py_ssize_t = first
    for w in range(first, first + beam.count):
        if beam.head[w * HEAD + REST] < beam.head[best * HEAD + REST]:
            best = w
    beam.node = beam.head[best * HEAD + NODE]
    beam.length = beam.head[best * HEAD + MOVES] + beam.head[best * HEAD + ASTRAY]
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _set_limits(
    beam: CycleBeam, high: cython.longlong, wide: cython.longlong, back: cython.longlong
) -> cython.void:
    """Set the limits of reach, step and turn, and the costs of the steps and turns within them."""
    half: cython.longlong = beam.columns // 2
    s: cython.longlong
    beam.high = min(high, beam.rows // 2)
    beam.wide = min(wide, half)
    beam.back = min(back, half)
    for s in range(-beam.wide, beam.wide + 1):
        beam.steps[s + beam.wide] = cython.cast(cython.int, 32 * abs(s))
        if s == 0 or 2 * s == -beam.columns:
            beam.steps[s + beam.wide] = FAR
    for s in range(-beam.back, beam.back + 1):
        beam.turns[s + beam.back] = cython.cast(cython.int, 32 * abs(s))
        if 2 * s == -beam.columns:
            beam.turns[s + beam.back] = FAR


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _find_all(beam: CycleBeam, ctl: cython.volatile[cython.longlong][::1]) -> cython.void:
    """Find the best cycle for each pair of rows in all states of the level."""
    cython.declare(w=cython.Py_ssize_t, i=cython.Py_ssize_t)
    for w in range(beam.side * beam.width, beam.side * beam.width + beam.count):
        for i in range(beam.rows):
            if cancelled(ctl):
                return
            _find_row(beam, w, i)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _find_row(beam: CycleBeam, w: cython.Py_ssize_t, i: cython.Py_ssize_t) -> cython.void:
    """Find the best cycle that turns row ``i`` for each lower row."""
    below: cython.Py_ssize_t
    beam.prepared = False
    for below in range(beam.rows):
        _find_best(beam, w, i, below, -1)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
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
    r: cython.Py_ssize_t
    for r in range(beam.rows):
        if r in (i, below):
            _find_row(beam, w, r)
        else:
            beam.prepared = False
            _find_best(beam, w, r, i, -1)
            _find_best(beam, w, r, below, column)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
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
    rows: cython.Py_ssize_t = beam.rows
    columns: cython.Py_ssize_t = beam.columns
    board: cython.Py_ssize_t = w * rows * columns
    places: cython.Py_ssize_t = 8 * rows * columns
    middle: cython.Py_ssize_t = 4 * rows * columns + 2 * columns
    step: cython.Py_ssize_t = beam.wide
    turn: cython.Py_ssize_t = beam.back
    most: cython.Py_ssize_t = turn + step
    pair: cython.Py_ssize_t = (w * rows + i) * rows + below
    k: cython.longlong = shortest_steps(below - i, rows)
    first: cython.Py_ssize_t = 0
    last: cython.Py_ssize_t = columns
    best: cython.longlong = NOTHING
    least: cython.int = FAR
    cython.declare(tile=cython.Py_ssize_t, f=cython.Py_ssize_t)
    cython.declare(low=cython.Py_ssize_t, lifted=cython.Py_ssize_t, fa=cython.Py_ssize_t)
    cython.declare(j=cython.Py_ssize_t, at=cython.Py_ssize_t, arm=cython.Py_ssize_t)
    cython.declare(d=cython.longlong, s=cython.longlong, up=cython.int)
    cython.declare(before=cython.int, score=cython.int, bound=cython.int)
    if column >= 0 and beam.pairs[pair] != NOTHING:
        f = (beam.pairs[pair] >> 17) & 31
        if f != around(column + beam.offsets[w * rows + below], columns):
            first = column
            last = column + 1
            best = beam.pairs[pair]
            least = cython.cast(cython.int, best >> STATE)
    beam.pairs[pair] = best
    if k == 0 or abs(k) > beam.high or 2 * k == rows:
        return
    up = cython.cast(cython.int, 64 * abs(k))
    for f in range(first, last):
        tile = cython.cast(cython.Py_ssize_t, beam.tiles[board + below * columns + f])
        if tile == below * columns + f:
            continue
        if not beam.prepared:
            _prepare(beam, w, i)
        low = around(f + beam.offsets[w * rows + below] - beam.offsets[w * rows + i], columns)
        lifted = 4 * i * columns + middle - beam.cost[places + tile]
        before = beam.cost[lifted + 4 * (below - i) * columns + f]
        bound = FAR
        at = low + turn
        for d in range(2 * turn + 1):
            score = beam.cost[lifted + at - d] - before
            score = FAR if score >= 0 else score + up + beam.turns[d]
            beam.lifts[d] = score
            bound = min(bound, score + beam.corners[columns + at - d])
        if bound + beam.least_owed >= least:
            continue
        lifted = 4 * below * columns + f + middle
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
                best |= i << 22
                j = around(f + beam.offsets[w * rows + below], columns)
                best |= cython.cast(cython.longlong, j) << 17
                best |= ((d + MIDDLE) << 12) | ((s + MIDDLE) << 7) | ((k + MIDDLE) << 2)
    beam.pairs[pair] = best


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _prepare(beam: CycleBeam, w: cython.Py_ssize_t, i: cython.Py_ssize_t) -> cython.void:
    """Compute what the scores of all cycles that turn row ``i`` have in common.

    That is ``homes``, the place to which each tile of the row belongs, three times in succession;
    ``arms``, the part of the score for a corner and a step; ``corners``, the least for each corner;
    and ``owed``, the part for the change of the row's offset.
    """
    columns: cython.Py_ssize_t = beam.columns
    board: cython.Py_ssize_t = (w * beam.rows + i) * columns
    places: cython.Py_ssize_t = 8 * beam.rows * columns
    row: cython.Py_ssize_t = 4 * beam.rows * columns + 2 * columns + 4 * i * columns
    step: cython.Py_ssize_t = beam.wide
    most: cython.Py_ssize_t = beam.back + step
    shifted: cython.longlong = _displacement(beam, w, i)
    cython.declare(fa=cython.Py_ssize_t, at=cython.Py_ssize_t, home=cython.Py_ssize_t)
    cython.declare(s=cython.Py_ssize_t, score=cython.int, least=cython.int, here=cython.int)
    cython.declare(now=cython.longlong, steps=cython.longlong)
    beam.prepared = True
    for fa in range(columns):
        at = cython.cast(cython.Py_ssize_t, beam.tiles[board + fa])
        home = beam.cost[places + at]
        here = beam.cost[row + fa - home]
        for at in range(3):
            beam.homes[at * columns + fa] = cython.cast(cython.int, home)
            beam.drops[at * columns + fa] = here
    for fa in range(columns):
        here = beam.drops[fa]
        home = row + fa + step - beam.homes[fa]
        at = fa * (2 * step + 1)
        least = FAR
        for s in range(2 * step + 1):
            score = beam.steps[s] + beam.cost[home - s] - here
            score -= beam.drops[fa + columns + step - s]
            beam.arms[at + s] = score
            least = min(least, score)
        for at in range(3):
            beam.corners[at * columns + fa] = least
    beam.least_owed = FAR
    now = OWED * circular_distance(shifted, columns)
    steps = (shifted - most + 2 * columns) % columns
    for at in range(2 * most + 1):
        score = cython.cast(cython.int, OWED * min(steps, columns - steps) - now)
        beam.owed[at] = score
        beam.least_owed = min(beam.least_owed, score)
        steps = 0 if steps + 1 == columns else steps + 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _propose(
    beam: CycleBeam,
    most: cython.longlong,
    rng: cython.longlong[::1],
    ctl: cython.volatile[cython.longlong][::1],
) -> cython.Py_ssize_t:
    """Select the most promising cycles into ``packed``, the best first; return their number."""
    rows: cython.Py_ssize_t = beam.rows
    keep: cython.Py_ssize_t = KEEP * beam.width
    cython.declare(w=cython.Py_ssize_t, pair=cython.Py_ssize_t)
    beam.proposed = 0
    beam.limit = NOTHING
    for w in range(beam.side * beam.width, beam.side * beam.width + beam.count):
        if cancelled(ctl):
            break
        if beam.head[w * HEAD + REST] == 0:
            continue
        for pair in range(w * rows * rows, (w + 1) * rows * rows):
            if beam.pairs[pair] != NOTHING:
                _offer(beam, w, beam.pairs[pair], most, rng)
        _propose_joins(beam, w, most, rng)
    if beam.proposed > keep:
        select(beam.packed, beam.proposed, keep)
        beam.proposed = keep
    sort(beam.packed, beam.proposed)
    return beam.proposed


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _offer(
    beam: CycleBeam,
    w: cython.Py_ssize_t,
    cycle: cython.longlong,
    most: cython.longlong,
    rng: cython.longlong[::1],
) -> cython.void:
    """Add a cycle with its score to the proposed ones."""
    at: cython.Py_ssize_t = w * HEAD
    keep: cython.Py_ssize_t = KEEP * beam.width
    score: cython.longlong = (cycle >> STATE) + 32 * beam.head[at + MOVES] + beam.head[at + REST]
    cython.declare(item=cython.longlong, c=cython.Py_ssize_t)
    score += OWED * beam.head[at + ASTRAY]
    if beam.noise:
        rng[0] = next_random(rng[0])
        score += (rng[0] >> 20) & beam.noise
    cycle &= (cython.cast(cython.longlong, 1) << STATE) - 1
    item = (score << SCORE) | ((w - beam.side * beam.width) << STATE) | cycle
    if item > beam.limit or _total(beam, w, cycle) > most:
        return
    beam.packed[beam.proposed] = item
    beam.proposed += 1
    if beam.proposed == beam.packed.shape[0]:
        select(beam.packed, beam.proposed, keep)
        beam.proposed = keep
        beam.limit = beam.packed[0]
        for c in range(keep):
            beam.limit = max(beam.limit, beam.packed[c])


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _total(beam: CycleBeam, w: cython.Py_ssize_t, cycle: cython.longlong) -> cython.longlong:
    """Return the moves made after a cycle, and the shifts that bring the rows to their offsets."""
    i: cython.Py_ssize_t = cycle >> 22
    d: cython.longlong = ((cycle >> 12) & 31) - MIDDLE
    s: cython.longlong = ((cycle >> 7) & 31) - MIDDLE
    k: cython.longlong = ((cycle >> 2) & 31) - MIDDLE
    shifted: cython.longlong = _displacement(beam, w, i)
    total: cython.longlong = beam.head[w * HEAD + MOVES] + beam.head[w * HEAD + ASTRAY]
    total += circular_distance(shifted + d + s, beam.columns)
    total -= circular_distance(shifted, beam.columns)
    if cycle & 3 != ONE_ROW:
        total += abs(d) + abs(s)
    if cycle & 3 != ONE_COLUMN:
        total += 2 * abs(k)
    return total


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _propose_joins(
    beam: CycleBeam, w: cython.Py_ssize_t, most: cython.longlong, rng: cython.longlong[::1]
) -> cython.void:
    """Propose the cycles of a state that join its open group."""
    at: cython.Py_ssize_t = w * HEAD
    rows: cython.Py_ssize_t = beam.rows
    columns: cython.Py_ssize_t = beam.columns
    kind: cython.longlong = beam.head[at + KIND]
    s: cython.longlong = beam.head[at + STEP]
    bits: cython.longlong
    cython.declare(i=cython.Py_ssize_t, j=cython.Py_ssize_t, r=cython.Py_ssize_t)
    cython.declare(d=cython.longlong, k=cython.longlong)
    if kind == NONE:
        return
    if kind != ONE_ROW:
        bits = beam.head[at + ROWS]
        k = beam.head[at + REACH]
        for i in range(rows):
            # The first shift precedes the group, so the group must not touch its row.
            r = (i - k + rows) % rows
            if not (bits >> i) & 1:
                for d in range(-beam.back, beam.back + 1):
                    if 2 * d != -columns and (d == 0 or not (bits >> r) & 1):
                        _propose_turned(
                            beam, w, i, beam.head[at + COLUMN], k, d, ONE_COLUMN, most, rng
                        )
    if kind != ONE_COLUMN and 2 * s != columns:
        bits = beam.head[at + COLUMNS]
        for j in range(columns):
            r = (j + s + columns) % columns
            if not (bits >> j) & 1 and not (bits >> r) & 1:
                for k in range(-beam.high, beam.high + 1):
                    if k != 0 and 2 * k != -rows:
                        _propose_turned(beam, w, beam.head[at + ROW], j, k, -s, ONE_ROW, most, rng)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _propose_turned(
    beam: CycleBeam,
    w: cython.Py_ssize_t,
    i: cython.Py_ssize_t,
    j: cython.Py_ssize_t,
    k: cython.longlong,
    d: cython.longlong,
    join: cython.longlong,
    most: cython.longlong,
    rng: cython.longlong[::1],
) -> cython.void:
    """Propose cycles with any step that join the open group, or with the group's if it is a row."""
    columns: cython.Py_ssize_t = beam.columns
    row: cython.Py_ssize_t = i * columns
    board: cython.Py_ssize_t = w * beam.rows * columns
    low: cython.Py_ssize_t = _cell(beam, w, around(i + k, beam.rows), j)
    one: cython.Py_ssize_t = cython.cast(cython.Py_ssize_t, beam.tiles[board + low])
    fa: cython.Py_ssize_t
    gain: cython.longlong
    least: cython.longlong = -beam.wide
    largest: cython.longlong = beam.wide
    shifted: cython.longlong
    cython.declare(fb=cython.Py_ssize_t, two=cython.Py_ssize_t, other=cython.Py_ssize_t)
    cython.declare(s=cython.longlong, score=cython.longlong, cycle=cython.longlong)
    if one == low:
        return
    fa = around(_cell(beam, w, i, j) - row - d, columns)
    gain = _cost(beam, one, low) - _cost(beam, one, row + fa)
    if gain <= 0:
        return
    two = cython.cast(cython.Py_ssize_t, beam.tiles[board + row + fa])
    gain += _cost(beam, two, row + fa)
    shifted = _displacement(beam, w, i)
    if join == ONE_ROW:
        least = -d
        largest = -d
    for s in range(least, largest + 1):
        if s == 0 or 2 * s == -columns:
            continue
        fb = around(fa - s, columns)
        other = cython.cast(cython.Py_ssize_t, beam.tiles[board + row + fb])
        score = _cost(beam, two, row + fb) + _cost(beam, other, low) - gain
        score -= _cost(beam, other, row + fb)
        if score >= 0:
            continue
        score += OWED * circular_distance(shifted + d + s, columns)
        score -= OWED * circular_distance(shifted, columns)
        score += 64 * abs(k) if join == ONE_ROW else 32 * (abs(d) + abs(s))
        cycle = (score << STATE) | (i << 22) | (j << 17) | ((d + MIDDLE) << 12)
        _offer(beam, w, cycle | ((s + MIDDLE) << 7) | ((k + MIDDLE) << 2) | join, most, rng)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _swaps(
    beam: CycleBeam,
    w: cython.Py_ssize_t,
    one: cython.Py_ssize_t,
    two: cython.Py_ssize_t,
    three: cython.Py_ssize_t,
) -> cython.longlong:
    """Return how many pairs of tiles in each other's cells involve one of three cells."""
    board: cython.Py_ssize_t = w * beam.rows * beam.columns
    swaps: cython.longlong = 0
    cython.declare(a=cython.Py_ssize_t, b=cython.Py_ssize_t, c=cython.Py_ssize_t)
    a = cython.cast(cython.Py_ssize_t, beam.tiles[board + one])
    b = cython.cast(cython.Py_ssize_t, beam.tiles[board + two])
    c = cython.cast(cython.Py_ssize_t, beam.tiles[board + three])
    if a != one and beam.tiles[board + a] == one:
        swaps += 1
    if b not in (two, one) and beam.tiles[board + b] == two:
        swaps += 1
    if c not in (three, one, two) and beam.tiles[board + c] == three:
        swaps += 1
    return swaps


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _keep_best(
    beam: CycleBeam, proposed: cython.Py_ssize_t, ctl: cython.volatile[cython.longlong][::1]
) -> cython.void:
    """Fill the next level with the best proposed cycles that lead to different states."""
    rows: cython.Py_ssize_t = beam.rows
    columns: cython.Py_ssize_t = beam.columns
    cells: cython.Py_ssize_t = rows * columns
    into: cython.Py_ssize_t = 2 * beam.width * rows
    tiles: cython.short[::1] = beam.tiles
    offsets: cython.short[::1] = beam.offsets
    head: cython.longlong[::1] = beam.head
    table: cython.longlong[::1] = beam.table
    mask: cython.longlong = table.shape[0] - 1
    side: cython.Py_ssize_t = beam.side * beam.width
    new: cython.Py_ssize_t = (1 - beam.side) * beam.width
    made: cython.Py_ssize_t = 0
    cython.declare(m=cython.Py_ssize_t, c=cython.Py_ssize_t, w=cython.Py_ssize_t)
    cython.declare(at=cython.Py_ssize_t, to=cython.Py_ssize_t, i=cython.Py_ssize_t)
    cython.declare(j=cython.Py_ssize_t, below=cython.Py_ssize_t, fa=cython.Py_ssize_t)
    cython.declare(corner=cython.Py_ssize_t, arm=cython.Py_ssize_t, low=cython.Py_ssize_t)
    cython.declare(one=cython.Py_ssize_t, two=cython.Py_ssize_t, other=cython.Py_ssize_t)
    cython.declare(place=cython.longlong, cycle=cython.longlong, join=cython.longlong)
    cython.declare(d=cython.longlong, s=cython.longlong, k=cython.longlong, key=cython.longlong)
    cython.declare(rest=cython.longlong, moves=cython.longlong)
    for m in range(table.shape[0]):
        table[m] = 0
    for m in range(proposed):
        if made == beam.width or cancelled(ctl):
            break
        cycle = beam.packed[m] & ((cython.cast(cython.longlong, 1) << STATE) - 1)
        w = side + ((beam.packed[m] >> STATE) & (WIDEST - 1))
        at = w * HEAD
        i = cycle >> 22
        j = (cycle >> 17) & 31
        d = ((cycle >> 12) & 31) - MIDDLE
        s = ((cycle >> 7) & 31) - MIDDLE
        k = ((cycle >> 2) & 31) - MIDDLE
        join = cycle & 3
        below = (i + k + rows) % rows
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
        key = wrapped(key + cython.cast(cython.longlong, head[at + KEY]))
        place = key & mask
        while table[place] != 0 and table[place] != key:
            place = (place + 1) & mask
        if table[place] == key:
            continue
        table[place] = key
        rest = head[at + REST] - _cost(beam, one, low) - _cost(beam, two, corner)
        rest -= _cost(beam, other, arm)
        rest += _cost(beam, one, corner) + _cost(beam, two, arm) + _cost(beam, other, low)
        rest -= SWAPPED * _swaps(beam, w, corner, arm, low)
        to = new + made
        for c in range(cells):
            tiles[to * cells + c] = tiles[w * cells + c]
        tiles[to * cells + corner] = cython.cast(cython.short, one)
        tiles[to * cells + arm] = cython.cast(cython.short, two)
        tiles[to * cells + low] = cython.cast(cython.short, other)
        rest += SWAPPED * _swaps(beam, to, corner, arm, low)
        for c in range(rows):
            offsets[to * rows + c] = offsets[w * rows + c]
        offsets[to * rows + i] = cython.cast(
            cython.short, (offsets[w * rows + i] + d + s + 2 * columns) % columns
        )
        moves = abs(d) + abs(s) + 2 * abs(k)
        if join == ONE_COLUMN:
            moves -= 2 * abs(k)
        elif join == ONE_ROW:
            moves = 2 * abs(k)
        to *= HEAD
        for c in range(HEAD):
            head[to + c] = head[at + c]
        head[to + MOVES] += moves
        head[to + REST] = rest
        head[to + KEY] = key
        head[to + ASTRAY] -= circular_distance(offsets[w * rows + i] - offsets[into + i], columns)
        head[to + ASTRAY] += circular_distance(
            offsets[w * rows + i] + d + s - offsets[into + i], columns
        )
        if join == ALONE:
            head[to + KIND] = ALONE
            head[to + ROW] = i
            head[to + COLUMN] = j
            head[to + REACH] = k
            head[to + STEP] = s
            head[to + ROWS] = cython.cast(cython.longlong, 1) << i
            head[to + COLUMNS] = cython.cast(cython.longlong, 1) << j
        else:
            head[to + KIND] = join
            head[to + ROWS] |= cython.cast(cython.longlong, 1) << i
            head[to + COLUMNS] |= cython.cast(cython.longlong, 1) << j
        head[to + NODE] = beam.used + made
        beam.parents[beam.used + made] = cython.cast(cython.int, head[at + NODE])
        beam.cycles[beam.used + made] = cython.cast(cython.int, cycle)
        for c in range(rows * rows):
            beam.pairs[(new + made) * rows * rows + c] = beam.pairs[w * rows * rows + c]
        _update(beam, new + made, i, below, low % columns)
        made += 1
    beam.side = 1 - beam.side
    beam.count = made
    beam.used += made
