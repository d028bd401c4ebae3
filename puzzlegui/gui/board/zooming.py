"""View with zooming and panning by wheel, pinch gesture, keys and the middle mouse button."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QNativeGestureEvent, QWheelEvent
from PySide6.QtWidgets import QGestureEvent, QGraphicsView, QPinchGesture, QWidget

STEP = 1.25
"""Zoom factor of a wheel step or key."""
_MOST = 16.0
_NOTCH = 120
_LINE = 40
"""Pixels scrolled by a wheel step."""
_ALMOST = 1.02
"""Zoom factor below which the content counts as fitting."""


class ZoomView(QGraphicsView):
    """View that fits its content, or shows an enlarged part of it.

    The zoom is relative to the fitting size, so that it survives resizing.

    Signals:
        view_changed: emitted when the visible part or its size has changed.
    """

    view_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.zoom = 1.0
        self._pan_from: QPoint | None = None
        self.viewport().grabGesture(Qt.GestureType.PinchGesture)
        self._show_bars()

    # --- what there is to enlarge ---

    def lay_out(self) -> None:
        """Lay out the content for the zoom and the size of the view."""
        raise NotImplementedError

    def place_at(self, point: QPointF) -> tuple[float, float]:
        """Return the content coordinates, independent of the zoom, of a point of the scene."""
        raise NotImplementedError

    def point_of(self, place: tuple[float, float]) -> QPointF:
        """Return the point of the scene at a place in content coordinates."""
        raise NotImplementedError

    # --- enlarging ---

    def zoom_by(self, factor: float, at: QPointF | None = None) -> None:
        """Zoom by a factor about a point of the viewport, by default its centre."""
        zoom = min(max(self.zoom * factor, 1.0), _MOST)
        zoom = zoom if zoom > _ALMOST else 1.0
        if zoom == self.zoom:
            return
        about = QPointF(self.viewport().rect().center()) if at is None else at
        offset = self.offset()
        place = self.place_at(about + QPointF(offset))
        self.zoom = zoom
        self._show_bars()
        self.lay_out()
        wanted = self.point_of(place) - about
        self._scroll_to(round(wanted.x()), round(wanted.y()))
        self.view_changed.emit()

    def zoom_to_fit(self) -> None:
        """Show the whole content."""
        if self.zoom != 1.0:
            self.zoom = 1.0
            self._show_bars()
            self.lay_out()
            self.view_changed.emit()

    def match_view(self, other: ZoomView) -> None:
        """Set the zoom and centre of another view of similar content."""
        if self.zoom != other.zoom:
            self.zoom = other.zoom
            self._show_bars()
            self.lay_out()
        middle = QPointF(other.viewport().rect().center() + other.offset())
        wanted = self.point_of(other.place_at(middle)) - self.viewport().rect().center()
        self._scroll_to(round(wanted.x()), round(wanted.y()))

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        super().scrollContentsBy(dx, dy)
        self.view_changed.emit()

    def _show_bars(self) -> None:
        """Show both scroll bars or none, so that the viewport's size depends on the zoom only."""
        policy = Qt.ScrollBarPolicy
        shown = policy.ScrollBarAlwaysOff if self.zoom == 1.0 else policy.ScrollBarAlwaysOn
        self.setHorizontalScrollBarPolicy(shown)
        self.setVerticalScrollBarPolicy(shown)

    def offset(self) -> QPoint:
        """Return the point of the scene in the upper left corner of the viewport."""
        return QPoint(self.horizontalScrollBar().value(), self.verticalScrollBar().value())

    def _scroll_to(self, x: int, y: int) -> None:
        self.horizontalScrollBar().setValue(x)
        self.verticalScrollBar().setValue(y)

    # --- wheel, fingers, middle button ---

    def handle_wheel(self, event: QWheelEvent) -> bool:
        """Zoom with Ctrl, or scroll enlarged content; return True if the event was used."""
        delta = event.angleDelta()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom_by(STEP ** (delta.y() / _NOTCH), event.position())
            return True
        if self.zoom == 1.0:
            return False
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier and not delta.x():
            delta = delta.transposed()
        by = event.pixelDelta() if not event.pixelDelta().isNull() else delta * _LINE / _NOTCH
        offset = self.offset() - by
        self._scroll_to(offset.x(), offset.y())
        return True

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QNativeGestureEvent):
            if event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture:
                self.zoom_by(1 + event.value(), event.position())
                return True
        elif isinstance(event, QGestureEvent):
            pinch = event.gesture(Qt.GestureType.PinchGesture)
            if isinstance(pinch, QPinchGesture):
                middle = self.viewport().mapFromGlobal(pinch.centerPoint())
                self.zoom_by(pinch.scaleFactor(), middle)
                event.accept(pinch)
                return True
        return super().viewportEvent(event)

    def start_panning(self, event: QMouseEvent) -> bool:
        """Start panning with the middle button; return True if the event was used."""
        if event.button() != Qt.MouseButton.MiddleButton or self.zoom == 1.0:
            return False
        self._pan_from = event.position().toPoint()
        self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
        return True

    def pan(self, event: QMouseEvent) -> bool:
        """Pan with the mouse; return True if panning is active."""
        if self._pan_from is None:
            return False
        point = event.position().toPoint()
        offset = self.offset() - (point - self._pan_from)
        self._pan_from = point
        self._scroll_to(offset.x(), offset.y())
        return True

    def stop_panning(self) -> bool:
        """Stop panning; return True if it was active."""
        held, self._pan_from = self._pan_from is not None, None
        if held:
            self.viewport().unsetCursor()
        return held
