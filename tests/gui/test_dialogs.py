"""Message boxes, and the Enter key on buttons."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QMainWindow,
    QMessageBox,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.run import solve
from puzzlegui.gui.threads.worker import Job
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.progress_dialog import run_modal

ASK_UNSAVED, ASK_WITH_SOLUTION = dialogs.ask_unsaved, dialogs.ask_with_solution
ASK_RECOVER, ASK_REMOVE, ASK_PASTE = dialogs.ask_recover, dialogs.ask_remove, dialogs.ask_paste
ASK_LOCK, SHOW_TIME_UP = dialogs.ask_lock, dialogs.show_time_up
SOLUTION = solve(load_preset("mystery-box"))
BOXES: dict[str, Callable[[QWidget], object]] = {
    "unsaved": lambda parent: ASK_UNSAVED(parent, "x", lambda _: None),
    "with solution": lambda parent: ASK_WITH_SOLUTION(parent, "x", SOLUTION),
    "lock": ASK_LOCK,
    "overwrite": lambda parent: dialogs.ask_overwrite(parent, "x"),
    "recover": lambda parent: ASK_RECOVER(parent, ["x"], lambda _: None),
    "remove": lambda parent: ASK_REMOVE(parent, "x", lambda: None),
    "paste": lambda parent: ASK_PASTE(parent, "2×2", "3×3", "A1", lambda _: None, can_move=True),
    "time up": SHOW_TIME_UP,
}


@pytest.mark.parametrize("name", BOXES)
def test_buttons_of_message_boxes_have_mnemonics(
    name: str, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    monkeypatch.setattr(QMessageBox, "exec", lambda _: 0)
    monkeypatch.setattr(QMessageBox, "open", lambda _: None)
    monkeypatch.setattr(QMessageBox, "deleteLater", lambda _: None)
    BOXES[name](parent)
    (box,) = parent.findChildren(QMessageBox)
    letters = [QKeySequence.mnemonic(button.text()).toString() for button in box.buttons()]
    assert all(letters)
    assert len(set(letters)) == len(letters)


def test_work_ends_with_the_window_that_waits_for_it() -> None:
    window = QWidget()
    window.show()
    released = Event()
    job = Job(lambda _: released.wait(20), "Reading…", released.set)
    QTimer.singleShot(50, lambda: delete(window))
    assert run_modal(window, job) is None
    assert job.cancelled


def test_dialog_may_go_with_its_parent() -> None:
    parent = QWidget()
    dialog = QDialog(parent)
    QTimer.singleShot(50, lambda: delete(parent))
    assert not dialogs.exec_and_delete(dialog)


@pytest.mark.parametrize("kind", [QPushButton, QToolButton])
@pytest.mark.parametrize("top", [QDialog, QMainWindow])
def test_enter_presses_the_focused_button(
    qtbot: QtBot, kind: type[QPushButton | QToolButton], top: type[QWidget]
) -> None:
    window, pressed = top(), []
    inner = QWidget(window)
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok)
    button = kind(inner)
    if isinstance(button, QPushButton):
        button.setAutoDefault(False)
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    button.clicked.connect(lambda: pressed.append(1))
    buttons.accepted.connect(lambda: pressed.append(2))
    column = QVBoxLayout(inner)
    column.addWidget(button)
    column.addWidget(buttons)
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    button.setFocus()
    qtbot.waitUntil(button.hasFocus)
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
        qtbot.keyClick(button, key)
    assert pressed == [1, 1]
