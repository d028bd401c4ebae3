"""Names for the segments of a solution that was not built line by line: what each achieves."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzlegui.core.solution import Segment

_QUARTERS = ("first quarter", "second quarter", "third quarter")


def segments_by_progress(away: NDArray[Any], finished: Sequence[int]) -> list[Segment]:
    """Cut a solution into segments, named after what is finally achieved at the end of each.

    First come the quarters of the total distance of all values to their nearest goal cells, then
    the rows, in the order in which they are finished.

    Args:
        away: int64[moves + 1], that distance before each move and after the last.
        finished: for each row, after how many moves it is in place and stays so.
    """
    length = len(away) - 1
    found: list[Segment] = []
    at = 0
    for number, quarter in enumerate(_QUARTERS):
        left = (len(_QUARTERS) - number) * away[0]
        end = min(int(np.flatnonzero(4 * away > left).max(initial=0)) + 1, length)
        if end > at:
            found.append(Segment(f"on the way: {quarter}", at, end))
            at = end
    rows = sorted((end, row) for row, end in enumerate(finished))
    for end, group in groupby(rows, key=lambda item: item[0]):
        if end > at:
            names = [str(row + 1) for _, row in group]
            noun = "row" if len(names) == 1 else "rows"
            found.append(Segment(f"in place: {noun} {', '.join(names)}", at, end))
            at = end
    return found
