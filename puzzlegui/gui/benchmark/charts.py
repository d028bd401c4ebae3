"""The charts of a benchmark."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFontMetricsF

from puzzlegui.core.formatting import decimal, group_digits, short_decimal
from puzzlegui.core.language import tr
from puzzlegui.engine.benchmark.rows import Row, seconds_text
from puzzlegui.engine.benchmark.summary import SolverSummary, mean_of
from puzzlegui.gui.style.scale import Scale
from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.widgets.charts import TICK_WIDTH, Canvas, Chart, Ticks

_BAR = 0.62
_BESIDE = 12
"""Margin beside the figures at the ends of bars, in pixels."""
_NAME = 0.25
"""Space for the name of a curve above its highest point, as a share of the plot."""
_PADDING = 0.04
"""Space around curves, as a share of a chart."""
_CURVES = ("#1F6FD6", "#D55E00", "#009E73", "#CC79A7", "#8A6D00", "#56B4E9")
_CURVES_DARK = ("#6CB0FF", "#FFA45C", "#6FD39B", "#F2A7CF", "#FFC766", "#9AD8FF")


class Solved(Protocol):
    """A run, or all runs of a solver on boards of the same size."""

    @property
    def solver(self) -> str: ...


@dataclass(frozen=True)
class RunBar:
    """A bar of a chart.

    Attributes:
        row: row of the bar.
        value: length of the bar; None without a figure.
        text: text at its end.
        good: True if the figure is proved optimal.
    """

    row: Solved
    value: float | None
    text: str
    good: bool


class BarChart(Chart):
    """Bar chart with a bar per run on a board, or per solver.

    Args:
        name: object name.
        title: title above the chart.
        figure: returns the figure of a row, or None.
        text: formats a figure.
        tick: formats a tick.
        good: returns True if a row's figure is proved optimal.
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
        self.bars: list[RunBar] = []
        self.scale = Scale.for_values([])
        super().__init__(name, title)

    def show_figures(self, figures: Sequence[Solved]) -> None:
        """Draw the bars of rows, the first on top."""
        values = [(row, self._figure(row)) for row in figures]
        self.bars = [
            RunBar(row, value, "" if value is None else self._text(value), self._good(row))
            for row, value in values
        ]
        self.scale = Scale.for_values([value for _, value in values if value is not None])
        self.left = [(-float(place), row.solver) for place, (row, _) in enumerate(values)]
        self.setAccessibleDescription("; ".join(map(_bar_text, self.bars)))
        self.update()

    def fit(self, room: float) -> tuple[QRectF, Ticks]:
        letters, scale = QFontMetricsF(self.font()), self.scale
        widest = max((letters.horizontalAdvance(bar.text) for bar in self.bars), default=0.0)
        inside = room - min(widest + _BESIDE, 0.7 * room)
        width = (scale.high - scale.low) * room / inside
        number = len(self.bars)
        return (
            QRectF(scale.low, 0.4 - number, width, number + 0.2),
            scale.ticks(self._tick, round(inside / TICK_WIDTH)),
        )

    def draw_figures(self, canvas: Canvas) -> None:
        colours, low = theme().colours, self.scale.low
        least = (self.scale.high - low) / 200
        for place, bar in enumerate(self.bars):
            length = 0.0 if bar.value is None else max(self.scale.position(bar.value) - low, least)
            ink = colours.good if bar.good else colours.accent
            canvas.bar(QRectF(low, -place - _BAR / 2, length, _BAR), ink)
            end = QPointF(low + length, -place)
            canvas.label(end, bar.text or "–", colours.text, (0, 0.5))

    def item_at(self, point: QPointF) -> tuple[int, str] | None:
        number = round(-point.y())
        return (number, _bar_text(self.bars[number])) if 0 <= number < len(self.bars) else None


def _bar_text(bar: RunBar) -> str:
    if not bar.text:
        return tr("{solver}: no value").format(solver=bar.row.solver)
    return tr("{solver}: {figure}").format(solver=bar.row.solver, figure=bar.text)


def _whole_number(number: float) -> str:
    return group_digits(round(number))


def _tick(seconds: float) -> str:
    return tr("{number} s").format(number=short_decimal(seconds))


class CurveChart(Chart):
    """Step chart of the best solution over time, for solvers that improve their solutions."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self._places: list[int] = []
        self._moves = self._time = Scale.for_values([])
        super().__init__("curveChart", tr("Best solution over time"))

    def show_figures(self, figures: Sequence[Row]) -> None:
        """Draw the curves of rows."""
        self._places = [at for at, row in enumerate(figures) if len(row.improvements) > 1]
        self.rows = [figures[at] for at in self._places]
        self.setVisible(bool(self.rows))
        lengths = [length for row in self.rows for _, length in row.improvements]
        self._moves = Scale.for_values(lengths, from_zero=False)
        self._time = Scale.for_values([max((row.seconds or 0.0 for row in self.rows), default=0.0)])
        self.left = self._moves.ticks(_whole_number)
        self.setAccessibleDescription("; ".join(map(self._curve_text, self.rows)))
        self.update()

    def fit(self, room: float) -> tuple[QRectF, Ticks]:
        time, moves = self._time, self._moves
        return _padded(0, time.high, moves.low, moves.high), time.ticks(
            _tick, round(room / TICK_WIDTH)
        )

    def draw_figures(self, canvas: Canvas) -> None:
        for number, row in enumerate(self.rows):
            points: list[tuple[float, float]] = []
            for at, length in row.improvements:
                points += [(at, points[-1][1])] if points else []
                points.append((at, self._moves.position(length)))
            points.append((max(row.seconds or 0.0, points[-1][0]), points[-1][1]))
            canvas.curve(points, _ink(number))
            canvas.label(QPointF(*points[-1]), row.solver, _ink(number), (1, 1))

    def _curve_text(self, row: Row) -> str:
        at, length = row.improvements[-1]
        return self._curve_text_at(row, at, length)

    def _curve_text_at(self, row: Row, at: float, length: int) -> str:
        text = tr("{solver}: {moves} moves after {time}")
        return text.format(solver=row.solver, moves=group_digits(length), time=seconds_text(at))

    def item_at(self, point: QPointF) -> tuple[int, str] | None:
        """Return the vertically nearest curve at a point, if any has started there."""
        near = []
        for number, row in zip(self._places, self.rows, strict=True):
            known = [step for step in row.improvements if step[0] <= point.x()]
            if known:
                off = abs(self._moves.position(known[-1][1]) - point.y())
                near.append((off, number, self._curve_text_at(row, *known[-1])))
        return min(near)[1:] if near else None


class DistributionChart(Chart):
    """Chart of the number of solutions per number of moves, for each solver."""

    def __init__(self) -> None:
        self.shown: list[SolverSummary] = []
        self._places: list[int] = []
        self._moves = self._runs = Scale.for_values([])
        super().__init__("distributionChart", tr("Solutions by number of moves"))

    def show_figures(self, figures: Sequence[SolverSummary]) -> None:
        """Draw the curves of solvers."""
        self._places = [at for at, summary in enumerate(figures) if len(summary.length_counts) > 1]
        self.shown = [figures[at] for at in self._places]
        self.setVisible(bool(self.shown))
        lengths = [length for summary in self.shown for length in summary.length_counts]
        self._moves = Scale.for_values(lengths, from_zero=False)
        self._runs = Scale.for_values(
            [count for summary in self.shown for count in summary.length_counts.values()]
        )
        self.left = [(at, text) for at, text in self._runs.ticks(_count) if text]
        self.setAccessibleDescription("; ".join(map(_distribution_text, self.shown)))
        self.update()

    def fit(self, room: float) -> tuple[QRectF, Ticks]:
        runs, moves = self._runs, self._moves
        top = runs.high + (runs.high - runs.low) * _NAME
        limits = _padded(moves.low, moves.high, runs.low, top)
        return limits, moves.ticks(_whole_number, round(room / TICK_WIDTH))

    def draw_figures(self, canvas: Canvas) -> None:
        for number, summary in enumerate(self.shown):
            points = [
                (self._moves.position(length), self._runs.position(count))
                for length, count in sorted(summary.length_counts.items())
            ]
            canvas.curve(points, _ink(number), dots=True)
            top = max(points, key=lambda point: point[1])
            canvas.label(QPointF(*top), summary.solver, _ink(number), (0.5, 1))

    def item_at(self, point: QPointF) -> tuple[int, str] | None:
        """Return the vertically nearest curve at a point."""
        best = []
        for number, summary in zip(self._places, self.shown, strict=True):
            length = min(
                summary.length_counts, key=lambda n: abs(self._moves.position(n) - point.x())
            )
            count = summary.length_counts[length]
            text = tr("{solver}, {moves} moves: {count}").format(
                solver=summary.solver, moves=group_digits(length), count=group_digits(count)
            )
            best.append((abs(self._runs.position(count) - point.y()), number, text))
        return min(best)[1:] if best else None


def _distribution_text(summary: SolverSummary) -> str:
    text = tr("{solver}: {least} to {most} moves")
    least, most = group_digits(min(summary.length_counts)), group_digits(max(summary.length_counts))
    return text.format(solver=summary.solver, least=least, most=most)


def _padded(left: float, right: float, low: float, high: float) -> QRectF:
    """Return the limits of curves, with space around them."""
    x, y = _PADDING * (right - left), _PADDING * (high - low)
    return QRectF(left, low, right - left, high - low).adjusted(-x, -y, x, y)


def _ink(number: int) -> str:
    inks = _CURVES_DARK if theme().dark else _CURVES
    return inks[number % len(inks)]


def _count(number: float) -> str:
    """Format a number of runs; empty for fractions."""
    return _whole_number(number) if number == round(number) else ""


def _mean(number: float) -> str:
    return decimal(number, 2)


def charts() -> list[Chart]:
    """Return the plots of the runs on a board, from left to right."""
    return [
        BarChart(
            "movesChart", tr("Moves"), lambda row: row.length, _whole_number, _whole_number,
            lambda row: row.optimal and not row.contradiction,
        ),
        BarChart("timeChart", tr("Time"), lambda row: row.seconds, seconds_text, _tick),
        CurveChart(),
    ]  # fmt: skip


def summary_charts() -> list[Chart]:
    """Return the plots of the solvers on boards of a family and size, from left to right."""
    return [
        BarChart(
            "meanMovesChart", tr("Mean moves"),
            lambda s: mean_of(s.length_counts) if s.length_counts else None, _mean, _whole_number,
        ),
        BarChart("meanTimeChart", tr("Mean time"), lambda s: s.mean(s.seconds), seconds_text,
                 _tick),
        DistributionChart(),
    ]  # fmt: skip
