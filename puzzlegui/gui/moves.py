"""The table of a solution's moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QSignalBlocker,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from puzzlegui.core.board import Board
from puzzlegui.core.solution import Walk

NUMBER, MOVE, WORDS = range(3)
_HEADERS = ("#", "Move", "In words")

Index = QModelIndex | QPersistentModelIndex


class MoveModel(QAbstractTableModel):
    """One row for each move: its number, its text, what it does."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._board: Board | None = None
        self._moves: Sequence[Any] = ()

    def show(self, line: Walk | None) -> None:
        """List the moves of a line; one more than before is added without beginning anew."""
        board, moves = (None, ()) if line is None else (line.board, line.moves)
        before = len(self._moves)
        if board == self._board and before and list(moves[:-1]) == list(self._moves):
            self.beginInsertRows(QModelIndex(), before, before)
            self._moves = moves
            self.endInsertRows()
            return
        self.beginResetModel()
        self._board, self._moves = board, moves
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt's
        return 0 if parent.isValid() else len(self._moves)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt's
        return 0 if parent.isValid() else len(_HEADERS)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        board = self._board
        if board is None or not index.isValid():
            return None
        row, column = index.row(), index.column()
        move = self._moves[row]
        if role == Qt.ItemDataRole.ToolTipRole:
            return board.describe_move(move)
        if role == Qt.ItemDataRole.DisplayRole:
            if column == NUMBER:
                return row + 1
            if column == MOVE:
                return board.moves_text([move])[-1]
            return board.describe_move(move)
        if role == Qt.ItemDataRole.TextAlignmentRole and column == NUMBER:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        return None

    def headerData(  # noqa: N802 - Qt's name
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole and section == NUMBER:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        return _HEADERS[section] if role == Qt.ItemDataRole.DisplayRole else None


class MoveTable(QTableView):
    """Shows the moves, follows playback, and asks to jump where it is clicked.

    Signals:
        position_wanted: the user wants to see the board after so many moves.
    """

    position_wanted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("moveTable")
        self.setAccessibleName("Moves of the solution")
        self.moves = MoveModel(self)
        self.setModel(self.moves)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setShowGrid(False)
        self.setMinimumHeight(110)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        height = self.fontMetrics().height() + 8
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(height)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setStretchLastSection(True)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        advance = self.fontMetrics().horizontalAdvance
        self.setColumnWidth(NUMBER, advance("0000") + 14)
        self.setColumnWidth(MOVE, advance("AA30'") + 12)
        self.clicked.connect(self._clicked)

    def follow(self, position: int) -> None:
        """Select the move that led to a position."""
        with QSignalBlocker(self.selectionModel()):
            if position == 0:
                self.clearSelection()
                self.setCurrentIndex(QModelIndex())
                self.scrollToTop()
            else:
                self.selectRow(position - 1)
                self.scrollTo(self.moves.index(position - 1, 0))
        self.viewport().update()

    def _clicked(self, index: QModelIndex) -> None:
        self.position_wanted.emit(index.row() + 1)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        before = self.currentIndex().row()
        super().keyPressEvent(event)
        row = self.currentIndex().row()
        if row not in (before, -1):
            self.position_wanted.emit(row + 1)
