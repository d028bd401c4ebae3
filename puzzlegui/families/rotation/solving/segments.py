"""Names for the segments of a solution that was not built line by line."""

from __future__ import annotations

from itertools import groupby

import numpy as np

from puzzlegui.core.solution import Segment
from puzzlegui.families.rotation.board import RotationBoard
from puzzlegui.families.rotation.kernels import clean as kernel
from puzzlegui.families.rotation.solving.encoded import EncodedBoard, Shorts

_QUARTERS = ("first quarter", "second quarter", "third quarter")


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
    last = [
        int(np.flatnonzero(4 * away > (3 - quarter) * away[0]).max(initial=0))
        for quarter in range(len(_QUARTERS))
    ]
    return _cut(last, done.tolist(), len(moves))


def _distances(board: RotationBoard, encoded: EncodedBoard) -> Shorts:
    """For each value, the distance of each cell to the nearest goal cell of that value."""
    cells = np.arange(board.rows * board.columns, dtype=np.int16)
    row, column = np.divmod(cells, np.int16(board.columns))
    apart = abs(row[:, None] - row) + abs(column[:, None] - column)
    order = np.argsort(encoded.goal, kind="stable")
    _, begins = np.unique(encoded.goal[order], return_index=True)
    nearest: Shorts = np.minimum.reduceat(apart[order], begins)
    return nearest


def _cut(last: list[int], done: list[int], length: int) -> list[Segment]:
    """Segments that end where a quarter of the distance is done, or a row is finished."""
    found: list[Segment] = []
    at = 0
    for quarter, before in zip(_QUARTERS, last, strict=True):
        end = min(before + 1, length)
        if end > at:
            found.append(Segment(f"on the way: {quarter}", at, end))
            at = end
    rows = sorted((end, row) for row, end in enumerate(done))
    for end, group in groupby(rows, key=lambda item: item[0]):
        if end > at:
            names = [str(row + 1) for _, row in group]
            noun = "row" if len(names) == 1 else "rows"
            found.append(Segment(f"in place: {noun} {', '.join(names)}", at, end))
            at = end
    return found
