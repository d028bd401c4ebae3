"""Boards of an exact difficulty in the window: the New dialog, and another like this."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QProgressDialog, QPushButton
from pytestqt.qtbot import QtBot

import puzzlegui
from puzzlegui import cli
from puzzlegui.core.board import Board
from puzzlegui.documents.boardfile import dump_board
from puzzlegui.documents.loading import load_board
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.run import solve
from puzzlegui.families.creation import new_board
from puzzlegui.families.maze.board import MazeBoard
from puzzlegui.families.registry import FAMILIES
from puzzlegui.gui.board.thumbnails import thumbnail
from puzzlegui.gui.files import new_dialog
from puzzlegui.gui.files.new_dialog import NewBoardDialog
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.model.mode import DESIGN, PLAY, SOLUTION
from puzzlegui.gui.model.settings import Settings
from puzzlegui.gui.widgets import dialogs
from puzzlegui.making.remote import MadeBoard
from tests.gui.conftest import WAIT
from tests.gui.robot import action, click, text_of
from tests.gui.robot import solve as solve_in

OK = "OK"


def open_dialog(
    qtbot: QtBot, settings: Settings, family: str, open_board: Board | None = None
) -> NewBoardDialog:
    dialog = NewBoardDialog(None, settings, open_board)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.family.setCurrentIndex(dialog.family.findData(family))
    dialog.seed.setText("5")
    return dialog


def choose(box: object, text: str) -> None:
    assert isinstance(box, QComboBox)
    index = box.findText(text)
    assert index >= 0, text
    box.setCurrentIndex(index)


def press_ok(qtbot: QtBot, dialog: NewBoardDialog) -> None:
    buttons = [b for b in dialog.findChildren(QPushButton) if b.text().strip("&") == OK]
    click(qtbot, buttons[0])


@pytest.mark.parametrize(
    ("family", "size", "lengths"),
    [
        ("rotation", 3, (5, 7)),
        ("sliding", 3, (12, 14)),
        ("shift", 3, (3, 3)),
        ("maze", 4, (5, 6)),
    ],
)
@pytest.mark.examples(1)
def test_a_board_of_an_exact_difficulty_is_made(
    qtbot: QtBot, settings: Settings, tmp_path: Path, family: str, size: int,
    lengths: tuple[int, int],
) -> None:  # fmt: skip
    dialog = open_dialog(qtbot, settings, family)
    assert not dialog.lengths.isVisible()
    choose(dialog.start, "exact difficulty")
    assert dialog.lengths.isVisible()
    assert dialog.unique.isVisible() == (family != "maze")
    dialog.rows.setValue(size)
    dialog.columns.setValue(size)
    dialog.lengths.longest.setValue(lengths[1])
    dialog.lengths.shortest.setValue(lengths[0])
    press_ok(qtbot, dialog)
    assert not dialog.isVisible()
    made = dialog.made
    assert made is not None
    assert made.solution is not None
    length = len(solve(made.board, "optimal").moves)
    assert lengths[0] <= length <= lengths[1]
    assert len(made.solution.moves) == length
    assert made.board.title == f"{FAMILIES[family].title} {size}×{size}, {length} moves, seed 5"
    path = tmp_path / "same.puzzle"
    for wanted in (f"{lengths[0]}..{lengths[1]}", f"{length}"):
        arguments = ["new", family, "--rows", f"{size}", "--length", wanted, "--seed", "5"]
        assert cli.run([*arguments, "-o", str(path)]) == 0
        assert load_board(path).puzzle == made.board.puzzle


def test_the_hardest_board_is_made(qtbot: QtBot, settings: Settings, tmp_path: Path) -> None:
    dialog = open_dialog(qtbot, settings, "rotation")
    choose(dialog.start, "the hardest")
    assert not dialog.lengths.isVisible()
    assert not dialog.unique.isVisible()
    dialog.rows.setValue(2)
    dialog.columns.setValue(3)
    press_ok(qtbot, dialog)
    assert dialog.made is not None
    assert dialog.made.note == "No board with this goal takes more moves."
    assert len(solve(dialog.made.board, "optimal").moves) == 7
    path = tmp_path / "same.puzzle"
    arguments = ["new", "rotation", "--rows", "2", "--cols", "3", "--hardest", "--seed", "5"]
    assert cli.run([*arguments, "-o", str(path)]) == 0
    assert load_board(path).puzzle == dialog.made.board.puzzle
    assert puzzlegui.new("rotation", rows=2, columns=3, hardest=True, seed=5).puzzle == (
        dialog.made.board.puzzle
    )
    again = open_dialog(qtbot, settings, "rotation")
    assert again.start.currentText() == "the hardest"


def test_a_single_shortest_solution(qtbot: QtBot, settings: Settings) -> None:
    dialog = open_dialog(qtbot, settings, "rotation")
    choose(dialog.start, "exact difficulty")
    dialog.rows.setValue(2)
    dialog.columns.setValue(3)
    dialog.lengths.set_values(4, 5)
    dialog.unique.setChecked(True)
    press_ok(qtbot, dialog)
    assert dialog.made is not None
    run = solve(dialog.made.board, "optimal")
    assert 4 <= len(run.moves) <= 5


def test_impossible_wishes_are_refused_with_the_reason(qtbot: QtBot, settings: Settings) -> None:
    dialog = open_dialog(qtbot, settings, "rotation")
    choose(dialog.start, "exact difficulty")
    dialog.rows.setValue(2)
    dialog.columns.setValue(2)
    dialog.lengths.set_values(50, 60)
    press_ok(qtbot, dialog)
    assert dialog.isVisible()
    assert dialog.made is None
    assert dialog.message.text() == "No such board: the hardest with this goal takes 2 moves."
    assert dialog.lengths.values() == (50, 60)
    assert dialog.seed.text() == "5"
    dialog.lengths.set_values(2, 2)
    press_ok(qtbot, dialog)
    assert not dialog.isVisible()


def test_preview_shows_start_and_goal_without_a_search(qtbot: QtBot, settings: Settings) -> None:
    dialog = open_dialog(qtbot, settings, "rotation")
    start, goal = dialog.preview.pictures
    assert isinstance(dialog.board, Board)
    assert start.pixmap().toImage() == thumbnail(dialog.board, 152, dialog.devicePixelRatioF())
    assert start.accessibleName() == f"Start: {dialog.board.describe()}"
    before = goal.pixmap().toImage()
    choose(dialog.widgets["goal"], "letters")
    assert goal.pixmap().toImage() != before
    choose(dialog.start, "exact difficulty")
    assert not start.isVisible()
    assert goal.isVisible()
    dialog.seed.setText("x")
    assert not goal.isVisible()
    dialog.seed.setText("5")
    dialog.family.setCurrentIndex(dialog.family.findData("maze"))
    dialog.start.setCurrentIndex(0)
    assert start.accessibleName().startswith("Board: ")
    assert not goal.isVisible()


def test_tool_tips_describe_fields_and_choices(qtbot: QtBot, settings: Settings) -> None:
    dialog = open_dialog(qtbot, settings, "rotation")
    fields = [dialog.family, dialog.start, dialog.seed, dialog.lengths, dialog.unique]
    assert all(field.toolTip() for field in [*fields, *dialog.widgets.values()])
    for family in FAMILIES:
        dialog.family.setCurrentIndex(dialog.family.findData(family))
        for box in (dialog.family, dialog.start, dialog.widgets["goal"], dialog.widgets["layout"]):
            assert isinstance(box, QComboBox)
            for index in range(box.count()):
                assert box.itemData(index, Qt.ItemDataRole.ToolTipRole), box.itemText(index)


@pytest.mark.parametrize("family", FAMILIES)
def test_mnemonics_of_the_fields_shown_differ(
    family: str, qtbot: QtBot, settings: Settings
) -> None:
    dialog = open_dialog(qtbot, settings, family)
    goals = dialog.widgets["goal"]
    assert isinstance(goals, QComboBox)
    for start in range(dialog.start.count()):
        dialog.start.setCurrentIndex(start)
        for goal in ("", "word", "lettering", "picture"):
            goals.setCurrentIndex(max(0, goals.findData(goal)))
            shown = [
                label.text() for label in dialog.findChildren(QLabel)
                if label.buddy() is not None and label.isVisible()
            ]  # fmt: skip
            letters = [QKeySequence.mnemonic(text).toString() for text in shown]
            assert len(set(letters)) == len(letters), shown


def test_families_have_the_names_that_people_know(qtbot: QtBot, settings: Settings) -> None:
    dialog = open_dialog(qtbot, settings, "shift")
    assert dialog.family.currentText() == "Shift grid (Loopover, Sixteen)"


def test_numbers_of_moves_stay_in_order(qtbot: QtBot, settings: Settings) -> None:
    dialog = open_dialog(qtbot, settings, "sliding")
    lengths = dialog.lengths
    lengths.shortest.setValue(20)
    assert lengths.values() == (20, 20)
    lengths.longest.setValue(30)
    lengths.longest.setValue(4)
    assert lengths.values() == (4, 4)


def test_the_choices_are_remembered(qtbot: QtBot, settings: Settings) -> None:
    dialog = open_dialog(qtbot, settings, "shift")
    choose(dialog.start, "exact difficulty")
    choose(dialog.widgets["goal"], "lettering")
    dialog.columns.setValue(5)
    letters = dialog.widgets["lettering"]
    assert isinstance(letters, QLineEdit)
    assert letters.isVisible()
    letters.setText("i")
    dialog.lengths.set_values(2, 3)
    press_ok(qtbot, dialog)
    assert dialog.made is not None
    again = open_dialog(qtbot, settings, "shift")
    assert again.start.currentText() == "exact difficulty"
    assert again.widgets["goal"].currentText() == "lettering"  # type: ignore[attr-defined]
    assert again.widgets["lettering"].text() == "i"  # type: ignore[attr-defined]
    assert again.lengths.values() == (2, 3)


def test_lettering_is_the_goal(qtbot: QtBot, settings: Settings) -> None:
    dialog = open_dialog(qtbot, settings, "rotation")
    choose(dialog.widgets["goal"], "lettering")
    assert dialog.board is None
    assert "letters from A to Z" in dialog.message.text()
    assert not dialog.widgets["colours"].isVisible()
    letters = dialog.widgets["lettering"]
    assert isinstance(letters, QLineEdit)
    qtbot.keyClicks(letters, "hi")
    assert "needs at least 4 rows and 8 columns" in dialog.message.text()
    dialog.columns.setValue(8)
    assert isinstance(dialog.board, Board)
    assert dialog.board.grid("goal") == new_board("rotation", 4, 8, lettering="HI").grid("goal")


def test_word_is_the_goal_of_a_board_of_its_size(qtbot: QtBot, settings: Settings) -> None:
    dialog = open_dialog(qtbot, settings, "rotation")
    choose(dialog.widgets["goal"], "a word")
    assert dialog.board is None
    assert "no letters" in dialog.message.text()
    word = dialog.widgets["word"]
    assert isinstance(word, QLineEdit)
    assert not dialog.widgets["lettering"].isVisible()
    qtbot.keyClicks(word, "nocturnes")
    assert (dialog.rows.value(), dialog.columns.value()) == (3, 3)
    assert isinstance(dialog.board, Board)
    assert dialog.board.grid("goal") == new_board("rotation", 3, 3, word="nocturnes").grid("goal")
    dialog.rows.setValue(2)
    assert "has 9 letters, but a 2×3 board has 6 tiles" in dialog.message.text()


def test_the_goal_of_the_open_board(qtbot: QtBot, settings: Settings) -> None:
    board = load_preset("graphs-3x3-colours")
    dialog = open_dialog(qtbot, settings, "rotation", board)
    choose(dialog.widgets["goal"], "as on the open board")
    for widget in (dialog.rows, dialog.widgets["colours"], dialog.widgets["turns"]):
        assert not widget.isVisible()
    assert isinstance(dialog.board, Board)
    assert dialog.board.grid("goal") == board.grid("goal")
    assert dialog.board.grid("start") != board.grid("start")
    choose(dialog.start, "solved, ready to edit")
    assert isinstance(dialog.board, Board)
    assert dialog.board.grid("start") == board.grid("goal")
    choose(dialog.start, "exact difficulty")
    dialog.lengths.set_values(3, 3)
    press_ok(qtbot, dialog)
    assert dialog.made is not None
    assert dialog.made.board.grid("goal") == board.grid("goal")
    assert len(solve(dialog.made.board, "optimal").moves) == 3
    other = open_dialog(qtbot, settings, "shift", board)
    assert other.widgets["goal"].findText("as on the open board") < 0  # type: ignore[attr-defined]


def test_a_search_is_cancelled_at_once_and_keeps_the_input(
    qtbot: QtBot, settings: Settings
) -> None:
    dialog = open_dialog(qtbot, settings, "sliding")
    choose(dialog.start, "exact difficulty")
    dialog.rows.setValue(4)
    dialog.columns.setValue(4)
    dialog.lengths.set_values(75, 75)  # which takes very long
    cancelled: list[float] = []

    def cancel() -> None:
        (progress,) = dialog.findChildren(QProgressDialog)
        assert not dialog.isEnabled()
        cancelled.append(time.perf_counter())
        click(qtbot, progress.findChildren(QPushButton)[0])

    QTimer.singleShot(600, cancel)
    press_ok(qtbot, dialog)
    assert time.perf_counter() - cancelled[0] < 0.5  # on a busy machine
    assert dialog.isVisible()
    assert dialog.isEnabled()
    assert dialog.made is None
    assert dialog.lengths.values() == (75, 75)
    qtbot.waitUntil(lambda: not dialog.findChildren(QProgressDialog))


def test_a_maze_is_searched_for_from_the_dialog(qtbot: QtBot, settings: Settings) -> None:
    dialog = open_dialog(qtbot, settings, "maze")
    choose(dialog.start, "a single solution")
    dialog.rows.setValue(5)
    dialog.columns.setValue(5)
    press_ok(qtbot, dialog)
    made = dialog.made
    assert made is not None
    assert made.board.title == "Number maze 5×5, seed 5"
    assert "A single shortest path" in made.note


def test_the_window_reports_what_was_made(
    qtbot: QtBot, window: MainWindow, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog = open_dialog(qtbot, settings, "rotation")
    dialog.rows.setValue(3)
    dialog.columns.setValue(3)
    choose(dialog.start, "exact difficulty")
    dialog.lengths.set_values(6, 6)
    press_ok(qtbot, dialog)
    monkeypatch.setattr(new_dialog, "ask_new_board", lambda *_: dialog.made)
    window.files.new_board()
    assert window.statusBar().currentMessage() == "Shortest solution: 6 moves, proved."
    assert "a shortest solution has 6 moves." in text_of(window, "verdictLabel")
    qtbot.waitUntil(lambda: "first move" in text_of(window, "verdictLabel"), timeout=WAIT)
    assert not window.document().modified


# --- another like this ---


@pytest.mark.parametrize("name", ["mystery-box", "eight-cpp", "graphs-3x3-colours", "schonbrunn"])
@pytest.mark.examples(1)
def test_another_like_this_has_the_same_length(
    qtbot: QtBot, make_window: Callable[..., MainWindow], tmp_path: Path, name: str
) -> None:
    window = make_window(load_preset(name))
    solution = solve_in(qtbot, window)
    assert solution.optimal
    before, length = window.board(), len(solution.moves)
    action(window, "actionAnother").trigger()
    board = window.board()
    assert board.puzzle != before.puzzle
    assert len(solve(board, "optimal").moves) == length
    if not isinstance(before, MazeBoard):
        assert board.grid("goal") == before.grid("goal")
    title, moves, seed = board.title.rsplit(", ", 2)
    assert (title, moves) == (before.title, f"{length} moves")
    assert f"a shortest solution has {length} moves." in text_of(window, "verdictLabel")
    path, made = tmp_path / "goal.puzzle", tmp_path / "made.puzzle"
    path.write_text(dump_board(before), encoding="utf-8")
    arguments = ["new", before.family, "--goal-from", str(path), "--length", str(length)]
    assert cli.run([*arguments, "--seed", seed.removeprefix("seed "), "-o", str(made)]) == 0
    assert load_board(made).puzzle == board.puzzle
    action(window, "actionAnother").trigger()
    assert window.board().puzzle != board.puzzle
    assert window.board().title.startswith(f"{before.title}, {length} moves, seed ")
    assert window.board().title.count("seed") == 1


def test_another_is_undone_with_file_and_game(
    qtbot: QtBot, make_window: Callable[..., MainWindow], tmp_path: Path
) -> None:
    window = make_window()
    path = tmp_path / "mine.puzzle"
    path.write_text(dump_board(load_preset("graphs-3x3-colours")), encoding="utf-8")
    assert window.files.open_path(path)
    solve_in(qtbot, window)
    window.show_play()
    window.timeline().animated = False
    before, document = window.board(), window.document()
    moves = before.legal_moves(before.initial())[:1] * 2
    window.session.make_moves(moves, already_shown=True)
    action(window, "actionAnother").trigger()
    other = window.board()
    assert other.puzzle != before.puzzle
    assert window.mode() == PLAY
    assert (document.path, document.modified) == (None, False)
    assert window.session.state.game.moves == ()
    assert action(window, "actionUndo").text() == "&Undo another board"
    window.session.make_moves(other.legal_moves(other.initial())[:1], already_shown=True)
    assert action(window, "actionUndo").text() == "&Undo move"
    window.undo()
    window.undo()
    assert window.board() == before
    assert (document.path, document.modified) == (path, False)
    assert window.session.state.game.moves == tuple(moves)
    assert window.timeline().position == 2
    assert window.mode() == PLAY
    assert action(window, "actionRedo").text() == "&Redo another board"
    window.redo()
    assert window.board() == other
    assert document.path is None


def test_similar_board_after_paste_is_left_without_question(window: MainWindow) -> None:
    QGuiApplication.clipboard().setText("1 2 3\n4 5 6\n0 7 8\n")
    action(window, "actionPasteNew").trigger()
    action(window, "actionAnother").trigger()
    assert not window.is_unsaved()
    window.open_preset("eight-cpp")  # the fixture fails at any question
    assert window.board() == load_preset("eight-cpp")


@pytest.mark.parametrize("mode", [PLAY, SOLUTION])
def test_new_board_keeps_the_mode_unless_it_is_solved(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, mode: str
) -> None:
    window.session.choose_mode(mode)
    made = new_board("sliding", 3, 3, 5)
    monkeypatch.setattr(new_dialog, "ask_new_board", lambda *_: MadeBoard(made))
    action(window, "actionNew").trigger()
    assert window.mode() == mode
    made = made.with_fields(start=made.grid("goal"))
    action(window, "actionNew").trigger()
    assert window.mode() == DESIGN


def test_another_after_unsaved_edits_is_unsaved(
    qtbot: QtBot, make_window: Callable[..., MainWindow]
) -> None:
    window = make_window(load_preset("graphs-3x3-colours"))
    document = window.document()
    window.edits.apply("shuffle")
    assert document.modified
    edited = window.board()
    solve_in(qtbot, window)
    action(window, "actionAnother").trigger()
    assert document.modified  # undo would bring back the edited board, which is in no file
    window.show_design()
    window.undo()
    assert window.board() == edited
    assert document.modified


def test_where_no_other_board_is_as_long_the_board_stays(
    qtbot: QtBot, make_window: Callable[..., MainWindow], monkeypatch: pytest.MonkeyPatch
) -> None:
    board = new_board("rotation", 2, 2).with_fields(start=((4, 3), (2, 1)))
    window = make_window(board)
    solve_in(qtbot, window)
    shown: list[object] = []
    monkeypatch.setattr(dialogs, "show_problem", lambda *texts: shown.append(texts[1:]))
    action(window, "actionAnother").trigger()
    assert shown == [
        (
            "No matching board found",
            "No other board with this goal has a shortest solution of 2 moves.",
        )
    ]
    assert window.board() == board


def test_a_board_of_unknown_length_has_another_about_as_hard(
    make_window: Callable[..., MainWindow],
) -> None:
    window = make_window(load_preset("grid-30x30"))
    action(window, "actionAnother").trigger()
    assert window.board().title == "900 numbers, another"


@pytest.mark.parametrize("start", ["random (from seed)", "a single solution", "exact difficulty"])
def test_new_mazes_may_have_jumps_in_eight_directions(
    qtbot: QtBot, settings: Settings, start: str
) -> None:
    dialog = open_dialog(qtbot, settings, "maze")
    choose(dialog.widgets["directions"], "in eight directions")
    choose(dialog.start, start)
    assert dialog.widgets["directions"].isVisible()
    dialog.lengths.set_values(4, 6)
    press_ok(qtbot, dialog)
    assert dialog.made is not None
    assert isinstance(dialog.made.board, MazeBoard)
    assert dialog.made.board.directions == "all"
    again = open_dialog(qtbot, settings, "maze")
    assert again.widgets["directions"].currentText() == "in eight directions"  # type: ignore[attr-defined]
    again.family.setCurrentIndex(again.family.findData("shift"))
    assert not again.widgets["directions"].isVisible()
