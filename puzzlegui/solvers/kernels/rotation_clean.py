"""Taking turns out of a solution of a rotation board that are in vain; what the rest achieve."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit


class Room(NamedTuple):
    """Memory for ``m`` turns on ``n`` cells; scratch, all of it.

    Attributes:
        top: int32[n], the last entry that touches a cell, -1 for none.
        below: int32[m, 4], the entry before it, for each corner of an entry's block.
        entries: int32[m], blocks turned, and
        quarters: int8[m], how often clockwise; 0 if the entry is gone.
        cells: int16[n], what stands in each cell.
        sums: int64[m + 1], what tells the arrangements apart that are met.
        keys: int64[2 ** k] > 2 m, those sums, by their last bits, and
        met: int32[2 ** k], after how many turns each was met, -1 where there is none.
    """

    top: Any
    below: Any
    entries: Any
    quarters: Any
    cells: Any
    sums: Any
    keys: Any
    met: Any


def room(cells: int, turns: int) -> Room:
    """Memory for a board of so many cells and so many turns."""
    size = 1 << (2 * turns + 2).bit_length()
    return Room(
        np.empty(cells, np.int32),
        np.empty((turns, 4), np.int32),
        np.empty(turns, np.int32),
        np.empty(turns, np.int8),
        np.empty(cells, np.int16),
        np.empty(turns + 1, np.int64),
        np.empty(size, np.int64),
        np.empty(size, np.int32),
    )


@njit(nogil=True, cache=True)
def _mark(value, cell):  # type: ignore[no-untyped-def]
    """The Zobrist number of a value in a cell; those of all cells are added up (SplitMix64)."""
    z = np.uint64(np.int64(value) * 1024 + cell + 1) * np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    return np.int64((z ^ (z >> np.uint64(31))) >> np.uint64(2))


@njit(nogil=True, cache=True)
def _join(columns, ways, moves, length, room):  # type: ignore[no-untyped-def]
    """Join turns of one block between which nothing touches its cells; the length afterwards."""
    across = columns - 1
    top, below, entries, quarters = room.top, room.below, room.entries, room.quarters
    for cell in range(top.shape[0]):
        top[cell] = -1
    count = 0
    for i in range(length):
        move = np.int64(moves[i])
        block = move // ways
        change = 3 if ways == 2 and move & 1 else 1
        a = block // across * columns + block % across
        corners = (a, a + 1, a + columns, a + columns + 1)
        last = max(top[a], top[a + 1], top[a + columns], top[a + columns + 1])
        if last < 0 or entries[last] != block:
            for corner in range(4):
                below[count, corner] = top[corners[corner]]
                top[corners[corner]] = count
            entries[count] = block
            quarters[count] = change
            count += 1
            continue
        quarters[last] = (quarters[last] + change) % 4
        if quarters[last] == 0:
            for corner in range(4):
                top[corners[corner]] = below[last, corner]
    total = 0
    for i in range(count):
        back = ways == 2 and quarters[i] == 3
        for _ in range(1 if back else quarters[i]):
            moves[total] = entries[i] * ways + back
            total += 1
    return total


@njit(nogil=True, cache=True)
def _turned(cells, a, columns, back):  # type: ignore[no-untyped-def]
    """Turn the block with the top-left cell ``a``, clockwise unless ``back``."""
    b, c, d = a + 1, a + columns + 1, a + columns
    if back:
        cells[a], cells[b], cells[c], cells[d] = cells[b], cells[c], cells[d], cells[a]
    else:
        cells[a], cells[b], cells[c], cells[d] = cells[d], cells[a], cells[b], cells[c]


@njit(nogil=True, cache=True)
def _leave_out_loops(columns, ways, start, moves, length, room):  # type: ignore[no-untyped-def]
    """Leave out what leads back to an arrangement met before; the length afterwards."""
    across = columns - 1
    cells, sums, keys, met = room.cells, room.sums, room.keys, room.met
    mask = keys.shape[0] - 1
    total = np.int64(0)
    for cell in range(cells.shape[0]):
        cells[cell] = start[cell]
        total += _mark(start[cell], cell)
    for slot in range(met.shape[0]):
        met[slot] = -1
    keys[total & mask] = sums[0] = total
    met[total & mask] = 0
    count = 0
    for i in range(length):
        move = np.int64(moves[i])
        block = move // ways
        a = block // across * columns + block % across
        b, c, d = a + 1, a + columns + 1, a + columns
        for cell in (a, b, c, d):
            total -= _mark(cells[cell], cell)
        _turned(cells, a, columns, ways == 2 and move & 1 == 1)
        for cell in (a, b, c, d):
            total += _mark(cells[cell], cell)
        moves[count] = move
        count += 1
        slot = total & mask
        while met[slot] >= 0 and keys[slot] != total:
            slot = (slot + 1) & mask
        if met[slot] >= 0 and met[slot] < count and sums[met[slot]] == total:
            count = met[slot]
        else:
            keys[slot] = sums[count] = total
            met[slot] = count
    return count


@njit(nogil=True, cache=True)
def clean(columns, ways, start, moves, length, room):  # type: ignore[no-untyped-def]
    """Take turns out that are in vain, in place.

    Args:
        columns: of the board.
        ways: 2 if blocks turn both ways, 1 if clockwise only.
        start: int16[n], the value of each cell at the start.
        moves: int16[≥ length], ``block * ways``, plus 1 for a turn counter-clockwise.
        length: how many there are.
        room: memory.

    Returns:
        How many are left.
    """
    before = length + 1
    while length < before:
        before = length
        length = _join(columns, ways, moves, length, room)
        length = _leave_out_loops(columns, ways, start, moves, length, room)
    return length


@njit(nogil=True, cache=True)
def watch(columns, ways, start, goal, moves, distance, away, wrong, done):  # type: ignore[no-untyped-def]
    """Find out what each turn of a solution achieves.

    Args:
        columns: of the board.
        ways: 2 if blocks turn both ways, 1 if clockwise only.
        start: int16[n], the value of each cell at the start.
        goal: int16[n], and in the end.
        moves: int16[m], the turns.
        distance: int16[values, n], how far each cell is from the nearest that wants a value.
        away: int64[m + 1], what all values have to go after each number of turns; an answer.
        wrong: int64[rows], scratch.
        done: int64[rows], how many turns finish a row for good; an answer.
    """
    across = columns - 1
    cells = start.copy()
    away[0] = 0
    for row in range(wrong.shape[0]):
        wrong[row] = done[row] = 0
    for cell in range(cells.shape[0]):
        away[0] += distance[cells[cell], cell]
        wrong[cell // columns] += cells[cell] != goal[cell]
    for i in range(moves.shape[0]):
        move = np.int64(moves[i])
        block = move // ways
        row = block // across
        a = row * columns + block % across
        corners = (a, a + 1, a + columns, a + columns + 1)
        away[i + 1] = away[i]
        above, below = wrong[row], wrong[row + 1]
        for cell in corners:
            away[i + 1] -= distance[cells[cell], cell]
            wrong[cell // columns] -= cells[cell] != goal[cell]
        _turned(cells, a, columns, ways == 2 and move & 1 == 1)
        for cell in corners:
            away[i + 1] += distance[cells[cell], cell]
            wrong[cell // columns] += cells[cell] != goal[cell]
        if above and not wrong[row]:
            done[row] = i + 1
        if below and not wrong[row + 1]:
            done[row + 1] = i + 1


def warm_up() -> None:
    """Call every entry point on a 2×2 board."""
    cells, moves = np.arange(4, dtype=np.int16), np.zeros(3, np.int16)
    clean(2, 2, cells, moves.copy(), 3, room(4, 3))
    numbers = np.zeros((3, 4), np.int64)
    watch(2, 2, cells, cells, moves, np.zeros((4, 4), np.int16), *numbers[:, :4])
