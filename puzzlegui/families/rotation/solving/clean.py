"""Taking needless turns out of a solution."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from puzzlegui.families.rotation.board import RotationBoard, Turn
from puzzlegui.families.rotation.kernels import clean as kernel
from puzzlegui.families.rotation.solving.encoded import EncodedBoard, Shorts


def clean(board: RotationBoard, turns: Sequence[Turn]) -> list[Turn]:
    """Turns to the same end, without those that can be seen to be needless.

    Turns of one block are joined where nothing between them touches its cells: turn and inverse
    turn vanish, so do four equal ones, and three make an inverse turn where that is allowed. What
    leads back to an arrangement met before is left out; with equal values that may be one turn.

    Args:
        board: the board.
        turns: legal turns from its start.
    """
    encoded = EncodedBoard(board)
    return encoded.turns(cleaned(board, encoded, encoded.moves(turns)))


def cleaned(board: RotationBoard, encoded: EncodedBoard, moves: Shorts) -> Shorts:
    """The same for turns as numbers."""
    left = moves.copy()
    workspace = _workspace(board.rows * board.columns, len(left))
    length = kernel.clean(
        board.columns, encoded.directions, encoded.start, left, len(left), workspace
    )
    return left[:length]


def _workspace(cells: int, turns: int) -> kernel.Workspace:
    size = 1 << (2 * turns + 2).bit_length()
    return kernel.Workspace(
        np.empty(cells, np.int32),
        np.empty((turns, 6), np.int32),
        np.empty(cells, np.int16),
        np.empty(turns + 1, np.int64),
        np.empty(size, np.int64),
        np.empty(size, np.int32),
    )
