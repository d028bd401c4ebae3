"""Advice on a run that was not started, or whose solver has died."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from puzzlegui.core.language import tr
from puzzlegui.engine.feasibility import FeasibilityWarning


class RunChoiceRow(QWidget):
    """Row of buttons below the outcome of a run, visible while there is a choice.

    Signals:
        retry_requested: the user chose to start the run again whose solver has died.
        use_other_requested: the user chose the suggested solver.
        start_anyway_requested: the user chose to start the solver anyway.
    """

    use_other_requested = Signal()
    start_anyway_requested = Signal()
    retry_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.use_other = QPushButton(tr("Use another"))
        self.use_other.setObjectName("insteadButton")
        self.start_anyway = QPushButton(tr("Start anyway"))
        self.start_anyway.setObjectName("anywayButton")
        self.start_anyway.setToolTip(tr("Start the chosen solver; you can stop it at any time"))
        self.retry = QPushButton(tr("Try again"))
        self.retry.setObjectName("retryButton")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.use_other)
        row.addWidget(self.start_anyway)
        row.addWidget(self.retry)
        row.addStretch()
        self.use_other.clicked.connect(self.use_other_requested)
        self.start_anyway.clicked.connect(self.start_anyway_requested)
        self.retry.clicked.connect(self.retry_requested)
        self.hide()

    def show_choice(self, warning: FeasibilityWarning | None, *, can_retry: bool) -> None:
        """Show the choice for a warning, if there is any, or for a run that can be repeated."""
        self.setVisible(warning is not None or can_retry)
        self.retry.setVisible(can_retry)
        self.start_anyway.setVisible(warning is not None)
        self.use_other.setVisible(warning is not None)
        if warning is not None:
            self.use_other.setVisible(bool(warning.alternative))
            self.use_other.setText(tr("Use {solver}").format(solver=warning.alternative))
            tip = tr("Solve the board with {solver} instead")
            self.use_other.setToolTip(tip.format(solver=warning.alternative))
