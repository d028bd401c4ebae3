"""Notations of turns, besides the standard notation and words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from puzzlegui.core.board import Board
from puzzlegui.core.language import gettext_noop
from puzzlegui.core.notation import COMPRESSED, Notation, Term, numbered_lines, one_term_each
from puzzlegui.families.rotation.board import BOTH, QUARTERS, RotationBoard, Turn


def _tuples(_board: Board, moves: Sequence[Turn]) -> list[Term]:
    texts = [f"({move.column},{move.row},{'T' if move.clockwise else 'F'})" for move in moves]
    return one_term_each(texts, moves)


def _quarters(_board: Board, moves: Sequence[Turn]) -> list[Term]:
    names = {block: name for name, block in QUARTERS.items()}
    texts = [names[move.row, move.column] + ("" if move.clockwise else "'") for move in moves]
    return one_term_each(texts, moves)


def _compressed(_board: Board, moves: Sequence[Turn]) -> list[Term]:
    """Replace consecutive turns of the same block by the fewest equivalent turns."""
    terms: list[Term] = []
    start = 0
    for _, run in groupby(moves, lambda move: (move.row, move.column)):
        same = list(run)
        stop = start + len(same)
        fewest = _fewest(same)
        # Each term but the last stands for a single move, the last for the rest of the run.
        for index, turn in enumerate(fewest):
            last = stop if index == len(fewest) - 1 else start + index + 1
            terms.append(Term(str(turn), start + index, last))
        start = stop
    return terms


def _fewest(turns: Sequence[Turn]) -> list[Turn]:
    """Return the fewest turns equivalent to turns of the same block."""
    quarters = sum(1 if turn.clockwise else -1 for turn in turns) % 4
    first = turns[0]
    match quarters:
        case 1 | 3:
            return [first._replace(clockwise=quarters == 1)]
        case 2:
            return [first, first]
        case _:
            return []


def _turns_both_ways(board: Board) -> bool:
    return isinstance(board, RotationBoard) and board.turns == BOTH


NOTATIONS = (
    Notation(
        COMPRESSED, "Compressed", "rotation boards that turn in both directions",
        _turns_both_ways, _compressed, one_move_per_term=False,
    ),
    Notation("tuples", "Tuples (X,Y,T)", "rotation boards", lambda _: True, _tuples),
    Notation(
        "quarters", "Quarters Q1–Q4", "3×3 rotation boards",
        lambda board: board.size == "3×3", _quarters,
    ),
    numbered_lines(gettext_noop("rotation boards")),
)  # fmt: skip
