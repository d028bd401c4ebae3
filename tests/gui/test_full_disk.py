"""A full disk, at every writer of the program, whatever it was that did not find room."""

from __future__ import annotations

import ast
import errno
import io
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

import puzzlegui
from puzzlegui import cli
from puzzlegui.core.files import write_file
from puzzlegui.core.solution_lock import lock_of
from puzzlegui.documents.boardfile import dump_solution
from puzzlegui.documents.book import Book, BookPuzzle
from puzzlegui.documents.bookfile import dump_book
from puzzlegui.documents.loading import read
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.run import solve
from puzzlegui.exporters.settings import ExportSettings
from puzzlegui.exporters.solutions import SOLUTION_FORMATS
from puzzlegui.folders import Folders
from puzzlegui.gui.files.last_board import LastBoard
from puzzlegui.gui.graph.window import StateGraphWindow
from puzzlegui.gui.help.report_dialog import PREVIOUS_CRASH, ReportDialog
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.model.puzzle import PersonalBest
from puzzlegui.gui.model.settings import Settings
from puzzlegui.gui.play.records import Records
from puzzlegui.gui.widgets import dialogs
from puzzlegui.solvers import table_store
from tests.gui.conftest import WAIT
from tests.gui.robot import answer_export

FULL = "No space left on device"
BOARD = load_preset("mystery-box")
SOLUTION = solve(BOARD)


def no_space(*_: object, **__: object) -> None:
    raise OSError(errno.ENOSPC, FULL)


class _HalfWritten(io.FileIO):
    """A file on a disk that becomes full."""

    def write(self, data: Any) -> int:
        super().write(memoryview(data)[:3])
        raise OSError(errno.ENOSPC, FULL)


def _full_at_open(monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.open

    def opened(path: Any, flags: int, *rest: Any, **more: Any) -> int:
        if flags & (os.O_CREAT | os.O_WRONLY):
            raise OSError(errno.ENOSPC, FULL, path)
        return real(path, flags, *rest, **more)

    monkeypatch.setattr(os, "open", opened)


def _full_at_write(monkeypatch: pytest.MonkeyPatch) -> None:
    def opened(handle: int, mode: str) -> io.BufferedWriter:
        return io.BufferedWriter(_HalfWritten(handle, mode))

    monkeypatch.setattr(os, "fdopen", opened)


FAULTS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "open": _full_at_open,
    "write": _full_at_write,
    "fsync": lambda monkeypatch: monkeypatch.setattr(os, "fsync", no_space),
    "rename": lambda monkeypatch: monkeypatch.setattr(Path, "replace", no_space),
}
"""Where there may be no room: for the file, for its content, when that is put on the disk, and for
its name."""


@dataclass
class Place:
    """What a writer has at hand, and what was said to the user."""

    window: MainWindow
    qtbot: QtBot
    monkeypatch: pytest.MonkeyPatch
    folder: Path
    folders: Folders
    out: Callable[[], str]
    said: list[str] = field(default_factory=list)

    def edit(self) -> None:
        document = self.window.document()
        document.edit(document.board.with_fields(title="Mine"), "type")

    def asked_for(self, name: str) -> Path:
        """The file that the user chooses."""
        path = self.folder / name
        self.monkeypatch.setattr(dialogs, "ask_save_path", lambda *_: path)
        answer_export(self.monkeypatch, path)
        return path

    def wait(self) -> None:
        self.qtbot.waitUntil(lambda: bool(self.said), timeout=WAIT)


def _save(place: Place) -> str:
    place.edit()
    path = place.asked_for("mine.puzzle")
    assert not place.window.files.saving.save()
    assert place.window.document().modified  # and nothing open is lost
    assert place.window.board().title == "Mine"
    return str(path)


def _save_solution(place: Place) -> str:
    place.window.use_solution(SOLUTION)
    place.monkeypatch.setattr(dialogs, "ask_with_solution", lambda *_: True)
    path = place.asked_for("mine.json")
    assert not place.window.files.saving.save()
    assert place.window.solution() is not None
    return str(path)


def _export(place: Place) -> str:
    path = place.folder / "moves.pdf"
    format_ = SOLUTION_FORMATS["pdf"]
    place.window.files.exports.export_to(path, SOLUTION, format_, ExportSettings())
    place.wait()
    return str(path)


def _film(place: Place) -> str:
    """Of which ffmpeg writes the parts."""
    place.monkeypatch.setattr(tempfile, "mkdtemp", no_space)
    path, format_ = place.folder / "moves.mp4", SOLUTION_FORMATS["mp4"]
    place.window.files.exports.export_to(path, SOLUTION, format_, ExportSettings())
    place.wait()
    return str(path)


def _keep(place: Place) -> str:
    place.window.gallery.add_to_gallery()
    return str(place.folders.data / "boards")


def _diagram(place: Place) -> str:
    window = StateGraphWindow(BOARD, place.window.settings)
    window.show_neighbours()
    page = window.neighbours
    place.qtbot.waitUntil(lambda: page.neighbours_view.diagram is not None, timeout=WAIT)
    path = place.asked_for("diagram.svg")
    page.export()
    place.wait()
    window.close()
    return str(path)


def _command(*arguments: str) -> Callable[[Place], str]:
    def run(place: Place) -> str:
        path = place.folder / "written"
        given = [str(path) if argument == "OUT" else argument for argument in arguments]
        if given[-1].startswith("OUT."):
            path = path.with_suffix(given[-1].removeprefix("OUT"))
            given[-1] = str(path)
        if "SOLUTION" in given:
            path = path.with_suffix(".pdf")
            solution = place.folder / "solution.json"
            solution.write_text(dump_solution(SOLUTION), encoding="utf-8")
            given = ["render", str(solution), "-o", str(path)]
        with place.monkeypatch.context():
            quiet = [] if given[0] in {"new", "export"} else ["--quiet"]
            assert cli.run([*given, *quiet]) == 2
        place.said.append(place.out())
        assert "Traceback" not in place.said[-1]
        return str(path)

    return run


def _line(place: Place) -> str:
    moves = place.folder / "moves.line"
    moves.write_text("B1 B2", encoding="utf-8")
    path = _command("line", str(moves), "--board", "preset:mystery-box", "-o", "OUT")(place)
    moves.unlink()
    return path


def _save_other(place: Place) -> str:
    path = place.asked_for("other.json")
    assert not place.window.files.saving._save_other(SOLUTION)
    return str(path)


def _autosave(place: Place) -> str:
    place.edit()
    place.window._autosave._write()
    return str(place.folders.recovery)


def _last_board(place: Place) -> str:
    LastBoard(place.folders.data, place.window.settings).remember(place.window.document())
    return str(place.folders.data / "last.puzzle")


def _record(place: Place) -> str:
    records = Records(place.folders.data)
    with pytest.raises(OSError, match=FULL):
        records.record(BOARD, PersonalBest(3, 1.0))
    assert records.best(BOARD) == PersonalBest(3, 1.0)  # until it can be stored
    return str(place.folders.data / "best.json")


def _settings(place: Place) -> str:
    settings = Settings(place.folders.settings)
    settings["seconds"] = 7
    settings.write()
    return str(place.folders.settings / "settings.json")


def _table(place: Place) -> str:
    table_store.save("one", {"numbers": np.arange(5)})
    return "the table one could not be kept"


def _report(place: Place) -> str:
    path = place.asked_for("report.txt")
    dialog = ReportDialog(PREVIOUS_CRASH, "x")
    dialog.show()
    dialog._ask_path()
    place.wait()
    dialog.close()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # as long as it is held here
    return str(path)


def _key_file(place: Place) -> str:
    path = place.asked_for("board.puzzlekey")
    place.monkeypatch.setattr(dialogs, "ask_lock", lambda _: dialogs.NEW_KEY)
    place.window.locking.lock()
    assert not lock_of(place.window.board())  # with a key that nobody has
    return str(path)


def _save_book(place: Place) -> str:
    book = place.window.commands.books.show_loaded(
        read(dump_book(Book("", "", (BookPuzzle(SOLUTION.board),))), "x")
    )
    path = place.asked_for("mine.puzzlebook")
    assert not book.save()
    assert len(book.document.book.puzzles) == 1
    book.close()
    return str(path)


WRITERS: dict[str, Callable[[Place], str]] = {
    "gui.model.document.write": _save,
    "gui.model.document.write, with a solution": _save_solution,
    "gui.books.document.write": _save_book,
    "gui.gallery.user_boards.add": _keep,
    "documents.keyfile.write_key": _key_file,
    "gui.files.autosave.write": _autosave,
    "gui.files.saving.work": _save_other,
    "core.own_files.update, of the last board": _last_board,
    "core.own_files.update, of results": _record,
    "core.own_files.update, of settings": _settings,
    "gui.help.report_dialog.work": _report,
    "exporters.formats.export": _export,
    "exporters.formats.export, of a diagram": _diagram,
    "exporters.film_files.encode_mp4": _film,
    "solvers.table_store.save": _table,
    "cli.new.run": _command("new", "maze", "--rows", "3", "-o", "OUT"),
    "cli.new._make_rated": _command("new", "maze", "--rows", "3", "--length", "4", "-o", "OUT"),
    "cli.new._write_board": _command(
        "new", "maze", "--rows", "3", "--length", "4..6", "--count", "2", "-o", "OUT"
    ),
    "cli.new.write_book": _command(
        "new", "maze", "--rows", "3", "--length", "4..6", "--count", "2", "-o", "OUT.puzzlebook"
    ),
    "cli.book._write": _command("book", "preset:mystery-box", "--answers", "none", "-o", "OUT.pdf"),
    "cli.page.run": _command("page", "preset:mystery-box", "-o", "OUT.html"),
    "cli.lock.run": _command("lock", "preset:mystery-box", "--pin-file", __file__, "-o", "OUT"),
    "cli.card.run": _command("card", "preset:mystery-box", "-o", "OUT.svg"),
    "cli.solve.run": _command("solve", "preset:mystery-box", "-o", "OUT"),
    "cli.render.run": _command("render", "preset:mystery-box", "-o", "OUT.svg"),
    "cli.render.run, of a solution": _command("SOLUTION"),
    "cli.export.run": _command("export", "preset:mystery-box", "-o", "OUT.scr"),
    "cli.line.run": _line,
    "cli.compare.run": _command(
        "compare", "preset:mystery-box", "--solvers", "optimal", "-o", "OUT"
    ),
    "cli.watch.run": _command("watch", "preset:eight-cpp", "--steps", "5", "-o", "OUT.html"),
    "cli.explore._run_exploration": _command(
        "explore", "preset:mystery-box", "--max-states", "9", "-o", "OUT"
    ),
}
"""Every function that writes a file, and how it comes to that; gives what is to be said of."""

OTHERS = {
    "core.files.write_file": "what the others call",
    "core.files.write_pieces": "as above",
    "core.files.replace_file": "as above",
    "core.own_files.keep_copy": "before what `update` writes",
    "core.own_files.read_bounded": "reads only",
    "core.locks._open": "beside what the others write",
    "core.files._new_file": "as above",
    "core.files._new_folder": "as above",
    "kernels.record.write": "when the program is built",
    "__main__.main": "nothing is kept there",
    "engine.runner.server.main": "as above",
    "gui.benchmark.window.work": "tests/gui/test_benchmark.py",
    "gui.benchmark.window._new_scratch": "a folder, in which SQLite writes",
    "crashes._create_report_file": "tests/test_crashes.py",
    "crashes.pending_reports": "as above",
    "gui.files.printing.ask_printer": "tests/gui/test_printing.py",
    "gui.kiosk.kiosk_file.create": "tests/gui/test_kiosk_sheet.py",
    "gui.kiosk.kiosk_file.write_progress": "as above",
    "logs.to_file": "see below",
    "cli.output.write_result": "as above",
    "gui.selftest.run": "it fails, and says so",
}
"""Functions that write and need no row above, and why."""


@pytest.mark.examples(3)
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("writer", WRITERS)
def test_a_full_disk(
    writer: str,
    fault: str,
    window: MainWindow,
    qtbot: QtBot,
    folders: Folders,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    """What could not be written is said; nothing half-written is left, nothing open is lost."""
    folder = tmp_path / "out"
    folder.mkdir()
    for own in (folders.recovery, folders.data / "boards", table_store.folder()):
        own.mkdir(parents=True, exist_ok=True)
    before = set(tmp_path.rglob("*"))
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    said: list[str] = []
    place = Place(
        window, qtbot, monkeypatch, folder, folders, lambda: capsys.readouterr().err, said
    )
    with monkeypatch.context() as patched:
        place.monkeypatch = patched
        patched.setattr(dialogs, "show_problem", lambda _w, title, text: said.append(text))
        FAULTS[fault](patched)
        about = WRITERS[writer](place)
    text = "\n".join([*said, caplog.text])
    assert FULL in text
    assert about in text
    known = {"settings.json", "solution.json"}

    def leftovers() -> set[str]:
        left = {path for path in tmp_path.rglob("*") if path.is_file() and path not in before}
        return {path.name for path in left if path.suffix != ".lock"} - known

    qtbot.waitUntil(lambda: not leftovers())  # the thread of the settings may hold its lock
    assert list(scratch.iterdir()) == []


@pytest.mark.thorough
def test_every_writer_has_its_row() -> None:
    """Who opens a file to write is tried above, or says why not."""
    package = Path(puzzlegui.__file__).parent
    found: set[str] = set()
    for path in package.rglob("*.py"):
        module = str(path.relative_to(package).with_suffix("")).replace("/", ".")
        tree = ast.parse(path.read_text(encoding="utf-8"))
        functions = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)]
        for function in functions:
            inner = {n for f in ast.walk(function) if f is not function
                     and isinstance(f, ast.FunctionDef) for n in ast.walk(f)}  # fmt: skip
            if any(_writes(node) for node in ast.walk(function) if node not in inner):
                found.add(f"{module}.{function.name}")
    rows = {name.partition(",")[0] for name in WRITERS}
    assert found - rows - set(OTHERS) == set(), "a row of WRITERS is missing"
    assert (rows | set(OTHERS)) - found == set(), "these write nothing any more"


_WRITERS = {
    "write_file", "scratch_folder", "write_text", "write_bytes", "mkstemp", "mkdtemp",
    "QSaveFile", "TemporaryDirectory", "NamedTemporaryFile", "RotatingFileHandler", "QPrinter",
    "fdopen",
}  # fmt: skip


def _writes(call: ast.AST) -> bool:
    if isinstance(call, ast.Name):
        return call.id in {
            "write_file",
            "write_pieces",
            "replace_file",
            "write_result",
        }  # fmt: skip - called there, or handed on
    if not isinstance(call, ast.Call):
        return False
    name = getattr(call.func, "attr", None) or getattr(call.func, "id", "")
    if name in _WRITERS:
        return True
    if name != "open":
        return False
    text = " ".join(ast.unparse(argument) for argument in (*call.args, *call.keywords))
    modes = [a.value for a in call.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
    return "O_CREAT" in text or any(set(mode) & set("wax+") and len(mode) < 4 for mode in modes)


def test_an_existing_file_is_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"old")
    for name, fault in FAULTS.items():
        with pytest.MonkeyPatch.context() as patched:
            fault(patched)
            with pytest.raises(OSError, match=FULL) as raised:
                write_file(path, b"new and longer")
            assert raised.value.filename == str(path), name
        assert path.read_bytes() == b"old"
        assert list(tmp_path.iterdir()) == [path]


WINDOW = """
import resource, signal, sys
from pathlib import Path
from PySide6.QtCore import QTimer
from puzzlegui import logs
from puzzlegui.folders import Folders
from puzzlegui.gui import app
folders = Folders.below(Path(sys.argv[1]))
logs.to_standard_error()
logs.to_file(folders.log)
application = app.make_application()
from puzzlegui.gui.program import Program
program = Program(folders)
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))  # for Qt, too
window = program.open_window()
window.settings["seconds"] = 5
window.settings.write()
document = window.document()
document.edit(document.board.with_fields(title="Mine"), "type")
window._autosave._write()
program.remove_leftovers().join()
print(window.settings["seconds"], document.modified, window.board().title, flush=True)
window._leaving = True
window.close()
"""


@pytest.mark.skipif(os.name != "posix", reason="where files can be kept from growing")
def test_the_window_lives_where_nothing_can_be_written(tmp_path: Path) -> None:
    """Neither settings, nor the log, nor unsaved work."""
    command = [sys.executable, "-c", WINDOW, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "5 True Mine"
    assert "Changed settings cannot be saved in " in done.stderr
    assert "Unsaved work cannot be kept in " in done.stderr
    assert "Traceback" not in done.stderr
    assert "Logging error" not in done.stderr
