"""Plots side by side, and their pictures; what draws them is loaded when first needed."""

from __future__ import annotations

import pkgutil
from typing import Any

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QHBoxLayout, QStackedLayout, QWidget

from puzzlegui.core.language import mark, tr
from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.threads.worker import Job, Worker
from puzzlegui.gui.widgets.basic import text_label

_SCALE = 2
"""Pixels of a picture to one of the screen."""
_MARGIN = 12
PICTURES = {".png": mark("PNG picture"), ".svg": mark("SVG drawing")}
"""What plots can be written as, by the suffix of the file."""


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

    def picture(self, suffix: str) -> bytes:
        """The plots as the file that ends so, one of ``PICTURES``."""
        return self._as_png() if suffix == ".png" else self._as_svg()

    def _as_png(self) -> bytes:
        """The plots as a picture."""
        image = QImage(self._size() * _SCALE, QImage.Format.Format_ARGB32_Premultiplied)
        image.setDevicePixelRatio(_SCALE)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint(painter)
        painter.end()
        held = QByteArray()
        buffer = QBuffer(held)
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        image.save(buffer, "PNG")  # type: ignore[call-overload]
        return bytes(held.data())

    def _as_svg(self) -> bytes:
        """The plots as a drawing."""
        held = QByteArray()
        buffer = QBuffer(held)
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        drawing = QSvgGenerator()
        drawing.setOutputDevice(buffer)
        drawing.setSize(self._size())
        drawing.setViewBox(QRectF(0, 0, self._size().width(), self._size().height()))
        drawing.setResolution(self.logicalDpiX())  # the axes are drawn for that of the screen
        drawing.setTitle(self._title)
        painter = QPainter(drawing)
        self._paint(painter)
        painter.end()
        buffer.close()
        return bytes(held.data())

    def _size(self) -> QSize:
        return self.size() + QSize(2 * _MARGIN, 2 * _MARGIN + self.fontMetrics().height())

    def _paint(self, painter: QPainter) -> None:
        colours = theme().colours
        size = self._size()
        painter.fillRect(0, 0, size.width(), size.height(), QColor(colours.panel))
        painter.setPen(QColor(colours.text))
        painter.setFont(self.font())
        line = self.fontMetrics().height()
        painter.drawText(_MARGIN, _MARGIN + self.fontMetrics().ascent(), self._title)
        for chart in self.charts:
            if chart.isVisible():
                place = QRectF(chart.geometry()).translated(_MARGIN, _MARGIN + line)
                chart.draw(painter, place)
