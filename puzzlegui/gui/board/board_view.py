"""Interactive view of a board: drawing, animation, editing and playing."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import reduce

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QGraphicsScene, QGraphicsView, QWidget

from puzzlegui.core.board import MAX_SIZE
from puzzlegui.core.cells import HOLE, Cell, cell_name, cells_along, cells_of
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import tr
from puzzlegui.core.palettes import format_value
from puzzlegui.core.picture import Picture
from puzzlegui.core.routes import Point
from puzzlegui.gui.board.board_item import BoardItem
from puzzlegui.gui.board.celebration import Celebration
from puzzlegui.gui.board.zooming import ZoomView
from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.widgets.basic import WheelStepAccumulator, set_style_property
from puzzlegui.render.frame import Frame
from puzzlegui.render.layout import Layout
from puzzlegui.render.painter import paint_axes

CURSOR_STEPS: Mapping[int, tuple[int, int]] = {
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Home: (0, -MAX_SIZE),
    Qt.Key.Key_End: (0, MAX_SIZE),
    Qt.Key.Key_PageUp: (-MAX_SIZE, 0),
    Qt.Key.Key_PageDown: (MAX_SIZE, 0),
}
"""Rows and columns that a key moves the cursor by, limited by the board."""
_AXES_FROM = 360
"""Pixels of a view from which it has letters and numbers at its sides; a smaller one has larger
tiles instead."""
_AROUND = 4
"""Margin in pixels around the board, and around cells scrolled into view."""
_CURSOR = "cellCursor"
"""Property of a view whose focus is seen by a frame around a cell."""
_LEAST = 240
"""Size in pixels that a view has for a flat board, too, if there is room."""


class _Ruler(QWidget):
    """Letters or numbers along an edge of an enlarged board whose own labels are out of view.

    Args:
        view: view of the board.
        across: True for the column letters, False for the row numbers.
    """

    def __init__(self, view: BoardView, *, across: bool) -> None:
        super().__init__(view)
        self._view, self._across = view, across
        self.setObjectName("columnRuler" if across else "rowRuler")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def place(self) -> None:
        """Cover the edge of the viewport if the board's own labels are out of view."""
        layout, offset, room = self._view.board_layout, self._view.offset(), self._view.viewport()
        scrolled = offset.y() - layout.top if self._across else offset.x() - layout.left
        self.setVisible(
            self._view.zoom > 1 and theme().board_style.axes and scrolled > -layout.axis
        )
        strip = math.ceil(layout.axis_strip)
        width, height = (room.width(), strip) if self._across else (strip, room.height())
        self.setGeometry(QRect(room.pos(), QSize(width, height)))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        layout, offset = self._view.board_layout, self._view.offset()
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self.palette().color(self.backgroundRole()))
            if self._across:
                layout = replace(layout, left=layout.left - offset.x(), top=layout.axis)
            else:
                layout = replace(layout, left=layout.axis, top=layout.top - offset.y())
            paint_axes(painter, layout, theme().board_style)


class BoardView(ZoomView):
    """View that shows a frame and emits signals for the user's actions on cells.

    Signals:
        cell_pressed: emitted when a cell is pressed with the left button.
        cells_dragged: emitted with the cells on the line that the pressed mouse has moved along.
        cell_double_clicked: emitted while editing when a cell is double-clicked.
        released: emitted when the button is released.
        menu_requested: emitted while editing with a cell and the screen position of its menu.
        key_typed: emitted with a key event that the view does not use.
        cursor_moved: emitted with the new cell of the keyboard cursor.
        focused: emitted when the view gets the keyboard focus.
        left: emitted when the view loses the keyboard focus.
        place_pressed: emitted while playing with the pressed place, in cells from the top and from
            the left, and True for the right button or Shift.
        place_dragged: emitted while playing with the place under the pressed mouse, perhaps off
            the board.
        place_hovered: emitted while playing with the place under the mouse; (-1, -1) for none.
        wheel_turned: emitted with the number of wheel steps towards the user.

    Attributes:
        skipped: cells that cannot be chosen; the keyboard cursor passes over them.
    """

    cell_pressed = Signal(tuple)
    cells_dragged = Signal(list)
    cell_double_clicked = Signal(tuple)
    released = Signal()
    menu_requested = Signal(tuple, QPoint)
    key_typed = Signal(QKeyEvent)
    cursor_moved = Signal(tuple)
    focused = Signal()
    left = Signal()
    place_pressed = Signal(float, float, bool)
    place_dragged = Signal(float, float)
    place_hovered = Signal(float, float)
    wheel_turned = Signal(int)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.editable = False
        self.shows_cursor = False
        self._playable = False
        self._axes = True
        self.cursor_cell: Cell = (0, 0)
        self.skipped: frozenset[Cell] = frozenset()
        self._item = BoardItem()
        self.celebration = Celebration(self, self.viewport().update)
        self._pressed: Cell | None = None
        self._before = 0.0, 0.0
        self._wheel = WheelStepAccumulator()
        scene = QGraphicsScene(self)
        scene.addItem(self._item)
        self.setScene(scene)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.MinimalViewportUpdate)
        self.setMinimumSize(80, 80)
        for widget in (self, self.viewport()):
            widget.setAcceptDrops(False)  # the window accepts drops anywhere
        self.viewport().setMouseTracking(False)
        self._rulers = _Ruler(self, across=False), _Ruler(self, across=True)
        self.view_changed.connect(self._place_rulers)
        theme().changed.connect(self._restyle)

    def sizeHint(self) -> QSize:
        return QSize(420, 420)

    # --- showing ---

    def show_frame(self, frame: Frame) -> None:
        """Show a frame; refit the view if the size of the board has changed."""
        rows, columns = len(frame.picture.values), len(frame.picture.values[0])
        row, column = self.cursor_cell
        self.cursor_cell = min(row, rows - 1), min(column, columns - 1)
        if self.shows_cursor and self.hasFocus():
            frame = replace(frame, marks=replace(frame.marks, cursor=self.cursor_cell))
        resized = (rows, columns) != (self._item.layout.rows, self._item.layout.columns)
        if resized or self._item.frame is None:
            if frame.picture.values[self.cursor_cell[0]][self.cursor_cell[1]] == HOLE:
                self.cursor_cell = _first_cell(frame.picture)
            self._item.frame = frame
            self._item.layout = Layout.fit(
                rows, columns, 1, 1
            )  # placeholder with the right number of cells
            self.zoom_to_fit()
            self.lay_out()
            return
        before = self._item.frame
        self._item.set_frame(frame)
        coming = frame.marks.next_move
        if coming is not None and coming != before.marks.next_move:
            self._reveal(coming.cells)

    def _reveal(self, cells: Iterable[Cell]) -> None:
        """Scroll an enlarged board until the cells are visible."""
        if self.zoom > 1:
            places = [self._scene_rect_of(cell) for cell in cells]
            covered = self._item.layout.axis_strip  # by the rulers
            shown = reduce(QRectF.united, places).adjusted(-covered, -covered, 0, 0)
            self.ensureVisible(shown, _AROUND, _AROUND)

    @property
    def frame(self) -> Frame | None:
        """Frame being shown."""
        return self._item.frame

    @property
    def board_layout(self) -> Layout:
        """Layout of the cells in the scene."""
        return self._item.layout

    def cell_rect(self, cell: Cell) -> QRectF:
        """Return the rectangle of a cell in the viewport."""
        return self._scene_rect_of(cell).translated(-QPointF(self.offset()))

    def _scene_rect_of(self, cell: Cell) -> QRectF:
        x, y = self._item.layout.corner(cell)
        return QRectF(x, y, self._item.layout.pitch, self._item.layout.pitch)

    def lay_out(self) -> None:
        rows, columns = self._item.layout.rows, self._item.layout.columns
        room, ratio, zoom = self.viewport().size(), self.devicePixelRatioF(), self.zoom
        wide, high = room.width() * zoom, room.height() * zoom
        axes = self._axes or zoom > 1
        layout = Layout.fit(rows, columns, wide, high, axes=axes, ratio=ratio)
        # An enlarged board is no larger than its outer size: it needs no space around it.
        width = max(room.width(), math.ceil(layout.outer_width)) if zoom > 1 else room.width()
        height = max(room.height(), math.ceil(layout.outer_height)) if zoom > 1 else room.height()
        layout = layout.centred(width, height, ratio)
        self._item.prepareGeometryChange()
        self._item.area = QRectF(0, 0, width, height)
        self._item.layout = layout
        self.setSceneRect(self._item.area)
        self._item.update()
        self._place_rulers()

    def size_for(self, cells: tuple[int, int], room: QSize) -> QSize:
        """Return the size in which a board is as large as in a larger room, and use its labels.

        Args:
            cells: rows and columns of the board.
            room: available size.
        """
        axes = min(room.width(), room.height()) >= _AXES_FROM
        if axes != self._axes:
            self._axes = axes
            self.lay_out()
        layout = Layout.fit(*cells, room.width(), room.height(), axes=axes)
        width, height = math.ceil(layout.outer_width), math.ceil(layout.outer_height)
        size = QSize(width + 2 * _AROUND, height + 2 * _AROUND)
        return size.expandedTo(QSize(_LEAST, _LEAST)).boundedTo(room)

    def board_left(self, cells: tuple[int, int]) -> float:
        """Return the distance of the left edge of a whole board's tray from that of the view.

        Args:
            cells: rows and columns of the board.
        """
        border = self.viewport().x()
        width, height = self.width() - 2 * border, self.height() - 2 * border
        layout = Layout.fit(*cells, width, height, axes=self._axes)
        return border + layout.left - layout.tray_margin

    def _place_rulers(self) -> None:
        for ruler in self._rulers:
            ruler.place()

    def place_at(self, point: QPointF) -> tuple[float, float]:
        layout = self._item.layout
        return (point.y() - layout.top) / layout.pitch, (point.x() - layout.left) / layout.pitch

    def point_of(self, place: tuple[float, float]) -> QPointF:
        return QPointF(*self._item.layout.point(Point(*place)))

    def _restyle(self) -> None:
        self._item.update()
        self._place_rulers()

    def drawForeground(self, painter: QPainter, _rect: QRectF | QRect) -> None:
        if self.celebration.badge:
            self.celebration.paint(painter, self._item.layout, self._item.area)

    def paintEvent(self, event: QPaintEvent) -> None:
        self._item.exposed = event.region().translated(self.offset())
        super().paintEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.lay_out()

    def allow(self, *, editing: bool, playing: bool, cursor: bool) -> None:
        """Enable editing, playing and the keyboard cursor."""
        self.editable = editing
        set_style_property(self, _CURSOR, cursor)  # the frame of the cell is enough for the focus
        self.shows_cursor = cursor
        self._playable = playing
        self.viewport().setMouseTracking(playing)

    # --- what the user does ---

    def _cell_at(self, point: QPointF) -> Cell | None:
        return self._item.layout.cell_at(point.x(), point.y())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self.start_panning(event):
            return
        point = self.mapToScene(event.position().toPoint())
        if self._playable:
            self._press_place(event, point)
            return
        cell = self._cell_at(point)
        if event.button() != Qt.MouseButton.LeftButton or cell is None or cell in self.skipped:
            return
        self._pressed = cell
        self._before = self.place_at(point)
        self._put_cursor(cell)
        self.cell_pressed.emit(cell)

    def _press_place(self, event: QMouseEvent, point: QPointF) -> None:
        cell = self._cell_at(point)
        buttons = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
        if cell is not None and event.button() in buttons:
            other = event.button() == buttons[1]
            shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self._pressed = cell
            self.place_pressed.emit(*self.place_at(point), other != shift)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        if self._playable and self._pressed is None:
            self.place_hovered.emit(-1.0, -1.0)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.pan(event):
            return
        point = self.mapToScene(event.position().toPoint())
        cell = self._cell_at(point)
        if self._playable:
            if self._pressed is not None:
                self.place_dragged.emit(*self.place_at(point))
            else:
                self.place_hovered.emit(*((-1.0, -1.0) if cell is None else self.place_at(point)))
            return
        if self._pressed is not None:
            self._drag_to(self.place_at(point))

    def _drag_to(self, place: tuple[float, float]) -> None:
        """Emit all cells between two mouse events, which are far apart for a fast mouse."""
        rows, columns = self._item.layout.rows, self._item.layout.columns
        before, self._before = self._before, place
        cells = [
            (r, c) for r, c in cells_along(before, place) if 0 <= r < rows and 0 <= c < columns
        ]
        if cells and cells != [self._pressed]:
            self._pressed = cells[-1]
            self._put_cursor(cells[-1])
            self.cells_dragged.emit(cells)

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        if not self.stop_panning() and self._pressed is not None:
            self._pressed = None
            self.released.emit()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Request a menu, for the right button or the menu key."""
        if not self.editable:
            return  # the right button makes moves
        place, cell = event.globalPos(), self._cell_at(QPointF(event.pos()))
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            cell = self.cursor_cell
            place = self.viewport().mapToGlobal(self.cell_rect(cell).center().toPoint())
        if cell is not None:
            self.menu_requested.emit(cell, place)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.handle_wheel(event):
            return
        if self.editable:
            event.ignore()
        elif notches := self._wheel.steps(event):
            self.wheel_turned.emit(notches)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.mousePressEvent(event)
        if self.editable and self._pressed is not None:
            self.cell_double_clicked.emit(self._pressed)

    def move_cursor(self, cell: Cell) -> None:
        """Move the keyboard cursor to a cell and scroll to it."""
        self._put_cursor(cell)
        self._reveal([cell])

    def _put_cursor(self, cell: Cell) -> None:
        self.cursor_cell = cell
        self._show_cursor(self.hasFocus())
        self.cursor_moved.emit(cell)

    def _show_cursor(self, shown: bool) -> None:
        frame = self._item.frame
        if frame is not None:
            cursor = self.cursor_cell if shown and self.shows_cursor else None
            self._item.set_frame(replace(frame, marks=replace(frame.marks, cursor=cursor)))

    def event(self, event: QEvent) -> bool:
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_F2
            and self.editable
        ):
            event.accept()  # for the cell, not for the window
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = CURSOR_STEPS.get(event.key())
        plain = event.modifiers() in (
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.KeypadModifier,
        )
        if step is None or not plain or not self.editable:
            event.ignore()
            self.key_typed.emit(event)
            return
        self.step_cursor(step)

    def step_cursor(self, step: tuple[int, int]) -> None:
        """Move the cursor to the next cell in a direction; a long step, to the last."""
        rows, columns = self._item.layout.rows, self._item.layout.columns
        row, column = self.cursor_cell
        down, right = (min(max(by, -1), 1) for by in step)
        cells = [self.cursor_cell]
        while 0 <= (row := row + down) < rows and 0 <= (column := column + right) < columns:
            if (row, column) not in self.skipped:
                cells.append((row, column))
        self.move_cursor(cells[:2][-1] if max(map(abs, step)) == 1 else cells[-1])

    def advance_cursor(self, by: int) -> bool:
        """Move the cursor on in reading order; return False at the end."""
        cells = list(cells_of(self._item.frame.picture.values)) if self._item.frame else []
        index = cells.index(self.cursor_cell) + by if cells else -1
        while 0 <= index < len(cells) and cells[index] in self.skipped:
            index += by
        if not 0 <= index < len(cells):
            return False
        self.move_cursor(cells[index])
        return True

    def focusNextPrevChild(self, following: bool) -> bool:
        """Move from cell to cell while editing; at the end, to the next widget."""
        if self.editable and self.advance_cursor(1 if following else -1):
            return True
        return super().focusNextPrevChild(following)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._show_cursor(True)
        self.focused.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._show_cursor(False)
        self.left.emit()

    def describe(self, what: str, picture: Picture) -> None:
        """Set the accessible name and description."""
        row, column = self.cursor_cell
        number = picture.values[row][column]
        value = tr("no cell") if number == HOLE else format_value(number, picture.names)
        size = tr("{count} by {count2}").format(
            count=group_digits(len(picture.values)), count2=group_digits(len(picture.values[0]))
        )
        self.setAccessibleName(f"{what}, {size}")
        self.setAccessibleDescription(
            tr("Cell {cell}: {value}").format(cell=cell_name(self.cursor_cell), value=value)
        )


def _first_cell(picture: Picture) -> Cell:
    """Return the first place that has a cell."""
    values = picture.values
    return next(((r, c) for r, c in cells_of(values) if values[r][c] != HOLE), (0, 0))
