"""Base class of charts, and the canvas on which they draw."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QTransform,
)
from PySide6.QtWidgets import QToolTip, QVBoxLayout, QWidget

from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.widgets.basic import ElidedLabel

TICK_WIDTH = 66
"""Width in pixels of a tick label below a plot."""
_GAP, _TICK_LENGTH, _DOT = 4.0, 4.0, 2.0
_LEAST_WIDTH = 80.0
_LEAST_SIZE = 120, 110

Ticks = Sequence[tuple[float, str]]
"""Positions on an axis with their labels."""


class Canvas:
    """Draws in the units of a chart's axes.

    Args:
        painter: painter in pixels.
        pixels: transformation from units to pixels.
    """

    def __init__(self, painter: QPainter, pixels: QTransform) -> None:
        self._painter, self._pixels = painter, pixels

    def bar(self, box: QRectF, ink: str) -> None:
        """Draw a filled rectangle."""
        self._painter.fillRect(self._pixels.mapRect(box), QColor(ink))

    def curve(self, points: Iterable[tuple[float, float]], ink: str, *, dots: bool = False) -> None:
        """Draw a line through points, with optional dots."""
        pixels = [self._pixels.map(QPointF(*point)) for point in points]
        self._painter.setPen(QPen(QColor(ink), 2))
        self._painter.drawPolyline(pixels)
        self._painter.setBrush(QColor(ink))
        for pixel in pixels if dots else ():
            self._painter.drawEllipse(pixel, _DOT, _DOT)

    def dashes(self, begin: QPointF, end: QPointF, ink: str) -> None:
        """Draw a thin dashed line."""
        self._painter.setPen(QPen(QColor(ink), 1, Qt.PenStyle.DashLine))
        self._painter.drawLine(self._pixels.map(begin), self._pixels.map(end))

    def label(
        self, at: QPointF, text: str, ink: str, anchor: tuple[float, float], fill: str = ""
    ) -> None:
        """Draw a single-line text at a point.

        ``anchor`` is the share of its width left of the point and that of its height above it;
        ``fill`` is the background colour, if any.
        """
        metrics, pixel = QFontMetricsF(self._painter.font()), self._pixels.map(at)
        width, height = metrics.horizontalAdvance(text) + 2 * _GAP, metrics.height() + _GAP
        box = QRectF(pixel.x() - anchor[0] * width, pixel.y() - anchor[1] * height, width, height)
        if fill:
            self._painter.fillRect(box, QColor(fill))
        self._painter.setPen(QColor(ink))
        self._painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


class Chart(QWidget):
    """Plot with a heading; items have tooltips and can be clicked.

    Signals:
        chosen: emitted with the number of a clicked item.
    """

    chosen = Signal(int)

    def __init__(self, name: str, title: str) -> None:
        super().__init__()
        self.left: Ticks = ()
        self.setObjectName(name)
        self.setAccessibleName(title)
        self.setMinimumSize(*_LEAST_SIZE)
        self.setMouseTracking(True)
        self.title = ElidedLabel(f"{name}Title", "heading")
        self.title.setText(title)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.title)
        column.addStretch(1)

    # --- what a chart shows ---

    @abstractmethod
    def show_figures(self, figures: Any) -> None:
        """Set the data."""

    @abstractmethod
    def fit(self, room: float) -> tuple[QRectF, Ticks]:
        """Return the visible range in units and the bottom ticks, for a width in pixels."""

    @abstractmethod
    def draw_figures(self, canvas: Canvas) -> None:
        """Draw bars, curves and labels."""

    @abstractmethod
    def item_at(self, point: QPointF) -> tuple[int, str] | None:
        """Return the number and tooltip of the item at a position in plot units; None if none."""

    # --- drawing ---

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            self._draw(painter, self._place())

    def draw(self, painter: QPainter, target: QRectF) -> None:
        """Draw the chart with its heading onto another paint device."""
        painter.setPen(QColor(theme().colours.text))
        painter.setFont(self.title.font())
        painter.drawText(target, Qt.AlignmentFlag.AlignLeft, self.title.text())
        self._draw(painter, target.adjusted(0, self._place().top(), 0, 0))

    def _place(self) -> QRectF:
        """Return the rectangle below the heading, in pixels."""
        return QRectF(self.rect()).adjusted(0, self.title.geometry().bottom() + _GAP, 0, 0)

    def _area(self, place: QRectF) -> QRectF:
        """Return the rectangle between the axes, in pixels."""
        metrics = QFontMetricsF(self.font())
        widest = max((metrics.horizontalAdvance(text) for _, text in self.left), default=0.0)
        beside = min(widest + 2 * _GAP, max(_GAP, place.width() - _LEAST_WIDTH))
        return place.adjusted(beside, _GAP, -_GAP, -(metrics.height() + _TICK_LENGTH + _GAP))

    def _pixels(self, place: QRectF) -> QTransform:
        """Return the transformation from the units of the axes to pixels."""
        area = self._area(place)
        units, _ = self.fit(area.width())
        found = QTransform.fromTranslate(area.left(), area.bottom())
        found.scale(area.width() / units.width(), -area.height() / units.height())
        return found.translate(-units.left(), -units.top())

    def _draw(self, painter: QPainter, place: QRectF) -> None:
        painter.save()
        painter.setClipRect(place)
        painter.fillRect(place, QColor(theme().colours.panel))
        painter.setFont(self.font())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pixels = self._pixels(place)
        self._draw_axes(painter, place, pixels)
        self.draw_figures(Canvas(painter, pixels))
        painter.restore()

    def _draw_axes(self, painter: QPainter, place: QRectF, pixels: QTransform) -> None:
        colours, metrics, area = theme().colours, QFontMetricsF(self.font()), self._area(place)
        height = metrics.height()
        bottom = [(pixels.map(QPointF(x, 0)).x(), text) for x, text in self.fit(area.width())[1]]
        painter.setPen(QColor(colours.border))
        painter.drawPolyline([area.topLeft(), area.bottomLeft(), area.bottomRight()])
        for x, _ in bottom:
            painter.drawLine(QPointF(x, area.bottom()), QPointF(x, area.bottom() + _TICK_LENGTH))
        painter.setPen(QColor(colours.faint))
        for x, text in bottom:
            width = metrics.horizontalAdvance(text)
            begin = min(x - width / 2, place.right() - width)
            painter.drawText(QPointF(begin, area.bottom() + _TICK_LENGTH + metrics.ascent()), text)
        room = area.left() - place.left() - _GAP
        for y, text in self.left:
            box = QRectF(place.left(), pixels.map(QPointF(0, y)).y() - height / 2, room, height)
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
            painter.drawText(box, Qt.AlignmentFlag.AlignRight, shown)

    # --- the mouse ---

    def pixel(self, point: QPointF) -> QPoint:
        """Return the pixel of a point."""
        return self._pixels(self._place()).map(point).toPoint()

    def _item_under(self, pixel: QPointF) -> tuple[int, str] | None:
        place = self._place()
        if not place.contains(pixel):
            return None
        return self.item_at(self._pixels(place).inverted()[0].map(pixel))

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            self._show_tip(QPointF(event.pos()))
            return True
        return super().event(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._show_tip(event.position())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if found := self._item_under(event.position()):
            self.chosen.emit(found[0])

    def _show_tip(self, pixel: QPointF) -> None:
        found = self._item_under(pixel)  # an empty text hides the tip
        QToolTip.showText(self.mapToGlobal(pixel).toPoint(), found[1] if found else "", self)
