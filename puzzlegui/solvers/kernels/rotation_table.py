"""Distances of all arrangements of a rotation board to its goal, by breadth-first search.

An arrangement of a multiset is numbered by its lexicographic rank, so the table is one byte an
arrangement and needs no queue: each level is found by looking through the table.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

UNKNOWN = 255
_POLL = 1 << 12


@njit(nogil=True, cache=True)
def rank(cells, counts, total):  # type: ignore[no-untyped-def]
    """The lexicographic rank of an arrangement.

    Args:
        cells: the value of each cell, 0 … k-1.
        counts: how often each value occurs; left as it was.
        total: how many arrangements there are.
    """
    n = cells.shape[0]
    result = 0
    for i in range(n):
        value = cells[i]
        smaller = 0
        for v in range(value):
            smaller += counts[v]
        result += total * smaller // (n - i)
        total = total * counts[value] // (n - i)
        counts[value] -= 1
    for i in range(n):
        counts[cells[i]] += 1
    return result


@njit(nogil=True, cache=True)
def unrank(number, counts, total, cells):  # type: ignore[no-untyped-def]
    """Write the arrangement of rank ``number`` into ``cells``; see ``rank``."""
    n = cells.shape[0]
    for i in range(n):
        value = 0
        share = total * counts[0] // (n - i)
        while number >= share:
            number -= share
            value += 1
            share = total * counts[value] // (n - i)
        cells[i] = value
        total = share
        counts[value] -= 1
    for i in range(n):
        counts[cells[i]] += 1


@njit(nogil=True, cache=True)
def expand(table, level, turns, counts, cells, ctl):  # type: ignore[no-untyped-def]
    """Find every arrangement of the level after ``level``.

    Args:
        table: uint8[arrangements], distances up to ``level`` known, UNKNOWN elsewhere.
        level: the last finished level.
        turns: int64[m, 4], cells a, b, c, d of each backward turn: a's value goes to b, b's to c,
            c's to d, d's to a.
        counts: int64[k], how often each value occurs.
        cells: int64[n], scratch.
        ctl: the shared array.

    Returns:
        1 if there are any, 0 if not, -1 if stopped; the same level may be begun again then.
    """
    total = table.shape[0]
    states = ctl[1]
    found = 0
    for number in range(total):
        if number & (_POLL - 1) == 0:
            ctl[1] = states
            ctl[2] = level
            if ctl[0] != 0 or states > ctl[4]:
                return -1
        if table[number] != level:
            continue
        states += 1
        unrank(number, counts, total, cells)
        for t in range(turns.shape[0]):
            a, b, c, d = turns[t, 0], turns[t, 1], turns[t, 2], turns[t, 3]
            last = cells[d]
            cells[d] = cells[c]
            cells[c] = cells[b]
            cells[b] = cells[a]
            cells[a] = last
            after = rank(cells, counts, total)
            if table[after] > level:  # unknown, or found before this call was begun again
                table[after] = level + 1
                found = 1
            first = cells[a]
            cells[a] = cells[b]
            cells[b] = cells[c]
            cells[c] = cells[d]
            cells[d] = first
    ctl[1] = states
    return found


def warm_up() -> None:
    """Call every entry point on a 2×2 board."""
    cells: NDArray[np.int64] = np.arange(4, dtype=np.int64)
    counts = np.ones(4, np.int64)
    table = np.full(24, UNKNOWN, np.uint8)
    unrank(0, counts, 24, cells)
    table[rank(cells, counts, 24)] = 0
    ctl = np.zeros(8, np.int64)
    ctl[4] = 1 << 62
    expand(table, 0, np.array([[0, 1, 3, 2]]), counts, cells, ctl)
