"""Names for the segments of a solution of a sliding board."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from puzzlegui.core.cells import flatten
from puzzlegui.core.solution import Segment
from puzzlegui.families.sliding.board import SlidingBoard
from puzzlegui.families.sliding.kernels.neighbourhoods import milestones
from puzzlegui.families.sliding.solving.encoded import directions_of
from puzzlegui.families.sliding.solving.stages import FillPlan
from puzzlegui.solvers.segmentation import SHARES, segments_at, share_milestones, wrong_cells


def name_segments(
    board: SlidingBoard, moves: Sequence[str], plan: FillPlan, rest_name: str
) -> list[Segment]:
    """Cut a solution into segments, named after the milestones that they reach.

    Milestones are lines, mostly from the outside in, then the rest, and between them shares of the
    tiles (see ``solvers.segmentation``).

    Args:
        board: the board.
        moves: the solution.
        plan: the lines.
        rest_name: name of the segment that finishes the rest.
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
    last = np.zeros(SHARES - 1, np.int64)
    directions = directions_of(moves)
    wrong = wrong_cells(cells[1])
    wrong[0] = 0  # the gap is no tile
    tiles_wrong = int(wrong[cells[0], np.arange(len(goal))].sum())
    milestones(directions, cells, board.columns, wrong, done, last)
    names = [*(line.name for line in plan.lines), rest_name]
    lines = [(int(end), name) for end, name in zip(done, names, strict=True)]
    ends = [min(int(end) + 1, len(moves)) for end in last]
    shares = share_milestones(ends, tiles_wrong, len(goal) - 1)
    return segments_at([*(share for share in shares if share[0] not in done), *lines])
