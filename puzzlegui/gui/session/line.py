"""A line of moves, and what there is to say of the positions along it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Cell
from puzzlegui.core.notation import Notation
from puzzlegui.core.solution import Walk
from puzzlegui.gui.playback.rows import Rows


class Line:
    """Positions along some moves; what was found out about the last one is kept.

    Args:
        walk: goes along the moves.
    """

    def __init__(self, walk: Walk) -> None:
        self.walk = walk
        self._summed: Sequence[Any] | None = None
        self._sums: Sequence[int] = ()
        self._judged: Sequence[Any] | None = None
        self._solves = False
        self._rows: dict[str, Rows] = {}
        self._off: tuple[Sequence[Any], int, frozenset[Cell]] | None = None

    @property
    def board(self) -> Board:
        return self.walk.board

    @property
    def moves(self) -> Sequence[Any]:
        return self.walk.moves

    def __len__(self) -> int:
        return len(self.walk)

    def __getitem__(self, at: int) -> Any:
        """The position after so many moves."""
        return self.walk[at]

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
    def sums(self) -> Sequence[int]:
        """The sum at each position, where the board has such."""
        if self._summed is not self.moves:
            self._summed, self._sums = self.moves, self.board.tallies(self.moves)
        return self._sums

    def off_goal(self, at: int) -> frozenset[Cell]:
        """The cells that are not yet as in the goal after so many moves."""
        if self._off is None or self._off[0] is not self.moves or self._off[1] != at:
            self._off = self.moves, at, self.board.off_goal(self[at])
        return self._off[2]

    def rows(self, notation: Notation) -> Rows:
        """The moves as a table lists them."""
        rows = self._rows.get(notation.name)
        if rows is None or rows.moves is not self.moves:
            rows = self._rows[notation.name] = Rows(self.walk, notation)
        return rows
