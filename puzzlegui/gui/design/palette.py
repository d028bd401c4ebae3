"""The palette: a list of swatches with a board's values, and a swatch that adds another."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QIcon, QKeyEvent, QPainter, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QListView, QSizePolicy, QWidget

from puzzlegui.core.board import Board
from puzzlegui.core.cells import flatten
from puzzlegui.core.formatting import group_digits, times
from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.core.palettes import format_value, known_values, value_names
from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.widgets.basic import plain_tooltip
from puzzlegui.render.primitives import GlyphKind, colour, glyph_kind, paint_label, paint_word
from puzzlegui.render.style import frame_colours, text_on, value_colours

Index = QModelIndex | QPersistentModelIndex

_SIZE = 37
_AROUND = 3
"""Space around a swatch, for the frame of the chosen one."""
_LEAST_ROWS, _MAX_ROWS = 1, 5
"""Least and most rows of swatches that are shown without scrolling."""
_MAX_DIGITS = 5
_MARK = 14
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
    def balanced(self) -> bool:
        """True if the value appears equally often in all grids."""
        return len(set(self.counts)) == 1


class PaletteModel(QAbstractListModel):
    """Model with a row per value, and a last one to add a value; swatches are drawn on demand."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: Sequence[_ValueRow] = ()
        self._values: Sequence[int] = ()
        self._colours: Mapping[int, str] = {}
        self._gap: int | None = None
        self._quiet = False
        self._fields: Sequence[str] = ()

    def show_board(self, board: Board, brush: int, *, quiet: bool) -> None:
        """List the values that a board has, names or colours, and the brush value.

        Args:
            board: the board.
            brush: the brush value.
            quiet: if true, mark no values whose number differs between start and goal.
        """
        values = tuple(sorted({*known_values(board), brush}))
        ground = not board.has_tiles
        colours = frame_colours(board) if ground else value_colours(board, values)
        gap = board.gap
        names = value_names(board)
        counted = [Counter(flatten(board.grid(field))) for field in board.grid_fields]
        rows = [
            _ValueRow(value, tuple(count[value] for count in counted), names.get(value, ""))
            for value in values
        ]
        if (rows, colours, gap, quiet) == (self._rows, self._colours, self._gap, self._quiet):
            return
        reset = values != self._values
        recoloured = (colours, gap, quiet) != (self._colours, self._gap, self._quiet)
        self._quiet = quiet
        before = self._rows
        if reset:
            self.beginResetModel()
        self._rows, self._values, self._colours, self._gap = rows, values, colours, gap
        self._fields = board.grid_fields
        if reset:
            self.endResetModel()
        elif recoloured:
            self.dataChanged.emit(self.index(0, 0), self.index(len(values) - 1, 0))
        else:
            for at, (old, new) in enumerate(zip(before, rows, strict=True)):
                if old != new:
                    self.dataChanged.emit(self.index(at, 0), self.index(at, 0))

    def value_at(self, row: int) -> int | None:
        """Return the value of a row; None for the row that adds a value.

        A value may exceed the integers that Qt's item data can hold.
        """
        return self._values[row] if row < len(self._values) else None

    def row_of(self, value: int) -> int:
        """Return the row of a value, or -1."""
        return self._values.index(value) if value in self._values else -1

    def counts(self, value: int) -> str:
        """Return how often the board has a value."""
        counts = self._rows[self.row_of(value)].counts
        if len(counts) == 1:
            return tr("{count} on the board").format(count=group_digits(counts[0]))
        start, goal = map(group_digits, counts)
        return tr("{start} in the start, {goal} in the goal").format(start=start, goal=goal)

    def face(self, value: int) -> str:
        """Return the colour of a value."""
        style = theme().board_style
        return style.tray if value == self._gap else self._colours.get(value, style.floor)

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._values) + 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        if self.value_at(index.row()) is None:
            match role:
                case Qt.ItemDataRole.DecorationRole:
                    return _plus(theme().colours.border, theme().colours.text)
                case Qt.ItemDataRole.ToolTipRole | Qt.ItemDataRole.AccessibleTextRole:
                    return tr("Add a value")
            return None
        row = self._rows[index.row()]
        value = row.value
        match role:
            case Qt.ItemDataRole.DecorationRole:
                text = tr("gap") if value == self._gap else _swatch_text(row)
                marked = not row.balanced and not self._quiet
                warning = theme().board_style.warning if marked else ""
                return _swatch(self.face(value), text, theme().colours.border, warning)
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tooltip(self.data(index, Qt.ItemDataRole.AccessibleTextRole))
            case Qt.ItemDataRole.AccessibleTextRole:
                name = (
                    tr("the gap") if value == self._gap else format_value(value, {value: row.name})
                )
                return tr("{name}, colour {face}; {in_words}").format(
                    name=name, face=self.face(value), in_words=self._count_text(row)
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
    """List view of the swatches, as high as its rows.

    Signals:
        name_requested: F2 was pressed on a swatch.
        deletion_requested: Delete was pressed on a swatch.
    """

    name_requested = Signal()
    deletion_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("paletteList")
        self.setAccessibleName(tr("Values and their colours"))
        self.palette_model = PaletteModel(self)
        self.setModel(self.palette_model)
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMovement(QListView.Movement.Static)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setIconSize(QSize(_SIZE, _SIZE))
        self.setGridSize(QSize(_SIZE, _SIZE) + QSize(2, 2) * _AROUND)
        self.setUniformItemSizes(True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Maximum)
        self.palette_model.modelReset.connect(self.updateGeometry)
        theme().changed.connect(self.viewport().update)

    def show_board(self, board: Board, brush: int, *, quiet: bool) -> None:
        """Show the values of a board, and select the brush value; see ``PaletteModel``."""
        self.palette_model.show_board(board, brush, quiet=quiet)
        self.setCurrentIndex(self.palette_model.index(self.palette_model.row_of(brush), 0))
        self.viewport().update()  # a reset of the model forgets which swatch was drawn as current

    def _height(self, most: int) -> int:
        """Return the height of the rows, up to a number of them."""
        grid, edge = self.gridSize(), 2 * self.frameWidth()
        per_row = max(1, (self.width() - edge - 1) // grid.width())
        rows = min(most, math.ceil(self.palette_model.rowCount() / per_row))
        return rows * grid.height() + edge

    def sizeHint(self) -> QSize:
        return QSize(self.minimumWidth(), self._height(_MAX_ROWS))

    def minimumSizeHint(self) -> QSize:
        return QSize(2 * self.gridSize().width(), self._height(_LEAST_ROWS))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_F2:
                self.name_requested.emit()
            case Qt.Key.Key_Delete:
                self.deletion_requested.emit()
            case Qt.Key.Key_Return | Qt.Key.Key_Enter | Qt.Key.Key_Space:
                self.clicked.emit(self.currentIndex())
            case _:
                super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() in (Qt.Key.Key_F2, Qt.Key.Key_Delete)
        ):
            event.accept()  # for the swatch, not for the window
            return True
        return super().event(event)


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


@lru_cache(4)
def _plus(border: str, text: str) -> QIcon:
    """Return the swatch that adds a value."""
    pixmap = QPixmap(_SIZE * 2, _SIZE * 2)
    pixmap.setDevicePixelRatio(2)
    pixmap.fill(QColor(0, 0, 0, 0))
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colour(border), 1.5, Qt.PenStyle.DashLine))
        painter.drawRoundedRect(1, 1, _SIZE - 2, _SIZE - 2, 7, 7)
        painter.setPen(QPen(colour(text), 1.8))
        middle, arm = _SIZE // 2, 6
        painter.drawLine(middle - arm, middle, middle + arm, middle)
        painter.drawLine(middle, middle - arm, middle, middle + arm)
    return _untinted(pixmap)


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
        painter.drawRoundedRect(1, 1, _SIZE - 2, _SIZE - 2, 7, 7)
        paint_word(painter, QRectF(2, 2, _SIZE - 4, _SIZE - 4), 15, text, text_on(face))
        if warning:
            corner = QRectF(_SIZE - _MARK, 0, _MARK, _MARK)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour(warning))
            painter.drawRoundedRect(corner, 4, 4)
            paint_label(painter, corner, _MARK * 1.6, "!", text_on(warning))
    return _untinted(pixmap)


def _untinted(pixmap: QPixmap) -> QIcon:
    """Return an icon that is not tinted when it is selected."""
    icon = QIcon()
    for mode in (QIcon.Mode.Normal, QIcon.Mode.Selected):
        icon.addPixmap(pixmap, mode)
    return icon
