"""The sheet that starts a kiosk from the menu, with real events."""

from __future__ import annotations

import errno
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QCheckBox, QLineEdit, QToolButton
from pytestqt.qtbot import QtBot

from puzzlegui.core.board import Board
from puzzlegui.core.solution_lock import lock_of, opens, with_lock
from puzzlegui.core.win_message import with_message
from puzzlegui.documents.boardfile import dump_board, dump_board_line
from puzzlegui.documents.book import Book, BookPuzzle
from puzzlegui.documents.bookfile import dump_book
from puzzlegui.documents.presets import load_preset
from puzzlegui.folders import Folders
from puzzlegui.gui.design import colour_dialog
from puzzlegui.gui.kiosk import kiosk_file, starting
from puzzlegui.gui.kiosk.kiosk_file import Exhibition, KioskFile, Progress
from puzzlegui.gui.kiosk.sheet import COLOUR, FILES, PICTURE, THEME, THIS_BOARD, KioskSheet
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.model.settings import Settings
from puzzlegui.gui.play.options import PlayOptions
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.basic import OptionalSpinBox
from tests.gui.conftest import WAIT
from tests.gui.robot import action, click, find, text_of

BOARD = with_message(load_preset("mystery-box"), "Look under the chair.")


def no_space(*_: object, **__: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Exhibition]:
    """Content of the kiosks that would have been started."""
    found: list[Exhibition] = []

    def start(command: list[str]) -> bool:
        name = next(word for word in command if word.endswith(".json"))
        assert command[-2:] == ["--kiosk-process", "watcher"]
        file = KioskFile(Path(name))
        found.append(file.read())
        assert file.acquire()
        file.remove()
        return True

    monkeypatch.setattr(starting, "start_detached", start)
    return found


@pytest.fixture
def window(make_window: Callable[..., MainWindow]) -> MainWindow:
    return make_window(BOARD)


def open_sheet(window: MainWindow) -> KioskSheet:
    action(window, "actionKiosk").trigger()
    (sheet,) = (each for each in window.findChildren(KioskSheet) if each.isVisible())
    return sheet


def choose(qtbot: QtBot, sheet: KioskSheet, name: str) -> None:
    click(qtbot, find(sheet, QToolButton, name))


def type_text(qtbot: QtBot, sheet: KioskSheet, name: str, text: str) -> None:
    edit = find(sheet, QLineEdit, name)
    edit.selectAll()
    qtbot.keyClicks(edit, text)


def start(qtbot: QtBot, sheet: KioskSheet, started: list[Exhibition]) -> Exhibition:
    before = len(started)
    click(qtbot, sheet.start)
    qtbot.waitUntil(lambda: len(started) > before, timeout=WAIT)
    return started[-1]


def test_sheet_starts_the_board_of_the_window(
    window: MainWindow, qtbot: QtBot, started: list[Exhibition], folders: Folders
) -> None:
    sheet = open_sheet(window)
    message = find(sheet, QLineEdit, "kioskMessage")
    assert message.placeholderText() == "Look under the chair."
    assert not find(sheet, QCheckBox, "kioskSound").isChecked()
    assert "Ctrl+Alt+Q" in text_of(sheet, "kioskNote")
    shown = start(qtbot, sheet, started)
    assert window.statusBar().currentMessage() == "The kiosk is starting."
    assert shown.boards == (BOARD,)
    assert shown.folders == folders
    assert shown.options == PlayOptions()


def test_sheet_passes_its_settings_on(
    window: MainWindow, qtbot: QtBot, started: list[Exhibition], monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = open_sheet(window)
    for box, text, seconds in (("kioskTime", "2:30", 150), ("kioskIdle", "5", 5)):
        spin = find(sheet, OptionalSpinBox, box)
        spin.selectAll()
        qtbot.keyClicks(spin, text)
        assert spin.value() == seconds
    type_text(qtbot, sheet, "kioskMessage", "The code is 1907.")
    click(qtbot, find(sheet, QCheckBox, "kioskSound"))
    monkeypatch.setattr(colour_dialog, "ask_colour", lambda *_: "#AA5500")
    choose(qtbot, sheet, COLOUR)
    assert text_of(sheet, "kioskBackgroundName") == "#AA5500"
    type_text(qtbot, sheet, "kioskPin", "47x11")
    assert "give the PIN" in text_of(sheet, "kioskNote")
    options = start(qtbot, sheet, started).options
    assert opens(options.pin_lock, "4711")
    assert replace(options, pin_lock="") == PlayOptions(
        "The code is 1907.", 150, idle=5, sound=True, background="#AA5500"
    )


def test_settings_are_remembered_except_for_the_pin(
    window: MainWindow, qtbot: QtBot, started: list[Exhibition], settings: Settings
) -> None:
    sheet = open_sheet(window)
    type_text(qtbot, sheet, "kioskMessage", "Bravo")
    type_text(qtbot, sheet, "kioskPin", "4711")
    find(sheet, OptionalSpinBox, "kioskIdle").clear()
    first = start(qtbot, sheet, started).options
    assert "4711" not in json.dumps(settings["kiosk"])
    assert first.pin_lock not in settings["kiosk"]
    sheet = open_sheet(window)
    assert find(sheet, QLineEdit, "kioskPin").text() == ""
    assert start(qtbot, sheet, started).options == replace(first, pin_lock="")
    assert first.idle == 0


@pytest.mark.parametrize("text", ["{", "[]", "7", '{"message": 5, "idle": "x", "files": 3}'])
def test_damaged_settings_are_ignored(
    window: MainWindow, qtbot: QtBot, started: list[Exhibition], settings: Settings, text: str
) -> None:
    settings["kiosk"] = text
    assert start(qtbot, open_sheet(window), started).options == PlayOptions()


def test_boards_of_several_files_are_played_one_after_another(
    window: MainWindow,
    qtbot: QtBot,
    started: list[Exhibition],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    boards: tuple[Board, ...] = (load_preset("eight-cpp"), load_preset("shift-4x4"))
    path = tmp_path / "set.puzzlebook"
    path.write_text(dump_book(Book(puzzles=tuple(map(BookPuzzle, boards)))))
    single = tmp_path / "disc.puzzle"
    single.write_text(dump_board(load_preset("disc")))
    sheet = open_sheet(window)
    monkeypatch.setattr(dialogs, "ask_open_paths", lambda *_: [])
    choose(qtbot, sheet, FILES)
    assert find(sheet, QToolButton, THIS_BOARD).isChecked()  # the choice of a file was cancelled
    monkeypatch.setattr(dialogs, "ask_open_paths", lambda *_: [path, single])
    choose(qtbot, sheet, FILES)
    assert text_of(sheet, "kioskFileNames") == "set.puzzlebook, disc.puzzle"
    assert start(qtbot, sheet, started).boards == (*boards, load_preset("disc"))
    sheet = open_sheet(window)
    assert find(sheet, QToolButton, FILES).isChecked()
    choose(qtbot, sheet, THIS_BOARD)
    assert start(qtbot, sheet, started).boards == (BOARD,)


def test_missing_file_is_reported(
    window: MainWindow,
    qtbot: QtBot,
    started: list[Exhibition],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    problems: list[str] = []
    monkeypatch.setattr(dialogs, "show_problem", lambda _parent, *texts: problems.extend(texts))
    monkeypatch.setattr(dialogs, "ask_open_paths", lambda *_: [tmp_path / "none.puzzlebook"])
    sheet = open_sheet(window)
    choose(qtbot, sheet, FILES)
    click(qtbot, sheet.start)
    qtbot.waitUntil(lambda: bool(problems), timeout=WAIT)
    assert problems[0] == "Could not start the kiosk"
    assert "none.puzzlebook" in problems[1]
    assert started == []


def test_full_disk_is_reported(
    window: MainWindow,
    qtbot: QtBot,
    started: list[Exhibition],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    problems: list[str] = []
    monkeypatch.setattr(dialogs, "show_problem", lambda _parent, *texts: problems.extend(texts))
    monkeypatch.setattr(kiosk_file, "write_file", no_space)
    click(qtbot, open_sheet(window).start)
    qtbot.waitUntil(lambda: bool(problems), timeout=WAIT)
    assert problems[0] == "Could not start the kiosk"
    assert "No space left on device" in problems[1]
    assert started == []


def test_progress_that_cannot_be_kept_is_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(Path, "write_text", no_space)
    KioskFile(tmp_path / "kiosk-0.json").write_progress(Progress())
    assert "the progress of the kiosk cannot be kept" in caplog.text


def test_picture_is_a_background(
    window: MainWindow,
    qtbot: QtBot,
    started: list[Exhibition],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    picture = QImage(8, 8, QImage.Format.Format_RGB32)
    picture.fill(QColor("red"))
    picture.save(str(tmp_path / "photo.png"))
    monkeypatch.setattr(dialogs, "ask_picture", lambda *_: tmp_path / "photo.png")
    sheet = open_sheet(window)
    choose(qtbot, sheet, PICTURE)
    assert text_of(sheet, "kioskBackgroundName") == "photo.png"
    assert start(qtbot, sheet, started).options.background == str(tmp_path / "photo.png")
    sheet = open_sheet(window)
    choose(qtbot, sheet, THEME)
    assert start(qtbot, sheet, started).options.background == ""


def test_short_pin_is_refused(window: MainWindow, qtbot: QtBot) -> None:
    sheet = open_sheet(window)
    type_text(qtbot, sheet, "kioskPin", "471")
    assert not sheet.start.isEnabled()
    assert text_of(sheet, "kioskNote") == "The PIN needs 4 digits or more."
    type_text(qtbot, sheet, "kioskPin", "4711")
    assert sheet.start.isEnabled()
    qtbot.keyClick(sheet, Qt.Key.Key_Escape)


def test_board_with_problems_is_not_offered(window: MainWindow, qtbot: QtBot) -> None:
    board = window.board()
    window.document().open(board.with_fields(start=((1, 1, 1),) * 3))
    sheet = open_sheet(window)
    assert not find(sheet, QToolButton, THIS_BOARD).isEnabled()
    assert not sheet.start.isEnabled()
    qtbot.keyClick(sheet, Qt.Key.Key_Escape)


def test_sheet_is_operated_by_keys(
    window: MainWindow, qtbot: QtBot, started: list[Exhibition]
) -> None:
    sheet = open_sheet(window)
    qtbot.waitUntil(sheet.isActiveWindow, timeout=WAIT)
    names = []
    for _ in range(9):
        focus = QApplication.focusWidget()
        assert focus is not None
        names.append(focus.objectName() or type(focus).__name__)
        qtbot.keyClick(focus, Qt.Key.Key_Tab)
    assert names[:7] == [
        THIS_BOARD, "kioskTime", "kioskMessage", "kioskSound", THEME, "kioskPin", "kioskIdle",
    ]  # fmt: skip
    qtbot.keyClick(find(sheet, QLineEdit, "kioskMessage"), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(started) == 1, timeout=WAIT)


def test_locked_board_is_played_without_its_solution(
    make_window: Callable[..., MainWindow], qtbot: QtBot, started: list[Exhibition]
) -> None:
    window = make_window(with_lock(BOARD, f"sha256:{'0' * 64}"))
    shown = start(qtbot, open_sheet(window), started)
    assert lock_of(shown.boards[0])
    assert "moves" not in json.loads(dump_board_line(shown.boards[0]))
