"""The view of a diagram of small boards, with zoom and keyboard navigation."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QHelpEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QGraphicsScene, QToolTip, QWidget

from puzzlegui.gui.board.board_view import CURSOR_STEPS
from puzzlegui.gui.board.zooming import STEP, ZoomView
from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.threads.worker import Job, TaskHandle, Worker
from puzzlegui.gui.widgets.basic import plain_tooltip
from puzzlegui.render.diagram import Diagram, Node
from puzzlegui.render.diagram_painter import node_rect, paint_diagram, paint_node_board
from puzzlegui.render.primitives import colour
from puzzlegui.render.style import Style

_MAX_SIZE = 120.0
"""Maximum size of a small board at zoom 1, in pixels."""
_MAX_CACHED = 150.0
"""Size of a small board above which it is drawn directly instead of cached, in pixels."""
_SETTLED_MS = 40
_AROUND = 24
Pictures = Mapping[int, QImage]
Describer = Callable[[int], str]


def _describe_nothing(_number: int) -> str:
    return ""


class DiagramView(ZoomView):
    """View of a diagram of small boards, which are drawn in the worker.

    Args:
        name: object name.
        title: accessible name.
        worker: worker that draws the small boards.
        min_size: minimum initial size of a small board, in pixels.

    Signals:
        chosen: board and arrangement that were clicked, or on which Enter was pressed.
        hovered: description of the small board at the mouse or keyboard cursor; empty for none.
    """

    chosen = Signal(object, object)
    hovered = Signal(str)

    def __init__(self, name: str, title: str, worker: Worker, min_size: float = 0.0) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setAccessibleName(title)
        self.setScene(QGraphicsScene(self))
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        self.setMinimumSize(200, 160)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._worker, self._min_size = worker, min_size
        self.diagram: Diagram | None = None
        self._describe_node: Describer = _describe_nothing
        self.scale_ = 1.0
        self.origin = QPointF()
        self.cursor_number = 0
        self._hovered = -1
        self._auto_fit = True
        self._pictures: dict[int, QImage] = {}
        self._drawn: tuple[int, Style] | None = None
        self._pending: TaskHandle | None = None
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(_SETTLED_MS)
        self._settle.timeout.connect(self._draw)
        theme().changed.connect(self._restyle)

    def sizeHint(self) -> QSize:
        return QSize(700, 560)

    # --- showing ---

    def show_diagram(
        self, diagram: Diagram | None, describe: Describer = _describe_nothing
    ) -> None:
        """Show a diagram fitted to the view; keep the zoom if only its captions changed.

        Args:
            diagram: diagram; None clears the view.
            describe: returns the description of a small board by its number.
        """
        before, self.diagram, self._describe_node = self.diagram, diagram, describe
        if before is not None and diagram is not None and _has_same_nodes(before, diagram):
            self.viewport().update()
            return
        self.clear_pictures()
        self.cursor_number = 0
        self._hovered = -1
        self._auto_fit = True
        self.lay_out()
        self.horizontalScrollBar().setValue(0)
        self._describe()
        self.hovered.emit("")
        self.viewport().update()

    def clear_pictures(self) -> None:
        """Discard the pictures of the small boards."""
        self._settle.stop()
        if self._pending is not None:
            self._pending.cancel()
            self._pending = None
        self._pictures, self._drawn = {}, None

    def lay_out(self) -> None:
        diagram = self.diagram
        room = self.viewport().size()
        if diagram is None:
            self.setSceneRect(QRectF(0, 0, room.width(), room.height()))
            return
        fit = min(room.width() / diagram.width, room.height() / diagram.height, _MAX_SIZE)
        if self._auto_fit:
            self.zoom = max(1.0, self._min_size / fit)
            self._show_bars()
        self.scale_ = max(1.0, fit * self.zoom)
        width, height = diagram.width * self.scale_, diagram.height * self.scale_
        whole = QRectF(0, 0, max(room.width(), width), max(room.height(), height))
        self.origin = QPointF((whole.width() - width) / 2, (whole.height() - height) / 2)
        self.setSceneRect(whole)
        self._settle.start()
        self.viewport().update()

    def zoom_by(self, factor: float, at: QPointF | None = None) -> None:
        self._auto_fit = False
        super().zoom_by(factor, at)

    def zoom_to_fit(self) -> None:
        self._auto_fit = False
        super().zoom_to_fit()

    @property
    def is_drawn(self) -> bool:
        """True if all small boards are drawn at their current size."""
        return self._pending is None and not self._settle.isActive()

    def place_at(self, point: QPointF) -> tuple[float, float]:
        place = (point - self.origin) / self.scale_
        return place.y(), place.x()

    def point_of(self, place: tuple[float, float]) -> QPointF:
        return QPointF(place[1], place[0]) * self.scale_ + self.origin

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        style = theme().board_style
        painter.fillRect(rect, colour(style.page))
        if self.diagram is None:
            return
        painter.translate(self.origin)
        cursor = self.cursor_number if self.hasFocus() else None
        if self._hovered >= 0:
            cursor = self._hovered
        paint_diagram(
            painter, self.diagram, self.scale_, style,
            pictures=None if self.scale_ > _MAX_CACHED else self._pictures,
            exposed=QRectF(rect).translated(-self.origin), cursor=cursor,
        )  # fmt: skip

    def _restyle(self) -> None:
        self._settle.start()
        self.viewport().update()

    def _draw(self) -> None:
        """Start drawing the small boards at their current size."""
        diagram, ratio = self.diagram, self.devicePixelRatioF()
        if diagram is None or self.scale_ > _MAX_CACHED:
            return
        style, scale = theme().board_style, self.scale_
        wanted = round(scale * ratio), style
        if self._drawn == wanted:
            return
        if self._pending is not None:
            self._pending.cancel()

        def do(job: Job) -> object:
            found = {}
            for number, spot in enumerate(diagram.nodes):
                job.report(number, len(diagram.nodes))
                found[number] = _picture(diagram, number, spot.side * scale, style, ratio)
            return wanted, found

        self._pending = self._worker.submit(Job(do, ""), self._show_pictures)

    def _show_pictures(self, result: object) -> None:
        self._pending = None
        if isinstance(result, tuple):
            self._drawn, self._pictures = result
            self.viewport().update()

    # --- user input ---

    def _spot_at(self, point: QPointF) -> int:
        if self.diagram is None:
            return -1
        down, right = self.place_at(self.mapToScene(point.toPoint()))
        found = self.diagram.node_at(right, down)
        return -1 if found is None else found

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self.start_panning(event) or event.button() != Qt.MouseButton.LeftButton:
            return
        number = self._spot_at(event.position())
        if number >= 0:
            self._put_cursor(number)
            self._choose(number)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Ignore double clicks: the first click has already been handled."""
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.pan(event):
            return
        self._hover(self._spot_at(event.position()))

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        self.stop_panning()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover(-1)

    def _hover(self, number: int) -> None:
        if number != self._hovered:
            self._hovered = number
            shape = Qt.CursorShape.PointingHandCursor if number >= 0 else Qt.CursorShape.ArrowCursor
            self.viewport().setCursor(shape)
            self.hovered.emit(self._description_of(number))
            self.viewport().update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.handle_wheel(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        diagram = self.diagram
        step = CURSOR_STEPS.get(event.key())
        plain = event.modifiers() in (
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.KeypadModifier,
        )
        if diagram is None or not plain:
            event.ignore()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._choose(self.cursor_number)
        elif step is not None and max(map(abs, step)) == 1:
            self._put_cursor(diagram.adjacent_node(self.cursor_number, *step))
        else:
            event.ignore()

    def _put_cursor(self, number: int) -> None:
        diagram = self.diagram
        assert diagram is not None
        self.cursor_number = number
        self._hovered = -1
        room = node_rect(diagram.nodes[number], self.scale_).translated(self.origin)
        if self.zoom > 1:
            self.ensureVisible(room, _AROUND, _AROUND)
        self._describe()
        self.hovered.emit(self._description_of(number))
        self.viewport().update()

    def _choose(self, number: int) -> None:
        """Pass on an arrangement with its board: another one may be open by now."""
        diagram = self.diagram
        assert diagram is not None
        self.chosen.emit(diagram.board, diagram.nodes[number].vertex)

    def _description_of(self, number: int) -> str:
        return self._describe_node(number) if self.diagram is not None and number >= 0 else ""

    def _describe(self) -> None:
        self.setAccessibleDescription(self._description_of(self.cursor_number))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.lay_out()

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            number = self._spot_at(QPointF(event.pos()))
            text = plain_tooltip(self._description_of(number)) if number >= 0 else ""
            QToolTip.showText(event.globalPos(), text, self)
            return True
        return super().viewportEvent(event)

    def zoom_steps(self, notches: int) -> None:
        """Zoom in by a number of steps; negative steps zoom out."""
        self.zoom_by(STEP**notches)


def _has_same_nodes(one: Diagram, other: Diagram) -> bool:
    """Return True if diagrams of a board differ at most in the captions of their nodes."""
    return one.board is other.board and [*map(_place, one.nodes)] == [*map(_place, other.nodes)]


def _place(node: Node) -> tuple[object, float, float]:
    return node.vertex, node.x, node.y


def _picture(diagram: Diagram, number: int, side: float, style: Style, ratio: float) -> QImage:
    pixels = max(1, round(side * ratio))
    image = QImage(pixels, pixels, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    with QPainter(image) as painter:
        paint_node_board(painter, diagram, number, side, style, ratio)
    return image


class SmallBoard(QWidget):
    """Widget that draws a single small board."""

    def __init__(self, name: str, side: int) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setFixedSize(side, side)
        self._diagram: Diagram | None = None
        theme().changed.connect(self._restyle)

    def show_board(self, diagram: Diagram) -> None:
        """Show the first board of a diagram."""
        self._diagram = diagram
        self.update()

    def _restyle(self) -> None:
        self.update()

    def paintEvent(self, _event: object) -> None:
        if self._diagram is not None:
            with QPainter(self) as painter:
                paint_node_board(painter, self._diagram, 0, self.width(), theme().board_style,
                            self.devicePixelRatioF())  # fmt: skip
