"""A solution is a document: saved with its board, opened, changed and saved again."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from puzzlegui.core.board import Board
from puzzlegui.core.solution import Solution
from puzzlegui.documents.boardfile import dump_board, dump_solution
from puzzlegui.documents.loading import load_document
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.run import solve
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.dialogs import ask_with_solution
from tests.gui.conftest import WAIT
from tests.gui.robot import action

BOARD = load_preset("mystery-box")
SOLUTION = solve(BOARD)
_TURNS = BOARD.parse_moves("A1 A1 A1 A1")
LONGER = replace(SOLUTION, moves=(*_TURNS, *SOLUTION.moves), optimal=False, segments=())


class Answers:
    """Answers both questions of saving, and notes what was asked and offered."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        self.both: bool | None = True
        self.asked: list[int] = []
        self.offered: list[str] = []
        self.folder = folder
        monkeypatch.setattr(dialogs, "ask_with_solution", self._which)
        monkeypatch.setattr(dialogs, "ask_save_path", self._path)

    def _which(self, _window: object, _name: str, solution: Solution) -> bool | None:
        self.asked.append(len(solution.moves))
        return self.both

    def _path(self, _window: object, _title: str, suggested: Path, _kinds: object) -> Path:
        self.offered.append(suggested.name)
        return self.folder / suggested.name


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Answers:
    return Answers(monkeypatch, tmp_path)


@pytest.fixture
def opened(window: MainWindow, tmp_path: Path) -> Path:
    """A solution file that is open in the window."""
    path = tmp_path / "ten.json"
    path.write_text(dump_solution(SOLUTION), encoding="utf-8")
    assert window.open_path(path)
    return path


def save_action(window: MainWindow) -> QAction:
    return action(window, "actionSave")


def in_file(path: Path) -> tuple[Board, int | None]:
    """The board in a file, and how many moves the solution beside it has."""
    found = load_document(path)
    if isinstance(found, Board):
        return found, None
    return found.board, len(found.moves)


def test_saving_asks_once_whether_with_the_solution(
    window: MainWindow, answers: Answers, tmp_path: Path
) -> None:
    save = save_action(window)
    window.use_solution(LONGER)
    save.trigger()
    path = tmp_path / "Mystery Box-solution.json"
    assert in_file(path) == (BOARD, 14)
    assert (window.document().path, save.isEnabled()) == (path, False)
    window.use_solution(SOLUTION)
    assert window.isWindowModified()
    save.trigger()
    assert in_file(path) == (BOARD, 10)
    assert not window.isWindowModified()
    assert (answers.asked, len(answers.offered)) == ([14], 1)


def test_the_board_alone_stays_alone(window: MainWindow, answers: Answers, tmp_path: Path) -> None:
    path = tmp_path / "box.puzzle"
    path.write_text(dump_board(BOARD), encoding="utf-8")
    window.open_path(path)
    save = save_action(window)
    assert not save.isEnabled()
    window.use_solution(SOLUTION)
    assert save.isEnabled()
    assert not window.isWindowModified()  # nothing of the file's own has changed
    answers.both = False
    save.trigger()
    assert not save.isEnabled()
    window.document().edit(BOARD.with_fields(title="Mine"), "title")
    save.trigger()
    assert in_file(path) == (BOARD.with_fields(title="Mine"), None)
    assert answers.asked == [10]
    assert answers.offered == []


def test_the_choice_is_shown_and_save_as_asks_again(
    window: MainWindow, answers: Answers, tmp_path: Path
) -> None:
    save, save_as = save_action(window), action(window, "actionSaveAs")
    window.use_solution(SOLUTION)
    assert save.text() == "&Save"
    answers.both = False
    save.trigger()
    assert save.text() == "&Save board only"
    assert "without the solution" in window.statusBar().currentMessage()
    answers.both = True
    save_as.trigger()
    assert save.text() == "&Save board and solution"
    answers.both = False
    save_as.trigger()
    assert save.text() == "&Save board only"
    assert len(answers.asked) == 3
    window.open_preset("eight-cpp")
    assert save.text() == "&Save"


def test_saving_the_solution_too_leaves_the_file_of_the_board(
    window: MainWindow, answers: Answers, tmp_path: Path
) -> None:
    path = tmp_path / "box.puzzle"
    path.write_text(dump_board(BOARD), encoding="utf-8")
    window.open_path(path)
    window.use_solution(SOLUTION)
    save_action(window).trigger()
    assert answers.offered == ["box-solution.json"]
    assert in_file(path) == (BOARD, None)
    assert in_file(tmp_path / "box-solution.json") == (BOARD, 10)
    assert window.windowTitle().startswith("box-solution.json")


def test_nothing_is_saved_if_the_question_is_left(
    window: MainWindow, answers: Answers, tmp_path: Path
) -> None:
    window.use_solution(SOLUTION)
    answers.both = None
    assert not window.files.saving.save()
    assert not window.files.saving.save_as()
    assert list(tmp_path.glob("*.*")) == []
    assert window.document().path is None


def test_a_solution_that_is_opened_is_the_document(
    window: MainWindow, opened: Path, answers: Answers
) -> None:
    save = save_action(window)
    assert window.windowTitle() == "ten.json[*] — PuzzleGUI"
    assert not window.isWindowModified()
    assert not save.isEnabled()
    window.document().edit(BOARD.with_fields(title="Mine"), "title")
    save.trigger()
    assert in_file(opened) == (BOARD.with_fields(title="Mine"), 10)
    assert (answers.asked, answers.offered) == ([], [])


def test_another_solution_is_a_change_that_can_be_reverted(
    window: MainWindow, opened: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dialogs, "ask_unsaved", lambda _window, _name, then: then(dialogs.DISCARD))
    window.use_solution(LONGER)
    assert window.isWindowModified()
    assert window.is_unsaved()
    action(window, "actionRevert").trigger()
    assert not window.isWindowModified()
    assert window.solution() is not None
    assert in_file(opened) == (BOARD, 10)


def test_a_document_whose_solution_is_gone_is_saved_without(
    window: MainWindow, opened: Path, answers: Answers
) -> None:
    turned = BOARD.with_cell("start", (0, 0), 6).with_cell("start", (0, 1), 7)
    window.document().edit(turned, "swap")
    assert window.solution() is None
    save_action(window).trigger()
    assert in_file(opened) == (turned, None)
    window.undo()
    save_action(window).trigger()
    assert in_file(opened) == (BOARD, 10)
    assert answers.asked == [10]


def test_moves_made_by_hand_are_saved_as_a_solution(
    window: MainWindow, answers: Answers, tmp_path: Path
) -> None:
    window.use_solution(LONGER)
    window.session.start_game(SOLUTION.moves)
    window.show_play()
    save_action(window).trigger()
    assert answers.asked == [10]
    found = load_document(tmp_path / answers.offered[0])
    assert isinstance(found, Solution)
    assert (found.moves, found.solver) == (SOLUTION.moves, "by hand")


def test_a_solution_that_cannot_be_written_is_said(
    window: MainWindow, answers: Answers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(dialogs, "show_problem", lambda _parent, title, _text: said.append(title))
    window.use_solution(SOLUTION)
    answers.folder = tmp_path / "no"
    assert not window.files.saving.save()
    assert said == ["Could not save the solution"]
    assert window.document().path is None


def press(monkeypatch: pytest.MonkeyPatch, text: str) -> list[str]:
    """Press a button of the boxes to come, or Escape if there is none; what they say."""
    texts: list[str] = []

    def exec_(box: QMessageBox) -> int:
        texts.append(box.text())
        box.show()
        found = [one for one in box.findChildren(QPushButton) if one.text() == text]
        if found:
            QTest.keyClick(found[0], Qt.Key.Key_Space)
        else:
            QTest.keyClick(box, Qt.Key.Key_Escape)
        return box.result()

    monkeypatch.setattr(QMessageBox, "exec", exec_)
    return texts


@pytest.fixture
def mine(window: MainWindow, tmp_path: Path) -> Path:
    """A file of a board that was opened, edited in the window, and not saved yet."""
    path = tmp_path / "box.puzzle"
    path.write_text(dump_board(BOARD), encoding="utf-8")
    assert window.open_path(path)
    window.document().edit(BOARD.with_fields(title="Mine"), "title")
    return path


@pytest.mark.parametrize(
    ("button", "kept", "other"),
    [("&Overwrite", "Mine", None), ("Save &as…", "Theirs", "Mine"), ("", "Theirs", None)],
)
def test_a_file_that_somebody_else_changed_is_asked_about(
    window: MainWindow,
    mine: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    button: str,
    kept: str,
    other: str | None,
) -> None:
    mine.write_text(dump_board(BOARD.with_fields(title="Theirs")), encoding="utf-8")
    beside = tmp_path / "beside.puzzle"
    monkeypatch.setattr(dialogs, "ask_save_path", lambda *_: beside)
    texts = press(monkeypatch, button)
    save_action(window).trigger()
    assert texts == ["“box.puzzle” has changed since it was opened here."]
    assert in_file(mine)[0].title == kept
    assert (in_file(beside)[0].title if beside.exists() else None) == other
    assert window.isWindowModified() == (not button)


def test_a_file_is_asked_about_only_if_its_content_is_other(
    window: MainWindow, mine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = press(monkeypatch, "")
    os.utime(mine, (1, 1))
    save_action(window).trigger()
    for title in ("Again", "And again"):
        window.document().edit(BOARD.with_fields(title=title), "title")
        save_action(window).trigger()
        assert in_file(mine)[0].title == title
    mine.unlink()
    window.document().edit(BOARD, "title")
    save_action(window).trigger()
    assert in_file(mine) == (BOARD, None)
    assert texts == []


def test_a_solution_changed_by_another_window_is_asked_about(
    window: MainWindow, opened: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.document().edit(BOARD.with_fields(title="Mine"), "title")
    opened.write_text(dump_solution(LONGER), encoding="utf-8")
    texts = press(monkeypatch, "")
    save_action(window).trigger()
    assert len(texts) == 1
    assert in_file(opened) == (BOARD, 14)


@pytest.mark.parametrize(
    ("button", "written"),
    [
        ("Save board &and solution", 10),
        ("Save &board only", None),
        ("Enter", None),
        ("", 0),
    ],
)
def test_the_question_is_answered_by_its_buttons(
    qtbot: QtBot,
    window: MainWindow,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    button: str,
    written: int | None,
) -> None:
    path = tmp_path / "x"
    monkeypatch.setattr(dialogs, "ask_with_solution", ask_with_solution)
    monkeypatch.setattr(dialogs, "ask_save_path", lambda *_: path)
    window.use_solution(SOLUTION)
    texts: list[str] = []

    def answer() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        texts.append(box.text())
        assert box.icon() is QMessageBox.Icon.NoIcon  # the style's own is of another set
        assert not box.iconPixmap().isNull()
        found = [one for one in box.findChildren(QPushButton) if one.text() == button]
        if button == "Enter":
            QTest.keyClick(box, Qt.Key.Key_Return)
        elif found:
            QTest.mouseClick(found[0], Qt.MouseButton.LeftButton)
        else:
            QTest.keyClick(box, Qt.Key.Key_Escape)

    QTimer.singleShot(50, answer)
    save_action(window).trigger()
    qtbot.waitUntil(lambda: bool(texts), timeout=WAIT)
    question = "“Mystery Box” has a solution in 10 moves. Save the solution too?"
    assert texts == [question]
    assert (in_file(path)[1] if path.exists() else 0) == written


# --- solutions of boards that are not shown any more ---


@pytest.fixture
def elsewhere(window: MainWindow) -> MainWindow:
    """Return a window in which two boards with long searches were left for a third one."""
    for name in ("mystery-box", "eight-cpp"):
        window.open_preset(name)
        window.use_solution(replace(solve(load_preset(name)), seconds=14.0))
    window.open_preset("schonbrunn")
    return window


def test_solutions_of_boards_left_before_are_asked_about_together(
    qtbot: QtBot, elsewhere: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def discard(_parent: object, _name: str, then: Callable[[str], None], what: str = "") -> None:
        asked.append(what)
        QTimer.singleShot(0, lambda: then(dialogs.DISCARD))

    monkeypatch.setattr(dialogs, "ask_unsaved", discard)
    assert elsewhere.is_unsaved()
    elsewhere.close()
    qtbot.waitUntil(lambda: not elsewhere.isVisible(), timeout=WAIT)
    assert asked == ["2 other boards have solutions that are not saved."]


def test_solutions_of_boards_left_before_are_saved_one_by_one(
    qtbot: QtBot, elsewhere: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names: list[str] = []

    def choose(_parent: object, _title: str, suggested: Path, _kinds: object) -> Path:
        names.append(suggested.name)
        return tmp_path / suggested.name

    monkeypatch.setattr(dialogs, "ask_save_path", choose)

    def save(_parent: object, _name: str, then: Callable[[str], None], _what: str = "") -> None:
        QTimer.singleShot(0, lambda: then(dialogs.SAVE))

    monkeypatch.setattr(dialogs, "ask_unsaved", save)
    elsewhere.close()
    qtbot.waitUntil(lambda: not elsewhere.isVisible(), timeout=WAIT)
    assert len(names) == 2
    for name, preset in zip(names, ("mystery-box", "eight-cpp"), strict=True):
        found = load_document(tmp_path / name)
        assert isinstance(found, Solution)
        assert found.board == load_preset(preset)


def test_who_does_not_choose_a_file_stays(
    elsewhere: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dialogs, "ask_save_path", lambda *_: None)
    monkeypatch.setattr(dialogs, "ask_unsaved", lambda _p, _n, then, _w="": then(dialogs.SAVE))
    elsewhere.close()
    assert elsewhere.isVisible()
    assert elsewhere.is_unsaved()


def test_a_board_that_comes_back_is_asked_about_as_itself(
    elsewhere: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def stay(_parent: object, name: str, _then: object, what: str = "") -> None:
        asked.append(what.format(name=name))

    elsewhere.open_preset("eight-cpp")
    monkeypatch.setattr(dialogs, "ask_unsaved", stay)
    elsewhere.close()
    assert asked == ["“Mystery Box” has a solution that is not saved."]
