"""A narrow beam that solves a rotation board cell by cell, down to a small rest.

The tile wanted next is brought to its cell by turns that leave the finished cells alone, each of
them a step on a shortest way there, and by *conjugates* A B A', which lift finished tiles aside and
put them back (source S4's "bring 9 to 3"). Of the states that this leads to, the beam keeps those
where all tiles together have least to go, turns made being weighed against it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

POTENTIAL, MOVES, NODE, PLACE, KEY, HEAD = 0, 1, 2, 3, 4, 5
"""What ``Room.head`` knows of a state: what its tiles have to go, turns made, the last of them in
``Room.parents``, where the wanted tile is, the Zobrist key; how many such slots there are."""

_SHIFT = 32
_FAR = 1 << 20
_MOST = 400
_CONJUGATE = 1 << 13
"""From this number on, the code of a step means a conjugate; below it, a turn."""


class Room(NamedTuple):
    """Memory to work in; ``n`` cells, ``w`` the width of the beam.

    Attributes:
        tiles: int16[3, 6 w + 2, n], states, for each cell the cell its tile belongs to: those of
            this step, of the next (these two change places), and those with the tile in place.
        head: int64[3, 6 w + 2, HEAD].
        packed: int64[420 w], scores with the step they belong to.
        table: int64[2 ** k] > 8 w, Zobrist keys met, each overwriting the one before it.
        cells: int64[n], each its own index.
        fixed: bool[n], the cells that are finished.
        operators: int64[_MOST, 10], of each conjugate its turns: how many, how many cells they
            carry, the turns.
        carries: int64[_MOST, 16], of each conjugate the cells carried: from, to, from, to, ….
        far: int64[n], how many turns bring a tile from a cell to the target.
        queue: int64[12, 8 n] and
        fill: int64[12], buckets of cells.
        parents: int32[…], before each turn made the one before it, -1 for none, and
        turns: int16[…], of the same size, the turn.
    """

    tiles: Any
    head: Any
    packed: Any
    table: Any
    cells: Any
    fixed: Any
    operators: Any
    carries: Any
    far: Any
    queue: Any
    fill: Any
    parents: Any
    turns: Any


def room(cells: int, width: int) -> Room:
    """Memory for a board of so many cells."""
    states = 6 * width + 2
    nodes = width * 60 * cells + 10_000
    return Room(
        np.empty((3, states, cells), np.int16),
        np.empty((3, states, HEAD), np.int64),
        np.empty(420 * width, np.int64),
        np.zeros(1 << (8 * width).bit_length(), np.int64),
        np.arange(cells),
        np.zeros(cells, np.bool_),
        np.empty((_MOST, 10), np.int64),
        np.empty((_MOST, 16), np.int64),
        np.empty(cells, np.int64),
        np.empty((12, 8 * cells), np.int64),
        np.empty(12, np.int64),
        np.empty(nodes, np.int32),
        np.empty(nodes, np.int16),
    )


def room_mib(cells: int, width: int) -> float:
    """How much memory that is."""
    return width * (60 * 6 + 18 * 2) * cells / (1 << 20) + 1


@njit(nogil=True, cache=True)
def _sort(array, count):  # type: ignore[no-untyped-def]
    """Sort ``array[:count]`` (Shell's method)."""
    gap = 1
    while gap < count // 3:
        gap = 3 * gap + 1
    while gap:
        for i in range(gap, count):
            item = array[i]
            j = i
            while j >= gap and array[j - gap] > item:
                array[j] = array[j - gap]
                j -= gap
            array[j] = item
        gap //= 3


@njit(nogil=True, cache=True)
def _mark(tile, cell):  # type: ignore[no-untyped-def]
    """The Zobrist number of a tile in a cell; those of all cells are added up (SplitMix64)."""
    z = np.uint64(np.int64(tile) * 1024 + cell + 1) * np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    return np.int64((z ^ (z >> np.uint64(31))) >> np.uint64(2))


@njit(nogil=True, cache=True)
def _turn(cells, a, columns, back):  # type: ignore[no-untyped-def]
    """Turn the block with the top-left cell ``a``, clockwise unless ``back``."""
    b, c, d = a + 1, a + columns + 1, a + columns
    if back:
        first = cells[a]
        cells[a] = cells[b]
        cells[b] = cells[c]
        cells[c] = cells[d]
        cells[d] = first
    else:
        last = cells[d]
        cells[d] = cells[c]
        cells[c] = cells[b]
        cells[b] = cells[a]
        cells[a] = last


@njit(nogil=True, cache=True)
def _goes(a, columns, corner, back):  # type: ignore[no-untyped-def]
    """Where a turn takes the tile at a corner of its block (top left, top right, bottom …)."""
    step = (columns, -1, 1, -columns)[corner] if back else (1, columns, -columns, -1)[corner]
    return a + (corner >> 1) * columns + (corner & 1) + step


@njit(nogil=True, cache=True)
def _conjugates(rows, columns, ways, target, halves, room):  # type: ignore[no-untyped-def]
    """List the turns A B A' around a target that leave what is fixed; with half-turns or without.

    Returns:
        How many there are.
    """
    across = columns - 1
    cells, operators, carries = room.cells, room.operators, room.carries
    count = 0
    row, column = target // columns, target % columns
    for ar in range(max(0, row - 1), min(rows - 1, row + 1)):
        for ac in range(max(0, column - 1), min(across, column + 1)):
            for br in range(max(0, ar - 1), min(rows - 1, ar + 2)):
                for bc in range(max(0, ac - 1), min(across, ac + 2)):
                    if ar == br and ac == bc:
                        continue
                    for lift in range(1, 4):
                        for between in range(1, 4):
                            if not halves and (between == 2 or (lift == 2 and ways == 2)):
                                continue
                            if count == _MOST:
                                return count
                            size = 0
                            for step in range(3):
                                r, c = (br, bc) if step == 1 else (ar, ac)
                                quarters = (lift, between, 4 - lift)[step]
                                for _ in range(quarters):
                                    _turn(cells, r * columns + c, columns, False)
                                turn = (r * across + c) * ways
                                if ways == 2 and quarters == 3:
                                    turn += 1
                                    quarters = 1
                                for _ in range(quarters):
                                    operators[count, 2 + size] = turn
                                    size += 1
                            carried = 0
                            free = True
                            for r in range(min(ar, br), max(ar, br) + 2):
                                for c in range(min(ac, bc), max(ac, bc) + 2):
                                    cell = r * columns + c
                                    if cells[cell] != cell:
                                        free = free and not room.fixed[cell]
                                        carries[count, 2 * carried] = cells[cell]
                                        carries[count, 2 * carried + 1] = cell
                                        carried += 1
                                        cells[cell] = cell
                            if free and carried:
                                operators[count, 0] = size
                                operators[count, 1] = carried
                                count += 1
    return count


@njit(nogil=True, cache=True)
def _reach(room, cell, distance):  # type: ignore[no-untyped-def]
    """Note a way from a cell to the target, if it is the shortest so far."""
    if room.far[cell] > distance:
        room.far[cell] = distance
        bucket = distance % room.fill.shape[0]
        room.queue[bucket, room.fill[bucket]] = cell
        room.fill[bucket] += 1


@njit(nogil=True, cache=True)
def _measure(rows, columns, ways, target, count, room):  # type: ignore[no-untyped-def]
    """Find how many turns bring a tile from each cell to the target (Dijkstra, by buckets).

    ``count`` conjugates are listed.
    """
    far, queue, fill, fixed = room.far, room.queue, room.fill, room.fixed
    buckets = fill.shape[0]
    for cell in range(rows * columns):
        far[cell] = _FAR
    for bucket in range(buckets):
        fill[bucket] = 0
    _reach(room, target, 0)
    level = 0
    empty = 0
    while empty < buckets:
        bucket = level % buckets
        empty = empty + 1 if fill[bucket] == 0 else 0
        index = 0
        while index < fill[bucket]:
            cell = queue[bucket, index]
            index += 1
            if far[cell] != level:
                continue
            r, c = cell // columns, cell % columns
            for br in range(max(0, r - 1), min(rows - 1, r + 1)):
                for bc in range(max(0, c - 1), min(columns - 1, c + 1)):
                    a = br * columns + bc
                    if fixed[a] or fixed[a + 1] or fixed[a + columns] or fixed[a + columns + 1]:
                        continue
                    corner = 2 * (r - br) + c - bc
                    # a tile comes from where the opposite turn would take it
                    _reach(room, _goes(a, columns, corner, True), level + 1)
                    if ways == 2:
                        _reach(room, _goes(a, columns, corner, False), level + 1)
            for i in range(count):
                for j in range(room.operators[i, 1]):
                    if room.carries[i, 2 * j + 1] == cell:
                        _reach(room, room.carries[i, 2 * j], level + room.operators[i, 0])
        fill[bucket] = 0
        level += 1


@njit(nogil=True, cache=True)
def _copy(room, into, at, side, index):  # type: ignore[no-untyped-def]
    for cell in range(room.tiles.shape[2]):
        room.tiles[into, at, cell] = room.tiles[side, index, cell]
    for slot in range(HEAD):
        room.head[into, at, slot] = room.head[side, index, slot]


@njit(nogil=True, cache=True)
def _prune(room, count, width, worth):  # type: ignore[no-untyped-def]
    """Keep the best states with the tile in place, the best first; how many are left."""
    packed, head = room.packed, room.head
    for i in range(count):
        packed[i] = ((head[2, i, POTENTIAL] + worth * head[2, i, MOVES]) << _SHIFT) | i
    _sort(packed, count)
    kept = min(count, width)
    for i in range(kept):  # by a detour, since they may stand in each other's way
        _copy(room, 1, width + i, 2, packed[i] & 0xFFFFFFFF)
    for i in range(kept):
        _copy(room, 2, i, 1, width + i)
    return kept


@njit(nogil=True, cache=True)
def _change(cells, cost, a, columns, back):  # type: ignore[no-untyped-def]
    """How a turn changes the costs."""
    b, c, d = a + 1, a + columns + 1, a + columns
    ta, tb, tc, td = cells[a], cells[b], cells[c], cells[d]
    before = np.int64(cost[ta, a]) + cost[tb, b] + cost[tc, c] + cost[td, d]
    if back:
        return np.int64(cost[ta, d]) + cost[tb, a] + cost[tc, b] + cost[td, c] - before
    return np.int64(cost[ta, b]) + cost[tb, c] + cost[tc, d] + cost[td, a] - before


@njit(nogil=True, cache=True)
def _propose(rows, columns, ways, cost, worth, side, left, count, room):  # type: ignore[no-untyped-def]
    """Score every step that brings the wanted tile nearer, in each of the ``left`` states.

    Returns:
        How many there are; each is in ``packed`` with its score, its state and its code.
    """
    far, fixed, operators, carries = room.far, room.fixed, room.operators, room.carries
    packed, head = room.packed, room.head
    found = 0
    for i in range(left):
        cells = room.tiles[side, i]
        place = head[side, i, PLACE]
        r, c = place // columns, place % columns
        score = head[side, i, POTENTIAL] + worth * head[side, i, MOVES]
        for br in range(max(0, r - 1), min(rows - 1, r + 1)):
            for bc in range(max(0, c - 1), min(columns - 1, c + 1)):
                a = br * columns + bc
                if fixed[a] or fixed[a + 1] or fixed[a + columns] or fixed[a + columns + 1]:
                    continue
                corner = 2 * (r - br) + c - bc
                for way in range(ways):
                    if far[_goes(a, columns, corner, way == 1)] < far[place]:
                        value = score + worth + _change(cells, cost, a, columns, way == 1)
                        code = (br * (columns - 1) + bc) * ways + way
                        packed[found] = (value << _SHIFT) | (i << 16) | code
                        found += 1
        for j in range(count):
            after = place
            value = score + worth * operators[j, 0]
            for k in range(operators[j, 1]):
                origin, end = carries[j, 2 * k], carries[j, 2 * k + 1]
                if origin == place:
                    after = end
                value += np.int64(cost[cells[origin], end]) - cost[cells[origin], origin]
            if far[after] < far[place]:
                packed[found] = (value << _SHIFT) | (i << 16) | (_CONJUGATE + j)
                found += 1
    return found


@njit(nogil=True, cache=True)
def _place_of(room, side, index, tile):  # type: ignore[no-untyped-def]
    place = 0
    for cell in range(room.tiles.shape[2]):
        if room.tiles[side, index, cell] == tile:
            place = cell
    return place


@njit(nogil=True, cache=True)
def peel(rows, columns, ways, start, order, cost, width, room, ctl):  # type: ignore[no-untyped-def]
    """Bring the tiles to their cells in the given order.

    Args:
        rows: of the board.
        columns: of the board.
        ways: 2 if blocks turn both ways, 1 if clockwise only.
        start: int16[n], for each cell the cell its tile belongs to.
        order: int64[k], the cells to be finished, one after the other.
        cost: int16[n, n], what a tile in a cell has to go.
        width: of the beam.
        room: memory, with no cell fixed.
        ctl: the shared array.

    Returns:
        How many states there are, in ``room.tiles[0]`` and ``room.head[0]``, the best first; -1 if
        stopped or out of room.
    """
    n = rows * columns
    across = columns - 1
    tiles, head, table = room.tiles, room.head, room.table
    mask = table.shape[0] - 1
    used = 0
    states = ctl[1]
    key = np.int64(0)
    potential = np.int64(0)
    for cell in range(n):
        tiles[0, 0, cell] = start[cell]
        key += _mark(start[cell], cell)
        potential += cost[start[cell], cell]
    head[0, 0, POTENTIAL] = potential
    head[0, 0, MOVES] = 0
    head[0, 0, NODE] = -1
    head[0, 0, KEY] = key
    pool = 1
    for target in order:
        # A turn is worth what the best state has to go, shared among the turns it will take.
        away = 0
        for cell in range(n):
            tile = np.int64(tiles[0, 0, cell])
            away += abs(tile // columns - cell // columns) + abs(tile % columns - cell % columns)
        worth = 2 * head[0, 0, POTENTIAL] // max(1, away)
        for i in range(pool):
            head[0, i, PLACE] = _place_of(room, 0, i, target)
        for halves in range(2):
            count = _conjugates(rows, columns, ways, target, halves == 1, room)
            _measure(rows, columns, ways, target, count, room)
            reached = True
            for i in range(pool):
                reached = reached and room.far[head[0, i, PLACE]] < _FAR
            if reached:
                break
        side = left = done = 0
        for i in range(pool):
            if head[0, i, PLACE] == target:
                _copy(room, 2, done, 0, i)
                done += 1
            else:
                _copy(room, 0, left, 0, i)
                left += 1
        for i in range(table.shape[0]):
            table[i] = 0
        while left:
            ctl[1] = states
            if ctl[0] != 0 or states > ctl[4]:
                return -1
            states += left
            found = _propose(rows, columns, ways, cost, worth, side, left, count, room)
            _sort(room.packed, found)
            other = 1 - side
            after = 0
            for p in range(min(found, 2 * width)):
                if after == width:
                    break
                if used + 8 > room.parents.shape[0]:
                    return -1
                i = (room.packed[p] >> 16) & 0xFFFF
                code = room.packed[p] & 0xFFFF
                _copy(room, other, after, side, i)
                cells = tiles[other, after]
                key = head[side, i, KEY]
                potential = head[side, i, POTENTIAL]
                node = head[side, i, NODE]
                steps = 1 if code < _CONJUGATE else room.operators[code - _CONJUGATE, 0]
                begun = used
                for step in range(steps):
                    turn = code
                    if code >= _CONJUGATE:
                        turn = room.operators[code - _CONJUGATE, 2 + step]
                    block = turn // ways
                    a = block // across * columns + block % across
                    back = ways == 2 and turn & 1 == 1
                    potential += _change(cells, cost, a, columns, back)
                    for x in (a, a + 1, a + columns, a + columns + 1):
                        key -= _mark(cells[x], x)
                    _turn(cells, a, columns, back)
                    for x in (a, a + 1, a + columns, a + columns + 1):
                        key += _mark(cells[x], x)
                    room.parents[used] = node
                    room.turns[used] = turn
                    node = used
                    used += 1
                if table[key & mask] == key:
                    used = begun
                    continue
                table[key & mask] = key
                head[other, after, POTENTIAL] = potential
                head[other, after, MOVES] += steps
                head[other, after, NODE] = node
                head[other, after, KEY] = key
                head[other, after, PLACE] = _place_of(room, other, after, target)
                if head[other, after, PLACE] == target:
                    _copy(room, 2, done, other, after)
                    done += 1
                else:
                    after += 1
            if done > 4 * width:
                done = _prune(room, done, width, worth)
            left = after
            side = other
        pool = _prune(room, done, width, worth)
        for i in range(pool):
            _copy(room, 0, i, 2, i)
        room.fixed[target] = True
    ctl[1] = states
    return pool


def warm_up() -> None:
    """Call the entry point on a 2×5 board."""
    ctl = np.zeros(8, np.int64)
    ctl[4] = 1 << 62
    start = np.arange(10, dtype=np.int16)[::-1].copy()
    cost = np.abs(np.subtract.outer(np.arange(10), np.arange(10))).astype(np.int16)
    peel(2, 5, 2, start, np.array([0, 5]), cost, 2, room(10, 2), ctl)
