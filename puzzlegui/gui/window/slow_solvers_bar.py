"""A warning bar shown when the solvers are not compiled, with the command that fixes it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMainWindow,
    QSizePolicy,
    QToolBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from puzzlegui import kernels
from puzzlegui.core.language import tr

_CLOSED = "slow-solvers-bar-closed"
"""Name of the application property set when the user has closed the bar."""


def show(window: QMainWindow) -> SlowSolversBar | None:
    """Add the bar to a window and return it; None if it is not needed or was closed."""
    application = QApplication.instance()
    assert application is not None
    if not kernels.UNCOMPILED_REASON or application.property(_CLOSED):
        return None
    bar = SlowSolversBar()
    window.addToolBarBreak()
    window.addToolBar(bar)
    return bar


class SlowSolversBar(QToolBar):
    """Bar with the reason, the command, and buttons that copy the command and close the bar."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("slowSolversBar")
        self.setProperty("role", "warning")
        self.setWindowTitle(tr("Slow solvers"))
        self.setAccessibleName(tr("Slow solvers"))
        self.setAccessibleDescription(kernels.note())
        self.setMovable(False)
        self._reason = QLabel(kernels.summary())
        self._reason.setObjectName("slowSolversLabel")
        self._reason.setTextFormat(Qt.TextFormat.PlainText)
        self._reason.setWordWrap(True)
        self._reason.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._close = QToolButton()
        self._close.setObjectName("closeSlowSolversButton")
        self._close.setText("×")
        self._close.setAccessibleName(tr("Close this bar"))
        self._close.setToolTip(tr("Close this bar until the next start (Esc)"))
        self._close.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._close.clicked.connect(self.close_for_now)
        content = QWidget()
        rows = QVBoxLayout(content)
        rows.setContentsMargins(4, 0, 4, 0)
        rows.setSpacing(5)
        rows.addWidget(self._reason)
        command = kernels.fix_command()
        row = self._row_of(command) if command else QHBoxLayout()
        row.addWidget(self._close, 0, Qt.AlignmentFlag.AlignRight)
        rows.addLayout(row)
        self.addWidget(content)

    def _row_of(self, command: str) -> QHBoxLayout:
        field = QLineEdit(command)
        field.setObjectName("slowSolversCommand")
        field.setReadOnly(True)
        field.setCursorPosition(0)
        field.setAccessibleName(tr("Command that compiles the solvers"))
        copy = QToolButton()
        copy.setObjectName("copyCommandButton")
        copy.setText(tr("Copy command"))
        copy.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(command))
        row = QHBoxLayout()
        for widget in (QLabel(tr("To fix this, run:")), field, copy):
            row.addWidget(widget)
        return row

    def close_for_now(self) -> None:
        """Close the bar in all windows until the next start of the program."""
        application = QApplication.instance()
        assert application is not None
        application.setProperty(_CLOSED, True)
        self.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        # A toolbar ignores the height of wrapped text.
        self._reason.setMinimumHeight(self._reason.heightForWidth(self._reason.width()))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        if event.key() == Qt.Key.Key_Escape:
            self.close_for_now()
        else:
            super().keyPressEvent(event)
