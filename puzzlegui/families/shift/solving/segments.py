"""Names for the segments of a solution of a shift board."""

from __future__ import annotations

import numpy as np

from puzzlegui.core.solution import Segment
from puzzlegui.families.shift.kernels import clean as kernel
from puzzlegui.families.shift.solving.encoded import EncodedBoard, Shorts
from puzzlegui.solvers.segmentation import segment_by_progress, wrong_cells


def segments(board: EncodedBoard, moves: Shorts) -> list[Segment]:
    """Cut a solution into segments, named after the milestones that they reach.

    See ``solvers.segmentation``.

    Args:
        board: the board.
        moves: the solution, as numbers.
    """
    wrong_tiles = np.zeros(len(moves) + 1, np.int64)
    wrong = np.zeros((2, board.rows), np.int64)
    kernel.measure_progress(
        board.rows, board.columns, board.start.copy(), board.goal, moves,
        wrong_cells(board.goal), wrong_tiles, wrong,
    )  # fmt: skip
    return segment_by_progress(wrong_tiles, wrong[1].tolist(), len(board.goal))
