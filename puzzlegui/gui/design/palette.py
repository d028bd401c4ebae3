"""The palette: a list of swatches with a board's values, colours and counts."""

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
from puzzlegui.gui.widgets.basic import plain_tooltip
from puzzlegui.render.primitives import GlyphKind, colour, glyph_kind, paint_label, paint_word
from puzzlegui.render.style import frame_colours, text_on, value_colours

Index = QModelIndex | QPersistentModelIndex

_SIZE = 34
_MAX_DIGITS = 5
_MARK = 12
_SMALL = 0.85
"""Font size of the counts, relative to the application font."""
_IN_GRID = {
    "start": gettext_noop("{times} in the start"),
    "goal": gettext_noop("{times} in the goal"),
}


class _ValueRow(NamedTuple):
    """A value shown in the palette.

    Attributes:
        value: the value.
        counts: number of cells with the value, per grid of the board.
        name: name of the value, or empty.
    """

    value: int
    counts: tuple[int, ...]
    name: str

    @property
    def text(self) -> str:
        """Counts as short text."""
        return "/".join(map(str, self.counts))

    @property
    def balanced(self) -> bool:
        """True if the value appears equally often in all grids."""
        return len(set(self.counts)) == 1


class PaletteModel(QAbstractListModel):
    """Model with a row per value; swatches are drawn on demand.

    Attributes:
        item_size: size of a swatch with the counts below it.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: Sequence[_ValueRow] = ()
        self._values: Sequence[int] = ()
        self._colours: Mapping[int, str] = {}
        self._gap: int | None = None
        self._fields: Sequence[str] = ()
        self.item_size = QSize(_SIZE, _SIZE)

    def show_board(self, board: Board, others: Collection[int]) -> None:
        """List the values of a board, and other values that can be painted with."""
        values = tuple(sorted({*board.values, *others}))
        ground = not board.has_tiles
        colours = frame_colours(board) if ground else value_colours(board, sorted(others))
        gap = board.gap
        names = value_names(board)
        counted = [Counter(flatten(board.grid(field))) for field in board.grid_fields]
        rows = [
            _ValueRow(value, tuple(count[value] for count in counted), names.get(value, ""))
            for value in values
        ]
        if (rows, colours, gap) == (self._rows, self._colours, self._gap):
            return
        reset = values != self._values
        recoloured = (colours, gap) != (self._colours, self._gap)
        before = self._rows
        if reset:
            self.beginResetModel()
        self._rows, self._values, self._colours, self._gap = rows, values, colours, gap
        self._fields = board.grid_fields
        longest = max((row.text for row in rows), key=len)
        text = QFontMetrics(_small(bold=True)).horizontalAdvance(longest)
        self.item_size = QSize(max(_SIZE + 10, text + 24), _SIZE + 24)
        if reset:
            self.endResetModel()
        elif recoloured:
            self.dataChanged.emit(self.index(0, 0), self.index(len(values) - 1, 0))
        else:
            for at, (old, new) in enumerate(zip(before, rows, strict=True)):
                if old != new:
                    self.dataChanged.emit(self.index(at, 0), self.index(at, 0))

    def value_at(self, row: int) -> int:
        """Return the value of a row; it may exceed the integers that Qt's item data can hold."""
        return self._values[row]

    def row_of(self, value: int) -> int:
        """Return the row of a value, or -1."""
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
                return self.item_size
            case Qt.ItemDataRole.DisplayRole:
                return row.text
            case Qt.ItemDataRole.ForegroundRole if not row.balanced:
                return QColor(theme().colours.bad)
            case Qt.ItemDataRole.FontRole:
                return _small(bold=not row.balanced)
            case Qt.ItemDataRole.DecorationRole:
                text = tr("gap") if value == self._gap else _swatch_text(row)
                warning = "" if row.balanced else theme().board_style.warning
                return _swatch(face, text, theme().colours.border, warning)
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tooltip(self.data(index, Qt.ItemDataRole.AccessibleTextRole))
            case Qt.ItemDataRole.AccessibleTextRole:
                name = (
                    tr("the gap") if value == self._gap else format_value(value, {value: row.name})
                )
                return tr("{name}, colour {face}; {in_words}").format(
                    name=name, face=face, in_words=self._count_text(row)
                )
        return None

    def _count_text(self, row: _ValueRow) -> str:
        """Return the counts of a value as a sentence, with a warning if they differ."""
        if len(row.counts) == 1:
            return tr("{times} on the board").format(times=times(row.counts[0]))
        pairs = zip(row.counts, self._fields, strict=True)
        text = tr(" and ").join(
            tr(_IN_GRID[field]).format(times=times(count)) for count, field in pairs
        )
        return text if row.balanced else tr("{text}, which must be equal").format(text=text)


class PaletteView(QListView):
    """List view of the swatches."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("paletteList")
        self.setAccessibleName(tr("Values and their colours"))
        self.palette_model = PaletteModel(self)
        self.setModel(self.palette_model)
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMovement(QListView.Movement.Static)
        self.setIconSize(QSize(_SIZE, _SIZE))
        self.setUniformItemSizes(True)
        self.setMinimumHeight(_SIZE + 36)
        theme().changed.connect(self.viewport().update)

    def show_board(self, board: Board, brush: int, added: Collection[int]) -> None:
        """Show the values of a board and added ones, and select the brush value."""
        self.palette_model.show_board(board, {brush, *added})
        # setGridSize() always lays out all items again.
        if self.gridSize() != self.palette_model.item_size:
            self.setGridSize(self.palette_model.item_size)
        self.setCurrentIndex(self.palette_model.index(self.palette_model.row_of(brush), 0))


def _small(*, bold: bool) -> QFont:
    """Return the font of the counts."""
    font = QFont(QApplication.font())
    font.setPointSizeF(font.pointSizeF() * _SMALL)
    font.setBold(bold)
    return font


def _swatch_text(row: _ValueRow) -> str:
    """Return the name of a value, or its number where no font has the name."""
    if row.name and glyph_kind(row.name) is not GlyphKind.MISSING:
        return row.name
    return _short(row.value)


def swatch_icon(face: str) -> QIcon:
    """Return the swatch of a colour."""
    return _swatch(face, "", theme().colours.border, "")


def _short(value: int) -> str:
    text = str(value)
    return text if len(text) <= _MAX_DIGITS else f"{text[:3]}…"


@lru_cache(500)
def _swatch(face: str, text: str, border: str, warning: str) -> QIcon:
    """Return a swatch; a non-empty warning colour adds a mark in its corner."""
    pixmap = QPixmap(_SIZE * 2, _SIZE * 2)
    pixmap.setDevicePixelRatio(2)
    pixmap.fill(QColor(0, 0, 0, 0))
    with QPainter(pixmap) as painter:
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
    icon = QIcon()
    for mode in (QIcon.Mode.Normal, QIcon.Mode.Selected):  # not tinted when selected
        icon.addPixmap(pixmap, mode)
    return icon
