"""Names for the parts of a solution that was not built line by line: what is in place after each.

They are named for what a person can see: how many of the tiles are in place at the end of a part,
and which rows are. Nothing that a name says is undone by a later part.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzlegui.core.solution import Segment

SHARES = 4
"""The tiles that are not in place at the start are brought there in so many shares."""

_LEAST_PART = 0.04
"""Of all moves, a part that finishes rows has at least so many, if it can."""

Milestone = tuple[int, str]
"""After so many moves something is achieved for good: what."""


def wrong_cells(goal: NDArray[np.int16]) -> NDArray[np.int16]:
    """For each value, from 0 on, and each cell 1 if it is not the one that belongs there."""
    values = np.arange(goal.max() + 1, dtype=np.int16)
    return np.not_equal(values[:, None], goal).astype(np.int16)


def shares_in_place(ends: Sequence[int], wrong: int, tiles: int) -> list[Milestone]:
    """When how many of the tiles were in place.

    Args:
        ends: after how many moves at most 3, 2 and 1 of 4 shares were wrong, for good.
        wrong: so many tiles were at the start.
        tiles: so many there are.
    """
    found = {}
    for share, end in enumerate(ends, 1):
        right = tiles - wrong * (SHARES - share) // SHARES
        found[end] = f"to {100 * right // tiles}% of the tiles in place"
    return list(found.items())  # of several after the same move, the greatest


def segments_by_progress(wrong: NDArray[Any], finished: Sequence[int], tiles: int) -> list[Segment]:
    """Cut a solution where shares of the tiles, and rows, come to be in place to stay.

    Args:
        wrong: int64[moves + 1], how many tiles are not in place before each move and after the
            last.
        finished: for each row, after how many moves it is in place and stays so.
        tiles: so many there are.
    """
    length = len(wrong) - 1
    ends = [
        min(length, int(np.flatnonzero(SHARES * wrong > left * wrong[0]).max(initial=-1)) + 1)
        for left in range(SHARES - 1, 0, -1)
    ]
    shares = shares_in_place(ends, int(wrong[0]), tiles)
    shares = [(end, name) for end, name in shares if end not in finished]
    milestones: list[Milestone] = []
    rows: list[int] = []
    before = 0
    for end, row in sorted((end, row) for row, end in enumerate(finished, 1) if end):
        # A part of few moves is one with the next, unless that reaches beyond what comes between.
        last = milestones[-1] if milestones else None
        if last is not None and not (
            end - before > length * _LEAST_PART or any(last[0] < at < end for at, _ in shares)
        ):
            milestones.pop()
        elif last is not None:
            before, rows = last[0], []
        rows.append(row)
        milestones.append((end, rows_in_place(sorted(rows))))
    return cut([*shares, *milestones])


def rows_in_place(rows: Sequence[int]) -> str:
    """Rows that are in place, neighbours taken together."""
    runs: list[list[int]] = []
    for row in rows:
        if runs and runs[-1][-1] == row - 1:
            runs[-1].append(row)
        else:
            runs.append([row])
    texts = [f"{run[0]}" if len(run) == 1 else f"{run[0]}\N{EN DASH}{run[-1]}" for run in runs]
    return f"row{'' if len(rows) == 1 else 's'} {', '.join(texts)} in place"


def cut(milestones: Iterable[Milestone]) -> list[Segment]:
    """Segments that end where something is achieved, named for that, in order."""
    found: list[Segment] = []
    at = 0
    for end, group in groupby(sorted(milestones, key=lambda one: one[0]), key=lambda one: one[0]):
        if end > at:
            found.append(Segment(", ".join(name for _, name in group), at, end))
            at = end
    return found
