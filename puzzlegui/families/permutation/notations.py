"""Notations of moves, besides the standard notation and words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from puzzlegui.core.board import Board
from puzzlegui.core.notation import COMPRESSED, Notation, Term
from puzzlegui.families.permutation.board import PermutationBoard
from puzzlegui.families.permutation.moves import PermutationMove

_MOST = 1000
"""Largest repeat count that is read."""


def _terms(board: Board, moves: Sequence[PermutationMove]) -> list[Term]:
    """Join equal moves, with the count before a name that a digit after it would make another."""
    assert isinstance(board, PermutationBoard)
    found: list[Term] = []
    at = 0
    for move, run in groupby(moves):
        left = sum(1 for _ in run)
        while left:
            count = min(left, _MOST)
            text = str(move) if count == 1 else f"{count}{move}"
            found.append(Term(text, at, at + count))
            at, left = at + count, left - count
    return found


NOTATIONS = (
    Notation(
        COMPRESSED,
        "Compressed",
        "permutation boards",
        lambda _: True,
        _terms,
        one_move_per_term=False,
    ),
)
