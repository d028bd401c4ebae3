"""The kiosk, and games that ``puzzlegui play`` starts in the window, with real events."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QAction, QColor, QImage, QPointingDevice
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QLineEdit,
    QMenu,
    QMessageBox,
    QPushButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from puzzlegui import assets
from puzzlegui.core.board import Board
from puzzlegui.core.language import set_language
from puzzlegui.core.solution_lock import lock_for_pin
from puzzlegui.core.win_message import with_message
from puzzlegui.documents.presets import PRESETS, load_preset
from puzzlegui.families.rotation.board import RotationBoard
from puzzlegui.families.sliding.board import SlidingBoard
from puzzlegui.folders import Folders
from puzzlegui.gui.desktop import programs
from puzzlegui.gui.desktop.reduced_motion import system_reduced_motion
from puzzlegui.gui.kiosk.finger import Finger, find_gesture
from puzzlegui.gui.kiosk.kiosk_file import Exhibition, KioskFile, Progress
from puzzlegui.gui.kiosk.window import KioskWindow
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.model.mode import PLAY
from puzzlegui.gui.play.options import PlayOptions
from puzzlegui.gui.play.win_strip import WinStrip
from puzzlegui.gui.style.style_sheet import LIGHT_COLOURS
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

    def make(
        *boards: Board,
        animated: bool = False,
        file: KioskFile | None = None,
        **options: object,
    ) -> KioskWindow:
        shown = Exhibition(boards or (TWO,), folders, PlayOptions(**options))  # type: ignore[arg-type]
        window = KioskWindow(shown, file)
        opened.append(window)
        window.session.timeline.animated = animated
        window.resize(1366, 768)
        window.show()
        qtbot.waitUntil(window.isActiveWindow)
        return window

    yield make
    for window in opened:
        window._close()  # without a PIN
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
    labels = (find(window, QLabel, name) for name in ("messageLabel", "resultLabel"))
    return "\n".join(label.text() for label in labels if label.isVisible())


def test_mouse_solves_a_board(kiosk: Open, qtbot: QtBot) -> None:
    window = kiosk(with_message(TWO, "The code is <b>1907</b>."))
    assert text_of(window, "titleLabel") == "Two turns"
    assert (text_of(window, "movesLabel"), text_of(window, "timeLabel")) == ("0 moves", "Time 0:00")
    turn(qtbot, window)
    assert text_of(window, "movesLabel") == "1 move"
    assert notice(window) is None
    turn(qtbot, window)
    assert notice(window) == "The code is <b>1907</b>.\nSolved in 2 moves. Time 0:00"
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


def test_won_board_takes_no_more_moves(kiosk: Open, qtbot: QtBot) -> None:
    """Not even while the last move is animated."""
    window = kiosk(message="Bravo", animated=True)
    turn(qtbot, window)
    turn(qtbot, window)
    turn(qtbot, window)
    qtbot.keyClick(window.board_view, Key.Key_Backspace)
    assert notice(window) is None
    qtbot.waitUntil(lambda: notice(window) == "Bravo\nSolved in 2 moves. Time 0:00", timeout=WAIT)
    assert position(window) == TWO.goal


def test_keys_solve_a_board(kiosk: Open, qtbot: QtBot) -> None:
    window = kiosk(SLIDE, message="Well done")
    qtbot.waitUntil(window.board_view.hasFocus)
    qtbot.keyClick(window.board_view, Key.Key_Right)
    assert position(window) != SLIDE.start
    qtbot.keyClick(window.board_view, Key.Key_Backspace)
    assert position(window) == SLIDE.start
    qtbot.keyClick(window.board_view, Key.Key_Left)
    assert notice(window) == "Well done\nSolved in 1 move. Time 0:00"
    page = window.focusWidget()
    for key in (Key.Key_Right, Key.Key_Backspace, Key.Key_Return, Key.Key_Space):
        qtbot.keyClick(page, key)
    assert position(window) == SLIDE.goal
    qtbot.keyClick(page, Key.Key_Tab)
    assert window.focusWidget() is button(window, "againButton")
    qtbot.keyClick(window.focusWidget(), Key.Key_Return)
    qtbot.waitUntil(lambda: notice(window) is None)
    assert window.board_view.hasFocus()


def test_touch_solves_a_board(kiosk: Open, qtbot: QtBot) -> None:
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
    assert notice(window) == "Solved in 2 moves.\nTime 0:00"
    click(qtbot, button(window, "againButton"))
    assert not other.isChecked()
    assert all(one.height() >= 40 for one in (undo, other))


def test_other_direction_is_offered_for_boards_that_turn_both_ways(kiosk: Open) -> None:
    assert button(kiosk(TWO), "otherButton").isVisible()
    assert not button(kiosk(replace(TWO, turns="clockwise")), "otherButton").isVisible()
    assert not button(kiosk(SLIDE), "otherButton").isVisible()


@pytest.mark.thorough
def test_time_limit_restarts_the_board(kiosk: Open, qtbot: QtBot) -> None:
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
    assert "Solved in 2 moves.\nTime left 0:01" in str(notice(window))
    qtbot.wait(1200)
    assert "Solved" in str(notice(window))  # the clock has stopped


def test_time_limit_ends_a_drag(kiosk: Open, qtbot: QtBot) -> None:
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
def test_idle_kiosk_begins_again(kiosk: Open, qtbot: QtBot) -> None:
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


def test_kiosk_without_idle_time_keeps_the_game(kiosk: Open, qtbot: QtBot) -> None:
    window = kiosk(idle=0)
    turn(qtbot, window)
    qtbot.wait(300)
    assert position(window) != TWO.start


def test_exit_key_and_end_of_the_session_close_the_kiosk(kiosk: Open, qtbot: QtBot) -> None:
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


def test_kiosk_returns_to_the_full_screen(kiosk: Open, qtbot: QtBot) -> None:
    window = kiosk()
    window.showFullScreen()
    window.showMinimized()
    qtbot.waitUntil(lambda: window.isFullScreen() and not window.isMinimized())
    window.showNormal()
    qtbot.waitUntil(window.isFullScreen)


def test_kiosk_has_neither_menus_nor_actions_nor_drops(kiosk: Open, qtbot: QtBot) -> None:
    window = kiosk()
    assert not window.findChildren(QAction)
    assert not window.findChildren(QMenu)
    assert not window.acceptDrops()
    assert not any(child.acceptDrops() for child in window.findChildren(QWidget))
    view = window.board_view.viewport()
    qtbot.mouseClick(view, Qt.MouseButton.RightButton, pos=view.rect().topLeft())
    assert QApplication.activePopupWidget() is None


def test_screen_reader_hears_names_and_results(
    kiosk: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = kiosk(message="Bravo")
    assert window.windowTitle() == "Two turns — PuzzleGUI"
    assert window.board_view.accessibleName() == "Board, 2 by 2"
    assert find(window, QWidget, "goalView").accessibleName() == "Goal, 2 by 2"
    said: list[str] = []
    monkeypatch.setattr(window, "_announce", said.append)
    click(qtbot, button(window, "restartButton"))
    assert "With the keyboard" in said[-1]
    turn(qtbot, window)
    turn(qtbot, window)
    assert said[-1] == "Bravo Solved in 2 moves. Time 0:00"


def test_kiosk_speaks_german(kiosk: Open, qtbot: QtBot) -> None:
    set_language("de")
    window = kiosk()
    assert button(window, "restartButton").text() == "Neu beginnen"
    assert button(window, "otherButton").text() == "Andere Richtung"
    turn(qtbot, window)
    turn(qtbot, window)
    assert "In 2 Zügen gelöst." in str(notice(window))


def test_next_button_opens_the_next_board(
    kiosk: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[object] = []
    monkeypatch.setattr("puzzlegui.gui.kiosk.window.start_detached", started.append)
    window = kiosk(SLIDE, TWO, command=("program",), idle=1)
    qtbot.keyClick(window.board_view, Key.Key_Left)
    assert started == []  # another board is left
    assert not button(window, "againButton").property("primary")
    assert button(window, "nextButton").text() == "Next puzzle"
    click(qtbot, button(window, "nextButton"))
    assert text_of(window, "titleLabel") == "Two turns"
    assert text_of(window, "boardHeading") == "Board 2 of 2"
    assert not button(window, "nextButton").isVisible()
    turn(qtbot, window)
    turn(qtbot, window)
    assert started == [("program",)]
    qtbot.waitUntil(lambda: text_of(window, "titleLabel") == "Slide", timeout=WAIT)
    assert position(window) == SLIDE.start


def test_last_board_leads_to_the_first(kiosk: Open, qtbot: QtBot) -> None:
    window = kiosk(TWO, SLIDE)
    turn(qtbot, window)
    turn(qtbot, window)
    click(qtbot, button(window, "nextButton"))
    qtbot.keyClick(window.board_view, Key.Key_Left)
    assert button(window, "nextButton").text() == "First puzzle"
    click(qtbot, button(window, "nextButton"))
    assert text_of(window, "boardHeading") == "Board 1 of 2"
    assert position(window) == TWO.start


def test_kiosk_changes_no_records(kiosk: Open, qtbot: QtBot, folders: Folders) -> None:
    window = kiosk()
    turn(qtbot, window)
    turn(qtbot, window)
    window.leave()
    assert not folders.data.exists() or not list(folders.data.iterdir())
    assert not folders.recovery.exists() or not list(folders.recovery.iterdir())


# --- how to move ---


def test_touch_hint_goes_with_the_first_move(kiosk: Open, qtbot: QtBot) -> None:
    window = kiosk(SLIDE)
    hint, finger = find(window, QLabel, "hintLabel"), find(window, Finger, "kioskFinger")
    before = window.board_view.geometry()
    assert hint.text() == "Tap a tile in the row or column of the gap, or drag it there."
    assert hint.isVisible()
    assert finger.isVisible()
    # The tiles above the gap are dragged down.
    tile = window.board_view.cell_rect((0, 1)).toRect()
    qtbot.waitUntil(lambda: tile.contains(finger.geometry().center()), timeout=WAIT)
    qtbot.keyClick(window.board_view, Key.Key_Right)
    assert not hint.isVisible()
    assert not finger.isVisible()
    assert window.board_view.geometry() == before  # the board does not move
    click(qtbot, button(window, "restartButton"))
    assert hint.isVisible()
    assert finger.isVisible()


def test_finger_follows_a_drag(kiosk: Open, qtbot: QtBot) -> None:
    window = kiosk(SLIDE, animated=True)
    finger = find(window, Finger, "kioskFinger")
    begin, end = (window.board_view.cell_rect((r, 1)).toRect() for r in (0, 1))
    qtbot.waitUntil(lambda: begin.contains(finger.geometry().center()), timeout=WAIT)
    qtbot.waitUntil(lambda: end.contains(finger.geometry().center()), timeout=WAIT)


def test_finger_rests_where_motion_is_reduced(kiosk: Open, qtbot: QtBot) -> None:
    window = kiosk(SLIDE, animated=True)
    finger = find(window, Finger, "kioskFinger")
    tile = window.board_view.cell_rect((0, 1)).toRect()
    system_reduced_motion().set_answer("test", reduced=True)
    try:
        places = set()
        for _ in range(20):
            qtbot.wait(50)
            places.add(finger.geometry().center().toTuple())
        assert len(places) == 1
        assert tile.contains(finger.geometry().center())
    finally:
        system_reduced_motion().set_answer("test", reduced=False)


@pytest.mark.parametrize("name", PRESETS)
def test_gesture_makes_a_legal_move(name: str) -> None:
    board = load_preset(name)
    gesture = find_gesture(board)
    assert gesture is not None
    by = gesture.end[0] - gesture.begin[0], gesture.end[1] - gesture.begin[1]
    moves = board.drag_moves(board.initial(), gesture.begin, by)
    if not any(by):
        moves = board.click_moves(board.initial(), *gesture.begin)[0]
    assert board.play_all(moves)[1] == len(moves) > 0


# --- message, sound and background ---


def test_message_fills_the_screen(kiosk: Open, qtbot: QtBot) -> None:
    window = kiosk(SLIDE, message="1907")
    qtbot.keyClick(window.board_view, Key.Key_Left)
    label = find(window, QLabel, "messageLabel")
    assert label.height() > 0.6 * window.height()
    assert label.fontMetrics().height() > 0.25 * window.height()
    assert not window.board_view.isVisible()


def test_long_message_fits_the_screen(kiosk: Open, qtbot: QtBot) -> None:
    window = kiosk(SLIDE, message="W" * 500)
    window.resize(800, 600)
    qtbot.keyClick(window.board_view, Key.Key_Left)
    label = find(window, QLabel, "messageLabel")
    room = label.contentsRect()
    flags = int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWrapAnywhere)
    needed = label.fontMetrics().boundingRect(room, flags, label.text())
    assert needed.height() <= room.height()


def test_sound_is_played_only_if_chosen(
    kiosk: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[str] = []
    monkeypatch.setattr("puzzlegui.gui.kiosk.window.play_sound", played.append)
    qtbot.keyClick(kiosk(SLIDE).board_view, Key.Key_Left)
    assert played == []
    qtbot.keyClick(kiosk(SLIDE, sound=True).board_view, Key.Key_Left)
    assert played == ["solved"]
    assert assets.read_bytes("sounds", "solved.wav").startswith(b"RIFF")


def test_background_is_a_colour_or_a_picture(
    kiosk: Open, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    picture = QImage(40, 90, QImage.Format.Format_RGB32)
    picture.fill(QColor("#AA5500"))
    picture.save(str(tmp_path / "photo.png"))
    for background, shown in (
        ("#1F3A5F", "#1f3a5f"),
        (str(tmp_path / "photo.png"), "#aa5500"),
        (str(tmp_path / "none.png"), LIGHT_COLOURS.window.lower()),
    ):
        window = kiosk(background=background)
        corner = window.grab().toImage().pixelColor(4, 4)
        assert corner.name() == shown
        card = window.grab().toImage().pixelColor(100, 20)
        assert card.name() == LIGHT_COLOURS.card.lower()  # texts are legible on any picture
    assert "none.png cannot be shown" in caplog.text


# --- the PIN ---


def test_pin_closes_the_kiosk(kiosk: Open, qtbot: QtBot) -> None:
    window = kiosk(pin_lock=lock_for_pin("4711"), exit_key="Ctrl+F9")
    control = Qt.KeyboardModifier.ControlModifier
    qtbot.keyClick(window.board_view, Key.Key_F9, control)
    pin = find(window, QLineEdit, "pinEdit")
    assert pin.hasFocus()
    qtbot.keyClicks(pin, "1234")
    qtbot.keyClick(pin, Key.Key_Return)
    assert window.isVisible()
    assert text_of(window, "pinLabel") == "Wrong PIN. Wait a moment."
    qtbot.keyClicks(pin, "4711")
    qtbot.keyClick(pin, Key.Key_Return)
    assert window.isVisible()  # not at once
    qtbot.keyClick(pin, Key.Key_Escape)
    assert window.board_view.hasFocus()
    qtbot.keyClick(window.board_view, Key.Key_F9, control)
    assert text_of(window, "pinLabel") == "Wrong PIN. Wait a moment."
    qtbot.waitUntil(lambda: not pin.isReadOnly(), timeout=WAIT)
    with qtbot.waitSignal(window.closed):
        qtbot.keyClicks(pin, "4711")
        qtbot.keyClick(pin, Key.Key_Return)


def test_held_title_asks_for_the_pin(
    kiosk: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = kiosk(pin_lock=lock_for_pin("4711"))
    window._hold.setInterval(100)
    title, left = find(window, QLabel, "titleLabel"), Qt.MouseButton.LeftButton
    qtbot.mouseClick(title, left)
    qtbot.wait(150)
    assert window.board_view.isVisible()  # it was not held
    qtbot.mousePress(title, left)
    pin = find(window, QLineEdit, "pinEdit")
    qtbot.waitUntil(pin.isVisible, timeout=WAIT)
    for digit in "47912":
        click(qtbot, button(window, f"pin{digit}"))
    for _ in range(3):
        click(qtbot, button(window, "pinErase"))
    for digit in "11":
        click(qtbot, button(window, f"pin{digit}"))
    assert pin.text() == "4711"
    with qtbot.waitSignal(window.closed):
        click(qtbot, button(window, "pinLeave"))


def test_held_title_does_nothing_without_a_pin(kiosk: Open, qtbot: QtBot) -> None:
    window = kiosk()
    window._hold.setInterval(50)
    qtbot.mousePress(find(window, QLabel, "titleLabel"), Qt.MouseButton.LeftButton)
    qtbot.wait(150)
    assert window.isVisible()
    assert window.board_view.isVisible()


def test_pin_page_returns_to_the_message(kiosk: Open, qtbot: QtBot) -> None:
    window = kiosk(SLIDE, pin_lock=lock_for_pin("4711"), message="Bravo")
    qtbot.keyClick(window.board_view, Key.Key_Left)
    window.leave()
    assert notice(window) is None
    click(qtbot, button(window, "pinBack"))
    assert str(notice(window)).startswith("Bravo")


# --- the progress ---


@pytest.fixture
def file(folders: Folders) -> Iterator[KioskFile]:
    """File of a kiosk with two boards."""
    made = KioskFile.create(Exhibition((SLIDE, TWO), folders, PlayOptions()))
    yield made
    made.remove()


def test_kiosk_goes_on_where_it_was(kiosk: Open, qtbot: QtBot, file: KioskFile) -> None:
    window = kiosk(SLIDE, TWO, file=file)
    qtbot.keyClick(window.board_view, Key.Key_Left)
    window = kiosk(SLIDE, TWO, file=file)
    assert notice(window) == "Solved in 1 move.\nTime 0:00"
    click(qtbot, button(window, "nextButton"))
    turn(qtbot, window)
    window = kiosk(SLIDE, TWO, file=file)
    assert text_of(window, "titleLabel") == "Two turns"
    assert text_of(window, "movesLabel") == "1 move"
    qtbot.keyClick(window.board_view, Key.Key_Backspace)
    assert replace(file.read_progress(), seconds=0.0) == Progress(1)
    turn(qtbot, window)
    turn(qtbot, window)
    assert notice(window) is not None


def test_killed_kiosk_begins_again_when_idle(kiosk: Open, qtbot: QtBot, file: KioskFile) -> None:
    file.write_progress(Progress(1, ("A1",), 9.0))
    window = kiosk(SLIDE, TWO, file=file, idle=1)
    assert text_of(window, "timeLabel") == "Time 0:09"
    qtbot.waitUntil(lambda: text_of(window, "titleLabel") == "Slide", timeout=WAIT)
    assert file.read_progress().number == 0


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"number": 7, "moves": ["L"], "seconds": 0}',
             '{"number": 0, "moves": ["Z9"], "seconds": -5}'],
)  # fmt: skip
def test_damaged_progress_is_ignored(
    kiosk: Open, file: KioskFile, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    file.path.with_suffix(".progress").write_text(text)
    window = kiosk(SLIDE, TWO, file=file)
    assert text_of(window, "titleLabel") == "Slide"
    assert position(window) == SLIDE.start


# --- the command ---


def test_command_runs_without_a_shell(kiosk: Open, qtbot: QtBot, tmp_path: Path) -> None:
    written = tmp_path / "a; b $HOME"
    code = "import sys, pathlib; pathlib.Path(sys.argv[1]).write_text(sys.argv[2])"
    command = (sys.executable, "-c", code, str(written), "$(date) & `id`")
    window = kiosk(animated=True, command=command)
    turn(qtbot, window)
    turn(qtbot, window)
    qtbot.waitUntil(lambda: written.exists() and bool(written.read_text()), timeout=WAIT)
    assert written.read_text() == "$(date) & `id`"


def test_failing_command_is_logged_and_not_shown(
    kiosk: Open, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    window = kiosk(command=("/nowhere/program", "x"))
    turn(qtbot, window)
    turn(qtbot, window)
    assert notice(window) == "Solved in 2 moves.\nTime 0:00"
    assert "/nowhere/program cannot be started: No such file or directory" in caplog.text


def test_command_does_not_block(monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_window_plays_with_message_and_command(
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


def test_terms_belong_to_their_puzzle(
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


def test_window_ends_the_time(
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
