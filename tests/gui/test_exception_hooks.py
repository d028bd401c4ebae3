"""What goes wrong that should not: told at once, or at the next start, and never twice."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import textwrap
import threading
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from puzzlegui import crashes, logs
from puzzlegui.crashes import CrashRecorder
from puzzlegui.gui import exception_hooks
from puzzlegui.gui.exception_hooks import ExceptionHooks
from puzzlegui.gui.help.report_dialog import PREVIOUS_CRASH, ReportDialog
from puzzlegui.gui.widgets import dialogs
from tests.gui.conftest import WAIT

ROOT = Path(__file__).parents[2]


def reports() -> list[ReportDialog]:
    return [w for w in QApplication.topLevelWidgets() if isinstance(w, ReportDialog)]


@pytest.fixture
def caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ExceptionHooks]:
    for name in ("excepthook", "unraisablehook"):
        monkeypatch.setattr(sys, name, getattr(sys, name))
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    recorder = CrashRecorder(tmp_path)
    found = ExceptionHooks(recorder, tmp_path)
    found.install()
    yield found
    for dialog in reports():
        dialog.close()
    recorder.close()
    QApplication.processEvents()
    assert reports() == []


def hear(text: str) -> None:
    """Let the hook hear of an error, as Python does."""

    def fail() -> None:
        raise ZeroDivisionError(text)

    try:
        fail()
    except ZeroDivisionError as error:
        sys.excepthook(ZeroDivisionError, error, error.__traceback__)


def test_an_exception_is_logged_kept_and_told(
    qtbot: QtBot, caught: ExceptionHooks, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.CRITICAL):
        hear("by hand")
    assert "ZeroDivisionError: by hand" in caplog.text
    (file,) = tmp_path.glob("crash-*")
    assert "ZeroDivisionError: by hand" in file.read_text()
    (dialog,) = reports()
    assert not dialog.isModal()
    shown = dialog.text.toPlainText()
    assert "test_exception_hooks.py" in shown
    assert "\nPySide6-Essentials: " in shown
    hear("another")
    hear("another")
    assert dialog.text.toPlainText().count("ZeroDivisionError: another") == 1
    assert len(reports()) == 1
    dialog.reject()
    assert "by hand" not in file.read_text()  # it was told
    qtbot.waitUntil(lambda: reports() == [])


def test_an_exception_in_a_thread_is_told_in_the_window(
    qtbot: QtBot, caught: ExceptionHooks
) -> None:
    thread = threading.Thread(target=lambda: 1 // 0)
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: len(reports()) == 1, timeout=WAIT)
    assert "ZeroDivisionError" in reports()[0].text.toPlainText()


def test_what_goes_wrong_while_an_object_is_freed_is_logged(
    caught: ExceptionHooks, caplog: pytest.LogCaptureFixture
) -> None:
    class Odd:
        def __del__(self) -> None:
            raise ZeroDivisionError("freed")

    odd = Odd()
    del odd
    assert "ZeroDivisionError: freed" in caplog.text
    assert reports() == []


def test_a_crash_is_told_at_the_next_start_and_not_again(
    qtbot: QtBot, caught: ExceptionHooks, tmp_path: Path
) -> None:
    caught.show_previous_crash_report()
    assert reports() == []  # nothing was left
    died = CrashRecorder(tmp_path)
    died.record("it died")
    died.close()
    (tmp_path / logs.FILE).write_text("the last it did\n")
    caught.show_previous_crash_report()
    (dialog,) = reports()
    assert dialog.windowTitle() == "Crash report"
    text = dialog.text.toPlainText()
    assert "it died" in text
    assert "the last it did" in text
    assert "PuzzleGUI: " in text
    assert len(crashes.pending_reports(tmp_path)) == 1  # until it has been read
    hear("meanwhile")
    assert "meanwhile" in dialog.text.toPlainText()
    dialog.reject()
    qtbot.waitUntil(lambda: reports() == [])
    caught.show_previous_crash_report()
    assert reports() == []
    (own,) = tmp_path.glob("crash-*")
    assert "meanwhile" not in own.read_text()


@pytest.fixture
def dialog(qtbot: QtBot) -> ReportDialog:
    dialog = ReportDialog(PREVIOUS_CRASH, "it died")
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def test_a_report_can_be_copied(dialog: ReportDialog) -> None:
    dialog.copy.click()
    assert QGuiApplication.clipboard().text() == dialog.text.toPlainText()


def test_a_report_can_be_saved(
    qtbot: QtBot, dialog: ReportDialog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "report.txt"
    monkeypatch.setattr(dialogs, "ask_save_path", lambda *_: None)
    dialog.save.click()
    monkeypatch.setattr(dialogs, "ask_save_path", lambda *_: path)
    dialog.save.click()
    qtbot.waitUntil(path.exists, timeout=WAIT)
    assert path.read_text(encoding="utf-8") == dialog.text.toPlainText()


def test_a_report_that_cannot_be_saved(
    qtbot: QtBot, dialog: ReportDialog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(dialogs, "ask_save_path", lambda *_: tmp_path / "none" / "report.txt")
    monkeypatch.setattr(dialogs, "show_problem", lambda *texts: said.extend(texts[1:]))
    dialog.save.click()
    qtbot.waitUntil(lambda: bool(said), timeout=WAIT)
    assert said[0] == "Could not save the report"
    assert "No such file or directory" in said[1]


def test_a_report_belongs_to_no_window(dialog: ReportDialog) -> None:
    """One that asks something, such as about unsaved work at the same start, would block it."""
    assert dialog.parentWidget() is None
    assert not dialog.isModal()


# --- programs of their own ---


def run_python(code: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code), *arguments],
        check=False, cwd=ROOT, capture_output=True, text=True, timeout=100,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"} | environment,
    )  # fmt: skip


PROGRAM = """
    import sys
    from pathlib import Path
    from PySide6.QtCore import QEvent, QTimer, QCoreApplication, qFatal
    from puzzlegui.folders import Folders
    from puzzlegui.gui import app
    from puzzlegui.gui import program
    class Program(program.Program):
        def offer_recovery(self):
            QTimer.singleShot(0, lambda: {what})
    program.Program = Program
    sys.exit(app.run(None, Folders.below(Path(sys.argv[1]))))
"""


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("__import__('ctypes').string_at(0)", "Fatal Python error: Segmentation fault"),
        ("qFatal('the last words')", "Qt ended the program: "),
    ],
)
def test_a_program_that_crashes_leaves_a_report(tmp_path: Path, what: str, said: str) -> None:
    ended = run_python(PROGRAM.replace("{what}", what), str(tmp_path))
    assert ended.returncode < 0
    (report,) = crashes.pending_reports(tmp_path / "log")
    assert said in report.text
    assert 'File "<string>"' in report.text


def test_a_program_that_ends_well_leaves_none(tmp_path: Path) -> None:
    ended = run_python(PROGRAM.replace("{what}", "QCoreApplication.quit()"), str(tmp_path))
    assert ended.returncode == 0, ended.stderr
    assert list((tmp_path / "log").glob("crash-*")) == []


def test_a_platform_that_is_not_there_is_a_sentence(tmp_path: Path) -> None:
    ended = run_python(PROGRAM.replace("{what}", "None"), str(tmp_path), QT_QPA_PLATFORM="nonsense")
    assert ended.returncode == 2
    assert "puzzlegui: no window can be opened. Qt says: " in ended.stderr
    assert "Traceback" not in ended.stderr
    assert list((tmp_path / "log").glob("crash-*")) == []


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux's libraries")
def test_a_library_that_the_platform_lacks_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_name: str) -> None:
        raise OSError("libxcb-cursor.so.0: cannot open shared object file: No such file")

    monkeypatch.delenv("QT_QPA_PLATFORM", raising=False)
    monkeypatch.setattr("ctypes.CDLL", refuse)
    text = "no Qt platform plugin could be initialized"
    said = exception_hooks._platform_problem(text)
    for package in ("libxcb-cursor0", "libxcb-shape0", "libwayland-egl1"):
        assert package in said
    assert exception_hooks._platform_problem("something else") == ""


def test_a_report_that_is_closed_is_deleted_by_qt_alone(caught: ExceptionHooks) -> None:
    """Where Python deletes it in the middle of being closed, the program crashes."""
    hear("by hand")
    (dialog,) = reports()
    held = weakref.ref(dialog)
    dialog.reject()
    del dialog
    assert held() is not None
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert reports() == []
    hear("another")
    assert len(reports()) == 1
