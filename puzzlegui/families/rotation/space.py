"""The state space of rotation boards for the textbook searches."""

from __future__ import annotations

from operator import itemgetter
from typing import Any

from puzzlegui.families.rotation.board import BOTH, CLOCKWISE, RotationBoard, Turn
from puzzlegui.solvers.space import TileSpace


class RotationSpace(TileSpace):
    """State space of a rotation board; blocks in reading order, clockwise turns first."""

    prunes_undo_only = False

    def __init__(self, board: RotationBoard) -> None:
        super().__init__(board)
        ways = [True, False] if board.turns == BOTH else [board.turns == CLOCKWISE]
        cells = list(range(board.rows * board.columns))
        self._turns: list[tuple[Turn, itemgetter[Any]]] = []
        for row in range(board.rows - 1):
            for column in range(board.columns - 1):
                a = row * board.columns + column
                b, c, d = a + 1, a + board.columns, a + board.columns + 1
                for clockwise in ways:
                    source = cells.copy()
                    if clockwise:
                        source[a], source[b], source[d], source[c] = c, a, b, d
                    else:
                        source[a], source[b], source[d], source[c] = b, d, c, a
                    self._turns.append((Turn(row, column, clockwise), itemgetter(*source)))
        self.branching_factor = len(self._turns)

    def successors(self, state: str) -> list[tuple[Turn, str]]:
        join = "".join
        return [(turn, join(pick(state))) for turn, pick in self._turns]
