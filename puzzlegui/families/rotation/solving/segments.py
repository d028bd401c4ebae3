"""Names for the segments of a solution that was not built line by line."""

from __future__ import annotations

import numpy as np

from puzzlegui.core.solution import Segment
from puzzlegui.families.rotation.board import RotationBoard
from puzzlegui.families.rotation.kernels import clean as kernel
from puzzlegui.families.rotation.solving.encoded import EncodedBoard, Shorts
from puzzlegui.solvers.segmentation import segment_by_progress, wrong_cells


def segments(board: RotationBoard, encoded: EncodedBoard, moves: Shorts) -> list[Segment]:
    """Cut a solution into segments, named after the milestones that they reach.

    See ``solvers.segmentation``.

    Args:
        board: the board.
        encoded: the board, encoded.
        moves: the solution, as numbers.
    """
    wrong_tiles = np.zeros(len(moves) + 1, np.int64)
    wrong, done = np.zeros((2, board.rows), np.int64)
    kernel.measure_progress(
        board.columns, encoded.directions, encoded.start.copy(), encoded.goal, moves,
        wrong_cells(encoded.goal), wrong_tiles, wrong, done,
    )  # fmt: skip
    return segment_by_progress(wrong_tiles, done.tolist(), len(encoded.goal))
