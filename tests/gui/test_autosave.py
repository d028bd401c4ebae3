"""Unsaved work outlives a killed process, and a window that is closed leaves none."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from puzzlegui.core.board import Board
from puzzlegui.documents.boardfile import dump_board
from puzzlegui.documents.loading import load_document
from puzzlegui.documents.presets import load_preset
from puzzlegui.gui import app
from puzzlegui.gui.common import dialogs
from puzzlegui.gui.files import autosave
from puzzlegui.gui.main_window import MainWindow
from tests.gui.conftest import WAIT

EDITING = """
import sys
from PySide6.QtCore import QTimer
from puzzlegui.gui import app
application = app.make_application()
window = app.open_window()
document = window.document()
number = 0
def type_on():
    global number
    number += 1
    document.edit(document.board.changed(title=f"Edit {number}"), "type")
timer = QTimer()
timer.timeout.connect(type_on)
timer.start(50)
application.exec()
"""

SAVING = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from puzzlegui.documents.boardfile import Loaded
from puzzlegui.families.generate import new_board
from puzzlegui.gui import app
application = app.make_application()
window = app.open_window(Loaded("x", new_board("rotation", 30, 30, 1)))
document = window.document()
number = 0
def save_on():
    global number
    number += 1
    document.edit(document.board.changed(title=f"Save {number}"), "type")
    document.save(Path(sys.argv[1]))
timer = QTimer()
timer.timeout.connect(save_on)
timer.start(0)
application.exec()
"""


def kept() -> list[Path]:
    return sorted(autosave.folder().glob("*")) if autosave.folder().exists() else []


def test_changes_are_kept_and_forgotten_when_saved(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = window.document()
    document.edit(document.board.changed(title="Mine"), "title")
    qtbot.waitUntil(lambda: len(kept()) == 2, timeout=WAIT)
    assert list(autosave.unsaved()) == []  # the one who wrote it is alive
    monkeypatch.setattr(dialogs, "ask_save_path", lambda *_: tmp_path / "mine.puzzle")
    window.filing.save()
    assert kept() == []
    document.edit(document.board.changed(title="Mine again"), "title")
    qtbot.waitUntil(lambda: len(kept()) == 2, timeout=WAIT)
    window.undo()
    assert kept() == []


def test_a_killed_process_loses_three_seconds_at_most(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    with subprocess.Popen([sys.executable, "-c", EDITING]) as process:
        qtbot.waitUntil(lambda: len(kept()) == 2, timeout=WAIT)
        time.sleep(0.5)
        os.kill(process.pid, signal.SIGKILL)
    (work,) = autosave.unsaved()
    assert work.board.title.startswith("Edit ")
    assert work.path is None
    assert work.describe().startswith("Edit ")
    assert time.time() - work.time < 60

    asked: list[list[str]] = []

    def later(_window: object, works: list[str], _then: object) -> None:
        asked.append(works)

    def restore(_window: object, _works: list[str], then: Callable[[bool], None]) -> None:
        then(True)

    monkeypatch.setattr(dialogs, "ask_recover", later)
    first = app.open_window()
    app.offer_recovery()
    assert asked == [[work.describe()]]
    monkeypatch.setattr(dialogs, "ask_recover", restore)
    app.offer_recovery()
    (other,) = (window for window in app.open_windows() if window is not first)
    assert other.board() == work.board
    assert other.isWindowModified()
    assert list(autosave.unsaved()) == []
    app.offer_recovery()  # nothing left to be asked about
    other.document().undo_stack.setClean()
    for window in app.open_windows():
        window.document().open(load_preset("mystery-box"))
        window.close()


def test_killed_while_saving(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "saved.puzzle"

    def killed_after(before: bytes) -> None:
        with subprocess.Popen([sys.executable, "-c", SAVING, str(path)]) as process:
            qtbot.waitUntil(lambda: path.exists() and path.read_bytes() != before, timeout=WAIT)
            time.sleep(0.25)
            os.kill(process.pid, signal.SIGKILL)

    for _ in range(3):
        killed_after(path.read_bytes() if path.exists() else b"")
        saved = load_document(path)  # whole, whichever save it is from
        assert isinstance(saved, Board)
        assert saved.title.startswith("Save ")
        for work in list(autosave.unsaved()):
            assert work.board.title.startswith("Save ")
            work.forget()


@pytest.mark.parametrize("content", [b"", b"{}\n{}", b"\xff\n", b'{"path": "", "time": 1}\nx'])
def test_damaged_leftovers_are_passed_over(content: bytes) -> None:
    autosave.folder().mkdir(parents=True)
    (autosave.folder() / "x.unsaved").write_bytes(content)
    assert list(autosave.unsaved()) == []


def test_work_with_problems_is_kept_too() -> None:
    board = load_preset("mystery-box").with_cell("start", (0, 0), 77)
    autosave.folder().mkdir(parents=True)
    text = '{"path": "/x/y.puzzle", "time": 5}\n' + dump_board(board)
    (autosave.folder() / "x.unsaved").write_text(text)
    (work,) = autosave.unsaved()
    assert work.board == board
    assert work.path == Path("/x/y.puzzle")
    work.forget()
    assert kept() == []
