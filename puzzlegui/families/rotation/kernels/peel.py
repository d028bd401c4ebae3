"""A narrow beam search that solves a rotation board cell by cell, down to a small remainder.

The cells are finished in a given order. For each cell:

1. List the *conjugates* A B A' around it: A moves finished tiles out of the way, and its inverse A'
   puts them back ("bring 9 to 3" in "Graphs and Puzzles").
2. Measure how many turns bring a tile from any cell to this one, by turns of blocks that have no
   finished cell, and by conjugates (Dijkstra 1959, with the buckets of Dial 1969).
3. Bring its tile there along shortest paths, by a beam search (Lowerre 1976). Of the states after a
   step it keeps those with the least total cost of all tiles plus a cost for each turn made.
4. Begin the next cell with the best of the states in which the tile has arrived.
"""

from __future__ import annotations

from dataclasses import dataclass

import cython

from puzzlegui.families.rotation.kernels.turns import block_key, turn_block, turn_change
from puzzlegui.kernels.capacity import MOST_NODES, check_capacity
from puzzlegui.kernels.primitives import poll, select, sort, wrapped, zobrist

CONJUGATES = 400
"""Largest number of conjugates listed."""

CONJUGATE = 1 << 13
"""Codes of steps from this number on are conjugates, smaller codes are turns."""

FAR = 1 << 20
"""More than any number of turns."""

SHIFT = 32
STATE = 16
"""Bits below a packed score, and below the packed state; the code of a step is lowest."""

MOST_STATES = 1 << (SHIFT - STATE)
"""Most states of a side of the memory: as many as the bits in between can number."""


@dataclass
class Conjugates:
    """Turns A B A' around a cell, ``c`` = CONJUGATES at most.

    Attributes:
        lengths: int64[c], the number of turns of each conjugate.
        turns: int64[c, 8], the turns.
        sizes: int64[c], the number of tiles that each moves.
        sources: int64[c, 8], the cells of these tiles.
        targets: int64[c, 8], the cells they are moved to.
        cells: int16[n], the identity.
        count: number of conjugates.
    """

    lengths: cython.longlong[::1]
    turns: cython.longlong[:, ::1]
    sizes: cython.longlong[::1]
    sources: cython.longlong[:, ::1]
    targets: cython.longlong[:, ::1]
    cells: cython.short[::1]
    count: cython.Py_ssize_t = 0


@dataclass
class Distances:
    """The number of turns that move a tile from each cell to the target.

    Attributes:
        far: int64[n], the distances, FAR if unreachable.
        queue: int64[16, 8 n], buckets of cells by distance.
        fill: int64[16], the number of cells in each bucket.
    """

    far: cython.longlong[::1]
    queue: cython.longlong[:, ::1]
    fill: cython.longlong[::1]


@dataclass
class States:
    """States in three sides of ``s`` each: of this step and the next, alternating, and finished.

    Attributes:
        tiles: int16[3 * s * n], for each state and cell the cell its tile belongs to.
        cost: int64[3 * s], total cost of the tiles.
        moves: int64[3 * s], turns made.
        node: int64[3 * s], node in the search tree.
        place: int64[3 * s], cell of the wanted tile.
        key: int64[3 * s], Zobrist key.
    """

    tiles: cython.short[::1]
    cost: cython.longlong[::1]
    moves: cython.longlong[::1]
    node: cython.longlong[::1]
    place: cython.longlong[::1]
    key: cython.longlong[::1]


@dataclass
class PeelBeam:
    """A beam of width ``w`` on a board of ``n`` cells, with s ≥ 6 w + 2 states on a side.

    Attributes:
        rows: of the board.
        columns: of the board.
        directions: 2 if blocks turn both ways, 1 if clockwise only.
        width: number of states kept.
        cost: int16[n n], for each tile its cost in each cell.
        fixed: uint8[n], zeros; 1 for finished cells.
        states: the states.
        packed: int64[420 w], each score packed with its step.
        visited: int64[2 ** k] > 8 w, a hash table of Zobrist keys met, the last replacing others.
        parents: int32[…], for each node of the search tree its parent, -1 for none.
        turns: int16[…], of the same size, the turn that leads to the node.
        conjugates: conjugates around the target.
        distances: distances to the target.
        used: number of nodes.
    """

    rows: cython.Py_ssize_t
    columns: cython.Py_ssize_t
    directions: cython.Py_ssize_t
    width: cython.Py_ssize_t
    cost: cython.const[cython.short][::1]
    fixed: cython.uchar[::1]
    states: States
    packed: cython.longlong[::1]
    visited: cython.longlong[::1]
    parents: cython.int[::1]
    turns: cython.short[::1]
    conjugates: Conjugates
    distances: Distances
    used: cython.Py_ssize_t = 0

    def __post_init__(self) -> None:
        check_capacity("states", self.states.cost.shape[0] // 3, MOST_STATES)
        check_capacity("nodes", self.parents.shape[0], MOST_NODES)

    def peel(
        self,
        start: cython.const[cython.short][::1],
        order: cython.const[cython.longlong][::1],
        ctl: cython.longlong[::1],
    ) -> int:
        """Bring the tiles to their cells in the given order.

        Args:
            start: int16[n], for each cell the cell its tile belongs to.
            order: int64[k], the cells in the order in which they are finished.
            ctl: the shared array.

        Returns:
            The number of final states, the first ones in ``states``, the best first; -1 if stopped
            or out of memory.
        """
        count: cython.Py_ssize_t = 1
        with cython.nogil:
            _add_start(self, self.states, start)
            for number in range(order.shape[0]):
                count = _finish(self, self.states, order[number], count, ctl)
                if count < 0:
                    break
        return count


def _add_start(
    beam: PeelBeam, states: States, start: cython.const[cython.short][::1]
) -> cython.void:
    key: cython.longlong = 0
    total: cython.longlong = 0
    for cell in range(start.shape[0]):
        tile = cython.cast(cython.Py_ssize_t, start[cell])
        states.tiles[cell] = start[cell]
        key = wrapped(key + zobrist(tile, cell))
        total += cython.cast(cython.longlong, beam.cost[tile * start.shape[0] + cell])
    states.cost[0] = total
    states.moves[0] = 0
    states.node[0] = -1
    states.key[0] = key


def _finish(
    beam: PeelBeam,
    states: States,
    target: cython.Py_ssize_t,
    count: cython.Py_ssize_t,
    ctl: cython.longlong[::1],
) -> cython.Py_ssize_t:
    """Bring the tile of a cell there in the first ``count`` states; return their new number."""
    place = states.place
    side: cython.Py_ssize_t = states.cost.shape[0] // 3
    mask: cython.longlong = beam.visited.shape[0] - 1
    # The cost of a turn: the cost of the best state, divided by its estimated turns.
    worth = 2 * states.cost[0] // max(1, _distance_left(beam, states))
    for i in range(count):
        place[i] = _place_of(beam, states, i, target)
    for halves in range(2):
        _list_conjugates(beam, beam.conjugates, target, halves == 1)
        _measure_distances(beam, beam.conjugates, beam.distances, target)
        reached: cython.bint = True
        for i in range(count):
            reached = reached and beam.distances.far[place[i]] < FAR
        if reached:
            break
    left: cython.Py_ssize_t = 0
    done: cython.Py_ssize_t = 0
    for i in range(count):
        if place[i] == target:
            _copy(beam, states, 2 * side + done, i)
            done += 1
        else:
            _copy(beam, states, left, i)
            left += 1
    for i in range(beam.visited.shape[0]):
        beam.visited[i] = 0
    here: cython.Py_ssize_t = 0
    while left:
        if poll(ctl, 0):
            return -1
        ctl[1] += left
        found = _propose(beam, states, beam.conjugates, here, left, worth)
        found = _sort_least(beam.packed, found, 2 * beam.width)
        other = side - here
        after: cython.Py_ssize_t = 0
        for p in range(found):
            if after == beam.width:
                break
            if beam.used + 8 > beam.parents.shape[0]:
                return -1
            i = other + after
            _copy(beam, states, i, here + ((beam.packed[p] >> STATE) & (MOST_STATES - 1)))
            before = beam.used
            _make(beam, states, beam.conjugates, i, beam.packed[p] & ((1 << STATE) - 1))
            key = states.key[i]
            if beam.visited[key & mask] == key:
                beam.used = before
                continue
            beam.visited[key & mask] = key
            if place[i] == target:
                _copy(beam, states, 2 * side + done, i)
                done += 1
            else:
                after += 1
        if done > 4 * beam.width:
            done = _prune(beam, states, done, worth)
        left = after
        here = other
    done = _prune(beam, states, done, worth)
    for i in range(done):
        _copy(beam, states, i, 2 * side + i)
    beam.fixed[target] = 1
    return done


# --- geometry ---


@cython.inline
def _moved_to(
    cell: cython.Py_ssize_t,
    a: cython.Py_ssize_t,
    columns: cython.Py_ssize_t,
    counterclockwise: cython.bint,
) -> cython.Py_ssize_t:
    """Return the cell to which a turn of the block with top-left cell ``a`` moves a tile."""
    b: cython.Py_ssize_t = a + 1
    c: cython.Py_ssize_t = a + columns + 1
    d: cython.Py_ssize_t = a + columns
    if cell == a:
        return d if counterclockwise else b
    if cell == b:
        return a if counterclockwise else c
    if cell == c:
        return b if counterclockwise else d
    if cell == d:
        return c if counterclockwise else a
    return cell


@cython.inline
def _is_free(
    fixed: cython.uchar[::1], a: cython.Py_ssize_t, columns: cython.Py_ssize_t
) -> cython.bint:
    """Return True if no cell of a block is finished."""
    return not (fixed[a] or fixed[a + 1] or fixed[a + columns] or fixed[a + columns + 1])


@cython.inline
def _distance_left(beam: PeelBeam, states: States) -> cython.longlong:
    """Return the sum of Manhattan distances in the first state."""
    columns = cython.cast(cython.uint, beam.columns)
    away: cython.longlong = 0
    for cell in range(beam.fixed.shape[0]):
        here = cython.cast(cython.uint, cell)
        tile = cython.cast(cython.uint, states.tiles[cell])
        if tile != here:
            away += _apart(tile // columns, here // columns)
            away += _apart(tile % columns, here % columns)
    return away


@cython.inline
def _apart(one: cython.uint, other: cython.uint) -> cython.uint:
    return one - other if one > other else other - one


@cython.inline
def _place_of(
    beam: PeelBeam, states: States, state: cython.Py_ssize_t, tile: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """Return the cell of a tile."""
    n: cython.Py_ssize_t = beam.fixed.shape[0]
    cell: cython.Py_ssize_t = 0
    while states.tiles[state * n + cell] != tile:
        cell += 1
    return cell


# --- conjugates, and distances by them and by turns ---


def _list_conjugates(
    beam: PeelBeam, conjugates: Conjugates, target: cython.Py_ssize_t, halves: cython.bint
) -> cython.void:
    """List the conjugates that preserve the fixed cells, with half-turns or without."""
    row = target // beam.columns
    column = target % beam.columns
    conjugates.count = 0
    for ar in range(max(0, row - 1), min(beam.rows - 1, row + 1)):
        for ac in range(max(0, column - 1), min(beam.columns - 1, column + 1)):
            for br in range(max(0, ar - 1), min(beam.rows - 1, ar + 2)):
                for bc in range(max(0, ac - 1), min(beam.columns - 1, ac + 2)):
                    if ar != br or ac != bc:
                        _list_powers(beam, conjugates, ar, ac, br, bc, halves)


def _list_powers(
    beam: PeelBeam,
    conjugates: Conjugates,
    ar: cython.Py_ssize_t,
    ac: cython.Py_ssize_t,
    br: cython.Py_ssize_t,
    bc: cython.Py_ssize_t,
    halves: cython.bint,
) -> cython.void:
    """List the conjugates A B A' where A and B turn given blocks by 1 to 3 quarters."""
    first: cython.Py_ssize_t = min(ar, br) * beam.columns + min(ac, bc)
    high: cython.Py_ssize_t = max(ar, br) - min(ar, br) + 2
    wide: cython.Py_ssize_t = max(ac, bc) - min(ac, bc) + 2
    for lift in range(1, 4):
        for between in range(1, 4):
            if not halves and (between == 2 or (lift == 2 and beam.directions == 2)):
                continue
            number = conjugates.count
            if number == CONJUGATES:
                return
            length = _append(beam, conjugates, 0, ar, ac, lift)
            length = _append(beam, conjugates, length, br, bc, between)
            length = _append(beam, conjugates, length, ar, ac, 4 - lift)
            if _list_carried(beam, conjugates, first, high, wide):
                conjugates.lengths[number] = length
                conjugates.count += 1


def _append(
    beam: PeelBeam,
    conjugates: Conjugates,
    length: cython.Py_ssize_t,
    row: cython.Py_ssize_t,
    column: cython.Py_ssize_t,
    quarters: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Turn a block in ``cells`` by quarters and append it to the conjugate; return its length."""
    turn: cython.Py_ssize_t = (row * (beam.columns - 1) + column) * beam.directions
    for _quarter in range(quarters):
        turn_block(conjugates.cells, row * beam.columns + column, beam.columns, False)
    if beam.directions == 2 and quarters == 3:
        turn += 1
        quarters = 1
    for _quarter in range(quarters):
        conjugates.turns[conjugates.count, length] = turn
        length += 1
    return length


def _list_carried(
    beam: PeelBeam,
    conjugates: Conjugates,
    first: cython.Py_ssize_t,
    high: cython.Py_ssize_t,
    wide: cython.Py_ssize_t,
) -> cython.bint:
    """List the tiles that a conjugate has moved within a rectangle of ``cells``, and undo it.

    Returns:
        True if it moves any, and no tile of a fixed cell.
    """
    number = conjugates.count
    cells = conjugates.cells
    size: cython.Py_ssize_t = 0
    free: cython.bint = True
    for row in range(high):
        begin = first + row * beam.columns
        for cell in range(begin, begin + wide):
            if cells[cell] != cell:
                free = free and not beam.fixed[cell]
                conjugates.sources[number, size] = cells[cell]
                conjugates.targets[number, size] = cell
                size += 1
                cells[cell] = cython.cast(cython.short, cell)
    conjugates.sizes[number] = size
    return free and size > 0


def _measure_distances(
    beam: PeelBeam, conjugates: Conjugates, distances: Distances, target: cython.Py_ssize_t
) -> cython.void:
    """Compute the distances to the target."""
    columns = beam.columns
    far = distances.far
    fill = distances.fill
    row = target // columns
    column = target % columns
    level: cython.longlong = 0
    empty: cython.Py_ssize_t = 0
    for cell in range(far.shape[0]):
        far[cell] = FAR
    for bucket in range(16):
        fill[bucket] = 0
    _relax(distances, target, 0)
    while empty < 16:
        bucket = level & 15
        empty = empty + 1 if fill[bucket] == 0 else 0
        index: cython.Py_ssize_t = 0
        while index < fill[bucket]:
            cell = distances.queue[bucket, index]
            index += 1
            if far[cell] != level:
                continue
            r = cell // columns
            c = cell % columns
            for br in range(max(0, r - 1), min(beam.rows - 1, r + 1)):
                for bc in range(max(0, c - 1), min(columns - 1, c + 1)):
                    a = br * columns + bc
                    if _is_free(beam.fixed, a, columns):
                        # A tile comes from the cell to which the inverse turn would move it.
                        _relax(distances, _moved_to(cell, a, columns, True), level + 1)
                        if beam.directions == 2:
                            _relax(distances, _moved_to(cell, a, columns, False), level + 1)
            if r > row + 2 or r < row - 2 or c > column + 2 or c < column - 2:
                continue  # out of reach of conjugates
            for i in range(conjugates.count):
                for j in range(conjugates.sizes[i]):
                    if conjugates.targets[i, j] == cell:
                        source = conjugates.sources[i, j]
                        _relax(distances, source, level + conjugates.lengths[i])
        fill[bucket] = 0
        level += 1


@cython.inline
def _relax(distances: Distances, cell: cython.Py_ssize_t, distance: cython.longlong) -> cython.void:
    """Relax the distance of a cell to the target."""
    if distances.far[cell] > distance:
        bucket = distance & 15
        distances.far[cell] = distance
        distances.queue[bucket, distances.fill[bucket]] = cell
        distances.fill[bucket] += 1


# --- steps and states ---


@cython.inline
def _change(
    beam: PeelBeam,
    tiles: cython.short[::1],
    base: cython.Py_ssize_t,
    a: cython.Py_ssize_t,
    counterclockwise: cython.bint,
) -> cython.longlong:
    """Return the change of the cost by a turn; see ``turns``."""
    n: cython.Py_ssize_t = beam.fixed.shape[0]
    return turn_change(tiles, base, beam.cost, n, a, beam.columns, counterclockwise)


def _propose(
    beam: PeelBeam,
    states: States,
    conjugates: Conjugates,
    first: cython.Py_ssize_t,
    count: cython.Py_ssize_t,
    worth: cython.longlong,
) -> cython.Py_ssize_t:
    """Score all steps that bring the wanted tile nearer, in ``count`` states.

    Returns:
        The number of steps, each in ``packed`` with its score, state and code.
    """
    columns = beam.columns
    directions = beam.directions
    cost = beam.cost
    tiles = states.tiles
    far = beam.distances.far
    n: cython.Py_ssize_t = beam.fixed.shape[0]
    found: cython.Py_ssize_t = 0
    for i in range(count):
        base = (first + i) * n
        place = states.place[first + i]
        r = place // columns
        c = place % columns
        score = states.cost[first + i] + worth * states.moves[first + i]
        for br in range(max(0, r - 1), min(beam.rows - 1, r + 1)):
            for bc in range(max(0, c - 1), min(columns - 1, c + 1)):
                a = br * columns + bc
                if not _is_free(beam.fixed, a, columns):
                    continue
                for direction in range(directions):
                    if far[_moved_to(place, a, columns, direction == 1)] < far[place]:
                        value: cython.longlong = score + worth
                        value += _change(beam, tiles, base, a, direction == 1)
                        code = (br * (columns - 1) + bc) * directions + direction
                        beam.packed[found] = (value << SHIFT) | (i << STATE) | code
                        found += 1
        for j in range(conjugates.count):
            after: cython.Py_ssize_t = place
            for k in range(conjugates.sizes[j]):
                if conjugates.sources[j, k] == place:
                    after = conjugates.targets[j, k]
            if far[after] < far[place]:
                value = score + worth * conjugates.lengths[j]
                for k in range(conjugates.sizes[j]):
                    source = conjugates.sources[j, k]
                    own = cython.cast(cython.Py_ssize_t, tiles[base + source]) * n
                    value += cost[own + conjugates.targets[j, k]]
                    value -= cost[own + source]
                beam.packed[found] = (value << SHIFT) | (i << STATE) | (CONJUGATE + j)
                found += 1
    return found


def _make(
    beam: PeelBeam,
    states: States,
    conjugates: Conjugates,
    state: cython.Py_ssize_t,
    code: cython.Py_ssize_t,
) -> cython.void:
    """Apply a step to a state and record its turns."""
    columns = beam.columns
    tiles = states.tiles
    base: cython.Py_ssize_t = state * beam.fixed.shape[0]
    length: cython.Py_ssize_t = 1 if code < CONJUGATE else conjugates.lengths[code - CONJUGATE]
    for step in range(length):
        turn = code
        if code >= CONJUGATE:
            turn = conjugates.turns[code - CONJUGATE, step]
        block = turn // beam.directions
        a = block // (columns - 1) * columns + block % (columns - 1)
        back: cython.bint = beam.directions == 2 and turn & 1 == 1
        states.cost[state] += _change(beam, tiles, base, a, back)
        key = states.key[state] - block_key(tiles, base, a, columns)
        turn_block(tiles, base + a, columns, back)
        states.key[state] = wrapped(key + block_key(tiles, base, a, columns))
        states.place[state] = _moved_to(states.place[state], a, columns, back)
        beam.parents[beam.used] = cython.cast(cython.int, states.node[state])
        beam.turns[beam.used] = cython.cast(cython.short, turn)
        states.node[state] = beam.used
        beam.used += 1
    states.moves[state] += length


def _copy(
    beam: PeelBeam, states: States, into: cython.Py_ssize_t, state: cython.Py_ssize_t
) -> cython.void:
    tiles = states.tiles
    n: cython.Py_ssize_t = beam.fixed.shape[0]
    for cell in range(n):
        tiles[into * n + cell] = tiles[state * n + cell]
    states.cost[into] = states.cost[state]
    states.moves[into] = states.moves[state]
    states.node[into] = states.node[state]
    states.place[into] = states.place[state]
    states.key[into] = states.key[state]


def _prune(
    beam: PeelBeam, states: States, count: cython.Py_ssize_t, worth: cython.longlong
) -> cython.Py_ssize_t:
    """Keep the best states with the tile in place, the best first; return their number."""
    packed = beam.packed
    side: cython.Py_ssize_t = states.cost.shape[0] // 3
    done: cython.Py_ssize_t = 2 * side
    buffer: cython.Py_ssize_t = side + beam.width
    for i in range(count):
        packed[i] = ((states.cost[done + i] + worth * states.moves[done + i]) << SHIFT) | i
    count = _sort_least(packed, count, beam.width)
    for i in range(count):  # via a buffer, since source and target may overlap
        _copy(beam, states, buffer + i, done + (packed[i] & (MOST_STATES - 1)))
    for i in range(count):
        _copy(beam, states, done + i, buffer + i)
    return count


@cython.inline
def _sort_least(
    packed: cython.longlong[::1], count: cython.Py_ssize_t, wanted: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """Move the ``wanted`` least entries to the front, sorted; return their number."""
    if count > wanted:
        select(packed, count, wanted)
        count = wanted
    sort(packed, count)
    return count
