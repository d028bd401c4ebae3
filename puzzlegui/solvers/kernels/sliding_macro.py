"""Short, not shortest, solutions of sliding boards: a beam over the ways of the gap.

The beam keeps, of all states so many moves from the start, those where the tiles have least to go,
each by a cost that grows faster than its distance. Left alone it brings all tiles near their cells
at few moves each, and stalls on the last of them. So it also works by stages: a group of one or two
cells is to be filled next, for which tables say how many moves that takes when nothing else counts;
then these cells are closed to the gap.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

POTENTIAL, AWAY, KEY, GAP, LAST, NODE, ONE, OTHER, AHEAD, HEAD = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
"""What ``Room.head`` knows of a state: what its tiles have to go by cost, and in rows and columns;
the Zobrist key; the gap's cell; the last way, its node in ``Room.parents`` and ``Room.ways``; where
the tiles of the group are; moves made beyond one a level; how many such slots there are."""

SIDE, COUNT, USED, LEVEL, FINISHED, SLOTS = 0, 1, 2, 3, 4, 5
"""What is known of a beam: which half of the room holds its states, how many, nodes used so far,
levels, how many states in the other half's end have finished the stage; the number of slots."""

_SHIFT = 32
_OFFSET = 1 << 24
_FREE = 1 << 40
_STEP = 5
"""Moves that it takes to bring a tile one cell further, and the gap before it again."""


class Task(NamedTuple):
    """A board, of ``n`` cells.

    Attributes:
        neighbours: int16[n, 4], the cell above, left, right and below, -1 where there is none.
        row: int16[n], the row of a cell.
        column: int16[n], its column.
        steps: int32[64], what a distance in one direction costs, in 32nds.
        hole: the gap's tile, named as any by its cell in the goal.
    """

    neighbours: Any
    row: Any
    column: Any
    steps: Any
    hole: Any


class Style(NamedTuple):
    """How a beam goes about it.

    Attributes:
        width: states kept.
        crowd: the most of them with the gap in the same cell.
        noise: 2 ** k - 1, the most that is added to a score by chance.
        weight: of a move that the group takes, in 32nds of a step.
        rise: by how much that grows with each level of the stage.
        wait: levels that the stage goes on after its first state has finished.
        late: what a move counts that was made beyond others, in 32nds of a step.
    """

    width: Any
    crowd: Any
    noise: Any
    weight: Any
    rise: Any
    wait: Any
    late: Any


class Group(NamedTuple):
    """One or two cells to be filled, and a window around them.

    Attributes:
        one: the tile for the one, ``-1`` where no group is to be filled.
        other: the tile for the other, the same where there is one only.
        top: the window's first row, …
        left: … its first column, …
        high: … its rows …
        wide: … and columns.
        table: uint8[(high * wide) ** 3], moves it takes, by places of one, other and gap.
        order: int16[n], when a cell is to be filled.
        closed: cells with a lower order are closed.
    """

    one: Any
    other: Any
    top: Any
    left: Any
    high: Any
    wide: Any
    table: Any
    order: Any
    closed: Any


class Room(NamedTuple):
    """Memory for a beam of width ``w``; ``n`` cells.

    Attributes:
        tiles: int16[3, w, n], of each state and cell the cell its tile belongs to: this level's
            states, the next's, and those that have finished the stage.
        head: int64[3, w, HEAD].
        packed: int64[4 w], scores with the step they belong to; and …
        sorted: … the same in order.
        counts: int32[…], scratch for that.
        crowd: int32[n], how many states have the gap in each cell.
        met: int64[2 ** …], keys of states met.
        parents: int32[…], before each move the one before it, -1 for none, and
        ways: int8[…], of the same size, the way the gap goes.
    """

    tiles: Any
    head: Any
    packed: Any
    sorted: Any
    counts: Any
    crowd: Any
    met: Any
    parents: Any
    ways: Any


def room(cells: int, width: int, nodes: int) -> Room:
    """Memory for a board of so many cells, and so many moves noted."""
    return Room(
        np.empty((3, width, cells), np.int16),
        np.zeros((3, width, HEAD), np.int64),
        np.empty(4 * width, np.int64),
        np.empty(4 * width, np.int64),
        np.empty(2048, np.int32),
        np.empty(cells, np.int32),
        np.zeros(1 << max(10, (16 * width - 1).bit_length()), np.int64),
        np.empty(nodes, np.int32),
        np.empty(nodes, np.int8),
    )


def room_mib(cells: int, width: int, nodes: int) -> float:
    """How much memory that is."""
    return (width * (6 * cells + 24 * HEAD + 32 + 256) + 5 * nodes) / (1 << 20)


@njit(nogil=True, cache=True)
def _sort(items, count, into, counts):  # type: ignore[no-untyped-def]
    """Sort packed items by score, nearly: by counting, the far ones together at the end."""
    least = items[0] if count else 0
    for i in range(1, count):
        least = min(least, items[i])
    least >>= _SHIFT
    last = counts.shape[0] - 1
    counts[:] = 0
    for i in range(count):
        counts[min(((items[i] >> _SHIFT) - least) >> 2, last)] += 1
    total = 0
    for bucket in range(last + 1):
        number = counts[bucket]
        counts[bucket] = total
        total += number
    for i in range(count):
        bucket = min(((items[i] >> _SHIFT) - least) >> 2, last)
        into[counts[bucket]] = items[i]
        counts[bucket] += 1


@njit(nogil=True, cache=True)
def _chance(seed):  # type: ignore[no-untyped-def]
    """The next state of a random number generator (Marsaglia's xorshift)."""
    seed ^= seed << 13
    seed ^= (seed >> 7) & 0x01FFFFFFFFFFFFFF
    return seed ^ (seed << 17)


@njit(nogil=True, cache=True)
def _mark(tile, cell):  # type: ignore[no-untyped-def]
    """The Zobrist number of a tile in a cell; those of all cells are added up (SplitMix64)."""
    z = np.uint64(np.int64(tile) * 1024 + cell + 1) * np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    return np.int64((z ^ (z >> np.uint64(31))) >> np.uint64(2))


@njit(nogil=True, cache=True)
def _moves_of_group(task, group, one, other, gap):  # type: ignore[no-untyped-def]
    """About how many moves it takes to fill the group's cells."""
    high, wide = group.high, group.wide
    cells = high * wide
    gap_row, gap_column = np.int64(task.row[gap]), np.int64(task.column[gap])
    number = outside = 0
    fetch = np.int64(0)
    last = -1
    for which in range(2):
        cell = one if which == 0 else other
        row, column = np.int64(task.row[cell]), np.int64(task.column[cell])
        r, c = row - group.top, column - group.left
        y, x = min(max(r, 0), high - 1), min(max(c, 0), wide - 1)
        number = number * cells + y * wide + x
        down, across = y - r, x - c
        if (down or across) and (which == 0 or one != other):
            # The gap must come to the side of the tile to which it is to go.
            outside += abs(down) + abs(across)
            if abs(down) >= abs(across):
                way = 1 if down > 0 else -1
                far = abs(gap_row - row - way) + abs(gap_column - column)
                if gap_column == column and (gap_row - row) * way < 0:
                    far += 2
            else:
                way = 1 if across > 0 else -1
                far = abs(gap_row - row) + abs(gap_column - column - way)
                if gap_row == row and (gap_column - column) * way < 0:
                    far += 2
            if last >= 0:  # first the nearer one, then to the other
                between = abs(task.row[one] - row) + abs(task.column[one] - column)
                if far < fetch:
                    far, fetch = fetch, far
                else:
                    last = y * wide + x
                fetch += between
            else:
                fetch = far
                last = y * wide + x
    if outside:
        return np.int64(group.table[number * cells + last]) + _STEP * outside + fetch
    r, c = gap_row - group.top, gap_column - group.left
    y, x = min(max(r, 0), high - 1), min(max(c, 0), wide - 1)
    return np.int64(group.table[number * cells + y * wide + x]) + abs(r - y) + abs(c - x)


@njit(nogil=True, cache=True)
def begin(task, start, room, state):  # type: ignore[no-untyped-def]
    """Begin a beam with one state: int16[n], for each cell the cell its tile belongs to."""
    head = room.head
    for slot in range(HEAD):
        head[0, 0, slot] = 0
    for cell in range(start.shape[0]):
        tile = np.int64(start[cell])
        room.tiles[0, 0, cell] = tile
        head[0, 0, KEY] += _mark(tile, cell)
        if tile == task.hole:
            head[0, 0, GAP] = cell
        else:
            down = abs(task.row[tile] - task.row[cell])
            across = abs(task.column[tile] - task.column[cell])
            head[0, 0, POTENTIAL] += task.steps[down] + task.steps[across]
            head[0, 0, AWAY] += down + across
    head[0, 0, NODE] = head[0, 0, LAST] = -1
    state[:] = 0
    state[COUNT] = 1
    room.met[:] = 0


@njit(nogil=True, cache=True)
def _level(task, style, group, room, state, rng):  # type: ignore[no-untyped-def]
    """Make one more move of every state kept, and keep the best.

    States that have filled the group's cells go to the third part of the room.
    """
    neighbours, row, column, steps = task.neighbours, task.row, task.column, task.steps
    packed, head, met = room.packed, room.head, room.met
    side = state[SIDE]
    after = 1 - side
    width = style.width
    weight = style.weight + style.rise * state[LEVEL]
    staged = group.one >= 0
    seed = rng[0]
    count = 0
    for w in range(state[COUNT]):
        gap = head[side, w, GAP]
        back = 3 - head[side, w, LAST]
        base = head[side, w, POTENTIAL] + style.late * head[side, w, AHEAD] + _OFFSET
        one, other = head[side, w, ONE], head[side, w, OTHER]
        for way in range(4):
            cell = np.int64(neighbours[gap, way])
            if cell < 0 or way == back or group.order[cell] < group.closed:
                continue
            tile = np.int64(room.tiles[side, w, cell])
            if way % 3 == 0:  # up or down
                goal = row[tile]
                change = steps[abs(goal - row[gap])] - steps[abs(goal - row[cell])]
            else:
                goal = column[tile]
                change = steps[abs(goal - column[gap])] - steps[abs(goal - column[cell])]
            score = base + change
            if staged:
                score += weight * _moves_of_group(
                    task, group, gap if cell == one else one, gap if cell == other else other, cell
                )
            if style.noise:
                seed = _chance(seed)
                score += (seed >> 20) & style.noise
            packed[count] = (score << _SHIFT) | (w << 2) | way
            count += 1
    rng[0] = seed
    _sort(packed, count, room.sorted, room.counts)
    crowd = room.crowd
    crowd[:] = 0
    mask = met.shape[0] - 1
    total = 0
    used = state[USED]
    for i in range(count):
        if total == width:
            break
        w = (room.sorted[i] >> 2) & 0x3FFFFFFF
        way = room.sorted[i] & 3
        gap = head[side, w, GAP]
        cell = np.int64(neighbours[gap, way])
        if crowd[cell] == style.crowd:
            continue
        tile = np.int64(room.tiles[side, w, cell])
        key = (
            head[side, w, KEY] + _mark(tile, gap) - _mark(tile, cell)
            + _mark(task.hole, cell) - _mark(task.hole, gap)
        )  # fmt: skip
        if met[key & mask] == key:
            continue
        met[key & mask] = key
        crowd[cell] += 1
        if way % 3 == 0:  # up or down
            goal = row[tile]
            here, there = abs(goal - row[gap]), abs(goal - row[cell])
        else:
            goal = column[tile]
            here, there = abs(goal - column[gap]), abs(goal - column[cell])
        one, other = head[side, w, ONE], head[side, w, OTHER]
        one, other = gap if cell == one else one, gap if cell == other else other
        into, slot = after, total
        if staged and one == group.one and other == group.other:
            if state[FINISHED] == width:
                continue
            into, slot = 2, state[FINISHED]
            state[FINISHED] += 1
        else:
            total += 1
        room.tiles[into, slot] = room.tiles[side, w]
        room.tiles[into, slot, gap] = tile
        room.tiles[into, slot, cell] = task.hole
        head[into, slot, POTENTIAL] = head[side, w, POTENTIAL] + steps[here] - steps[there]
        head[into, slot, AWAY] = head[side, w, AWAY] + here - there
        head[into, slot, KEY] = key
        head[into, slot, GAP] = cell
        head[into, slot, LAST] = way
        head[into, slot, ONE], head[into, slot, OTHER] = one, other
        head[into, slot, AHEAD] = head[side, w, AHEAD] + (state[LEVEL] if into == 2 else 0)
        head[into, slot, NODE] = used
        room.parents[used] = head[side, w, NODE]
        room.ways[used] = way
        used += 1
    state[USED] = used
    state[SIDE] = after
    state[COUNT] = total
    state[LEVEL] += 1


@njit(nogil=True, cache=True)
def best(room, state):  # type: ignore[no-untyped-def]
    """The state of the beam whose tiles have the least to go."""
    found = 0
    side = state[SIDE]
    for w in range(1, state[COUNT]):
        if room.head[side, w, AWAY] < room.head[side, found, AWAY]:
            found = w
    return found


@njit(nogil=True, cache=True)
def advance(task, style, group, room, state, goal, rng, ctl):  # type: ignore[no-untyped-def]
    """Go on with a beam, all tiles counting alike.

    Args:
        task: the board.
        style: of the beam.
        group: an empty one.
        room: memory.
        state: int64[SLOTS], the beam.
        goal: stop when the tiles of the best state have this little to go.
        rng: int64[1], the state of the random numbers, not 0.
        ctl: the shared array.

    Returns:
        1 when the best state is so good, 0 if the memory or the beam ended first, -1 if stopped.
    """
    while True:
        if state[COUNT] and room.head[state[SIDE], best(room, state), AWAY] <= goal:
            return 1
        if state[COUNT] == 0 or state[USED] + style.width > room.parents.shape[0]:
            return 0
        ctl[1] += state[COUNT]
        ctl[2] = state[LEVEL]
        if ctl[0] != 0 or ctl[1] > ctl[4]:
            return -1
        _level(task, style, group, room, state, rng)


@njit(nogil=True, cache=True)
def stage(task, style, group, room, state, rng, ctl):  # type: ignore[no-untyped-def]
    """Fill the cells of a group; the beam then has the states that have done so.

    Arguments as in ``advance``.

    Returns:
        1 when it is done, 0 if the memory or the beam ended first, -1 if stopped.
    """
    head = room.head
    side = state[SIDE]
    least = _FREE
    kept = 0
    state[FINISHED] = 0
    for w in range(state[COUNT]):
        for cell in range(room.tiles.shape[2]):
            if room.tiles[side, w, cell] == group.one:
                head[side, w, ONE] = cell
            if room.tiles[side, w, cell] == group.other:
                head[side, w, OTHER] = cell
        least = min(least, head[side, w, AHEAD])
    for w in range(state[COUNT]):
        head[side, w, AHEAD] -= least
        head[side, w, LAST] = -1
        done = head[side, w, ONE] == group.one and head[side, w, OTHER] == group.other
        into, slot = (2, state[FINISHED]) if done else (side, kept)
        if done:
            state[FINISHED] += 1
        else:
            kept += 1
        if into != side or slot != w:
            room.tiles[into, slot] = room.tiles[side, w]
            head[into, slot] = head[side, w]
    state[COUNT] = kept
    state[LEVEL] = 0
    room.met[:] = 0  # what was in vain before may serve now
    until = style.wait if state[FINISHED] else _FREE
    while state[COUNT] and state[LEVEL] < until and state[FINISHED] < style.width:
        if state[USED] + 2 * style.width > room.parents.shape[0]:
            return 0
        ctl[1] += state[COUNT]
        if ctl[0] != 0 or ctl[1] > ctl[4]:
            return -1
        _level(task, style, group, room, state, rng)
        if state[FINISHED] and until == _FREE:
            until = state[LEVEL] + style.wait
    side = state[SIDE]
    for w in range(state[FINISHED]):
        room.tiles[side, w] = room.tiles[2, w]
        head[side, w] = head[2, w]
    state[COUNT] = state[FINISHED]
    return 1 if state[COUNT] else 0


@njit(nogil=True, cache=True)
def depth(room, node):  # type: ignore[no-untyped-def]
    """How many moves end with a node."""
    moves = 0
    while node >= 0:
        moves += 1
        node = room.parents[node]
    return moves


@njit(nogil=True, cache=True)
def path(room, node, ways):  # type: ignore[no-untyped-def]
    """Put the ways that end with a node into int8[…] ``ways``, which has just room for them."""
    for i in range(ways.shape[0] - 1, -1, -1):
        ways[i] = room.ways[node]
        node = room.parents[node]


def warm_up() -> None:
    """Call every entry point on tiny boards."""
    ctl = np.zeros(8, np.int64)
    ctl[4] = 1 << 62
    neighbours = np.array([[-1, -1, 1, 2], [-1, 0, -1, 3], [0, -1, 3, -1], [1, 2, -1, -1]])
    places = np.arange(4, dtype=np.int16)
    steps = np.arange(64, dtype=np.int32)
    task = Task(neighbours.astype(np.int16), places // 2, places % 2, steps, 3)
    style = Style(2, 2, 7, 64, 2, 1, 20)
    table = np.zeros(64, np.uint8)
    order = np.zeros(4, np.int16)
    space = room(4, 2, 64)
    state = np.zeros(SLOTS, np.int64)
    rng = np.ones(1, np.int64)
    begin(task, np.array([3, 0, 2, 1], np.int16), space, state)
    nothing = Group(-1, -1, 0, 0, 1, 1, table, order, 0)
    advance(task, style, nothing, space, state, 0, rng, ctl)
    begin(task, np.array([3, 0, 2, 1], np.int16), space, state)
    stage(task, style, Group(0, 1, 0, 0, 2, 2, table, order, 0), space, state, rng, ctl)
    node = space.head[state[SIDE], best(space, state), NODE]
    path(space, node, np.zeros(depth(space, node), np.int8))
