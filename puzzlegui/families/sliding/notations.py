"""Notations of slides, besides the standard notation and words."""

from __future__ import annotations

from collections.abc import Sequence

from puzzlegui.core.board import Board
from puzzlegui.core.language import gettext_noop
from puzzlegui.core.notation import (
    ARROW_SIGNS,
    ARROWS,
    COMPRESSED,
    Notation,
    Term,
    numbered_lines,
    one_term_each,
    run_length,
)
from puzzlegui.families.sliding.conventions import Slider

_WORDS = {"U": "Up", "D": "Down", "L": "Left", "R": "Right"}


def _arrows(_board: Board, moves: Sequence[str]) -> list[Term]:
    return one_term_each([ARROW_SIGNS[move] for move in moves], moves)


def _tiles(board: Board, moves: Sequence[str]) -> list[Term]:
    slider = Slider(board)
    return one_term_each([str(slider.slide(move)) for move in moves], moves)


def _has_distinct_tiles(board: Board) -> bool:
    return len(board.values) == board.rows * board.columns


NOTATIONS = (
    Notation(
        COMPRESSED, "Compressed", "sliding boards", lambda _: True, run_length(str),
        one_move_per_term=False,
    ),
    Notation(
        "slidysim", "Slidysim", "sliding boards", lambda _: True, run_length(str), separator="",
        one_move_per_term=False,
    ),
    Notation(ARROWS, "Arrows", "sliding boards", lambda _: True, _arrows),
    Notation(
        "tiles", "Tile numbers", "sliding boards without equal tiles", _has_distinct_tiles, _tiles,
        position_dependent=True,
    ),
    numbered_lines(gettext_noop("sliding boards"), _WORDS.__getitem__),
)  # fmt: skip
