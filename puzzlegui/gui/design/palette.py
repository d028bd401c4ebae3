"""The values of a board with their colours, as swatches to choose from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QListView, QWidget

from puzzlegui.core.board import Board
from puzzlegui.core.palettes import value_names
from puzzlegui.gui.common.theme import theme
from puzzlegui.render.pen import colour, label_font
from puzzlegui.render.style import frame_colours, text_on, value_colours

Index = QModelIndex | QPersistentModelIndex

VALUE = Qt.ItemDataRole.UserRole
_SIZE = 34
_MOST_DIGITS = 5


class PaletteModel(QAbstractListModel):
    """A row for each value; its picture is drawn only when it comes into view."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._values: Sequence[int] = ()
        self._colours: Mapping[int, str] = {}
        self._gap: int | None = None
        self._names: dict[int, str] = {}

    def show(self, board: Board, brush: int) -> None:
        """List the values of a board, and the one painted with if it is not on it."""
        values = tuple(sorted({*board.values, brush}))
        ground = not board.has_tiles
        colours = frame_colours(board) if ground else value_colours(board, [brush])
        gap = board.gap
        names = value_names(board)
        if (values, colours, gap, names) == (
            self._values, self._colours, self._gap, self._names,
        ):  # fmt: skip
            return
        self.beginResetModel()
        self._values, self._colours, self._gap, self._names = values, colours, gap, names
        self.endResetModel()

    def row_of(self, value: int) -> int:
        """The row of a value, -1 if it has none."""
        return self._values.index(value) if value in self._values else -1

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt's
        return 0 if parent.isValid() else len(self._values)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        value = self._values[index.row()]
        style = theme().board_style
        face = style.tray if value == self._gap else self._colours.get(value, style.floor)
        match role:
            case Qt.ItemDataRole.UserRole:
                return value
            case Qt.ItemDataRole.DecorationRole:
                text = "gap" if value == self._gap else _short(value)
                return _swatch(face, text, theme().colours.border)
            case Qt.ItemDataRole.ToolTipRole | Qt.ItemDataRole.AccessibleTextRole:
                name = "the gap" if value == self._gap else str(value)
                if value in self._names:
                    name += f" ({self._names[value]})"
                return f"{name}, colour {face}"
        return None


class PaletteView(QListView):
    """The swatches in rows."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("paletteList")
        self.setAccessibleName("Values and their colours")
        self.values = PaletteModel(self)
        self.setModel(self.values)
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMovement(QListView.Movement.Static)
        self.setIconSize(QSize(_SIZE, _SIZE))
        self.setUniformItemSizes(True)
        self.setGridSize(QSize(_SIZE + 10, _SIZE + 10))
        self.setMinimumHeight(_SIZE + 22)
        theme().changed.connect(self.viewport().update)

    def show_board(self, board: Board, brush: int) -> None:
        """Show the values of a board and mark the one painted with."""
        self.values.show(board, brush)
        self.setCurrentIndex(self.values.index(self.values.row_of(brush), 0))


def _short(value: int) -> str:
    text = str(value)
    return text if len(text) <= _MOST_DIGITS else f"{text[:3]}…"


@lru_cache(maxsize=2000)
def _swatch(face: str, text: str, border: str) -> QIcon:
    pixmap = QPixmap(_SIZE * 2, _SIZE * 2)
    pixmap.setDevicePixelRatio(2)
    pixmap.fill(QColor(0, 0, 0, 0))
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(colour(border))
    painter.setBrush(colour(face))
    painter.drawRoundedRect(1, 1, _SIZE - 2, _SIZE - 2, 6, 6)
    painter.setPen(colour(text_on(face)))
    painter.setFont(label_font(min(15, 44 / max(1, len(text)))))
    painter.drawText(QRect(0, 0, _SIZE, _SIZE), int(Qt.AlignmentFlag.AlignCenter), text)
    painter.end()
    icon = QIcon()
    for mode in (QIcon.Mode.Normal, QIcon.Mode.Selected):  # not tinted when selected
        icon.addPixmap(pixmap, mode)
    return icon
