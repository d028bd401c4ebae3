"""The kiosk, and games that ``puzzlegui play`` starts in the window, with real events."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QAction, QPointingDevice
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QMessageBox, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from puzzlegui.core.board import Board
from puzzlegui.core.language import set_language
from puzzlegui.core.win_message import with_message
from puzzlegui.families.rotation.board import RotationBoard
from puzzlegui.families.sliding.board import SlidingBoard
from puzzlegui.folders import Folders
from puzzlegui.gui.desktop import programs
from puzzlegui.gui.kiosk.kiosk_file import Exhibition
from puzzlegui.gui.kiosk.window import KioskWindow
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.model.mode import PLAY
from puzzlegui.gui.play.options import PlayOptions
from puzzlegui.gui.play.win_strip import WinStrip
from puzzlegui.gui.widgets import dialogs
from tests.boards import grid
from tests.gui.conftest import WAIT
from tests.gui.robot import click, find, text_of

Key = Qt.Key
TWO = RotationBoard(grid("4 3/2 1"), grid("1 2/3 4"), title="Two turns")
"""Two turns in either direction solve it."""
SLIDE = SlidingBoard(grid("1 2 3/4 5 6/7 0 8"), grid("1 2 3/4 5 6/7 8 0"), title="Slide")
"""The arrow to the left solves it."""

Open = Callable[..., KioskWindow]


@pytest.fixture
def kiosk(qtbot: QtBot, folders: Folders) -> Iterator[Open]:
    opened: list[KioskWindow] = []

    def make(*boards: Board, animated: bool = False, **options: object) -> KioskWindow:
        shown = Exhibition(boards or (TWO,), folders, PlayOptions(**options))  # type: ignore[arg-type]
        window = KioskWindow(shown)
        opened.append(window)
        window.session.timeline.animated = animated
        window.resize(1366, 768)
        window.show()
        qtbot.waitUntil(window.isActiveWindow)
        return window

    yield make
    for window in opened:
        window.leave()
        window.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    QApplication.processEvents()


def turn(qtbot: QtBot, window: KioskWindow | MainWindow) -> None:
    view = window.board_view() if isinstance(window, MainWindow) else window.board_view
    point = view.cell_rect((0, 0)).bottomRight().toPoint()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point)


def button(window: QWidget, name: str) -> QPushButton:
    return find(window, QPushButton, name)


def position(window: KioskWindow) -> object:
    return window.session.game_sequence[window.session.timeline.position]


def notice(window: KioskWindow) -> str | None:
    """The texts of the message page, or None while it is not shown."""
    if not find(window, QWidget, "messagePage").isVisible():
        return None
    labels = (find(window, QLabel, name) for name in ("resultLabel", "messageLabel"))
    return "\n".join(label.text() for label in labels if label.isVisible())


def test_a_board_is_solved_by_mouse(kiosk: Open, qtbot: QtBot) -> None:
    window = kiosk(with_message(TWO, "The code is <b>1907</b>."))
    assert text_of(window, "titleLabel") == "Two turns"
    assert (text_of(window, "movesLabel"), text_of(window, "timeLabel")) == ("0 moves", "Time 0:00")
    turn(qtbot, window)
    assert text_of(window, "movesLabel") == "1 move"
    assert notice(window) is None
    turn(qtbot, window)
    assert notice(window) == "Solved in 2 moves. Time 0:00\nThe code is <b>1907</b>."
    label = find(window, QLabel, "messageLabel")
    assert label.textFormat() == Qt.TextFormat.PlainText
    assert window.board_view.celebration.badge == "Solved"
    turn(qtbot, window)  # the board takes no more moves
    assert text_of(window, "movesLabel") == "2 moves"
    assert not button(window, "undoButton").isEnabled()
    click(qtbot, button(window, "againButton"))
    assert notice(window) is None
    assert position(window) == TWO.start
    assert text_of(window, "movesLabel") == "0 moves"
    turn(qtbot, window)
    assert text_of(window, "movesLabel") == "1 move"


def test_a_move_too_many_does_not_undo_the_win(kiosk: Open, qtbot: QtBot) -> None:
    """Not even while the last move is animated."""
    window = kiosk(message="Bravo", animated=True)
    turn(qtbot, window)
    turn(qtbot, window)
    turn(qtbot, window)
    qtbot.keyClick(window.board_view, Key.Key_Backspace)
    assert notice(window) is None
    qtbot.waitUntil(lambda: notice(window) == "Solved in 2 moves. Time 0:00\nBravo", timeout=WAIT)
    assert position(window) == TWO.goal


def test_a_board_is_solved_by_keys(kiosk: Open, qtbot: QtBot) -> None:
    window = kiosk(SLIDE, message="Well done")
    qtbot.waitUntil(window.board_view.hasFocus)
    qtbot.keyClick(window.board_view, Key.Key_Right)
    assert position(window) != SLIDE.start
    qtbot.keyClick(window.board_view, Key.Key_Backspace)
    assert position(window) == SLIDE.start
    qtbot.keyClick(window.board_view, Key.Key_Left)
    assert notice(window) == "Solved in 1 move. Time 0:00\nWell done"
    page = window.focusWidget()
    for key in (Key.Key_Right, Key.Key_Backspace, Key.Key_Return, Key.Key_Space):
        qtbot.keyClick(page, key)
    assert position(window) == SLIDE.goal
    qtbot.keyClick(page, Key.Key_Tab)
    assert window.focusWidget() is button(window, "againButton")
    qtbot.keyClick(window.focusWidget(), Key.Key_Return)
    qtbot.waitUntil(lambda: notice(window) is None)
    assert window.board_view.hasFocus()


def test_a_board_is_solved_by_touch(kiosk: Open, qtbot: QtBot) -> None:
    """A finger has no right button: a button of the window takes its place."""
    window = kiosk()
    device = QTest.createTouchDevice()
    assert device.type() == QPointingDevice.DeviceType.TouchScreen

    def tap(widget: QWidget, x: float, y: float) -> None:
        place = QPointF(x, y).toPoint()
        QTest.touchEvent(widget, device).press(0, place, widget).commit()
        QTest.touchEvent(widget, device).release(0, place, widget).commit()

    corner = window.board_view.cell_rect((0, 0)).bottomRight()
    tap(window.board_view.viewport(), corner.x(), corner.y())
    assert position(window) == grid("3 1/4 2")  # counter-clockwise
    undo, other = button(window, "undoButton"), button(window, "otherButton")
    tap(undo, undo.width() / 2, undo.height() / 2)
    assert position(window) == TWO.start
    tap(other, other.width() / 2, other.height() / 2)
    tap(window.board_view.viewport(), corner.x(), corner.y())
    assert position(window) == grid("2 4/1 3")  # clockwise
    tap(window.board_view.viewport(), corner.x(), corner.y())
    assert notice(window) == "Solved in 2 moves. Time 0:00"
    click(qtbot, button(window, "againButton"))
    assert not other.isChecked()
    assert all(one.height() >= 40 for one in (undo, other))


def test_the_other_direction_is_offered_where_it_matters(kiosk: Open) -> None:
    assert button(kiosk(TWO), "otherButton").isVisible()
    assert not button(kiosk(replace(TWO, turns="clockwise")), "otherButton").isVisible()
    assert not button(kiosk(SLIDE), "otherButton").isVisible()


@pytest.mark.thorough
def test_the_time_limit(kiosk: Open, qtbot: QtBot) -> None:
    window = kiosk(seconds=1)
    qtbot.wait(1200)
    assert notice(window) is None  # it counts from the first move
    assert text_of(window, "timeLabel") == "Time left 0:01"
    turn(qtbot, window)
    qtbot.waitUntil(lambda: notice(window) is not None, timeout=WAIT)
    assert notice(window) == "Time is up. The board is back at its start."
    assert position(window) == TWO.start
    turn(qtbot, window)
    assert position(window) == TWO.start
    click(qtbot, button(window, "againButton"))
    turn(qtbot, window)
    turn(qtbot, window)
    assert "Solved in 2 moves. Time left 0:01" in str(notice(window))
    qtbot.wait(1200)
    assert "Solved" in str(notice(window))  # the clock has stopped


def test_a_drag_ends_with_the_time(kiosk: Open, qtbot: QtBot) -> None:
    window = kiosk(SLIDE, seconds=1)
    view, left = window.board_view, Qt.MouseButton.LeftButton
    qtbot.keyClick(view, Key.Key_Right)
    begin = view.cell_rect((2, 0)).center().toPoint()
    qtbot.mousePress(view.viewport(), left, pos=begin)
    qtbot.mouseMove(view.viewport(), begin + begin / 4)
    qtbot.waitUntil(lambda: notice(window) is not None, timeout=WAIT)
    qtbot.mouseMove(view.viewport(), begin + begin / 3)
    qtbot.mouseRelease(view.viewport(), left, pos=begin + begin / 3)
    assert position(window) == SLIDE.start


@pytest.mark.thorough
def test_it_begins_again_after_a_while_without_input(kiosk: Open, qtbot: QtBot) -> None:
    window = kiosk(idle=1)
    turn(qtbot, window)
    for _ in range(8):
        qtbot.wait(200)
        qtbot.keyClick(window.board_view, Key.Key_Down)
    assert position(window) != TWO.start  # keys keep it
    qtbot.waitUntil(lambda: position(window) == TWO.start, timeout=WAIT)
    turn(qtbot, window)
    turn(qtbot, window)
    assert notice(window) is not None
    qtbot.waitUntil(lambda: notice(window) is None, timeout=WAIT)


def test_it_waits_forever_if_told_so(kiosk: Open, qtbot: QtBot) -> None:
    window = kiosk(idle=0)
    turn(qtbot, window)
    qtbot.wait(300)
    assert position(window) != TWO.start


def test_only_its_key_and_the_end_of_the_session_close_it(kiosk: Open, qtbot: QtBot) -> None:
    window = kiosk(exit_key="Ctrl+F9")
    assert not window.close()
    for key in (Key.Key_Escape, Key.Key_F11, Key.Key_F1, Key.Key_F5, Key.Key_Menu):
        qtbot.keyClick(window.board_view, key)
    for key in (Key.Key_Q, Key.Key_W, Key.Key_O, Key.Key_H, Key.Key_S, Key.Key_N):
        qtbot.keyClick(window.board_view, key, Qt.KeyboardModifier.ControlModifier)
    assert window.isVisible()
    assert QApplication.topLevelWidgets().count(window) == 1
    with qtbot.waitSignal(window.closed):
        qtbot.keyClick(window.board_view, Key.Key_F9, Qt.KeyboardModifier.ControlModifier)
    assert not window.isVisible()
    other = kiosk()
    other._allow_closing()  # as the signal of the session manager does
    assert other.close()


def test_it_returns_to_the_full_screen(kiosk: Open, qtbot: QtBot) -> None:
    window = kiosk()
    window.showFullScreen()
    window.showMinimized()
    qtbot.waitUntil(lambda: window.isFullScreen() and not window.isMinimized())
    window.showNormal()
    qtbot.waitUntil(window.isFullScreen)


def test_it_has_neither_menus_nor_actions_nor_drops(kiosk: Open, qtbot: QtBot) -> None:
    window = kiosk()
    assert not window.findChildren(QAction)
    assert not window.findChildren(QMenu)
    assert not window.acceptDrops()
    assert not any(child.acceptDrops() for child in window.findChildren(QWidget))
    view = window.board_view.viewport()
    qtbot.mouseClick(view, Qt.MouseButton.RightButton, pos=view.rect().topLeft())
    assert QApplication.activePopupWidget() is None


def test_a_screen_reader_hears_names_and_results(
    kiosk: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = kiosk(message="Bravo")
    assert window.windowTitle() == "Two turns — PuzzleGUI"
    assert window.board_view.accessibleName() == "Board, 2 by 2"
    assert find(window, QWidget, "goalView").accessibleName() == "Goal, 2 by 2"
    said: list[str] = []
    monkeypatch.setattr(window, "_announce", said.append)
    turn(qtbot, window)
    turn(qtbot, window)
    assert said[-1] == "Solved in 2 moves. Time 0:00 Bravo"


def test_it_speaks_german(kiosk: Open, qtbot: QtBot) -> None:
    set_language("de")
    window = kiosk()
    assert button(window, "restartButton").text() == "Neu beginnen"
    assert button(window, "otherButton").text() == "Andere Richtung"
    turn(qtbot, window)
    turn(qtbot, window)
    assert "In 2 Zügen gelöst." in str(notice(window))


def test_boards_follow_each_other(
    kiosk: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[object] = []
    monkeypatch.setattr("puzzlegui.gui.kiosk.window.start_detached", started.append)
    window = kiosk(SLIDE, TWO, command=("program",), idle=1)
    qtbot.keyClick(window.board_view, Key.Key_Left)
    assert started == []  # another board is left
    assert not button(window, "againButton").property("primary")
    click(qtbot, button(window, "nextButton"))
    assert text_of(window, "titleLabel") == "Two turns"
    assert not button(window, "nextButton").isVisible()
    turn(qtbot, window)
    turn(qtbot, window)
    assert started == [("program",)]
    assert not button(window, "nextButton").isVisible()
    qtbot.waitUntil(lambda: text_of(window, "titleLabel") == "Slide", timeout=WAIT)
    assert position(window) == SLIDE.start


def test_settings_and_records_are_left_alone(kiosk: Open, qtbot: QtBot, folders: Folders) -> None:
    window = kiosk()
    turn(qtbot, window)
    turn(qtbot, window)
    window.leave()
    assert not folders.data.exists() or not list(folders.data.iterdir())
    assert not folders.recovery.exists() or not list(folders.recovery.iterdir())


# --- the command ---


def test_a_command_runs_without_a_shell(kiosk: Open, qtbot: QtBot, tmp_path: Path) -> None:
    written = tmp_path / "a; b $HOME"
    code = "import sys, pathlib; pathlib.Path(sys.argv[1]).write_text(sys.argv[2])"
    command = (sys.executable, "-c", code, str(written), "$(date) & `id`")
    window = kiosk(animated=True, command=command)
    turn(qtbot, window)
    turn(qtbot, window)
    qtbot.waitUntil(lambda: written.exists() and bool(written.read_text()), timeout=WAIT)
    assert written.read_text() == "$(date) & `id`"


def test_a_command_that_fails_is_logged_and_not_shown(
    kiosk: Open, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    window = kiosk(command=("/nowhere/program", "x"))
    turn(qtbot, window)
    turn(qtbot, window)
    assert notice(window) == "Solved in 2 moves. Time 0:00"
    assert "/nowhere/program cannot be started: No such file or directory" in caplog.text


def test_a_command_does_not_block(monkeypatch: pytest.MonkeyPatch) -> None:
    waits = [sys.executable, "-c", "input()"]
    assert programs.start_detached(waits)  # its input is empty
    process = programs._running[-1]
    assert process.wait(WAIT / 1000) == 1
    assert programs.start_detached([sys.executable, "-c", ""])
    assert process not in programs._running
    assert isinstance(programs._running[-1], subprocess.Popen)
    programs._running[-1].wait(WAIT / 1000)


# --- in the window ---


@pytest.fixture
def game(make_window: Callable[..., MainWindow]) -> MainWindow:
    window = make_window(TWO)
    window.timeline().animated = False
    return window


def test_the_window_plays_with_message_and_command(
    game: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[object] = []
    monkeypatch.setattr("puzzlegui.gui.window.game_terms.start_detached", started.append)
    game.play(PlayOptions("Open <i>the</i> box", command=("program",)))
    assert game.mode() == PLAY
    game.timeline().animated = False
    turn(qtbot, game)
    assert started == []
    turn(qtbot, game)
    assert started == [("program",)]
    assert find(game, WinStrip, "winStrip").isVisible()
    label = find(game, QLabel, "winLabel")
    assert label.text().endswith("\nOpen <i>the</i> box")
    assert label.textFormat() == Qt.TextFormat.PlainText
    assert game.findChild(QLabel, "timeLeft") is None


def test_the_terms_belong_to_their_puzzle(
    game: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[object] = []
    monkeypatch.setattr("puzzlegui.gui.window.game_terms.start_detached", started.append)
    game.play(PlayOptions("Bravo", seconds=60, command=("program",)))
    assert text_of(game, "timeLeft") == "Time left 1:00"
    game.document().open(replace(TWO, start=grid("3 1/4 2")))
    game.show_play()
    game.timeline().animated = False
    turn(qtbot, game)
    assert find(game, WinStrip, "winStrip").isVisible()
    assert started == []
    assert "Bravo" not in text_of(game, "winLabel")
    assert not find(game, QLabel, "timeLeft").isVisible()


def test_the_window_ends_the_time(
    game: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()  # the dialog is wanted
    game.play(PlayOptions(seconds=1))
    game.timeline().animated = False
    turn(qtbot, game)
    qtbot.waitUntil(lambda: game.findChild(QMessageBox) is not None, timeout=WAIT)
    box = game.findChild(QMessageBox)
    assert isinstance(box, QMessageBox)
    assert box.text() == "Time is up. The board is back at its start."
    assert game.session.state.game.moves == ()
    click(qtbot, box.buttons()[0])
    assert text_of(game, "timeLeft") == "Time left 0:01"
    assert dialogs.show_time_up is not None
    turn(qtbot, game)
    turn(qtbot, game)
    assert find(game, WinStrip, "winStrip").isVisible()
