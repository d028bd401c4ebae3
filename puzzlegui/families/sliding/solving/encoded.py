"""A sliding board and its moves encoded as numbers, for the kernels."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from puzzlegui.core.cells import flatten, value_numbers
from puzzlegui.families.sliding.board import GAP, SlidingBoard
from puzzlegui.families.sliding.solving.automaton import DIRECTIONS
from puzzlegui.solvers.move_set import MoveSet, Shorts

Directions = NDArray[np.int8]

LETTERS = "DRLU"
"""The letter of the tile's move for each direction of the gap in ``automaton.DIRECTIONS``."""


def directions_of(moves: Sequence[str]) -> Directions:
    """Return moves as directions of the gap."""
    return np.array([LETTERS.index(move) for move in moves], np.int8)


def cleaned(board: SlidingBoard, directions: Directions) -> Directions:
    """Return equivalent moves without redundant ones; see ``MoveSet.cleaned``.

    The shortest loop is a move and its inverse. With equal tiles an arrangement may recur with
    permuted tiles.

    Args:
        board: the board.
        directions: moves from its start, as directions of the gap.
    """
    values = flatten(board.start)
    numbers = value_numbers(values)
    start = np.array([numbers[value] for value in values], np.int16)
    swaps = _swaps(board.rows, board.columns)
    gap = values.index(GAP)
    left = swaps.cleaned(start, _encode(gap, directions, board.columns, len(values)))
    return _decode(gap, left, board.columns, len(values))


@lru_cache(maxsize=4)
def _swaps(rows: int, columns: int) -> MoveSet:
    """Return the swaps of each cell with its right neighbour, then with the one below it."""
    cells = range(rows * columns)
    across = [{a: a + 1, a + 1: a} if (a + 1) % columns else {} for a in cells]
    down = [{a: a + columns, a + columns: a} if a + columns in cells else {} for a in cells]
    return MoveSet(len(cells), across + down)


def _encode(gap: int, directions: Directions, columns: int, cells: int) -> Shorts:
    """Return directions of the gap as numbers of ``_swaps``."""
    steps = np.array([columns * down + right for down, right in DIRECTIONS])[directions]
    path = gap + np.cumsum([0, *steps])
    vertical = np.array([down != 0 for down, _ in DIRECTIONS])[directions]
    found: Shorts = (np.minimum(path[:-1], path[1:]) + cells * vertical).astype(np.int16)
    return found


def _decode(gap: int, swaps: Shorts, columns: int, cells: int) -> Directions:
    """Return numbers of ``_swaps`` as directions of the gap."""
    found = []
    for swap in swaps.tolist():
        vertical, cell = divmod(swap, cells)
        if gap == cell:
            found.append(3 if vertical else 2)
            gap += columns if vertical else 1
        else:
            found.append(0 if vertical else 1)
            gap = cell
    return np.array(found, np.int8)
