"""The histogram of an exploration."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF

from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import tr
from puzzlegui.engine.graph.level_counts import LevelCounts
from puzzlegui.gui.graph.count_table import LevelRow, level_rows
from puzzlegui.gui.style.scale import Scale
from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.widgets.charts import Canvas, Chart, Ticks

_COLUMN = 0.82
_TICK = 34
"""Minimum width of a tick label, in pixels."""
_ABOVE, _NEAR_EDGE = 0.12, 0.1
"""Space above the columns, and distance that counts as near an edge, as shares of the plot."""
_BELOW_ONE = -0.4
"""Lower end of a logarithmic scale, low enough to show a single arrangement."""
_LEAST = 0.004
"""Minimum height of a column, as a share of the plot."""
_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)


class Histogram(Chart):
    """Column chart of the counts per depth, with the depth of the board marked."""

    def __init__(self) -> None:
        self.rows: list[LevelRow] = []
        self.board_depth: int | None = None
        self.scale = Scale.for_values([])
        super().__init__("histogram", tr("Arrangements by depth"))

    def show_figures(self, figures: tuple[LevelCounts, int | None]) -> None:
        """Draw the counts and mark the depth of the board, if known."""
        explored, self.board_depth = figures
        self.rows = level_rows(explored)
        self.scale = Scale.for_values(explored.counts)
        if self.scale.logarithmic:
            self.scale = replace(self.scale, low=_BELOW_ONE)
        self.title.setText(
            tr("Arrangements by depth (logarithmic scale)")
            if self.scale.logarithmic
            else tr("Arrangements by depth")
        )
        self.left = self.scale.ticks(lambda value: group_digits(round(value)))
        self.setAccessibleDescription("; ".join(row.description for row in self.rows))
        self.update()

    def fit(self, room: float) -> tuple[QRectF, Ticks]:
        most, scale = max(1, len(self.rows)), self.scale
        step = next((step for step in _STEPS if step >= most * _TICK / room), most)
        ticks = [(float(at), group_digits(at)) for at in range(0, most, step)]
        return QRectF(-0.6, scale.low, most + 0.2, (1 + _ABOVE) * (scale.high - scale.low)), ticks

    def draw_figures(self, canvas: Canvas) -> None:
        colours, low = theme().colours, self.scale.low
        high = self.scale.high - low
        for row in self.rows:
            here = row.depth == self.board_depth
            ink = colours.good if here else colours.accent
            column = max(self.scale.position(row.count) - low, high * _LEAST)
            canvas.bar(QRectF(row.depth - _COLUMN / 2, low, _COLUMN, column), ink)
            if here:
                # Label the board's column above all columns, with a line down to it.
                name = QPointF(row.depth, low + (1 + _ABOVE) * high)
                canvas.dashes(QPointF(row.depth, low + column), name, colours.faint)
                share = row.depth / max(1, len(self.rows) - 1)
                side = 0.0 if share < _NEAR_EDGE else 1.0 if share > 1 - _NEAR_EDGE else 0.5
                canvas.label(name, tr("this board"), colours.text, (side, 0), colours.panel)

    def item_at(self, point: QPointF) -> tuple[int, str] | None:
        depth = round(point.x())
        return (depth, self.rows[depth].description) if 0 <= depth < len(self.rows) else None
