"""Tests of the additions made by the worked examples of docs/contributing.

Run by ``tests/test_contributing.py`` in a copy of the program with these additions.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QCheckBox, QComboBox, QMenu
from pytestqt.qtbot import QtBot

import puzzlegui
from puzzlegui.families.creation import new_board
from puzzlegui.gui.help.help_window import help_pages
from puzzlegui.gui.help.shortcuts import shortcuts_html
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.model.settings import Settings
from puzzlegui.gui.window.settings_dialog import SettingsDialog
from tests.gui.conftest import WAIT
from tests.gui.robot import choose_solver, export_to, find, solve

MakeWindow = Callable[..., MainWindow]


def test_the_copy_is_used() -> None:
    assert Path(puzzlegui.__file__).parent.parent == Path(__file__).parent.parent.parent


def test_family(make_window: MakeWindow, qtbot: QtBot) -> None:
    board = new_board("trade", 3, 3, 5)
    window = make_window(board)
    window.show_play()
    window.timeline().animated = False
    view = window.board_view()
    edge = view.cell_rect((0, 0)).center().toPoint()
    right = round(view.cell_rect((0, 0)).width() * 0.4)
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=edge + QPoint(right, 0))
    line = window.session.sequence
    assert line is not None
    assert board.format_moves(line.moves) == ["A1-B1"]
    assert view.frame is not None
    assert view.frame.picture.values[0][:2] == board.grid("start")[0][1::-1]
    solution = solve(qtbot, window)
    assert solution.solver == "optimal"
    assert solution.optimal
    window.timeline().step(1)
    assert window.timeline().position == 1


def test_family_in_the_help() -> None:
    assert "Trade grid" in [page.title for page in help_pages()]


def test_solver(make_window: MakeWindow, qtbot: QtBot) -> None:
    window = make_window(new_board("shift", 3, 3, 5, moves=4))
    choose_solver(window, "meeting")
    solution = solve(qtbot, window)
    assert solution.solver == "meeting"
    assert solution.length == 4


def test_format(
    make_window: MakeWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    window = make_window()
    solution = solve(qtbot, window)
    path = tmp_path / "out.moves"
    export_to(qtbot, window, monkeypatch, path)
    assert path.read_text().split() == window.board().format_moves(solution.moves)


def test_action(make_window: MakeWindow, qtbot: QtBot) -> None:
    window = make_window()
    action = window.findChild(QAction, "actionMiddle")
    assert action is not None
    assert not action.isEnabled()
    assert any(action in menu.actions() for menu in window.menuBar().findChildren(QMenu))
    solve(qtbot, window)
    assert action.isEnabled()
    qtbot.keyClick(window.board_view(), Qt.Key.Key_J, Qt.KeyboardModifier.ControlModifier)
    assert window.timeline().position == 5
    assert "Jump to the middle" in shortcuts_html()


@pytest.mark.parametrize("on", [True, False])
def test_setting(make_window: MakeWindow, qtbot: QtBot, settings: Settings, on: bool) -> None:
    window = make_window()
    dialog = SettingsDialog(window.settings, window)
    box = find(dialog, QCheckBox, "play at once setting")
    assert not box.isChecked()
    box.setChecked(on)
    assert settings["play at once"] == on
    solve(qtbot, window)
    assert window.timeline().playing == on
    if on:
        qtbot.waitUntil(lambda: window.timeline().position > 0, timeout=WAIT)
        window.timeline().pause()
    dialog.deleteLater()


def test_the_solver_panel_lists_what_is_new(make_window: MakeWindow) -> None:
    for family, name in (("trade", "macro"), ("shift", "meeting")):
        window = make_window(new_board(family, 3, 3))
        assert find(window, QComboBox, "solverCombo").findText(name) >= 0
