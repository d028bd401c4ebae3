"""After an export: the file can be opened and shown; and what is seen while it is written."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QLabel, QProgressBar, QProgressDialog, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from puzzlegui.documents.boardfile import dump_board
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.run import solve
from puzzlegui.exporters.settings import ExportSettings
from puzzlegui.exporters.solutions import SOLUTION_FORMATS
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.threads.worker import Job
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.progress_dialog import ProgressDialogTask
from tests.gui.conftest import WAIT
from tests.gui.robot import click, export_to, find, text_of


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is opened; where the name says so, no program is found."""
    found: list[str] = []

    def open_url(url: QUrl) -> bool:
        found.append(url.toLocalFile())
        return "strange" not in url.toLocalFile()

    monkeypatch.setattr(QDesktopServices, "openUrl", open_url)
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "")
    return found


def test_a_written_file_is_opened_and_shown(
    qtbot: QtBot, window: MainWindow, opened: list[str], tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    window.use_solution(solve(load_preset("mystery-box")))
    button = find(window, QToolButton, "openWrittenButton")
    assert not button.isVisible()
    path = tmp_path / "moves.csv"
    export_to(qtbot, window, monkeypatch, path)
    qtbot.waitUntil(button.isVisible, timeout=WAIT)
    assert text_of(window, "writtenLabel") == "Exported moves.csv"
    for _ in range(8):
        if not button.hasFocus():
            window.commands.next_pane()
    assert button.hasFocus()
    qtbot.keyClick(button, Qt.Key.Key_Space)
    assert opened == [str(path)]
    click(qtbot, find(window, QToolButton, "showWrittenButton"))
    if sys.platform.startswith("linux"):
        assert opened[1:] == [str(tmp_path)]
    path.unlink()
    qtbot.keyClick(button, Qt.Key.Key_Space)
    assert window.statusBar().currentMessage() == "moves.csv no longer exists"
    assert opened[0] == str(path)
    qtbot.keyClick(button, Qt.Key.Key_Escape)
    assert not button.isVisible()


def test_what_has_no_program_is_said_and_another_board_takes_the_line_away(
    qtbot: QtBot, window: MainWindow, opened: list[str], tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    window.use_solution(solve(load_preset("mystery-box")))
    export_to(qtbot, window, monkeypatch, tmp_path / "strange.csv")
    button = find(window, QToolButton, "openWrittenButton")
    qtbot.waitUntil(button.isVisible, timeout=WAIT)
    click(qtbot, button)
    assert len(opened) == 1
    assert window.statusBar().currentMessage() == "No program found to open strange.csv"
    window.statusBar().clearMessage()
    window.open_preset("eight-cpp")
    assert not find(window, QWidget, "writtenLabel").isVisible()


def test_how_far_a_file_has_come_is_readable(qtbot: QtBot, window: MainWindow) -> None:
    go_on = threading.Event()

    def work(job: Job) -> object:
        job.fraction = 0.37
        go_on.wait(30)
        return None

    ended: list[object] = []
    ProgressDialogTask(window, window.worker(), Job(work, "Writing film.gif…"), ended.append)
    dialog = find(window, QProgressDialog, "")
    qtbot.waitUntil(lambda: dialog.labelText() == "Writing film.gif…  37%", timeout=WAIT)
    bar = dialog.findChildren(QProgressBar)[0]
    assert (bar.value(), bar.isTextVisible()) == (37, False)
    label = dialog.findChildren(QLabel)[0]
    dialog.show()
    assert label.width() >= label.fontMetrics().horizontalAdvance(label.text())
    go_on.set()
    qtbot.waitUntil(lambda: ended == [None], timeout=WAIT)


@pytest.mark.parametrize("link", [None, Path.symlink_to, Path.hardlink_to])
def test_export_keeps_the_file_of_an_open_board(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    link: Callable[[Path, Path], None] | None,
) -> None:  # fmt: skip
    board = load_preset("mystery-box")
    path = exported = tmp_path / "board.json"
    path.write_text(dump_board(board))
    window.session.document.open(board, path)
    window.use_solution(solve(board))
    if link is not None:
        link(exported := tmp_path / "link.json", path)
    problems: list[str] = []
    monkeypatch.setattr(dialogs, "show_problem", lambda *texts: problems.append(texts[-1]))
    window.files.exports.export_to(
        exported, solve(board), SOLUTION_FORMATS["json"], ExportSettings()
    )
    qtbot.waitUntil(lambda: bool(problems), timeout=WAIT)
    assert problems == [
        f"{exported}: is a source of the result, so it was not replaced. Choose another name."
    ]
    assert path.read_text() == dump_board(board)
