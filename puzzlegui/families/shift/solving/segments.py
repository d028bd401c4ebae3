"""What the segments of a solution of a shift board are good for."""

from __future__ import annotations

import numpy as np

from puzzlegui.core.solution import Segment
from puzzlegui.families.shift.kernels import clean as kernel
from puzzlegui.families.shift.solving.encoded import EncodedBoard, Shorts
from puzzlegui.solvers.progress import segments_by_progress


def segments(board: EncodedBoard, moves: Shorts) -> list[Segment]:
    """Cut a solution into segments, named by what is reached for good at the end of each.

    First the quarters of the way that all values together have to go to the nearest cells that
    want them; then rows, in the order in which they come to be in place to stay.

    Args:
        board: the board.
        moves: the solution, as numbers.
    """
    away = np.zeros(len(moves) + 1, np.int64)
    wrong = np.zeros((2, board.rows), np.int64)
    kernel.measure_progress(
        board.rows, board.columns, board.start.copy(), board.goal, moves, _distances(board), away,
        wrong,
    )  # fmt: skip
    return segments_by_progress(away, wrong[1].tolist())


def _distances(board: EncodedBoard) -> Shorts:
    """For each value, how far each cell is from the nearest that wants it."""
    apart = board.away().sum(0).astype(np.int16)
    order = np.argsort(board.goal, kind="stable")
    _, begins = np.unique(board.goal[order], return_index=True)
    nearest: Shorts = np.minimum.reduceat(apart[order], begins)
    return nearest
