"""Beam search (Lowerre 1976) that ends in a table of the positions near the goal.

A position gives for each cell the cell that its tile belongs to, so that the goal is the same for
every part of a solution. It is judged by pattern databases (Culberson and Schaeffer 1998) of a few
tiles each, summed. As long as a level is not wider than the beam, the search is breadth-first, and
meets the table after a shortest path.
"""

from __future__ import annotations

import cython
from cython.cimports.puzzlegui.kernels.constants.beam import (
    ALLOWED,
    CHANGED,
    COST,
    ENTRY,
    KEEP,
    KEY,
    LAST,
    MOVE,
    MOVING,
    NODE,
    OFFSET,
    PRICE,
    SCORE,
    STATE,
    TOUCHED,
    TOUCHED_BY,
    WIDEST,
)
from cython.cimports.puzzlegui.kernels.inlined.primitives import (
    cancelled,
    next_random,
    poll,
    select,
)

from puzzlegui.kernels.capacity import MOST_NODES, check_capacity


@cython.cclass
class Puzzle:
    """The moves of a board.

    Attributes:
        cells: number of cells, n.
        begins: int32[m + 1], where the cells of each move begin.
        sources: uint16[…], cells whose contents move.
        targets: uint16[…], the cells that they move to.
        inverse: int32[m], the inverse of each move, -1 if it is not a move.
        zobrist: int64[n, n], a random number for each value in each cell.
    """

    def __init__(
        self,
        begins: cython.const[cython.int][::1],
        sources: cython.const[cython.ushort][::1],
        targets: cython.const[cython.ushort][::1],
        inverse: cython.const[cython.int][::1],
        zobrist: cython.const[cython.longlong][:, ::1],
    ) -> None:
        self.cells = zobrist.shape[1]
        self.begins = begins
        self.sources = sources
        self.targets = targets
        self.inverse = inverse
        self.zobrist = zobrist


@cython.cclass
class Costs:
    """Costs of positions: a sum over groups of tiles, each looked up by the cells of its tiles.

    Attributes:
        tables: uint16[g, n ** k], the cost of the cells of the tiles of each group.
        begins: int32[n + 1], where the groups of each tile begin.
        groups: int32[…], the groups that each tile is in.
        strides: int32[…], what its cell counts in the number of an entry of each.
    """

    def __init__(
        self,
        tables: cython.const[cython.ushort][:, ::1],
        begins: cython.const[cython.int][::1],
        groups: cython.const[cython.int][::1],
        strides: cython.const[cython.int][::1],
    ) -> None:
        self.tables = tables
        self.begins = begins
        self.groups = groups
        self.strides = strides


# --- the table around the goal ---


@cython.cclass
class GoalTable:
    """The positions near a goal, by their keys, each with a move that leads nearer.

    Attributes:
        count: number of positions.
        depth: greatest number of moves to the goal.
        rows: uint16[r, n], the first positions; the others are only known by their keys.
        numbers: int64[r], their keys.
        keys: int64[2 ** k], probed linearly, 0 where empty.
        steps: int32[2 ** k], MOVE * distance + move.
        filter: uint8[2 ** l], 1 where there may be a position with such a key.
    """

    def __init__(
        self,
        rows: cython.ushort[:, ::1],
        numbers: cython.longlong[::1],
        keys: cython.longlong[::1],
        steps: cython.int[::1],
        filter_: cython.uchar[::1],
    ) -> None:
        self.rows = rows
        self.numbers = numbers
        self.keys = keys
        self.steps = steps
        self.filter = filter_
        self.count = 0
        self.depth = 0

    def fill(
        self,
        puzzle: Puzzle,
        goal: cython.const[cython.ushort][::1],
        most: cython.longlong,
        ctl: cython.volatile[cython.longlong][::1],
    ) -> int:
        """Fill the table by a breadth-first search backwards.

        Args:
            puzzle: the moves.
            goal: uint16[n], the values of the goal.
            most: number of positions, at most half of the slots.
            ctl: the shared array.

        Returns:
            1, or -1 if stopped.
        """
        result: cython.int
        with cython.nogil:
            result = self.build(puzzle, goal, most, ctl)
        return result

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def build(
        self,
        puzzle: Puzzle,
        goal: cython.const[cython.ushort][::1],
        most: cython.longlong,
        ctl: cython.volatile[cython.longlong][::1],
    ) -> cython.int:
        """Fill the table; see ``fill``."""
        rows: cython.ushort[:, ::1] = self.rows
        begins: cython.const[cython.int][::1] = puzzle.begins
        sources: cython.const[cython.ushort][::1] = puzzle.sources
        targets: cython.const[cython.ushort][::1] = puzzle.targets
        zobrist: cython.const[cython.longlong][:, ::1] = puzzle.zobrist
        cells: cython.Py_ssize_t = puzzle.cells
        count: cython.Py_ssize_t = 1
        row: cython.Py_ssize_t = 0
        key: cython.longlong = 0
        far: cython.longlong = 0
        cython.declare(t=cython.Py_ssize_t, i=cython.Py_ssize_t)
        value: cython.ushort
        cython.declare(k=cython.Py_ssize_t, begun=cython.longlong)
        for i in range(self.keys.shape[0]):
            self.keys[i] = 0
        for i in range(self.filter.shape[0]):
            self.filter[i] = 0
        for i in range(cells):
            rows[0, i] = goal[i]
            key ^= zobrist[goal[i], i]
        self.numbers[0] = key
        add_key(self, key, 0)
        self.count = 1
        while row < count and self.count < most:
            if row & 0x3FF == 0 and poll(ctl, 0):
                return -1
            begun = self.numbers[row]
            far = self.steps[find_slot(self.keys, begun)] // MOVE + 1
            for t in range(begins.shape[0] - 1):
                key = begun
                for i in range(begins[t], begins[t + 1]):
                    value = rows[row, targets[i]]
                    key ^= zobrist[value, targets[i]] ^ zobrist[value, sources[i]]
                if not add_key(self, key, MOVE * far + t):
                    continue
                self.count += 1
                if count < rows.shape[0]:
                    for k in range(cells):
                        rows[count, k] = rows[row, k]
                    for i in range(begins[t], begins[t + 1]):
                        rows[count, sources[i]] = rows[row, targets[i]]
                    self.numbers[count] = key
                    count += 1
            row += 1
        self.depth = far
        return 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def find_slot(keys: cython.longlong[::1], key: cython.longlong) -> cython.Py_ssize_t:
    """Return the slot of a key in a hash table, or the empty slot where it belongs."""
    mask: cython.Py_ssize_t = keys.shape[0] - 1
    place: cython.Py_ssize_t = (key ^ (key >> 29)) & mask
    while keys[place] != 0 and keys[place] != key:
        place = (place + 1) & mask
    return place


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def add_key(table: GoalTable, key: cython.longlong, step: cython.longlong) -> cython.bint:
    """Add a key; return False if it is known."""
    place: cython.Py_ssize_t = find_slot(table.keys, key)
    if table.keys[place] != 0:
        return False
    table.keys[place] = key
    table.steps[place] = cython.cast(cython.int, step)
    table.filter[(key >> 7) & (table.filter.shape[0] - 1)] = 1
    return True


# --- the beam ---


@cython.cclass
class Beam:
    """A beam search and its memory.

    Attributes:
        width: number of positions kept, up to WIDEST.
        noise: greatest random amount added to a cost, a power of 2 minus 1.
        count: number of positions of the current level.
        depth: number of moves made.
        least: the least cost of a position so far.
        when: the number of moves to that position.
        length: number of moves of the path found, the first ones in ``path``.
        is_exhaustive: no position was left out so far, except equal ones.
        choices: number of moves to be tried, the first ones in ``scratch[ALLOWED]``.
        kinds: uint16[n], the value of each tile, by which positions are looked up in the table.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        costs: Costs,
        table: GoalTable,
        width: cython.Py_ssize_t,
        places: cython.ushort[:, ::1],
        head: cython.longlong[:, ::1],
        packed: cython.longlong[::1],
        seen: cython.longlong[::1],
        nodes: cython.int[:, ::1],
        scratch: cython.longlong[:, ::1],
    ) -> None:
        """Keep the memory.

        Args:
            puzzle: the moves.
            costs: the costs of positions.
            table: the positions around the goal.
            width: number of positions kept.
            places: uint16[2 * w + 2, n], positions.
            head: int64[2 * w, HEAD], see ``constants.beam``.
            packed: int64[> 2 * KEEP * w + m], costs packed with positions and moves.
            seen: int64[2 ** k], a hash table of the keys of all positions kept.
            nodes: int32[3, …], for each node of the search tree its parent and its move; the last
                row is for the path.
            scratch: int64[6, ≥ groups, n and m].

        Raises:
            ValueError: the beam is wider than WIDEST, or there are too many nodes.
        """
        check_capacity("positions", width, WIDEST)
        check_capacity("nodes", nodes.shape[1], MOST_NODES)
        self.puzzle = puzzle
        self.costs = costs
        self.table = table
        self.width = width
        self.tiles = places
        self.kinds = places[2 * width]
        self.head = head
        self.packed = packed
        self.seen = seen
        self.parents = nodes[0]
        self.moved = nodes[1]
        self.path = nodes[2]
        self.scratch = scratch
        self.noise = 0
        i: cython.Py_ssize_t
        self.choices = puzzle.begins.shape[0] - 1
        for i in range(self.choices):
            scratch[ALLOWED, i] = i
        self.side = 0
        self.count = 0
        self.used = 0
        self.depth = 0
        self.when = 0
        self.least = 0
        self.length = 0
        self.is_exhaustive = True

    def begin(
        self, start: cython.const[cython.ushort][::1], kinds: cython.const[cython.ushort][::1]
    ) -> None:
        """Start from a position.

        Args:
            start: uint16[n], for each cell the cell its tile belongs to.
            kinds: uint16[n], the value of each cell in the goal.
        """
        self.restart(start, kinds)

    def advance(
        self,
        most: cython.Py_ssize_t,
        patience: cython.Py_ssize_t,
        budget: cython.longlong,
        rng: cython.longlong[::1],
        ctl: cython.volatile[cython.longlong][::1],
    ) -> int:
        """Search level by level.

        Args:
            most: greatest number of moves of a path to the goal.
            patience: levels without a better position after which the search ends.
            budget: number of states after which no further level is searched.
            rng: int64[1], the state of the random numbers, not 0.
            ctl: the shared array.

        Returns:
            1 if a path was found, 0 if not, -1 if stopped.
        """
        result: cython.int
        with cython.nogil:
            result = self.run(most, patience, budget, rng, ctl)
        return result

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def restart(
        self, start: cython.const[cython.ushort][::1], kinds: cython.const[cython.ushort][::1]
    ) -> cython.void:
        """Start from a position; see ``begin``."""
        key: cython.longlong = 0
        i: cython.Py_ssize_t
        for i in range(self.puzzle.cells):
            self.kinds[i] = kinds[i]
        for i in range(self.puzzle.cells):
            self.tiles[0, i] = start[i]
            key ^= self.puzzle.zobrist[self.kinds[start[i]], i]
        for i in range(self.seen.shape[0]):
            self.seen[i] = 0
        self.head[0, COST] = find_places(self, 0)
        self.head[0, KEY] = key
        self.head[0, NODE] = -1
        self.head[0, LAST] = -1
        self.least = self.head[0, COST]
        self.side = 0
        self.count = 1
        self.used = 0
        self.depth = 0
        self.when = 0
        self.length = 0
        self.is_exhaustive = True
        is_new(self, key)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def run(
        self,
        most: cython.Py_ssize_t,
        patience: cython.Py_ssize_t,
        budget: cython.longlong,
        rng: cython.longlong[::1],
        ctl: cython.volatile[cython.longlong][::1],
    ) -> cython.int:
        """Search level by level; see ``advance``."""
        end: cython.longlong = ctl[1] + budget
        proposed: cython.Py_ssize_t
        if self.depth == 0 and write_path(self, -1, self.head[0, KEY], 0):
            return 1
        while True:
            if self.count == 0 or self.depth >= most or self.depth - self.when > patience:
                return 0
            if ctl[1] > end or self.used + self.width > self.parents.shape[0]:
                return 0
            ctl[2] = self.depth
            if poll(ctl, self.count):
                return -1
            proposed = propose(self, most, rng, ctl)
            if cancelled(ctl):
                return -1  # the level may not be complete
            if self.length:
                return 1
            keep_best(self, proposed)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def find_places(beam: Beam, state: cython.Py_ssize_t) -> cython.longlong:
    """Find the entries of a position's groups, and their costs; return the sum."""
    scratch: cython.longlong[:, ::1] = beam.scratch
    total: cython.longlong = 0
    cython.declare(i=cython.Py_ssize_t, u=cython.Py_ssize_t, tile=cython.Py_ssize_t)
    cython.declare(g=cython.Py_ssize_t)
    for g in range(beam.costs.tables.shape[0]):
        scratch[ENTRY, g] = 0
        scratch[TOUCHED_BY, g] = -1
    for i in range(beam.puzzle.cells):
        tile = beam.tiles[state, i]
        for u in range(beam.costs.begins[tile], beam.costs.begins[tile + 1]):
            scratch[ENTRY, beam.costs.groups[u]] += i * beam.costs.strides[u]
    for g in range(beam.costs.tables.shape[0]):
        scratch[PRICE, g] = beam.costs.tables[g, scratch[ENTRY, g]]
        total += scratch[PRICE, g]
    return total


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def is_new(beam: Beam, key: cython.longlong) -> cython.bint:
    """Enter the key of a position kept; return False if it is known."""
    place: cython.Py_ssize_t = find_slot(beam.seen, key)
    if beam.seen[place] != 0:
        return False
    beam.seen[place] = key
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def propose(
    beam: Beam,
    most: cython.Py_ssize_t,
    rng: cython.longlong[::1],
    ctl: cython.volatile[cython.longlong][::1],
) -> cython.Py_ssize_t:
    """Select the most promising moves of all positions into ``packed``; return their number.

    A position in the table around the goal ends the search with the shortest path.
    """
    tables: cython.const[cython.ushort][:, ::1] = beam.costs.tables
    users: cython.const[cython.int][::1] = beam.costs.begins
    groups: cython.const[cython.int][::1] = beam.costs.groups
    strides: cython.const[cython.int][::1] = beam.costs.strides
    begins: cython.const[cython.int][::1] = beam.puzzle.begins
    sources: cython.const[cython.ushort][::1] = beam.puzzle.sources
    targets: cython.const[cython.ushort][::1] = beam.puzzle.targets
    zobrist: cython.const[cython.longlong][:, ::1] = beam.puzzle.zobrist
    tiles: cython.ushort[:, ::1] = beam.tiles
    kinds: cython.ushort[::1] = beam.kinds
    scratch: cython.longlong[:, ::1] = beam.scratch
    packed: cython.longlong[::1] = beam.packed
    filter_: cython.uchar[::1] = beam.table.filter
    mask: cython.longlong = filter_.shape[0] - 1
    keep: cython.Py_ssize_t = KEEP * beam.width
    side: cython.Py_ssize_t = beam.side * beam.width
    count: cython.Py_ssize_t = 0
    limit: cython.longlong = cython.cast(cython.longlong, 1) << 62
    seed: cython.longlong = rng[0]
    cython.declare(w=cython.Py_ssize_t, a=cython.Py_ssize_t, t=cython.Py_ssize_t)
    cython.declare(i=cython.Py_ssize_t, u=cython.Py_ssize_t, g=cython.Py_ssize_t)
    cython.declare(back=cython.Py_ssize_t, tile=cython.Py_ssize_t, touched=cython.Py_ssize_t)
    cython.declare(key=cython.longlong, cost=cython.longlong, step=cython.Py_ssize_t)
    cython.declare(place=cython.Py_ssize_t, kind=cython.Py_ssize_t, item=cython.longlong)
    for w in range(side, side + beam.count):
        if cancelled(ctl):
            break
        beam.head[w, COST] = find_places(beam, w)
        back = -1 if beam.head[w, LAST] < 0 else beam.puzzle.inverse[beam.head[w, LAST]]
        for a in range(beam.choices):
            t = scratch[ALLOWED, a]
            if t == back:
                continue
            key = beam.head[w, KEY]
            cost = beam.head[w, COST]
            touched = 0
            for i in range(begins[t], begins[t + 1]):
                tile = tiles[w, sources[i]]
                kind = kinds[tile]
                key ^= zobrist[kind, sources[i]] ^ zobrist[kind, targets[i]]
                step = cython.cast(cython.Py_ssize_t, targets[i])
                step -= cython.cast(cython.Py_ssize_t, sources[i])
                for u in range(users[tile], users[tile + 1]):
                    g = groups[u]
                    if scratch[TOUCHED_BY, g] != a:
                        scratch[TOUCHED_BY, g] = a
                        scratch[TOUCHED, touched] = g
                        scratch[CHANGED, g] = scratch[ENTRY, g]
                        touched += 1
                    scratch[CHANGED, g] += step * strides[u]
            if filter_[(key >> 7) & mask]:
                place = find_slot(beam.table.keys, key)
                if beam.table.keys[place] == key:
                    step = beam.depth + 1 + beam.table.steps[place] // MOVE
                    if step <= most and write_path(beam, w, key, t):
                        most = step - 1
            if beam.length:
                continue
            for i in range(touched):
                g = scratch[TOUCHED, i]
                cost += tables[g, scratch[CHANGED, g]] - scratch[PRICE, g]
            seed = next_random(seed)
            cost += ((seed >> 20) & beam.noise) + OFFSET
            item = (cost << SCORE) | ((w - side) << STATE) | t
            if item > limit:
                continue
            packed[count] = item
            count += 1
            if count == packed.shape[0]:
                select(packed, count, keep)
                beam.is_exhaustive = False
                count = keep
                limit = packed[0]
                for i in range(count):
                    limit = max(limit, packed[i])
    rng[0] = seed
    if count > keep:
        select(packed, count, keep)
        beam.is_exhaustive = False
        count = keep
    # Roughly ordered, since sorting many would take long.
    back = count
    while back > 16:
        a = back * 3 // 4
        select(packed, back, a)
        back = a
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def keep_best(beam: Beam, proposed: cython.Py_ssize_t) -> cython.void:
    """Fill the next level with the best proposed positions that are new."""
    begins: cython.const[cython.int][::1] = beam.puzzle.begins
    sources: cython.const[cython.ushort][::1] = beam.puzzle.sources
    targets: cython.const[cython.ushort][::1] = beam.puzzle.targets
    zobrist: cython.const[cython.longlong][:, ::1] = beam.puzzle.zobrist
    tiles: cython.ushort[:, ::1] = beam.tiles
    head: cython.longlong[:, ::1] = beam.head
    cells: cython.Py_ssize_t = beam.puzzle.cells
    before: cython.Py_ssize_t = beam.side * beam.width
    side: cython.Py_ssize_t = (1 - beam.side) * beam.width
    count: cython.Py_ssize_t = 0
    cython.declare(k=cython.Py_ssize_t, w=cython.Py_ssize_t, t=cython.Py_ssize_t)
    cython.declare(i=cython.Py_ssize_t, now=cython.Py_ssize_t, key=cython.longlong)
    cython.declare(kind=cython.Py_ssize_t)
    for k in range(proposed):
        if count == beam.width:
            beam.is_exhaustive = False
            break
        w = before + ((beam.packed[k] >> STATE) & (WIDEST - 1))
        t = beam.packed[k] & ((1 << STATE) - 1)
        key = head[w, KEY]
        for i in range(begins[t], begins[t + 1]):
            kind = beam.kinds[tiles[w, sources[i]]]
            key ^= zobrist[kind, sources[i]] ^ zobrist[kind, targets[i]]
        if not is_new(beam, key):
            continue
        now = side + count
        for i in range(cells):
            tiles[now, i] = tiles[w, i]
        for i in range(begins[t], begins[t + 1]):
            tiles[now, targets[i]] = tiles[w, sources[i]]
        head[now, COST] = (beam.packed[k] >> SCORE) - OFFSET
        head[now, KEY] = key
        head[now, NODE] = beam.used
        head[now, LAST] = t
        beam.parents[beam.used] = cython.cast(cython.int, head[w, NODE])
        beam.moved[beam.used] = cython.cast(cython.int, t)
        beam.used += 1
        if head[now, COST] < beam.least:
            beam.least = head[now, COST]
            beam.when = beam.depth + 1
        count += 1
    beam.side = 1 - beam.side
    beam.count = count
    beam.depth += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def write_path(
    beam: Beam, state: cython.Py_ssize_t, key: cython.longlong, move: cython.Py_ssize_t
) -> cython.bint:
    """Write the path through a position in the table; return False if it does not end in the goal.

    Args:
        beam: the beam.
        state: the position before; -1 for the start.
        key: the key of the position in the table.
        move: the move to it; any for the start.
    """
    begins: cython.const[cython.int][::1] = beam.puzzle.begins
    sources: cython.const[cython.ushort][::1] = beam.puzzle.sources
    targets: cython.const[cython.ushort][::1] = beam.puzzle.targets
    zobrist: cython.const[cython.longlong][:, ::1] = beam.puzzle.zobrist
    cells: cython.Py_ssize_t = beam.puzzle.cells
    here: cython.Py_ssize_t = 2 * beam.width + 1
    row: cython.Py_ssize_t = max(state, 0)
    made: cython.Py_ssize_t = 0 if state < 0 else beam.depth + 1
    length: cython.Py_ssize_t = made
    cython.declare(i=cython.Py_ssize_t, node=cython.longlong, place=cython.Py_ssize_t)
    cython.declare(kind=cython.Py_ssize_t)
    for i in range(cells):
        beam.tiles[here, i] = beam.kinds[beam.tiles[row, i]]
    if made:
        beam.path[made - 1] = cython.cast(cython.int, move)
        node = beam.head[row, NODE]
        for i in range(made - 2, -1, -1):
            beam.path[i] = beam.moved[node]
            node = beam.parents[node]
    while True:
        if length:  # make the last move written
            move = beam.path[length - 1]
            for i in range(begins[move], begins[move + 1]):
                beam.scratch[MOVING, i - begins[move]] = beam.tiles[here, sources[i]]
            for i in range(begins[move], begins[move + 1]):
                kind = beam.scratch[MOVING, i - begins[move]]
                beam.tiles[here, targets[i]] = kind
                if length > made:
                    key ^= zobrist[kind, sources[i]] ^ zobrist[kind, targets[i]]
        place = find_slot(beam.table.keys, key)
        if beam.table.keys[place] != key:
            return False
        if beam.table.steps[place] < MOVE:
            break
        beam.path[length] = beam.table.steps[place] % MOVE
        length += 1
    for i in range(cells):
        if beam.tiles[here, i] != beam.table.rows[0, i]:
            return False
    beam.length = length
    return True
