"""The state space of shift boards for the textbook searches."""

from __future__ import annotations

import math
from operator import itemgetter
from typing import Any

from puzzlegui.core.language import gettext_noop
from puzzlegui.families.shift.board import Shift, ShiftBoard, all_shifts, circular_distances
from puzzlegui.solvers.space import HeuristicBreakdown, TileSpace


class ShiftSpace(TileSpace):
    """State space of a shift board; rows right and left, then columns down and up."""

    prunes_undo_only = False

    def __init__(self, board: ShiftBoard) -> None:
        super().__init__(board)
        ranks = self.ranks
        self._rows, self._columns = board.rows, board.columns
        self._shifts: list[tuple[Shift, itemgetter[Any]]] = []
        for shift in all_shifts(board.rows, board.columns):
            source = list(range(board.rows * board.columns))
            if shift.vertical:
                line = source[shift.line :: board.columns]
            else:
                line = source[shift.line * board.columns :][: board.columns]
            for to, cell in enumerate(line):
                source[cell] = line[(to - (1 if shift.forward else -1)) % len(line)]
            self._shifts.append((shift, itemgetter(*source)))
        self.branching_factor = len(self._shifts)
        across, down = circular_distances(board.goal)
        self._across = {ranks[value]: cells for value, cells in across.items()}
        self._down = {ranks[value]: cells for value, cells in down.items()}

    def successors(self, state: str) -> list[tuple[Shift, str]]:
        join = "".join
        return [(shift, join(pick(state))) for shift, pick in self._shifts]

    def estimate(self, state: str) -> int:
        """Return a consistent lower bound; see ``ShiftBoard.lower_bound``.

        Consistent, since a shift moves only the tiles of a single line, each by a single cell.
        """
        across, down = self._across, self._down
        rights = sum(across[value][cell] for cell, value in enumerate(state))
        downs = sum(down[value][cell] for cell, value in enumerate(state))
        return math.ceil(rights / self._columns) + math.ceil(downs / self._rows)

    def estimate_breakdown(self, state: str) -> HeuristicBreakdown:
        across = [self._across[value][cell] for cell, value in enumerate(state)]
        down = [self._down[value][cell] for cell, value in enumerate(state)]
        ways = enumerate(map(sum, zip(across, down, strict=True)))
        terms = (
            (gettext_noop("row shifts"), math.ceil(sum(across) / self._columns)),
            (gettext_noop("column shifts"), math.ceil(sum(down) / self._rows)),
        )
        return HeuristicBreakdown(
            self.estimate(state), terms, {cell: way for cell, way in ways if way}
        )
