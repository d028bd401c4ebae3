"""The place below the board where the window says something, which never changes its height."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QStackedWidget, QWidget

from puzzlegui.gui.style import spacing
from puzzlegui.gui.widgets.basic import TwoLineLabel

_LARGEST_SHARE = 0.4
"""Maximum width of the events as a share of the whole."""


class StatusPlace(QWidget):
    """State of the board at the left; messages and events at the right.

    A message replaces the events while it is shown.

    Args:
        states: widgets at the left, of which one is visible at a time.
        events: widgets at the right.
    """

    def __init__(self, states: tuple[QWidget, ...], events: tuple[QWidget, ...]) -> None:
        super().__init__()
        self.setObjectName("statusPlace")
        self.setProperty("role", "status")
        self._message = TwoLineLabel("messageLabel")
        side = QWidget()
        self._row = QHBoxLayout(side)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(spacing.NEAR)
        for event in events:
            hidden = event.isHidden()
            self._row.addWidget(event)
            event.setVisible(not hidden)
        self._right = QStackedWidget()
        self._right.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        self._right.addWidget(side)
        self._right.addWidget(self._message)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(spacing.TIGHT, 0, spacing.TIGHT, 0)
        whole.setSpacing(spacing.APART)
        for state in states:
            whole.addWidget(state, 1)
        whole.addWidget(self._right)
        self._fit()

    def add_event(self, widget: QWidget) -> None:
        """Add a widget at the right end."""
        self._row.addWidget(widget)

    def show_message(self, text: str) -> None:
        """Show a message instead of the events; an empty text shows the events again."""
        self._message.setText(text)
        self._right.setCurrentIndex(int(bool(text)))

    def _fit(self) -> None:
        """Give the place room for two lines of text, which is enough for a button."""
        self.setFixedHeight(2 * self.fontMetrics().lineSpacing())

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self._right.setMaximumWidth(round(_LARGEST_SHARE * self.width()))
