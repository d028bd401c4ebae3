"""Row of charts of the same data, and its export as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPicture
from PySide6.QtWidgets import QHBoxLayout, QStackedLayout, QWidget

from puzzlegui.exporters.drawings import Drawing, drawing_from_picture
from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.widgets.basic import text_label
from puzzlegui.gui.widgets.charts import Chart

_MARGIN = 12


class Plots(QWidget):
    """Charts of the same data, side by side.

    Args:
        name: object name.
        charts: charts to show.
        placeholder: text shown while there are no data.

    Attributes:
        charts: charts.
        drawn: True if the charts show data.

    Signals:
        chosen: emitted with the index of a clicked item.
    """

    chosen = Signal(int)

    def __init__(self, name: str, charts: Sequence[Chart], placeholder: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.charts = charts
        self._title = ""
        self.drawn = False
        self.note = text_label("plotsNote", 1)
        self.note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.note.setText(placeholder)
        self._inside = QWidget()
        row = QHBoxLayout(self._inside)
        row.setContentsMargins(0, 0, 0, 0)
        for chart in charts:
            chart.chosen.connect(self.chosen)
            theme().changed.connect(chart.update)
            row.addWidget(chart, 1)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self.note)
        self._stack.addWidget(self._inside)
        self.setMinimumHeight(120)

    def show_figures(self, title: str, figures: Any) -> None:
        """Set the data, None for none; the title appears on exported pictures."""
        self._title, self.drawn = title, figures is not None
        self._stack.setCurrentIndex(int(self.drawn))
        if self.drawn:
            for chart in self.charts:
                chart.show_figures(figures)

    # --- pictures ---

    def drawing(self) -> Drawing:
        """Return the current charts as a vector drawing."""
        picture = QPicture()
        with QPainter(picture) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint(painter)
        return drawing_from_picture(
            self._title, self._size(), QColor(theme().colours.panel), picture
        )

    def _size(self) -> QSize:
        return self.size() + QSize(2 * _MARGIN, 2 * _MARGIN + self.fontMetrics().height())

    def _paint(self, painter: QPainter) -> None:
        painter.setPen(QColor(theme().colours.text))
        painter.setFont(self.font())
        line = self.fontMetrics().height()
        painter.drawText(_MARGIN, _MARGIN + self.fontMetrics().ascent(), self._title)
        for chart in self.charts:
            if chart.isVisible():
                place = QRectF(chart.geometry()).translated(_MARGIN, _MARGIN + line)
                chart.draw(painter, place)
