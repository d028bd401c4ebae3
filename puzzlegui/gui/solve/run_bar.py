"""The progress of a run: a bar in the panel, and a button below the board."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QProgressBar, QToolButton

from puzzlegui.core.formatting import group_digits, short_decimal
from puzzlegui.core.language import tr
from puzzlegui.engine.runner.remote_run import RemoteRun
from puzzlegui.gui.actions.main_window import tooltip_of

_STEPS = 1000
_MAX_LENGTH = 40
"""Maximum number of characters beside the board; the panel shows the whole sentence."""


class RunProgressBar(QProgressBar):
    """Progress bar towards the time limit of a run; indeterminate without a limit."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("runBar")
        self.setTextVisible(False)
        self.setAccessibleName(tr("Solving"))
        self.setFixedHeight(6)
        self.hide()

    def show_run(self, run: RemoteRun | None) -> None:
        """Show the progress of a run; None hides the bar."""
        self.setVisible(run is not None)
        if run is None:
            return
        limit = run.request.limits.seconds
        steps = 0 if limit is None else _STEPS
        if self.maximum() != steps:
            self.setRange(0, steps)
        if limit is not None:
            self.setValue(min(_STEPS, round(_STEPS * run.seconds / limit)))
        text = time_text(run)
        if text != self.accessibleDescription():
            self.setAccessibleDescription(text)
            self.setToolTip(text)


def time_text(run: RemoteRun) -> str:
    """Return the time spent and the time limit of a run as text."""
    limit = run.request.limits.seconds
    if limit is None:
        return tr("No time limit is set")
    text = tr("{spent} of {limit} s")
    spent = group_digits(int(min(run.seconds, limit)))
    return text.format(spent=spent, limit=short_decimal(limit))


class RunStatusButton(QToolButton):
    """Button below the board with the state of a run, visible in Design, and in Play during a run.

    A click shows the panel.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("runNote")
        self.setAutoRaise(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setToolTip(tooltip_of("actionSolution"))
        self.setAccessibleName(tr("Solver"))
        self.hide()

    def show_text(self, text: str) -> None:
        """Show a text; an empty text hides the button."""
        self.setAccessibleDescription(text)
        self.setText(text if len(text) <= _MAX_LENGTH else f"{text[:_MAX_LENGTH]}…")
        self.setVisible(bool(text))
