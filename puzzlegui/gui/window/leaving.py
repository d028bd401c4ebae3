"""Closing a window while a study, a comparison or an exploration runs that belongs to it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QMessageBox, QWidget

from puzzlegui.core.language import tr
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.side_window import SideWindow


def running_work(window: QWidget) -> list[str]:
    """Return what closing a window would end and what becomes of it, a text each."""
    found = (beside.at_work() for beside in window.findChildren(SideWindow))
    return [text for text in found if text]


def end_work_then(window: QWidget, action: Callable[[], object]) -> None:
    """Do ``action`` once running work may be ended; asks, without waiting, if there is any."""
    work = running_work(window)
    if not work:
        action()
        return
    box = QMessageBox(
        QMessageBox.Icon.Question, tr("Close the window?"), "\n".join(work),
        QMessageBox.StandardButton.Cancel, window,
    )  # fmt: skip
    keep = box.button(QMessageBox.StandardButton.Cancel)
    keep.setText(tr("&Keep running"))
    end = box.addButton(tr("&End and close"), QMessageBox.ButtonRole.DestructiveRole)
    box.setDefaultButton(QMessageBox.StandardButton.Cancel)
    end.clicked.connect(lambda: QTimer.singleShot(0, window, action))
    dialogs.show_box(box)
