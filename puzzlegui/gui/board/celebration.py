"""Animation and badge drawn over a solved board."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, QVariantAnimation
from PySide6.QtGui import QPainter, QPen

from puzzlegui.gui.style.theme import theme
from puzzlegui.render.layout import Layout
from puzzlegui.render.primitives import colour, corner_radius, label_font, tile_rect

_WAVE_MS = 1100
_WIDTH = 0.35
"""Width of the wave as a share of its path."""
_SMALL = 30
"""Cell size in pixels below which rounded corners are not visible."""
_FRAME = 3
_BADGE = 13.0
"""Font size of the badge in pixels."""


class Celebration(QObject):
    """Wave and badge drawn over the board of a view.

    Args:
        redraw: function that repaints the view.

    Attributes:
        badge: text of the badge; empty for none.
    """

    def __init__(self, parent: QObject, redraw: Callable[[], object]) -> None:
        super().__init__(parent)
        self.badge = ""
        self._redraw = redraw
        self._wave = QVariantAnimation(self)
        self._wave.setStartValue(0.0)
        self._wave.setEndValue(1.0)
        self._wave.setDuration(_WAVE_MS)
        self._wave.valueChanged.connect(redraw)
        self._wave.finished.connect(redraw)

    def show(self, badge: str, *, animated: bool) -> None:
        """Show a badge; an empty text removes it.

        Args:
            badge: text of the badge.
            animated: if true, a wave runs over the board first.
        """
        if badge == self.badge:
            return
        self.badge = badge
        self._wave.stop()
        if badge and animated:
            self._wave.start()
        self._redraw()

    @property
    def animating(self) -> bool:
        """True while the wave is running."""
        return self._wave.state() == QVariantAnimation.State.Running

    def paint(self, painter: QPainter, layout: Layout, area: QRectF) -> None:
        """Draw the celebration over a board.

        Args:
            painter: painter in the pixels of the layout.
            layout: layout of the board.
            area: area available for drawing.
        """
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.animating:
            self._paint_wave(painter, layout)
        self._paint_badge(painter, layout, area)
        painter.restore()

    def _paint_wave(self, painter: QPainter, layout: Layout) -> None:
        """Light up the cells in turn, from the first corner to the last."""
        done = float(self._wave.currentValue()) * (1 + _WIDTH)
        last = max(1, layout.rows + layout.columns - 2)
        painter.setPen(Qt.PenStyle.NoPen)
        radius = corner_radius(layout)
        for r in range(layout.rows):
            for c in range(layout.columns):
                since = (done - (r + c) / last) / _WIDTH
                if 0 < since < 1:
                    light = math.sin(math.pi * since)
                    green = colour(theme().colours.good, round(150 * light))
                    rect = tile_rect(layout, (r, c))
                    if layout.pitch < _SMALL:
                        painter.fillRect(rect, green)
                    else:
                        painter.setBrush(green)
                        painter.drawRoundedRect(rect, radius, radius)

    def _paint_badge(self, painter: QPainter, layout: Layout, area: QRectF) -> None:
        colours = theme().colours
        board = QRectF(layout.left, layout.top, layout.width, layout.height)
        painter.setPen(QPen(colour(colours.good), _FRAME))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(board, corner_radius(layout), corner_radius(layout))
        painter.setFont(label_font(_BADGE))
        metrics = painter.fontMetrics()
        height, tick = metrics.height() + 8.0, float(metrics.ascent())
        width = metrics.horizontalAdvance(self.badge) + tick + 30.0
        rect = QRectF(board.center().x() - width / 2, board.bottom() - height / 2, width, height)
        rect.moveBottom(min(rect.bottom(), area.bottom() - 1))
        painter.setPen(QPen(colour(colours.panel), 2))
        painter.setBrush(colour(colours.good))
        painter.drawRoundedRect(rect, height / 2, height / 2)
        pen = QPen(colour(colours.on_accent), 2)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        left, middle = rect.left() + 12, rect.center().y()
        painter.drawPolyline(
            [
                QPointF(left, middle),
                QPointF(left + tick * 0.35, middle + tick * 0.35),
                QPointF(left + tick * 0.9, middle - tick * 0.35),
            ]
        )
        painter.drawText(
            rect.adjusted(tick + 16, 0, 0, 0),
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter,
            self.badge,
        )
