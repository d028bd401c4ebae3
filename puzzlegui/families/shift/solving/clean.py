"""Taking needless shifts out of a solution of a shift board."""

from __future__ import annotations

import numpy as np

from puzzlegui.families.shift.kernels import clean as kernel
from puzzlegui.families.shift.solving.encoded import EncodedBoard, Shorts


def cleaned(board: EncodedBoard, moves: Shorts) -> Shorts:
    """Shifts to the same end, without those that can be seen to be needless.

    Shifts of one line are joined where nothing between them crosses it, and go the shorter way
    round. What leads back to an arrangement met before is left out; with equal values that may be
    one shift.

    Args:
        board: the board.
        moves: int16[m], from its start.
    """
    left = moves.copy()
    while True:
        before = len(left)
        left = joined(board.rows, board.columns, left)
        size = 1 << (2 * len(left) + 2).bit_length()
        keys, met = np.empty((2, size), np.int64), np.empty(size, np.int32)
        cells = board.start.copy()
        left = left[: kernel.leave_out_loops(board.rows, board.columns, cells, left, keys, met)]
        if len(left) == before:
            return left


def joined(rows: int, columns: int, moves: Shorts) -> Shorts:
    """Shifts that do the same whatever the values are; those of each line go the shorter way."""
    left = moves.copy()
    blocks = np.empty(len(moves) + 2, np.int32)
    entries = np.empty((2, len(moves) + 1), np.int32)
    return left[: kernel.join(rows, columns, left, blocks, entries)]


def played(rows: int, columns: int, cells: Shorts, moves: Shorts) -> Shorts:
    """What stands in each cell after the shifts."""
    after = cells.copy()
    kernel.play(rows, columns, after, moves)
    return after
