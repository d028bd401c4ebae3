"""A sliding board and its moves encoded as numbers, for the kernels."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from puzzlegui.core.board import Board
from puzzlegui.core.cells import flatten, value_numbers
from puzzlegui.core.solution import Segment
from puzzlegui.families.sliding.board import GAP, SlidingBoard
from puzzlegui.families.sliding.solving.automaton import DIRECTIONS
from puzzlegui.families.sliding.solving.stages import FillPlan
from puzzlegui.solvers.move_set import MoveSet, Shorts
from puzzlegui.solvers.segmentation import segments_at, share_milestones

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
    start, _ = _numbered(board)
    gap = flatten(board.start).index(GAP)
    swaps = _swaps(board.rows, board.columns)
    left = swaps.cleaned(start, _encode(gap, directions, board.columns, len(start)))
    return _decode(gap, left, board.columns, len(start))


def simplified(board: Board, moves: Sequence[str]) -> list[str]:
    """Return moves from the start of a board without redundant ones."""
    assert isinstance(board, SlidingBoard)
    return [LETTERS[direction] for direction in cleaned(board, directions_of(moves)).tolist()]


def name_segments(
    board: SlidingBoard, directions: Directions, plan: FillPlan, rest_name: str
) -> list[Segment]:
    """Cut a solution into segments, named after the milestones that they reach.

    Milestones are lines, mostly from the outside in, then the rest, and between them shares of the
    tiles (see ``solvers.segmentation``).

    Args:
        board: the board.
        directions: the solution, as directions of the gap.
        plan: the lines.
        rest_name: name of the segment that finishes the rest.
    """
    start, goal = _numbered(board)
    columns, cells = board.columns, len(goal)
    row_of = np.full(cells, len(plan.lines), np.int16)
    for number, line in enumerate(plan.lines):
        row_of[list(line.cells)] = number
    gap = flatten(board.start).index(GAP)
    swaps = _encode(gap, directions, columns, cells)
    wrong, done = _swaps(board.rows, columns).progress(start, goal, swaps, row_of)
    wrong -= _gap_path(gap, directions, columns) != flatten(board.goal).index(GAP)  # no tile
    shares = [share for share in share_milestones(wrong, cells - 1) if share[0] not in done]
    names = [*(line.name for line in plan.lines), rest_name]
    return segments_at([*shares, *zip(done, names, strict=True)])


def _numbered(board: SlidingBoard) -> tuple[Shorts, Shorts]:
    """Return start and goal with values numbered from 0 on."""
    start, goal = flatten(board.start), flatten(board.goal)
    numbers = value_numbers(start)
    return (
        np.array([numbers[value] for value in start], np.int16),
        np.array([numbers[value] for value in goal], np.int16),
    )


@lru_cache(maxsize=4)
def _swaps(rows: int, columns: int) -> MoveSet:
    """Return the swaps of each cell with its right neighbour, then with the one below it."""
    cells = range(rows * columns)
    across = [{a: a + 1, a + 1: a} if (a + 1) % columns else {} for a in cells]
    down = [{a: a + columns, a + columns: a} if a + columns in cells else {} for a in cells]
    return MoveSet(len(cells), across + down)


def _gap_path(gap: int, directions: Directions, columns: int) -> NDArray[np.int64]:
    """Return the gap's cell before each move and after the last."""
    steps = np.array([columns * down + right for down, right in DIRECTIONS])[directions]
    path: NDArray[np.int64] = gap + np.cumsum([0, *steps])
    return path


def _encode(gap: int, directions: Directions, columns: int, cells: int) -> Shorts:
    """Return directions of the gap as numbers of ``_swaps``."""
    path = _gap_path(gap, directions, columns)
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
