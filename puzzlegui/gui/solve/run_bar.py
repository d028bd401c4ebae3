"""The bar that shows that a solver is at work, and how much of its time has gone."""

from __future__ import annotations

from PySide6.QtWidgets import QProgressBar

from puzzlegui.core.counting import group_digits, short_decimal
from puzzlegui.core.language import tr
from puzzlegui.engine.runner.remote import RemoteRun

_STEPS = 1000


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
