"""The choice about a solver that is unlikely to finish: use another solver, or start anyway."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from puzzlegui.core.language import tr
from puzzlegui.engine.feasibility import FeasibilityWarning


class FeasibilityRow(QWidget):
    """Row with two buttons, visible while there is a warning.

    Signals:
        use_other_requested: the user chose the suggested solver.
        start_anyway_requested: the user chose to start the solver anyway.
    """

    use_other_requested = Signal()
    start_anyway_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.use_other = QPushButton(tr("Use another"))
        self.use_other.setObjectName("insteadButton")
        self.start_anyway = QPushButton(tr("Start anyway"))
        self.start_anyway.setObjectName("anywayButton")
        self.start_anyway.setToolTip(tr("Start the chosen solver; you can stop it at any time"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.use_other)
        row.addWidget(self.start_anyway)
        row.addStretch()
        self.use_other.clicked.connect(self.use_other_requested)
        self.start_anyway.clicked.connect(self.start_anyway_requested)
        self.hide()

    def show_warning(self, warning: FeasibilityWarning | None) -> None:
        """Show the choice for a warning; None hides the row."""
        self.setVisible(warning is not None)
        if warning is not None:
            self.use_other.setVisible(bool(warning.alternative))
            self.use_other.setText(tr("Use {solver}").format(solver=warning.alternative))
            tip = tr("Solve the board with {solver} instead")
            self.use_other.setToolTip(tip.format(solver=warning.alternative))
