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
HALF_WAY = 0.5


@lru_cache
def example_frames(
    family: str, options: tuple[tuple[str, object], ...] = ()
) -> tuple[Board, tuple[Frame, Frame, Frame]]:
    """Return a small board of a family and its frames before, during and after a move.

    Args:
        family: name of the family.
        options: fields of the board that define its moves, with their values.
    """
    board = new_board(family, _SIZE, _SIZE, _SEED).with_fields(**dict(options))
    position = board.initial()
    moves = board.legal_moves(position)
    move = moves[len(moves) // 2]
    motion, colours = board.motion(position, move), frame_colours(board)
    before = board.picture(position)
    return board, (
        Frame(before, colours, marks=Marks(next_move=motion)),
        Frame(before, colours, motion, HALF_WAY),
        Frame(board.picture(board.play(position, move)), colours),
    )


def frames_like(like: Board) -> tuple[Board, tuple[Frame, Frame, Frame]]:
    """Return the example for a board with the options of a given board."""
    options = tuple((each.name, getattr(like, each.name)) for each in like.options if each.choices)
    return example_frames(like.family, options)
