"""What the segments of a solution of a shift board are good for."""

from __future__ import annotations

from itertools import groupby

import numpy as np

from puzzlegui.core.solution import Segment
from puzzlegui.families.shift.kernels import clean as kernel
from puzzlegui.families.shift.solving.encoded import EncodedBoard, Shorts

_QUARTERS = ("first quarter", "second quarter", "third quarter")


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
    last = [
        int(np.flatnonzero(4 * away > (3 - quarter) * away[0]).max(initial=0))
        for quarter in range(len(_QUARTERS))
    ]
    return _cut(last, wrong[1].tolist(), len(moves))


def _distances(board: EncodedBoard) -> Shorts:
    """For each value, how far each cell is from the nearest that wants it."""
    apart = board.away().sum(0).astype(np.int16)
    order = np.argsort(board.goal, kind="stable")
    _, begins = np.unique(board.goal[order], return_index=True)
    nearest: Shorts = np.minimum.reduceat(apart[order], begins)
    return nearest


def _cut(last: list[int], done: list[int], length: int) -> list[Segment]:
    """Segments by the last shift that left too much of the way, and by those that finished rows."""
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
