"""Removal of redundant turns from a solution."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from puzzlegui.families.rotation.board import RotationBoard, Turn
from puzzlegui.families.rotation.kernels import clean as kernel
from puzzlegui.families.rotation.solving.encoded import EncodedBoard, Shorts


def clean(board: RotationBoard, turns: Sequence[Turn]) -> list[Turn]:
    """Return equivalent turns without obviously redundant ones.

    Turns of the same block are joined if no turn between them touches its cells: a turn and its
    inverse cancel, so do four equal turns, and three become an inverse turn where that is allowed.
    Loops, which return to an earlier arrangement, are removed; with equal values a single turn may
    be a loop.

    Args:
        board: the board.
        turns: legal turns from its start.
    """
    encoded = EncodedBoard(board)
    return encoded.decode(clean_moves(board, encoded, encoded.encode(turns)))


def clean_moves(board: RotationBoard, encoded: EncodedBoard, moves: Shorts) -> Shorts:
    """Remove redundant turns from turns encoded as numbers; see ``clean``."""
    left = moves.copy()
    workspace = _workspace(board.rows * board.columns, len(left))
    length = kernel.clean(
        board.columns, encoded.directions, encoded.start, left, len(left), workspace
    )
    return left[:length]


def _workspace(cells: int, turns: int) -> kernel.CleaningWorkspace:
    size = 1 << (2 * turns + 2).bit_length()
    return kernel.CleaningWorkspace(
        np.empty(cells, np.int32),
        np.empty((turns, 6), np.int32),
        np.empty(cells, np.int16),
        np.empty(turns + 1, np.int64),
        np.empty(size, np.int64),
        np.empty(size, np.int32),
    )
