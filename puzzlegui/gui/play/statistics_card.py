"""The card with the player's times: best, averages, and a small plot."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from puzzlegui.core.formatting import group_digits, minutes_and_hundredths, quantity
from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.gui.model.session import Session
from puzzlegui.gui.play.solves import Solve, average
from puzzlegui.gui.style import spacing
from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.widgets.card import Card

_BEST, _FEWEST = gettext_noop("Best"), gettext_noop("Fewest moves")
_AVERAGES = {
    gettext_noop("Mean of 3"): 3,
    gettext_noop("Average of 5"): 5,
    gettext_noop("Average of 12"): 12,
}
_PLOTTED, _PLOT_HEIGHT, _LINE = 50, 40, 1.5
"""Solves in the plot, its height, and the width of its line."""


class StatisticsCard(Card):
    """Times of the board's kind; hidden until there is one.

    Args:
        session: the session.
        solves: returns the solves of the board's kind, in order.
    """

    def __init__(self, session: Session, solves: Callable[[], Sequence[Solve]]) -> None:
        super().__init__("statisticsCard", tr("Statistics"))
        self._session, self._solves = session, solves
        self._values: dict[str, QLabel] = {}
        figures = QGridLayout()
        figures.setHorizontalSpacing(spacing.APART)
        figures.setVerticalSpacing(spacing.TIGHT)
        for number, title in enumerate((_BEST, _FEWEST, *_AVERAGES)):
            caption, value = QLabel(tr(title)), QLabel()
            caption.setProperty("role", "faint")
            value.setProperty("role", "title")
            value.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            value.setAccessibleDescription(tr(title))
            row, column = divmod(number, 2)
            figures.addWidget(caption, row, 2 * column)
            figures.addWidget(value, row, 2 * column + 1)
            figures.setColumnStretch(2 * column, 1)
            self._values[title] = value
        self._plot = _TimesPlot()
        self.body.addLayout(figures)
        self.body.addWidget(self._plot)
        self.hide()

    def refresh(self) -> None:
        """Show the figures of the board's kind."""
        session = self._session
        solves = self._solves() if session.mode.by_hand else ()
        self.setVisible(bool(solves))
        if not solves:
            return
        times = [solve.seconds for solve in solves]
        self.set_note(quantity(len(solves), "solve"))
        self._values[_BEST].setText(minutes_and_hundredths(min(times)))
        self._values[_FEWEST].setText(group_digits(min(solve.moves for solve in solves)))
        for title, count in _AVERAGES.items():
            found = average(times, count)
            self._values[title].setText("–" if found is None else minutes_and_hundredths(found))
        self._plot.show_times(times[-_PLOTTED:])


class _TimesPlot(QWidget):
    """Line through times, the last one at the right; hidden until there are two."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(_PLOT_HEIGHT)
        self._times: Sequence[float] = ()
        theme().changed.connect(self.update)

    def show_times(self, times: Sequence[float]) -> None:
        self._times = times
        self.setVisible(len(times) > 1)
        text = tr("Times of the last solves, from {first} to {last}")
        first, last = (minutes_and_hundredths(times[end]) for end in (0, -1))
        self.setAccessibleName(text.format(first=first, last=last))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        least, most = min(self._times), max(self._times)
        width, height = self.width() - 2 * _LINE, self.height() - 2 * _LINE
        step = width / (len(self._times) - 1)
        points = [
            QPointF(_LINE + step * i, _LINE + height * (1 - (time - least) / ((most - least) or 1)))
            for i, time in enumerate(self._times)
        ]
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(theme().colours.accent), _LINE))
            painter.drawPolyline(QPolygonF(points))
