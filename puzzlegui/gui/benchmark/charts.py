"""The plots of a benchmark; imported when they are first needed, not by the window's thread."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import pyqtgraph as pg
from PySide6.QtCore import QPointF

from puzzlegui.core.formatting import decimal, group_digits, short_decimal
from puzzlegui.core.language import tr
from puzzlegui.engine.benchmark.rows import Row, seconds_text
from puzzlegui.engine.benchmark.summary import Summary, mean_of
from puzzlegui.gui.style.scale import Scale
from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.widgets.charts import TICK, Chart

_BAR = 0.62
_BESIDE = 12
"""Pixels beside the figures at the ends of bars."""
_NEAR = 0.5
"""A bar is meant by what is nearer to it than to the next."""
_NAME = 0.25
"""The part of a plot's height that the name of a curve has above its highest point."""
_CURVES = ("#1F6FD6", "#D55E00", "#009E73", "#CC79A7", "#8A6D00", "#56B4E9")
_CURVES_DARK = ("#6CB0FF", "#FFA45C", "#6FD39B", "#F2A7CF", "#FFC766", "#9AD8FF")


class Solved(Protocol):
    """What a bar or a curve tells of: a run, or all runs of a solver on boards of one size."""

    @property
    def solver(self) -> str: ...


@dataclass(frozen=True)
class Bar:
    """One bar.

    Attributes:
        row: what it tells of.
        value: its length; None where there is no figure.
        text: what stands at its end.
        good: it is the best that can be.
    """

    row: Solved
    value: float | None
    text: str
    good: bool


class BarChart(Chart):
    """A bar for each run on a board, or for each solver.

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
        figure: Callable[[Any], float | None],
        text: Callable[[float], str],
        tick: Callable[[float], str],
        good: Callable[[Any], bool] = lambda _: False,
    ) -> None:
        self._figure, self._text, self._tick, self._good = figure, text, tick, good
        self.bars: list[Bar] = []
        self.scale = Scale.of([])
        super().__init__(name, title)

    def show_figures(self, figures: Sequence[Solved]) -> None:
        """Draw the bars of these, the first on top."""
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
        return number, _words(bar)


def _words(bar: Bar) -> str:
    if not bar.text:
        return tr("{solver}: no value").format(solver=bar.row.solver)
    return tr("{solver}: {figure}").format(solver=bar.row.solver, figure=bar.text)


def _whole(number: float) -> str:
    return group_digits(round(number))


def _tick(seconds: float) -> str:
    return tr("{number} s").format(number=short_decimal(seconds))


class CurveChart(Chart):
    """How the solutions of those solvers became shorter that go on after the first."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self._places: list[int] = []
        self._moves = self._time = Scale.of([])
        super().__init__("curveChart", tr("Best solution over time"))

    def show_figures(self, figures: Sequence[Row]) -> None:
        """Draw the curves of these rows."""
        self._places = [at for at, row in enumerate(figures) if len(row.improvements) > 1]
        self.rows = [figures[at] for at in self._places]
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
        for number, row in enumerate(self.rows):
            ink = _ink(number)
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
        for number, row in zip(self._places, self.rows, strict=True):
            known = [step for step in row.improvements if step[0] <= place.x()]
            if not known:
                continue
            at, length = known[-1]
            off = abs(self._moves.place(length) - place.y())
            if best is None or off < best[0]:
                best = off, number, self._said(row, at, length)
        return None if best is None else best[1:]


class DistributionChart(Chart):
    """How many solutions of each solver have so many moves."""

    def __init__(self) -> None:
        self.shown: list[Summary] = []
        self._places: list[int] = []
        self._moves = self._runs = Scale.of([])
        super().__init__("distributionChart", tr("Solutions by number of moves"))

    def show_figures(self, figures: Sequence[Summary]) -> None:
        """Draw the curves of these solvers."""
        self._places = [at for at, found in enumerate(figures) if len(found.lengths) > 1]
        self.shown = [figures[at] for at in self._places]
        self.setVisible(bool(self.shown))
        lengths = [length for found in self.shown for length in found.lengths]
        self._moves = Scale.of(lengths, from_zero=False)
        self._runs = Scale.of([count for found in self.shown for count in found.lengths.values()])
        self.setAccessibleDescription("; ".join(map(_said_of, self.shown)))
        self.redraw()

    def redraw(self) -> None:
        """Draw it anew, in the colours of the theme."""
        self.restyle()
        self.plot.clear()
        ticks = [(at, text) for at, text in self._runs.ticks(_count) if text]
        self.plot.getPlotItem().getAxis("left").setTicks([ticks])
        for number, found in enumerate(self.shown):
            ink = _ink(number)
            lengths = sorted(found.lengths)
            x = [self._moves.place(length) for length in lengths]
            y = [self._runs.place(found.lengths[length]) for length in lengths]
            self.plot.addItem(pg.PlotDataItem(
                x=x, y=y, pen=pg.mkPen(ink, width=2), symbol="o", symbolSize=4,
                symbolBrush=ink, symbolPen=ink,
            ))  # fmt: skip
            top = max(range(len(y)), key=y.__getitem__)
            text = pg.TextItem(found.solver, color=ink, anchor=(0.5, 1))
            text.setPos(x[top], y[top])
            self.plot.addItem(text)
        self.fit()

    def fit(self, *_: object) -> None:
        item = self.plot.getPlotItem()
        item.vb.setRange(
            xRange=(self._moves.low, self._moves.high),
            yRange=(self._runs.low, self._runs.high + (self._runs.high - self._runs.low) * _NAME),
            padding=0.04,
        )  # fmt: skip
        ticks = self._moves.ticks(_whole, round(self.room / TICK))
        item.getAxis("bottom").setTicks([ticks])

    def found_at(self, place: QPointF) -> tuple[int, str] | None:
        """The curve that is nearest above or below."""
        best: tuple[float, int, str] | None = None
        for number, found in zip(self._places, self.shown, strict=True):
            length = min(found.lengths, key=lambda n: abs(self._moves.place(n) - place.x()))
            count = found.lengths[length]
            off = abs(self._runs.place(count) - place.y())
            if best is None or off < best[0]:
                said = tr("{solver}, {moves} moves: {count}").format(
                    solver=found.solver, moves=group_digits(length), count=group_digits(count)
                )
                best = off, number, said
        return None if best is None else best[1:]


def _said_of(found: Summary) -> str:
    said = tr("{solver}: {least} to {most} moves")
    least, most = group_digits(min(found.lengths)), group_digits(max(found.lengths))
    return said.format(solver=found.solver, least=least, most=most)


def _ink(number: int) -> str:
    inks = _CURVES_DARK if theme().dark else _CURVES
    return inks[number % len(inks)]


def _count(number: float) -> str:
    """A number of runs; nothing between two."""
    return _whole(number) if number == round(number) else ""


def _mean(number: float) -> str:
    return decimal(number, 2)


def charts() -> list[Chart]:
    """Return the plots of the runs on a board, from left to right."""
    return [
        BarChart(
            "movesChart", tr("Moves"), lambda row: row.length, _whole, _whole,
            lambda row: row.optimal and not row.disproved,
        ),
        BarChart("timeChart", tr("Time"), lambda row: row.seconds, seconds_text, _tick),
        CurveChart(),
    ]  # fmt: skip


def summary_charts() -> list[Chart]:
    """Return the plots of the solvers on boards of one family and size, from left to right."""
    return [
        BarChart(
            "meanMovesChart", tr("Mean moves"),
            lambda s: mean_of(s.lengths) if s.lengths else None, _mean, _whole,
        ),
        BarChart("meanTimeChart", tr("Mean time"), lambda s: s.mean(s.seconds), seconds_text,
                 _tick),
        DistributionChart(),
    ]  # fmt: skip
