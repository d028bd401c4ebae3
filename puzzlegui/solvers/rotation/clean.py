"""Taking turns out of a solution that are in vain."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence

from puzzlegui.core.cells import flatten
from puzzlegui.core.rotation import BOTH, CLOCKWISE, RotationBoard, Turn


def clean(board: RotationBoard, turns: Sequence[Turn]) -> list[Turn]:
    """Turns to the same end, without those that can be seen to be in vain.

    Turns of one block are joined where nothing between them touches its cells: turn and inverse
    turn vanish, so do four equal ones, and three make an inverse turn where that is allowed. What
    leads back to an arrangement met before is left out; with equal values that may be one turn.

    Args:
        board: the board.
        turns: legal turns from its start.
    """
    found = _without_loops(board, _joined(board, turns))
    return found if len(found) == len(turns) else clean(board, found)


def _joined(board: RotationBoard, turns: Sequence[Turn]) -> list[Turn]:
    entries: list[tuple[int, int]] = []
    quarters: list[int] = []  # clockwise, of each entry; 0 for one that has vanished
    touched: dict[tuple[int, int], list[int]] = {}  # entries by cell, the latest last
    for turn in turns:
        block = turn.row, turn.column
        change = 1 if turn.clockwise else 3
        stacks = [touched.setdefault(cell, [-1]) for cell in turn.cells]
        last = max(stack[-1] for stack in stacks)
        if last < 0 or entries[last] != block:
            for stack in stacks:
                stack.append(len(entries))
            entries.append(block)
            quarters.append(change)
            continue
        quarters[last] = (quarters[last] + change) % 4
        if not quarters[last]:
            for stack in stacks:
                stack.pop()
    found = []
    for (row, column), quarter in zip(entries, quarters, strict=True):
        if board.turns == BOTH:
            back, count = quarter == 3, min(quarter, 4 - quarter)
        else:
            back = board.turns != CLOCKWISE
            count = (4 - quarter) % 4 if back else quarter
        found += [Turn(row, column, not back)] * count
    return found


def _without_loops(board: RotationBoard, turns: Sequence[Turn]) -> list[Turn]:
    columns = board.columns
    cells = list(flatten(board.start))
    # An arrangement is told by a sum of random numbers, one for each value in each cell.
    rng = random.Random(0)
    number: dict[tuple[int, int], int] = defaultdict(lambda: rng.getrandbits(64))
    total = sum(number[cell, value] for cell, value in enumerate(cells))
    met = {total: 0}
    totals = [total]
    found: list[Turn] = []
    for turn in turns:
        a = turn.row * columns + turn.column
        cycle = (a, a + 1, a + columns + 1, a + columns)
        if not turn.clockwise:
            cycle = cycle[::-1]
        values = [cells[cell] for cell in cycle]
        for i, cell in enumerate(cycle):
            total += number[cell, values[i - 1]] - number[cell, values[i]]
            cells[cell] = values[i - 1]
        found.append(turn)
        if total in met:
            length = met[total]
            for gone in totals[length + 1 :]:
                del met[gone]
            del totals[length + 1 :], found[length:]
        else:
            met[total] = len(found)
            totals.append(total)
    return found
