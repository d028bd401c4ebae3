"""A field in a cell of the board, for a letter or a word."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit

from puzzlegui.core.cells import Cell, cell_name
from puzzlegui.core.language import tr
from puzzlegui.core.palettes import MAX_NAME
from puzzlegui.gui.board.board_view import BoardView

_LEAST_WIDTH = 96


def edit_cell_text(view: BoardView, cell: Cell, text: str, then: Callable[[str], object]) -> None:
    """Show a field over a cell until Enter, Tab or a click elsewhere takes its text.

    Args:
        view: the view of the board.
        cell: the cell.
        text: initial text, selected.
        then: called with the text; not called after Escape.
    """
    _CellText(view, cell, text, then)


class _CellText(QLineEdit):
    def __init__(
        self, view: BoardView, cell: Cell, text: str, then: Callable[[str], object]
    ) -> None:
        super().__init__(text, view.viewport())
        self._view, self._then, self._ended = view, then, False
        self.setObjectName("cellText")
        self.setAccessibleName(tr("Letter, word or number in {cell}").format(cell=cell_name(cell)))
        self.setMaxLength(MAX_NAME)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        room, place = view.viewport().rect(), view.cell_rect(cell)
        width = min(room.width(), max(_LEAST_WIDTH, round(place.width())))
        height = self.sizeHint().height()
        left = round(place.center().x()) - width // 2
        top = round(place.center().y()) - height // 2
        self.setGeometry(
            max(0, min(left, room.width() - width)), max(0, min(top, room.height() - height)),
            width, height,
        )  # fmt: skip
        view.view_changed.connect(self._take)  # zoomed or scrolled away from the cell
        self.returnPressed.connect(self._take)
        self.selectAll()
        self.show()
        self.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._end()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()  # what is typed is no command of the window
            return True
        if (
            event.type() == QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
            and event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab)
        ):
            self._take()
            return True
        return super().event(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        popup = event.reason() == Qt.FocusReason.PopupFocusReason  # the field's own menu
        if not popup and self.window().isVisible():
            self._take()

    def _take(self) -> None:
        if not self._ended:
            self._end()
            self._then(self.text())

    def _end(self) -> None:
        self._ended = True
        self.hide()
        self.deleteLater()
        self._view.setFocus()
