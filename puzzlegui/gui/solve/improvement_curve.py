"""A small chart of the best solution's length over the time of a run."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from puzzlegui.core.formatting import group_digits, quantity, seconds
from puzzlegui.core.language import tr
from puzzlegui.gui.style.theme import theme
from puzzlegui.render.primitives import colour

_HEIGHT = 48
_EDGE = 3.0
"""Margin around the curve, in pixels."""

Points = Sequence[tuple[float, int]]
"""Time in seconds and number of moves of each improvement."""


class ImprovementCurve(QWidget):
    """Step chart of the best solution's length over time, with the lower bound."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("improvementCurve")
        self.setAccessibleName(tr("Solution length over time"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._points: Points = ()
        self._seconds = 0.0
        self._bound = 0
        self.hide()

    def sizeHint(self) -> QSize:
        return QSize(160, _HEIGHT)

    def show_points(self, points: Points, duration: float, bound: int) -> None:
        """Draw the improvements of a run; hide the chart if there are fewer than two.

        Args:
            points: the improvements.
            duration: seconds that the run has taken.
            bound: lower bound on the number of moves; 0 if unknown.
        """
        self._points, self._seconds, self._bound = points, duration, bound
        self.setVisible(len(points) > 1)
        if len(points) > 1:
            self.setAccessibleDescription(self.description)
            self.setToolTip(self.description)
            self.update()

    @property
    def description(self) -> str:
        """Description of the chart in a sentence."""
        (first_at, first), (best_at, best) = self._points[0], self._points[-1]
        if self._bound:
            text = tr(
                "{first} moves after {begun}, {best} after {now}, in {steps} steps; at least "
                "{bound} needed"
            )
        else:
            text = tr("{first} moves after {begun}, {best} after {now}, in {steps} steps")
        return text.format(
            first=group_digits(first), begun=seconds(first_at), best=group_digits(best),
            now=seconds(best_at), steps=group_digits(len(self._points) - 1),
            bound=group_digits(self._bound),
        )  # fmt: skip

    def scale(self) -> tuple[int, int]:
        """Return the lengths at the lower and the upper edge.

        The bound is the lower edge only if it is near; otherwise the curve would be flat.
        """
        high, best = self._points[0][1], self._points[-1][1]
        near = best - 2 * (high - best)
        return (self._bound if self._bound >= near else best - (high - best) // 4), high

    def paintEvent(self, _event: QPaintEvent) -> None:
        colours = theme().colours
        low, high = self.scale()
        line = self.fontMetrics().height()
        room = QRectF(self.rect()).adjusted(_EDGE, _EDGE, -_EDGE, -line - _EDGE)
        now = max(self._seconds, self._points[-1][0], 1e-3)

        def place(at: float, length: int) -> QPointF:
            share = (high - length) / max(1, high - low)
            return QPointF(
                room.left() + room.width() * at / now, room.top() + room.height() * share
            )

        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(colour(colours.border), 1))
            painter.drawLine(room.bottomLeft(), room.bottomRight())
            if self._bound == low:
                painter.setPen(QPen(colour(colours.good), 1.5, Qt.PenStyle.DashLine))
                painter.drawLine(place(0, low), place(now, low))
            steps = [place(*self._points[0])]
            for at, length in self._points[1:]:
                steps += [QPointF(place(at, length).x(), steps[-1].y()), place(at, length)]
            steps.append(place(now, self._points[-1][1]))
            painter.setPen(QPen(colour(colours.accent), 2))
            painter.drawPolyline(steps)
            self._draw_labels(painter, room, line)

    def _draw_labels(self, painter: QPainter, room: QRectF, line: int) -> None:
        """Label the chart with the first length, the bound and the best length."""
        colours = theme().colours
        row = QRectF(room.left(), room.bottom() + _EDGE, room.width(), line)
        first, best = self._points[0][1], self._points[-1][1]
        painter.setPen(colour(colours.faint))
        painter.drawText(row, Qt.AlignmentFlag.AlignLeft, f"{group_digits(first)} →")
        if self._bound:
            bound = tr("at least {bound}").format(bound=group_digits(self._bound))
            painter.drawText(row, Qt.AlignmentFlag.AlignHCenter, bound)
        painter.setPen(colour(colours.text))
        painter.drawText(row, Qt.AlignmentFlag.AlignRight, quantity(best, "move"))
