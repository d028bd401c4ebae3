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
