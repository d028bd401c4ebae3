"""Unsaved work outlives a killed process, and a window that is closed leaves none."""

from __future__ import annotations

import errno
import json
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from puzzlegui.core import notices
from puzzlegui.core.board import Board
from puzzlegui.core.solution import Solution
from puzzlegui.documents.boardfile import dump_board, dump_solution
from puzzlegui.documents.loading import load_document
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.run import solve
from puzzlegui.folders import Folders
from puzzlegui.gui.files import autosave
from puzzlegui.gui.files.autosave import RecoverableWork, UnsavedProgress
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.model.mode import PLAY
from puzzlegui.gui.program import Program
from puzzlegui.gui.widgets import dialogs
from tests.gui.conftest import WAIT

EDITING = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from puzzlegui.folders import Folders
from puzzlegui.gui import app
application = app.make_application()
from puzzlegui.gui.program import Program
program = Program(Folders.below(Path(sys.argv[1])))
document = program.open_window().document()
number = 0
def type_on():
    global number
    number += 1
    document.edit(document.board.with_fields(title=f"Edit {number}"), "type")
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
from puzzlegui.families.creation import new_board
from puzzlegui.folders import Folders
from puzzlegui.gui import app
application = app.make_application()
from puzzlegui.gui.program import Program
program = Program(Folders.below(Path(sys.argv[1])))
document = program.open_window(Loaded("x", new_board("rotation", 30, 30, 1))).document()
number = 0
def save_on():
    global number
    number += 1
    document.edit(document.board.with_fields(title=f"Save {number}"), "type")
    document.write(Path(sys.argv[2]))
    document.mark_saved(Path(sys.argv[2]))
timer = QTimer()
timer.timeout.connect(save_on)
timer.start(0)
application.exec()
"""

BOARD = load_preset("mystery-box")


def kept(folders: Folders) -> list[Path]:
    return sorted(folders.recovery.glob("*"))


def left(folders: Folders) -> list[RecoverableWork]:
    found = list(autosave.find_recoverable(folders.recovery))
    assert not any(isinstance(work, autosave.RecoverableBook) for work in found)
    return [work for work in found if isinstance(work, RecoverableWork)]


def leave(folders: Folders, board: Board, name: str = "x", **head: object) -> None:
    """Leave work behind as a program that crashed."""
    folders.recovery.mkdir(parents=True, exist_ok=True)
    text = json.dumps({"path": "", "time": 5} | head) + "\n" + dump_board(board)
    (folders.recovery / f"{name}.unsaved").write_text(text, encoding="utf-8")


@pytest.fixture
def restoring(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever was left is opened."""

    def restore(_window: object, _works: list[str], then: Callable[[bool], None]) -> None:
        then(True)

    monkeypatch.setattr(dialogs, "ask_recover", restore)


def test_changes_are_kept_and_forgotten_when_saved(
    qtbot: QtBot,
    window: MainWindow,
    folders: Folders,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    document = window.document()
    document.edit(document.board.with_fields(title="Mine"), "title")
    qtbot.waitUntil(lambda: len(kept(folders)) == 2, timeout=WAIT)
    assert left(folders) == []  # the one who wrote it is alive
    monkeypatch.setattr(dialogs, "ask_save_path", lambda *_: tmp_path / "mine.puzzle")
    window.files.saving.save()
    assert kept(folders) == []
    document.edit(document.board.with_fields(title="Mine again"), "title")
    qtbot.waitUntil(lambda: len(kept(folders)) == 2, timeout=WAIT)
    window.undo()
    assert kept(folders) == []


@pytest.mark.thorough
def test_a_killed_process_loses_three_seconds_at_most(
    qtbot: QtBot,
    program: Program,
    folders: Folders,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    command = [sys.executable, "-c", EDITING, str(tmp_path / "folders")]
    with subprocess.Popen(command) as process:
        qtbot.waitUntil(lambda: len(kept(folders)) == 2, timeout=WAIT)
        time.sleep(0.5)
        os.kill(process.pid, signal.SIGKILL)
    (work,) = left(folders)
    assert work.board.title.startswith("Edit ")
    assert work.path is None
    assert work.describe().startswith("Edit ")
    assert time.time() - work.time < 60

    asked: list[list[str]] = []

    def later(_window: object, works: list[str], _then: object) -> None:
        asked.append(works)

    monkeypatch.setattr(dialogs, "ask_recover", later)
    program.open_window()
    program.offer_recovery()
    assert asked == [[work.describe()]]
    second = Program(folders)
    second.open_window()
    second.offer_recovery()  # which is being asked about
    assert len(asked) == 1
    second.windows[0].close()
    assert work.file.exists()


@pytest.mark.usefixtures("restoring")
def test_an_untouched_window_takes_what_was_left(program: Program, folders: Folders) -> None:
    leave(folders, BOARD.with_fields(title="Left"))
    window = program.open_window()
    program.offer_recovery()
    assert program.windows == [window]
    assert window.board().title == "Left"
    assert window.isWindowModified()
    assert left(folders) == []
    program.offer_recovery()  # nothing left to be asked about


@pytest.mark.usefixtures("restoring")
@pytest.mark.parametrize("modified", [True, False])
def test_what_was_opened_again_stays_on_disk(
    program: Program, folders: Folders, modified: bool
) -> None:
    """Another crash just then takes nothing of it."""
    leave(folders, BOARD.with_fields(title="Left"), modified=modified, moves=["B1"])
    program.open_window()
    program.offer_recovery()
    work, lock = sorted(kept(folders), key=lambda path: path.suffix != ".unsaved")
    text = work.read_text(encoding="utf-8")
    assert json.loads(text.partition("\n")[2])["title"] == "Left"
    assert left(folders) == []  # it is being worked on
    lock.unlink()
    (again,) = left(folders)  # as after a crash
    assert (again.board.title, len(again.progress.moves)) == ("Left", 1)


@pytest.mark.usefixtures("restoring")
def test_what_was_opened_again_and_saved_is_gone(
    program: Program, folders: Folders, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave(folders, BOARD.with_fields(title="Left"))
    window = program.open_window()
    program.offer_recovery()
    monkeypatch.setattr(dialogs, "ask_save_path", lambda *_: tmp_path / "x.puzzle")
    assert window.files.saving.save()
    assert kept(folders) == []


@pytest.mark.usefixtures("restoring")
def test_locks_without_work_are_removed(folders: Folders) -> None:
    leave(folders, BOARD)
    (folders.recovery / "y.lock").touch()  # killed before its work was written
    assert len(left(folders)) == 1
    assert [path.name for path in kept(folders)] == ["x.unsaved"]


@pytest.mark.usefixtures("restoring")
def test_each_work_has_a_window_beside_the_others(
    program: Program, folders: Folders, qtbot: QtBot
) -> None:
    for number in (1, 2, 3):
        leave(folders, BOARD.with_fields(title=f"Left {number}"), str(number), time=number)
    program.open_window()
    program.offer_recovery()
    qtbot.waitUntil(lambda: len(program.windows) == 3, timeout=WAIT)
    assert [window.board().title for window in program.windows] == ["Left 3", "Left 2", "Left 1"]
    places = [(window.x(), window.y()) for window in program.windows]
    assert len(set(places)) == 3


@pytest.mark.usefixtures("restoring")
def test_a_window_in_use_keeps_its_board(program: Program, folders: Folders) -> None:
    leave(folders, BOARD.with_fields(title="Left"))
    window = program.open_window()
    window.open_preset("eight-cpp")
    program.offer_recovery()
    assert [window.board().title for window in program.windows] == ["Eight puzzle", "Left"]


@pytest.mark.usefixtures("restoring")
def test_what_is_opened_after_a_recovery_is_not_modified(
    program: Program, folders: Folders, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave(folders, BOARD.with_fields(title="Left"))
    window = program.open_window()
    program.offer_recovery()
    asked: list[str] = []

    def discard(_window: object, name: str, then: Callable[[str], None]) -> None:
        asked.append(name)
        then(dialogs.DISCARD)

    monkeypatch.setattr(dialogs, "ask_unsaved", discard)
    window.open_preset("eight-cpp")
    assert asked == ["Left"]
    assert not window.document().modified
    window.open_preset("schonbrunn")
    assert asked == ["Left"]
    assert window.close()


@pytest.mark.usefixtures("restoring")
def test_moves_by_hand_and_a_solution_are_recovered(
    program: Program, folders: Folders, qtbot: QtBot
) -> None:
    moves = BOARD.parse_moves("B1 B2 A2")
    leave(folders, BOARD, modified=False, moves=["B1", "B2", "A2", "Z9"])  # which is no move there
    kept_at = folders.recovery / "y.unsaved"
    solution = solve(BOARD)
    head = json.dumps({"path": "", "time": 4, "modified": False, "moves": []})
    kept_at.write_text(f"{head}\n{dump_solution(solution)}", encoding="utf-8")
    assert [work.describe().partition(", with ")[2] for work in left(folders)] == [
        "3 moves made by hand",
        "a solution in 10 moves",
    ]
    program.open_window()
    program.offer_recovery()
    qtbot.waitUntil(lambda: len(program.windows) == 2, timeout=WAIT)
    first, second = program.windows
    assert (first.mode(), first.timeline().position) == (PLAY, 3)
    assert first._progress().moves == moves
    assert not first.document().modified
    found = second.solution()
    assert found is not None
    assert found.moves == solution.moves


def test_moves_by_hand_are_kept(qtbot: QtBot, window: MainWindow, folders: Folders) -> None:
    window.show_play()
    window._play_input.moves_requested.emit(BOARD.parse_moves("B1 B2"), True)
    qtbot.waitUntil(lambda: len(kept(folders)) == 2, timeout=WAIT)
    text = next(folders.recovery.glob("*.unsaved")).read_text(encoding="utf-8")
    assert json.loads(text.splitlines()[0])["moves"] == ["B1", "B2"]
    window.open_preset("eight-cpp")
    qtbot.waitUntil(lambda: kept(folders) == [], timeout=WAIT)


def test_a_solution_is_kept_until_it_is_in_a_file(
    qtbot: QtBot,
    window: MainWindow,
    folders: Folders,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    solution = solve(BOARD)
    window.use_solution(solution)
    qtbot.waitUntil(lambda: len(kept(folders)) == 2, timeout=WAIT)
    text = next(folders.recovery.glob("*.unsaved")).read_text(encoding="utf-8")
    assert json.loads(text.splitlines()[1])["moves"] == list(BOARD.format_moves(solution.moves))
    monkeypatch.setattr(dialogs, "ask_with_solution", lambda *_: True)
    monkeypatch.setattr(dialogs, "ask_save_path", lambda *_: tmp_path / "x.json")
    assert window.files.saving.save()
    assert kept(folders) == []


def test_a_document_with_its_solution_comes_back_as_one(
    qtbot: QtBot, program: Program, folders: Folders, tmp_path: Path, restoring: None
) -> None:
    """Saving it again does not put the board alone in the solution's place."""
    path = tmp_path / "x.json"
    path.write_text(dump_solution(solve(BOARD)), encoding="utf-8")
    first = program.open_window()
    first.open_path(path)
    first.document().edit(BOARD.with_fields(title="Mine"), "title")
    qtbot.waitUntil(lambda: len(kept(folders)) == 2, timeout=WAIT)
    copies = {copy.name: copy.read_bytes() for copy in kept(folders)}
    first.document().undo_stack.setClean()
    first.close()
    leave(folders, BOARD)  # makes the folder
    for copy in kept(folders):
        copy.unlink()
    for name, data in copies.items():
        if name.endswith(".unsaved"):
            (folders.recovery / name).write_bytes(data)
    window = program.open_window()
    program.offer_recovery()
    assert window.document().path == path
    assert window.document().modified
    assert window.files.saving.save()
    found = load_document(path)
    assert isinstance(found, Solution)
    assert (found.board.title, len(found.moves)) == ("Mine", 10)


@pytest.mark.thorough
def test_what_cannot_be_kept_is_logged(
    qtbot: QtBot, window: MainWindow, folders: Folders, caplog: pytest.LogCaptureFixture
) -> None:
    folders.recovery.parent.mkdir(exist_ok=True)
    folders.recovery.write_text("a file where the folder should be")
    document = window.document()
    document.edit(document.board.with_fields(title="Mine"), "title")
    qtbot.waitUntil(lambda: "Unsaved work cannot be kept in " in caplog.text, timeout=WAIT)
    document.edit(document.board.with_fields(title="Mine again"), "title")
    qtbot.wait(3000)
    assert caplog.text.count("cannot be kept") == 1


@pytest.mark.thorough
def test_killed_while_saving(qtbot: QtBot, folders: Folders, tmp_path: Path) -> None:
    path = tmp_path / "saved.puzzle"

    def killed_after(before: bytes) -> None:
        command = [sys.executable, "-c", SAVING, str(tmp_path / "folders"), str(path)]
        with subprocess.Popen(command) as process:
            qtbot.waitUntil(lambda: path.exists() and path.read_bytes() != before, timeout=WAIT)
            time.sleep(0.25)
            os.kill(process.pid, signal.SIGKILL)

    for _ in range(3):
        killed_after(path.read_bytes() if path.exists() else b"")
        saved = load_document(path)  # whole, whichever save it is from
        assert isinstance(saved, Board)
        assert saved.title.startswith("Save ")
        for work in left(folders):
            assert work.board.title.startswith("Save ")
            work.discard()


@pytest.mark.parametrize(
    "content",
    [
        b"", b"{}\n{}", b"\xff\n", b'{"path": "", "time": 1}\nx', b'{"path": "", "time": 1e400}\n',
        b'{"path": "", "time": 1e30}\n', b"[" * 100_000 + b"\n",
    ],
)  # fmt: skip
def test_damaged_leftovers_hide_no_others(
    folders: Folders, content: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    leave(folders, BOARD, "sound")
    if content.startswith(b'{"path'):
        content += dump_board(BOARD).encode() if content.endswith(b"\n") else b""
    (folders.recovery / "x.unsaved").write_bytes(content)
    with caplog.at_level(logging.WARNING):
        (work,) = left(folders)
    assert work.board == BOARD
    assert work.describe()
    assert "Unsaved work cannot be read" in caplog.text
    assert "x.unsaved.damaged-1" in caplog.text


def test_work_with_problems_is_kept_too(folders: Folders) -> None:
    board = BOARD.with_cell("start", (0, 0), 77)
    leave(folders, board, path="/x/y.puzzle", moves=["A1"])
    (work,) = left(folders)
    assert (work.board, work.modified, work.progress) == (board, True, UnsavedProgress())
    assert work.path == Path("/x/y.puzzle")
    work.discard()
    assert kept(folders) == []


@pytest.mark.thorough
def test_solutions_of_boards_left_before_are_kept_too(
    qtbot: QtBot, window: MainWindow, folders: Folders
) -> None:
    window.use_solution(replace(solve(BOARD), seconds=14.0))
    window.open_preset("eight-cpp")
    window.use_solution(replace(solve(load_preset("eight-cpp")), seconds=14.0))
    window.open_preset("schonbrunn")
    qtbot.waitUntil(lambda: len(kept(folders)) == 4, timeout=WAIT)
    texts = [path.read_text("utf-8") for path in folders.recovery.glob("*.unsaved")]
    titles = {json.loads(text.splitlines()[1])["board"]["title"] for text in texts}
    assert titles == {BOARD.title, load_preset("eight-cpp").title}
    window.open_preset("eight-cpp")  # which is shown again, and kept as what is shown
    window.session.run_changed.emit()
    qtbot.waitUntil(lambda: len(kept(folders)) == 4, timeout=WAIT)
    window.files.saving.mark_handled(window.session.other_solutions()[0])
    window.session.run_changed.emit()
    qtbot.waitUntil(lambda: len(kept(folders)) == 2, timeout=WAIT)
    window._leaving = True
    window.close()
    assert kept(folders) == []


@pytest.mark.thorough
def test_solutions_of_boards_left_before_come_back_after_a_crash(
    qtbot: QtBot, program: Program, folders: Folders, restoring: None
) -> None:
    first = program.open_window()
    first.use_solution(replace(solve(first.board()), seconds=14.0))
    board = first.board()
    first.open_preset("eight-cpp")
    qtbot.waitUntil(lambda: len(kept(folders)) == 2, timeout=WAIT)
    copies = {path.name: path.read_bytes() for path in folders.recovery.glob("*.unsaved")}
    first._leaving = True
    first.close()
    for name, data in copies.items():
        (folders.recovery / name).write_bytes(data)
    program.open_window()
    program.offer_recovery()
    qtbot.waitUntil(lambda: any(each.board() == board for each in program.windows), timeout=WAIT)
    back = next(each for each in program.windows if each.board() == board)
    solution = back.solution()
    assert solution is not None
    assert len(solution.moves) == 10


def kept_text(folders: Folders) -> str:
    (path,) = folders.recovery.glob("*.unsaved")
    return path.read_text(encoding="utf-8")


@pytest.mark.thorough
def test_a_better_solution_is_kept_than_the_one_being_followed(
    qtbot: QtBot, window: MainWindow, folders: Folders
) -> None:
    short = solve(BOARD)
    detour = tuple(BOARD.parse_moves("A1 A1 A1 A1"))
    window.use_solution(replace(short, moves=detour + tuple(short.moves), optimal=False))
    session = window.session
    session.restore_state(replace(session.state, offered_solution=short))
    assert window.files.saving.unsaved_work().solution is short
    qtbot.waitUntil(lambda: len(kept(folders)) == 2, timeout=WAIT)
    fields = json.loads(kept_text(folders).partition("\n")[2])
    assert fields["moves"] == list(BOARD.format_moves(short.moves))
    window.files.saving.mark_handled(short)  # then the other
    left_over = window.files.saving.unsaved_work().solution
    assert left_over is not None
    assert len(left_over.moves) == len(short.moves) + len(detour)


@pytest.mark.thorough
def test_a_recovered_solution_keeps_its_proof(
    qtbot: QtBot, window: MainWindow, folders: Folders
) -> None:
    solution = solve(BOARD)
    assert solution.optimal
    assert BOARD.lower_bound() < len(solution.moves)
    window.use_solution(solution)
    qtbot.waitUntil(lambda: len(kept(folders)) == 2, timeout=WAIT)
    text = kept_text(folders)
    leave(folders, BOARD)
    path = folders.recovery / "x.unsaved"
    for content, proved in ((text, True), (text.replace('"seconds": ', '"seconds": 1'), False)):
        path.write_text(content, encoding="utf-8")
        (work,) = left(folders)
        found = work.progress.solution
        assert found is not None
        assert found.moves == solution.moves
        assert (found.optimal, found.lower_bound == len(solution.moves)) == (proved, proved)
        assert ("press Solve to check" in found.note) == (not proved)


def test_autosave_reports_a_full_disk_once_and_tries_again(
    window: MainWindow, folders: Folders
) -> None:
    def full(_handle: int) -> None:
        raise OSError(errno.ENOSPC, "full")

    document, timer = window.document(), window._autosave._timer
    document.edit(document.board.with_fields(title="Mine"), "title")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(os, "fsync", full)
        for _ in range(2):
            window._autosave._write()
            (notice,) = [text for text in notices.pending() if str(folders.recovery) in text]
            assert "No space left on device. Free some space" in notice
            assert timer.isActive()
    notices.dismiss()
    window._autosave._write()
    assert len(list(folders.recovery.glob("*.unsaved"))) == 1
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(os, "fsync", full)
        window._autosave._write()
    assert notices.pending()  # another failure after a success
