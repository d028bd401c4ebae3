"""A line of moves, and what there is to say of the positions along it."""

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
    """Positions along some moves; what was found out about the last one is kept.

    Args:
        walk: goes along the moves.
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
        """The position after so many moves."""
        return self.replay[at]

    def solved_after(self, at: int) -> bool:
        """Whether the board is solved after so many moves."""
        return self.board.is_solved(self[at])

    @property
    def solves(self) -> bool:
        """Whether the board is solved after all of them."""
        if self._judged is not self.moves:
            self._judged, self._solves = self.moves, self.solved_after(len(self))
        return self._solves

    @property
    def running_totals(self) -> Sequence[int]:
        """The sum at each position, where the board has such."""
        if self._summed is not self.moves:
            self._summed, self._sums = self.moves, self.board.running_totals(self.moves)
        return self._sums

    def misplaced_cells(self, at: int) -> frozenset[Cell]:
        """The cells that are not yet as in the goal after so many moves."""
        if self._off is None or self._off[0] is not self.moves or self._off[1] != at:
            self._off = self.moves, at, self.board.misplaced_cells(self[at])
        return self._off[2]

    def rows(self, notation: Notation) -> MoveRows:
        """The moves as a table lists them."""
        rows = self._rows.get(notation.name)
        if rows is None or rows.moves is not self.moves:
            rows = self._rows[notation.name] = MoveRows(self.replay, notation)
        return rows


class MoveRows:
    """The moves of a line as a notation groups them.

    Args:
        walk: goes along them.
        notation: the notation.
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
        if self.notation.position_dependent:
            return self.description(row)
        return self.notation.format(self.board, self.moves[row : row + 1])[-1]

    def description(self, row: int) -> str:
        """What the moves of a row do."""
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
