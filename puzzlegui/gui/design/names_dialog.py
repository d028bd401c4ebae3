"""The dialog for the names of values: a table with a row for each."""

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
from puzzlegui.gui.design.palette import value_icon
from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.widgets import dialogs
from puzzlegui.render.style import frame_colours


class NamesDialog(QDialog):
    """Names of a board's values, all in one table.

    Args:
        parent: the window.
        board: the board.
        value: its row is edited first.
    """

    def __init__(self, parent: QWidget | None, board: Board, value: int) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Names of values"))
        names = value_names(board)
        self._values = sorted({*board.values, *names, value} - {board.gap})
        self.table = QTableWidget(len(self._values), 1)
        self.table.setObjectName("namesTable")
        self.table.setAccessibleName(tr("Names of values"))
        self.table.setTabKeyNavigation(False)  # Tab leads on to the buttons
        self.table.setHorizontalHeaderLabels([tr("Name")])
        self.table.horizontalHeader().setStretchLastSection(True)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.AllEditTriggers)
        colours = frame_colours(board)
        for row, each in enumerate(self._values):
            face = value_icon(colours.get(each, theme().board_style.floor))
            self.table.setVerticalHeaderItem(row, QTableWidgetItem(face, str(each)))
            self.table.setItem(row, 0, QTableWidgetItem(names.get(each, "")))
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
            button.setAutoDefault(False)  # Enter ends a name, not the dialog
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
        """The names in the table, empty ones included."""
        return {
            value: item.text()
            for row, value in enumerate(self._values)
            if (item := self.table.item(row, 0)) is not None
        }

    def accept(self) -> None:
        """Take over a name that is still being typed."""
        self.table.setFocus()
        super().accept()


def ask_names(parent: QWidget, board: Board, value: int) -> dict[int, str] | None:
    """The names of a board's values, beginning with one of them."""
    dialog = NamesDialog(parent, board, value)
    if not dialogs.accepts(dialog):
        return None
    return dialog.names
