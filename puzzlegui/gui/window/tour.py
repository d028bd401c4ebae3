"""A few sentences for those who start the program for the first time."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

STEPS = (
    "Welcome. Choose a board in the gallery; the line below it says whether it can be solved.",
    "Press Solve (F5). The panel on the right shows how the solver gets on; Stop ends it.",
    "Follow the solution with the buttons and the slider below the board, or click a move.",
    "Play it yourself with F4, change it with F2. Help (F1) tells more.",
)


class Tour(QFrame):
    """A card that goes through the steps and can be dismissed for good.

    Signals:
        ended: it was gone through or dismissed.
    """

    ended = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("tour")
        self.setProperty("role", "card")
        self._step = 0
        self._text = QLabel()
        self._text.setObjectName("tourLabel")
        self._text.setWordWrap(True)
        self._next = QPushButton()
        self._next.setObjectName("tourNextButton")
        dismiss = QPushButton("Skip")
        dismiss.setObjectName("tourSkipButton")
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 8, 8, 8)
        row.addWidget(self._text, 1)
        row.addWidget(self._next)
        row.addWidget(dismiss)
        self._next.clicked.connect(self._go_on)
        dismiss.clicked.connect(self.ended)
        self._show()

    def _go_on(self) -> None:
        self._step += 1
        if self._step == len(STEPS):
            self.ended.emit()
        else:
            self._show()

    def _show(self) -> None:
        self._text.setText(f"<b>{self._step + 1} of {len(STEPS)}</b>&nbsp; {STEPS[self._step]}")
        self._next.setText("Done" if self._step + 1 == len(STEPS) else "Next")
