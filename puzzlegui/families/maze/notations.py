"""Notations of paths, besides the standard notation and words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Cell
from puzzlegui.core.notation import ARROWS, Notation, Term, numbered_lines, one_term_each
from puzzlegui.families.maze.board import MazeBoard

_ARROWS = dict(zip(product((-1, 0, 1), repeat=2), "↖↑↗← →↙↓↘", strict=True))
"""Arrow for each direction in rows and columns."""


def _arrows(board: Board, moves: Sequence[Cell]) -> list[Term]:
    """Return the direction of each jump, without the first cell."""
    assert isinstance(board, MazeBoard)
    cells = (board.start, *moves)
    return one_term_each([_arrow(*pair) for pair in zip(cells, moves, strict=False)], moves)


def _arrow(cell: Cell, target: Cell) -> str:
    down, right = ((b > a) - (b < a) for a, b in zip(cell, target, strict=True))
    return _ARROWS[down, right]


NOTATIONS = (
    Notation(ARROWS, "Arrows", "mazes", lambda _: True, _arrows, position_dependent=True),
    numbered_lines("mazes"),
)
