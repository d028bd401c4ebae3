"""Breadth-first search over all arrangements of a board, without a queue.

Arrangements of a multiset are numbered by lexicographic rank (Lehmer 1964), so the table takes one
byte for each: each level is found by scanning the table. A move changes few cells that lie close
together, and only their terms of the rank are recomputed.

The multiset of values still to be placed is encoded as one number, the *remainder*: the sum of
count × stride over all values. ``preceding[remainder, v]`` is the number of arrangements of the
remainder that begin with a value below v.
"""

from __future__ import annotations

import cython

from puzzlegui.kernels.primitives import poll

UNKNOWN = 255


def rank(
    cells: cython.longlong[::1], preceding: cython.longlong[:, ::1], strides: cython.longlong[::1]
) -> int:
    """Return the lexicographic rank of an arrangement.

    Args:
        cells: int64[n], the value of each cell, 0 … k-1.
        preceding: int64[remainders, k + 1]; the last row is for the whole board, the last column
            counts all arrangements.
        strides: int64[k].
    """
    remainder: cython.Py_ssize_t = preceding.shape[0] - 1
    result: cython.longlong = 0
    for i in range(cells.shape[0]):
        result += preceding[remainder, cells[i]]
        remainder -= strides[cells[i]]
    return result


def unrank(
    number: cython.longlong,
    preceding: cython.longlong[:, ::1],
    strides: cython.longlong[::1],
    cells: cython.longlong[::1],
    before: cython.longlong[::1],
    remainders: cython.longlong[::1],
) -> None:
    """Write the arrangement of rank ``number`` into ``cells``; see ``rank``.

    Args:
        number: the rank.
        preceding: see ``rank``.
        strides: see ``rank``.
        cells: int64[n], to be filled.
        before: int64[n + 1], to be filled with the sum of the terms before each cell.
        remainders: int64[n + 1], to be filled with the remainder at each cell.
    """
    _unrank(number, preceding, strides, cells, before, remainders)


def expand(
    table: cython.uchar[::1],
    level: cython.longlong,
    first: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    moves: cython.longlong[:, ::1],
    preceding: cython.longlong[:, ::1],
    strides: cython.longlong[::1],
    scratch: cython.longlong[:, ::1],
    counts: cython.longlong[::1],
    ctl: cython.longlong[::1],
) -> int:
    """Find arrangements of the next level, from those in a part of the table.

    Threads may work on different parts of a table: they write the same number to any entry.

    Args:
        table: uint8[arrangements], distances up to ``level`` known, UNKNOWN elsewhere.
        level: the last finished level.
        first: first rank of the part.
        stop: the rank after its last.
        moves: int64[m, 2 * LONGEST + 2], a row for each move: the cells whose values it moves, then
            -1; the cells that they move to, likewise; in the last two columns a cell and the value
            that must be there before, or -1.
        preceding: see ``rank``.
        strides: see ``rank``.
        scratch: int64[4, n + 1].
        counts: int64[2]; the number of arrangements of the level is added to the first, the
            number of those with an odd number of inversions to the second.
        ctl: the shared array.

    Returns:
        1 if any were found, 0 if not, -1 if stopped; the level may then be started again.
    """
    before = scratch[0]
    remainders = scratch[1]
    cells = scratch[2, : scratch.shape[1] - 1]
    kept = scratch[3]
    longest: cython.Py_ssize_t = (moves.shape[1] - 2) // 2
    states: cython.longlong = 0
    seen: cython.longlong = 0
    odd: cython.longlong = 0
    found: cython.int = 0
    with cython.nogil:
        for number in range(first, stop):
            if number & 0xFFF == 0:
                ctl[2] = level
                if poll(ctl, states):
                    found = -1
                    break
                states = 0
            if table[number] != level:
                continue
            states += 1
            seen += 1
            _unrank(number, preceding, strides, cells, before, remainders)
            odd += _inversions_odd(cells)
            for t in range(moves.shape[0]):
                required: cython.Py_ssize_t = moves[t, 2 * longest]
                if required >= 0 and cells[required] != moves[t, 2 * longest + 1]:
                    continue
                low: cython.Py_ssize_t = moves[t, 0]
                high: cython.Py_ssize_t = low
                length: cython.Py_ssize_t = 0
                while length < longest and moves[t, length] >= 0:
                    low = min(low, moves[t, length])
                    high = max(high, moves[t, length])
                    kept[length] = cells[moves[t, length]]
                    length += 1
                for i in range(length):
                    cells[moves[t, longest + i]] = kept[i]
                after: cython.Py_ssize_t = number - before[high + 1] + before[low]
                remainder = remainders[low]
                for i in range(low, high + 1):
                    after += preceding[remainder, cells[i]]
                    remainder -= strides[cells[i]]
                if table[after] > level:  # unknown, or set before this level was restarted
                    table[after] = cython.cast(cython.uchar, level + 1)
                    found = 1
                for i in range(length):
                    cells[moves[t, i]] = kept[i]
        if found >= 0:
            poll(ctl, states)
            counts[0] += seen
            counts[1] += odd
    return found


@cython.inline
def _unrank(
    number: cython.longlong,
    preceding: cython.longlong[:, ::1],
    strides: cython.longlong[::1],
    cells: cython.longlong[::1],
    before: cython.longlong[::1],
    remainders: cython.longlong[::1],
) -> cython.void:
    remainder: cython.Py_ssize_t = preceding.shape[0] - 1
    done: cython.longlong = 0
    for i in range(cells.shape[0]):
        before[i] = done
        remainders[i] = remainder
        value: cython.Py_ssize_t = 0
        while preceding[remainder, value + 1] <= number - done:
            value += 1
        cells[i] = value
        done += preceding[remainder, value]
        remainder -= strides[value]
    before[cells.shape[0]] = done
    remainders[cells.shape[0]] = remainder


@cython.inline
def _inversions_odd(cells: cython.longlong[::1]) -> cython.longlong:
    """Return 1 if the number of inversions is odd, else 0."""
    odd: cython.longlong = 0
    for i in range(cells.shape[0]):
        for j in range(i):
            odd ^= cells[j] > cells[i]
    return odd
