"""Which of several ways along one row or column lies beside which. Knows no Qt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import count, pairwise

from puzzlegui.core.cells import Cell

LANE_SPACING = 0.1
"""From one lane to the next, in cells."""
_MOST = 5
"""Lanes that there is room for in a cell; more lie on top of each other."""


@lru_cache(maxsize=16)  # asked for with every frame
def lane_offsets(trail: tuple[Cell, ...]) -> Sequence[float]:
    """For each step of a way the place of its line, in cells from the middle, down or right.

    No two lines in one row or column that share more than an end are in the same place. A step
    keeps its place when others follow it.
    """
    taken: dict[tuple[bool, int], list[tuple[int, int, int]]] = {}
    found = []
    for (row, column), (to_row, to_column) in pairwise(trail):
        along_row = row == to_row
        line = taken.setdefault((along_row, row if along_row else column), [])
        first, last = sorted((column, to_column) if along_row else (row, to_row))
        beside = {lane for start, end, lane in line if start < last and first < end}
        lane = next(lane for lane in count() if lane not in beside)
        line.append((first, last, lane))
        found.append(_place(lane % _MOST))
    return found


def _place(lane: int) -> float:
    """In the middle, then by turns on both sides."""
    return LANE_SPACING * ((lane + 1) // 2) * (1 if lane % 2 else -1)


def lane_lines(
    trail: tuple[Cell, ...],
) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    """For each step of a way the ends of its line, in cells down and right from the corner."""
    for ((row, column), (to_row, to_column)), beside in zip(
        pairwise(trail), lane_offsets(trail), strict=True
    ):
        down, right = (beside, 0.0) if row == to_row else (0.0, beside)
        yield (
            (row + 0.5 + down, column + 0.5 + right),
            (to_row + 0.5 + down, to_column + 0.5 + right),
        )
