"""Names for the segments of a solution that was not built line by line."""

from __future__ import annotations

import numpy as np

from puzzlegui.core.solution import Segment
from puzzlegui.families.rotation.board import RotationBoard
from puzzlegui.families.rotation.kernels import clean as kernel
from puzzlegui.families.rotation.solving.encoded import EncodedBoard, Shorts
from puzzlegui.solvers.progress import segments_by_progress


def segments(board: RotationBoard, encoded: EncodedBoard, moves: Shorts) -> list[Segment]:
    """Cut a solution into segments, named after what is finally achieved at the end of each.

    First come the quarters of the total distance of all values to their nearest goal cells, then
    the rows, in the order in which they are finished.

    Args:
        board: the board.
        encoded: the same encoded.
        moves: the solution, as numbers.
    """
    away = np.zeros(len(moves) + 1, np.int64)
    wrong, done = np.zeros((2, board.rows), np.int64)
    kernel.measure_progress(
        board.columns, encoded.directions, encoded.start.copy(), encoded.goal, moves,
        _distances(board, encoded), away, wrong, done,
    )  # fmt: skip
    return segments_by_progress(away, done.tolist())


def _distances(board: RotationBoard, encoded: EncodedBoard) -> Shorts:
    """For each value, the distance of each cell to the nearest goal cell of that value."""
    cells = np.arange(board.rows * board.columns, dtype=np.int16)
    row, column = np.divmod(cells, np.int16(board.columns))
    apart = abs(row[:, None] - row) + abs(column[:, None] - column)
    order = np.argsort(encoded.goal, kind="stable")
    _, begins = np.unique(encoded.goal[order], return_index=True)
    nearest: Shorts = np.minimum.reduceat(apart[order], begins)
    return nearest
