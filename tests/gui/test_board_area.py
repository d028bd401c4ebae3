"""Sizes of board and goal in the main window, and the place for the status below them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from puzzlegui.documents.presets import load_preset
from puzzlegui.families.creation import new_board
from puzzlegui.gui.board.board_view import BoardView
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.model.mode import DESIGN, PLAY, SOLUTION
from puzzlegui.gui.widgets.basic import TwoLineLabel, two_lines
from tests.gui.robot import find, solve
from tools.screens import SIZES, settle


def _grid_size(view: BoardView) -> float:
    return min(view.board_layout.width, view.board_layout.height)


@pytest.mark.parametrize("mode", [DESIGN, PLAY, SOLUTION])
@pytest.mark.parametrize("preset", ["mystery-box", "fifteen-book", "grid-30x30"])
def test_grid_is_large_in_a_small_window(
    make_window: Callable[..., MainWindow], preset: str, mode: str
) -> None:
    window = make_window(load_preset(preset))
    window.resize(SIZES["1024x600"])
    getattr(window, f"show_{mode}")()
    settle()
    assert window.size() == SIZES["1024x600"]
    assert _grid_size(window.board_view()) >= 330
    if mode != DESIGN:
        assert find(window, QWidget, "positionSlider").width() > 150


def test_goal_of_a_wide_board_is_below_it(make_window: Callable[..., MainWindow]) -> None:
    window = make_window(new_board("shift", 3, 20, 1))
    window.resize(SIZES["1366x768"])
    window.show_play()
    settle()
    goal = find(window, BoardView, "goalView")
    assert goal.y() > window.board_view().geometry().bottom()
    assert goal.board_layout.width > 300


def test_goal_of_a_square_board_is_beside_it(window: MainWindow) -> None:
    window.resize(SIZES["1024x600"])
    window.show_play()
    settle()
    goal = find(window, BoardView, "goalView")
    assert goal.x() > window.board_view().geometry().right()
    assert goal.board_layout.width >= 150


def test_board_stands_still_whatever_is_said_below_it(qtbot: QtBot, window: MainWindow) -> None:
    solution = solve(qtbot, window)
    window.show_play()
    settle()

    def place() -> tuple[QPoint, QPoint]:
        status = find(window, QWidget, "statusPlace")
        return window.board_view().mapTo(window, QPoint(0, 0)), status.mapTo(window, QPoint(0, 0))

    before = place()
    find(window, QLabel, "verdictLabel").setText("A verdict that needs many lines. " * 20)
    settle()
    assert place() == before
    window.statusBar().showMessage("A message that needs many lines. " * 20)
    settle()
    assert place() == before
    assert find(window, QLabel, "messageLabel").isVisible()
    window.statusBar().clearMessage()
    assert not find(window, QLabel, "messageLabel").isVisible()
    window.session.make_moves(solution.moves, already_shown=True)
    settle()
    assert find(window, QWidget, "winStrip").isVisible()
    assert place() == before


def test_long_text_is_elided_in_its_second_line(qtbot: QtBot) -> None:
    label = TwoLineLabel("said")
    qtbot.addWidget(label)
    label.setText("Many words that do not fit. " * 9)
    label.resize(200, 40)
    first, second = two_lines(label.text(), label.font(), 200)
    assert first.startswith("Many words")
    assert second.endswith("…")
    assert label.toolTip() == label.text()
    label.setText("Short.\nTwo lines.")
    assert two_lines(label.text(), label.font(), 200) == ["Short.", "Two lines."]


@pytest.mark.parametrize("size", ["1366x768", "1920x1080-at-150", "1920x1080"])
def test_start_and_goal_have_the_same_size_where_there_is_room(
    window: MainWindow, size: str
) -> None:
    window.resize(SIZES[size])
    settle()
    goal = find(window, BoardView, "goalView")
    assert goal.board_layout.width == window.board_view().board_layout.width > 300
    assert goal.y() == window.board_view().y()


@pytest.mark.parametrize("preset", ["mystery-box", "grid-30x30"])
def test_headings_begin_above_their_boards(
    make_window: Callable[..., MainWindow], preset: str
) -> None:
    window = make_window(load_preset(preset))
    window.resize(SIZES["1366x768"])
    for show in (window.show_design, window.show_play):
        show()
        settle()
        for name in ("boardView", "goalView"):
            view = find(window, BoardView, name)
            (heading,) = [h for h in window.findChildren(QLabel) if h.buddy() is view]
            layout = view.board_layout
            left = view.x() + view.viewport().x() + layout.left - layout.tray_margin
            assert heading.x() == pytest.approx(left, abs=2)
