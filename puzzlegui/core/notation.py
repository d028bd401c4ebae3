"""Ways to write moves that are all read back by ``Board.parse_moves``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from puzzlegui.core.board import Board
from puzzlegui.core.language import Shown, with_texts


class Term(NamedTuple):
    """A text that stands for ``moves[start:stop]``; for none in front of a maze's first jump."""

    text: str
    start: int
    stop: int


@with_texts
@dataclass(frozen=True)
class Notation:
    """A way to write moves.

    Attributes:
        name: as given on the command line.
        title: what the user sees.
        serves: the boards it is for, in words that go on "it is for ...".
        suits: whether it is for a board.
        terms: the moves of a board, written.
        separator: what stands between two terms on a line; a line break where each has its own.
        single: every move has a term of its own.
        by_position: what it writes depends on the position; the board that is given it for moves
            from the midst of a line is the one that is left there.
    """

    name: str
    title: Shown
    serves: Shown
    suits: Callable[[Board], bool]
    terms: Callable[[Board, Sequence[Any]], list[Term]]
    separator: str = " "
    single: bool = True
    by_position: bool = False

    def format(self, board: Board, moves: Sequence[Any]) -> list[str]:
        """The texts of ``moves``; joined with the separator they are read back as moves."""
        return [term.text for term in self.terms(board, moves)]


def one_by_one(texts: Sequence[str], moves: Sequence[Any]) -> list[Term]:
    """A term for each text; those before the first move stand for none."""
    lead = len(texts) - len(moves)
    before = [Term(text, 0, 0) for text in texts[:lead]]
    return before + [Term(text, at, at + 1) for at, text in enumerate(texts[lead:])]


def _standard(board: Board, moves: Sequence[Any]) -> list[Term]:
    return one_by_one(board.moves_text(moves), moves)


def _words(board: Board, moves: Sequence[Any]) -> list[Term]:
    lead = [f"start at {text}" for text in board.moves_text(())]
    return one_by_one([*lead, *board.word_moves(moves)], moves)


def repeated(text: Callable[[Any], str], most: int = 1000) -> Terms:
    """Writes moves that follow one another alike as one of them with their number.

    Args:
        text: writes a move.
        most: the largest number that is read back.
    """

    def terms(_board: Board, moves: Sequence[Any]) -> list[Term]:
        found: list[Term] = []
        at = 0
        for move, run in groupby(moves):
            left = sum(1 for _ in run)
            while left:
                count = min(left, most)
                found.append(Term(f"{text(move)}{count if count > 1 else ''}", at, at + count))
                at, left = at + count, left - count
        return found

    return terms


Terms = Callable[[Board, Sequence[Any]], list[Term]]

STANDARD = Notation("standard", "Standard", "every board", lambda _: True, _standard)
WORDS = Notation(
    "words", "In words", "every board", lambda _: True, _words, separator="\n", by_position=True
)
COMPRESSED = "compressed"
"""The name of the notation that takes several moves together."""
