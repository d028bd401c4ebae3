"""The strip below a board solved by hand: the result, and what to do next."""

from __future__ import annotations

from PySide6.QtCore import Signal, SignalInstance
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QWidget

from puzzlegui.core.language import tr
from puzzlegui.gui.actions.main_window import tooltip_of
from puzzlegui.gui.play.win import WinSummary
from puzzlegui.gui.style import spacing
from puzzlegui.gui.widgets.basic import TwoLineLabel

_LETTERS = 20
"""Least width of the text, in letters, whatever is beside the strip."""


class WinStrip(QFrame):
    """Text with buttons beside it.

    Signals:
        another_requested: the user asked for a similar board.
        restart_requested: the user asked to play again.
        solution_requested: the user asked to see a solution.
    """

    another_requested = Signal()
    restart_requested = Signal()
    solution_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("winStrip")
        self.setAccessibleName(tr("Solved"))
        self._text = TwoLineLabel("winLabel")
        self._text.setMinimumWidth(_LETTERS * self._text.fontMetrics().averageCharWidth())
        self.another = self._button(
            "anotherButton", tr("Another like this"), self.another_requested
        )
        self.another.setToolTip(tooltip_of("actionAnother"))
        self.again = self._button("againButton", tr("Again"), self.restart_requested)
        self.again.setToolTip(tooltip_of("actionRestart"))
        self.see_solution = self._button(
            "wayButton", tr("See the best known"), self.solution_requested
        )
        self.see_solution.ensurePolished()
        # The button now has its longest text.
        self.see_solution.setMinimumWidth(self.see_solution.sizeHint().width())
        whole = QHBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(spacing.NEAR)
        whole.addWidget(self._text, 1)
        for button in (self.another, self.again, self.see_solution):
            whole.addWidget(button)
        self.hide()

    @staticmethod
    def _button(name: str, text: str, signal: SignalInstance) -> QPushButton:
        button = QPushButton(text)
        button.setObjectName(name)
        button.clicked.connect(signal)
        return button

    def show_win(self, win: WinSummary | None) -> None:
        """Show a result; None hides the strip."""
        if win is not None:
            self._text.setText(f"{win.moves} {win.time}\n{win.message}".rstrip())
            self.see_solution.setText(win.button_text)
            self.see_solution.setVisible(bool(win.button_text))
        self.setVisible(win is not None)
