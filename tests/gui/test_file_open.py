"""Files that macOS asks the running program to open."""

from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from puzzlegui.documents.boardfile import dump_board
from puzzlegui.documents.presets import load_preset
from puzzlegui.gui.app import Application
from puzzlegui.gui.program import Program
from puzzlegui.gui.widgets import dialogs

EIGHT = load_preset("eight-cpp")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "eight.puzzle"
    path.write_text(dump_board(EIGHT), encoding="utf-8")
    return path


def ask(program: Program, path: Path) -> None:
    """Send what macOS sends when a file is clicked on."""
    application = QApplication.instance()
    assert isinstance(application, Application)
    application.file_requested.connect(program.open_file)
    try:
        QCoreApplication.sendEvent(application, QFileOpenEvent(str(path)))
    finally:
        application.file_requested.disconnect(program.open_file)


def test_a_window_in_which_nothing_was_done_shows_the_file(
    program: Program, file: Path, qtbot: QtBot
) -> None:
    window = program.open_window()
    ask(program, file)
    qtbot.waitUntil(lambda: window.board() == EIGHT)
    assert program.windows == [window]


def test_a_window_in_use_is_left_alone(program: Program, file: Path, qtbot: QtBot) -> None:
    first = program.open_window()
    first.show_play()
    board = first.board()
    first.session.start_game([next(iter(board.legal_moves(board.initial())))])
    ask(program, file)
    qtbot.waitUntil(lambda: len(program.windows) == 2)
    second = program.windows[1]
    qtbot.waitUntil(lambda: second.board() == EIGHT)
    assert first.board() == board


def test_a_file_that_is_open_is_not_opened_twice(
    program: Program, file: Path, qtbot: QtBot
) -> None:
    window = program.open_window()
    ask(program, file)
    qtbot.waitUntil(lambda: window.document().path == file)
    ask(program, file)
    QCoreApplication.processEvents()
    assert program.windows == [window]


def test_a_file_that_is_none_is_told_of(
    program: Program, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(dialogs, "show_problem", lambda _parent, _title, text: told.append(text))
    program.open_window()
    ask(program, tmp_path / "missing.puzzle")
    qtbot.waitUntil(lambda: bool(told))
    assert "missing.puzzle" in told[0]
