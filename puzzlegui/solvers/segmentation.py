"""Segments of a solution that was not built line by line, named by what is in place after each.

They are named for what a person can see: the share of the tiles that are in place at the end of a
segment, and the rows that are. No later segment undoes what a name states.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzlegui.core.solution import Segment

SHARES = 4
"""Number of shares in which the tiles that are wrong at the start are brought into place."""

_LEAST_PART = 0.04
"""Least fraction of all moves in a segment that finishes rows, if possible."""

Milestone = tuple[int, str]
"""Number of moves after which something is achieved for good, and its name."""


def share_milestones(wrong: NDArray[Any], tiles: int) -> list[Milestone]:
    """Return the milestones of the shares of tiles in place.

    Args:
        wrong: int64[moves + 1], number of tiles that are not in place before each move and after
            the last.
        tiles: number of tiles.
    """
    found = {}
    for left in range(SHARES - 1, 0, -1):
        last = int(np.flatnonzero(SHARES * wrong > left * wrong[0]).max(initial=-1))
        right = tiles - int(wrong[0]) * left // SHARES
        found[min(len(wrong) - 1, last + 1)] = (
            f"until {100 * right // tiles}% of the tiles are in place"
        )
    return list(found.items())  # the greatest share replaces others after the same move


def segment_by_progress(wrong: NDArray[Any], finished: Sequence[int], tiles: int) -> list[Segment]:
    """Divide a solution where shares of the tiles, and rows, come to be in place for good.

    Args:
        wrong: int64[moves + 1], number of tiles that are not in place before each move and after
            the last.
        finished: for each row, the number of moves after which it stays in place.
        tiles: number of tiles.
    """
    length = len(wrong) - 1
    shares = [share for share in share_milestones(wrong, tiles) if share[0] not in finished]
    milestones: list[Milestone] = []
    rows: list[int] = []
    before = 0
    for end, row in sorted((end, row) for row, end in enumerate(finished, 1) if end):
        # Merge a short segment into the next one unless another milestone lies in between.
        last = milestones[-1] if milestones else None
        if last is not None and not (
            end - before > length * _LEAST_PART or any(last[0] < at < end for at, _ in shares)
        ):
            milestones.pop()
        elif last is not None:
            before, rows = last[0], []
        rows.append(row)
        milestones.append((end, describe_rows_in_place(sorted(rows))))
    return segments_at([*shares, *milestones])


def describe_rows_in_place(rows: Sequence[int]) -> str:
    """Return the name of a milestone of rows; adjacent rows are joined to ranges."""
    runs: list[list[int]] = []
    for row in rows:
        if runs and runs[-1][-1] == row - 1:
            runs[-1].append(row)
        else:
            runs.append([row])
    texts = [f"{run[0]}" if len(run) == 1 else f"{run[0]}\N{EN DASH}{run[-1]}" for run in runs]
    return f"row{'' if len(rows) == 1 else 's'} {', '.join(texts)} in place"


def segments_at(milestones: Iterable[Milestone]) -> list[Segment]:
    """Return segments that end at the milestones, in order, named for them."""
    found: list[Segment] = []
    at = 0
    for end, group in groupby(sorted(milestones, key=itemgetter(0)), key=itemgetter(0)):
        if end > at:
            found.append(Segment(", ".join(name for _, name in group), at, end))
            at = end
    return found
