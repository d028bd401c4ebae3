"""A warning bar shown when the solvers are not compiled, with the command that fixes it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLabel, QLineEdit, QMainWindow, QToolButton

from puzzlegui import kernels
from puzzlegui.core.language import tr
from puzzlegui.gui.window.warning_bar import WarningBar

_CLOSED = "slow-solvers-bar-closed"
"""Name of the application property set when the user has closed the bar."""


def show(window: QMainWindow) -> SlowSolversBar | None:
    """Add the bar to a window and return it; None if it is not needed or was closed."""
    application = QApplication.instance()
    assert application is not None
    if not kernels.UNCOMPILED_REASON or application.property(_CLOSED):
        return None
    bar = SlowSolversBar()
    bar.add_to(window)
    return bar


class SlowSolversBar(WarningBar):
    """Bar with the reason, the command, and buttons that copy the command and close the bar."""

    def __init__(self) -> None:
        hint = tr("Close this bar until the next start (Esc)")
        super().__init__("slowSolvers", tr("Slow solvers"), self.close_for_now, hint)
        self.show_text(kernels.summary())
        self.setAccessibleDescription(kernels.note())
        if command := kernels.fix_command():
            self._add_command(command)

    def _add_command(self, command: str) -> None:
        row = QHBoxLayout()
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
        for widget in (QLabel(tr("To fix this, run:")), field, copy):
            row.addWidget(widget)
        self.rows.addLayout(row)

    def close_for_now(self) -> None:
        """Close the bar in all windows until the next start of the program."""
        application = QApplication.instance()
        assert application is not None
        application.setProperty(_CLOSED, True)
        self.hide()
