"""A beam search for 3-cycles that solve a shift board.

Shift a column ``k`` cells up, a row by ``s`` cells, and the column down again: that is the shift of
the row and a commutator, which is a 3-cycle of tiles (see Joyner, Adventures in Group Theory,
2008). So each row is described in a frame that is shifted with it, and the offsets of all rows are
undone at the end. A beam search (Lowerre 1976) looks for 3-cycles that bring tiles nearer to their
cells; a level holds the states after equally many cycles.

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
)
from cython.cimports.puzzlegui.families.shift.kernels.inlined.lines import (
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
            width: number of states kept, up to 8191.
            tiles: int16[2 * w * n], for each state and cell, with rows in their frames, the cell
                its tile belongs to.
            offsets: int16[(2 * w + 1) * max(r, c)], the offset of each row of each state; last,
                the final offset of each row.
            head: int64[2 * w * HEAD], see ``constants.construct``.
            cost: int32[2, 5 * n], the estimated cost in 32nds, at ``(y + r) * 2c + x + c``, of a
                tile at a distance of y rows and x columns; then for each cell its row times 2c
                plus its column; in the second row the same with rows and columns exchanged.
            packed: int64[> KEEP * w], scores packed with their cycles.
            table: int64[2 ** …] ≥ 2 * KEEP * w, a hash table of the keys met at a level.
            nodes: int32[3, m], for each node of the search tree its parent (see ``node``) and its
                cycle; and scratch.
        """
        self.rows = rows
        self.columns = columns
        self.width = width
        self.tiles = tiles
        self.offsets = offsets
        self.head = head
        self.costs = cost
        self.cost = cost[0]
        self.transposed = False
        self.packed = packed
        self.table = table
        self.parents = nodes[0]
        self.cycles = nodes[1]
        self.word = nodes[2]
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
        reach: cython.longlong = self.reach
        step: cython.longlong = self.step
        turn: cython.longlong = self.turn
        cython.declare(wide=cython.longlong, total=cython.longlong)
        found: cython.bint = False
        cython.declare(proposed=cython.Py_ssize_t, w=cython.Py_ssize_t, at=cython.Py_ssize_t)
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
            proposed = _propose(self, reach, step, turn, best - 1, rng, ctl)
            if cancelled(ctl):
                return -1
            if proposed == 0:
                if found:
                    return 1
                wide = self.columns // 2
                if reach >= self.rows // 2 and step >= wide and turn >= wide:
                    return _give_up(self)
                reach = min(2 * reach, self.rows // 2)
                step = min(2 * step, wide)
                turn = min(2 * turn + 1, wide)
                continue
            if found and self.packed[0] >> SCORE >= 32 * best:
                return 1
            _keep_best(self, proposed)
            reach = self.reach
            step = self.step
            turn = self.turn

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
def _cost(beam: CycleBeam, tile: cython.Py_ssize_t, cell: cython.Py_ssize_t) -> cython.longlong:
    """Return the estimated cost of a tile in a cell."""
    columns: cython.Py_ssize_t = beam.columns
    places: cython.Py_ssize_t = 4 * beam.rows * columns
    place: cython.Py_ssize_t = beam.cost[places + cell] - beam.cost[places + tile]
    return cython.cast(cython.longlong, beam.cost[place + 2 * beam.rows * columns + columns])


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
def _propose(
    beam: CycleBeam,
    reach: cython.longlong,
    step: cython.longlong,
    turn: cython.longlong,
    most: cython.longlong,
    rng: cython.longlong[::1],
    ctl: cython.volatile[cython.longlong][::1],
) -> cython.Py_ssize_t:
    """Select the most promising cycles into ``packed``, the best first; return their number."""
    rows: cython.Py_ssize_t = beam.rows
    columns: cython.Py_ssize_t = beam.columns
    cells: cython.Py_ssize_t = rows * columns
    places: cython.Py_ssize_t = 4 * cells
    middle: cython.Py_ssize_t = 2 * cells + columns
    keep: cython.Py_ssize_t = KEEP * beam.width
    tiles: cython.short[::1] = beam.tiles
    offsets: cython.short[::1] = beam.offsets
    head: cython.longlong[::1] = beam.head
    cost: cython.int[::1] = beam.cost
    packed: cython.longlong[::1] = beam.packed
    noise: cython.longlong = beam.noise
    into: cython.Py_ssize_t = 2 * beam.width * rows
    count: cython.Py_ssize_t = 0
    limit: cython.longlong = cython.cast(cython.longlong, 1) << 62
    seed: cython.longlong = rng[0]
    side: cython.Py_ssize_t = beam.side * beam.width
    high: cython.longlong = min(reach, rows // 2)
    cython.declare(wide=cython.longlong, back=cython.longlong, w=cython.Py_ssize_t)
    cython.declare(at=cython.Py_ssize_t, board=cython.Py_ssize_t, i=cython.Py_ssize_t)
    cython.declare(j=cython.Py_ssize_t, below=cython.Py_ssize_t, from_cell=cython.Py_ssize_t)
    cython.declare(corner=cython.Py_ssize_t, arm=cython.Py_ssize_t, other=cython.Py_ssize_t)
    cython.declare(one=cython.Py_ssize_t, two=cython.Py_ssize_t, f=cython.Py_ssize_t)
    cython.declare(fa=cython.Py_ssize_t, fb=cython.Py_ssize_t, k=cython.longlong, d=cython.longlong)
    cython.declare(s=cython.longlong, before=cython.longlong, gain=cython.longlong)
    cython.declare(more=cython.longlong, moves=cython.longlong, join=cython.longlong)
    cython.declare(shifted=cython.longlong, astray=cython.longlong, score=cython.longlong)
    cython.declare(item=cython.longlong)
    for w in range(side, side + beam.count):
        if cancelled(ctl):
            break
        at = w * HEAD
        if head[at + REST] == 0:
            continue
        board = w * cells
        for from_cell in range(cells):
            one = cython.cast(cython.Py_ssize_t, tiles[board + from_cell])
            if one == from_cell:
                continue
            before = cost[cost[places + from_cell] - cost[places + one] + middle]
            below = from_cell // columns
            f = from_cell - below * columns
            j = f + cython.cast(cython.Py_ssize_t, offsets[w * rows + below])
            j %= columns
            for k in range(-high, high + 1):
                if k == 0 or 2 * k == -rows:
                    continue
                i = (below - k + rows) % rows
                wide = step
                back = turn
                if head[at + ROW] == i:
                    wide = max(wide, abs(head[at + STEP]))
                    back = max(back, abs(head[at + STEP]))
                wide = min(wide, columns // 2)
                back = min(back, columns // 2)
                for d in range(-back, back + 1):
                    if 2 * d == -columns:
                        continue
                    fa = (j - offsets[w * rows + i] - d + 2 * columns) % columns
                    corner = i * columns + fa
                    gain = before - cost[cost[places + corner] - cost[places + one] + middle]
                    if gain <= 0:
                        continue
                    two = cython.cast(cython.Py_ssize_t, tiles[board + corner])
                    gain += cost[cost[places + corner] - cost[places + two] + middle]
                    for s in range(-wide, wide + 1):
                        if s == 0 or 2 * s == -columns:
                            continue
                        fb = fa - s
                        if fb < 0:
                            fb += columns
                        elif fb >= columns:
                            fb -= columns
                        arm = i * columns + fb
                        other = cython.cast(cython.Py_ssize_t, tiles[board + arm])
                        more = gain - cost[cost[places + arm] - cost[places + two] + middle]
                        more += cost[cost[places + arm] - cost[places + other] + middle]
                        more -= cost[cost[places + from_cell] - cost[places + other] + middle]
                        if more <= 0:
                            continue
                        join = _joins(beam, w, i, j, d, s, k)
                        moves = abs(d) + abs(s) + 2 * abs(k)
                        if join == ONE_COLUMN:
                            moves -= 2 * abs(k)
                        elif join == ONE_ROW:
                            moves = 2 * abs(k)
                        shifted = offsets[w * rows + i] - offsets[into + i]
                        astray = head[at + ASTRAY] - circular_distance(shifted, columns)
                        astray += circular_distance(shifted + d + s, columns)
                        if head[at + MOVES] + moves + astray > most:
                            continue
                        seed = next_random(seed)
                        score = 32 * (head[at + MOVES] + moves) + head[at + REST] - more
                        score += OWED * astray + ((seed >> 20) & noise)
                        item = (score << SCORE) | ((w - side) << STATE) | (i << 22) | (j << 17)
                        item |= ((d + MIDDLE) << 12) | ((s + MIDDLE) << 7)
                        item |= ((k + MIDDLE) << 2) | join
                        if item > limit:
                            continue
                        packed[count] = item
                        count += 1
                        if count == packed.shape[0]:
                            select(packed, count, keep)
                            count = keep
                            limit = packed[0]
                            for one in range(count):
                                limit = max(limit, packed[one])
                            one = cython.cast(cython.Py_ssize_t, tiles[board + from_cell])
    rng[0] = seed
    if count > keep:
        select(packed, count, keep)
        count = keep
    sort(packed, count)
    return count


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _joins(
    beam: CycleBeam,
    w: cython.Py_ssize_t,
    i: cython.Py_ssize_t,
    j: cython.Py_ssize_t,
    d: cython.longlong,
    s: cython.longlong,
    k: cython.longlong,
) -> cython.longlong:
    """Return the kind in which a cycle joins the open group, ``ALONE`` if it does not."""
    at: cython.Py_ssize_t = w * HEAD
    kind: cython.longlong = beam.head[at + KIND]
    cython.declare(bits=cython.longlong, r=cython.Py_ssize_t)
    if kind == NONE:
        return ALONE
    if kind != ONE_ROW and j == beam.head[at + COLUMN] and k == beam.head[at + REACH]:
        bits = beam.head[at + ROWS]
        # Its first shift precedes the group, so the group must not touch its row.
        r = (i - k + beam.rows) % beam.rows
        if not (bits >> i) & 1 and (d == 0 or not (bits >> r) & 1):
            return ONE_COLUMN
    if kind != ONE_COLUMN and i == beam.head[at + ROW] and s == beam.head[at + STEP] and d == -s:
        bits = beam.head[at + COLUMNS]
        r = (j + s + beam.columns) % beam.columns
        if not (bits >> j) & 1 and not (bits >> r) & 1:
            return ONE_ROW
    return ALONE


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _keep_best(beam: CycleBeam, proposed: cython.Py_ssize_t) -> cython.void:
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
        if made == beam.width:
            break
        cycle = beam.packed[m] & ((cython.cast(cython.longlong, 1) << STATE) - 1)
        w = side + ((beam.packed[m] >> STATE) & 0x1FFF)
        at = w * HEAD
        i = cycle >> 22
        j = (cycle >> 17) & 31
        d = ((cycle >> 12) & 31) - MIDDLE
        s = ((cycle >> 7) & 31) - MIDDLE
        k = ((cycle >> 2) & 31) - MIDDLE
        join = cycle & 3
        below = (i + k + rows) % rows
        fa = (j - offsets[w * rows + i] - d + 2 * columns) % columns
        corner = i * columns + fa
        arm = i * columns + (fa - s + columns) % columns
        low = below * columns + (j - offsets[w * rows + below] + columns) % columns
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
        to = new + made
        for c in range(cells):
            tiles[to * cells + c] = tiles[w * cells + c]
        tiles[to * cells + corner] = cython.cast(cython.short, one)
        tiles[to * cells + arm] = cython.cast(cython.short, two)
        tiles[to * cells + low] = cython.cast(cython.short, other)
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
        made += 1
    beam.side = 1 - beam.side
    beam.count = made
    beam.used += made
