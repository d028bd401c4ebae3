"""A solver that cannot come to an end on a board says so before it starts."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QCheckBox, QPushButton
from pytestqt.qtbot import QtBot

from puzzlegui.families.creation import new_board
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.model.settings import Settings
from tests.gui.conftest import WAIT
from tests.gui.robot import choose_solver, click, find, text_of
from tests.gui.window_snapshot import diff


@pytest.fixture
def window(make_window: Callable[..., MainWindow], settings: Settings) -> MainWindow:
    """A board on which bfs is of no use."""
    settings["memory"] = 4096
    return make_window(new_board("rotation", 6, 6, 1))


def buttons(window: MainWindow) -> list[str]:
    names = ("insteadButton", "anywayButton")
    shown = [find(window, QPushButton, name) for name in names]
    return [button.text() for button in shown if button.isVisible()]


def test_it_says_so_and_offers_the_one_that_can(qtbot: QtBot, window: MainWindow) -> None:
    choose_solver(window, "bfs")
    assert buttons(window) == []
    click(qtbot, find(window, QPushButton, "solveButton"))
    assert not window.solving()
    assert text_of(window, "outcomeLabel").startswith(
        "bfs is unlikely to finish: it would have to search up to 3.7 × 10⁴¹ arrangements"
    )
    assert buttons(window) == ["Use macro", "Start anyway"]
    assert diff(window) == []
    click(qtbot, find(window, QPushButton, "insteadButton"))
    assert window.panel().combo.currentText() == "macro"
    assert window.solving()
    assert window.session.run is not None
    assert window.session.run.solver == "macro"
    assert buttons(window) == []
    window.stop()
    qtbot.waitUntil(lambda: not window.solving(), timeout=WAIT)


def test_it_can_be_started_anyway(qtbot: QtBot, window: MainWindow) -> None:
    choose_solver(window, "bfs")
    window.solve()
    click(qtbot, find(window, QPushButton, "anywayButton"))
    assert window.solving()
    assert window.session.run is not None
    assert window.session.run.solver == "bfs"
    window.stop()
    qtbot.waitUntil(lambda: not window.solving(), timeout=WAIT)
    assert text_of(window, "outcomeLabel").startswith("Cancelled.")


def test_another_choice_takes_it_back(window: MainWindow) -> None:
    choose_solver(window, "bfs")
    window.solve()
    choose_solver(window, "macro")
    assert buttons(window) == []
    assert text_of(window, "outcomeLabel").startswith("Press Solve")
    choose_solver(window, "bfs")
    assert buttons(window) == ["Use macro", "Start anyway"]
    assert diff(window) == []


def test_all_solutions_of_a_large_board_are_too_many(qtbot: QtBot, window: MainWindow) -> None:
    box = find(window, QCheckBox, "everyBox")
    box.setChecked(True)
    window.solve()
    assert text_of(window, "outcomeLabel").startswith(
        "optimal is unlikely to finish: it would have to search"
    )
    click(qtbot, find(window, QPushButton, "insteadButton"))
    assert not box.isChecked()
    assert window.session.run is not None
    assert window.session.run.solver == "macro"


def test_from_here_too(qtbot: QtBot, window: MainWindow) -> None:
    choose_solver(window, "bfs")
    window.show_play()
    board = window.board()
    window.session.start_game(board.legal_moves(board.initial())[:1])
    window.commands.solve_from_here()
    assert buttons(window) == ["Use macro", "Start anyway"]
    click(qtbot, find(window, QPushButton, "anywayButton"))
    run = window.session.run
    assert run is not None
    assert run.board != board


def test_with_a_time_limit_it_begins(window: MainWindow, settings: Settings) -> None:
    settings["seconds"] = 30
    choose_solver(window, "bfs")
    window.solve()
    assert window.solving()
