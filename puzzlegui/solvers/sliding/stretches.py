"""What the stretches of a solution of a sliding board are good for."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import numpy as np

from puzzlegui.core.cells import Grid, flatten
from puzzlegui.core.sliding import GAP, STEPS, SlidingBoard
from puzzlegui.core.solution import Segment
from puzzlegui.solvers.sliding.stages import Plan

_QUARTERS = ("first quarter", "second quarter", "third quarter")


def stretches(
    board: SlidingBoard, moves: Sequence[str], plan: Plan, rest_name: str
) -> list[Segment]:
    """Name stretches of a solution by what is reached for good at the end of each.

    Lines come to be in place to stay, mostly the outer ones first, and what is left at last.
    Before the first does, the tiles come nearer to the cells that want them: the quarters of that
    way.
    """
    columns = board.columns
    cells, goal = list(flatten(board.start)), flatten(board.goal)
    distance = _distances(board.goal)
    line_of = [len(plan.lines)] * len(cells)
    for number, line in enumerate(plan.lines):
        for cell in line.cells:
            line_of[cell] = number
    whole = away = sum(distance[value][cell] for cell, value in enumerate(cells) if value != GAP)
    last = [0] * len(_QUARTERS)
    done = [0] * (len(plan.lines) + 1)
    gap = cells.index(GAP)
    for number, move in enumerate(moves, 1):
        down, right = STEPS[move]
        tile = gap - down * columns - right
        value = cells[tile]
        away += distance[value][gap] - distance[value][tile]
        cells[gap], cells[tile] = value, GAP
        if goal[gap] == value:  # if the cell held it before, that was undone later
            done[line_of[gap]] = number
        if goal[tile] == GAP:
            done[line_of[tile]] = number
        gap = tile
        for quarter in range(len(last)):
            if 4 * away > (3 - quarter) * whole:
                last[quarter] = number
    names = [*(line.name for line in plan.lines), rest_name]
    return _cut(last, sorted(zip(done, names, strict=True)))


def _distances(goal: Grid) -> dict[int, list[int]]:
    """For each value, how far each cell (row by row) is from the nearest that wants it."""
    values = np.array(flatten(goal))
    row, column = np.divmod(np.arange(len(values)), len(goal[0]))
    found = {}
    for value in set(values.tolist()):
        r, c = row[values == value], column[values == value]
        way = abs(row[:, None] - r) + abs(column[:, None] - c)
        found[value] = way.min(axis=1).tolist()
    return found


def _cut(last: list[int], done: list[tuple[int, str]]) -> list[Segment]:
    """Segments by the last move that left too much of the way, and by those that finished lines."""
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
