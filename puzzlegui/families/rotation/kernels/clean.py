"""Removal of redundant turns from a solution of a rotation board, and its milestones."""

from __future__ import annotations

import cython
from cython.cimports.puzzlegui.families.rotation.kernels.inlined.turns import block_key
from cython.cimports.puzzlegui.kernels.inlined.primitives import (
    turn_block,
    wrapped,
    zobrist,
)


@cython.cclass
class CleaningWorkspace:
    """Scratch memory for ``m`` turns on ``n`` cells.

    Attributes:
        top: int32[n], the last entry that touches a cell, -1 for none.
        entries: int32[m, 6], turns of blocks: the block, its clockwise quarter turns (0 if the
            entry has been removed), and for each corner the previous entry that touches it.
        cells: int16[n], the value of each cell.
        sums: int64[m + 1], the Zobrist key after each number of turns.
        keys: int64[2 ** k] > 2 m, a hash table of those keys.
        met: int32[2 ** k], the number of turns after which each key occurred, -1 for none.
    """

    top: cython.int[::1]
    entries: cython.int[:, ::1]
    cells: cython.short[::1]
    sums: cython.longlong[::1]
    keys: cython.longlong[::1]
    met: cython.int[::1]

    def __init__(
        self,
        top: cython.int[::1],
        entries: cython.int[:, ::1],
        cells: cython.short[::1],
        sums: cython.longlong[::1],
        keys: cython.longlong[::1],
        met: cython.int[::1],
    ) -> None:
        self.top = top
        self.entries = entries
        self.cells = cells
        self.sums = sums
        self.keys = keys
        self.met = met


def clean(
    columns: cython.Py_ssize_t,
    directions: cython.Py_ssize_t,
    start: cython.const[cython.short][::1],
    moves: cython.short[::1],
    length: cython.Py_ssize_t,
    workspace: CleaningWorkspace,
) -> int:
    """Remove redundant turns, in place.

    Args:
        columns: of the board.
        directions: 2 if blocks turn both ways, 1 if clockwise only.
        start: int16[n], the value of each cell at the start.
        moves: int16[≥ length], ``block * directions``, plus 1 for a turn counter-clockwise.
        length: number of turns.
        workspace: scratch.

    Returns:
        The number of remaining turns.
    """
    before: cython.Py_ssize_t = length + 1
    with cython.nogil:
        while length < before:
            before = length
            length = _join(columns, directions, moves, length, workspace)
            length = _remove_loops(columns, directions, start, moves, length, workspace)
    return length


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _block(move: cython.uint, directions: cython.Py_ssize_t) -> cython.uint:
    return move >> 1 if directions == 2 else move


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _corner(block: cython.uint, columns: cython.uint) -> cython.Py_ssize_t:
    """Return the top-left cell of a block."""
    return block // (columns - 1) * columns + block % (columns - 1)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _join(
    columns: cython.Py_ssize_t,
    directions: cython.Py_ssize_t,
    moves: cython.short[::1],
    length: cython.Py_ssize_t,
    workspace: CleaningWorkspace,
) -> cython.Py_ssize_t:
    """Join turns of a block if no turn between them touches it; return the new length."""
    top: cython.int[::1] = workspace.top
    entries: cython.int[:, ::1] = workspace.entries
    count: cython.int = 0
    total: cython.Py_ssize_t = 0
    cython.declare(i=cython.Py_ssize_t, a=cython.Py_ssize_t, b=cython.Py_ssize_t)
    cython.declare(c=cython.Py_ssize_t, d=cython.Py_ssize_t, last=cython.Py_ssize_t)
    cython.declare(_quarter=cython.int, move=cython.uint, block=cython.uint, change=cython.int)
    for i in range(top.shape[0]):
        top[i] = -1
    for i in range(length):
        move = cython.cast(cython.uint, moves[i])
        block = _block(move, directions)
        change = 3 if directions == 2 and move & 1 else 1
        a = _corner(block, cython.cast(cython.uint, columns))
        b = a + 1
        c = a + columns
        d = a + columns + 1
        last = max(top[a], top[b], top[c], top[d])
        if last < 0 or entries[last, 0] != cython.cast(cython.int, block):
            entries[count, 0] = cython.cast(cython.int, block)
            entries[count, 1] = change
            entries[count, 2] = top[a]
            entries[count, 3] = top[b]
            entries[count, 4] = top[c]
            entries[count, 5] = top[d]
            top[a] = count
            top[b] = count
            top[c] = count
            top[d] = count
            count += 1
            continue
        entries[last, 1] = (entries[last, 1] + change) & 3
        if entries[last, 1] == 0:
            top[a] = entries[last, 2]
            top[b] = entries[last, 3]
            top[c] = entries[last, 4]
            top[d] = entries[last, 5]
    for i in range(count):
        if directions == 2 and entries[i, 1] == 3:
            moves[total] = cython.cast(cython.short, entries[i, 0] * 2 + 1)
            total += 1
            continue
        for _quarter in range(entries[i, 1]):
            moves[total] = cython.cast(cython.short, entries[i, 0] * directions)
            total += 1
    return total


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _remove_loops(
    columns: cython.Py_ssize_t,
    directions: cython.Py_ssize_t,
    start: cython.const[cython.short][::1],
    moves: cython.short[::1],
    length: cython.Py_ssize_t,
    workspace: CleaningWorkspace,
) -> cython.Py_ssize_t:
    """Remove loops, which return to an earlier arrangement; return the new length."""
    cells: cython.short[::1] = workspace.cells
    sums: cython.longlong[::1] = workspace.sums
    keys: cython.longlong[::1] = workspace.keys
    met: cython.int[::1] = workspace.met
    mask: cython.longlong = keys.shape[0] - 1
    total: cython.longlong = 0
    count: cython.int = 0
    cython.declare(i=cython.Py_ssize_t, a=cython.Py_ssize_t, slot=cython.Py_ssize_t)
    cython.declare(move=cython.uint)
    for i in range(cells.shape[0]):
        cells[i] = start[i]
        total = wrapped(total + zobrist(cython.cast(cython.longlong, start[i]), i))
    for i in range(met.shape[0]):
        met[i] = -1
    sums[0] = total
    keys[total & mask] = total
    met[total & mask] = 0
    for i in range(length):
        move = cython.cast(cython.uint, moves[i])
        a = _corner(_block(move, directions), cython.cast(cython.uint, columns))
        total -= block_key(cells, 0, a, columns)
        turn_block(cells, a, columns, directions == 2 and move & 1 == 1)
        total = wrapped(total + block_key(cells, 0, a, columns))
        moves[count] = cython.cast(cython.short, move)
        count += 1
        slot = total & mask
        while met[slot] >= 0 and keys[slot] != total:
            slot = (slot + 1) & mask
        if met[slot] >= 0 and met[slot] < count and sums[met[slot]] == total:
            count = met[slot]
        else:
            keys[slot] = total
            sums[count] = total
            met[slot] = count
    return count


def measure_progress(
    columns: cython.Py_ssize_t,
    directions: cython.Py_ssize_t,
    cells: cython.short[::1],
    goal: cython.const[cython.short][::1],
    moves: cython.const[cython.short][::1],
    distance: cython.const[cython.short][:, ::1],
    away: cython.longlong[::1],
    wrong: cython.longlong[::1],
    done: cython.longlong[::1],
) -> None:
    """Measure the progress of a solution after each turn.

    Args:
        columns: of the board.
        directions: 2 if blocks turn both ways, 1 if clockwise only.
        cells: int16[n], the value of each cell at the start; changed to the end.
        goal: int16[n], the value of each cell in the goal.
        moves: int16[m], the turns, see ``clean``.
        distance: int16[values, n], from each cell to the nearest goal cell of a value.
        away: int64[m + 1], output: the sum of distances after each number of turns.
        wrong: int64[rows], scratch.
        done: int64[rows], output: the number of turns after which a row is final.
    """
    with cython.nogil:
        _measure_progress(columns, directions, cells, goal, moves, distance, away, wrong, done)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _block_away(
    cells: cython.short[::1],
    distance: cython.const[cython.short][:, ::1],
    a: cython.Py_ssize_t,
    columns: cython.Py_ssize_t,
) -> cython.longlong:
    """Return the sum of distances of the values of a block."""
    b: cython.Py_ssize_t = a + 1
    c: cython.Py_ssize_t = a + columns
    d: cython.Py_ssize_t = a + columns + 1
    far: cython.longlong = cython.cast(cython.longlong, distance[cells[a], a])
    far += distance[cells[b], b]
    far += distance[cells[c], c]
    return far + distance[cells[d], d]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _wrong(
    cells: cython.short[::1], goal: cython.const[cython.short][::1], a: cython.Py_ssize_t
) -> cython.longlong:
    """Return the number of wrong cells among two neighbours."""
    count: cython.longlong = 0
    if cells[a] != goal[a]:
        count += 1
    if cells[a + 1] != goal[a + 1]:
        count += 1
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _measure_progress(
    columns: cython.Py_ssize_t,
    directions: cython.Py_ssize_t,
    cells: cython.short[::1],
    goal: cython.const[cython.short][::1],
    moves: cython.const[cython.short][::1],
    distance: cython.const[cython.short][:, ::1],
    away: cython.longlong[::1],
    wrong: cython.longlong[::1],
    done: cython.longlong[::1],
) -> cython.void:
    cython.declare(i=cython.Py_ssize_t, a=cython.Py_ssize_t, c=cython.Py_ssize_t)
    cython.declare(row=cython.Py_ssize_t, above=cython.longlong, below=cython.longlong)
    cython.declare(before=cython.longlong, move=cython.uint)
    away[0] = 0
    for i in range(wrong.shape[0]):
        wrong[i] = 0
        done[i] = 0
    for i in range(cells.shape[0]):
        away[0] += distance[cells[i], i]
        wrong[i // columns] += cells[i] != goal[i]
    for i in range(moves.shape[0]):
        move = cython.cast(cython.uint, moves[i])
        a = _corner(_block(move, directions), cython.cast(cython.uint, columns))
        c = a + columns
        row = a // columns
        above = wrong[row]
        below = wrong[row + 1]
        before = _block_away(cells, distance, a, columns)
        wrong[row] -= _wrong(cells, goal, a)
        wrong[row + 1] -= _wrong(cells, goal, c)
        turn_block(cells, a, columns, directions == 2 and move & 1 == 1)
        away[i + 1] = away[i] + _block_away(cells, distance, a, columns) - before
        wrong[row] += _wrong(cells, goal, a)
        wrong[row + 1] += _wrong(cells, goal, c)
        if above and not wrong[row]:
            done[row] = i + 1
        if below and not wrong[row + 1]:
            done[row + 1] = i + 1
