"""Removal of redundant moves from a solution of a sliding board."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from puzzlegui.core.cells import flatten
from puzzlegui.families.sliding.board import STEPS, SlidingBoard


def clean(board: SlidingBoard, moves: Sequence[str]) -> list[str]:
    """Remove loops, which return to an earlier arrangement.

    The shortest loop is a move and its inverse. With equal tiles an arrangement may recur with
    permuted tiles.

    Args:
        board: the board.
        moves: legal moves from its start.
    """
    keys = _keys(board, moves)
    found = list(moves)
    if len(set(keys)) == len(keys):
        return found
    found.clear()
    met = {keys[0]: 0}
    trail = keys[:1]
    for move, key in zip(moves, keys[1:], strict=True):
        found.append(move)
        if key in met:
            length = met[key]
            for gone in trail[length + 1 :]:
                del met[gone]
            del trail[length + 1 :], found[length:]
        else:
            met[key] = len(found)
            trail.append(key)
    return found


def _keys(board: SlidingBoard, moves: Sequence[str]) -> list[int]:
    """Return the Zobrist key (1970) of each arrangement on the path."""
    columns = board.columns
    numbers = {value: number for number, value in enumerate(sorted(board.values))}  # the gap is 0
    cells = [numbers[value] for value in flatten(board.start)]
    gaps = [cells.index(0)]
    values = []
    for move in moves:
        down, right = STEPS[move]
        gap = gaps[-1]
        tile = gap - down * columns - right
        values.append(cells[tile])
        cells[gap] = cells[tile]
        gaps.append(tile)
    most = np.iinfo(np.int64).max
    zobrist = np.random.default_rng(0).integers(most, size=(len(cells), len(numbers)))
    zobrist -= zobrist[:, :1]  # so that the gap's keys are 0
    here, there, value = np.array(gaps[:-1], int), np.array(gaps[1:], int), np.array(values, int)
    return [0, *np.cumsum(zobrist[here, value] - zobrist[there, value]).tolist()]
