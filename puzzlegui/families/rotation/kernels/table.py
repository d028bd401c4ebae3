"""Distances of all arrangements of a rotation board to its goal, by breadth-first search.

An arrangement of a multiset is numbered by its lexicographic rank, so the table is one byte an
arrangement and needs no queue: each level is found by looking through the table. A turn changes
few cells that lie close together, and only their terms of the rank are computed anew.

How often each value is still to come is one number, the *rest*: the sum of count × stride of the
value, so that ``ahead[rest, v]`` can hold how many orders of the rest begin with a value below v.
"""

from __future__ import annotations

import cython
from cython.cimports.puzzlegui.kernels.inlined.primitives import poll

UNKNOWN = 255


def rank(
    cells: cython.longlong[::1], ahead: cython.longlong[:, ::1], strides: cython.longlong[::1]
) -> int:
    """The lexicographic rank of an arrangement.

    Args:
        cells: int64[n], the value of each cell, 0 … k-1.
        ahead: int64[rests, k + 1], the last row for the whole board, the last column for all.
        strides: int64[k].
    """
    rest: cython.Py_ssize_t = ahead.shape[0] - 1
    result: cython.longlong = 0
    i: cython.Py_ssize_t
    for i in range(cells.shape[0]):
        result += ahead[rest, cells[i]]
        rest -= strides[cells[i]]
    return result


def unrank(
    number: cython.longlong,
    ahead: cython.longlong[:, ::1],
    strides: cython.longlong[::1],
    cells: cython.longlong[::1],
    before: cython.longlong[::1],
    rests: cython.longlong[::1],
) -> None:
    """Write the arrangement of rank ``number`` into ``cells``; see ``rank``.

    Args:
        number: the rank.
        ahead: see ``rank``.
        strides: see ``rank``.
        cells: int64[n], to be filled.
        before: int64[n + 1], to be filled with the sum of the terms before each cell.
        rests: int64[n + 1], to be filled with the rest at each cell.
    """
    _unrank(number, ahead, strides, cells, before, rests)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _unrank(
    number: cython.longlong,
    ahead: cython.longlong[:, ::1],
    strides: cython.longlong[::1],
    cells: cython.longlong[::1],
    before: cython.longlong[::1],
    rests: cython.longlong[::1],
) -> cython.void:
    rest: cython.Py_ssize_t = ahead.shape[0] - 1
    done: cython.longlong = 0
    value: cython.Py_ssize_t
    i: cython.Py_ssize_t
    for i in range(cells.shape[0]):
        before[i] = done
        rests[i] = rest
        value = 0
        while ahead[rest, value + 1] <= number - done:
            value += 1
        cells[i] = value
        done += ahead[rest, value]
        rest -= strides[value]
    before[cells.shape[0]] = done
    rests[cells.shape[0]] = rest


def expand(
    table: cython.uchar[::1],
    level: cython.longlong,
    first: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    turns: cython.longlong[:, ::1],
    ahead: cython.longlong[:, ::1],
    strides: cython.longlong[::1],
    scratch: cython.longlong[:, ::1],
    ctl: cython.longlong[::1],
) -> int:
    """Find the arrangements of the level after ``level``, from those of a part of the table.

    Two threads may work on two parts of one table: all they write is the same number.

    Args:
        table: uint8[arrangements], distances up to ``level`` known, UNKNOWN elsewhere.
        level: the last finished level.
        first: the first rank to look at.
        stop: the one after the last.
        turns: int64[m, 4], cells a, b, c, d of each backward turn: a's value goes to b, b's to c,
            c's to d, d's to a.
        ahead: see ``rank``.
        strides: see ``rank``.
        scratch: int64[3, n + 1].
        ctl: the shared array.

    Returns:
        1 if there are any, 0 if not, -1 if stopped; the same level may be begun again then.
    """
    result: cython.int
    with cython.nogil:
        result = _expand(table, level, first, stop, turns, ahead, strides, scratch, ctl)
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
    ahead: cython.longlong[:, ::1],
    strides: cython.longlong[::1],
    scratch: cython.longlong[:, ::1],
    ctl: cython.longlong[::1],
) -> cython.int:
    before: cython.longlong[::1] = scratch[0]
    rests: cython.longlong[::1] = scratch[1]
    cells: cython.longlong[::1] = scratch[2, : scratch.shape[1] - 1]
    states: cython.longlong = 0
    found: cython.int = 0
    number: cython.Py_ssize_t
    after: cython.Py_ssize_t
    rest: cython.Py_ssize_t
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
        _unrank(number, ahead, strides, cells, before, rests)
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
            rest = rests[low]
            for i in range(low, high + 1):
                after += ahead[rest, cells[i]]
                rest -= strides[cells[i]]
            if table[after] > level:  # unknown, or found before this call was begun again
                table[after] = cython.cast(cython.uchar, level + 1)
                found = 1
            kept = cells[a]
            cells[a] = cells[b]
            cells[b] = cells[c]
            cells[c] = cells[d]
            cells[d] = kept
    poll(ctl, states)
    return found
