"""The model of the table of solutions; texts are computed when rows become visible."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QFont

from puzzlegui.core.formatting import group_digits, quantity
from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.core.solution import Solution, common_prefix_length
from puzzlegui.gui.model.solution_list import AFTER, DIVERGENCE, LENGTH, NUMBER

Index = QModelIndex | QPersistentModelIndex

HEADERS = ("#", gettext_noop("Moves"), gettext_noop("Differs at"), gettext_noop("Next moves"))
_TIPS = {
    NUMBER: gettext_noop("In the order found; the current one is bold (sort: N)"),
    LENGTH: gettext_noop("Number of moves (sort: M)"),
    DIVERGENCE: gettext_noop("First move that differs from the current solution (sort: P)"),
    AFTER: gettext_noop("Moves from there on"),
}
_IN_TABLE, _IN_TIP = 12, 60
"""Maximum length of the moves' text in the table and in tooltips."""
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
_CENTRE = int(Qt.AlignmentFlag.AlignCenter)
_ALIGNED = {NUMBER: _RIGHT, LENGTH: _CENTRE, DIVERGENCE: _CENTRE, AFTER: _LEFT}


class SolutionModel(QAbstractTableModel):
    """Model with a row per listed solution."""

    def __init__(self) -> None:
        super().__init__()
        self._solution: Solution | None = None
        self._followed = 0
        self._order: Sequence[int] = ()

    @property
    def solutions(self) -> Sequence[Sequence[Any]]:
        """All solutions, listed or not."""
        return () if self._solution is None else self._solution.solutions or ()

    def show_solutions(
        self, solution: Solution | None, followed: int, order: Sequence[int]
    ) -> None:
        """Show solutions in an order, compared with the followed solution.

        Args:
            solution: its ``solutions`` are shown.
            followed: index of the followed solution.
            order: indices of the solutions to list.
        """
        if solution is self._solution and order == self._order:  # the order is unchanged
            self._followed = followed
            if order:
                self.dataChanged.emit(self.index(0, 0), self.index(len(order) - 1, AFTER))
            return
        self.beginResetModel()
        self._solution, self._followed, self._order = solution, followed, order
        self.endResetModel()

    def number_at(self, row: int) -> int:
        """Return the index of a row's solution."""
        return self._order[row]

    def row_of(self, number: int) -> int:
        """Return the row of a solution by its index, or -1 if it is not listed."""
        return self._order.index(number) if number in self._order else -1

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._order)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(HEADERS)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        number, column = self._order[index.row()], index.column()
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._text(number, column)
            case Qt.ItemDataRole.TextAlignmentRole:
                return _ALIGNED[column]
            case Qt.ItemDataRole.FontRole if number == self._followed:
                font = QFont()
                font.setBold(True)
                return font
            case Qt.ItemDataRole.ToolTipRole | Qt.ItemDataRole.AccessibleTextRole:
                return self._description(number)
        return None

    def _common_length(self, number: int) -> int:
        return common_prefix_length(self.solutions[self._followed], self.solutions[number])

    def _text(self, number: int, column: int) -> str:
        moves = self.solutions[number]
        if column == NUMBER:
            return group_digits(number + 1)
        if column == LENGTH:
            return group_digits(len(moves))
        at = 0 if number == self._followed else self._common_length(number)
        if column == AFTER:
            return self._moves_text(moves[at:], _IN_TABLE)
        if number == self._followed:
            return tr("current")
        return tr("its end") if at == len(moves) else group_digits(at + 1)

    def _moves_text(self, moves: Sequence[Any], limit: int) -> str:
        """Format as many moves as fit in a number of characters, at least a single move."""
        assert self._solution is not None
        board = self._solution.board
        texts = board.format_moves(moves[:limit])[len(board.format_moves(())) :]
        used = list(accumulate(len(text) + 1 for text in texts))
        shown = max(1, bisect_right(used, limit))
        return " ".join([*texts[:shown], *(["…"] if shown < len(moves) else [])])

    def _description(self, number: int) -> str:
        """Describe a solution in a sentence."""
        moves = self.solutions[number]
        at = len(moves) if number == self._followed else self._common_length(number)
        if number == self._followed:
            text = tr("Solution {number}, {moves}: the current one")
        elif at == len(moves):
            text = tr("Solution {number}, {moves}: the beginning of the current one")
        else:
            text = tr(
                "Solution {number}, {moves}: differs from the current one at move {at}: {rest}"
            )
        return text.format(
            number=group_digits(number + 1), moves=quantity(len(moves), "move"),
            at=group_digits(at + 1), rest=self._moves_text(moves[at:], _IN_TIP),
        )  # fmt: skip

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return tr(HEADERS[section])
            case Qt.ItemDataRole.ToolTipRole:
                return tr(_TIPS[section])
            case Qt.ItemDataRole.TextAlignmentRole:
                return _ALIGNED[section]
        return None

    def match(
        self,
        start: Index,
        role: int,
        value: Any,
        hits: int = 1,
        flags: Qt.MatchFlag = Qt.MatchFlag.MatchStartsWith | Qt.MatchFlag.MatchWrap,
    ) -> list[QModelIndex]:
        """Find the solution by its typed number directly, instead of searching all rows."""
        if role != Qt.ItemDataRole.DisplayRole or not flags & Qt.MatchFlag.MatchStartsWith:
            return super().match(start, role, value, hits, flags)
        digits = str(value)
        number = int(digits) - 1 if digits.isdecimal() and len(digits) < 10 else -1
        row = self.row_of(number) if number >= 0 else -1
        return [self.index(row, NUMBER)] if row >= 0 else []
