"""The strip under a board that was solved by hand: how it went, and what one may do next."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QPushButton, QWidget

from puzzlegui.core.language import tr
from puzzlegui.gui.actions.main_window import tip_of
from puzzlegui.gui.play.win import Win
from puzzlegui.gui.widgets.basic import text_label

_LEAST_TEXT = 290
"""Pixels in width that the text wants beside the buttons."""


class WinStrip(QFrame):
    """Text and buttons beside each other, or where there is no room for that, below.

    Signals:
        another_wanted: the user wants another board like it.
        restart_requested: the user wants to play it again.
        way_wanted: the user wants to see a solution.
    """

    another_wanted = Signal()
    restart_requested = Signal()
    way_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("winStrip")
        self.setAccessibleName(tr("Solved"))
        self._text = text_label("winLabel", 2)
        self._buttons = QWidget()
        row = QHBoxLayout(self._buttons)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        self.another = self._button("anotherButton", tr("Another like this"), self.another_wanted)
        self.another.setToolTip(tip_of("actionAnother"))
        self.another.setProperty("primary", True)
        self.again = self._button("againButton", tr("Again"), self.restart_requested)
        self.again.setToolTip(tip_of("actionRestart"))
        self.way = self._button("wayButton", tr("See the best known"), self.way_wanted)
        self.way.ensurePolished()
        self.way.setMinimumWidth(self.way.sizeHint().width())  # of its longest text
        for button in (self.another, self.again, self.way):
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

    def show_win(self, win: Win | None) -> None:
        """Show how it went; None to show nothing."""
        if win is not None:
            self._text.setText(f"{win.moves}\n{win.time}")
            self.way.setText(win.way)
            self._stretch()
        self.setVisible(win is not None)

    def _stretch(self) -> None:
        direction = QBoxLayout.Direction
        wide = self.width() >= self._buttons.sizeHint().width() + _LEAST_TEXT
        wanted = direction.LeftToRight if wide else direction.TopToBottom
        if wanted == self._row.direction():
            return  # or all would be laid out anew
        self._row.setDirection(wanted)
        side = Qt.AlignmentFlag.AlignVCenter if wide else Qt.AlignmentFlag.AlignLeft
        self._row.setAlignment(self._buttons, side)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """As wide as the buttons, whichever way it lies now, or it would press its neighbours."""
        margins, hint = self._row.contentsMargins(), super().minimumSizeHint()
        least = self._buttons.minimumSizeHint().width() + margins.left() + margins.right()
        return QSize(min(least, hint.width()), hint.height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self._stretch()
