"""Example of a family's rule: a small board before, during and after a move."""

from __future__ import annotations

from functools import lru_cache

from puzzlegui.core.board import Board
from puzzlegui.families.creation import new_board
from puzzlegui.render.frame import Frame
from puzzlegui.render.marks import Marks
from puzzlegui.render.style import frame_colours

_SIZE, _SEED = 3, 2
"""Size and seed of the example board."""
_MAX_OWN = 12
"""Number of rows and columns up to which a board itself shows its rule."""
HALF_WAY = 0.5


Frames = tuple[Frame, Frame, Frame]
"""Frames before, during and after a move."""


@lru_cache
def example_frames(
    family: str, options: tuple[tuple[str, object], ...] = ()
) -> tuple[Board, Frames]:
    """Return a small board of a family and its frames before, during and after a move.

    Args:
        family: name of the family.
        options: fields of the board that define its moves, with their values.
    """
    board = new_board(family, _SIZE, _SIZE, _SEED).with_fields(**dict(options))
    return board, _frames_of(board)


def frames_like(like: Board) -> tuple[Board, Frames]:
    """Return the example for a board with the options of a given board."""
    options = tuple((each.name, getattr(like, each.name)) for each in like.options if each.choices)
    return example_frames(like.family, options)


def own_frames(board: Board) -> tuple[Board, Frames]:
    """Return frames of a board itself, or those of the example if it is large or has no move."""
    if max(board.rows, board.columns) > _MAX_OWN or not board.legal_moves(board.initial()):
        return frames_like(board)
    return board, _frames_of(board)


def _frames_of(board: Board) -> Frames:
    position = board.initial()
    moves = board.legal_moves(position)
    move = moves[len(moves) // 2]
    motion, colours = board.motion(position, move), frame_colours(board)
    before = board.picture(position)
    return (
        Frame(before, colours, marks=Marks(next_move=motion)),
        Frame(before, colours, motion, HALF_WAY),
        Frame(board.picture(board.play(position, move)), colours),
    )
