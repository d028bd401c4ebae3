"""Two thousand random things that a user may do, none of which may go wrong."""

from __future__ import annotations

import random
from typing import TypeVar

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QDialog,
    QLineEdit,
    QSlider,
    QWidget,
)
from pytestqt.qtbot import QtBot

from puzzlegui.families.creation import new_board
from puzzlegui.gui.board.board_view import BoardView
from puzzlegui.gui.common import dialogs
from puzzlegui.gui.files import printing
from puzzlegui.gui.main_window import MainWindow
from tests.gui.conftest import WAIT

W = TypeVar("W", bound=QWidget)

EVENTS = 2000
KEYS = [
    *[getattr(Qt.Key, f"Key_{number}") for number in range(10)],
    Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Tab,
    Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_Delete, Qt.Key.Key_Backspace,
    Qt.Key.Key_Minus, Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown,
    Qt.Key.Key_Escape,
]  # fmt: skip
MODIFIERS = [
    Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
]  # fmt: skip
LEFT_OUT = {"actionQuit", "actionNewWindow"}


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every question is answered, at random."""
    rng = random.Random(5)

    def new(*_: object) -> object:
        family = rng.choice(["rotation", "sliding", "maze"])
        return new_board(family, rng.randint(2, 6), rng.randint(2, 6), rng.randint(0, 99))

    monkeypatch.setattr(dialogs, "ask_colour", lambda *_: rng.choice([None, "#445566"]))
    monkeypatch.setattr(dialogs, "ask_open_path", lambda *_: None)
    monkeypatch.setattr(dialogs, "ask_save_path", lambda *_: None)
    monkeypatch.setattr(dialogs, "ask_name", lambda *_: rng.choice([None, "", "red"]))
    monkeypatch.setattr(dialogs, "ask_value", lambda *_: rng.choice([None, 1]))
    monkeypatch.setattr(dialogs, "ask_export", lambda *_: None)
    monkeypatch.setattr(dialogs, "ask_picture", lambda *_: None)
    monkeypatch.setattr(dialogs, "ask_seed", lambda *_: rng.randint(0, 9))
    monkeypatch.setattr(dialogs, "ask_size", lambda *_: (rng.randint(2, 7), rng.randint(2, 7)))
    monkeypatch.setattr(dialogs, "ask_new_board", new)
    monkeypatch.setattr(dialogs, "ask_unsaved", lambda _window, _name, then: then(dialogs.DISCARD))
    monkeypatch.setattr(printing, "ask_booklet", lambda *_: None)
    for name in ("show_problem", "show_text"):
        monkeypatch.setattr(dialogs, name, lambda *_: None)


class Monkey:
    """Does one random thing after the other, the same ones for the same seed."""

    def __init__(self, window: MainWindow, seed: int) -> None:
        self.window = window
        self.rng = random.Random(seed)
        self.actions = [
            action
            for action in window.findChildren(QAction)
            if action.objectName() and action.objectName() not in LEFT_OUT
        ]
        self.habits = {
            self.click_somewhere: 30, self.press_a_key: 30, self.trigger: 20,
            self.press_a_button: 6, self.choose: 3, self.click_a_row: 4, self.slide: 2,
            self.type_a_word: 2, self.fill_the_clipboard: 1, self.close_dialogs: 5,
        }  # fmt: skip

    def act(self) -> None:
        self.rng.choices(list(self.habits), list(self.habits.values()))[0]()

    def widget(self, kind: type[W]) -> W | None:
        shown = [w for w in self.window.findChildren(kind) if w.isVisible() and w.isEnabled()]
        return self.rng.choice(shown) if shown else None

    def place(self, area: QWidget) -> QPoint:
        return QPoint(self.rng.randrange(area.width()), self.rng.randrange(area.height()))

    def click_somewhere(self) -> None:
        view = self.widget(BoardView)
        if view is None:
            return
        area, place = view.viewport(), self.place(view.viewport())
        button = self.rng.choice([Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton])
        QTest.mousePress(area, button, self.rng.choice(MODIFIERS), place)
        if self.rng.random() < 0.4:
            QTest.mouseMove(area, self.place(area))
        QTest.mouseRelease(area, button, Qt.KeyboardModifier.NoModifier, place)

    def press_a_key(self) -> None:
        target = QApplication.focusWidget() or self.window.board_view()
        QTest.keyClick(target, self.rng.choice(KEYS), self.rng.choice(MODIFIERS))

    def trigger(self) -> None:
        self.rng.choice(self.actions).trigger()

    def press_a_button(self) -> None:
        if (button := self.widget(QAbstractButton)) is not None:
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    def choose(self) -> None:
        combo = self.widget(QComboBox)
        if combo is not None and combo.count():
            combo.setCurrentIndex(self.rng.randrange(combo.count()))
            combo.activated.emit(combo.currentIndex())

    def click_a_row(self) -> None:
        view = self.widget(QAbstractItemView)
        if view is not None and view.model() and (rows := view.model().rowCount()):
            index = view.model().index(self.rng.randrange(rows), 0)
            view.scrollTo(index, QAbstractItemView.ScrollHint.EnsureVisible)
            place = view.visualRect(index).center()
            none = Qt.KeyboardModifier.NoModifier
            QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, none, place)

    def slide(self) -> None:
        slider = self.widget(QSlider)
        if slider is not None:
            slider.setValue(self.rng.randint(0, slider.maximum()))

    def type_a_word(self) -> None:
        edit = self.widget(QLineEdit)
        if edit is not None:
            edit.setFocus()
            QTest.keyClicks(edit, self.rng.choice(["12", "-3", "abc", "+", "0"]))

    def fill_the_clipboard(self) -> None:
        texts = ["", "1 2 3\n4 5 6", "x", "[[1,2],[3,4]]", "3x3n2:9,8,7,6,5,4,3,2,1"]
        QGuiApplication.clipboard().setText(self.rng.choice(texts))

    def close_dialogs(self) -> None:
        for dialog in self.window.findChildren(QDialog):
            dialog.reject()


@pytest.mark.usefixtures("answers")
def test_monkey(qtbot: QtBot, window: MainWindow) -> None:
    window.panel().seconds.setValue(1)
    monkey = Monkey(window, 20)
    for _ in range(EVENTS):
        monkey.act()
        QApplication.processEvents()
    monkey.close_dialogs()
    window.stop()
    qtbot.waitUntil(lambda: not window.solving(), timeout=WAIT)
    assert window.board().rows >= 2
