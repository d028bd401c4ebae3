"""Distances of all arrangements of a rotation board to its goal, by breadth-first search.

Arrangements of a multiset are numbered by lexicographic rank, so the table takes one byte for each
and needs no queue: each level is found by scanning the table. A turn changes few cells that lie
close together, and only their terms of the rank are recomputed.

The multiset of values still to be placed is encoded as one number, the *remainder*: the sum of
count × stride over all values. ``preceding[remainder, v]`` is the number of arrangements of the
remainder that begin with a value below v.
"""

from __future__ import annotations

import cython
from cython.cimports.puzzlegui.kernels.inlined.primitives import poll

UNKNOWN = 255


def rank(
    cells: cython.longlong[::1], preceding: cython.longlong[:, ::1], strides: cython.longlong[::1]
) -> int:
    """The lexicographic rank of an arrangement.

    Args:
        cells: int64[n], the value of each cell, 0 … k-1.
        preceding: int64[remainders, k + 1]; the last row is for the whole board, the last column
            counts all arrangements.
        strides: int64[k].
    """
    remainder: cython.Py_ssize_t = preceding.shape[0] - 1
    result: cython.longlong = 0
    i: cython.Py_ssize_t
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


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
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
    value: cython.Py_ssize_t
    i: cython.Py_ssize_t
    for i in range(cells.shape[0]):
        before[i] = done
        remainders[i] = remainder
        value = 0
        while preceding[remainder, value + 1] <= number - done:
            value += 1
        cells[i] = value
        done += preceding[remainder, value]
        remainder -= strides[value]
    before[cells.shape[0]] = done
    remainders[cells.shape[0]] = remainder


def expand(
    table: cython.uchar[::1],
    level: cython.longlong,
    first: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    turns: cython.longlong[:, ::1],
    preceding: cython.longlong[:, ::1],
    strides: cython.longlong[::1],
    scratch: cython.longlong[:, ::1],
    ctl: cython.longlong[::1],
) -> int:
    """Find arrangements of the next level, from those of one part of the table.

    Two threads may work on two parts of one table: whatever they write is the same number.

    Args:
        table: uint8[arrangements], distances up to ``level`` known, UNKNOWN elsewhere.
        level: the last finished level.
        first: the first rank of the part.
        stop: the rank after its last.
        turns: int64[m, 4], cells a, b, c, d of each backward turn: a's value goes to b, b's to c,
            c's to d, d's to a.
        preceding: see ``rank``.
        strides: see ``rank``.
        scratch: int64[3, n + 1].
        ctl: the shared array.

    Returns:
        1 if there are any, 0 if not, -1 if stopped; the level may then be started again.
    """
    result: cython.int
    with cython.nogil:
        result = _expand(table, level, first, stop, turns, preceding, strides, scratch, ctl)
    return result


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _expand(
    table: cython.uchar[::1],
    level: cython.longlong,
    first: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    turns: cython.longlong[:, ::1],
    preceding: cython.longlong[:, ::1],
    strides: cython.longlong[::1],
    scratch: cython.longlong[:, ::1],
    ctl: cython.longlong[::1],
) -> cython.int:
    before: cython.longlong[::1] = scratch[0]
    remainders: cython.longlong[::1] = scratch[1]
    cells: cython.longlong[::1] = scratch[2, : scratch.shape[1] - 1]
    states: cython.longlong = 0
    found: cython.int = 0
    number: cython.Py_ssize_t
    after: cython.Py_ssize_t
    remainder: cython.Py_ssize_t
    t: cython.Py_ssize_t
    i: cython.Py_ssize_t
    a: cython.Py_ssize_t
    b: cython.Py_ssize_t
    c: cython.Py_ssize_t
    d: cython.Py_ssize_t
    low: cython.Py_ssize_t
    high: cython.Py_ssize_t
    kept: cython.longlong
    for number in range(first, stop):
        if number & 0xFFF == 0:
            ctl[2] = level
            if poll(ctl, states):
                return -1
            states = 0
        if table[number] != level:
            continue
        states += 1
        _unrank(number, preceding, strides, cells, before, remainders)
        for t in range(turns.shape[0]):
            a = turns[t, 0]
            b = turns[t, 1]
            c = turns[t, 2]
            d = turns[t, 3]
            low = min(a, b, c, d)
            high = max(a, b, c, d)
            kept = cells[d]
            cells[d] = cells[c]
            cells[c] = cells[b]
            cells[b] = cells[a]
            cells[a] = kept
            after = number - before[high + 1] + before[low]
            remainder = remainders[low]
            for i in range(low, high + 1):
                after += preceding[remainder, cells[i]]
                remainder -= strides[cells[i]]
            if table[after] > level:  # unknown, or found before this level was restarted
                table[after] = cython.cast(cython.uchar, level + 1)
                found = 1
            kept = cells[a]
            cells[a] = cells[b]
            cells[b] = cells[c]
            cells[c] = cells[d]
            cells[d] = kept
    poll(ctl, states)
    return found
