"""Notations of shifts, besides the standard notation and words."""

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


def _arrows(board: Board, moves: Sequence[object]) -> list[Term]:
    texts = [text[:-1] + ARROW_SIGNS[text[-1]] for text in board.format_moves(moves)]
    return one_term_each(texts, moves)


NOTATIONS = (
    Notation(
        COMPRESSED, "Compressed", "shift boards", lambda _: True, run_length(str),
        one_move_per_term=False,
    ),
    Notation(ARROWS, "Arrows", "shift boards", lambda _: True, _arrows),
    numbered_lines(gettext_noop("shift boards")),
)  # fmt: skip
