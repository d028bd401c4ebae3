"""A solution of a sliding board made shorter: stretches of it redone by small beams.

A stretch leads from one arrangement to another and the gap stays within a rectangle, which is a
small board of its own, whose goal is the arrangement after the stretch (large neighbourhood
search).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

LENGTH, TRIED, SHORTER, OTHERWISE, AT, HOLE, COUNTS = 0, 1, 2, 3, 4, 5, 6
"""What ``Work.counts`` knows: the length of the solution, stretches tried, made shorter, made
otherwise; the move at which the next stretch begins, where the gap then is; number of slots."""

_KEY, _GAP, _LAST, _NODE, _AWAY, _COST, _HEAD = 0, 1, 2, 3, 4, 5, 6
_SHIFT = 32


class Room(NamedTuple):
    """Memory for beams of width ``w`` over rectangles of ``c`` cells.

    Attributes:
        tiles: int16[2, w, c], of each state and cell the cell its tile belongs to.
        head: int64[2, w, 6], of each state its Zobrist key, the gap's cell, the last way, its node,
            what the tiles have to go, and that by cost.
        packed: int64[4 w], scores with the step they belong to, and …
        sorted: … the same in order.
        counts: int32[…], scratch for that.
        crowd: int32[c], how many states have the gap in each cell.
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


def room(cells: int, width: int, longest: int) -> Room:
    """Memory for rectangles of so many cells, and stretches of so many moves."""
    return Room(
        np.empty((2, width, cells), np.int16),
        np.zeros((2, width, _HEAD), np.int64),
        np.empty(4 * width, np.int64),
        np.empty(4 * width, np.int64),
        np.empty(512, np.int32),
        np.empty(cells, np.int32),
        np.zeros(1 << (16 * width - 1).bit_length(), np.int64),
        np.empty(width * longest, np.int32),
        np.empty(width * longest, np.int8),
    )


def room_mib(cells: int, width: int, longest: int) -> float:
    """How much memory that is."""
    return width * (4 * cells + 16 * _HEAD + 64 + 256 + 5 * longest) / (1 << 20)


class Style(NamedTuple):
    """How stretches are chosen and redone.

    Attributes:
        width: states that the beam keeps.
        crowd: the most of them with the gap in the same cell.
        noise: 2 ** k - 1, the most that is added to a score by chance, in 32nds of a step.
        least: moves of a stretch, from this …
        most: … to this.
        cells: the most cells of its rectangle.
    """

    width: Any
    crowd: Any
    noise: Any
    least: Any
    most: Any
    cells: Any


class Work(NamedTuple):
    """A solution to be made shorter, of a board of ``n`` cells.

    Attributes:
        ways: int8[…], the ways of the gap.
        counts: int64[COUNTS].
        start: int16[n], the tile in each cell at the start, all different.
        position: int16[n], the same before the next stretch.
        after: int16[n], and after it.
        place: int16[n], scratch.
        steps: int32[64], what a distance costs, in 32nds.
        columns: of the board.
        rows: of the board.
    """

    ways: Any
    counts: Any
    start: Any
    position: Any
    after: Any
    place: Any
    steps: Any
    columns: Any
    rows: Any


def work(ways: Any, start: Any, hole: int, steps: Any, rows: int, columns: int) -> Work:
    """A solution to be made shorter; ``hole`` is the gap's tile in ``start``."""
    counts = np.zeros(COUNTS, np.int64)
    counts[LENGTH] = len(ways)
    counts[HOLE] = int(np.flatnonzero(start == hole)[0])
    return Work(
        ways.copy(), counts, start, start.copy(), start.copy(), np.zeros_like(start), steps,
        columns, rows,
    )  # fmt: skip


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
def _make(cells, gap, way, columns):  # type: ignore[no-untyped-def]
    """Move the gap, and say where it is then."""
    cell = gap + (-columns if way == 0 else -1 if way == 1 else 1 if way == 2 else columns)
    cells[gap], cells[cell] = cells[cell], cells[gap]
    return cell


@njit(nogil=True, cache=True)
def _search(start, gap, high, wide, longest, style, steps, room, rng, ctl):  # type: ignore[no-untyped-def]
    """The node of the last move of a way to bring every tile of a small board to its own cell.

    Args:
        start: int16[≥ c], for each cell the cell its tile belongs to.
        gap: the gap's cell.
        high: rows.
        wide: columns.
        longest: the most moves.
        style: of the beam.
        steps: what a distance costs.
        room: memory.
        rng: int64[1], the state of the random numbers, not 0.
        ctl: the shared array.

    Returns:
        The node, -1 if none was found; and the number of moves.
    """
    width, crowded, noise = style.width, style.crowd, style.noise
    tiles, head, packed, crowd, met = room.tiles, room.head, room.packed, room.crowd, room.met
    cells = high * wide
    hole = np.int64(start[gap])
    seed = _chance(rng[0])
    mask = met.shape[0] - 1
    head[0, 0, _KEY] = seed >> 1  # another one each time, so that nothing has been met
    head[0, 0, _GAP] = gap
    head[0, 0, _NODE] = head[0, 0, _LAST] = -1
    away = cost = 0
    for cell in range(cells):
        tile = np.int64(start[cell])
        tiles[0, 0, cell] = tile
        if tile != hole:
            down, across = abs(tile // wide - cell // wide), abs(tile % wide - cell % wide)
            away += down + across
            cost += steps[down] + steps[across]
    head[0, 0, _AWAY] = away
    head[0, 0, _COST] = cost
    side, states, used = 0, 1, 0
    for level in range(longest):
        count = 0
        ctl[1] += states
        if ctl[0] != 0 or ctl[1] > ctl[4]:
            break
        for w in range(states):
            gap = head[side, w, _GAP]
            back = 3 - head[side, w, _LAST]
            r, c = gap // wide, gap % wide
            for way in range(4):
                if way == back:
                    continue
                if way == 0:
                    if r == 0:
                        continue
                    cell = gap - wide
                    goal = np.int64(tiles[side, w, cell]) // wide
                    here, there = abs(goal - r), abs(goal - r + 1)
                elif way == 3:
                    if r == high - 1:
                        continue
                    cell = gap + wide
                    goal = np.int64(tiles[side, w, cell]) // wide
                    here, there = abs(goal - r), abs(goal - r - 1)
                elif way == 1:
                    if c == 0:
                        continue
                    cell = gap - 1
                    goal = np.int64(tiles[side, w, cell]) % wide
                    here, there = abs(goal - c), abs(goal - c + 1)
                else:
                    if c == wide - 1:
                        continue
                    cell = gap + 1
                    goal = np.int64(tiles[side, w, cell]) % wide
                    here, there = abs(goal - c), abs(goal - c - 1)
                if head[side, w, _AWAY] + here - there > longest - level - 1:
                    continue
                seed = _chance(seed)
                score = head[side, w, _COST] + steps[here] - steps[there] + ((seed >> 20) & noise)
                packed[count] = (score << _SHIFT) | (w << 2) | way
                count += 1
        _sort(packed, count, room.sorted, room.counts)
        crowd[:] = 0
        total = 0
        for i in range(count):
            if total == width:
                break
            w = (room.sorted[i] >> 2) & 0x3FFFFFFF
            way = room.sorted[i] & 3
            gap = head[side, w, _GAP]
            cell = gap + (-wide if way == 0 else -1 if way == 1 else 1 if way == 2 else wide)
            if crowd[cell] == crowded:
                continue
            tile = np.int64(tiles[side, w, cell])
            key = (
                head[side, w, _KEY] + _mark(tile, gap) - _mark(tile, cell)
                + _mark(hole, cell) - _mark(hole, gap)
            )  # fmt: skip
            if met[key & mask] == key:
                continue
            met[key & mask] = key
            crowd[cell] += 1
            if way % 3 == 0:  # up or down
                goal = tile // wide
                here, there = abs(goal - gap // wide), abs(goal - cell // wide)
            else:
                goal = tile % wide
                here, there = abs(goal - gap % wide), abs(goal - cell % wide)
            after = 1 - side
            room.parents[used] = head[side, w, _NODE]
            room.ways[used] = way
            away = head[side, w, _AWAY] + here - there
            if away == 0:
                rng[0] = seed
                return used, level + 1
            for x in range(cells):
                tiles[after, total, x] = tiles[side, w, x]
            tiles[after, total, gap] = tile
            tiles[after, total, cell] = hole
            head[after, total, _KEY] = key
            head[after, total, _GAP] = cell
            head[after, total, _LAST] = way
            head[after, total, _NODE] = used
            head[after, total, _AWAY] = away
            head[after, total, _COST] = head[side, w, _COST] + steps[here] - steps[there]
            used += 1
            total += 1
        side = 1 - side
        states = total
        if states == 0:
            break
    rng[0] = seed
    return -1, 0


@njit(nogil=True, cache=True)
def improve(work, style, room, tries, rng, ctl):  # type: ignore[no-untyped-def]
    """Redo stretches of a solution, so that it becomes shorter, or another of the same length.

    Args:
        work: the solution.
        style: which stretches, and how.
        room: memory.
        tries: how many stretches.
        rng: int64[1], the state of the random numbers, not 0.
        ctl: the shared array.
    """
    rows, columns, ways, counts = work.rows, work.columns, work.ways, work.counts
    position, after, place = work.position, work.after, work.place
    least, most, cells = style.least, style.most, style.cells
    for _ in range(tries):
        if ctl[0] != 0 or ctl[1] > ctl[4]:
            return
        if counts[AT] >= counts[LENGTH]:
            while counts[AT] > 0:  # to the beginning again
                counts[AT] -= 1
                counts[HOLE] = _make(position, counts[HOLE], 3 - ways[counts[AT]], columns)
        first = counts[AT]
        counts[TRIED] += 1
        ctl[1] += 1
        end = min(first + least + _random(rng, most - least + 1), counts[LENGTH])
        for cell in range(rows * columns):
            after[cell] = position[cell]
        gap = counts[HOLE]
        top = bottom = gap // columns
        left = right = gap % columns
        for i in range(first, end):
            cell = _make(after, gap, ways[i], columns)
            r, c = cell // columns, cell % columns
            y, x, b, d = min(top, r), min(left, c), max(bottom, r), max(right, c)
            if (b - y + 1) * (d - x + 1) > cells:
                after[gap], after[cell] = after[cell], after[gap]
                end = i
                break
            top, left, bottom, right = y, x, b, d
            gap = cell
        grow = _random(rng, 16)
        if grow & 1 and top > 0 and (bottom - top + 2) * (right - left + 1) <= cells:
            top -= 1
        if grow & 2 and bottom < rows - 1 and (bottom - top + 2) * (right - left + 1) <= cells:
            bottom += 1
        if grow & 4 and left > 0 and (bottom - top + 1) * (right - left + 2) <= cells:
            left -= 1
        if grow & 8 and right < columns - 1 and (bottom - top + 1) * (right - left + 2) <= cells:
            right += 1
        high, wide = bottom - top + 1, right - left + 1
        for spot in range(high * wide):
            cell = (top + spot // wide) * columns + left + spot % wide
            place[after[cell]] = spot
        away = 0
        for x in range(high * wide):
            cell = (top + x // wide) * columns + left + x % wide
            tile = np.int64(place[position[cell]])
            after[x] = tile  # what it held is no longer needed
            if cell != counts[HOLE]:
                away += abs(tile // wide - x // wide) + abs(tile % wide - x % wide)
        longest = end - first
        if longest - away >= 2:
            hole = (counts[HOLE] // columns - top) * wide + counts[HOLE] % columns - left
            equal = 2 * (_random(rng, 4) > 0)
            node, length = _search(
                after, hole, high, wide, longest - equal, style, work.steps, room, rng, ctl
            )
            if node >= 0:
                counts[SHORTER if length < longest else OTHERWISE] += 1
                for i in range(first + length - 1, first - 1, -1):
                    ways[i] = room.ways[node]
                    node = np.int64(room.parents[node])
                gone = longest - length
                if gone:
                    for i in range(first + length, counts[LENGTH] - gone):
                        ways[i] = ways[i + gone]
                    counts[LENGTH] -= gone
        stride = 1 + _random(rng, max(1, (end - first) // 2))
        for _ in range(min(stride, counts[LENGTH] - counts[AT])):
            counts[HOLE] = _make(position, counts[HOLE], ways[counts[AT]], columns)
            counts[AT] += 1


@njit(nogil=True, cache=True)
def milestones(ways, cells, goal, columns, distance, line_of, done, last):  # type: ignore[no-untyped-def]
    """What is reached by which move of a solution.

    Args:
        ways: int8[…], the solution.
        cells: int64[n], the value in each cell, 0 for the gap; the goal's afterwards.
        goal: int64[n], the value wanted in each cell.
        columns: of the board.
        distance: int16[values, n], how far each cell is from the nearest that wants the value.
        line_of: int64[n], the line that a cell belongs to.
        done: int64[lines], the answer: the move after which a line is in place for good, from 1.
        last: int64[q], the answer: the last move after which more than q / (q + 1), … of the way
            was left, from 1.
    """
    parts = last.shape[0] + 1
    gap = away = 0
    for cell in range(cells.shape[0]):
        if cells[cell] == 0:
            gap = cell
        away += distance[cells[cell], cell]
    whole = away
    for number in range(1, ways.shape[0] + 1):
        cell = _make(cells, gap, ways[number - 1], columns)
        value = cells[gap]
        away += np.int64(distance[value, gap]) - distance[value, cell]
        if goal[gap] == value:  # if the cell held it before, that was undone later
            done[line_of[gap]] = number
        if goal[cell] == 0:
            done[line_of[cell]] = number
        gap = cell
        for part in range(parts - 1):
            if parts * away > (parts - 1 - part) * whole:
                last[part] = number


def warm_up() -> None:
    """Call every entry point on a 2×2 board."""
    ctl = np.zeros(8, np.int64)
    ctl[4] = 1 << 62
    ways = np.array([0, 1, 3, 2] * 4, np.int8)
    steps = (32 * np.arange(64)).astype(np.int32)
    task = work(ways, np.arange(4, dtype=np.int16), 3, steps, 2, 2)
    improve(task, Style(4, 4, 7, 4, 16, 4), room(4, 4, 16), 3, np.ones(1, np.int64), ctl)
    cells, line = np.array([1, 2, 3, 0]), np.zeros(4, np.int64)
    apart = np.zeros((4, 4), np.int16)
    milestones(ways, cells, cells.copy(), 2, apart, line, line.copy(), line.copy())
