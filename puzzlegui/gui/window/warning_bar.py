"""A bar with a warning above the board, which stays until the user closes it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QSizePolicy,
    QToolBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from puzzlegui.core.language import tr
from puzzlegui.gui.style import spacing


class _WrappedLabel(QLabel):
    """Label as high as its wrapped text, which a toolbar ignores."""

    def fit(self) -> None:
        """Adapt the height to the text and the width."""
        bar = self.parentWidget()
        if bar is not None and bar.isVisible():  # it has its width then
            self.setFixedHeight(max(0, self.heightForWidth(self.width())))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()


class WarningBar(QToolBar):
    """Bar with a text and a button that closes the bar.

    Args:
        name: beginning of the object names.
        title: name for assistive technology.
        close: called when the user closes the bar.
        hint: tool tip of the button that closes the bar.

    Attributes:
        rows: layout for widgets below the text.
    """

    def __init__(self, name: str, title: str, close: Callable[[], object], hint: str) -> None:
        super().__init__()
        self.setObjectName(f"{name}Bar")
        self.setProperty("role", "warning")
        self.setWindowTitle(title)
        self.setAccessibleName(title)
        self.setMovable(False)
        self._text = _WrappedLabel()
        self._text.setObjectName(f"{name}Label")
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setWordWrap(True)
        self._text.setFixedHeight(self._text.fontMetrics().height())
        self._text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._dismiss = close
        self._close = QToolButton()
        self._close.setObjectName(f"close{name[0].upper()}{name[1:]}Button")
        self._close.setText("×")
        self._close.setAccessibleName(tr("Close this bar"))
        self._close.setToolTip(hint)
        self._close.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._close.clicked.connect(close)
        content = QWidget()
        content.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.rows = QVBoxLayout(content)
        self.rows.setContentsMargins(spacing.TIGHT, 0, spacing.TIGHT, 0)
        self.rows.setSpacing(spacing.TIGHT)
        row = QHBoxLayout()
        row.addWidget(self._text, 1)
        row.addWidget(self._close, 0, Qt.AlignmentFlag.AlignTop)
        self.rows.addLayout(row)
        self.addWidget(content)

    def show_text(self, text: str) -> None:
        """Show another text."""
        self._text.setText(text)
        self.setAccessibleDescription(text)
        self._text.fit()

    def add_to(self, window: QMainWindow) -> None:
        """Add the bar to a window, in a row of its own."""
        window.addToolBarBreak()
        window.addToolBar(self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._dismiss()
        else:
            super().keyPressEvent(event)
