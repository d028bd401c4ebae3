"""Ranks of the patterns of sliding boards: the cells of the tiles of one database.

A pattern is ranked value by value: the cells of a value's tiles are a subset of the cells left free
by earlier values, ranked in the combinatorial number system (Lehmer 1964). With distinct tiles this
is the lexicographic rank.

The tiles of a database have consecutive slots, and so have the tiles of each value, in the order of
their cells.
"""

from __future__ import annotations

import cython
from cython.cimports.puzzlegui.kernels.inlined.primitives import popcount


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def rank_slots(
    places: cython.longlong[:, ::1],
    view: cython.Py_ssize_t,
    begin: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    first: cython.const[cython.longlong][::1],
    radix: cython.const[cython.longlong][::1],
    binomial: cython.const[cython.longlong][:, ::1],
) -> cython.longlong:
    """Return the rank of the pattern in slots ``begin`` to ``stop`` of row ``view``.

    For each slot, ``first`` is the first slot of its value, and ``radix`` the number of placements
    of the tiles of its value.
    """
    result: cython.longlong = 0
    taken: cython.longlong = 0
    mask: cython.longlong = 0
    part: cython.longlong = 0
    one: cython.longlong = 1
    cython.declare(cell=cython.longlong, i=cython.Py_ssize_t)
    for i in range(begin, stop):
        if first[i] == i:
            taken = mask
            part = 0
        cell = places[view, i]
        part += binomial[cell - popcount(taken & ((one << cell) - 1)), i - first[i] + 1]
        mask |= one << cell
        if i + 1 == stop or first[i + 1] == i + 1:
            result = result * radix[i] + part
    return result


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def rank_change(
    places: cython.longlong[:, ::1],
    view: cython.Py_ssize_t,
    begin: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    slot: cython.Py_ssize_t,
    to: cython.longlong,
    weights: cython.const[cython.longlong][::1],
) -> cython.longlong:
    """Return the change of the rank of a pattern of distinct tiles by the move of a tile.

    For each slot, ``weights`` is the weight of its digit.
    """
    here: cython.longlong = places[view, slot]
    low: cython.longlong = min(here, to)
    high: cython.longlong = max(here, to)
    change: cython.longlong = (to - here) * weights[slot]
    passed: cython.longlong = 0
    own: cython.longlong = weights[slot]
    i: cython.Py_ssize_t
    if high - low > 1:
        # Passing an earlier tile changes the own digit; passing a later tile changes its digit.
        for i in range(begin, slot):
            passed += own * ((low < places[view, i]) & (places[view, i] < high))
        for i in range(slot + 1, stop):
            passed -= weights[i] * ((low < places[view, i]) & (places[view, i] < high))
        change -= passed if to > here else -passed
    return change
