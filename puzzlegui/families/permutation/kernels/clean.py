"""Removal of redundant moves from a solution of a permutation board."""

from __future__ import annotations

import cython
from cython.cimports.puzzlegui.families.permutation.kernels.beam import Puzzle


def clean(
    puzzle: Puzzle,
    apart: cython.const[cython.uchar][:, ::1],
    moves: cython.short[::1],
    values: cython.ushort[:, ::1],
    keys: cython.longlong[:, ::1],
    met: cython.int[::1],
) -> int:
    """Remove inverse moves with only commuting moves between them, then loops, in place.

    Args:
        puzzle: the moves.
        apart: uint8[m, m], 1 for moves that share no cell.
        moves: int16[…], the solution.
        values: uint16[2, n], the value of each cell at the start, changed; and scratch.
        keys: int64[2, 2 ** k] with 2 ** k > 2 * the number of moves, scratch.
        met: int32[2 ** k], scratch.

    Returns:
        The number of remaining moves.
    """
    left: cython.Py_ssize_t
    with cython.nogil:
        left = _cancel(puzzle, apart, moves)
        left = _remove_loops(puzzle, moves[:left], values, keys, met)
    return left


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _cancel(
    puzzle: Puzzle, apart: cython.const[cython.uchar][:, ::1], moves: cython.short[::1]
) -> cython.Py_ssize_t:
    """Remove pairs of inverses between which all moves share no cell with them."""
    count: cython.Py_ssize_t = 0
    cython.declare(m=cython.Py_ssize_t, at=cython.Py_ssize_t, move=cython.short)
    for m in range(moves.shape[0]):
        move = moves[m]
        at = count - 1
        while at >= 0 and moves[at] != puzzle.inverse[move] and apart[move, moves[at]]:
            at -= 1
        if at >= 0 and moves[at] == puzzle.inverse[move]:
            count -= 1
            while at < count:
                moves[at] = moves[at + 1]
                at += 1
        else:
            moves[count] = move
            count += 1
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _remove_loops(
    puzzle: Puzzle,
    moves: cython.short[::1],
    values: cython.ushort[:, ::1],
    keys: cython.longlong[:, ::1],
    met: cython.int[::1],
) -> cython.Py_ssize_t:
    """Remove the moves between equal positions."""
    # keys[0] is a hash table of the positions met, keys[1] their keys in the order of the moves.
    mask: cython.longlong = met.shape[0] - 1
    key: cython.longlong = 0
    count: cython.int = 0
    cython.declare(i=cython.Py_ssize_t, m=cython.Py_ssize_t, slot=cython.Py_ssize_t)
    cython.declare(begin=cython.Py_ssize_t, end=cython.Py_ssize_t)
    value: cython.ushort
    for i in range(met.shape[0]):
        met[i] = -1
    for i in range(puzzle.cells):
        key ^= puzzle.zobrist[values[0, i], i]
    keys[1, 0] = key
    slot = key & mask
    keys[0, slot] = key
    met[slot] = 0
    for m in range(moves.shape[0]):
        begin = puzzle.begins[moves[m]]
        end = puzzle.begins[moves[m] + 1]
        for i in range(begin, end):
            values[1, i - begin] = values[0, puzzle.sources[i]]
        for i in range(begin, end):
            value = values[1, i - begin]
            key ^= puzzle.zobrist[value, puzzle.sources[i]]
            key ^= puzzle.zobrist[value, puzzle.targets[i]]
            values[0, puzzle.targets[i]] = value
        moves[count] = moves[m]
        count += 1
        slot = key & mask
        while met[slot] >= 0 and keys[0, slot] != key:
            slot = (slot + 1) & mask
        if met[slot] >= 0 and met[slot] < count and keys[1, met[slot]] == key:
            count = met[slot]
        else:
            keys[0, slot] = key
            keys[1, count] = key
            met[slot] = count
    return count
