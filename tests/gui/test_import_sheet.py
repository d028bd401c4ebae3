"""Import sheet: how texts that are no plain boards are read, shown and opened."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QGuiApplication, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractScrollArea, QToolButton
from pytestqt.qtbot import QtBot

from puzzlegui.core.board import Board
from puzzlegui.documents import importing
from puzzlegui.documents.importing import Import
from puzzlegui.documents.presets import load_preset
from puzzlegui.gui.books.window import BookWindow
from puzzlegui.gui.files import import_sheet
from puzzlegui.gui.files.import_sheet import (
    FROM_FILE,
    MOVES,
    OWN_GOAL,
    SECOND_GRID,
    ImportSheet,
)
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.model.mode import PLAY, SOLUTION
from puzzlegui.gui.widgets import dialogs
from tests.boards import grid
from tests.effort import examples
from tests.gui.robot import action, click, find, text_of
from tests.gui.test_drops import drop

Sheet = Callable[[], ImportSheet]
KEY = Qt.Key
SHEET = "\t2\t3\n1\t8\t4\n7\t6\t5\n"
SNAIL = "2 8 3\n1 6 4\n7 0 5\n"
DEFINITION = """Name Two
Set TILES 6 1
Solved
TILES
1 2 3 4 5 6
End
Move R
TILES
2 3 1 4 5 6
End
Move L
TILES
1 2 4 5 6 3
End
"""
PAGE = """# Week 3

The board to solve:

| 2 | 8 | 3 |
|---|---|---|
| 1 | _ | 4 |
| 7 | 6 | 5 |
"""


def paste(window: MainWindow, text: str, name: str = "actionPasteNew") -> None:
    QGuiApplication.clipboard().setText(text)
    action(window, name).trigger()


def marked(sheet: ImportSheet) -> list[str]:
    """Return the stretches of text that are grey or underlined."""
    found = sheet.editor.extraSelections()
    return [each.cursor.selectedText().replace("\u2029", "\n") for each in found]


def board_in(sheet: ImportSheet) -> Board:
    assert sheet.preview is not None
    assert sheet.preview.board is not None
    return sheet.preview.board


def press(widget: Any, *keys: Qt.Key) -> None:
    for key in keys:
        QTest.keyClick(widget, key)


# --- what opens it ---


def test_plain_board_opens_with_a_line(window: MainWindow) -> None:
    paste(window, "3 7 6\n5 1 2\n4 0 8")
    assert window.board().grid("start") == grid("3 7 6/5 1 2/4 0 8")
    assert text_of(window, "readingLine") == (
        "Read as sliding 3×3, goal in order with the gap last."
    )


def test_change_in_the_line_opens_the_sheet(qtbot: QtBot, window: MainWindow, sheet: Sheet) -> None:
    paste(window, "3 7 6\n5 1 2\n4 0 8")
    click(qtbot, find(window, QToolButton, "changeReadingButton"))
    click(qtbot, sheet().goals.buttons["gap-first"])
    click(qtbot, sheet().open_button)
    assert window.board().grid("goal") == grid("0 1 2/3 4 5/6 7 8")


def test_reading_line_hides_when_another_board_opens(window: MainWindow) -> None:
    paste(window, "3 7 6\n5 1 2\n4 0 8")
    line = find(window, QToolButton, "changeReadingButton")
    assert line.isVisible()
    window.document().undo_stack.setClean()
    window.files._document.open(load_preset("eight-cpp"))
    assert not line.isVisible()


def test_slidysim_scramble_opens_as_a_board(window: MainWindow) -> None:
    paste(window, "5 1 2 4/9 6 3 8/13 10 7 11/14 15 12 0")
    assert window.board().family == "sliding"
    assert window.board().size == "4×4"


def test_cells_of_a_spreadsheet_show_their_gap(window: MainWindow, sheet: Sheet) -> None:
    paste(window, SHEET)
    assert "with the empty cell as the gap" in sheet().reading.text()
    sheet().accept()
    assert window.board().grid("start") == grid("0 2 3/1 8 4/7 6 5")
    assert not window.is_unsaved()


def test_markdown_page_greys_all_but_the_grid(window: MainWindow, sheet: Sheet) -> None:
    paste(window, PAGE)
    aside = "\n".join(marked(sheet()))
    assert "Week 3" in aside
    assert "The board to solve" in aside
    assert "---" in aside
    assert "8" not in aside
    assert "set aside: title (line 3)" in sheet().reading.text()


@pytest.mark.parametrize("how", ["drop", "open"])
def test_files_take_the_same_way(
    window: MainWindow, sheet: Sheet, tmp_path: Path, how: str
) -> None:
    path = tmp_path / "week 3.txt"
    path.write_text("# remark\n3 7 6\n5 1 2\n4 0 8\n", encoding="utf-8")
    if how == "open":
        assert not window.open_path(path)
    else:
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path))])
        drop(find(window, QAbstractScrollArea, "boardView"), data)
    assert sheet().windowTitle() == "Import week 3.txt"
    assert marked(sheet()) == ["# remark\n"]
    sheet().accept()
    assert window.board().title == "week 3"
    assert not window.is_unsaved()


# --- goals and families ---


def test_usual_goal_that_makes_the_board_solvable_is_offered(
    qtbot: QtBot, window: MainWindow, sheet: Sheet
) -> None:
    paste(window, SNAIL)
    assert "Not solvable for this goal" in sheet().verdict.text()
    assert "“Snail”" in sheet().verdict.text()
    click(qtbot, sheet().other_goal)
    assert sheet().verdict.text() == "Solvable."
    assert not sheet().other_goal.isVisible()
    press(sheet().focusWidget(), KEY.Key_Return)
    assert window.board().grid("goal") == grid("1 2 3/8 0 4/7 6 5")


@pytest.mark.parametrize("family", ["rotation", "sliding", "shift", "maze"])
def test_family_can_be_chosen(qtbot: QtBot, window: MainWindow, sheet: Sheet, family: str) -> None:
    paste(window, "# x\n1 1\n0 1\n2 3")
    click(qtbot, sheet().families.buttons[family])
    assert sheet().families.buttons[family].isChecked()
    assert sheet().goals.isVisible() == (family != "maze")
    sheet().accept()
    assert window.board().family == family


def test_goal_for_the_gap_is_dropped_with_the_gap(
    qtbot: QtBot, window: MainWindow, sheet: Sheet
) -> None:
    paste(window, "# x\n3 7 6\n5 1 2\n4 0 8")
    click(qtbot, sheet().goals.buttons["gap-first"])
    click(qtbot, sheet().families.buttons["shift"])
    assert sheet().goals.buttons["in-order"].isChecked()
    assert "gap-first" not in sheet().goals.buttons


def test_goal_comes_from_a_file(
    qtbot: QtBot, window: MainWindow, sheet: Sheet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "goal.txt"
    path.write_text("8 7 6\n5 4 3\n2 1 0", encoding="utf-8")
    answers = iter([path, None, tmp_path / "none.txt"])
    monkeypatch.setattr(dialogs, "ask_open_path", lambda *_: next(answers))
    paste(window, "# x\n3 7 6\n5 1 2\n4 0 8")
    for _ in range(2):  # the second time the dialog is cancelled
        click(qtbot, sheet().goals.buttons[FROM_FILE])
        assert sheet().goals.buttons[FROM_FILE].isChecked()
        assert board_in(sheet()).grid("goal") == grid("8 7 6/5 4 3/2 1 0")
    click(qtbot, sheet().goals.buttons[FROM_FILE])
    assert "none.txt" in sheet().problems.text()
    assert not sheet().open_button.isEnabled()


def test_goal_of_the_text_can_be_chosen_again(
    qtbot: QtBot, window: MainWindow, sheet: Sheet
) -> None:
    paste(window, "Start:\n3 7 6\n5 1 2\n4 0 8\nGoal:\n0 3 6\n5 7 1\n4 8 2")
    assert sheet().goals.buttons[OWN_GOAL].isChecked()
    click(qtbot, sheet().goals.buttons["in-order"])
    click(qtbot, sheet().goals.buttons[OWN_GOAL])
    sheet().accept()
    assert window.board().grid("goal") == grid("0 3 6/5 7 1/4 8 2")


def test_second_grid_can_be_the_goal_of_the_first(
    qtbot: QtBot, window: MainWindow, sheet: Sheet
) -> None:
    paste(window, "2 1\n3 4\n\n4 3\n2 1\n")
    dialog = sheet()
    dialog.goals.buttons[SECOND_GRID].click()
    qtbot.waitUntil(dialog.open_button.isEnabled)
    assert board_in(dialog).grid("start") == grid("2 1/3 4")
    assert board_in(dialog).grid("goal") == grid("4 3/2 1")
    dialog.goals.buttons["in-order"].click()
    qtbot.waitUntil(dialog.open_button.isEnabled)
    assert SECOND_GRID in dialog.goals.buttons
    dialog.goals.buttons[SECOND_GRID].click()
    qtbot.waitUntil(dialog.open_button.isEnabled)
    dialog.accept()
    assert window.board().grid("goal") == grid("4 3/2 1")


def test_two_grids_with_other_values_are_no_start_and_goal(
    window: MainWindow, sheet: Sheet
) -> None:
    paste(window, "2 1 3\n4 5 6\n\n2 1\n4 3\n")
    assert SECOND_GRID not in sheet().goals.buttons


def test_definition_without_a_start_takes_a_scramble(
    qtbot: QtBot, window: MainWindow, sheet: Sheet
) -> None:
    paste(window, DEFINITION)
    assert "gives no start" in text_of(window, "readingLine")
    find(window, QToolButton, "changeReadingButton").click()
    dialog = sheet()
    dialog.scramble.setFocus()
    QTest.keyClicks(dialog.scramble, "R R")
    qtbot.waitUntil(dialog.open_button.isEnabled)
    dialog.accept()
    assert window.board().grid("start") != window.board().grid("goal")


def test_wrong_scramble_is_said_and_can_be_corrected(
    qtbot: QtBot, window: MainWindow, sheet: Sheet
) -> None:
    paste(window, DEFINITION)
    find(window, QToolButton, "changeReadingButton").click()
    dialog = sheet()
    QTest.keyClicks(dialog.scramble, "R ?")
    qtbot.waitUntil(dialog.problems.isVisible)
    assert "scramble" in dialog.problems.text()
    QTest.keyClick(dialog.scramble, KEY.Key_Backspace)
    qtbot.waitUntil(dialog.open_button.isEnabled)


def test_several_puzzles_open_as_a_set(window: MainWindow, sheet: Sheet) -> None:
    paste(window, "3 7 6\n5 1 2\n4 0 8\n\n1 2 3\n4 0 5\n6 7 8\n\n1 0 3\n4 2 5\n6 7 8")
    before = window.board()
    assert sheet().heading.text() == "First of 3 puzzles"
    sheet().accept()
    book = window.findChild(BookWindow)
    assert book is not None
    assert len(book.document.book.puzzles) == 3
    assert window.board() == before
    book.document.undo_stack.setClean()


# --- moves of the open board ---


def test_numbered_words_are_moves_of_the_open_board(window: MainWindow, sheet: Sheet) -> None:
    window.open_preset("eight-cpp")
    board = window.board()
    paste(window, "1. Left\n2. Down")
    assert sheet().heading.text() == "The open board after the moves"
    assert sheet().reading.text() == "2 moves; the goal is not reached."
    sheet().accept()
    assert window.mode() == PLAY
    assert len(window.session.state.game.moves) == 2
    assert window.board() == board


def test_paste_while_playing_takes_moves_and_edits_no_cells(window: MainWindow) -> None:
    board = window.board()
    window.show_play()
    paste(window, "1. A1\n2. B1", "actionPaste")
    assert len(window.session.state.game.moves) == 2
    paste(window, "9 8\n7 6", "actionPaste")
    assert window.board() != board
    assert window.board().size == "2×2"


def test_moves_that_solve_the_board_are_followed(window: MainWindow, sheet: Sheet) -> None:
    board = window.board()
    solved = board.with_fields(start=board.grid("goal"))
    start, _, _ = solved.play_all(solved.parse_moves("A1"))
    window.document().open(board.with_fields(start=start))
    paste(window, "1. A1\n2. A1\n3. A1")
    assert sheet().open_button.text() == "&Follow"
    sheet().accept()
    assert window.mode() == SOLUTION
    assert window.solution() is not None


def test_error_in_moves_is_underlined(window: MainWindow, sheet: Sheet) -> None:
    paste(window, "A1 B2 hello")
    assert marked(sheet()) == ["hello"]
    assert not sheet().open_button.isEnabled()
    assert sheet().families.buttons[MOVES].isChecked()


def test_first_move_that_is_not_legal_is_underlined(window: MainWindow, sheet: Sheet) -> None:
    window.open_preset("eight-cpp")
    paste(window, "1. Right\n2. Up")  # the gap is in the lower left corner
    assert marked(sheet()) == ["Right"]


# --- errors, keys and large texts ---


def test_error_is_underlined_and_can_be_corrected(
    qtbot: QtBot, window: MainWindow, sheet: Sheet
) -> None:
    before = window.board()
    paste(window, "1 2 3\n4 5x 6\n7 8 0", "actionPasteNew")
    assert marked(sheet()) == ["5x"]
    assert not sheet().open_button.isEnabled()
    assert window.board() == before
    editor = sheet().focusWidget()
    assert editor is sheet().editor
    press(editor, KEY.Key_Right, KEY.Key_Delete)
    assert sheet().open_button.isEnabled()
    assert marked(sheet()) == []
    QTest.keyClick(editor, KEY.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert window.board().grid("start") == grid("1 2 3/4 5 6/7 8 0")


def test_problem_in_a_board_file_is_underlined(
    window: MainWindow, sheet: Sheet, tmp_path: Path
) -> None:
    path = tmp_path / "bad.puzzle"
    path.write_text('{"format": "puzzlegui/board",\n "version": 9}', encoding="utf-8")
    window.open_path(path)
    assert marked(sheet()) == ["9"]
    assert not sheet().families.isVisible()


@pytest.mark.parametrize("key", [KEY.Key_Return, KEY.Key_Escape])
def test_enter_opens_and_escape_keeps_the_open_board(
    window: MainWindow, sheet: Sheet, key: Qt.Key
) -> None:
    before = window.board()
    paste(window, "# x\n3 7 6\n5 1 2\n4 0 8")
    press(sheet().focusWidget(), key)
    assert (window.board() == before) == (key == KEY.Key_Escape)
    assert not any(each.isVisible() for each in window.findChildren(ImportSheet))


def test_keys_reach_all_choices(window: MainWindow, sheet: Sheet) -> None:
    paste(window, "# x\n1 1\n0 1\n2 3")
    seen = []
    for _ in range(8):
        press(sheet().focusWidget(), KEY.Key_Tab)
        seen.append(sheet().focusWidget())
    shown = sheet()
    assert {shown.editor, shown.open_button} <= set(seen)
    checked = next(each for each in shown.families.buttons.values() if each.isChecked())
    goal = next(each for each in shown.goals.buttons.values() if each.isChecked())
    assert {checked, goal} <= set(seen)
    goal.setFocus()
    press(goal, KEY.Key_Right)
    sheet()
    assert sheet().focusWidget() is not goal
    assert shown.goals.buttons["snail"].isChecked()
    assert shown.preview is not None
    assert shown.preview.goal == "snail"


def test_assistive_tools_hear_verdict_and_error(window: MainWindow, sheet: Sheet) -> None:
    paste(window, SNAIL)
    shown = sheet()
    assert "“Snail”" in shown.open_button.accessibleDescription()
    assert shown.picture.accessibleName()
    assert shown.goals.buttons["snail"].accessibleDescription() == "Goal"
    shown.reject()
    paste(window, "1 2 3\n4 5x 6\n7 8 0")
    assert "'5x' is not a whole number" in sheet().editor.accessibleDescription()


def test_mnemonics_differ(window: MainWindow, sheet: Sheet) -> None:
    paste(window, SNAIL)
    rows = sheet().families.buttons, sheet().goals.buttons
    texts = [button.text() for row in rows for button in row.values()]
    texts += [sheet().open_button.text(), sheet().other_goal.text(), "&Text"]
    letters = [text[text.index("&") + 1].lower() for text in texts]
    assert len(set(letters)) == len(letters)


def test_window_stays_alive_while_the_sheet_reads(
    qtbot: QtBot, window: MainWindow, sheet: Sheet, monkeypatch: pytest.MonkeyPatch
) -> None:
    paste(window, "# x\n3 7 6\n5 1 2\n4 0 8")
    alive = Event()
    read = importing.import_again

    def read_slowly(*arguments: Any) -> Import:
        assert alive.wait(20)
        return read(*arguments)

    monkeypatch.setattr("puzzlegui.gui.files.import_sheet.import_again", read_slowly)
    shown = sheet()
    click(qtbot, shown.families.buttons["shift"])
    assert not shown.open_button.isEnabled()
    alive.set()
    qtbot.waitUntil(shown.open_button.isEnabled)
    assert board_in(sheet()).family == "shift"


def test_large_text_shows_only_its_beginning(window: MainWindow, sheet: Sheet) -> None:
    paste(window, "# remark\n" * 50_000 + "3 7 6\n5 1 2\n4 0 8")
    assert len(sheet().editor.toPlainText()) <= 100_000
    assert "Only the beginning" in sheet().reading.text()
    sheet().accept()
    assert window.board().grid("start") == grid("3 7 6/5 1 2/4 0 8")


@examples(100)
@given(st.lists(st.sampled_from(["a", "\r\n", "\n", "é", "😀", "\t"])), st.data())
def test_positions_follow_the_document(pieces: list[str], data: st.DataObject) -> None:
    text = "".join(pieces)
    starts = [len("".join(pieces[:number])) for number in range(len(pieces) + 1)]
    offset = data.draw(st.sampled_from(starts))
    before = QTextDocument(text[:offset])
    assert import_sheet._positions(text, [offset]) == [before.characterCount() - 1]
