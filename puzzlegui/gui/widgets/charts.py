"""What every plot has; imported when plots are first needed, and not by the window's thread."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QToolTip, QVBoxLayout, QWidget

from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.widgets.basic import OneLine

TICK = 66
"""Pixels that a figure below a plot has."""
_LEAST_WIDTH = 80.0


class Chart(QWidget):
    """A plot with its heading; what is under the mouse is told, and can be chosen.

    Signals:
        chosen: something in the plot was clicked; its number.
    """

    chosen = Signal(int)

    def __init__(self, name: str, title: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setAccessibleName(title)
        self.title = OneLine(f"{name}Title", "heading")
        self.title.setText(title)
        self.plot = pg.PlotWidget(enableMenu=False)
        self.plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.plot.setMouseEnabled(x=False, y=False)
        self.plot.hideButtons()
        self.plot.setMinimumSize(QSize(120, 90))
        self.plot.viewport().installEventFilter(self)
        self.plot.viewport().setMouseTracking(True)
        self.plot.getPlotItem().vb.sigResized.connect(self.fit)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self.title)
        column.addWidget(self.plot, 1)

    @abstractmethod
    def show_figures(self, figures: Any) -> None:
        """Draw these."""

    @abstractmethod
    def redraw(self) -> None:
        """Draw it anew, in the colours of the theme."""

    def restyle(self) -> None:
        """Use the colours of the theme."""
        colours = theme().colours
        self.plot.setBackground(colours.panel)
        for side in ("left", "bottom"):
            axis = self.plot.getAxis(side)
            axis.setPen(colours.border)
            axis.setStyle(tickLength=0 if side == "left" else -4)
            axis.setTextPen(colours.faint)

    def fit(self, *_: object) -> None:
        """Choose what is seen, and what stands below it, for the room that there is."""

    @property
    def room(self) -> float:
        """Pixels between the left axis and the right edge."""
        return max(_LEAST_WIDTH, float(self.plot.getPlotItem().vb.width()))

    def found_at(self, _place: QPointF) -> tuple[int, str] | None:
        """The number of what is at a place, in the units of the plot, and what to say of it."""
        return None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            self._tell(event.pos(), event.globalPos())  # the plot itself would hide what is told
            return True
        if isinstance(event, QMouseEvent) and event.type() in (
            QEvent.Type.MouseMove, QEvent.Type.MouseButtonPress,
        ):  # fmt: skip
            if event.type() == QEvent.Type.MouseMove:
                self._tell(event.position().toPoint(), event.globalPosition().toPoint())
            elif (found := self._found(event.position().toPoint())) is not None:
                self.chosen.emit(found[0])
            return True
        return super().eventFilter(watched, event)

    def _found(self, place: QPoint) -> tuple[int, str] | None:
        scene = self.plot.mapToScene(place)
        return self.found_at(self.plot.getPlotItem().vb.mapSceneToView(scene))

    def _tell(self, place: QPoint, on_screen: QPoint) -> None:
        found = self._found(place)
        if found is None:
            QToolTip.hideText()
        else:
            QToolTip.showText(on_screen, found[1], self.plot)

    def draw(self, painter: QPainter, target: QRectF) -> None:
        """Draw it somewhere else, with its heading."""
        line = self.title.height() + 4
        painter.setPen(QColor(theme().colours.text))
        painter.setFont(self.title.font())
        painter.drawText(target, Qt.AlignmentFlag.AlignLeft, self.title.text())
        self.plot.render(painter, target.adjusted(0, line, 0, 0), self.plot.viewport().rect())
