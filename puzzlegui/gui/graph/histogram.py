"""The histogram of an exploration; imported when it is first needed, not by the window's thread."""

from __future__ import annotations

from dataclasses import replace

import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt

from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import tr
from puzzlegui.engine.graph.explored import LevelCounts
from puzzlegui.gui.graph.count_table import Counted, counted
from puzzlegui.gui.style.scale import Scale
from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.widgets.charts import Chart

_COLUMN = 0.82
_TICK = 34
"""Pixels that a depth below the plot has."""
_ABOVE, _NEAR_EDGE = 0.12, 0.1
"""The room above the columns, and what is near an edge, as shares of the plot."""
_BELOW_ONE = -0.4
"""Where a logarithmic scale begins, so that a single arrangement can be seen."""
_LEAST = 0.004
"""Of the height, what a column has at least."""
_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)


class Histogram(Chart):
    """A column for each depth; that of the board at hand is marked."""

    def __init__(self) -> None:
        self.rows: list[Counted] = []
        self.at_hand: int | None = None
        self.scale = Scale.of([])
        super().__init__("histogram", tr("Arrangements by depth"))

    def show_figures(self, figures: tuple[LevelCounts, int | None]) -> None:
        """Draw the counts, and mark the depth of the board at hand if it is known."""
        explored, self.at_hand = figures
        self.rows = counted(explored)
        self.scale = Scale.of(explored.counts)
        if self.scale.logarithmic:
            self.scale = replace(self.scale, low=_BELOW_ONE)
        self.title.setText(
            tr("Arrangements by depth (logarithmic scale)")
            if self.scale.logarithmic
            else tr("Arrangements by depth")
        )
        self.setAccessibleDescription("; ".join(row.words for row in self.rows))
        self.redraw()

    def redraw(self) -> None:
        """Draw it anew, in the colours of the theme."""
        self.restyle()
        self.plot.clear()
        colours = theme().colours
        least = (self.scale.high - self.scale.low) * _LEAST
        for marked, ink in ((False, colours.accent), (True, colours.good)):
            shown = [row for row in self.rows if (row.depth == self.at_hand) is marked]
            if shown:
                self.plot.addItem(pg.BarGraphItem(
                    x=[row.depth for row in shown], width=_COLUMN,
                    y0=[self.scale.low] * len(shown),
                    height=[max(self._top(row) - self.scale.low, least) for row in shown],
                    brush=ink, pen=ink,
                ))  # fmt: skip
                if marked:
                    self._mark(shown[0])
        self.fit()

    def _mark(self, row: Counted) -> None:
        """Name the board at hand above all columns, with a line down to its own."""
        colours, above = theme().colours, self.scale.high + self._over
        pen = pg.mkPen(colours.faint, width=1, style=Qt.PenStyle.DashLine)
        line = pg.PlotCurveItem(x=[row.depth] * 2, y=[self._top(row), above], pen=pen)
        self.plot.addItem(line)
        share = row.depth / max(1, len(self.rows) - 1)
        side = 0.0 if share < _NEAR_EDGE else 1.0 if share > 1 - _NEAR_EDGE else 0.5
        text = pg.TextItem(
            tr("this board"), color=colours.text, anchor=(side, 0), fill=colours.panel
        )
        text.setPos(row.depth, above)
        self.plot.addItem(text)

    @property
    def _over(self) -> float:
        """The room above the columns."""
        return _ABOVE * (self.scale.high - self.scale.low)

    def _top(self, row: Counted) -> float:
        return self.scale.place(row.count)

    def fit(self, *_: object) -> None:
        scale, item = self.scale, self.plot.getPlotItem()
        most = max(1, len(self.rows))
        item.vb.setRange(xRange=(-0.6, most - 0.4), yRange=(scale.low, scale.high + self._over),
                         padding=0)  # fmt: skip
        wanted = most * _TICK / self.room
        step = next((step for step in _STEPS if step >= wanted), most)
        depths = range(0, most, step)
        item.getAxis("bottom").setTicks([[(float(at), group_digits(at)) for at in depths]])
        item.getAxis("left").setTicks([scale.ticks(lambda value: group_digits(round(value)))])

    def found_at(self, place: QPointF) -> tuple[int, str] | None:
        """The depth whose column is there."""
        depth = round(place.x())
        return (depth, self.rows[depth].words) if 0 <= depth < len(self.rows) else None


def charts() -> list[Chart]:
    """The one plot."""
    return [Histogram()]
