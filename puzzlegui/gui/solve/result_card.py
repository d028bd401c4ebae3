"""The card with the result of a run: its figures, and what can be done with it."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton

from puzzlegui.core.language import tr
from puzzlegui.engine.runner.remote_run import RemoteRun
from puzzlegui.gui.actions.main_window import tooltip_of
from puzzlegui.gui.model.session import Session
from puzzlegui.gui.solve.improvement_curve import ImprovementCurve
from puzzlegui.gui.solve.live_solution_row import LiveSolutionRow
from puzzlegui.gui.solve.report import Figures, PanelContent
from puzzlegui.gui.solve.run_bar import RunProgressBar
from puzzlegui.gui.solve.run_choice_row import RunChoiceRow
from puzzlegui.gui.style import spacing
from puzzlegui.gui.style.theme import icon, theme
from puzzlegui.gui.widgets.basic import text_label
from puzzlegui.gui.widgets.card import Card

_TICK = QSize(16, 16)
_LARGE = "<span style='font-size: x-large; font-weight: 600'>{text}</span>"
"""Rich text in a size relative to that of the font, which the user may change."""


class ResultCard(Card):
    """Card with the number of moves, what is proved about it, and the figures of the run."""

    def __init__(self, session: Session) -> None:
        super().__init__("resultCard", tr("Result"), headed=False)
        self.progress = RunProgressBar()
        self.headline = QLabel()
        self.headline.setObjectName("headlineLabel")
        self.headline.setTextFormat(Qt.TextFormat.RichText)
        self.proof = text_label("proofLabel", 1)
        self._tick = QLabel()
        self.outcome = text_label("outcomeLabel", 1)
        self.stats = text_label("statsLabel", 0)
        self.stats.setTextFormat(Qt.TextFormat.RichText)
        self.stats.setProperty("role", "faint")
        self.stats.setAccessibleName(tr("Solver statistics"))
        self.choice_row = RunChoiceRow()
        self.live = LiveSolutionRow(session)
        self.curve = ImprovementCurve()
        self.improve = QPushButton(tr("Improve"))
        self.improve.setObjectName("improveButton")
        self.improve.setToolTip(tooltip_of("actionImprove"))
        head = QHBoxLayout()
        head.setSpacing(spacing.TIGHT)
        head.addWidget(self.headline)
        head.addStretch()
        head.addWidget(self._tick)
        head.addWidget(self.proof)
        self.body.addWidget(self.progress)
        self.body.addLayout(head)
        figures = QHBoxLayout()
        figures.setSpacing(spacing.NEAR)
        figures.addWidget(self.stats, 1)
        figures.addWidget(self.improve, 0, Qt.AlignmentFlag.AlignBottom)
        self.body.addWidget(self.outcome)
        self.body.addLayout(figures)
        for widget in (self.curve, self.choice_row, self.live):
            self.body.addWidget(widget)
        for label in (self.outcome, self.stats):
            label.setMinimumWidth(1)  # long texts must not widen the panel

    def show_content(self, shown: PanelContent, run: RemoteRun | None) -> None:
        """Show the result of the last run, or the figures of the current run."""
        colours = theme().colours
        self.progress.show_run(run)
        self.headline.setText(_LARGE.format(text=escape(shown.headline)))
        self.headline.setAccessibleName(shown.headline)
        self.headline.setVisible(bool(shown.headline))
        self.proof.setText(shown.proof)
        self.proof.setVisible(bool(shown.proof))
        self._tick.setVisible(shown.proved)
        if shown.proved:
            self._tick.setPixmap(icon("yes", colours.good).pixmap(_TICK))
        _set_style(self.proof, f"color: {colours.good if shown.proved else colours.faint};")
        self.outcome.setText(shown.outcome)
        self.outcome.setVisible(bool(shown.outcome))
        tint = shown.tint(colours)
        _set_style(self.outcome, f"font-weight: 600; color: {tint};" if tint else "")
        self.stats.setText(_table(shown.figures) if run is not None else escape(shown.summary))
        self.stats.setVisible(bool(shown.figures))
        self.curve.show_points(shown.points, shown.seconds, shown.bound)


def _set_style(label: QLabel, sheet: str) -> None:
    if label.styleSheet() != sheet:
        label.setStyleSheet(sheet)


def _table(rows: Figures) -> str:
    """Return an HTML table of names and figures, two pairs per line."""
    faint = theme().colours.faint
    cells = [
        f"<td style='color:{faint}; padding-right:8px'>{escape(tr(name))}</td>"
        f"<td align='right' style='padding-right:14px'>{_unbroken(value)}</td>"
        for name, value in rows
    ]
    lines = "".join(f"<tr>{''.join(pair)}</tr>" for pair in _pairs(cells))
    return f"<table cellspacing='1'>{lines}</table>"


def _unbroken(text: str) -> str:
    """Return HTML of a text that is not wrapped."""
    return escape(text).replace(" ", "&nbsp;")


def _pairs(cells: Sequence[str]) -> list[Sequence[str]]:
    return [cells[i : i + 2] for i in range(0, len(cells), 2)]
