"""Several windows: quitting closes all of them, and asks once about all that would be lost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QComboBox, QPushButton
from pytestqt.qtbot import QtBot

from puzzlegui.cli.window import open_window
from puzzlegui.core.solution import Solution
from puzzlegui.documents.boardfile import Loaded
from puzzlegui.documents.loading import load, load_document
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.run import solve
from puzzlegui.engine.runner.client import own_command
from puzzlegui.exporters.settings import ExportSettings
from puzzlegui.exporters.solutions import SOLUTION_FORMATS
from puzzlegui.folders import Folders
from puzzlegui.gui import app
from puzzlegui.gui.design.colour_dialog import ColourDialog
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.model.settings import DARK_MODE, LIGHT_MODE, Settings
from puzzlegui.gui.program import Program
from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.window.settings_dialog import SettingsDialog
from puzzlegui.solvers import table_store
from tests.gui.conftest import WAIT

BOARD = load_preset("mystery-box")


class Asked:
    """Answers questions about unsaved work, and notes them; None stays."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *answers: str | None) -> None:
        self.names: list[str] = []
        self.whats: list[str] = []
        self._answers = list(answers)
        monkeypatch.setattr(dialogs, "ask_unsaved", self._ask)

    def _ask(self, _window: object, name: str, then: Callable[[str], None], what: str = "") -> None:
        self.names.append(name)
        self.whats.append(what)
        answer = self._answers.pop(0)
        if answer is not None:
            QTimer.singleShot(0, lambda: then(answer))


def change(window: MainWindow, title: str) -> None:
    document = window.document()
    document.edit(document.board.with_fields(title=title), "title")


def quit_by_key(qtbot: QtBot, window: MainWindow) -> None:
    action = window.findChild(QAction, "actionQuit")
    assert action is not None
    assert action.shortcut().toString() == "Ctrl+Q"
    action.trigger()


def test_quitting_closes_all_windows(qtbot: QtBot, program: Program) -> None:
    first, *_ = [program.open_window() for _ in range(3)]
    quit_by_key(qtbot, first)
    assert program.windows == []


def test_each_window_asks_for_its_own_work(
    qtbot: QtBot, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    windows = [program.open_window() for _ in range(3)]
    change(windows[0], "one")
    change(windows[2], "three")
    asked = Asked(monkeypatch, dialogs.DISCARD, dialogs.DISCARD)
    quit_by_key(qtbot, windows[2])
    qtbot.waitUntil(lambda: program.windows == [], timeout=WAIT)
    assert asked.names == ["three", "one"]  # where it was asked for, first


def test_cancelling_stops_quitting(
    qtbot: QtBot, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    windows = [program.open_window() for _ in range(3)]
    change(windows[0], "one")
    change(windows[1], "two")
    asked = Asked(monkeypatch, dialogs.DISCARD, None)
    quit_by_key(qtbot, windows[0])
    qtbot.waitUntil(lambda: asked.names == ["one", "two"], timeout=WAIT)
    assert program.windows == windows[1:]  # the one with nothing to lose stays as well
    Asked(monkeypatch, dialogs.DISCARD)
    windows[1].close()
    qtbot.waitUntil(lambda: windows[1] not in program.windows, timeout=WAIT)
    qtbot.wait(50)
    assert program.windows == [windows[2]]  # quitting does not go on


def test_restart_closes_windows_and_starts_again(
    qtbot: QtBot, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    windows = [program.open_window() for _ in range(2)]
    change(windows[0], "one")
    Asked(monkeypatch, None)
    windows[1].options.restart_requested.emit()
    qtbot.wait(50)
    assert len(program.windows) == 2  # it was cancelled
    Asked(monkeypatch, dialogs.DISCARD)
    windows[1].options.restart_requested.emit()
    qtbot.waitUntil(lambda: program.windows == [], timeout=WAIT)
    assert program.restarting


def test_quitting_does_not_start_again(qtbot: QtBot, program: Program) -> None:
    window = program.open_window()
    quit_by_key(qtbot, window)
    qtbot.waitUntil(lambda: program.windows == [], timeout=WAIT)
    assert not program.restarting


def test_settings_offer_to_restart_for_another_language(qtbot: QtBot, program: Program) -> None:
    window = program.open_window()
    asked: list[bool] = []
    window.options.restart_requested.disconnect()
    window.options.restart_requested.connect(lambda: asked.append(True))
    window.options.show_settings()
    (dialog,) = window.findChildren(SettingsDialog)
    language = dialog.findChild(QComboBox, "language setting")
    button = dialog.findChild(QPushButton, "restartButton")
    assert isinstance(language, QComboBox)
    assert isinstance(button, QPushButton)
    assert not button.isVisible()
    language.setCurrentIndex(language.findData("de"))
    assert button.isVisible()
    language.setCurrentIndex(language.findData("en"))
    assert not button.isVisible()
    language.setCurrentIndex(language.findData("de"))
    button.click()
    assert asked
    assert not dialog.isVisible()


def test_program_starts_again_with_its_options_but_without_the_file(
    monkeypatch: pytest.MonkeyPatch, folders: Folders
) -> None:
    commands: list[list[str]] = []
    monkeypatch.setattr(sys, "argv", ["puzzlegui", "--folders", "there", "some.puzzle"])
    monkeypatch.setattr(app, "run", lambda *_: app.RESTART)
    monkeypatch.setattr(os, "name", "posix")
    monkeypatch.setattr(os, "execv", lambda _, command: commands.append(command))
    monkeypatch.setattr(subprocess, "Popen", lambda _: None)
    assert open_window(None, folders) == 0
    assert commands == [own_command("--folders", "there")]


def test_a_window_goes_with_its_unsaved_work(qtbot: QtBot, program: Program) -> None:
    """Deleting its history says that there are no changes any more, and nobody may listen."""
    window = program.open_window()
    change(window, "one")
    window._leaving = True
    with qtbot.captureExceptions() as raised:
        assert window.close()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert raised == []


def test_a_window_by_itself_is_closed(qtbot: QtBot, window: MainWindow) -> None:
    quit_by_key(qtbot, window)
    assert not window.isVisible()


@pytest.fixture
def long_solution() -> Solution:
    return replace(solve(BOARD), seconds=30.0)


def test_a_solution_that_took_long_is_asked_about_once(
    qtbot: QtBot,
    program: Program,
    long_solution: Solution,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    window = program.open_window()
    window.use_solution(long_solution)
    asked = Asked(monkeypatch, None, dialogs.SAVE)
    assert not window.close()
    assert asked.whats == ["“{name}” has a solution in 10 moves that is not saved."]
    suggested: list[Path] = []

    def choose(_window: object, _title: str, path: Path, _kinds: object) -> Path:
        suggested.append(path)
        return tmp_path / "kept.json"

    monkeypatch.setattr(dialogs, "ask_save_path", choose)
    window.close()
    qtbot.waitUntil(lambda: program.windows == [], timeout=WAIT)
    assert [path.name for path in suggested] == ["Mystery Box-solution.json"]
    found = load_document(tmp_path / "kept.json")
    assert isinstance(found, Solution)
    assert found.moves == long_solution.moves


def test_a_solution_and_changes_are_one_question(
    qtbot: QtBot,
    program: Program,
    long_solution: Solution,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    window = program.open_window()
    change(window, "Mine")
    window.use_solution(replace(long_solution, board=window.board()))
    monkeypatch.setattr(dialogs, "ask_save_path", lambda *_: tmp_path / "mine.json")
    asked = Asked(monkeypatch, dialogs.SAVE)
    window.close()
    qtbot.waitUntil(lambda: program.windows == [], timeout=WAIT)
    assert asked.whats == ["“{name}” has changes and a solution in 10 moves that are not saved."]
    assert load(tmp_path / "mine.json").valid_board().title == "Mine"


def test_a_solution_that_is_not_saved_after_all_stays(
    qtbot: QtBot,
    program: Program,
    long_solution: Solution,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    window = program.open_window()
    window.use_solution(long_solution)
    Asked(monkeypatch, dialogs.SAVE)
    tried: list[object] = []
    monkeypatch.setattr(dialogs, "ask_save_path", lambda *_: tried.append(None))
    window.close()
    qtbot.waitUntil(lambda: bool(tried), timeout=WAIT)
    assert program.windows == [window]
    assert window.isVisible()


def test_what_can_be_found_again_or_is_in_a_file_is_not_asked_about(
    qtbot: QtBot, program: Program, long_solution: Solution, tmp_path: Path
) -> None:
    window = program.open_window()
    window.use_solution(replace(long_solution, seconds=0.5))
    assert not window.is_unsaved()
    window.use_solution(long_solution)
    assert window.is_unsaved()
    path = tmp_path / "moves.json"
    window.files.exports.export_to(path, long_solution, SOLUTION_FORMATS["json"], ExportSettings())
    qtbot.waitUntil(lambda: not window.is_unsaved(), timeout=WAIT)
    other = program.open_window(load(path))
    assert other.solution() is not None
    assert json.loads(path.read_text(encoding="utf-8"))["seconds"] == 30
    assert not other.is_unsaved()


def test_long_game_is_no_unsaved_work(program: Program) -> None:
    window = program.open_window()
    window.show_play()
    window.session.start_game(solve(BOARD).moves)
    played = replace(window.session.state.game, seconds=100.0)
    window.session.update_state(game=played)
    assert not window.is_unsaved()


def test_a_document_is_opened_in_a_window_of_its_own(program: Program) -> None:
    first = program.open_window()
    second = program.open_window(Loaded("x", load_preset("eight-cpp")))
    assert (first.board(), second.board()) == (BOARD, load_preset("eight-cpp"))
    assert first.pos() != second.pos()


def test_the_room_for_stored_tables_is_a_setting(folders: Folders, qtbot: QtBot) -> None:
    settings = Settings(folders.settings)
    settings["stored tables"] = 3
    program = Program(folders)
    assert table_store._most_bytes == 3 << 20
    Settings(folders.settings, program)["stored tables"] = 0
    qtbot.waitUntil(lambda: table_store._most_bytes == 0)


def test_the_next_start_removes_what_a_killed_one_was_writing(
    program: Program, folders: Folders, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scratch, boards = tmp_path / "scratch", tmp_path / "boards"
    monkeypatch.setattr("tempfile.tempdir", str(scratch))
    own = [folders.settings, folders.data, folders.data / "boards", folders.recovery]
    left = []
    for folder in (*own, table_store.folder(), scratch, boards):
        folder.mkdir(parents=True, exist_ok=True)
        left.append(folder / ".board.puzzle.puzzlegui-x")
        left[-1].touch()
    film = scratch / ".puzzlegui-film"
    film.mkdir()
    (film / "lock").touch()
    (film / "film.mp4").touch()
    mine = boards / "x.puzzle"
    mine.touch()
    program._settings["recent"] = str(mine)
    program._settings.write()
    program.remove_leftovers().join()
    assert [path for path in left if path.exists()] == []
    assert list(scratch.iterdir()) == []
    assert list(boards.iterdir()) == [mine]
    assert [path.name for path in folders.settings.iterdir()] == ["settings.json"]


def test_all_windows_look_as_the_theme_says(program: Program, qtbot: QtBot) -> None:
    """Those that were open when it was changed, those opened later, and what belongs to them."""
    first = program.open_window()
    program.open_window()
    sheets, tints = set(), set()
    for mode in (LIGHT_MODE, DARK_MODE):
        first.settings["theme"] = mode
        program.open_window()
        # One window changes after the other.
        qtbot.waitUntil(lambda: len({window.styleSheet() for window in program.windows}) == 1)
        dialog = ColourDialog(first, "#0072B2", "Colour")
        dialog.show()
        sheets.add(first.styleSheet())
        background = dialog.grab().toImage().pixelColor(2, 2).name().upper()
        assert background == theme().colours.window
        tints.add(background)
        dialog.close()
        dialog.deleteLater()
    assert len(sheets) == len(tints) == 2


ENTERING = """
import sys
from pathlib import Path
from puzzlegui.families.creation import new_board
from puzzlegui.gui.play.records import Records
from puzzlegui.gui.model.puzzle import PersonalBest
records = Records(Path(sys.argv[1]))
for seed in range(int(sys.argv[2]), int(sys.argv[2]) + 15):
    records.record(new_board("rotation", 3, 3, seed), PersonalBest(seed, 1.0))
"""


def test_two_programs_lose_no_record(tmp_path: Path) -> None:
    commands = [[sys.executable, "-c", ENTERING, str(tmp_path), at] for at in ("1", "101")]
    running = [subprocess.Popen(command) for command in commands]
    assert [process.wait() for process in running] == [0, 0]
    assert len(json.loads((tmp_path / "best.json").read_text(encoding="utf-8"))) == 30
    assert [path.name for path in tmp_path.iterdir()] == ["best.json"]
