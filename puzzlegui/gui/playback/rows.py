"""Moves as rows of a table: one for each text of a notation."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Any

from puzzlegui.core.board import Board
from puzzlegui.core.notation import STANDARD, Notation, Term


class Rows:
    """The moves of a line as a notation groups them.

    Args:
        board: their board.
        moves: from its start.
        notation: the notation.
    """

    def __init__(self, board: Board, moves: Sequence[Any], notation: Notation = STANDARD) -> None:
        self.board, self.moves, self.notation = board, moves, notation
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
        """The row of the move that led to a position, -1 for the start."""
        if self._terms is None or position == 0:
            return position - 1
        row = bisect_left(self._terms, position, key=lambda term: term.stop)
        return min(row, len(self._terms) - 1)

    def text(self, row: int) -> str:
        """The moves of a row as the notation writes them."""
        if self._terms is not None:
            return self._terms[row].text
        return self.notation.format(self.board, self.moves[row : row + 1])[-1]

    def words(self, row: int) -> str:
        """What the moves of a row do."""
        start, stop = self.moves_of(row)
        words = [self.board.describe_move(move) for move in self.moves[start:stop]]
        if len(words) > 1 and len(set(words)) == 1:
            return f"{words[0]}, {len(words)} times"
        return ", ".join(words)
