"""What the stretches of a solution that was not built line by line are good for."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import numpy as np

from puzzlegui.core.cells import flatten
from puzzlegui.core.rotation import RotationBoard, Turn
from puzzlegui.core.solution import Segment

_QUARTERS = ("first quarter", "second quarter", "third quarter")


def stretches(board: RotationBoard, turns: Sequence[Turn]) -> list[Segment]:
    """Name stretches of a solution by what is reached for good at the end of each.

    First the quarters of the way that all values together have to go to the nearest cells that
    want them; then rows, in the order in which they come to be in place to stay.
    """
    columns = board.columns
    cells, goal = list(flatten(board.start)), flatten(board.goal)
    distance = _distances(board)
    whole = away = sum(distance[value][cell] for cell, value in enumerate(cells))
    last = [0] * len(_QUARTERS)
    done = [0] * board.rows
    wrong = [
        sum(cells[cell] != goal[cell] for cell in range(r * columns, (r + 1) * columns))
        for r in range(board.rows)
    ]
    for number, turn in enumerate(turns, 1):
        a = turn.row * columns + turn.column
        cycle = (a, a + 1, a + columns + 1, a + columns)
        if not turn.clockwise:
            cycle = cycle[::-1]
        values = [cells[cell] for cell in cycle]
        before: dict[int, int] = {}
        for i, cell in enumerate(cycle):
            old, new = values[i], values[i - 1]
            away += distance[new][cell] - distance[old][cell]
            row = cell // columns
            before[row] = before.get(row, wrong[row])
            wrong[row] += (new != goal[cell]) - (old != goal[cell])
            cells[cell] = new
        for quarter in range(len(last)):
            if 4 * away > (3 - quarter) * whole:
                last[quarter] = number
        for row in (turn.row, turn.row + 1):
            if before[row] and not wrong[row]:
                done[row] = number
    return _cut(last, done, len(turns))


def _distances(board: RotationBoard) -> dict[int, list[int]]:
    """For each value, how far each cell is from the nearest that wants it (``distances_to``)."""
    row, column = np.divmod(np.arange(board.rows * board.columns), board.columns)
    apart = abs(row[:, None] - row) + abs(column[:, None] - column)
    goal = np.array(flatten(board.goal))
    order = np.argsort(goal, kind="stable")
    values, begins = np.unique(goal[order], return_index=True)
    nearest = np.minimum.reduceat(apart[order], begins)
    return dict(zip(values.tolist(), nearest.tolist(), strict=True))


def _cut(last: list[int], done: list[int], length: int) -> list[Segment]:
    """Segments by the last turn that left too much of the way, and by those that finished rows."""
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
