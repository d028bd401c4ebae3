"""A beam search over a whole shift board (Lowerre 1976).

Each level holds the states a further shift from the start. Of these the beam keeps those with the
least total cost, where the cost of a tile grows faster than its circular distance from its cell.
The change of the cost by each shift is stored with every state, and updated incrementally: a shift
affects the changes of the lines that cross it by two tiles each.
"""

from __future__ import annotations

import cython
from cython.cimports.puzzlegui.families.shift.kernels.constants.beam import (
    ACROSS_AWAY,
    AWAY,
    COST_ACROSS,
    COST_DOWN,
    DOWN,
    DOWN_AWAY,
    HEAD,
    KEEP,
    KEY,
    LAST,
    LEFT,
    NODE,
    NOWHERE,
    OFFSET,
    PATIENCE,
    POTENTIAL,
    RIGHT,
    SCORE,
    STATE,
    UP,
    WIDEST,
)
from cython.cimports.puzzlegui.families.shift.kernels.inlined.lines import shift_line
from cython.cimports.puzzlegui.kernels.inlined.primitives import (
    cancelled,
    next_random,
    poll,
    select,
    wrapped,
    zobrist,
)

from puzzlegui.kernels.capacity import MOST_NODES, check_capacity


@cython.cclass
class Beam:
    """A beam search and its memory, for a board of ``r`` rows, ``c`` columns and ``n`` cells.

    Attributes:
        rows: of the board.
        columns: of the board.
        width: number of states kept, ``w``.
        noise: 2 ** k - 1, largest random amount added to a score.
        side: half of the states that holds the current level.
        count: number of states of the current level.
        used: number of nodes in use.
        best: row of the best state.
        depth: number of shifts made.
    """

    rows = cython.declare(cython.Py_ssize_t, visibility="readonly")
    columns = cython.declare(cython.Py_ssize_t, visibility="readonly")
    width = cython.declare(cython.Py_ssize_t, visibility="readonly")
    noise = cython.declare(cython.longlong, visibility="public")
    side = cython.declare(cython.Py_ssize_t, visibility="readonly")
    count = cython.declare(cython.Py_ssize_t, visibility="readonly")
    used = cython.declare(cython.Py_ssize_t, visibility="readonly")
    best = cython.declare(cython.Py_ssize_t, visibility="readonly")
    depth = cython.declare(cython.Py_ssize_t, visibility="readonly")
    tiles: cython.short[::1]
    changes: cython.int[::1]
    head: cython.longlong[::1]
    cost: cython.int[:, ::1]
    packed: cython.longlong[::1]
    table: cython.longlong[::1]
    parents: cython.int[::1]
    shifts: cython.short[::1]
    place: cython.short[::1]

    def __init__(
        self,
        rows: cython.Py_ssize_t,
        columns: cython.Py_ssize_t,
        width: cython.Py_ssize_t,
        tiles: cython.short[::1],
        changes: cython.int[::1],
        head: cython.longlong[::1],
        cost: cython.int[:, ::1],
        packed: cython.longlong[:, ::1],
        nodes: cython.int[::1],
        shifts: cython.short[:, ::1],
    ) -> None:
        """Keep the memory, which may be larger than stated; call ``begin`` next.

        Args:
            rows: of the board.
            columns: of the board.
            width: number of states kept, up to WIDEST.
            tiles: int16[2 * w * n], for each state and cell the cell its tile belongs to.
            changes: int32[2 * w * 2 * (r + c)], the change of the cost by each shift.
            head: int64[2 * w * HEAD], see ``constants.beam``.
            cost: int32[COSTS, SPAN], see ``constants.beam``.
            packed: int64[2, 2 ** …] with 2 ** … ≥ 2 * KEEP * w + 2 * (r + c), scores packed with
                their shifts, and a hash table of the keys met at a level.
            nodes: int32[m], for each node of the search tree its parent, -1 for none.
            shifts: int16[2, m], the shift of each node; and the row * 32 + column of each cell.

        Raises:
            ValueError: the beam is wider than WIDEST, or there are too many nodes.
        """
        check_capacity("states", width, WIDEST)
        check_capacity("nodes", nodes.shape[0], MOST_NODES)
        self.rows = rows
        self.columns = columns
        self.width = width
        self.tiles = tiles
        self.changes = changes
        self.head = head
        self.cost = cost
        self.packed = packed[0]
        self.table = packed[1]
        self.parents = nodes
        self.shifts = shifts[0]
        self.place = shifts[1]
        self.noise = 7
        self.side = 0
        self.count = 0
        self.used = 0
        self.best = 0
        self.depth = 0

    def begin(self, start: cython.short[::1]) -> None:
        """Start from a state.

        Args:
            start: int16[≥ n], for each cell the cell its tile belongs to.
        """
        self.restart(start)

    def advance(
        self,
        goal: cython.longlong,
        depth: cython.Py_ssize_t,
        rng: cython.longlong[::1],
        ctl: cython.volatile[cython.longlong][::1],
    ) -> int:
        """Search level by level.

        Args:
            goal: sum of circular distances at which the search stops.
            depth: largest number of shifts in total.
            rng: int64[1], the state of the random numbers, not 0.
            ctl: the shared array.

        Returns:
            1 if the best state is that good, 0 if the depth, the memory or the beam was exhausted
            first or there was no progress for long, -1 if stopped.
        """
        result: cython.int
        with cython.nogil:
            result = _advance(self, goal, depth, rng, ctl)
        return result

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def restart(self, start: cython.short[::1]) -> cython.void:
        """Start from a state; see ``begin``."""
        columns: cython.Py_ssize_t = self.columns
        cells: cython.Py_ssize_t = self.rows * columns
        potential: cython.longlong = 0
        away: cython.longlong = 0
        key: cython.longlong = 0
        cython.declare(cell=cython.Py_ssize_t, tile=cython.Py_ssize_t, line=cython.Py_ssize_t)
        cython.declare(down=cython.Py_ssize_t, across=cython.Py_ssize_t)
        for cell in range(cells):
            tile = cython.cast(cython.Py_ssize_t, start[cell])
            self.tiles[cell] = cython.cast(cython.short, tile)
            down = NOWHERE + cell // columns - tile // columns
            across = NOWHERE + cell % columns - tile % columns
            potential += self.cost[COST_DOWN, down] + self.cost[COST_ACROSS, across]
            away += self.cost[DOWN_AWAY, down] + self.cost[ACROSS_AWAY, across]
            key = wrapped(key + zobrist(tile, cell))
        for line in range(2 * (self.rows + columns)):
            self.changes[line] = 0
        for cell in range(cells):
            _add(self, 0, cell, 1, False)
            _add(self, 0, cell, 1, True)
        self.head[POTENTIAL] = potential
        self.head[AWAY] = away
        self.head[KEY] = key
        self.head[NODE] = -1
        self.head[LAST] = -1
        self.side = 0
        self.count = 1
        self.used = 0
        self.best = 0
        self.depth = 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _advance(
    beam: Beam,
    goal: cython.longlong,
    depth: cython.Py_ssize_t,
    rng: cython.longlong[::1],
    ctl: cython.volatile[cython.longlong][::1],
) -> cython.int:
    nearest: cython.longlong = beam.head[beam.best * HEAD + POTENTIAL]
    when: cython.Py_ssize_t = beam.depth
    patience: cython.Py_ssize_t = PATIENCE + (beam.rows + beam.columns) // 2
    while True:
        if beam.count and beam.head[beam.best * HEAD + AWAY] <= goal:
            return 1
        if beam.count == 0 or beam.depth >= depth:
            return 0
        if beam.used + beam.width > beam.parents.shape[0]:
            return 0
        ctl[2] = beam.depth
        if poll(ctl, beam.count):
            return -1
        _keep_best(beam, _propose(beam, rng, ctl), ctl)
        if cancelled(ctl):
            return -1  # the level may not be complete
        if beam.count and beam.head[beam.best * HEAD + POTENTIAL] < nearest:
            nearest = beam.head[beam.best * HEAD + POTENTIAL]
            when = beam.depth
        elif beam.depth - when > patience:
            return 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _add(
    beam: Beam,
    state: cython.Py_ssize_t,
    cell: cython.Py_ssize_t,
    sign: cython.int,
    vertical: cython.bint,
) -> cython.void:
    """Add the contribution of a cell to the changes of its row or column."""
    of_changes: cython.Py_ssize_t = state * 2 * (beam.rows + beam.columns)
    tile: cython.Py_ssize_t = cython.cast(
        cython.Py_ssize_t, beam.tiles[state * beam.rows * beam.columns + cell]
    )
    here: cython.Py_ssize_t = cython.cast(cython.Py_ssize_t, beam.place[cell])
    there: cython.Py_ssize_t = cython.cast(cython.Py_ssize_t, beam.place[tile])
    steps: cython.Py_ssize_t
    if vertical:
        of_changes += 2 * (beam.rows + (here & 31))
        steps = NOWHERE + (here >> 5) - (there >> 5)
        beam.changes[of_changes] += sign * beam.cost[UP, steps]
        beam.changes[of_changes + 1] += sign * beam.cost[DOWN, steps]
    else:
        of_changes += 2 * (here >> 5)
        steps = NOWHERE + (here & 31) - (there & 31)
        beam.changes[of_changes] += sign * beam.cost[LEFT, steps]
        beam.changes[of_changes + 1] += sign * beam.cost[RIGHT, steps]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _propose(
    beam: Beam, rng: cython.longlong[::1], ctl: cython.volatile[cython.longlong][::1]
) -> cython.Py_ssize_t:
    """Select the most promising shifts of all states into ``packed``; return their number."""
    moves: cython.Py_ssize_t = 2 * (beam.rows + beam.columns)
    keep: cython.Py_ssize_t = KEEP * beam.width
    packed: cython.longlong[::1] = beam.packed
    changes: cython.int[::1] = beam.changes
    head: cython.longlong[::1] = beam.head
    side: cython.Py_ssize_t = beam.side * beam.width
    count: cython.Py_ssize_t = 0
    limit: cython.longlong = cython.cast(cython.longlong, 1) << 62
    seed: cython.longlong = rng[0]
    cython.declare(w=cython.Py_ssize_t, move=cython.Py_ssize_t, last=cython.Py_ssize_t)
    cython.declare(k=cython.Py_ssize_t, beyond=cython.Py_ssize_t, score=cython.longlong)
    cython.declare(item=cython.longlong)
    for w in range(side, side + beam.count):
        if cancelled(ctl):
            break
        last = head[w * HEAD + LAST]
        for move in range(moves):
            if last == move ^ 1:
                continue  # the inverse of the last shift
            score = head[w * HEAD + POTENTIAL] + changes[w * moves + move] + OFFSET
            seed = next_random(seed)
            score += (seed >> 20) & beam.noise
            item = (score << SCORE) | ((w - side) << STATE) | move
            if item > limit:
                continue
            packed[count] = item
            count += 1
            if count == packed.shape[0]:
                select(packed, count, keep)
                count = keep
                limit = packed[0]
                for k in range(count):
                    limit = max(limit, packed[k])
    rng[0] = seed
    if count > keep:
        select(packed, count, keep)
        count = keep
    # Roughly ordered, since sorting many would take long.
    beyond = count
    while beyond > 16:
        k = beyond * 3 // 4
        select(packed, beyond, k)
        beyond = k
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _keep_best(
    beam: Beam,
    proposed: cython.Py_ssize_t,
    ctl: cython.volatile[cython.longlong][::1],
) -> cython.void:
    """Fill the next level with the best proposed shifts that lead to different states."""
    rows: cython.Py_ssize_t = beam.rows
    columns: cython.Py_ssize_t = beam.columns
    cells: cython.Py_ssize_t = rows * columns
    moves: cython.Py_ssize_t = 2 * (rows + columns)
    tiles: cython.short[::1] = beam.tiles
    changes: cython.int[::1] = beam.changes
    head: cython.longlong[::1] = beam.head
    table: cython.longlong[::1] = beam.table
    place: cython.short[::1] = beam.place
    mask: cython.longlong = table.shape[0] - 1
    side: cython.Py_ssize_t = beam.side * beam.width
    new: cython.Py_ssize_t = (1 - beam.side) * beam.width
    made: cython.Py_ssize_t = 0
    cython.declare(m=cython.Py_ssize_t, k=cython.Py_ssize_t, w=cython.Py_ssize_t)
    cython.declare(to=cython.Py_ssize_t, move=cython.Py_ssize_t, line=cython.Py_ssize_t)
    cython.declare(first=cython.Py_ssize_t, step=cython.Py_ssize_t, length=cython.Py_ssize_t)
    cython.declare(cell=cython.Py_ssize_t, after=cython.Py_ssize_t, tile=cython.Py_ssize_t)
    cython.declare(steps=cython.Py_ssize_t, one=cython.Py_ssize_t, vertical=cython.bint)
    cython.declare(key=cython.longlong, away=cython.longlong, slot=cython.longlong)
    for m in range(table.shape[0]):
        table[m] = 0
    for m in range(proposed):
        if made == beam.width:
            break
        if m & 0xFF == 0xFF and cancelled(ctl):
            break
        move = beam.packed[m] & 0xFF
        w = side + ((beam.packed[m] >> STATE) & (WIDEST - 1))
        line = move >> 1
        vertical = line >= rows
        one = 1 if move & 1 else -1
        first = line * columns
        step = 1
        length = columns
        if vertical:
            first = line - rows
            step = columns
            length = rows
        key = head[w * HEAD + KEY]
        away = head[w * HEAD + AWAY]
        for k in range(length):
            cell = first + k * step
            after = first + (k + one + length) % length * step
            tile = cython.cast(cython.Py_ssize_t, tiles[w * cells + cell])
            key = wrapped(key + zobrist(tile, after) - zobrist(tile, cell))
            if vertical:
                steps = NOWHERE - (place[tile] >> 5)
                away += beam.cost[DOWN_AWAY, steps + (place[after] >> 5)]
                away -= beam.cost[DOWN_AWAY, steps + (place[cell] >> 5)]
            else:
                steps = NOWHERE - (place[tile] & 31)
                away += beam.cost[ACROSS_AWAY, steps + (place[after] & 31)]
                away -= beam.cost[ACROSS_AWAY, steps + (place[cell] & 31)]
        slot = key & mask
        while table[slot] != 0 and table[slot] != key:
            slot = (slot + 1) & mask
        if table[slot] == key:
            continue
        table[slot] = key
        to = new + made
        for k in range(cells):
            tiles[to * cells + k] = tiles[w * cells + k]
        for k in range(moves):
            changes[to * moves + k] = changes[w * moves + k]
        for k in range(length):
            _add(beam, to, first + k * step, -1, not vertical)
        shift_line(tiles, to * cells, rows, columns, move)
        changes[to * moves + 2 * line] = 0
        changes[to * moves + 2 * line + 1] = 0
        for k in range(length):
            _add(beam, to, first + k * step, 1, False)
            _add(beam, to, first + k * step, 1, True)
        head[to * HEAD + POTENTIAL] = head[w * HEAD + POTENTIAL] + changes[w * moves + move]
        head[to * HEAD + AWAY] = away
        head[to * HEAD + KEY] = key
        head[to * HEAD + LAST] = move
        head[to * HEAD + NODE] = beam.used + made
        beam.parents[beam.used + made] = cython.cast(cython.int, head[w * HEAD + NODE])
        beam.shifts[beam.used + made] = cython.cast(cython.short, move)
        made += 1
    beam.side = 1 - beam.side
    beam.count = made
    beam.used += made
    beam.best = new
    beam.depth += 1
    for k in range(new, new + made):
        if head[k * HEAD + POTENTIAL] < head[beam.best * HEAD + POTENTIAL]:
            beam.best = k
