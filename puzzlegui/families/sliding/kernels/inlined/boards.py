"""Moves of the gap, Zobrist keys and sorting, for the kernels of sliding boards."""

from __future__ import annotations

import cython
from cython.cimports.puzzlegui.families.sliding.kernels.constants.beam import (
    LEFT,
    RIGHT,
    ROW,
    SHIFT,
    UP,
)
from cython.cimports.puzzlegui.kernels.inlined.primitives import zobrist


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def apart(one: cython.Py_ssize_t, other: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the distance of two rows or columns."""
    difference: cython.longlong = one - other
    return abs(difference)  # compiled without a branch


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def axis_of(direction: cython.longlong) -> cython.Py_ssize_t:
    """Return ROW or COLUMN, the coordinate that a move changes, without a branch."""
    return ROW + ((direction ^ (direction >> 1)) & 1)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def beside(
    cell: cython.Py_ssize_t,
    direction: cython.Py_ssize_t,
    rows: cython.Py_ssize_t,
    columns: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Return the neighbour of a cell in a direction, the cell itself where there is none."""
    if direction == UP:
        return cell - columns if cell >= columns else cell
    if direction == LEFT:
        return cell - 1 if cell % columns else cell
    if direction == RIGHT:
        return cell + 1 if cell % columns < columns - 1 else cell
    return cell + columns if cell < (rows - 1) * columns else cell


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def slide(
    cells: cython.short[::1],
    gap: cython.Py_ssize_t,
    direction: cython.Py_ssize_t,
    columns: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Move the gap in a possible direction and return its new cell."""
    cell: cython.Py_ssize_t
    if direction == UP:
        cell = gap - columns
    elif direction == LEFT:
        cell = gap - 1
    elif direction == RIGHT:
        cell = gap + 1
    else:
        cell = gap + columns
    kept: cython.short = cells[gap]
    cells[gap] = cells[cell]
    cells[cell] = kept
    return cell


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def key_change(
    tile: cython.Py_ssize_t,
    cell: cython.Py_ssize_t,
    gap_tile: cython.Py_ssize_t,
    gap: cython.Py_ssize_t,
) -> cython.longlong:
    """Return the change of the Zobrist key when a tile moves from ``cell`` into the gap."""
    return (zobrist(tile, gap) - zobrist(tile, cell)) + (
        zobrist(gap_tile, cell) - zobrist(gap_tile, gap)
    )


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def sort_by_score(
    items: cython.longlong[::1],
    count: cython.Py_ssize_t,
    into: cython.longlong[::1],
    buckets: cython.int[::1],
) -> cython.void:
    """Sort packed items by score, approximately, by counting sort.

    Scores count as equal if their differences from the least score have the same quotient by 4, or
    if they are far above it. The sort is stable.
    """
    if count == 0:
        return
    least: cython.longlong = items[0]
    most: cython.longlong = items[0]
    cython.declare(item=cython.longlong, i=cython.Py_ssize_t)
    for i in range(1, count):
        item = items[i]
        least = min(least, item)
        most = max(most, item)
    least >>= SHIFT
    last: cython.longlong = buckets.shape[0] - 1
    last = min(((most >> SHIFT) - least) >> 2, last)
    bucket: cython.longlong
    total: cython.int = 0
    number: cython.int
    for bucket in range(last + 1):
        buckets[bucket] = 0
    for i in range(count):
        bucket = min(((items[i] >> SHIFT) - least) >> 2, last)
        buckets[bucket] += 1
    for bucket in range(last + 1):
        number = buckets[bucket]
        buckets[bucket] = total
        total += number
    for i in range(count):
        bucket = min(((items[i] >> SHIFT) - least) >> 2, last)
        into[buckets[bucket]] = items[i]
        buckets[bucket] += 1
