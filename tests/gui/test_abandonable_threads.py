"""A disk that does not respond holds up nothing but what was asked of it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QProgressDialog
from pytestqt.qtbot import QtBot

from puzzlegui.core import files, notices
from puzzlegui.core.errors import PuzzleError
from puzzlegui.documents import loading
from puzzlegui.documents.boardfile import dump_board
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.run import solve
from puzzlegui.exporters.settings import CancelledError, ExportSettings
from puzzlegui.exporters.solutions import SOLUTION_FORMATS
from puzzlegui.gui.board import thumbnails
from puzzlegui.gui.files import last_board
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.program import Program
from puzzlegui.gui.threads import abandonable_threads
from puzzlegui.gui.widgets import dialogs
from tests.gui.conftest import WAIT
from tests.gui.robot import solve as solve_in

BOARD = load_preset("mystery-box")


@pytest.fixture
def dead(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder on a disk that does not respond until the test has ended."""
    answers = threading.Event()
    folder = Path("/dead")

    def slow(real: Callable[..., Any]) -> Callable[..., Any]:
        def called(path: Any, *rest: Any, **more: Any) -> Any:
            if str(path).startswith(str(folder)):
                answers.wait()
                raise FileNotFoundError(2, "No such file or directory", str(path))
            return real(path, *rest, **more)

        return called

    monkeypatch.setattr(loading, "open_file", slow(files.open_file))
    monkeypatch.setattr(files, "remove_leftovers", slow(files.remove_leftovers))
    monkeypatch.setattr(Path, "stat", slow(Path.stat))
    monkeypatch.setattr(Path, "is_file", slow(Path.is_file))
    for module in (last_board, thumbnails):
        monkeypatch.setattr(module, "_TIMEOUT", 0.1)
    yield folder
    answers.set()
    for thread in abandonable_threads._abandoned:
        thread.join()
    abandonable_threads._abandoned.clear()


def cancel_soon(window: MainWindow) -> None:
    def cancel() -> None:
        (dialog,) = window.findChildren(QProgressDialog)
        dialog.canceled.emit()

    QTimer.singleShot(200, cancel)


def test_opening_and_saving_can_be_cancelled(
    window: MainWindow, dead: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = window.board()
    cancel_soon(window)
    assert not window.open_path(dead / "x.puzzle")
    document = window.document()
    document.edit(before.with_fields(title="Mine"), "type")
    monkeypatch.setattr(dialogs, "ask_save_path", lambda *_: dead / "x.puzzle")
    cancel_soon(window)
    assert not window.files.saving.save()
    assert document.modified
    assert document.path is None
    assert len(abandonable_threads._abandoned) == 2


def test_a_save_that_was_given_up_is_not_made_later(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A newer one may be there by then."""
    path, answers = tmp_path / "x.puzzle", threading.Event()
    path.write_bytes(b"newer")
    monkeypatch.setattr("os.fsync", lambda _: answers.wait())
    monkeypatch.setattr(dialogs, "ask_save_path", lambda *_: path)
    cancel_soon(window)
    assert not window.files.saving.save()
    answers.set()
    (thread,) = abandonable_threads._abandoned
    thread.join()
    assert path.read_bytes() == b"newer"
    assert list(tmp_path.glob("*x.puzzle*")) == [path]


def test_an_export_that_hangs_leaves_the_worker_to_others(
    window: MainWindow, qtbot: QtBot, dead: Path
) -> None:
    exports = window.files.exports
    exports.export_to(dead / "x.txt", solve(BOARD), SOLUTION_FORMATS["text"], ExportSettings())
    qtbot.waitUntil(lambda: bool(window.findChildren(QProgressDialog)), timeout=WAIT)
    qtbot.wait(200)
    for dialog in window.findChildren(QProgressDialog):
        dialog.canceled.emit()
    assert solve_in(qtbot, window).solved


def test_at_most_eight_threads_hang(window: MainWindow, dead: Path) -> None:
    said: list[str] = []
    for number in range(abandonable_threads.MAX_ABANDONED):
        work = abandonable_threads.AbandonableThread(lambda n=number: loading.load(dead / str(n)))  # type: ignore[misc]
        work.abandon()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(dialogs, "show_problem", lambda _w, _title, text: said.append(text))
        assert not window.open_path(dead / "x.puzzle")
    assert "disk that does not respond" in said[0]
    with pytest.raises(PuzzleError, match="does not respond"):
        abandonable_threads.run_cancellable(lambda: None, lambda: True)
    assert abandonable_threads.run_with_timeout(1, lambda: 5, lambda: True) is None


def test_the_window_comes_without_what_was_open_last(dead: Path, program: Program) -> None:
    program._settings["last file"] = str(dead / "x.puzzle")
    program._settings["recent"] = str(dead / "x.puzzle")
    window = program.open_window()
    assert window.isVisible()
    assert window.document().path is None
    (notice,) = notices.pending()
    assert "x.puzzle, which was open last, could not be opened." in notice


def test_pictures_of_other_files_come(
    window: MainWindow, qtbot: QtBot, dead: Path, tmp_path: Path
) -> None:
    path = tmp_path / "x.puzzle"
    path.write_text(dump_board(BOARD), encoding="utf-8")
    drawn: dict[Path, bool] = {}
    pictures = thumbnails.FileThumbnails(
        window.worker(), lambda path, image: drawn.update({path: image is not None})
    )
    pictures.request([dead / "y.puzzle", path], 40, 1.0)
    qtbot.waitUntil(lambda: len(drawn) == 2, timeout=WAIT)
    assert drawn == {dead / "y.puzzle": False, path: True}


def test_what_nobody_wants_is_given_up() -> None:
    answers = threading.Event()
    with pytest.raises(CancelledError):
        abandonable_threads.run_cancellable(answers.wait, lambda: False)
    assert abandonable_threads.run_with_timeout(60, answers.wait, lambda: False) is None
    assert abandonable_threads.run_with_timeout(0.01, answers.wait, lambda: True) is None
    answers.set()
    for thread in abandonable_threads._abandoned:
        thread.join()
    assert abandonable_threads.run_with_timeout(60, lambda: 5, lambda: True) == 5
    with pytest.raises(ZeroDivisionError):
        abandonable_threads.run_cancellable(lambda: 1 // 0, lambda: True)
