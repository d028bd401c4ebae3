"""A beam search (Lowerre 1976) over a rotation board, or over a rectangle of it.

Each level holds the states a further turn from the start. Of these the beam keeps those with the
least total cost, where the cost of a tile grows faster than its distance from its cell; a share of
the possible saving by the best turn of each block is credited in advance. Where blocks turn
clockwise only, a counter-clockwise turn stands for three clockwise turns and leads three levels
ahead.

A turn is numbered ``2 * block``, plus 1 if counter-clockwise; blocks are counted row by row.
"""

from __future__ import annotations

import cython
from cython.cimports.puzzlegui.families.rotation.kernels.constants.beam import (
    ACROSS,
    CHARGE,
    DOWN,
    FOUND,
    FREE,
    HEAD,
    IMAGES,
    KEY,
    LAST,
    MOST_COST,
    NODE,
    OFFSET,
    PATIENCE,
    POTENTIAL,
    RANKS,
    SAVING,
    SHIFT,
    SOLVED,
    STATE,
    UPDATED,
    WIDEST,
)
from cython.cimports.puzzlegui.families.rotation.kernels.inlined.turns import (
    clockwise_change,
    counterclockwise_change,
    detour,
    distance_between,
)
from cython.cimports.puzzlegui.kernels.inlined.primitives import (
    cancelled,
    next_random,
    poll,
    select,
    turn_block,
    zobrist,
)

from puzzlegui.kernels.capacity import MOST_NODES, check_capacity


@cython.cclass
class Instance:
    """The instance of a beam search: a board or rectangle of ``n`` cells, with costs."""

    def __init__(
        self,
        rows: cython.Py_ssize_t,
        columns: cython.Py_ssize_t,
        directions: cython.Py_ssize_t,
        images: cython.short[::1],
        cost: cython.short[::1],
        row: cython.short[::1],
        column: cython.short[::1],
        counts: cython.short[::1],
    ) -> None:
        """Keep the arrays, which may be longer than stated.

        Args:
            rows: of the board.
            columns: of the board.
            directions: 2 if blocks turn both ways, 1 if clockwise only.
            images: int16[turns * 4], for each turn the turns made together with it, of blocks that
                share no cell: the turn itself first, -1 after the last; all -1 for a turn that is
                never made.
            cost: int16[n * n], for each tile its cost in each cell; a tile is identified by its
                goal cell.
            row: int16[n], the row a tile belongs to.
            column: int16[n], the column.
            counts: int16[n], 1 for a tile that must reach its cell, 0 for one that need not.
        """
        self.rows = rows
        self.columns = columns
        self.directions = directions
        self.images = images
        self.joint = False
        i: cython.Py_ssize_t
        for i in range(0, images.shape[0], IMAGES):
            if images[i] < 0 or images[i + 1] >= 0:
                self.joint = True
        self.cost = cost
        self.row = row
        self.column = column
        self.counts = counts


@cython.cclass
class BeamParameters:
    """The parameters of a beam search."""

    def __init__(
        self,
        width: cython.Py_ssize_t,
        candidates: cython.Py_ssize_t,
        lookahead: cython.longlong,
        noise: cython.longlong,
        focus: cython.Py_ssize_t,
        dwell: cython.Py_ssize_t,
    ) -> None:
        """Set the parameters.

        Args:
            width: states kept at each level.
            candidates: successors that are evaluated in full, several times the width.
            lookahead: weight of possible savings, in 32nds.
            noise: 2 ** k - 1, largest random amount added to a score.
            focus: rows and columns of blocks that are considered at the same time.
            dwell: turns made before the focus moves elsewhere.
        """
        self.width = width
        self.candidates = candidates
        self.lookahead = lookahead
        self.noise = noise
        self.focus = focus
        self.dwell = dwell


@cython.cclass
class States:
    """The states of recent levels, ``w`` each, with ``n`` cells and ``m`` turns.

    The levels alternate between ``s`` sides of the memory: the current and the next level and,
    where blocks turn clockwise only, the two previous levels, whose counter-clockwise turns lead
    ahead.
    """

    def __init__(
        self,
        sizes: cython.longlong[::1],
        tiles: cython.short[::1],
        changes: cython.short[::1],
        head: cython.longlong[::1],
    ) -> None:
        """Keep the arrays.

        Args:
            sizes: int64[s], the number of states on each side.
            tiles: int16[s * w * n], for each state and cell the cell its tile belongs to.
            changes: int16[s * w * m], the change of the cost by each turn, clockwise first.
            head: int64[s * w * HEAD], see ``constants.beam``.
        """
        self.sizes = sizes
        self.tiles = tiles
        self.changes = changes
        self.head = head


@cython.cclass
class Successors:
    """The successors of a level, of which ``k`` are evaluated; ``m`` is the number of turns."""

    def __init__(
        self,
        packed: cython.longlong[::1],
        found: cython.longlong[::1],
        updated: cython.short[::1],
        ranks: cython.int[::1],
        seen: cython.int[::1],
        visited: cython.longlong[::1],
    ) -> None:
        """Keep the arrays.

        Args:
            packed: int64[4 k + m], each score packed with its successor.
            found: int64[k * FOUND], successors: the parent, then the first slots of the head.
            updated: int16[k * UPDATED], new ``changes`` of the turns around each turn made.
            ranks: int32[RANKS], the number of successors of each score.
            seen: int32[m], the last successor for which the savings of a block were counted.
            visited: int64[2 ** j] ≥ 2 k, a hash table of the Zobrist keys met at a level.
        """
        self.packed = packed
        self.found = found
        self.updated = updated
        self.ranks = ranks
        self.seen = seen
        self.visited = visited


@cython.cclass
class Beam:
    """A beam search and its memory.

    Attributes:
        side: side of the states that holds the current level.
        count: number of states that can be expanded.
        used: number of entries of ``parents`` and ``turns`` in use.
        best: row of the best state.
        depth: number of turns made.
        top: first row of blocks in focus.
        left: first column of blocks in focus.
    """

    def __init__(
        self,
        instance: Instance,
        parameters: BeamParameters,
        states: States,
        successors: Successors,
        parents: cython.int[::1],
        turns: cython.short[::1],
    ) -> None:
        """Keep the memory; call ``begin`` next.

        Args:
            instance: the board.
            parameters: of the beam.
            states: memory for the states.
            successors: memory for the successors.
            parents: int32[…], for each node of the search tree its parent, -1 for none; it limits
                the number of nodes.
            turns: int16[…], of the same size, the turn that leads to the node.

        Raises:
            ValueError: the memory holds more than WIDEST states, or too many nodes.
        """
        check_capacity("states", states.sizes.shape[0] * parameters.width, WIDEST)
        check_capacity("nodes", parents.shape[0], MOST_NODES)
        self.instance = instance
        self.parameters = parameters
        self.states = states
        self.successors = successors
        self.parents = parents
        self.turns = turns
        self.side = 0
        self.count = 0
        self.used = 0
        self.best = 0
        self.depth = 0
        self.top = 0
        self.left = 0

    def begin(self, start: cython.short[::1]) -> None:
        """Start from a state.

        Args:
            start: int16[≥ n], for each cell the cell its tile belongs to.
        """
        self.restart(start)

    def advance(
        self,
        goal: cython.longlong,
        rng: cython.longlong[::1],
        ctl: cython.volatile[cython.longlong][::1],
    ) -> int:
        """Search level by level.

        Args:
            goal: sum of Manhattan distances at which the search stops.
            rng: int64[1], the state of the random numbers, not 0.
            ctl: the shared array.

        Returns:
            1 if the best state is that good, 0 if the memory or the beam was exhausted first,
            -1 if stopped.
        """
        result: cython.int
        with cython.nogil:
            result = _advance(self, goal, rng, ctl)
        return result

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def restart(self, start: cython.short[::1]) -> cython.void:
        """Start from a state; see ``begin``."""
        _begin(self, start)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def step(
        self,
        left: cython.longlong,
        rng: cython.longlong[::1],
        ctl: cython.volatile[cython.longlong][::1],
    ) -> cython.bint:
        """Search a level, with ``left`` levels to follow; return whether a state is solved."""
        count: cython.Py_ssize_t = _propose(self, rng)
        total: cython.Py_ssize_t = _evaluate(self, count, left, rng, ctl)
        _keep_best(self, total)
        return self.remaining_distance() == 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def remaining_distance(self) -> cython.longlong:
        """Return the sum of Manhattan distances in the best state."""
        best: cython.Py_ssize_t = self.best * HEAD
        return self.states.head[best + DOWN] + self.states.head[best + ACROSS]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_full(self) -> cython.bint:
        """Return whether the memory is too small for another level."""
        return self.used + self.parameters.width > self.parents.shape[0]


def add_detours(
    rows: cython.Py_ssize_t, columns: cython.Py_ssize_t, cost: cython.short[:, ::1]
) -> None:
    """Add the cost of detours to the costs of a board turning clockwise only, int16[n, n]."""
    cython.declare(row=cython.Py_ssize_t, column=cython.Py_ssize_t, r=cython.Py_ssize_t)
    cython.declare(c=cython.Py_ssize_t)
    for row in range(rows):
        for column in range(columns):
            for r in range(rows):
                for c in range(columns):
                    cost[row * columns + column, r * columns + c] += cython.cast(
                        cython.short, detour(rows, columns, r, c, row, column)
                    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _begin(beam: Beam, start: cython.short[::1]) -> cython.void:
    rows: cython.Py_ssize_t = beam.instance.rows
    columns: cython.Py_ssize_t = beam.instance.columns
    cells: cython.Py_ssize_t = rows * columns
    charge: cython.longlong = CHARGE if beam.instance.directions == 1 else 0
    cost: cython.short[::1] = beam.instance.cost
    goal_row: cython.short[::1] = beam.instance.row
    goal_column: cython.short[::1] = beam.instance.column
    counts: cython.short[::1] = beam.instance.counts
    head: cython.longlong[::1] = beam.states.head
    tiles: cython.short[::1] = beam.states.tiles
    changes: cython.short[::1] = beam.states.changes
    sizes: cython.longlong[::1] = beam.states.sizes
    saving: cython.longlong = 0
    potential: cython.longlong = 0
    down: cython.longlong = 0
    across: cython.longlong = 0
    cython.declare(one=cython.longlong, other=cython.longlong, slot=cython.Py_ssize_t)
    cython.declare(tile=cython.Py_ssize_t, cell=cython.Py_ssize_t, turn=cython.Py_ssize_t)
    cython.declare(r=cython.Py_ssize_t, c=cython.Py_ssize_t)
    for slot in range(sizes.shape[0]):
        sizes[slot] = 0
    sizes[0] = 1
    head[KEY] = 0
    for cell in range(cells):
        tile = cython.cast(cython.Py_ssize_t, start[cell])
        tiles[cell] = start[cell]
        potential += cython.cast(cython.longlong, cost[tile * cells + cell])
        if counts[tile]:
            down += distance_between(goal_row[tile], cell // columns)
            across += distance_between(goal_column[tile], cell % columns)
        head[KEY] += zobrist(tile, cell)  # the sum may wrap around
    for r in range(rows - 1):
        for c in range(columns - 1):
            turn = (r * (columns - 1) + c) * 2
            one = clockwise_change(tiles, 0, cost, cells, r * columns + c, columns)
            other = counterclockwise_change(tiles, 0, cost, cells, r * columns + c, columns)
            changes[turn] = cython.cast(cython.short, one)
            changes[turn + 1] = cython.cast(cython.short, other)
            saving += min(0, one, other + charge)
    head[POTENTIAL] = potential
    head[SAVING] = saving
    head[DOWN] = down
    head[ACROSS] = across
    head[NODE] = -1
    head[LAST] = -1
    beam.side = 0
    beam.count = 1
    beam.used = 0
    beam.best = 0
    beam.depth = 0
    beam.top = 0
    beam.left = 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _propose(beam: Beam, rng: cython.longlong[::1]) -> cython.Py_ssize_t:
    """Select the most promising turns of all states, by scores known before making them.

    Returns:
        The number of entries in ``packed``.
    """
    directions: cython.Py_ssize_t = beam.instance.directions
    across: cython.Py_ssize_t = beam.instance.columns - 1
    width: cython.Py_ssize_t = beam.parameters.width
    candidates: cython.Py_ssize_t = beam.parameters.candidates
    lookahead: cython.longlong = beam.parameters.lookahead
    noise: cython.longlong = beam.parameters.noise
    images: cython.short[::1] = beam.instance.images
    joint: cython.bint = beam.instance.joint
    changes: cython.short[::1] = beam.states.changes
    head: cython.longlong[::1] = beam.states.head
    sizes: cython.longlong[::1] = beam.states.sizes
    packed: cython.longlong[::1] = beam.successors.packed
    ranks: cython.int[::1] = beam.successors.ranks
    sides: cython.Py_ssize_t = sizes.shape[0]
    charge: cython.longlong = CHARGE if directions == 1 else 0
    top: cython.Py_ssize_t = beam.top
    left: cython.Py_ssize_t = beam.left
    bottom: cython.Py_ssize_t = top + min(beam.parameters.focus, beam.instance.rows - 1)
    right: cython.Py_ssize_t = left + min(beam.parameters.focus, across)
    turns: cython.Py_ssize_t = 2 * (beam.instance.rows - 1) * across
    count: cython.Py_ssize_t = 0
    low: cython.Py_ssize_t = 0  # entries of a rank up to ``highest``
    highest: cython.longlong = RANKS - 1  # the rank of the last entry that is wanted
    least: cython.longlong = _least_score(beam) - RANKS // 4  # of rank 0
    most: cython.longlong = cython.cast(cython.longlong, 1) << 62  # largest score of that rank
    seed: cython.longlong = rng[0]
    cython.declare(age=cython.Py_ssize_t, side=cython.Py_ssize_t, first=cython.Py_ssize_t)
    cython.declare(beyond=cython.Py_ssize_t, w=cython.Py_ssize_t, r=cython.Py_ssize_t)
    cython.declare(c=cython.Py_ssize_t, turn=cython.Py_ssize_t, direction=cython.Py_ssize_t)
    cython.declare(i=cython.Py_ssize_t, of_state=cython.Py_ssize_t, saving=cython.longlong)
    cython.declare(score=cython.longlong, last=cython.longlong, one=cython.longlong)
    cython.declare(other=cython.longlong, made=cython.longlong, rest=cython.longlong)
    cython.declare(value=cython.longlong, rank=cython.longlong)
    cython.declare(bound=cython.longlong)
    for i in range(RANKS):
        ranks[i] = 0
    made = 1
    for age in range(3 - directions):  # pairs of levels that a turn skips
        side = (beam.side - 2 * age + sides) % sides
        first = age if directions == 1 else 0
        beyond = age + 1 if directions == 1 else 2
        for w in range(side * width, side * width + sizes[side]):
            saving = head[w * HEAD + SAVING]
            score = head[w * HEAD + POTENTIAL] + OFFSET
            bound = score + ((lookahead * saving) >> 5)
            last = head[w * HEAD + LAST]
            of_state = w * turns
            for r in range(top, bottom):
                for c in range(left, right):
                    turn = (r * across + c) * 2
                    if joint:
                        if images[turn * IMAGES] < 0:
                            continue
                        made = 1
                        while made < IMAGES and images[turn * IMAGES + made] >= 0:
                            made += 1
                    one = cython.cast(cython.longlong, changes[of_state + turn])
                    other = cython.cast(cython.longlong, changes[of_state + turn + 1])
                    if bound + made * min(one, other) > most:
                        continue  # too expensive in both directions
                    rest = saving - min(0, one, other + charge) * made
                    rest = score + ((lookahead * rest) >> 5)
                    for direction in range(first, beyond):
                        value = rest + made * (other if direction else one)
                        if value > most or last == (turn + direction) ^ 1:
                            continue  # too expensive, or the inverse of the last turn
                        seed = next_random(seed)
                        value += (seed >> 20) & noise
                        rank = max(0, min(RANKS - 1, value - least))
                        if rank > highest:
                            continue
                        packed[count] = (value << SHIFT) | (w << STATE) | (turn + direction)
                        count += 1
                        ranks[rank] += 1
                        low += 1
                        while low - ranks[highest] >= candidates:
                            low -= ranks[highest]
                            highest -= 1
                            most = least + highest
                        if count == packed.shape[0]:
                            count = _drop_surplus(packed, count, most, candidates)
    rng[0] = seed
    return _drop_surplus(packed, count, most, candidates)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _least_score(beam: Beam) -> cython.longlong:
    """Return the least score of the states that can be expanded."""
    width: cython.Py_ssize_t = beam.parameters.width
    head: cython.longlong[::1] = beam.states.head
    sizes: cython.longlong[::1] = beam.states.sizes
    least: cython.longlong = cython.cast(cython.longlong, 1) << 61
    cython.declare(side=cython.Py_ssize_t, w=cython.Py_ssize_t, score=cython.longlong)
    for side in range(sizes.shape[0]):
        for w in range(side * width, side * width + sizes[side]):
            score = (beam.parameters.lookahead * head[w * HEAD + SAVING]) >> 5
            least = min(least, head[w * HEAD + POTENTIAL] + OFFSET + score)
    return least


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _drop_surplus(
    packed: cython.longlong[::1],
    count: cython.Py_ssize_t,
    most: cython.longlong,
    candidates: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Keep the candidates with the least scores, none above ``most``; return their number."""
    kept: cython.Py_ssize_t = 0
    beyond: cython.longlong = cython.cast(cython.longlong, 1) << 62
    cython.declare(i=cython.Py_ssize_t)
    if most < beyond >> SHIFT:
        beyond = (most + 1) << SHIFT
    for i in range(count):
        packed[kept] = packed[i]
        if packed[i] < beyond:
            kept += 1
    if kept > candidates:
        select(packed, kept, candidates)
        kept = candidates
    return kept


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _farther(
    goal: cython.longlong, after: cython.longlong, before: cython.longlong
) -> cython.longlong:
    """Return the change of a tile's distance to its goal."""
    return distance_between(goal, after) - distance_between(goal, before)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _evaluate(
    beam: Beam,
    count: cython.Py_ssize_t,
    left: cython.longlong,
    rng: cython.longlong[::1],
    ctl: cython.volatile[cython.longlong][::1],
) -> cython.Py_ssize_t:
    """Evaluate the selected turns; drop duplicates and states that need too many turns.

    Returns:
        The number of entries in ``packed`` and ``found``.
    """
    rows: cython.Py_ssize_t = beam.instance.rows
    columns: cython.Py_ssize_t = beam.instance.columns
    cells: cython.Py_ssize_t = rows * columns
    blocks_across: cython.Py_ssize_t = columns - 1
    turns: cython.Py_ssize_t = 2 * (rows - 1) * blocks_across
    charge: cython.longlong = CHARGE if beam.instance.directions == 1 else 0
    lookahead: cython.longlong = beam.parameters.lookahead
    noise: cython.longlong = beam.parameters.noise
    cost: cython.short[::1] = beam.instance.cost
    goal_row: cython.short[::1] = beam.instance.row
    goal_column: cython.short[::1] = beam.instance.column
    counts: cython.short[::1] = beam.instance.counts
    images: cython.short[::1] = beam.instance.images
    tiles: cython.short[::1] = beam.states.tiles
    changes: cython.short[::1] = beam.states.changes
    head: cython.longlong[::1] = beam.states.head
    packed: cython.longlong[::1] = beam.successors.packed
    found: cython.longlong[::1] = beam.successors.found
    updated: cython.short[::1] = beam.successors.updated
    seen: cython.int[::1] = beam.successors.seen
    visited: cython.longlong[::1] = beam.successors.visited
    mask: cython.longlong = visited.shape[0] - 1
    seed: cython.longlong = rng[0]
    total: cython.Py_ssize_t = 0
    cython.declare(i=cython.Py_ssize_t, w=cython.Py_ssize_t, turn=cython.Py_ssize_t)
    cython.declare(of_tiles=cython.Py_ssize_t, of_changes=cython.Py_ssize_t)
    cython.declare(of_updated=cython.Py_ssize_t, of_found=cython.Py_ssize_t)
    cython.declare(together=cython.Py_ssize_t, image=cython.Py_ssize_t, block=cython.Py_ssize_t)
    cython.declare(r=cython.Py_ssize_t, c=cython.Py_ssize_t, x=cython.Py_ssize_t)
    cython.declare(y=cython.Py_ssize_t, a=cython.Py_ssize_t, ta=cython.Py_ssize_t)
    cython.declare(tb=cython.Py_ssize_t, tc=cython.Py_ssize_t, td=cython.Py_ssize_t)
    cython.declare(near=cython.Py_ssize_t, place=cython.Py_ssize_t, back=cython.bint)
    cython.declare(item=cython.longlong, key=cython.longlong, down=cython.longlong)
    cython.declare(across=cython.longlong, potential=cython.longlong, saving=cython.longlong)
    cython.declare(one=cython.longlong, other=cython.longlong, score=cython.longlong)
    for near in range(turns):
        seen[near] = -1
    for i in range(visited.shape[0]):
        visited[i] = 0
    for i in range(count):
        if i & 0xFFF == 0xFFF and cancelled(ctl):
            break
        item = packed[i]
        w = (item >> STATE) & (WIDEST - 1)
        turn = item & ((1 << STATE) - 1)
        back = turn & 1 == 1
        of_tiles = w * cells
        of_changes = w * turns
        potential = head[w * HEAD + POTENTIAL]
        down = head[w * HEAD + DOWN]
        across = head[w * HEAD + ACROSS]
        key = head[w * HEAD + KEY]
        for together in range(IMAGES):
            image = cython.cast(cython.Py_ssize_t, images[turn * IMAGES + together])
            if image < 0:
                break
            potential += changes[of_changes + image]
            block = image >> 1
            r = block // blocks_across
            c = block - r * blocks_across
            a = r * columns + c
            ta = cython.cast(cython.Py_ssize_t, tiles[of_tiles + a])
            tb = cython.cast(cython.Py_ssize_t, tiles[of_tiles + a + 1])
            tc = cython.cast(cython.Py_ssize_t, tiles[of_tiles + a + columns + 1])
            td = cython.cast(cython.Py_ssize_t, tiles[of_tiles + a + columns])
            key -= zobrist(ta, a)
            key -= zobrist(tb, a + 1)
            key -= zobrist(tc, a + columns + 1)
            key -= zobrist(td, a + columns)
            # The four tiles move down, up, right and left, each in turn.
            if back:
                down += counts[ta] * _farther(goal_row[ta], r + 1, r)
                down += counts[tc] * _farther(goal_row[tc], r, r + 1)
                across += counts[td] * _farther(goal_column[td], c + 1, c)
                across += counts[tb] * _farther(goal_column[tb], c, c + 1)
                key += zobrist(tb, a)
                key += zobrist(tc, a + 1)
                key += zobrist(td, a + columns + 1)
                key += zobrist(ta, a + columns)
            else:
                down += counts[tb] * _farther(goal_row[tb], r + 1, r)
                down += counts[td] * _farther(goal_row[td], r, r + 1)
                across += counts[ta] * _farther(goal_column[ta], c + 1, c)
                across += counts[tc] * _farther(goal_column[tc], c, c + 1)
                key += zobrist(td, a)
                key += zobrist(ta, a + 1)
                key += zobrist(tb, a + columns + 1)
                key += zobrist(tc, a + columns)
            turn_block(tiles, of_tiles + a, columns, back)
        place = key & mask
        while visited[place] != 0 and visited[place] != key:
            place = (place + 1) & mask
        if visited[place] == 0 and max(down, across) <= 2 * left:
            visited[place] = key
            saving = head[w * HEAD + SAVING]
            of_updated = total * UPDATED
            for together in range(IMAGES):
                image = cython.cast(cython.Py_ssize_t, images[turn * IMAGES + together])
                if image < 0:
                    break
                block = image >> 1
                r = block // blocks_across
                c = block - r * blocks_across
                for y in range(max(0, r - 1), min(rows - 1, r + 2)):
                    for x in range(max(0, c - 1), min(blocks_across, c + 2)):
                        near = (y * blocks_across + x) * 2
                        a = y * columns + x
                        one = clockwise_change(tiles, of_tiles, cost, cells, a, columns)
                        other = counterclockwise_change(tiles, of_tiles, cost, cells, a, columns)
                        updated[of_updated] = cython.cast(cython.short, one)
                        updated[of_updated + 1] = cython.cast(cython.short, other)
                        of_updated += 2
                        if seen[near] != i:  # a block may be adjacent to two images
                            seen[near] = i
                            saving += min(0, one, other + charge)
                            one = cython.cast(cython.longlong, changes[of_changes + near])
                            other = cython.cast(cython.longlong, changes[of_changes + near + 1])
                            saving -= min(0, one, other + charge)
            of_found = total * FOUND
            found[of_found] = item
            found[of_found + 1 + POTENTIAL] = potential
            found[of_found + 1 + SAVING] = saving
            found[of_found + 1 + DOWN] = down
            found[of_found + 1 + ACROSS] = across
            found[of_found + 1 + KEY] = key
            seed = next_random(seed)
            score = potential + ((lookahead * saving) >> 5) + ((seed >> 20) & noise)
            if down + across == 0:
                score -= SOLVED
            packed[total] = ((score + OFFSET) << SHIFT) | total
            total += 1
        for together in range(IMAGES):
            image = cython.cast(cython.Py_ssize_t, images[turn * IMAGES + together])
            if image < 0:
                break
            block = image >> 1
            a = block // blocks_across * columns + block % blocks_across
            turn_block(tiles, of_tiles + a, columns, not back)
    rng[0] = seed
    return total


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _keep_best(beam: Beam, total: cython.Py_ssize_t) -> cython.void:
    """Fill the next level with the best successors."""
    rows: cython.Py_ssize_t = beam.instance.rows
    columns: cython.Py_ssize_t = beam.instance.columns
    cells: cython.Py_ssize_t = rows * columns
    blocks_across: cython.Py_ssize_t = columns - 1
    turns: cython.Py_ssize_t = 2 * (rows - 1) * blocks_across
    width: cython.Py_ssize_t = beam.parameters.width
    images: cython.short[::1] = beam.instance.images
    sizes: cython.longlong[::1] = beam.states.sizes
    tiles: cython.short[::1] = beam.states.tiles
    changes: cython.short[::1] = beam.states.changes
    head: cython.longlong[::1] = beam.states.head
    packed: cython.longlong[::1] = beam.successors.packed
    found: cython.longlong[::1] = beam.successors.found
    updated: cython.short[::1] = beam.successors.updated
    noted_parents: cython.int[::1] = beam.parents
    noted_turns: cython.short[::1] = beam.turns
    chosen: cython.Py_ssize_t = min(width, total)
    sides: cython.Py_ssize_t = sizes.shape[0]
    side: cython.Py_ssize_t = (beam.side + 1) % sides
    used: cython.Py_ssize_t = beam.used
    best: cython.Py_ssize_t = 0
    cython.declare(i=cython.Py_ssize_t, index=cython.Py_ssize_t, w=cython.Py_ssize_t)
    cython.declare(turn=cython.Py_ssize_t, target=cython.Py_ssize_t, of_updated=cython.Py_ssize_t)
    cython.declare(of_changes=cython.Py_ssize_t, source=cython.Py_ssize_t, k=cython.Py_ssize_t)
    cython.declare(together=cython.Py_ssize_t, image=cython.Py_ssize_t, block=cython.Py_ssize_t)
    cython.declare(r=cython.Py_ssize_t, c=cython.Py_ssize_t, x=cython.Py_ssize_t)
    cython.declare(y=cython.Py_ssize_t, near=cython.Py_ssize_t, item=cython.longlong)
    if total > chosen:
        select(packed, total, chosen)
    for i in range(chosen):
        if packed[i] < packed[best]:
            best = i
        index = packed[i] & ((cython.cast(cython.longlong, 1) << SHIFT) - 1)
        item = found[index * FOUND]
        w = (item >> STATE) & (WIDEST - 1)
        turn = item & ((1 << STATE) - 1)
        target = side * width + i
        for k in range(cells):
            tiles[target * cells + k] = tiles[w * cells + k]
        of_changes = target * turns
        source = w * turns
        for k in range(turns):
            changes[of_changes + k] = changes[source + k]
        of_updated = index * UPDATED
        for together in range(IMAGES):
            image = cython.cast(cython.Py_ssize_t, images[turn * IMAGES + together])
            if image < 0:
                break
            block = image >> 1
            r = block // blocks_across
            c = block - r * blocks_across
            turn_block(tiles, target * cells + r * columns + c, columns, turn & 1 == 1)
            for y in range(max(0, r - 1), min(rows - 1, r + 2)):
                for x in range(max(0, c - 1), min(blocks_across, c + 2)):
                    near = of_changes + (y * blocks_across + x) * 2
                    changes[near] = updated[of_updated]
                    changes[near + 1] = updated[of_updated + 1]
                    of_updated += 2
        for k in range(KEY + 1):
            head[target * HEAD + k] = found[index * FOUND + 1 + k]
        head[target * HEAD + LAST] = turn
        head[target * HEAD + NODE] = used + i
        noted_parents[used + i] = cython.cast(cython.int, head[w * HEAD + NODE])
        noted_turns[used + i] = cython.cast(cython.short, turn)
    sizes[side] = chosen
    beam.side = side
    beam.count = 0
    for k in range(sides - 1):
        beam.count += sizes[(side - k + sides) % sides]
    beam.used = used + chosen
    beam.best = side * width + best
    beam.depth += 1
    if chosen == 0:
        head[beam.best * HEAD + DOWN] = FREE  # states of earlier levels may lead to the next level


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _move_focus(beam: Beam) -> cython.void:
    """Move the focus to the blocks with the greatest possible saving in the best state."""
    rows: cython.Py_ssize_t = beam.instance.rows
    columns: cython.Py_ssize_t = beam.instance.columns
    charge: cython.longlong = CHARGE if beam.instance.directions == 1 else 0
    changes: cython.short[::1] = beam.states.changes
    sums: cython.longlong[::1] = beam.successors.packed  # free between two levels
    turn: cython.Py_ssize_t = beam.best * 2 * (rows - 1) * (columns - 1)
    high: cython.Py_ssize_t = min(beam.parameters.focus, rows - 1)
    wide: cython.Py_ssize_t = min(beam.parameters.focus, columns - 1)
    best: cython.longlong = 1
    cython.declare(one=cython.longlong, other=cython.longlong, saving=cython.longlong)
    cython.declare(r=cython.Py_ssize_t, c=cython.Py_ssize_t, at=cython.Py_ssize_t)
    for c in range(columns):
        sums[c] = 0
    for r in range(1, rows):
        sums[r * columns] = 0
        for c in range(1, columns):
            at = r * columns + c
            one = cython.cast(cython.longlong, changes[turn])
            other = cython.cast(cython.longlong, changes[turn + 1])
            turn += 2
            sums[at] = sums[at - columns] + sums[at - 1] - sums[at - columns - 1]
            sums[at] += min(0, one, other + charge)
    for r in range(rows - high):
        for c in range(columns - wide):
            at = r * columns + c
            saving = sums[at + high * columns + wide] - sums[at + wide]
            saving += sums[at] - sums[at + high * columns]
            if saving < best:
                best = saving
                beam.top = r
                beam.left = c


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _advance(
    beam: Beam,
    goal: cython.longlong,
    rng: cython.longlong[::1],
    ctl: cython.volatile[cython.longlong][::1],
) -> cython.int:
    while True:
        if beam.remaining_distance() <= goal:
            return 1
        if beam.count == 0 or beam.is_full():
            return 0
        ctl[2] = beam.depth
        if poll(ctl, beam.states.sizes[beam.side]):
            return -1
        if beam.depth % beam.parameters.dwell == 0:
            _move_focus(beam)
        beam.step(FREE, rng, ctl)
        if cancelled(ctl):
            return -1  # the level may not be complete


@cython.cclass
class BlockSolver:
    """Solver of blocks of cells by beam searches over rectangles of a board."""

    def __init__(
        self,
        beam: Beam,
        columns: cython.Py_ssize_t,
        distance_cost: cython.int[::1],
        start: cython.short[::1],
    ) -> None:
        """Keep the memory, for rectangles of up to ``w`` cells.

        Args:
            beam: beam whose instance is replaced for each rectangle; its memory limits the number
                of turns, and its best state is the result.
            columns: of the board.
            distance_cost: int32[64], the cost of each distance.
            start: int16[w], scratch.
        """
        self.beam = beam
        self.columns = columns
        self.distance_cost = distance_cost
        self.start = start

    def solve(
        self,
        board: cython.short[::1],
        top: cython.Py_ssize_t,
        left: cython.Py_ssize_t,
        rows: cython.Py_ssize_t,
        columns: cython.Py_ssize_t,
        wanted: cython.uchar[::1],
        weight: cython.longlong,
        rng: cython.longlong[::1],
        ctl: cython.volatile[cython.longlong][::1],
    ) -> int:
        """Bring some tiles to their cells by turns within a rectangle.

        Args:
            board: int16[n], for each cell of the board the cell its tile belongs to.
            top: the first row of the rectangle.
            left: its first column.
            rows: of the rectangle.
            columns: of the rectangle.
            wanted: uint8[n], 1 for the cells to be solved, all in the rectangle.
            weight: factor of the cost of their tiles.
            rng: int64[1], the state of the random numbers, not 0.
            ctl: the shared array.

        Returns:
            1 if solved, 0 if not, -1 if stopped.
        """
        result: cython.int
        self.beam.instance.rows = rows
        self.beam.instance.columns = columns
        with cython.nogil:
            _make_instance(self, board, top, left, wanted, weight)
            self.beam.restart(self.start)
            result = _solve_block(self.beam, rng, ctl)
        return result


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _make_instance(
    solver: BlockSolver,
    board: cython.short[::1],
    top: cython.Py_ssize_t,
    left: cython.Py_ssize_t,
    wanted: cython.uchar[::1],
    weight: cython.longlong,
) -> cython.void:
    """Fill in the instance of a rectangle."""
    rows: cython.Py_ssize_t = solver.beam.instance.rows
    columns: cython.Py_ssize_t = solver.beam.instance.columns
    cells: cython.Py_ssize_t = rows * columns
    one_way: cython.bint = solver.beam.instance.directions == 1
    distance_cost: cython.int[::1] = solver.distance_cost
    start: cython.short[::1] = solver.start
    cost: cython.short[::1] = solver.beam.instance.cost
    goal_rows: cython.short[::1] = solver.beam.instance.row
    goal_columns: cython.short[::1] = solver.beam.instance.column
    counts: cython.short[::1] = solver.beam.instance.counts
    cython.declare(tile=cython.Py_ssize_t, goal=cython.Py_ssize_t, goal_row=cython.Py_ssize_t)
    cython.declare(goal_column=cython.Py_ssize_t, r=cython.Py_ssize_t, c=cython.Py_ssize_t)
    cython.declare(total=cython.longlong, factor=cython.longlong)
    for tile in range(cells):
        goal = (top + tile // columns) * solver.columns + left + tile % columns
        goal = cython.cast(cython.Py_ssize_t, board[goal])
        goal_row = goal // solver.columns - top
        goal_column = goal % solver.columns - left
        start[tile] = cython.cast(cython.short, tile)
        counts[tile] = wanted[goal]
        goal_rows[tile] = cython.cast(cython.short, goal_row)
        goal_columns[tile] = cython.cast(cython.short, goal_column)
        factor = weight if wanted[goal] else 1
        for r in range(rows):
            for c in range(columns):
                total = distance_cost[distance_between(goal_row, r)]
                total += distance_cost[distance_between(goal_column, c)]
                if one_way and wanted[goal]:
                    total += detour(rows, columns, r, c, goal_row, goal_column)
                total = min(total, MOST_COST) * factor
                cost[tile * cells + r * columns + c] = cython.cast(cython.short, total)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _solve_block(
    beam: Beam, rng: cython.longlong[::1], ctl: cython.volatile[cython.longlong][::1]
) -> cython.int:
    nearest: cython.longlong = FREE
    away: cython.longlong
    when: cython.Py_ssize_t = 0
    while True:
        away = beam.remaining_distance()
        if away == 0:
            return 1
        if away < nearest:
            nearest = away
            when = beam.depth
        if beam.count == 0 or beam.depth - when > PATIENCE or beam.is_full():
            return 0
        if poll(ctl, beam.states.sizes[beam.side]):
            return -1
        beam.step(FREE, rng, ctl)
        if cancelled(ctl):
            return -1  # the level may not be complete
