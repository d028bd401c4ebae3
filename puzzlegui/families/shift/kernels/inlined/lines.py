"""What the kernels of shift boards share: lines shifted, and distances in a circle.

Lines are numbered, rows first; a shift is ``2 * line``, plus 1 if it goes right or down.
"""

from __future__ import annotations

import cython


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def way_round(difference: cython.longlong, length: cython.longlong) -> cython.longlong:
    """The fewest steps that are as many in a circle, of -15 * length or more, with their sign."""
    steps: cython.longlong = (difference + 16 * length) % length
    return steps - length if 2 * steps > length else steps


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def distance_round(difference: cython.longlong, length: cython.longlong) -> cython.longlong:
    """How far two cells of a line are apart in its circle."""
    steps: cython.longlong = (difference + 16 * length) % length
    return length - steps if 2 * steps > length else steps


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
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
    last: cython.Py_ssize_t
    at: cython.Py_ssize_t
    kept: cython.short
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
