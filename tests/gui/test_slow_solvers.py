"""The bar that says that the solvers are not compiled."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QToolBar, QToolButton
from pytestqt.qtbot import QtBot

from puzzlegui import install_commands, kernels
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.model.settings import DARK_MODE, LIGHT_MODE
from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.window import slow_solvers_bar
from puzzlegui.kernels import record
from puzzlegui.render.style import contrast_ratio
from tests.gui.conftest import WAIT
from tests.gui.robot import click, find

COMMAND = "sudo apt install python3-dev && pip install ."


@pytest.fixture(autouse=True)
def slow(monkeypatch: pytest.MonkeyPatch, qapp: QApplication) -> Iterator[None]:
    """The program was installed without Python's headers, and the bar was not closed yet."""
    monkeypatch.setattr(kernels, "UNCOMPILED_REASON", record.HEADERS)
    monkeypatch.setattr(install_commands, "headers", lambda: "sudo apt install python3-dev")
    monkeypatch.setattr(install_commands, "program", lambda: "pip install .")
    yield
    qapp.setProperty(slow_solvers_bar._CLOSED, None)


def bar_of(qtbot: QtBot, window: MainWindow) -> QToolBar:
    def is_there() -> bool:
        bar = window.findChild(QToolBar, "slowSolversBar")
        return bar is not None and bar.isVisible()

    qtbot.waitUntil(is_there, timeout=WAIT)
    return find(window, QToolBar, "slowSolversBar")


@pytest.mark.parametrize("mode", [LIGHT_MODE, DARK_MODE])
def test_the_bar_names_reason_and_command(
    qtbot: QtBot, make_window: Callable[..., MainWindow], mode: str
) -> None:
    window = make_window(mode=mode)
    window.resize(QSize(900, 600))
    bar = bar_of(qtbot, window)
    qtbot.waitUntil(lambda: bar.width() == window.width(), timeout=WAIT)
    label = find(bar, QLabel, "slowSolversLabel")
    assert label.text() == kernels.summary()
    assert label.height() >= label.heightForWidth(label.width())
    field = find(bar, QLineEdit, "slowSolversCommand")
    assert field.text() == COMMAND
    assert field.isReadOnly()
    assert COMMAND in bar.accessibleDescription()
    colours = theme().colours
    assert contrast_ratio(colours.on_accent, colours.doubt) >= 4.5
    shown = bar.grab().toImage()
    assert shown.pixelColor(shown.width() // 2, shown.height() - 1).name() == colours.doubt.lower()
    assert window.size() == QSize(900, 600)


def test_the_keys_reach_the_bar(qtbot: QtBot, make_window: Callable[..., MainWindow]) -> None:
    bar = bar_of(qtbot, make_window())
    find(bar, QLineEdit, "slowSolversCommand").setFocus()
    copy = find(bar, QToolButton, "copyCommandButton")
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    assert copy.hasFocus()
    qtbot.keyClick(copy, Qt.Key.Key_Space)
    assert QGuiApplication.clipboard().text() == COMMAND
    for button in bar.findChildren(QToolButton):
        if not button.objectName().startswith("qt_"):
            assert button.focusPolicy() & Qt.FocusPolicy.TabFocus
            assert button.accessibleName() or button.text()
    qtbot.keyClick(copy, Qt.Key.Key_Escape)
    assert not bar.isVisible()


def test_a_closed_bar_stays_closed_until_the_next_start(
    qtbot: QtBot, make_window: Callable[..., MainWindow], qapp: QApplication
) -> None:
    window = make_window()
    bar = bar_of(qtbot, window)
    click(qtbot, find(bar, QToolButton, "closeSlowSolversButton"))
    assert not bar.isVisible()
    assert slow_solvers_bar.show(window) is None
    window.close()
    qapp.setProperty(slow_solvers_bar._CLOSED, None)  # as at another start
    assert bar_of(qtbot, make_window()).isVisible()


def test_a_full_screen_hides_the_bar_for_a_while(
    qtbot: QtBot, make_window: Callable[..., MainWindow]
) -> None:
    window = make_window()
    bar = bar_of(qtbot, window)
    window.viewing.toggle_full_screen(True)
    qtbot.waitUntil(lambda: not bar.isVisible(), timeout=WAIT)
    window.viewing.toggle_full_screen(False)
    qtbot.waitUntil(bar.isVisible, timeout=WAIT)


def test_the_debuggers_switch_needs_no_command(
    qtbot: QtBot, make_window: Callable[..., MainWindow], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernels, "UNCOMPILED_REASON", kernels._PLAIN)
    bar = bar_of(qtbot, make_window())
    assert kernels._PLAIN in find(bar, QLabel, "slowSolversLabel").text()
    assert bar.findChild(QLineEdit) is None


def test_compiled_solvers_need_no_bar(
    qtbot: QtBot, make_window: Callable[..., MainWindow], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernels, "UNCOMPILED_REASON", "")
    assert slow_solvers_bar.show(make_window()) is None
