"""Shifts of lines and circular distances, for the kernels of shift boards.

Lines are numbered, rows first; a shift is ``2 * line``, plus 1 if it goes right or down.
"""

from __future__ import annotations

import cython


@cython.inline
def shortest_steps(difference: cython.longlong, length: cython.longlong) -> cython.longlong:
    """Return the signed shorter equivalent on a circle of ``difference`` ≥ -15 * length."""
    steps: cython.longlong = (difference + 16 * length) % length
    return steps - length if 2 * steps > length else steps


@cython.inline
def circular_distance(difference: cython.longlong, length: cython.longlong) -> cython.longlong:
    """Return the circular distance for a difference ≥ -15 * length."""
    steps: cython.longlong = (difference + 16 * length) % length
    return length - steps if 2 * steps > length else steps


@cython.inline
def around(place: cython.Py_ssize_t, length: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the place on a circle for one from ``-length`` to ``2 * length - 1``."""
    if place < 0:
        return place + length
    return place - length if place >= length else place


@cython.inline
def shift_line(
    cells: cython.short[::1],
    state: cython.Py_ssize_t,
    rows: cython.Py_ssize_t,
    columns: cython.Py_ssize_t,
    move: cython.Py_ssize_t,
) -> cython.void:
    """Shift a line of the board whose cells begin at ``cells[state]``."""
    line: cython.Py_ssize_t = move >> 1
    step: cython.Py_ssize_t = 1
    length: cython.Py_ssize_t = columns
    first: cython.Py_ssize_t = state + line * columns
    if line >= rows:
        step = columns
        length = rows
        first = state + line - rows
    last = first + (length - 1) * step
    if move & 1:
        kept = cells[last]
        at = last
        while at > first:
            cells[at] = cells[at - step]
            at -= step
        cells[first] = kept
    else:
        kept = cells[first]
        at = first
        while at < last:
            cells[at] = cells[at + step]
            at += step
        cells[last] = kept
