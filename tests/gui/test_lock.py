"""The lock of a board's hints and solutions, and its key files."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from puzzlegui.core.errors import BoardFileError
from puzzlegui.core.solution_lock import is_key, is_lock, lock_for, lock_of, new_key, with_lock
from puzzlegui.documents.boardfile import dump_board, dump_solution
from puzzlegui.documents.keyfile import read_key, write_key
from puzzlegui.documents.loading import load_board
from puzzlegui.engine.run import solve
from puzzlegui.families.rotation.board import RotationBoard
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.model.mode import PLAY, SOLUTION
from puzzlegui.gui.play.win_strip import WinStrip
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.side_window import SideWindow
from tests.boards import grid
from tests.gui.robot import action, click, find, text_of

BOARD = RotationBoard(grid("4 3/2 1"), grid("1 2/3 4"), title="Two turns")
KEY = "0123456789abcdef" * 4
LOCKED = with_lock(BOARD, lock_for(KEY))
REASON = "Hints and solutions of this board are locked."
HELPING = (
    "actionSolve", "actionSolveFromHere", "actionImprove", "actionRate", "actionWatch",
    "actionBenchmark", "actionExplore", "actionWalk", "actionHint", "actionCheck", "actionSolution",
)  # fmt: skip


@pytest.fixture
def chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The key file that every dialog names."""
    path = tmp_path / "board.puzzlekey"
    monkeypatch.setattr(dialogs, "ask_save_path", lambda *_: path)
    monkeypatch.setattr(dialogs, "ask_key_path", lambda *_: path)
    return path


def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    problems: list[str] = []
    monkeypatch.setattr(dialogs, "show_problem", lambda _w, _title, text: problems.append(text))
    return problems


def test_a_locked_board_is_not_helped_with(
    make_window: Callable[..., MainWindow], qtbot: QtBot
) -> None:
    window = make_window(LOCKED)
    window.show_play()
    window.timeline().animated = False
    for name in HELPING:
        assert not action(window, name).isEnabled(), name
        if name != "actionSolution":
            assert action(window, name).toolTip() == REASON
            assert action(window, name).statusTip() == REASON
    for name in ("actionEnterMoves", "actionRestart", "actionSave", "actionUnlock"):
        assert action(window, name).isEnabled() or name == "actionSave"
    assert not find(window, QPushButton, "hintButton").isEnabled()
    assert not find(window, QPushButton, "checkButton").isEnabled()
    assert not find(window, QPushButton, "fromHereButton").isEnabled()
    assert text_of(window, "adviceLabel") == REASON
    for command in (window.solve, window.commands.hint, window.commands.check):
        command()
    window.commands.rate()
    window.commands.solve_from_here()
    assert not window.solving()
    assert window.session.runs.background is None
    assert window.mode() == PLAY
    assert not window.session.busy


def test_a_locked_board_is_won_without_its_solution(
    make_window: Callable[..., MainWindow], qtbot: QtBot
) -> None:
    window = make_window(LOCKED)
    window.show_play()
    window.timeline().animated = False
    view = window.board_view()
    for _ in range(2):
        point = view.cell_rect((0, 0)).bottomRight().toPoint()
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point)
    strip = find(window, WinStrip, "winStrip")
    assert strip.isVisible()
    assert not strip.see_solution.isVisible()
    assert not window.session.busy  # no solver looks for the fewest moves
    window.document().unlock("unlock")
    qtbot.waitUntil(strip.see_solution.isVisible)


def test_lock_save_open_unlock(
    make_window: Callable[..., MainWindow],
    monkeypatch: pytest.MonkeyPatch,
    chosen: Path,
    tmp_path: Path,
) -> None:
    window = make_window(BOARD)
    assert action(window, "actionLock").isEnabled()
    assert not action(window, "actionUnlock").isEnabled()
    monkeypatch.setattr(dialogs, "ask_lock", lambda _: dialogs.NEW_KEY)
    action(window, "actionLock").trigger()
    key = read_key(chosen)
    assert is_key(key)
    assert lock_of(window.board()) == lock_for(key)
    assert window.document().modified
    assert window.statusBar().currentMessage() == "Locked. Save the board to keep the lock."
    assert not action(window, "actionLock").isEnabled()
    path = tmp_path / "board.puzzle"
    monkeypatch.setattr(dialogs, "ask_save_path", lambda *_: path)
    assert window.files.saving.save()
    assert load_board(path) == window.board()
    assert key not in path.read_text()

    other = make_window()
    assert other.open_path(path)
    assert not action(other, "actionSolve").isEnabled()
    assert not action(other, "actionUndo").isEnabled()  # which would unlock
    action(other, "actionUnlock").trigger()
    assert other.board() == BOARD
    assert action(other, "actionSolve").isEnabled()
    assert "Solve the board" in action(other, "actionSolve").toolTip()
    other.undo()
    assert lock_of(other.board())
    window.close()


def test_a_key_locks_several_boards(
    make_window: Callable[..., MainWindow], monkeypatch: pytest.MonkeyPatch, chosen: Path
) -> None:
    write_key(chosen, KEY)
    monkeypatch.setattr(dialogs, "ask_lock", lambda _: dialogs.EXISTING_KEY)
    for board in (BOARD, replace(BOARD, start=grid("2 1/3 4"))):
        window = make_window(board)
        action(window, "actionLock").trigger()
        assert lock_of(window.board()) == lock_for(KEY)
    assert read_key(chosen) == KEY


def test_pin_locks_and_unlocks(
    make_window: Callable[..., MainWindow], monkeypatch: pytest.MonkeyPatch
) -> None:
    window, problems = make_window(BOARD), told(monkeypatch)
    monkeypatch.setattr(dialogs, "ask_lock", lambda _: dialogs.PIN)
    monkeypatch.setattr(dialogs, "ask_new_pin", lambda _: "2580")
    action(window, "actionLock").trigger()
    lock = lock_of(window.board())
    assert is_lock(lock)
    assert "2580" not in lock
    monkeypatch.setattr(dialogs, "ask_pin", lambda _: "2581")
    action(window, "actionUnlock").trigger()
    assert problems == ["This is not the PIN of this board."]
    assert lock_of(window.board()) == lock
    monkeypatch.setattr(dialogs, "ask_pin", lambda _: "2580")
    action(window, "actionUnlock").trigger()
    assert window.board() == BOARD


def shows_solution(window: MainWindow) -> bool:
    """Return True if any mode has a line or a solution to show, to play or to export."""
    session, found = window.session, False
    for name in session.modes:
        session.choose_mode(name)
        line = session.sequence
        found = found or (line is not None and not session.mode.by_hand and len(line.moves) > 0)
        found = found or session.mode.solution_to_export() is not None
    return found or session.solution is not None


def test_locking_hides_solution_in_every_mode(
    make_window: Callable[..., MainWindow], tmp_path: Path
) -> None:
    window = make_window(BOARD)
    window.use_solution(solve(BOARD))
    assert shows_solution(window)
    window.locking._lock_with(lock_for(KEY))
    assert not shows_solution(window)
    for command in (window.undo, window.redo, window.undo):
        command()
        assert lock_of(window.board()) == lock_for(KEY)
        assert not shows_solution(window)
    path = tmp_path / "locked.puzzle"
    path.write_text(dump_board(window.board()))
    window.open_preset("eight-cpp")
    assert window.open_path(path)  # again, in the same session
    assert not shows_solution(window)
    path.write_text(dump_solution(solve(LOCKED)))
    window.open_path(path)
    assert not shows_solution(window)


def test_locking_forgets_the_difficulty(
    make_window: Callable[..., MainWindow], qtbot: QtBot
) -> None:
    window = make_window(BOARD)
    window.commands.rate()
    qtbot.waitUntil(lambda: window.session.state.rating_result is not None, timeout=20_000)
    window.locking._lock_with(lock_for(KEY))
    assert window.session.state.rating_result is None
    assert window.session.state.measures is None


def test_edits_of_a_locked_board_stay_locked(make_window: Callable[..., MainWindow]) -> None:
    window = make_window(BOARD)
    window.document().edit(BOARD.with_fields(title="Other"), "title")
    window.locking._lock_with(lock_for(KEY))
    window.document().edit(replace(BOARD, start=grid("2 1/3 4")), "paste")
    for _ in range(4):
        assert lock_of(window.board()) == lock_for(KEY)
        window.undo()
    window.open_preset("mystery-box")
    assert not lock_of(window.board())


def test_locking_closes_windows_that_show_solutions(
    make_window: Callable[..., MainWindow], qtbot: QtBot
) -> None:
    window = make_window(BOARD)
    action(window, "actionExplore").trigger()
    assert [beside for beside in window.findChildren(SideWindow) if beside.isVisible()]
    window.locking._lock_with(lock_for(KEY))
    qtbot.waitUntil(lambda: not any(b.isVisible() for b in window.findChildren(SideWindow)))


def test_locking_leaves_the_solution_out(
    make_window: Callable[..., MainWindow], monkeypatch: pytest.MonkeyPatch, chosen: Path
) -> None:
    write_key(chosen, KEY)
    window = make_window(BOARD)
    window.use_solution(solve(BOARD))
    window.show_solution()
    assert window.mode() == SOLUTION
    monkeypatch.setattr(dialogs, "ask_lock", lambda _: dialogs.EXISTING_KEY)
    action(window, "actionLock").trigger()
    assert window.mode() == PLAY
    path = chosen.with_suffix(".puzzle")
    monkeypatch.setattr(dialogs, "ask_save_path", lambda *_: path)
    assert window.files.saving.save()  # without asking
    assert "moves" not in json.loads(path.read_text())


@pytest.mark.parametrize("answer", ["", dialogs.NEW_KEY, dialogs.EXISTING_KEY])
def test_nothing_is_locked_without_a_key(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    before = window.board()
    monkeypatch.setattr(dialogs, "ask_lock", lambda _: answer)
    monkeypatch.setattr(dialogs, "ask_save_path", lambda *_: None)
    monkeypatch.setattr(dialogs, "ask_key_path", lambda *_: None)
    action(window, "actionLock").trigger()
    assert window.board() is before


def test_another_key_does_not_unlock(
    make_window: Callable[..., MainWindow], monkeypatch: pytest.MonkeyPatch, chosen: Path
) -> None:
    window, problems = make_window(LOCKED), told(monkeypatch)
    write_key(chosen, new_key())
    action(window, "actionUnlock").trigger()
    assert problems == ["This key belongs to another lock. Choose the key file of this board."]
    assert window.board() == LOCKED
    chosen.write_text("{}")
    action(window, "actionUnlock").trigger()
    assert "this is not a key file of PuzzleGUI" in problems[-1]
    chosen.unlink()
    action(window, "actionUnlock").trigger()
    assert "cannot be read: No such file or directory" in problems[-1]
    assert window.board() == LOCKED


def test_the_question_says_what_the_lock_is_not(window: MainWindow, qtbot: QtBot) -> None:
    seen: list[str] = []

    def answer() -> None:
        box = window.findChild(QMessageBox)
        assert isinstance(box, QMessageBox)
        seen.extend([box.text(), box.informativeText()])
        click(qtbot, box.buttons()[-1])

    QTimer.singleShot(0, answer)
    assert _ask_lock(window) in (dialogs.NEW_KEY, dialogs.EXISTING_KEY, "")
    assert "other programs can still solve it" in seen[1]


_ask_lock = dialogs.ask_lock
"""The function itself, before the tests replace it."""


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "this is not a key file"),
        (b"\xff\xfe", "this is not a key file"),
        (b"{", "this is not a key file"),
        (b"[1]", "this is not a key file"),
        (b'{"format": "puzzlegui/board", "version": 1}', "this is not a key file"),
        (b'{"format": "puzzlegui/key", "version": 2, "key": "00"}', "this is not a key file"),
        (b'{"format": "puzzlegui/key", "version": 1, "key": 5}', "this is not a key file"),
        (b'{"format": "puzzlegui/key", "version": 1, "key": "00"}', "the key in this file is"),
        (b'{"format": "puzzlegui/key", "version": 1, "key": "00"}' + b" " * 10_000, "not a key"),
    ],
)
def test_what_is_not_a_key_file(content: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "x.puzzlekey"
    path.write_bytes(content)
    with pytest.raises(BoardFileError, match=message):
        read_key(path)


def test_folders_and_missing_files_are_no_keys(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none"):
        with pytest.raises(BoardFileError, match="cannot be read"):
            read_key(path)


def test_keys_differ_and_are_kept(tmp_path: Path) -> None:
    keys = {new_key() for _ in range(20)}
    assert len(keys) == len({lock_for(key) for key in keys}) == 20
    path = tmp_path / "x.puzzlekey"
    for key in keys:
        write_key(path, key)
        assert read_key(path) == key
        assert key not in lock_for(key)
