"""Distances of all arrangements of a rotation board to its goal, by breadth-first search.

An arrangement of a multiset is numbered by its lexicographic rank, so the table is one byte an
arrangement and needs no queue: each level is found by looking through the table. A turn changes
few cells that lie close together, and only their terms of the rank are computed anew.

How often each value is still to come is one number, the *rest*: the sum of count × stride of the
value, so that ``ahead[rest, v]`` can hold how many orders of the rest begin with a value below v.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

UNKNOWN = 255
_POLL = 1 << 12


@njit(nogil=True, cache=True)
def rank(cells, ahead, strides):  # type: ignore[no-untyped-def]
    """The lexicographic rank of an arrangement.

    Args:
        cells: int64[n], the value of each cell, 0 … k-1.
        ahead: int64[rests, k + 1], the last row for the whole board, the last column for all.
        strides: int64[k].
    """
    rest = ahead.shape[0] - 1
    result = 0
    for i in range(cells.shape[0]):
        result += ahead[rest, cells[i]]
        rest -= strides[cells[i]]
    return result


@njit(nogil=True, cache=True)
def unrank(number, ahead, strides, cells, before, rests):  # type: ignore[no-untyped-def]
    """Write the arrangement of rank ``number`` into ``cells``; see ``rank``.

    Args:
        number: the rank.
        ahead: see ``rank``.
        strides: see ``rank``.
        cells: int64[n], to be filled.
        before: int64[n + 1], to be filled with the sum of the terms before each cell.
        rests: int64[n + 1], to be filled with the rest at each cell.
    """
    rest = ahead.shape[0] - 1
    done = 0
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


@njit(nogil=True, cache=True)
def expand(table, level, first, stop, turns, ahead, strides, scratch, ctl):  # type: ignore[no-untyped-def]
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
    before, rests = scratch[0], scratch[1]
    cells = scratch[2, : scratch.shape[1] - 1]
    states = ctl[1]
    found = 0
    for number in range(first, stop):
        if number & (_POLL - 1) == 0:
            ctl[1] = states
            ctl[2] = level
            if ctl[0] != 0 or states > ctl[4]:
                return -1
        if table[number] != level:
            continue
        states += 1
        unrank(number, ahead, strides, cells, before, rests)
        for t in range(turns.shape[0]):
            a, b, c, d = turns[t, 0], turns[t, 1], turns[t, 2], turns[t, 3]
            low = min(a, b, c, d)
            high = max(a, b, c, d)
            last = cells[d]
            cells[d] = cells[c]
            cells[c] = cells[b]
            cells[b] = cells[a]
            cells[a] = last
            after = number - before[high + 1] + before[low]
            rest = rests[low]
            for i in range(low, high + 1):
                after += ahead[rest, cells[i]]
                rest -= strides[cells[i]]
            if table[after] > level:  # unknown, or found before this call was begun again
                table[after] = level + 1
                found = 1
            back = cells[a]
            cells[a] = cells[b]
            cells[b] = cells[c]
            cells[c] = cells[d]
            cells[d] = back
    ctl[1] = states
    return found


def number_rests(counts: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """``ahead`` and ``strides`` for a board on which each value occurs so often; see ``rank``."""
    strides = np.concatenate(([1], np.cumprod(counts + 1)))
    ahead = np.zeros((strides[-1], len(counts) + 1), np.int64)
    ahead[0, -1] = 1
    for rest in range(1, len(ahead)):
        orders = 0
        for value, stride in enumerate(strides[:-1]):
            ahead[rest, value] = orders
            if rest // stride % (counts[value] + 1):
                orders += ahead[rest - stride, -1]
        ahead[rest, -1] = orders
    return ahead, strides[:-1]


def warm_up() -> None:
    """Call every entry point on a 2×2 board."""
    ahead, strides = number_rests(np.ones(4, np.int64))
    scratch = np.zeros((3, 5), np.int64)
    cells: NDArray[np.int64] = scratch[2, :4]
    table = np.full(24, UNKNOWN, np.uint8)
    unrank(0, ahead, strides, cells, scratch[0], scratch[1])
    table[rank(cells, ahead, strides)] = 0
    ctl = np.zeros(8, np.int64)
    ctl[4] = 1 << 62
    expand(table, 0, 0, 24, np.array([[0, 1, 3, 2]]), ahead, strides, scratch, ctl)
