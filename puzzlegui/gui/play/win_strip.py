"""The strip below a board solved by hand: the result, and what to do next."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QPushButton, QWidget

from puzzlegui.core.language import tr
from puzzlegui.gui.actions.main_window import tooltip_of
from puzzlegui.gui.play.win import WinSummary
from puzzlegui.gui.widgets.basic import text_label

_MIN_TEXT_WIDTH = 290
"""Minimum width of the text beside the buttons, in pixels."""


class WinStrip(QFrame):
    """Text with buttons beside it, or below it in a narrow window.

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
        self._text = text_label("winLabel", 2)
        self._buttons = QWidget()
        row = QHBoxLayout(self._buttons)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        self.another = self._button(
            "anotherButton", tr("Another like this"), self.another_requested
        )
        self.another.setToolTip(tooltip_of("actionAnother"))
        self.another.setProperty("primary", True)
        self.again = self._button("againButton", tr("Again"), self.restart_requested)
        self.again.setToolTip(tooltip_of("actionRestart"))
        self.see_solution = self._button(
            "wayButton", tr("See the best known"), self.solution_requested
        )
        self.see_solution.ensurePolished()
        # The button now has its longest text.
        self.see_solution.setMinimumWidth(self.see_solution.sizeHint().width())
        for button in (self.another, self.again, self.see_solution):
            row.addWidget(button)
        row.addStretch()
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(2, 0, 2, 0)
        self._row.setSpacing(6)
        self._row.addWidget(self._text, 1)
        self._row.addWidget(self._buttons, alignment=Qt.AlignmentFlag.AlignVCenter)
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
            self._text.setText(f"{win.moves}\n{win.time}\n{win.message}".rstrip())
            self.see_solution.setText(win.button_text)
            self.see_solution.setVisible(bool(win.button_text))
            self._arrange()
        self.setVisible(win is not None)

    def _arrange(self) -> None:
        direction = QBoxLayout.Direction
        wide = self.width() >= self._buttons.sizeHint().width() + _MIN_TEXT_WIDTH
        wanted = direction.LeftToRight if wide else direction.TopToBottom
        if wanted == self._row.direction():
            return  # avoids laying out everything again
        self._row.setDirection(wanted)
        side = Qt.AlignmentFlag.AlignVCenter if wide else Qt.AlignmentFlag.AlignLeft
        self._row.setAlignment(self._buttons, side)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return a width that fits the buttons in either layout, so that nothing is squeezed."""
        margins, hint = self._row.contentsMargins(), super().minimumSizeHint()
        least = self._buttons.minimumSizeHint().width() + margins.left() + margins.right()
        return QSize(min(least, hint.width()), hint.height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self._arrange()
