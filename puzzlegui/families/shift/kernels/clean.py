"""Removal of redundant shifts from a solution of a shift board, and its milestones."""

from __future__ import annotations

import cython
from cython.cimports.puzzlegui.families.shift.kernels.inlined.lines import (
    shift_line,
    shortest_steps,
)
from cython.cimports.puzzlegui.kernels.inlined.primitives import wrapped, zobrist


def apply_moves(
    rows: cython.Py_ssize_t,
    columns: cython.Py_ssize_t,
    cells: cython.short[::1],
    moves: cython.const[cython.short][::1],
) -> None:
    """Apply shifts to cells.

    Args:
        rows: of the board.
        columns: of the board.
        cells: int16[n], the values, changed in place.
        moves: int16[m], the shifts: ``2 * line``, plus 1 if right or down; rows are counted first.
    """
    m: cython.Py_ssize_t
    for m in range(moves.shape[0]):
        shift_line(cells, 0, rows, columns, cython.cast(cython.Py_ssize_t, moves[m]))


def join(
    rows: cython.Py_ssize_t,
    columns: cython.Py_ssize_t,
    moves: cython.short[::1],
    blocks: cython.int[::1],
    entries: cython.int[:, ::1],
) -> int:
    """Join shifts of a line if no shift between them crosses it, in place.

    The result is the normal form in the free product of two groups: the products of the cyclic
    groups of all rows, and of all columns.

    Args:
        rows: of the board.
        columns: of the board.
        moves: int16[m], see ``apply_moves``.
        blocks: int32[> m + 1], scratch.
        entries: int32[2, > m], scratch.

    Returns:
        The number of remaining shifts; each line is shifted in the shorter direction.
    """
    left: cython.Py_ssize_t
    with cython.nogil:
        left = _join(rows, columns, moves, blocks, entries)
    return left


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _join(
    rows: cython.Py_ssize_t,
    columns: cython.Py_ssize_t,
    moves: cython.short[::1],
    blocks: cython.int[::1],
    entries: cython.int[:, ::1],
) -> cython.Py_ssize_t:
    # A block is a run of shifts of rows only, or of columns only: the entries from blocks[b] on,
    # each a line and its number of steps.
    top: cython.Py_ssize_t = -1
    count: cython.Py_ssize_t = 0
    left: cython.Py_ssize_t = 0
    cython.declare(m=cython.Py_ssize_t, e=cython.Py_ssize_t, line=cython.Py_ssize_t)
    cython.declare(length=cython.Py_ssize_t, move=cython.Py_ssize_t, steps=cython.longlong)
    for m in range(moves.shape[0]):
        move = cython.cast(cython.Py_ssize_t, moves[m])
        line = move >> 1
        if top < 0 or (entries[0, blocks[top]] < rows) != (line < rows):
            top += 1
            blocks[top] = cython.cast(cython.int, count)
        e = blocks[top]
        while e < count and entries[0, e] != line:
            e += 1
        if e == count:
            entries[0, e] = cython.cast(cython.int, line)
            entries[1, e] = 0
            count += 1
        length = columns if line < rows else rows
        steps = shortest_steps(entries[1, e] + (1 if move & 1 else -1), length)
        entries[1, e] = cython.cast(cython.int, steps)
        if steps == 0:
            count -= 1
            entries[0, e] = entries[0, count]
            entries[1, e] = entries[1, count]
            if count == blocks[top]:
                top -= 1
    for e in range(count):
        steps = entries[1, e]
        move = 2 * entries[0, e]
        if steps > 0:
            move += 1
        else:
            steps = -steps
        while steps > 0:
            moves[left] = cython.cast(cython.short, move)
            left += 1
            steps -= 1
    return left


def remove_loops(
    rows: cython.Py_ssize_t,
    columns: cython.Py_ssize_t,
    cells: cython.short[::1],
    moves: cython.short[::1],
    keys: cython.longlong[:, ::1],
    met: cython.int[::1],
) -> int:
    """Remove loops, which return to an earlier arrangement, in place.

    Args:
        rows: of the board.
        columns: of the board.
        cells: int16[n], the value of each cell at the start; changed.
        moves: int16[m], see ``apply_moves``.
        keys: int64[2, 2 ** k] with 2 ** k > 2 * m, scratch.
        met: int32[2 ** k], scratch.

    Returns:
        The number of remaining shifts.
    """
    left: cython.Py_ssize_t
    with cython.nogil:
        left = _remove_loops(rows, columns, cells, moves, keys, met)
    return left


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _line_key(
    cells: cython.short[::1],
    rows: cython.Py_ssize_t,
    columns: cython.Py_ssize_t,
    line: cython.Py_ssize_t,
) -> cython.longlong:
    """Return the contribution of a line to the Zobrist key."""
    key: cython.longlong = 0
    across: cython.bint = line < rows
    at: cython.Py_ssize_t = line * columns if across else line - rows
    _cell: cython.Py_ssize_t
    for _cell in range(columns if across else rows):
        key = wrapped(key + zobrist(cython.cast(cython.longlong, cells[at]), at))
        at += 1 if across else columns
    return key


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _remove_loops(
    rows: cython.Py_ssize_t,
    columns: cython.Py_ssize_t,
    cells: cython.short[::1],
    moves: cython.short[::1],
    keys: cython.longlong[:, ::1],
    met: cython.int[::1],
) -> cython.Py_ssize_t:
    # keys[0] is a hash table of the arrangements met, keys[1] their keys in the order of the moves.
    mask: cython.longlong = met.shape[0] - 1
    total: cython.longlong = 0
    count: cython.int = 0
    cython.declare(i=cython.Py_ssize_t, slot=cython.Py_ssize_t, move=cython.Py_ssize_t)
    for i in range(rows):
        total = wrapped(total + _line_key(cells, rows, columns, i))
    for i in range(met.shape[0]):
        met[i] = -1
    keys[1, 0] = total
    slot = total & mask
    keys[0, slot] = total
    met[slot] = 0
    for i in range(moves.shape[0]):
        move = cython.cast(cython.Py_ssize_t, moves[i])
        total = wrapped(total - _line_key(cells, rows, columns, move >> 1))
        shift_line(cells, 0, rows, columns, move)
        total = wrapped(total + _line_key(cells, rows, columns, move >> 1))
        moves[count] = cython.cast(cython.short, move)
        count += 1
        slot = total & mask
        while met[slot] >= 0 and keys[0, slot] != total:
            slot = (slot + 1) & mask
        if met[slot] >= 0 and met[slot] < count and keys[1, met[slot]] == total:
            count = met[slot]
        else:
            keys[0, slot] = total
            keys[1, count] = total
            met[slot] = count
    return count


def measure_progress(
    rows: cython.Py_ssize_t,
    columns: cython.Py_ssize_t,
    cells: cython.short[::1],
    goal: cython.const[cython.short][::1],
    moves: cython.const[cython.short][::1],
    distance: cython.const[cython.short][:, ::1],
    away: cython.longlong[::1],
    wrong: cython.longlong[:, ::1],
) -> None:
    """Measure the progress of a solution after each shift.

    Args:
        rows: of the board.
        columns: of the board.
        cells: int16[n], the value of each cell at the start; changed to the end.
        goal: int16[n], the value of each cell in the goal.
        moves: int16[m], see ``apply_moves``.
        distance: int16[values, n], from each cell to the nearest goal cell of a value.
        away: int64[m + 1], output: the sum of distances after each number of shifts.
        wrong: int64[2, rows], scratch; output in the second row: the number of shifts after which
            a row is final.
    """
    with cython.nogil:
        _measure_progress(rows, columns, cells, goal, moves, distance, away, wrong)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _measure_progress(
    rows: cython.Py_ssize_t,
    columns: cython.Py_ssize_t,
    cells: cython.short[::1],
    goal: cython.const[cython.short][::1],
    moves: cython.const[cython.short][::1],
    distance: cython.const[cython.short][:, ::1],
    away: cython.longlong[::1],
    wrong: cython.longlong[:, ::1],
) -> cython.void:
    cython.declare(m=cython.Py_ssize_t, r=cython.Py_ssize_t, c=cython.Py_ssize_t)
    cython.declare(at=cython.Py_ssize_t, far=cython.longlong, count=cython.longlong)
    for m in range(moves.shape[0] + 1):
        if m:
            shift_line(cells, 0, rows, columns, cython.cast(cython.Py_ssize_t, moves[m - 1]))
        far = 0
        for r in range(rows):
            count = 0
            for c in range(columns):
                at = r * columns + c
                far += distance[cells[at], at]
                count += cells[at] != goal[at]
            if m and wrong[0, r] and not count:
                wrong[1, r] = m
            if m == 0:
                wrong[1, r] = 0
            wrong[0, r] = count
        away[m] = far
