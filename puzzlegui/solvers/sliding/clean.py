"""Taking moves out of a solution of a sliding board that are in vain."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence

from puzzlegui.core.cells import flatten
from puzzlegui.core.sliding import GAP, STEPS, SlidingBoard


def clean(board: SlidingBoard, moves: Sequence[str]) -> list[str]:
    """Moves to the same end, without those that lead back to an arrangement met before.

    A move and its inverse right after it are the least such part. With equal tiles the arrangement
    may be the same though the tiles are not.

    Args:
        board: the board.
        moves: legal moves from its start.
    """
    columns = board.columns
    cells = list(flatten(board.start))
    gap = cells.index(GAP)
    # An arrangement is told by a sum of random numbers, one for each value in each cell.
    rng = random.Random(0)
    number: dict[tuple[int, int], int] = defaultdict(lambda: rng.getrandbits(64))
    total = sum(number[cell, value] for cell, value in enumerate(cells))
    met = {total: 0}
    totals = [total]
    found: list[str] = []
    for move in moves:
        down, right = STEPS[move]
        tile = gap - down * columns - right
        value = cells[tile]
        total += number[gap, value] + number[tile, GAP] - number[tile, value] - number[gap, GAP]
        cells[gap], cells[tile] = value, GAP
        gap = tile
        found.append(move)
        if total in met:
            length = met[total]
            for gone in totals[length + 1 :]:
                del met[gone]
            del totals[length + 1 :], found[length:]
        else:
            met[total] = len(found)
            totals.append(total)
    return found
