"""Plots side by side, and their pictures; what draws them is loaded when first needed."""

from __future__ import annotations

import pkgutil
from typing import Any

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPicture
from PySide6.QtWidgets import QHBoxLayout, QStackedLayout, QWidget

from puzzlegui.core.language import tr
from puzzlegui.exporters.pictures import Drawing, recorded
from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.threads.worker import Job, Worker
from puzzlegui.gui.widgets.basic import text_label

_MARGIN = 12


class Plots(QWidget):
    """Charts that show the same figures, side by side.

    Args:
        name: the object name.
        worker: loads what draws.
        maker: a function that makes them, as ``module:name``; its module may import pyqtgraph.
        nothing: what is said as long as there is nothing to be drawn.

    Attributes:
        charts: they are there once the module has been loaded.

    Signals:
        chosen: something in a plot was clicked; its place among the figures.
        ready: they are drawn from now on.
    """

    chosen = Signal(int)
    ready = Signal()

    def __init__(self, name: str, worker: Worker, maker: str, nothing: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self._worker, self._maker = worker, maker
        self._title = ""
        self._figures: Any = None
        self._loading = False
        self.charts: list[Any] = []
        self.note = text_label("plotsNote", 1)
        self.note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.note.setText(nothing)
        self._inside = QWidget()
        self._row = QHBoxLayout(self._inside)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self.note)
        self._stack.addWidget(self._inside)
        self.setMinimumHeight(120)
        theme().changed.connect(self._restyle)

    @property
    def drawn(self) -> bool:
        """Whether there is a plot."""
        return bool(self.charts) and self._figures is not None

    def show_figures(self, title: str, figures: Any) -> None:
        """Draw these, None for nothing; the title stands on pictures of them."""
        self._title, self._figures = title, figures
        if figures is None:
            self._stack.setCurrentIndex(0)
        elif self.charts:
            self._draw()
        else:
            self.load()

    def load(self) -> None:
        """Load what draws, unless that was done."""
        if not self._loading:
            self._loading = True
            maker = self._maker
            job = Job(lambda _: pkgutil.resolve_name(maker), tr("Loading the plots…"))
            self._worker.do(job, self._loaded)

    def _loaded(self, maker: Any) -> None:
        if isinstance(maker, Exception):
            text = tr("The plots cannot be drawn: {reason}").format(reason=str(maker))
            self.note.setText(text)
            return
        self.charts = maker()
        for chart in self.charts:
            chart.chosen.connect(self.chosen)
            self._row.addWidget(chart, 1)
        if self._figures is not None:
            self._draw()
        self.ready.emit()

    def _draw(self) -> None:
        self._stack.setCurrentIndex(1)
        for chart in self.charts:
            chart.show_figures(self._figures)

    def _restyle(self) -> None:
        for chart in self.charts:
            chart.redraw()

    # --- pictures ---

    def drawing(self) -> Drawing:
        """Return the plots as they look now."""
        picture = QPicture()
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint(painter)
        painter.end()
        return recorded(self._title, self._size(), QColor(theme().colours.panel), picture)

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
