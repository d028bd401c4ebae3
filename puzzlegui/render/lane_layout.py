"""Lanes that separate overlapping steps of a path along a row or column. Independent of Qt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import count, pairwise

from puzzlegui.core.cells import Cell

LANE_SPACING = 0.1
"""Distance between lanes, in cells."""
_MAX_LANES = 5
"""Number of lanes that fit in a cell; further lanes overlap them."""


@lru_cache(maxsize=16)  # called for every frame
def lane_offsets(trail: tuple[Cell, ...]) -> Sequence[float]:
    """Return the offset of each step's line from the cell centres, in cells down or right.

    Lines in the same row or column that overlap in more than an end point have different offsets.
    Later steps do not change the offset of a step.
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
        found.append(_offset(lane % _MAX_LANES))
    return found


def _offset(lane: int) -> float:
    """Return the offset of a lane: the centre first, then alternating sides."""
    return LANE_SPACING * ((lane + 1) // 2) * (1 if lane % 2 else -1)


def lane_lines(
    trail: tuple[Cell, ...],
) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    """Yield the end points of each step's line, in cells down and right from the corner."""
    for ((row, column), (to_row, to_column)), beside in zip(
        pairwise(trail), lane_offsets(trail), strict=True
    ):
        down, right = (beside, 0.0) if row == to_row else (0.0, beside)
        yield (
            (row + 0.5 + down, column + 0.5 + right),
            (to_row + 0.5 + down, to_column + 0.5 + right),
        )
