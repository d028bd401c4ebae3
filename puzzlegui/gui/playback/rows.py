"""Moves as rows of a table: one for each text of a notation."""

from __future__ import annotations

from bisect import bisect_right

from puzzlegui.core.counting import group_digits
from puzzlegui.core.language import tr
from puzzlegui.core.notation import STANDARD, Notation, Term
from puzzlegui.core.solution import Walk


class Rows:
    """The moves of a line as a notation groups them.

    Args:
        walk: goes along them.
        notation: the notation.
    """

    def __init__(self, walk: Walk, notation: Notation = STANDARD) -> None:
        board, moves = walk.board, walk.moves
        self.board, self.moves, self.notation = board, moves, notation
        self._walk = walk
        self._words: dict[int, str] = {}
        self._terms: list[Term] | None = None
        if not notation.single:
            self._terms = [term for term in notation.terms(board, moves) if term.stop > term.start]

    def __len__(self) -> int:
        return len(self.moves if self._terms is None else self._terms)

    def moves_of(self, row: int) -> tuple[int, int]:
        """The positions before and after the moves of a row."""
        if self._terms is None:
            return row, row + 1
        term = self._terms[row]
        return term.start, term.stop

    def row_at(self, position: int) -> int:
        """The row of the move that leads on from a position, -1 for the end."""
        if position >= len(self.moves):
            return -1
        if self._terms is None:
            return position
        return bisect_right(self._terms, position, key=lambda term: term.start) - 1

    def text(self, row: int) -> str:
        """The moves of a row as the notation writes them."""
        if self._terms is not None:
            return self._terms[row].text
        if self.notation.by_position:
            return self.words(row)
        return self.notation.format(self.board, self.moves[row : row + 1])[-1]

    def words(self, row: int) -> str:
        """What the moves of a row do."""
        if row not in self._words:
            start, stop = self.moves_of(row)
            words = self.board.describe_moves(self.moves[start:stop], self._walk[start])
            alike = len(words) > 1 and len(set(words)) == 1
            if alike:
                text = tr("{words}, {count} times")
                self._words[row] = text.format(words=words[0], count=group_digits(len(words)))
            else:
                self._words[row] = ", ".join(words)
        return self._words[row]
