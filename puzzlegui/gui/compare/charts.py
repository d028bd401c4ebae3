"""The plots of a comparison; imported when they are first needed, not by the window's thread."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pyqtgraph as pg
from PySide6.QtCore import QPointF

from puzzlegui.core.counting import group_digits, short_decimal
from puzzlegui.core.language import tr
from puzzlegui.engine.comparing.rows import Row, seconds_text
from puzzlegui.gui.style.scale import Scale
from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.widgets.charts import TICK, Chart

_BAR = 0.62
_BESIDE = 12
"""Pixels beside the figures at the ends of bars."""
_NEAR = 0.5
"""A bar is meant by what is nearer to it than to the next."""
_CURVES = ("#1F6FD6", "#D55E00", "#009E73", "#CC79A7", "#8A6D00", "#56B4E9")
_CURVES_DARK = ("#6CB0FF", "#FFA45C", "#6FD39B", "#F2A7CF", "#FFC766", "#9AD8FF")


@dataclass(frozen=True)
class Bar:
    """One bar.

    Attributes:
        row: what it tells of.
        value: its length; None where there is no figure.
        text: what stands at its end.
        good: it is the best that can be.
    """

    row: Row
    value: float | None
    text: str
    good: bool


class BarChart(Chart):
    """A bar for each row of a board.

    Args:
        name: the object name.
        title: stands above it.
        figure: of a row; None where there is none.
        text: of a figure.
        tick: of a place on the scale.
        good: whether a row's figure is the best that can be.
    """

    def __init__(
        self,
        name: str,
        title: str,
        figure: Callable[[Row], float | None],
        text: Callable[[float], str],
        tick: Callable[[float], str],
        good: Callable[[Row], bool],
    ) -> None:
        self._figure, self._text, self._tick, self._good = figure, text, tick, good
        self.bars: list[Bar] = []
        self.scale = Scale.of([])
        super().__init__(name, title)

    def show_figures(self, figures: Sequence[Row]) -> None:
        """Draw the bars of these rows, the first on top."""
        found = [(row, self._figure(row)) for row in figures]
        self.bars = [
            Bar(row, value, "" if value is None else self._text(value), self._good(row))
            for row, value in found
        ]
        self.scale = Scale.of([value for _, value in found if value is not None])
        self.setAccessibleDescription("; ".join(map(_words, self.bars)))
        self.redraw()

    def redraw(self) -> None:
        """Draw it anew, in the colours of the theme."""
        self.restyle()
        self.plot.clear()
        colours = theme().colours
        scale = self.scale
        width = scale.high - scale.low
        item = self.plot.getPlotItem()
        names = [(-float(place), bar.row.solver) for place, bar in enumerate(self.bars)]
        item.getAxis("left").setTicks([names])
        for good, ink in ((True, colours.good), (False, colours.accent)):
            known = [
                (-float(place), scale.place(bar.value))
                for place, bar in enumerate(self.bars)
                if bar.value is not None and bar.good is good
            ]
            if known:
                self.plot.addItem(pg.BarGraphItem(
                    x0=[scale.low] * len(known), y=[place for place, _ in known], height=_BAR,
                    width=[max(end - scale.low, width / 200) for _, end in known],
                    brush=ink, pen=ink,
                ))  # fmt: skip
        for place, bar in enumerate(self.bars):
            tip = scale.low if bar.value is None else scale.place(bar.value)
            text = pg.TextItem(bar.text or "–", color=colours.text, anchor=(0, 0.5))
            text.setPos(tip, -float(place))
            self.plot.addItem(text)

        self.fit()

    def fit(self, *_: object) -> None:
        scale, item = self.scale, self.plot.getPlotItem()
        letters = self.plot.fontMetrics()
        beside = max((letters.horizontalAdvance(bar.text) for bar in self.bars), default=0)
        beside = min(beside + _BESIDE, round(0.7 * self.room))
        inside = self.room - beside
        end = scale.high + (scale.high - scale.low) * beside / inside
        item.vb.setRange(xRange=(scale.low, end), yRange=(0.4 - len(self.bars), 0.6), padding=0)
        item.getAxis("bottom").setTicks([scale.ticks(self._tick, round(inside / TICK))])

    def found_at(self, place: QPointF) -> tuple[int, str] | None:
        number = round(-place.y())
        if not 0 <= number < len(self.bars) or abs(-place.y() - number) > _NEAR:
            return None
        bar = self.bars[number]
        return bar.row.number, _words(bar)


def _words(bar: Bar) -> str:
    if not bar.text:
        return tr("{solver}: no value").format(solver=bar.row.solver)
    return tr("{solver}: {figure}").format(solver=bar.row.solver, figure=bar.text)


def _whole(number: float) -> str:
    return group_digits(round(number))


def _tick(seconds: float) -> str:
    return tr("{number} s").format(number=short_decimal(seconds))


def moves_chart() -> BarChart:
    """How many moves each solver's solution has."""
    return BarChart(
        "movesChart", tr("Moves"), lambda row: row.length, _whole, _whole,
        lambda row: row.optimal and not row.disproved,
    )  # fmt: skip


def time_chart() -> BarChart:
    """How long each solver took."""
    return BarChart(
        "timeChart", tr("Time"), lambda row: row.seconds, seconds_text, _tick, lambda _: False
    )


class CurveChart(Chart):
    """How the solutions of those solvers became shorter that go on after the first."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self._moves = self._time = Scale.of([])
        super().__init__("curveChart", tr("Best solution over time"))

    def show_figures(self, figures: Sequence[Row]) -> None:
        """Draw the curves of these rows."""
        self.rows = [row for row in figures if len(row.improvements) > 1]
        self.setVisible(bool(self.rows))
        lengths = [length for row in self.rows for _, length in row.improvements]
        self._moves = Scale.of(lengths, from_zero=False)
        self._time = Scale.of([max((row.seconds or 0.0 for row in self.rows), default=0.0)])
        self.setAccessibleDescription("; ".join(map(self._said_of, self.rows)))
        self.redraw()

    def redraw(self) -> None:
        """Draw it anew, in the colours of the theme."""
        self.restyle()
        self.plot.clear()
        self.plot.getPlotItem().getAxis("left").setTicks([self._moves.ticks(_whole)])
        inks = _CURVES_DARK if theme().dark else _CURVES
        for number, row in enumerate(self.rows):
            ink = inks[number % len(inks)]
            x, y = self._steps(row)
            self.plot.addItem(pg.PlotCurveItem(x=x, y=y, pen=pg.mkPen(ink, width=2)))
            text = pg.TextItem(row.solver, color=ink, anchor=(1, 1))
            text.setPos(x[-1], y[-1])
            self.plot.addItem(text)

        self.fit()

    def fit(self, *_: object) -> None:
        item = self.plot.getPlotItem()
        item.vb.setRange(
            xRange=(0, self._time.high), yRange=(self._moves.low, self._moves.high), padding=0.04
        )
        item.getAxis("bottom").setTicks([self._time.ticks(_tick, round(self.room / TICK))])

    def _steps(self, row: Row) -> tuple[list[float], list[float]]:
        x: list[float] = []
        y: list[float] = []
        for at, length in row.improvements:
            place = self._moves.place(length)
            if y:
                x.append(at)
                y.append(y[-1])
            x.append(at)
            y.append(place)
        x.append(max(row.seconds or 0.0, x[-1]))
        y.append(y[-1])
        return x, y

    def _said_of(self, row: Row) -> str:
        at, length = row.improvements[-1]
        return self._said(row, at, length)

    def _said(self, row: Row, at: float, length: int) -> str:
        text = tr("{solver}: {moves} moves after {time}")
        return text.format(solver=row.solver, moves=group_digits(length), time=seconds_text(at))

    def found_at(self, place: QPointF) -> tuple[int, str] | None:
        """The curve that is nearest above or below, if it has begun there."""
        best: tuple[float, int, str] | None = None
        for row in self.rows:
            known = [step for step in row.improvements if step[0] <= place.x()]
            if not known:
                continue
            at, length = known[-1]
            off = abs(self._moves.place(length) - place.y())
            if best is None or off < best[0]:
                best = off, row.number, self._said(row, at, length)
        return None if best is None else best[1:]


def charts() -> list[Chart]:
    """The plots, from left to right."""
    return [moves_chart(), time_chart(), CurveChart()]
