"""Kiosks whose processes are killed, with real processes."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from puzzlegui.cli import kiosk
from puzzlegui.core.solution_lock import lock_for_pin
from puzzlegui.documents.book import Book, BookPuzzle
from puzzlegui.documents.bookfile import dump_book
from puzzlegui.engine.runner.client import own_command
from puzzlegui.families.sliding.board import SlidingBoard
from puzzlegui.folders import Folders
from puzzlegui.gui.kiosk.kiosk_file import Exhibition, KioskFile, Progress
from puzzlegui.gui.play.options import PlayOptions
from tests.boards import grid

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
BOARDS = (
    SlidingBoard(grid("1 2 3/4 5 6/7 0 8"), grid("1 2 3/4 5 6/7 8 0"), title="First"),
    SlidingBoard(grid("1 2 3/4 5 6/0 7 8"), grid("1 2 3/4 5 6/7 8 0"), title="Second"),
)
LONG = 60.0
TYPE_PIN = """
import os, sys
from pathlib import Path
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from puzzlegui.cli import kiosk
from puzzlegui.gui.kiosk.kiosk_file import KioskFile
from puzzlegui.gui.kiosk.window import KioskWindow

def type_pin(window):
    modifiers = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
    QTest.keyClick(window.board_view, Qt.Key.Key_Q, modifiers)
    QTest.keyClicks(window.focusWidget(), "4711")
    QTest.keyClick(window.focusWidget(), Qt.Key.Key_Return)

show = KioskWindow.showFullScreen
def show_and_close(window):
    show(window)
    QTimer.singleShot(500, lambda: type_pin(window))

KioskWindow.showFullScreen = show_and_close
os._exit(kiosk.run_window(KioskFile(Path(sys.argv[1])), ()))
"""
"""Window of a kiosk that types the PIN."""


def wait_for(condition: Callable[[], object]) -> None:
    until = time.monotonic() + LONG
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.1)


def alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{process}/stat").read_text().split()[2] != "Z"


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    return Folders.below(tmp_path)


@pytest.fixture
def windows(folders: Folders) -> Iterator[Callable[[], list[int]]]:
    """Function that returns the processes of the windows shown so far, from the log."""

    def find() -> list[int]:
        log = folders.log / "puzzlegui.log"
        text = log.read_text() if log.exists() else ""
        return [int(number) for number in re.findall(r"(\d+) INFO .*has opened its window", text)]

    yield find
    for number in find():
        if alive(number):
            os.kill(number, signal.SIGKILL)


def watcher_of(file: KioskFile) -> int:
    """Return the process that watches a kiosk; 0 for none."""
    lock = file.path.with_suffix(".lock")
    return int(lock.read_text() or 0) if lock.exists() else 0


def test_killed_kiosk_starts_again_at_its_board(
    folders: Folders, windows: Callable[[], list[int]], tmp_path: Path
) -> None:
    options = PlayOptions(idle=0)
    file = KioskFile.create(Exhibition(BOARDS, folders, options))
    file.write_progress(Progress(1, ("L",), 3.0))  # as another process that was killed
    file.release()
    book = tmp_path / "set.puzzlebook"
    book.write_text(dump_book(Book(puzzles=tuple(BookPuzzle(board) for board in BOARDS))))
    command = own_command(
        "play", str(book), "--kiosk", "--idle", "0", "--folders", str(tmp_path)
    )  # fmt: skip
    with subprocess.Popen(command) as first:
        wait_for(lambda: len(windows()) == 1)
        os.kill(windows()[0], signal.SIGKILL)
        wait_for(lambda: len(windows()) == 2)
        assert first.poll() is None
        first.kill()
        assert first.wait() == -signal.SIGKILL
    wait_for(lambda: len(windows()) == 3)
    wait_for(lambda: watcher_of(file) not in (0, first.pid))
    watcher = watcher_of(file)
    assert len([number for number in windows() if alive(number)]) == 1
    log = (folders.log / "puzzlegui.log").read_text()
    assert log.count("the kiosk goes on with board 2, move 1") == 3
    os.kill(watcher, signal.SIGTERM)
    wait_for(lambda: not any(map(alive, [watcher, *windows()])))
    assert list(folders.recovery.iterdir()) == []


def test_pin_ends_the_kiosk_for_good(
    folders: Folders, windows: Callable[[], list[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    options = PlayOptions(pin_lock=lock_for_pin("4711"))
    file = KioskFile.create(Exhibition(BOARDS, folders, options))
    command = [sys.executable, "-c", TYPE_PIN, str(file.path)]
    monkeypatch.setattr(file, "command", lambda *_: command)
    assert kiosk.watch_kiosk(file, ()) == 0
    assert len(windows()) == 1
    assert not alive(windows()[0])
    assert list(folders.recovery.iterdir()) == []


def test_kiosk_that_cannot_start_is_given_up(
    folders: Folders, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(kiosk, "_PAUSE", 0.0)
    file = KioskFile.create(Exhibition(BOARDS, folders, PlayOptions()))
    monkeypatch.setattr(file, "command", lambda *_: [sys.executable, "-c", "import os; os.abort()"])
    assert kiosk.watch_kiosk(file, ()) == 2
    assert "the kiosk cannot be started" in capsys.readouterr().err
    assert list(folders.recovery.iterdir()) == []


def test_same_kiosk_on_another_screen_has_its_own_file(folders: Folders) -> None:
    shown = Exhibition(BOARDS, folders, PlayOptions())
    first = KioskFile.create(shown)
    first.write_progress(Progress(1))
    script = (
        "import sys; from pathlib import Path\n"
        "from puzzlegui.gui.kiosk.kiosk_file import KioskFile\n"
        "made = KioskFile.create(KioskFile(Path(sys.argv[1])).read())\n"
        "print(made.path.name, made.read_progress().number)\n"
    )
    answer = subprocess.run(
        [sys.executable, "-c", script, str(first.path)], capture_output=True, text=True, check=True
    )
    assert answer.stdout.split() == [f"{first.path.stem}-2.json", "0"]
    first.remove()


def test_files_of_dead_kiosks_are_removed(folders: Folders) -> None:
    dead = KioskFile.create(Exhibition(BOARDS[:1], folders, PlayOptions()))
    dead.write_progress(Progress(0, ("L",)))
    dead.release()
    file = KioskFile.create(Exhibition(BOARDS, folders, PlayOptions()))
    assert {path.stem for path in folders.recovery.iterdir()} == {file.path.stem}
    file.remove()
