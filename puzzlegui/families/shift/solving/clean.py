"""Removal of redundant shifts from a solution of a shift board."""

from __future__ import annotations

import numpy as np

from puzzlegui.families.shift.kernels import clean as kernel
from puzzlegui.families.shift.solving.encoded import EncodedBoard, Shorts


def clean_moves(board: EncodedBoard, moves: Shorts) -> Shorts:
    """Return equivalent shifts without obviously redundant ones.

    Shifts of the same line are joined if no shift between them crosses it, and replaced by the
    shorter direction. Loops, which return to an earlier arrangement, are removed; with equal values
    a single shift may be a loop.

    Args:
        board: the board.
        moves: int16[m], shifts from its start.
    """
    left = moves.copy()
    while True:
        before = len(left)
        left = join_shifts(board.rows, board.columns, left)
        size = 1 << (2 * len(left) + 2).bit_length()
        keys, met = np.empty((2, size), np.int64), np.empty(size, np.int32)
        cells = board.start.copy()
        left = left[: kernel.remove_loops(board.rows, board.columns, cells, left, keys, met)]
        if len(left) == before:
            return left


def join_shifts(rows: int, columns: int, moves: Shorts) -> Shorts:
    """Join shifts of the same line, in the shorter direction, whatever the values are."""
    left = moves.copy()
    blocks = np.empty(len(moves) + 2, np.int32)
    entries = np.empty((2, len(moves) + 1), np.int32)
    return left[: kernel.join(rows, columns, left, blocks, entries)]


def apply_shifts(rows: int, columns: int, cells: Shorts, moves: Shorts) -> Shorts:
    """Return the values of the cells after the shifts."""
    after = cells.copy()
    kernel.apply_moves(rows, columns, after, moves)
    return after
