"""Short, not shortest, solutions of rotation boards: a beam, and windows of a solution redone.

The beam keeps, of all states so many turns from the start, those where the tiles have least to go,
each by a cost that grows faster than its distance; what the best turn of each block would save
counts a little in advance. A window is a stretch of a solution within a small rectangle whose turns
can be brought together, since those between them touch other cells; the beam looks for a shorter
way to do the same (large neighbourhood search).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

POTENTIAL, SAVING, DOWN, ACROSS, KEY, NODE, LAST, HEAD = 0, 1, 2, 3, 4, 5, 6, 7
"""What ``Room.head`` knows of a state: what its tiles have to go by cost, what one turn of each
block could save, rows and columns to go, the Zobrist key, its turn in ``Room.parents`` and
``Room.turns``, that turn itself; how many such slots there are."""

SIDE, COUNT, USED, BEST, DEPTH, TOP, LEFT, SLOTS = 0, 1, 2, 3, 4, 5, 6, 7
"""What is known of a beam: which side of the room holds its states, how many can go on, turns noted
so far, which state is best, how many turns were made, the first row and column of blocks that it
looks at; how many such slots there are."""

_SHIFT = 36
_OFFSET = 1 << 24
_SOLVED = 1 << 23
_FREE = 1 << 40
_CHARGES = (0, 1 << 20, 0)
"""What a counter-clockwise turn costs where turns are only thought of, by the number of ways that a
block can turn: it is not thought of where it stands for three others."""
_DETOUR, _ALONG, _FAR = 128, 16, 3
"""What it costs to have to leave the edge that one stands on, and to go a step along an edge
against the clock, up to so many steps; where blocks turn clockwise only."""
_SIDES = (0, 4, 2)
"""Sides of a room, by the number of ways that a block can turn."""
_PATIENCE = 24
"""Turns after which ``settle`` gives up if none of them brought the tiles nearer."""


class Task(NamedTuple):
    """A board, of ``n`` cells.

    Attributes:
        rows: of the board.
        columns: of the board.
        ways: 2 if blocks turn both ways, 1 if clockwise only. The beam turns them both ways all
            the same, but a counter-clockwise turn leads three levels on, as it stands for three.
        images: int16[≥ turns, 4], turns that are made together, of blocks that share no cell, the
            turn itself first, -1 after the last; all -1 for one that is not made at all.
        cost: int16[≥ n, ≥ n], what a tile in a cell has to go; the tile is named by its own cell.
        row: int16[≥ n], the row a tile belongs to.
        column: int16[≥ n], the column.
        counts: int16[≥ n], 1 for a tile that is to come to its cell, 0 for one that need not.
    """

    rows: Any
    columns: Any
    ways: Any
    images: Any
    cost: Any
    row: Any
    column: Any
    counts: Any


class Style(NamedTuple):
    """How a beam goes about it.

    Attributes:
        width: states kept.
        keep: states whose savings are worked out, several times as many.
        foresight: how much savings count, in 32nds.
        noise: 2 ** k - 1, the most that is added to a score by chance.
        reach: rows and columns of the blocks looked at together.
        stay: turns made before others are looked at.
    """

    width: Any
    keep: Any
    foresight: Any
    noise: Any
    reach: Any
    stay: Any


class Room(NamedTuple):
    """Memory for a beam of width ``w`` that keeps ``k``; ``n`` cells, ``m`` turns.

    It has several sides (``s``): for the states of a level, and of the next; where blocks turn but
    one way also for those of the two levels before, from which counter-clockwise turns lead here.

    Attributes:
        alive: int64[s], how many states there are on each side.
        tiles: int16[s w, n], of each state and cell the cell its tile belongs to.
        changes: int16[s w, m], how each turn would change the cost, clockwise first.
        head: int64[s w, HEAD].
        packed: int64[2 k + m], scores with the step they belong to.
        found: int64[k, 6], steps worked out: where from, then the first slots of the head.
        fresh: int16[k, 72], the changes of the turns around each turn made.
        seen: int32[m], the latest step that took a block's savings into account.
        table: int64[2 ** …] ≥ 2 k, keys of states met at a level.
        parents: int32[…], before each turn made the one before it, -1 for none, and
        turns: int16[…], of the same size, the turn.
    """

    alive: Any
    tiles: Any
    changes: Any
    head: Any
    packed: Any
    found: Any
    fresh: Any
    seen: Any
    table: Any
    parents: Any
    turns: Any


def alone(cells: int) -> Any:
    """Images for a board, or part of one, whose turns are made one by one."""
    images = np.full((2 * cells, 4), -1, np.int16)
    images[:, 0] = np.arange(2 * cells)
    return images


def room(ways: int, cells: int, width: int, keep: int, depth: int) -> Room:
    """Memory for a board of so many cells, and so many levels of the beam."""
    turns = 2 * cells
    sides = _SIDES[ways]
    return Room(
        np.zeros(sides, np.int64),
        np.empty((sides * width, cells), np.int16),
        np.empty((sides * width, turns), np.int16),
        np.zeros((sides * width, HEAD), np.int64),
        np.empty(2 * keep + turns, np.int64),
        np.empty((keep, 6), np.int64),
        np.empty((keep, 72), np.int16),
        np.zeros(turns, np.int32),
        np.empty(1 << (2 * keep - 1).bit_length(), np.int64),
        np.empty(width * depth, np.int32),
        np.empty(width * depth, np.int16),
    )


def room_mib(ways: int, cells: int, width: int, keep: int, depth: int) -> float:
    """How much memory that is."""
    side = 6 * cells + 8 * HEAD
    return (width * (_SIDES[ways] * side + 6 * depth) + keep * 250) / (1 << 20)


class Windows(NamedTuple):
    """A solution to be made shorter, and memory for it; windows have up to ``w`` cells.

    Attributes:
        moves: int16[…], the solution and some room.
        counts: int64[4], its length; windows tried, made shorter, made otherwise.
        steps: int32[64], what a distance costs.
        board: int16[n], the colour of each cell at the start; empty if all are different.
        position: int16[n], scratch, as is all that follows.
        numbers: int64[5, w].
        places: int16[6, w].
        cost: int16[w, w].
        prices: int64[w, w].
        mates: int64[6, w + 1].
    """

    moves: Any
    counts: Any
    steps: Any
    board: Any
    position: Any
    numbers: Any
    places: Any
    cost: Any
    prices: Any
    mates: Any


def windows(moves: Any, longest: int, steps: Any, board: Any, cells: int) -> Windows:
    """Memory for windows of so many cells and turns."""
    room_for_more = np.zeros(len(moves) + longest, np.int16)
    room_for_more[: len(moves)] = moves
    return Windows(
        room_for_more,
        np.array([len(moves), 0, 0, 0]),
        steps,
        board,
        board.copy(),
        np.zeros((5, max(cells, longest)), np.int64),
        np.zeros((6, cells), np.int16),
        np.zeros((cells, cells), np.int16),
        np.zeros((cells, cells), np.int64),
        np.zeros((6, cells + 1), np.int64),
    )


@njit(nogil=True, cache=True)
def _select(array, count, wanted):  # type: ignore[no-untyped-def]
    """Bring the ``wanted`` least of ``array[:count]`` to its beginning (Hoare's quickselect)."""
    low, high = 0, count - 1
    while low < high:
        pivot = array[(low + high) >> 1]
        i, j = low, high
        while i <= j:
            while array[i] < pivot:
                i += 1
            while array[j] > pivot:
                j -= 1
            if i <= j:
                array[i], array[j] = array[j], array[i]
                i += 1
                j -= 1
        if wanted - 1 <= j:
            high = j
        elif wanted - 1 >= i:
            low = i
        else:
            return


@njit(nogil=True, cache=True)
def _chance(seed):  # type: ignore[no-untyped-def]
    """The next state of a random number generator (Marsaglia's xorshift)."""
    seed ^= seed << 13
    seed ^= (seed >> 7) & 0x01FFFFFFFFFFFFFF
    return seed ^ (seed << 17)


@njit(nogil=True, cache=True)
def _random(rng, below):  # type: ignore[no-untyped-def]
    rng[0] = _chance(rng[0])
    return ((rng[0] >> 11) & 0x3FFFFFFFFFFFF) % below


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
def _turn_changes(cells, cost, a, columns):  # type: ignore[no-untyped-def]
    """How the cost changes by turning a block clockwise, and counter-clockwise."""
    b, c, d = a + 1, a + columns + 1, a + columns
    ta, tb, tc, td = cells[a], cells[b], cells[c], cells[d]
    before = np.int32(cost[ta, a]) + cost[tb, b] + cost[tc, c] + cost[td, d]
    one = np.int32(cost[ta, b]) + cost[tb, c] + cost[tc, d] + cost[td, a] - before
    other = np.int32(cost[ta, d]) + cost[tb, a] + cost[tc, b] + cost[td, c] - before
    return one, other


@njit(nogil=True, cache=True)
def _along(rows, columns, cell, down, aside):  # type: ignore[no-untyped-def]
    """How far a way goes against the clock along the edges of the board that a cell lies on."""
    far = 0
    if cell // columns == 0:
        far -= aside
    if cell // columns == rows - 1:
        far += aside
    if cell % columns == 0:
        far += down
    if cell % columns == columns - 1:
        far -= down
    return far


@njit(nogil=True, cache=True)
def _detour(rows, columns, cell, goal):  # type: ignore[no-untyped-def]
    """What it costs in addition that clockwise turns lead along the edges but one way.

    On a 3×3 board, where distances alone say nothing of the turns that are needed (correlation
    0.02), they and what ``_along`` says do (0.57).
    """
    down, aside = goal // columns - cell // columns, goal % columns - cell % columns
    wrong = (
        (down == 0 and aside > 0 and goal // columns == rows - 1)
        or (down == 0 and aside < 0 and goal // columns == 0)
        or (aside == 0 and down > 0 and goal % columns == 0)
        or (aside == 0 and down < 0 and goal % columns == columns - 1)
    )
    down, aside = max(-_FAR, min(_FAR, down)), max(-_FAR, min(_FAR, aside))
    far = _along(rows, columns, cell, down, aside) + _along(rows, columns, goal, down, aside)
    return _ALONG * far + (_DETOUR if wrong else 0)


@njit(nogil=True, cache=True)
def add_detours(rows, columns, cost):  # type: ignore[no-untyped-def]
    """Add to the costs of a board what clockwise turns alone make longer."""
    for tile in range(rows * columns):
        for cell in range(rows * columns):
            cost[tile, cell] += _detour(rows, columns, cell, tile)


@njit(nogil=True, cache=True)
def begin(task, start, room, state):  # type: ignore[no-untyped-def]
    """Begin a beam with one state.

    Args:
        task: the board.
        start: int16[≥ n], for each cell the cell its tile belongs to.
        room: memory.
        state: int64[SLOTS], the beam.
    """
    rows, columns = task.rows, task.columns
    charge = _CHARGES[task.ways]
    head = room.head
    for slot in range(HEAD):
        head[0, slot] = 0
    room.alive[:] = 0
    room.alive[0] = 1
    for cell in range(rows * columns):
        tile = np.int64(start[cell])
        room.tiles[0, cell] = tile
        head[0, POTENTIAL] += task.cost[tile, cell]
        head[0, DOWN] += task.counts[tile] * abs(task.row[tile] - cell // columns)
        head[0, ACROSS] += task.counts[tile] * abs(task.column[tile] - cell % columns)
        head[0, KEY] += _mark(tile, cell)
    for r in range(rows - 1):
        for c in range(columns - 1):
            one, other = _turn_changes(start, task.cost, r * columns + c, columns)
            turn = (r * (columns - 1) + c) * 2
            room.changes[0, turn] = one
            room.changes[0, turn + 1] = other
            head[0, SAVING] += min(0, one, other + charge)
    head[0, NODE] = head[0, LAST] = -1
    state[:] = 0
    state[COUNT] = 1


@njit(nogil=True, cache=True)
def _propose(task, style, room, state, seed):  # type: ignore[no-untyped-def]
    """Choose the most promising turns of all states, by what is known before making them.

    Returns:
        How many stand in ``packed``, and the state of the random numbers.
    """
    across = task.columns - 1
    packed, changes, head = room.packed, room.changes, room.head
    sides = room.alive.shape[0]
    charge = _CHARGES[task.ways]
    top, left = state[TOP], state[LEFT]
    high, wide = min(style.reach, task.rows - 1), min(style.reach, across)
    images = task.images
    count = 0
    limit = np.int64(1) << 62
    for age in range(3 - task.ways):  # where a level comes from
        side = (state[SIDE] - 2 * age) % sides
        first, beyond = (age, age + 1) if task.ways == 1 else (0, 2)
        for w in range(side * style.width, side * style.width + room.alive[side]):
            saving = head[w, SAVING]
            score = head[w, POTENTIAL] + _OFFSET
            last = head[w, LAST]
            for spot in range(high * wide):
                turn = ((top + spot // wide) * across + left + spot % wide) * 2
                one, other = np.int64(changes[w, turn]), np.int64(changes[w, turn + 1])
                least = min(np.int64(0), one, other + charge)
                if images[turn, 0] < 0:
                    continue
                made = 1
                while made < images.shape[1] and images[turn, made] >= 0:
                    made += 1
                rest = score + ((style.foresight * (saving - least * made)) >> 5)
                for way in range(first, beyond):
                    value = rest + made * np.int64(changes[w, turn + way])
                    if (value << _SHIFT) > limit:
                        continue
                    if last == (turn + way) ^ 1:
                        continue  # it would undo the last turn
                    seed = _chance(seed)
                    value += (seed >> 20) & style.noise
                    item = (value << _SHIFT) | (w << 12) | (turn + way)
                    if item > limit:
                        continue
                    packed[count] = item
                    count += 1
                    if count == packed.shape[0]:
                        _select(packed, count, style.keep)
                        count = style.keep
                        limit = packed[0]
                        for i in range(count):
                            limit = max(limit, packed[i])
    if count > style.keep:
        _select(packed, count, style.keep)
        count = style.keep
    return count, seed


@njit(nogil=True, cache=True)
def _nearer(goal, after, before):  # type: ignore[no-untyped-def]
    return abs(goal - after) - abs(goal - before)


@njit(nogil=True, cache=True)
def _work_out(task, style, room, count, left, seed):  # type: ignore[no-untyped-def]
    """Find out what the chosen turns lead to; new states only, and none that needs too many turns.

    Returns:
        How many stand in ``packed`` and ``found``, and the state of the random numbers.
    """
    rows, columns, cost = task.rows, task.columns, task.cost
    charge = _CHARGES[task.ways]
    goal_row, goal_column, counts = task.row, task.column, task.counts
    across = columns - 1
    packed, changes, head, table, fresh, seen = (
        room.packed, room.changes, room.head, room.table, room.fresh, room.seen
    )  # fmt: skip
    images = task.images
    mask = table.shape[0] - 1
    for near in range(seen.shape[0]):
        seen[near] = 0
    for i in range(table.shape[0]):
        table[i] = 0
    total = 0
    for i in range(count):
        item = packed[i]
        w = (item >> 12) & 0xFFFFFF
        turn = item & 0xFFF
        back = turn & 1 == 1
        cells = room.tiles[w]
        key = head[w, KEY]
        down, aside = head[w, DOWN], head[w, ACROSS]
        potential = head[w, POTENTIAL]
        for image in images[turn]:
            if image < 0:
                break
            potential += changes[w, image]
            block = np.int64(image) >> 1
            r = block // across
            c = block - r * across
            a = r * columns + c
            corners = (a, a + 1, a + columns, a + columns + 1)
            for x in corners:
                key -= _mark(cells[x], x)
            _turn(cells, a, columns, back)
            for x in corners:
                key += _mark(cells[x], x)
            # Two of the four tiles went down and up, two to the right and left.
            one, other = (
                (cells[a + columns], cells[a + 1]) if back else (cells[a + columns + 1], cells[a])
            )
            down += counts[one] * _nearer(goal_row[one], r + 1, r)
            down += counts[other] * _nearer(goal_row[other], r, r + 1)
            one, other = (
                (cells[a + columns + 1], cells[a]) if back else (cells[a + 1], cells[a + columns])
            )
            aside += counts[one] * _nearer(goal_column[one], c + 1, c)
            aside += counts[other] * _nearer(goal_column[other], c, c + 1)
        place = key & mask
        while table[place] != 0 and table[place] != key:
            place = (place + 1) & mask
        if table[place] == 0 and max(down, aside) <= 2 * left:
            table[place] = key
            saving = head[w, SAVING]
            slot = 0
            for image in images[turn]:
                if image < 0:
                    break
                block = np.int64(image) >> 1
                r = block // across
                c = block - r * across
                for y in range(max(0, r - 1), min(rows - 1, r + 2)):
                    for x in range(max(0, c - 1), min(across, c + 2)):
                        near = (y * across + x) * 2
                        one, other = _turn_changes(cells, cost, y * columns + x, columns)
                        fresh[total, slot] = one
                        fresh[total, slot + 1] = other
                        slot += 2
                        if seen[near] != i + 1:  # it may be near to two images
                            seen[near] = i + 1
                            before = min(changes[w, near], np.int64(changes[w, near + 1]) + charge)
                            saving += min(0, one, other + charge) - min(0, before)
            found = room.found[total]
            found[0] = item
            found[1 + POTENTIAL] = potential
            found[1 + SAVING] = saving
            found[1 + DOWN] = down
            found[1 + ACROSS] = aside
            found[1 + KEY] = key
            seed = _chance(seed)
            score = potential + ((style.foresight * saving) >> 5) + ((seed >> 20) & style.noise)
            if down + aside == 0:
                score -= _SOLVED
            packed[total] = ((score + _OFFSET) << _SHIFT) | total
            total += 1
        for image in images[turn]:
            if image < 0:
                break
            block = np.int64(image) >> 1
            _turn(cells, block // across * columns + block % across, columns, not back)
    return total, seed


@njit(nogil=True, cache=True)
def _level(task, style, room, state, left, rng):  # type: ignore[no-untyped-def]
    """Make one turn in every state of the beam; ``left`` turns may follow.

    Returns:
        Whether the best state is solved.
    """
    rows, columns = task.rows, task.columns
    across = columns - 1
    tiles, changes, head, packed = room.tiles, room.changes, room.head, room.packed
    count, seed = _propose(task, style, room, state, rng[0])
    total, rng[0] = _work_out(task, style, room, count, left, seed)
    chosen = min(style.width, total)
    if total > chosen:
        _select(packed, total, chosen)
    sides = room.alive.shape[0]
    side = (state[SIDE] + 1) % sides
    used = state[USED]
    best = 0
    for i in range(chosen):
        if packed[i] < packed[best]:
            best = i
        index = packed[i] & ((1 << _SHIFT) - 1)
        item = room.found[index, 0]
        w = (item >> 12) & 0xFFFFFF
        turn = item & 0xFFF
        target = side * style.width + i
        for cell in range(rows * columns):
            tiles[target, cell] = tiles[w, cell]
        for other in range((rows - 1) * across * 2):
            changes[target, other] = changes[w, other]
        slot = 0
        for image in task.images[turn]:
            if image < 0:
                break
            block = np.int64(image) >> 1
            r = block // across
            c = block - r * across
            _turn(tiles[target], r * columns + c, columns, turn & 1 == 1)
            for y in range(max(0, r - 1), min(rows - 1, r + 2)):
                for x in range(max(0, c - 1), min(across, c + 2)):
                    for way in range(2):
                        changes[target, (y * across + x) * 2 + way] = room.fresh[index, slot]
                        slot += 1
        for slot in range(KEY + 1):
            head[target, slot] = room.found[index, 1 + slot]
        head[target, LAST] = turn
        head[target, NODE] = used + i
        room.parents[used + i] = head[w, NODE]
        room.turns[used + i] = turn
    room.alive[side] = chosen
    state[SIDE] = side
    state[COUNT] = 0
    for age in range(sides - 1):
        state[COUNT] += room.alive[(side - age) % sides]
    state[USED] = used + chosen
    state[BEST] = side * style.width + best
    state[DEPTH] += 1
    if chosen == 0:
        head[state[BEST], DOWN] = _FREE  # there may be states that lead to the next level
    return head[state[BEST], DOWN] + head[state[BEST], ACROSS] == 0


@njit(nogil=True, cache=True)
def _look_elsewhere(task, style, room, state, sums):  # type: ignore[no-untyped-def]
    """Look at the blocks whose turns could save most in the best state.

    ``sums`` is scratch: int64[rows, columns].
    """
    high, wide = task.rows - 1, task.columns - 1
    charge = _CHARGES[task.ways]
    changes = room.changes[state[BEST]]
    for c in range(wide + 1):
        sums[0, c] = 0
    for r in range(high):
        sums[r + 1, 0] = 0
        for c in range(wide):
            turn = (r * wide + c) * 2
            least = min(0, np.int64(changes[turn]), np.int64(changes[turn + 1]) + charge)
            sums[r + 1, c + 1] = sums[r, c + 1] + sums[r + 1, c] - sums[r, c] + least
    down, across = min(style.reach, high), min(style.reach, wide)
    best = 1
    for r in range(high - down + 1):
        for c in range(wide - across + 1):
            saving = (
                sums[r + down, c + across] - sums[r, c + across] - sums[r + down, c] + sums[r, c]
            )
            if saving < best:
                best = saving
                state[TOP], state[LEFT] = r, c


@njit(nogil=True, cache=True)
def advance(task, style, room, state, goal, sums, rng, ctl):  # type: ignore[no-untyped-def]
    """Go on with a beam.

    Args:
        task: the board.
        style: of the beam.
        room: memory.
        state: int64[SLOTS], the beam.
        goal: stop when the tiles of the best state have this little to go.
        sums: int64[rows, columns], scratch.
        rng: int64[1], the state of the random numbers, not 0.
        ctl: the shared array.

    Returns:
        1 when the best state is so good, 0 if the memory or the beam ended first, -1 if stopped.
    """
    while True:
        best = room.head[state[BEST]]
        if best[DOWN] + best[ACROSS] <= goal:
            return 1
        if state[COUNT] == 0 or state[USED] + style.width > room.parents.shape[0]:
            return 0
        ctl[1] += room.alive[state[SIDE]]
        ctl[2] = state[DEPTH]
        if ctl[0] != 0 or ctl[1] > ctl[4]:
            return -1
        if state[DEPTH] % style.stay == 0:
            _look_elsewhere(task, style, room, state, sums)
        _level(task, style, room, state, _FREE, rng)


@njit(nogil=True, cache=True)
def match(cost, size, mates):  # type: ignore[no-untyped-def]
    """Assign rows to columns at the least total cost (Hungarian method, by shortest paths).

    Args:
        cost: int64[≥ size, ≥ size].
        size: of the square to be assigned.
        mates: int64[6, > size], scratch; column ``j`` is assigned row ``mates[0, j + 1] - 1``.
    """
    mate, row_price, column_price, way, least, seen = mates
    for j in range(size + 1):
        mate[j] = row_price[j] = column_price[j] = 0
    for i in range(1, size + 1):
        mate[0] = i
        here = 0
        for j in range(size + 1):
            least[j] = 1 << 60
            seen[j] = 0
        while mate[here] != 0:
            seen[here] = 1
            row = mate[here]
            step = np.int64(1) << 60
            after = 0
            for j in range(1, size + 1):
                if not seen[j]:
                    reduced = cost[row - 1, j - 1] - row_price[row] - column_price[j]
                    if reduced < least[j]:
                        least[j] = reduced
                        way[j] = here
                    if least[j] < step:
                        step = least[j]
                        after = j
            for j in range(size + 1):
                if seen[j]:
                    row_price[mate[j]] += step
                    column_price[j] -= step
                else:
                    least[j] -= step
            here = after
        while here:
            before = way[here]
            mate[here] = mate[before]
            here = before


@njit(nogil=True, cache=True)
def _rematch(wanted, colours, cells, columns, work):  # type: ignore[no-untyped-def]
    """Exchange the cells that tiles of equal colours are to go to, so that the ways are short.

    ``wanted[cell]`` is where the tile in the cell is to go.
    """
    here, there = work.numbers[3], work.numbers[4]
    for cell in range(cells):
        first = True
        for other in range(cell):
            first = first and colours[other] != colours[cell]
        if not first:
            continue
        size = 0
        for other in range(cell, cells):
            if colours[other] == colours[cell]:
                here[size] = other
                there[size] = wanted[other]
                size += 1
        for i in range(size):
            for j in range(size):
                x, y = here[i], there[j]
                work.prices[i, j] = (
                    work.steps[abs(x // columns - y // columns)]
                    + work.steps[abs(x % columns - y % columns)]
                )
        match(work.prices, size, work.mates)
        for j in range(size):
            wanted[here[work.mates[0, j + 1] - 1]] = there[j]


@njit(nogil=True, cache=True)
def _gather(task, work, first, top, left, high, wide, longest):  # type: ignore[no-untyped-def]
    """Collect the turns in a rectangle that can be brought forward to a place in the solution.

    A turn can if no turn between, left where it is, touches its cells. Their places are put in
    ``numbers[0]``, and into ``places[0]`` where they bring the tile of each cell of the rectangle.

    Returns:
        How many there are.
    """
    ways, across = task.ways, task.columns - 1
    taken, blocked = work.numbers[0], work.numbers[1]
    came, wanted = work.places[1], work.places[0]
    cells = high * wide
    for cell in range(cells):
        blocked[cell] = 0
        came[cell] = cell
    closed = size = 0
    j = first
    while j < work.counts[0] and size < longest and closed < cells - 3:
        turn = np.int64(work.moves[j])
        r, c = turn // ways // across - top, turn // ways % across - left
        if -1 <= r < high and -1 <= c < wide:
            a = r * wide + c
            inside = 0 <= r < high - 1 and 0 <= c < wide - 1
            if inside and not (
                blocked[a] or blocked[a + 1] or blocked[a + wide] or blocked[a + wide + 1]
            ):
                taken[size] = j
                size += 1
                _turn(came, a, wide, ways == 2 and turn & 1 == 1)
            else:
                for y in range(max(0, r), min(high, r + 2)):
                    for x in range(max(0, c), min(wide, c + 2)):
                        closed += 1 - blocked[y * wide + x]
                        blocked[y * wide + x] = 1
        j += 1
    for cell in range(cells):
        wanted[came[cell]] = cell
    return size


@njit(nogil=True, cache=True)
def play(task, cells, moves, count):  # type: ignore[no-untyped-def]
    """Make the first ``count`` turns on cells of the whole board, int16[n]."""
    columns, ways = task.columns, task.ways
    across = columns - 1
    for j in range(count):
        turn = np.int64(moves[j])
        block = turn // ways
        a = block // across * columns + block % across
        _turn(cells, a, columns, ways == 2 and turn & 1 == 1)


@njit(nogil=True, cache=True)
def _recolour(task, work, first, top, left, high, wide):  # type: ignore[no-untyped-def]
    """Let equal tiles in a rectangle share the ways to their cells anew."""
    columns = task.columns
    position, colours = work.position, work.places[2]
    for cell in range(position.shape[0]):
        position[cell] = work.board[cell]
    play(task, position, work.moves, first)
    for cell in range(high * wide):
        colours[cell] = position[(top + cell // wide) * columns + left + cell % wide]
    _rematch(work.places[0], colours, high * wide, wide, work)


@njit(nogil=True, cache=True)
def _replace(task, work, first, size, top, left, wide, room, node, length):  # type: ignore[no-untyped-def]
    """Put the ``length`` turns that end with a node in the place of those gathered."""
    moves, taken = work.moves, work.numbers[0]
    ways, across = task.ways, task.columns - 1
    last = taken[size - 1]
    into = last
    k = size - 1
    for j in range(last, first - 1, -1):  # what was between them comes after them
        if k >= 0 and taken[k] == j:
            k -= 1
        else:
            moves[into] = moves[j]
            into -= 1
    j = first + length
    while node >= 0:
        turn = np.int64(room.turns[node])
        r, c = turn // 2 // (wide - 1), turn // 2 % (wide - 1)
        for _ in range(3 if ways == 1 and turn & 1 else 1):
            j -= 1
            moves[j] = ((top + r) * across + left + c) * ways + (turn & (ways - 1))
        node = room.parents[node]
    gone = size - length
    if gone:
        for j in range(first + length, work.counts[0] - gone):
            moves[j] = moves[j + gone]
        work.counts[0] -= gone


@njit(nogil=True, cache=True)
def improve(task, style, room, state, work, least, most, longest, budget, rng, ctl):  # type: ignore[no-untyped-def]
    """Redo windows of a solution, so that it becomes shorter, or another of the same length.

    Args:
        task: the board; its costs are not used.
        style: of the beam.
        room: memory for windows.
        state: int64[SLOTS], scratch for the beam.
        work: the solution.
        least: rows and columns of a window, from this …
        most: … to this.
        longest: the most turns that a window has.
        budget: states after which no further window is begun.
        rng: int64[1], the state of the random numbers, not 0.
        ctl: the shared array.
    """
    rows, columns, ways = task.rows, task.columns, task.ways
    across = columns - 1
    start, goal_row, goal_column = work.places[0], work.places[3], work.places[4]
    every = work.places[5]
    end = ctl[1] + budget
    while True:
        length = work.counts[0]
        if length < 2 or ctl[0] != 0 or ctl[1] > ctl[4] or ctl[1] > end:
            return
        ctl[1] += 1
        first = _random(rng, length)
        high = min(rows, least + _random(rng, most - least + 1))
        wide = min(columns, least + _random(rng, most - least + 1))
        block = np.int64(work.moves[first]) // ways
        top = max(0, min(rows - high, block // across - _random(rng, high - 1)))
        left = max(0, min(columns - wide, block % across - _random(rng, wide - 1)))
        size = _gather(task, work, first, top, left, high, wide, longest)
        work.counts[1] += 1
        if size < 2:
            continue
        if work.board.shape[0]:
            _recolour(task, work, first, top, left, high, wide)
        cells = high * wide
        down = aside = 0
        for cell in range(cells):
            down += abs(start[cell] // wide - cell // wide)
            aside += abs(start[cell] % wide - cell % wide)
        slack = (size if ways == 2 else 3 * size // 4) - (max(down, aside) + 1) // 2
        if slack < 5 and _random(rng, 32) >= (1, 1, 4, 4, 16)[max(0, slack)]:
            continue
        for tile in range(cells):
            goal_row[tile] = tile // wide
            goal_column[tile] = tile % wide
            every[tile] = 1
            for cell in range(cells):
                work.cost[tile, cell] = (
                    work.steps[abs(tile // wide - cell // wide)]
                    + work.steps[abs(tile % wide - cell % wide)]
                )
                if ways == 1:
                    work.cost[tile, cell] += _detour(high, wide, cell, tile)
        window = Task(high, wide, ways, task.images, work.cost, goal_row, goal_column, every)
        begin(window, start, room, state)
        solved = room.head[0, DOWN] + room.head[0, ACROSS] == 0
        while not solved and state[COUNT] and state[DEPTH] < size and ctl[0] == 0:
            ctl[1] += room.alive[state[SIDE]]
            solved = _level(window, style, room, state, size - state[DEPTH] - 1, rng)
        if solved:
            best = room.head[state[BEST]]
            length = state[DEPTH]
            work.counts[2 if length < size else 3] += 1
            _replace(task, work, first, size, top, left, wide, room, best[NODE], length)


@njit(nogil=True, cache=True)
def settle(task, style, room, state, work, cells, top, left, high, wide, wanted, weight, rng, ctl):  # type: ignore[no-untyped-def]
    """Bring some tiles to their cells, by turns within a rectangle that costs the others little.

    Args:
        task: the board; its costs are not used.
        style: of the beam.
        room: memory for the rectangle; it says how many turns there may be.
        state: int64[SLOTS], the beam; its best state is the answer.
        work: memory for the rectangle.
        cells: int16[n], for each cell of the board the cell its tile belongs to.
        top: the first row of the rectangle …
        left: … and its first column.
        high: how many rows it has …
        wide: … and columns.
        wanted: uint8[n], 1 for the cells whose tiles are wanted; all of them in the rectangle.
        weight: how much more what these have to go costs.
        rng: int64[1], the state of the random numbers, not 0.
        ctl: the shared array.

    Returns:
        1 if they came there, 0 if not, -1 if stopped.
    """
    columns = task.columns
    start, goal_row, goal_column = work.places[0], work.places[3], work.places[4]
    counts = work.places[5]
    for tile in range(high * wide):
        goal = np.int64(cells[(top + tile // wide) * columns + left + tile % wide])
        start[tile] = tile
        counts[tile] = wanted[goal]
        goal_row[tile], goal_column[tile] = goal // columns - top, goal % columns - left
        factor = 1 + (weight - 1) * counts[tile]
        for cell in range(high * wide):
            way = (
                work.steps[abs(goal_row[tile] - cell // wide)]
                + work.steps[abs(goal_column[tile] - cell % wide)]
            )
            if task.ways == 1 and counts[tile]:
                there = goal_row[tile] * wide + goal_column[tile]
                way += _detour(high, wide, cell, there)
            work.cost[tile, cell] = min(way, 8000) * factor
    part = Task(high, wide, task.ways, task.images, work.cost, goal_row, goal_column, counts)
    begin(part, start, room, state)
    nearest = _FREE
    when = 0
    while True:
        best = room.head[state[BEST]]
        away = best[DOWN] + best[ACROSS]
        if away == 0:
            return 1
        if away < nearest:
            nearest = away
            when = state[DEPTH]
        stuck = state[COUNT] == 0 or state[DEPTH] - when > _PATIENCE
        if stuck or state[USED] + style.width > room.parents.shape[0]:
            return 0
        ctl[1] += room.alive[state[SIDE]]
        if ctl[0] != 0 or ctl[1] > ctl[4]:
            return -1
        _level(part, style, room, state, _FREE, rng)


def warm_up() -> None:
    """Call every entry point on a 2×2 board."""
    ctl = np.zeros(8, np.int64)
    ctl[4] = 1 << 62
    steps = np.arange(64, dtype=np.int32)
    cells = np.arange(4, dtype=np.int16)
    cost = np.abs(np.subtract.outer(cells, cells)).astype(np.int16)
    task = Task(2, 2, 2, alone(4), cost, cells // 2, cells % 2, np.ones(4, np.int16))
    style = Style(2, 6, 5, 7, 1, 1)
    state = np.zeros(SLOTS, np.int64)
    rng = np.ones(1, np.int64)
    space = room(2, 4, 2, 6, 8)
    begin(task, np.array([1, 3, 0, 2], np.int16), space, state)
    advance(task, style, space, state, 0, np.zeros((2, 2), np.int64), rng, ctl)
    work = windows(np.zeros(6, np.int16), 6, steps, cells, 4)
    improve(task, style, space, state, work, 2, 2, 6, 2, rng, ctl)
    play(task, cells, work.moves, 2)
    wanted = np.ones(4, np.uint8)
    settle(task, style, space, state, work, cells, 0, 0, 2, 2, wanted, 2, rng, ctl)
    match(np.ones((2, 2), np.int64), 2, np.zeros((6, 3), np.int64))
