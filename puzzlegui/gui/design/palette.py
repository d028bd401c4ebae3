"""The values of a board with their colours, as swatches to choose from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QListView, QWidget

from puzzlegui.core.board import Board
from puzzlegui.core.cells import flatten
from puzzlegui.core.formatting import times
from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.core.palettes import format_value, value_names
from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.widgets.basic import plain_tip
from puzzlegui.render.pen import Glyphs, colour, glyphs_of, paint_label, paint_word
from puzzlegui.render.style import frame_colours, text_on, value_colours

Index = QModelIndex | QPersistentModelIndex

_SIZE = 34
_MOST_DIGITS = 5
_MARK = 12
_SMALL = 0.85
"""Of the usual size of text."""
_IN_GRID = {
    "start": gettext_noop("{times} in the start"),
    "goal": gettext_noop("{times} in the goal"),
}


class _Row(NamedTuple):
    """What there is to say of a value.

    Attributes:
        value: the value.
        counts: how often it stands in each grid of the board.
        name: what it is called, empty for nothing.
    """

    value: int
    counts: tuple[int, ...]
    name: str

    @property
    def text(self) -> str:
        """The counts, as short as can be."""
        return "/".join(map(str, self.counts))

    @property
    def balanced(self) -> bool:
        """Whether it stands in all grids equally often."""
        return len(set(self.counts)) == 1


class PaletteModel(QAbstractListModel):
    """A row for each value; its picture is drawn only when it comes into view.

    Attributes:
        room: what a picture needs with the counts under it.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: Sequence[_Row] = ()
        self._values: Sequence[int] = ()
        self._colours: Mapping[int, str] = {}
        self._gap: int | None = None
        self._fields: Sequence[str] = ()
        self.room = QSize(_SIZE, _SIZE)

    def show(self, board: Board, others: Collection[int]) -> None:
        """List the values of a board, and others that are not on it but can be painted with."""
        values = tuple(sorted({*board.values, *others}))
        ground = not board.has_tiles
        colours = frame_colours(board) if ground else value_colours(board, sorted(others))
        gap = board.gap
        names = value_names(board)
        counted = [Counter(flatten(board.grid(field))) for field in board.grid_fields]
        rows = [
            _Row(value, tuple(count[value] for count in counted), names.get(value, ""))
            for value in values
        ]
        if (rows, colours, gap) == (self._rows, self._colours, self._gap):
            return
        anew = values != self._values
        recoloured = (colours, gap) != (self._colours, self._gap)
        before = self._rows
        if anew:
            self.beginResetModel()
        self._rows, self._values, self._colours, self._gap = rows, values, colours, gap
        self._fields = board.grid_fields
        longest = max((row.text for row in rows), key=len)
        text = QFontMetrics(_small(bold=True)).horizontalAdvance(longest)
        self.room = QSize(max(_SIZE + 10, text + 24), _SIZE + 24)
        if anew:
            self.endResetModel()
        elif recoloured:
            self.dataChanged.emit(self.index(0, 0), self.index(len(values) - 1, 0))
        else:
            for at, (old, new) in enumerate(zip(before, rows, strict=True)):
                if old != new:
                    self.dataChanged.emit(self.index(at, 0), self.index(at, 0))

    def value_at(self, row: int) -> int:
        """The value of a row; Qt has no data of so many digits as it may have."""
        return self._values[row]

    def row_of(self, value: int) -> int:
        """The row of a value, -1 if it has none."""
        return self._values.index(value) if value in self._values else -1

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt's
        return 0 if parent.isValid() else len(self._values)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        value = row.value
        style = theme().board_style
        face = style.tray if value == self._gap else self._colours.get(value, style.floor)
        match role:
            case Qt.ItemDataRole.SizeHintRole:
                return self.room
            case Qt.ItemDataRole.DisplayRole:
                return row.text
            case Qt.ItemDataRole.ForegroundRole if not row.balanced:
                return QColor(theme().colours.bad)
            case Qt.ItemDataRole.FontRole:
                return _small(bold=not row.balanced)
            case Qt.ItemDataRole.DecorationRole:
                text = tr("gap") if value == self._gap else _on_swatch(row)
                warning = "" if row.balanced else theme().board_style.warning
                return _swatch(face, text, theme().colours.border, warning)
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tip(self.data(index, Qt.ItemDataRole.AccessibleTextRole))
            case Qt.ItemDataRole.AccessibleTextRole:
                name = (
                    tr("the gap") if value == self._gap else format_value(value, {value: row.name})
                )
                return tr("{name}, colour {face}; {in_words}").format(
                    name=name, face=face, in_words=self._in_words(row)
                )
        return None

    def _in_words(self, row: _Row) -> str:
        """How often a value stands in each grid, and what that means."""
        if len(row.counts) == 1:
            return tr("{times} on the board").format(times=times(row.counts[0]))
        pairs = zip(row.counts, self._fields, strict=True)
        text = tr(" and ").join(
            tr(_IN_GRID[field]).format(times=times(count)) for count, field in pairs
        )
        return text if row.balanced else tr("{text}, which must be equal").format(text=text)


class PaletteView(QListView):
    """The swatches in rows."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("paletteList")
        self.setAccessibleName(tr("Values and their colours"))
        self.values = PaletteModel(self)
        self.setModel(self.values)
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMovement(QListView.Movement.Static)
        self.setIconSize(QSize(_SIZE, _SIZE))
        self.setUniformItemSizes(True)
        self.setMinimumHeight(_SIZE + 36)
        theme().changed.connect(self.viewport().update)

    def show_board(self, board: Board, brush: int, added: Collection[int]) -> None:
        """Show the values of a board and those added to it, and select the one painted with."""
        self.values.show(board, {brush, *added})
        if self.gridSize() != self.values.room:  # all is laid out anew then
            self.setGridSize(self.values.room)
        self.setCurrentIndex(self.values.index(self.values.row_of(brush), 0))


def _small(*, bold: bool) -> QFont:
    """The font of the counts."""
    font = QFont(QApplication.font())
    font.setPointSizeF(font.pointSizeF() * _SMALL)
    font.setBold(bold)
    return font


def _on_swatch(row: _Row) -> str:
    """Return the name of a value, or its number where no font has the name."""
    if row.name and glyphs_of(row.name) is not Glyphs.MISSING:
        return row.name
    return _short(row.value)


def value_icon(face: str) -> QIcon:
    """Return the swatch of a colour."""
    return _swatch(face, "", theme().colours.border, "")


def _short(value: int) -> str:
    text = str(value)
    return text if len(text) <= _MOST_DIGITS else f"{text[:3]}…"


@lru_cache(500)
def _swatch(face: str, text: str, border: str, warning: str) -> QIcon:
    """A tile in small; with a mark in a corner if there is a colour for that."""
    pixmap = QPixmap(_SIZE * 2, _SIZE * 2)
    pixmap.setDevicePixelRatio(2)
    pixmap.fill(QColor(0, 0, 0, 0))
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(colour(border))
    painter.setBrush(colour(face))
    painter.drawRoundedRect(1, 1, _SIZE - 2, _SIZE - 2, 6, 6)
    paint_word(painter, QRectF(2, 2, _SIZE - 4, _SIZE - 4), 15, text, text_on(face))
    if warning:
        corner = QRectF(_SIZE - _MARK, 0, _MARK, _MARK)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(warning))
        painter.drawRoundedRect(corner, 4, 4)
        paint_label(painter, corner, _MARK * 1.6, "!", text_on(warning))
    painter.end()
    icon = QIcon()
    for mode in (QIcon.Mode.Normal, QIcon.Mode.Selected):  # not tinted when selected
        icon.addPixmap(pixmap, mode)
    return icon
