"""Lanes that separate overlapping steps of a path along a line of cells. Independent of Qt."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import count, pairwise

from puzzlegui.core.cells import Cell

LANE_SPACING = 0.1
"""Distance between lanes, in cells."""
_MAX_LANES = 5
"""Number of lanes that fit in a cell; further lanes overlap them."""


def _normal(cell: Cell, to: Cell) -> Cell:
    """Return the direction at right angles to a step along a row, a column or a diagonal."""
    down, right = to[0] - cell[0], to[1] - cell[1]
    if not down:
        return 1, 0
    if not right:
        return 0, 1
    return 1, -1 if down * right > 0 else 1


@lru_cache(maxsize=16)  # called for every frame
def lane_offsets(trail: tuple[Cell, ...]) -> Sequence[float]:
    """Return the offset of each step's line from the cell centres, in cells across the line.

    Lines in the same row, column or diagonal that overlap in more than an end point have different
    offsets. Later steps do not change the offset of a step.
    """
    taken: dict[tuple[Cell, int], list[tuple[int, int, int]]] = {}
    found = []
    for (row, column), (to_row, to_column) in pairwise(trail):
        down, right = normal = _normal((row, column), (to_row, to_column))
        line = taken.setdefault((normal, row * down + column * right), [])
        first, last = sorted((row, to_row) if right else (column, to_column))
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
        across = _normal((row, column), (to_row, to_column))
        down, right = (beside * part / math.hypot(*across) for part in across)
        yield (
            (row + 0.5 + down, column + 0.5 + right),
            (to_row + 0.5 + down, to_column + 0.5 + right),
        )
