"""How far a run has come: a bar in the panel, a note in the status bar."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QProgressBar, QToolButton

from puzzlegui.core.formatting import group_digits, short_decimal
from puzzlegui.core.language import tr
from puzzlegui.engine.runner.remote import RemoteRun
from puzzlegui.gui.actions.main_window import tip_of

_STEPS = 1000
_LONGEST = 90
"""Letters of a note at most; the panel has the whole sentence."""


class RunBar(QProgressBar):
    """Fills up to the time limit of a run; without one it only moves."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("runBar")
        self.setTextVisible(False)
        self.setAccessibleName(tr("Solving"))
        self.setFixedHeight(6)
        self.hide()

    def show_run(self, run: RemoteRun | None) -> None:
        """Show how far a run is."""
        self.setVisible(run is not None)
        if run is None:
            return
        limit = run.request.limits.seconds
        steps = 0 if limit is None else _STEPS
        if self.maximum() != steps:
            self.setRange(0, steps)
        if limit is not None:
            self.setValue(min(_STEPS, round(_STEPS * run.seconds / limit)))
        text = words(run)
        if text != self.accessibleDescription():
            self.setAccessibleDescription(text)
            self.setToolTip(text)


def words(run: RemoteRun) -> str:
    """How much of its time a run has had."""
    limit = run.request.limits.seconds
    if limit is None:
        return tr("No time limit is set")
    text = tr("{spent} of {limit} s")
    spent = group_digits(int(min(run.seconds, limit)))
    return text.format(spent=spent, limit=short_decimal(limit))


class RunNote(QToolButton):
    """Says in the status bar how a run goes, or has ended, while its panel is not shown.

    A click is to show the panel.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("runNote")
        self.setAutoRaise(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setToolTip(tip_of("actionSolution"))
        self.setAccessibleName(tr("Solver"))
        self.hide()

    def show_report(self, text: str) -> None:
        """Show a sentence; "" for none."""
        self.setAccessibleDescription(text)
        self.setText(text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…")
        self.setVisible(bool(text))
