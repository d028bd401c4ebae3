"""The place below the board where the window says something, which never changes its height."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QStackedWidget, QWidget

from puzzlegui.gui.style import spacing
from puzzlegui.gui.widgets.basic import TwoLineLabel

_LARGEST_SHARE = 0.5
"""Maximum width of what is beside the state, as a share of the whole."""


class StatusPlace(QWidget):
    """State of the board at the left; beside it a message, else news, else details.

    Args:
        states: widgets at the left, of which one is visible at a time.
        details: shown while there is nothing else to say.
        news: widgets that are shown until the user closes them.
    """

    def __init__(
        self, states: Sequence[QWidget], details: QWidget, news: Sequence[QWidget]
    ) -> None:
        super().__init__()
        self.setObjectName("statusPlace")
        self.setProperty("role", "status")
        self._message = TwoLineLabel("messageLabel")
        self._news = news
        self._beside = QStackedWidget()
        self._beside.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        for group in ((details,), news, (self._message,)):
            page = QWidget()
            row = QHBoxLayout(page)
            row.setContentsMargins(0, 0, 0, 0)
            row.setSpacing(spacing.NEAR)
            for widget in group:
                row.addWidget(widget)
            self._beside.addWidget(page)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(spacing.TIGHT, 0, spacing.TIGHT, 0)
        self._row.setSpacing(spacing.APART)
        for state in states:
            self._row.addWidget(state, 1)
        self._row.addWidget(self._beside)
        for widget in news:
            widget.installEventFilter(self)
        self._fit()
        self._choose_page()

    def add(self, widget: QWidget) -> None:
        """Add a widget at the right end, which stays beside everything else."""
        self._row.addWidget(widget)

    def show_message(self, text: str) -> None:
        """Show a message; an empty text shows the news or details again."""
        self._message.setText(text)
        self._choose_page()

    def _choose_page(self) -> None:
        news = any(not widget.isHidden() for widget in self._news)
        self._beside.setCurrentIndex(2 if self._message.text() else int(news))

    def _fit(self) -> None:
        """Give the place room for two lines of text, which is enough for a button."""
        self.setFixedHeight(2 * self.fontMetrics().lineSpacing())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.ShowToParent, QEvent.Type.HideToParent):
            self._choose_page()
        return super().eventFilter(watched, event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._beside.setMaximumWidth(round(_LARGEST_SHARE * self.width()))
