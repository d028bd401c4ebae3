"""Scrambles in a row: pasted, scrambled, played and solved with real keys, without a question."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from puzzlegui.core.board import Board
from puzzlegui.documents.text_formats import write_rows
from puzzlegui.engine.run import solve
from puzzlegui.families.creation import new_board, solved_board
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.model.mode import PLAY
from puzzlegui.gui.play.win_strip import WinStrip
from tests.gui.conftest import WAIT
from tests.gui.robot import click, find

Key, Modifier = Qt.Key, Qt.KeyboardModifier
ARROWS = {"U": Key.Key_Up, "D": Key.Key_Down, "L": Key.Key_Left, "R": Key.Key_Right}
COUNT = 10


@pytest.fixture
def player(qtbot: QtBot, make_window: Callable[..., MainWindow]) -> MainWindow:
    """Window in which a solved board is played without animation; a question fails the test."""
    window = make_window(solved_board("sliding", 3, 3))
    window.timeline().animated = False
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    QTest.keyClick(window, Key.Key_F4)
    assert window.mode() == PLAY
    return window


def paste(window: MainWindow, text: str) -> None:
    """Press Ctrl+V on the board, with a text on the clipboard."""
    QGuiApplication.clipboard().setText(text)
    QTest.keyClick(window.board_view(), Key.Key_V, Modifier.ControlModifier)


def play(window: MainWindow, board: Board) -> None:
    """Solve the board by arrow keys, and check the result."""
    session, moves = window.session, solve(board).moves
    assert window.board().puzzle == board.puzzle
    assert (session.state.game.moves, session.state.game.elapsed) == ((), 0.0)
    for move in moves:
        QTest.keyClick(window.board_view(), ARROWS[str(move)])
    assert session.state.game.moves == moves
    assert find(window, WinStrip, "winStrip").isVisible()
    assert session.state.game.unaided


def test_pasted_boards_are_played_in_a_row(player: MainWindow) -> None:
    for seed in range(COUNT):
        board = new_board("sliding", 3, 3, seed)
        paste(player, write_rows(board.grid("start")))
        play(player, board)
    assert not player.is_unsaved()


def test_pasted_moves_scramble_the_solved_board_in_a_row(player: MainWindow) -> None:
    goal = solved_board("sliding", 3, 3)
    for seed in range(COUNT):
        wanted = new_board("sliding", 3, 3, seed)
        back = goal.with_fields(goal=wanted.grid("start"))
        moves = solve(back).moves
        paste(player, " ".join(goal.format_moves(moves)))
        play(player, wanted)
    assert not player.is_unsaved()
    player.undo()
    assert player.session.state.game.moves  # a move of the last game


def test_pasted_boards_are_solved_and_played_in_a_row(qtbot: QtBot, player: MainWindow) -> None:
    for seed in range(3):
        board = new_board("sliding", 3, 3, seed)
        paste(player, write_rows(board.grid("start")))
        QTest.keyClick(player.board_view(), Key.Key_F5)
        qtbot.waitUntil(lambda: player.solution() is not None, timeout=WAIT)
        qtbot.waitUntil(lambda: not player.solving(), timeout=WAIT)
        QTest.keyClick(player.board_view(), Key.Key_F4)
        play(player, board)
    assert not player.is_unsaved()


def test_scramble_button_begins_a_game_in_a_row(qtbot: QtBot, player: MainWindow) -> None:
    seen = set()
    for _ in range(COUNT):
        click(qtbot, find(player, QPushButton, "scrambleButton"))
        assert player.board_view().hasFocus()  # so that keys make moves at once
        seen.add(player.board().grid("start"))
        play(player, player.board())
    assert len(seen) == COUNT
    assert not player.is_unsaved()
