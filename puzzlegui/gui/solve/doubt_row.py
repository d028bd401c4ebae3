"""What can be done about a solver that will hardly come to an end: use another, or start it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from puzzlegui.core.language import tr
from puzzlegui.engine.reach import Doubt


class DoubtRow(QWidget):
    """Two buttons, shown while it is asked.

    Signals:
        instead_wanted: the solver that can is to be used.
        anyway_wanted: the solver is to begin all the same.
    """

    instead_wanted = Signal()
    anyway_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.instead = QPushButton(tr("Use another"))
        self.instead.setObjectName("insteadButton")
        self.anyway = QPushButton(tr("Start anyway"))
        self.anyway.setObjectName("anywayButton")
        self.anyway.setToolTip(tr("Start the chosen solver; you can stop it at any time"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.instead)
        row.addWidget(self.anyway)
        row.addStretch()
        self.instead.clicked.connect(self.instead_wanted)
        self.anyway.clicked.connect(self.anyway_wanted)
        self.hide()

    def show_doubt(self, doubt: Doubt | None) -> None:
        """Ask what is to be done, or nothing."""
        self.setVisible(doubt is not None)
        if doubt is not None:
            self.instead.setVisible(bool(doubt.instead))
            self.instead.setText(tr("Use {solver}").format(solver=doubt.instead))
            tip = tr("Solve the board with {solver} instead")
            self.instead.setToolTip(tip.format(solver=doubt.instead))
