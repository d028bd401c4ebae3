"""Files that the program writes for itself, damaged in ten ways."""

from __future__ import annotations

import json
import logging
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import QToolBar, QToolButton
from pytestqt.qtbot import QtBot

from puzzlegui import crashes, logs
from puzzlegui.core import notices
from puzzlegui.core.settingsfile import SettingsFile
from puzzlegui.documents.boardfile import Loaded, dump_board
from puzzlegui.documents.book import Book, BookPuzzle
from puzzlegui.documents.bookfile import dump_book
from puzzlegui.documents.presets import load_preset
from puzzlegui.folders import Folders
from puzzlegui.gui.files import autosave
from puzzlegui.gui.files.last_board import LastBoard
from puzzlegui.gui.model.document import Document
from puzzlegui.gui.model.puzzle import PersonalBest
from puzzlegui.gui.model.settings import Settings
from puzzlegui.gui.play.records import Records, puzzle_key
from puzzlegui.gui.play.solves import Solve, Solves, _kind
from puzzlegui.gui.program import Program
from puzzlegui.solvers import table_store
from tests.gui.conftest import WAIT
from tests.gui.robot import find

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pipes and links as on Linux")
BOARD, OTHER = load_preset("mystery-box"), load_preset("eight-cpp")

# --- the files ---


def _settings(folders: Folders, *, writes: bool) -> bool:
    file = SettingsFile(folders.settings)
    if writes:
        file.put("seconds", 9)
        try:
            file.write()
        except OSError:
            assert notices.pending()
    return file.get("theme") == "dark"


def _records(folders: Folders, *, writes: bool) -> bool:
    records = Records(folders.data)
    found = records.best(BOARD)
    if writes:
        try:
            records.record(OTHER, PersonalBest(4, 2.0))
        except OSError:
            assert notices.pending()
        assert records.best(OTHER) == PersonalBest(4, 2.0)
    return found == PersonalBest(3, 1.5)


def _solves(folders: Folders, *, writes: bool) -> bool:
    solves = Solves(folders.data)
    found = solves.of(BOARD)
    if writes:
        try:
            solves.add(OTHER, Solve(2.0, 4))
        except OSError:
            assert notices.pending()
        assert solves.of(OTHER)[-1] == Solve(2.0, 4)
    return Solve(1.5, 3) in found


def _last_board(folders: Folders, *, writes: bool) -> bool:
    last = LastBoard(folders.data, Settings(folders.settings))
    found = last.load()
    if writes:
        last.remember(Document(OTHER))
    return isinstance(found, Loaded) and found.valid_board().puzzle == BOARD.puzzle


def _unsaved(folders: Folders, *, writes: bool) -> bool:
    found = list(autosave.find_recoverable(folders.recovery))
    if writes:
        kept = autosave.AutosaveFile(folders.recovery)
        kept.write(autosave.with_head(dump_board(OTHER)))
        kept.remove()
    return len(found) == 1


def _crash(folders: Folders, *, writes: bool) -> bool:
    found = crashes.pending_reports(folders.log)
    if writes:
        crashes.CrashRecorder(folders.log).close()
    return len(found) == 1


def _log(folders: Folders, *, writes: bool) -> bool:
    top = logging.getLogger("puzzlegui")
    before, level = list(top.handlers), top.level
    try:
        if writes:
            assert logs.to_file(folders.log)
        crashes.log_lines(folders.log)
    finally:
        for handler in set(top.handlers) - set(before):
            handler.close()
            top.removeHandler(handler)
        top.setLevel(level)
    return True


@dataclass(frozen=True)
class OwnFile:
    """A file, and its use by the program, which returns True if it read the valid content."""

    path: Callable[[Folders], Path]
    content: Callable[[], str]
    use: Callable[..., bool]


FILES = {
    "settings": OwnFile(
        lambda folders: folders.settings / "settings.json",
        lambda: json.dumps({"theme": "dark", "recent": "/a\n/b"}), _settings,
    ),
    "records": OwnFile(
        lambda folders: folders.data / "best.json",
        lambda: json.dumps({puzzle_key(BOARD): [3, 1.5]}), _records,
    ),
    "solves": OwnFile(
        lambda folders: folders.data / "solves.json",
        lambda: json.dumps({_kind(BOARD): [[1.5, 3]]}), _solves,
    ),
    "last board": OwnFile(
        lambda folders: folders.data / "last.puzzle", lambda: dump_board(BOARD), _last_board
    ),
    "unsaved board": OwnFile(
        lambda folders: folders.recovery / "a.unsaved",
        lambda: autosave.with_head(dump_board(BOARD)), _unsaved,
    ),
    "unsaved book": OwnFile(
        lambda folders: folders.recovery / "b.unsaved",
        lambda: autosave.with_head(dump_book(Book("", "", (BookPuzzle(BOARD),)))), _unsaved,
    ),
    "crash report": OwnFile(
        lambda folders: folders.log / "crash-1.txt",
        lambda: "PuzzleGUI 0.1\n\nWhat went wrong:\nIndexError\n", _crash,
    ),
    "log": OwnFile(lambda folders: folders.log / logs.FILE, lambda: "a line\n", _log),
}  # fmt: skip

# --- the damage ---


def _written(change: Callable[[bytes], bytes]) -> Callable[[Path, bytes], None]:
    def damage(path: Path, content: bytes) -> None:
        path.write_bytes(change(content))

    return damage


def _folder(path: Path, content: bytes) -> None:
    path.mkdir()
    (path / "inside").write_bytes(content)


def _unreadable(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    path.chmod(0)


def _with_fields(**fields: object) -> Callable[[bytes], bytes]:
    """Add fields to the JSON object of a file, or to the last line of another file."""

    def change(content: bytes) -> bytes:
        head, newline, text = content.rpartition(b"\n") if content[:1] != b"{" else (b"", b"", b"")
        if content[:1] == b"{":
            first, newline, rest = content.partition(b"\n")
            head, text = (first, rest) if b'"checksum"' in first else (b"", content)
            newline = newline if head else b""
        try:
            text = json.dumps({**json.loads(text), **fields}).encode()
        except ValueError:
            text += json.dumps(fields).encode()
        return head + newline + text

    return change


DAMAGES: dict[str, Callable[[Path, bytes], None]] = {
    "empty": _written(lambda _: b""),
    "half": _written(lambda content: content[: len(content) // 2]),
    "random bytes": _written(lambda _: bytes(range(255, 0, -1)) * 3),
    "wrong shape": _written(lambda _: b"[1, 2]\n[3]"),
    "folder": _folder,
    "loop of links": lambda path, _: path.symlink_to(path),
    "pipe": lambda path, _: os.mkfifo(path),
    "unreadable": _unreadable,
    "newer version": _written(_with_fields(version=99, news="x")),
    "unknown keys": _written(_with_fields(news={"a": [1, None]})),
}


def _fingerprint(path: Path) -> object:
    """Return what tells a file, a folder, a link or a pipe from others."""
    mode = path.lstat().st_mode
    if stat.S_ISDIR(mode):
        return sorted((each.name, _fingerprint(each)) for each in path.iterdir())
    if stat.S_ISLNK(mode):
        return str(path.readlink())
    if stat.S_ISREG(mode):
        return path.read_bytes() if os.access(path, os.R_OK) else path.stat().st_ino
    return stat.S_IFMT(mode)


def _is_readable(name: str, damage: str) -> bool:
    """Return True if the content can be used in spite of the damage."""
    if name == "log":
        return damage not in {"folder", "loop of links", "pipe"}
    if name == "crash report":
        return damage in {"newer version", "unknown keys"} or _is_root(damage)
    return damage == "unknown keys" or _is_root(damage)


def _is_root(damage: str) -> bool:
    return damage == "unreadable" and os.geteuid() == 0


@pytest.mark.examples(14)
@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("name", FILES)
def test_damaged_own_file_is_kept_and_reported(
    name: str, damage: str, folders: Folders, qtbot: QtBot
) -> None:
    row = FILES[name]
    path = row.path(folders)
    path.parent.mkdir(parents=True)
    DAMAGES[damage](path, row.content().encode())
    before = _fingerprint(path)
    found = row.use(folders, writes=True)
    said = "\n".join(notices.pending())
    if _is_readable(name, damage):
        assert found
        assert not said
    elif not (name == "crash report" and damage in {"empty", "half"}):  # nothing was recorded
        kept = [path, path.with_name(f"{path.name}.damaged-1")]
        assert before in [_fingerprint(each) for each in kept if os.path.lexists(each)]
        assert str(path) in said
        assert len(notices.pending()) == 1
    if damage == "newer version" and name not in {"crash report", "log"}:
        assert _fingerprint(path) == before
    elif not said and name in ("settings", "records"):
        assert json.loads(path.read_bytes()).get("news") or damage == "unreadable"
    row.use(folders, writes=True)
    assert "\n".join(notices.pending()) == said  # once
    if damage != "newer version":
        row.use(folders, writes=False)


@pytest.mark.parametrize("damage", ["folder", "loop of links", "pipe"])
def test_table_store_does_not_wait_for_what_is_no_file(damage: str, folders: Folders) -> None:
    table_store.folder().mkdir(parents=True)
    path = table_store._path("one")
    DAMAGES[damage](path, b"x")
    assert table_store.load("one") is None
    table_store.save("one", {"numbers": np.arange(5)})
    assert os.path.lexists(path)


@pytest.mark.examples(1)
@pytest.mark.parametrize("damage", ["half", "pipe", "newer version"])
def test_window_starts_with_damaged_own_files_and_says_so(
    damage: str, program: Program, folders: Folders, qtbot: QtBot
) -> None:
    for name, row in FILES.items():
        path = row.path(folders)
        if name != "log" and not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            DAMAGES[damage](path, row.content().encode())
    window = program.open_window()
    program.offer_recovery()
    crashes.pending_reports(folders.log)

    def bar() -> QToolBar | None:
        return window.findChild(QToolBar, "noticeBar")

    def said() -> str:
        found = bar()
        return found.accessibleDescription() if found is not None and found.isVisible() else ""

    expected = [folders.data / "last.puzzle", folders.recovery / "a.unsaved"]
    qtbot.waitUntil(lambda: all(str(path) in said() for path in expected), timeout=WAIT)
    qtbot.waitUntil(lambda: said() == "\n".join(notices.pending()), timeout=WAIT)
    find(window, QToolButton, "closeNoticeButton").click()
    assert not said()


# --- several processes ---

WINS = """
import sys
from pathlib import Path
from puzzlegui.documents.presets import load_preset
from puzzlegui.gui.model.puzzle import PersonalBest
from puzzlegui.gui.play.records import Records
board = load_preset("mystery-box")
records = Records(Path(sys.argv[1]))
for number in range(int(sys.argv[3])):
    title = ((int(sys.argv[2]) * 100 + number, 1), (2, 3))
    records.record(board.with_fields(start=title, goal=title), PersonalBest(1 + number, 1.0))
"""


def _run_at_once(program: str, *arguments: list[str]) -> None:
    processes = [
        subprocess.Popen([sys.executable, "-c", program, *given], stderr=subprocess.PIPE)
        for given in arguments
    ]
    for process in processes:
        _, errors = process.communicate(timeout=120)
        assert process.returncode == 0, errors


@pytest.mark.thorough
def test_records_keep_the_wins_of_forty_processes(folders: Folders) -> None:
    processes, wins = 40, 5
    _run_at_once(
        WINS, *([str(folders.data), str(number), str(wins)] for number in range(processes))
    )
    stored = json.loads((folders.data / "best.json").read_bytes())
    assert len(stored) == processes * wins
    assert [path.name for path in folders.data.iterdir()] == ["best.json"]
