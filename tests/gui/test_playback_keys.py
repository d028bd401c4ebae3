"""Keys that play a solution wherever the focus is, and the focus when a solution appears."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QListView, QPushButton, QSlider, QWidget
from pytestqt.qtbot import QtBot

from puzzlegui.documents.boardfile import dump_solution
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.run import solve
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.playback.move_table import MoveTable
from tests.gui.conftest import WAIT
from tests.gui.robot import click, find

Key = Qt.Key


@pytest.fixture
def followed(window: MainWindow) -> MainWindow:
    """Return a window that follows the ten moves of the first preset, without animation."""
    window.activateWindow()
    window.use_solution(solve(window.board()))
    window.show_solution()
    window.timeline().animated = False
    return window


def _by_the_button(qtbot: QtBot, window: MainWindow) -> None:
    click(qtbot, find(window, QPushButton, "solveButton"))


def _by_the_key(qtbot: QtBot, window: MainWindow) -> None:
    find(window, QListView, "gallery").setFocus()
    qtbot.keyClick(window.focusWidget(), Key.Key_F5)


def _while_typing_a_limit(qtbot: QtBot, window: MainWindow) -> None:
    window.panel().limits.setChecked(True)
    window.panel().seconds.setFocus()
    qtbot.keyClick(window.panel().seconds, Key.Key_F5)


def _by_choosing_a_solver(qtbot: QtBot, window: MainWindow) -> None:
    combo = find(window, QComboBox, "solverCombo")
    combo.setFocus()
    qtbot.keyClick(combo, Key.Key_Down)
    qtbot.keyClick(combo, Key.Key_F5)


def _by_a_file(_qtbot: QtBot, window: MainWindow) -> None:
    path = window.folders.data / "solution.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(dump_solution(solve(load_preset("mystery-box"))), encoding="utf-8")
    find(window, QListView, "gallery").setFocus()
    assert window.open_path(path)


def _by_all_solutions(qtbot: QtBot, window: MainWindow) -> None:
    find(window, QCheckBox, "everyBox").setChecked(True)
    _by_the_button(qtbot, window)


@pytest.mark.examples(3)
@pytest.mark.parametrize(
    "bring",
    [
        _by_the_button, _by_the_key, _while_typing_a_limit, _by_choosing_a_solver, _by_a_file,
        _by_all_solutions,
    ],
)  # fmt: skip
def test_board_has_focus_when_solution_appears(
    qtbot: QtBot, window: MainWindow, bring: Callable[[QtBot, MainWindow], None]
) -> None:
    window.activateWindow()
    bring(qtbot, window)
    qtbot.waitUntil(lambda: window.solution() is not None and not window.solving(), timeout=WAIT)
    qtbot.waitUntil(lambda: window.focusWidget() is window.board_view(), timeout=WAIT)
    for _ in range(3):
        qtbot.keyClick(window.focusWidget(), Key.Key_Right)
    assert window.timeline().position == 3
    qtbot.keyClick(window.focusWidget(), Key.Key_Space)
    assert window.timeline().playing


def test_solution_that_appears_does_not_interrupt_typing(qtbot: QtBot, window: MainWindow) -> None:
    window.solve()
    window.panel().limits.setChecked(True)
    window.panel().seconds.setFocus()
    qtbot.waitUntil(lambda: window.solution() is not None and not window.solving(), timeout=WAIT)
    assert window.focusWidget() is not window.board_view()


@pytest.mark.examples(3)
@pytest.mark.parametrize("kind", [QPushButton, QComboBox, QCheckBox, QListView, QSlider, MoveTable])
def test_keys_play_from_every_widget(
    qtbot: QtBot, followed: MainWindow, kind: type[QWidget]
) -> None:
    length, timeline = followed.timeline().length, followed.timeline()
    for widget in followed.findChildren(kind):
        if not (widget.isVisible() and widget.isEnabled()) or not widget.focusPolicy():
            continue
        timeline.go_to(0)
        widget.setFocus()
        for key, position in (
            (Key.Key_End, length), (Key.Key_Left, length - 1), (Key.Key_Home, 0),
            (Key.Key_Right, 1),
        ):  # fmt: skip
            qtbot.keyClick(widget, key)
            assert timeline.position == position, (widget.objectName(), key)
        qtbot.keyClick(widget, Key.Key_Space)
        assert timeline.playing, widget.objectName()
        qtbot.keyClick(widget, Key.Key_Space)
        assert not timeline.playing


def test_text_field_keeps_its_keys(qtbot: QtBot, followed: MainWindow) -> None:
    followed.panel().limits.setChecked(True)
    field = followed.panel().seconds
    field.setFocus()
    qtbot.keyClick(field, Key.Key_Right)
    qtbot.keyClick(field, Key.Key_Space)
    assert followed.timeline().position == 0
    assert not followed.timeline().playing


def test_return_presses_the_button_with_the_focus(qtbot: QtBot, followed: MainWindow) -> None:
    box = find(followed, QCheckBox, "everyBox")
    box.setFocus()
    qtbot.keyClick(box, Key.Key_Return)
    qtbot.waitUntil(box.isChecked, timeout=WAIT)


@pytest.mark.parametrize("mode", ["design", "play"])
def test_keys_belong_to_the_board_in_other_modes(
    qtbot: QtBot, followed: MainWindow, mode: str
) -> None:
    (followed.show_design if mode == "design" else followed.show_play)()
    qtbot.keyClick(followed.board_view(), Key.Key_Right)
    assert followed.board_view().cursor_cell == (0, 1)
    followed.show_solution()
    assert followed.timeline().position == 0


def test_return_opens_the_list_with_the_focus(qtbot: QtBot, followed: MainWindow) -> None:
    combo = find(followed, QComboBox, "solverCombo")
    combo.setFocus()
    qtbot.keyClick(combo, Key.Key_Return)
    assert combo.view().isVisible()
    qtbot.keyClick(combo.view(), Key.Key_End)
    assert followed.timeline().position == 0
    combo.hidePopup()


def test_menu_bar_keeps_its_keys(qtbot: QtBot, followed: MainWindow) -> None:
    bar = followed.menuBar()
    bar.setFocus()
    bar.setActiveAction(bar.actions()[0])
    qtbot.keyClick(bar, Key.Key_Right)
    assert followed.timeline().position == 0
