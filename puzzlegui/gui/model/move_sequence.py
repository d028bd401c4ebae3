"""Sequence of moves with cached positions, running totals and table rows."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Cell
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import tr
from puzzlegui.core.notation import STANDARD, Notation, Term
from puzzlegui.core.solution import LazyReplay


class MoveSequence:
    """Moves from the start of a board, with cached results about its positions.

    Args:
        walk: lazy replay of the moves.
    """

    def __init__(self, walk: LazyReplay) -> None:
        self.replay = walk
        self._summed: Sequence[Any] | None = None
        self._sums: Sequence[int] = ()
        self._judged: Sequence[Any] | None = None
        self._solves = False
        self._rows: dict[str, MoveRows] = {}
        self._off: tuple[Sequence[Any], int, frozenset[Cell]] | None = None

    @property
    def board(self) -> Board:
        return self.replay.board

    @property
    def moves(self) -> Sequence[Any]:
        return self.replay.moves

    def __len__(self) -> int:
        return len(self.replay)

    def __getitem__(self, at: int) -> Any:
        """Return the position after ``at`` moves."""
        return self.replay[at]

    def solved_after(self, at: int) -> bool:
        """Return True if the board is solved after ``at`` moves."""
        return self.board.is_solved(self[at])

    @property
    def solves(self) -> bool:
        """True if the board is solved after all moves."""
        if self._judged is not self.moves:
            self._judged, self._solves = self.moves, self.solved_after(len(self))
        return self._solves

    @property
    def wins(self) -> bool:
        """True if the board is solved after all moves, and was not before them."""
        return self.solves and not self.solved_after(0)

    @property
    def running_totals(self) -> Sequence[int]:
        """Running total at each position; empty if the board has none."""
        if self._summed is not self.moves:
            self._summed, self._sums = self.moves, self.board.running_totals(self.moves)
        return self._sums

    def misplaced_cells(self, at: int) -> frozenset[Cell]:
        """Return the cells that differ from the goal after ``at`` moves."""
        if self._off is None or self._off[0] is not self.moves or self._off[1] != at:
            self._off = self.moves, at, self.board.misplaced_cells(self[at])
        return self._off[2]

    def rows(self, notation: Notation) -> MoveRows:
        """Return the table rows of the moves in a notation."""
        rows = self._rows.get(notation.name)
        if rows is None or rows.moves is not self.moves:
            rows = self._rows[notation.name] = MoveRows(self.replay, notation)
        return rows


class MoveRows:
    """Table rows of a move sequence, each a term of a notation.

    Args:
        walk: lazy replay of the moves.
        notation: notation of the rows.
    """

    def __init__(self, walk: LazyReplay, notation: Notation = STANDARD) -> None:
        board, moves = walk.board, walk.moves
        self.board, self.moves, self.notation = board, moves, notation
        self._walk = walk
        self._words: dict[int, str] = {}
        self._terms: list[Term] | None = None
        if not notation.one_move_per_term:
            self._terms = [term for term in notation.terms(board, moves) if term.stop > term.start]

    def __len__(self) -> int:
        return len(self.moves if self._terms is None else self._terms)

    def span(self, row: int) -> tuple[int, int]:
        """Return the positions before and after the moves of a row."""
        if self._terms is None:
            return row, row + 1
        term = self._terms[row]
        return term.start, term.stop

    def row_at(self, position: int) -> int:
        """Return the row of the next move at a position; -1 at the end."""
        if position >= len(self.moves):
            return -1
        if self._terms is None:
            return position
        return bisect_right(self._terms, position, key=lambda term: term.start) - 1

    def text(self, row: int) -> str:
        """Return the moves of a row in the notation."""
        if self._terms is not None:
            return self._terms[row].text
        board = self.board
        if self.notation.is_in_words:
            return self.description(row)
        if self.notation.position_dependent:
            board = board.from_position(self._walk[row])
        return self.notation.format(board, self.moves[row : row + 1])[-1]

    def description(self, row: int) -> str:
        """Return a description of the effect of a row's moves."""
        if row not in self._words:
            start, stop = self.span(row)
            words = self.board.describe_moves(self.moves[start:stop], self._walk[start])
            alike = len(words) > 1 and len(set(words)) == 1
            if alike:
                text = tr("{words}, {count} times")
                self._words[row] = text.format(words=words[0], count=group_digits(len(words)))
            else:
                self._words[row] = ", ".join(words)
        return self._words[row]
