"""The dialog for the names of values, a table with a row per value."""

from __future__ import annotations

from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QLabel,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from puzzlegui.core.board import Board
from puzzlegui.core.language import tr
from puzzlegui.core.palettes import value_names
from puzzlegui.gui.design.palette import swatch_icon
from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.widgets import dialogs
from puzzlegui.render.style import frame_colours


class NamesDialog(QDialog):
    """Dialog that edits the names of a board's values.

    Args:
        parent: parent window.
        board: board whose values are named.
        value: value whose row is selected first.
    """

    def __init__(self, parent: QWidget | None, board: Board, value: int) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Names of values"))
        names = value_names(board)
        self._values = sorted({*board.values, *names, value} - {board.gap})
        self.table = QTableWidget(len(self._values), 1)
        self.table.setObjectName("namesTable")
        self.table.setAccessibleName(tr("Names of values"))
        self.table.setTabKeyNavigation(False)  # Tab moves on to the buttons
        self.table.setHorizontalHeaderLabels([tr("Name")])
        self.table.horizontalHeader().setStretchLastSection(True)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.AllEditTriggers)
        colours = frame_colours(board)
        for row, shown_value in enumerate(self._values):
            face = swatch_icon(colours.get(shown_value, theme().board_style.floor))
            self.table.setVerticalHeaderItem(row, QTableWidgetItem(face, str(shown_value)))
            self.table.setItem(row, 0, QTableWidgetItem(names.get(shown_value, "")))
        intro = QLabel(
            tr("Letters, words or emoji to show on the tiles in place of the numbers.")
            if board.has_tiles
            else tr("Names appear in the tooltips of values; the board keeps its numbers.")
        )
        intro.setWordWrap(True)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        self.ok = buttons.button(QDialogButtonBox.StandardButton.Ok)
        for button in buttons.buttons():
            assert isinstance(button, QPushButton)
            button.setAutoDefault(False)  # Enter commits a name instead of closing the dialog
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(intro)
        column.addWidget(self.table, 1)
        column.addWidget(buttons)
        self.resize(420, 380)
        if value in self._values:
            self.table.setCurrentCell(self._values.index(value), 0)
        self.table.setFocus()

    @property
    def names(self) -> dict[int, str]:
        """Names by value, including empty names."""
        return {
            value: item.text()
            for row, value in enumerate(self._values)
            if (item := self.table.item(row, 0)) is not None
        }

    def accept(self) -> None:
        """Commit a name that is still being typed, then close."""
        self.table.setFocus()
        super().accept()


def ask_names(parent: QWidget, board: Board, value: int) -> dict[int, str] | None:
    """Ask for the names of a board's values, starting at a value; None if cancelled."""
    dialog = NamesDialog(parent, board, value)
    if not dialogs.exec_and_delete(dialog):
        return None
    return dialog.names
