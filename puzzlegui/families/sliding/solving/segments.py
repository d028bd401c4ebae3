"""Names for the segments of a solution of a sliding board."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from puzzlegui.core.cells import flatten
from puzzlegui.core.solution import Segment
from puzzlegui.families.sliding.board import SlidingBoard
from puzzlegui.families.sliding.kernels.neighbourhoods import milestones
from puzzlegui.families.sliding.solving.stages import Plan

LETTERS = "DRLU"
"""The letter of the tile's move for each direction of the gap in ``automaton.DIRECTIONS``."""

_QUARTERS = ("first quarter", "second quarter", "third quarter")


def name_segments(
    board: SlidingBoard, moves: Sequence[str], plan: Plan, rest_name: str
) -> list[Segment]:
    """Name segments of a solution after what is finally achieved at the end of each.

    Lines are finished, mostly the outer ones first, and the rest at last. Before the first line,
    the segments are the quarters of the total distance of all tiles to their nearest goal cells.

    Args:
        board: the board.
        moves: the solution.
        plan: the lines.
        rest_name: the name of the segment that finishes the rest.
    """
    goal = flatten(board.goal)
    numbers = {value: number for number, value in enumerate(sorted(set(goal)))}  # the gap is 0
    cells = np.array(
        [
            [numbers[value] for value in flatten(board.start)],
            [numbers[value] for value in goal],
            [len(plan.lines)] * len(goal),
        ],
        np.int16,
    )
    for number, line in enumerate(plan.lines):
        cells[2, list(line.cells)] = number
    done = np.zeros(len(plan.lines) + 1, np.int64)
    last = np.zeros(len(_QUARTERS), np.int64)
    directions = np.array([LETTERS.index(move) for move in moves], np.int8)
    distance = _distances(cells[1], board.columns)
    milestones(directions, cells, board.columns, distance, done, last)
    names = [*(line.name for line in plan.lines), rest_name]
    return _cut(last.tolist(), sorted(zip(done.tolist(), names, strict=True)))


def _distances(wanted: NDArray[np.int16], columns: int) -> NDArray[np.int16]:
    """For each value, the distance of each cell to the nearest goal cell of that value."""
    row, column = np.divmod(np.arange(len(wanted)), columns)
    found = np.zeros((wanted.max() + 1, len(wanted)), np.int16)
    for value in range(1, len(found)):
        r, c = row[wanted == value], column[wanted == value]
        found[value] = (abs(row[:, None] - r) + abs(column[:, None] - c)).min(axis=1)
    return found


def _cut(last: list[int], done: list[tuple[int, str]]) -> list[Segment]:
    """Segments that end where a quarter of the distance is done, or a line is finished."""
    found: list[Segment] = []
    at = 0
    first = next((end for end, _ in done if end), 0)
    for quarter, before in zip(_QUARTERS, last, strict=True):
        if at < before + 1 < first:
            found.append(Segment(f"on the way: {quarter}", at, before + 1))
            at = before + 1
    for end, group in groupby(done, key=lambda item: item[0]):
        if end > at:
            found.append(Segment(", ".join(name for _, name in group), at, end))
            at = end
    return found
