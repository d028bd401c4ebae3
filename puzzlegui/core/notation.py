"""Notations of moves, all of which are read wherever moves are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from puzzlegui.core.board import Board
from puzzlegui.core.language import Translatable, translated_fields


class Term(NamedTuple):
    """Text of ``moves[start:stop]``; of no move before the first jump in a maze."""

    text: str
    start: int
    stop: int


@translated_fields
@dataclass(frozen=True)
class Notation:
    """Way to write moves.

    Attributes:
        name: name on the command line.
        title: name shown to the user.
        applicability: boards it is for, in words that continue "it is for ...".
        applies: returns True for a board that it can be used for.
        terms: formats moves of a board.
        separator: text between two terms on a line; a line break if each has its own line.
        is_numbered: True if the number of the move and a point stand before each line.
        one_move_per_term: True if every move has a term of its own.
        position_dependent: True if the text depends on the position; for moves from the middle
            of a list, pass the board with the position there as its start.
    """

    name: str
    title: Translatable
    applicability: Translatable
    applies: Callable[[Board], bool]
    terms: Callable[[Board, Sequence[Any]], list[Term]]
    separator: str = " "
    is_numbered: bool = False
    one_move_per_term: bool = True
    position_dependent: bool = False

    def format(self, board: Board, moves: Sequence[Any]) -> list[str]:
        """Return the text of each term of ``moves``."""
        return [term.text for term in self.terms(board, moves)]

    def join(self, terms: Iterable[Term]) -> str:
        """Return terms as a text that can be parsed."""
        if self.is_numbered:
            return self.separator.join(f"{term.stop}. {term.text}" for term in terms)
        return self.separator.join(term.text for term in terms)

    def write(self, board: Board, moves: Sequence[Any]) -> str:
        """Return moves as a text that can be parsed."""
        return self.join(self.terms(board, moves))

    @property
    def is_in_words(self) -> bool:
        """True if each term is a sentence."""
        return self.separator == "\n" and not self.is_numbered

    @property
    def splits_at_blanks(self) -> bool:
        """True if the terms of a text are what stands between its blanks or line breaks."""
        return self.separator.isspace() and not self.is_numbered


def one_term_each(texts: Sequence[str], moves: Sequence[Any]) -> list[Term]:
    """Return a term for each text; texts before the first move stand for none."""
    lead = len(texts) - len(moves)
    before = [Term(text, 0, 0) for text in texts[:lead]]
    return before + [Term(text, at, at + 1) for at, text in enumerate(texts[lead:])]


def _standard(board: Board, moves: Sequence[Any]) -> list[Term]:
    return one_term_each(board.format_moves(moves), moves)


def _words(board: Board, moves: Sequence[Any]) -> list[Term]:
    lead = [f"start at {text}" for text in board.format_moves(())]
    return one_term_each([*lead, *board.moves_in_words(moves)], moves)


def run_length(text: Callable[[Any], str], most: int = 1000) -> Terms:
    """Return a formatter that writes a run of equal moves as a single term with a count.

    Args:
        text: formats a move.
        most: largest count that can be parsed.
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


def numbered_lines(applicability: str, text: Callable[[Any], str] | None = None) -> Notation:
    """Return the notation with each move on a line with its number.

    Args:
        applicability: as for ``Notation``.
        text: formats a move; None for the standard notation.
    """

    def terms(board: Board, moves: Sequence[Any]) -> list[Term]:
        return one_term_each(list(map(text, moves)), moves) if text else _standard(board, moves)

    return Notation(
        NUMBERED, "Numbered lines", applicability, lambda _: True, terms,
        separator="\n", is_numbered=True,
    )  # fmt: skip


STANDARD = Notation("standard", "Standard", "every board", lambda _: True, _standard)
WORDS = Notation(
    "words",
    "In words",
    "every board",
    lambda _: True,
    _words,
    separator="\n",
    position_dependent=True,
)
NUMBERED, ARROWS = "numbered", "arrows"
"""Names of the notations of numbered lines and of arrows."""
ARROW_SIGNS = {"U": "↑", "D": "↓", "L": "←", "R": "→"}
"""Arrows by the letters of the directions."""
COMPRESSED = "compressed"
"""Name of the notation that joins several moves in a term."""
