"""Typing and pasting moves, by real events."""

from __future__ import annotations

from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QPushButton
from pytestqt.qtbot import QtBot

from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.run import solve
from puzzlegui.exporters.settings import Chapter, ExportSettings, ignore_progress
from puzzlegui.exporters.solutions import SOLUTION_FORMATS
from puzzlegui.families.notation import notations_for
from puzzlegui.gui.files.import_sheet import ImportSheet
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.model.mode import PLAY, SOLUTION
from tests.gui.conftest import WAIT
from tests.gui.robot import click, text_of


def opened(window: MainWindow) -> ImportSheet:
    window.files.importer.enter_moves()
    found = window.findChildren(ImportSheet)
    return found[-1]


def says(dialog: ImportSheet, text: str) -> bool:
    return text in f"{dialog.problems.text()} {dialog.reading.text()}"


def entry(dialog: ImportSheet) -> QPlainTextEdit:
    return dialog.editor


def button(dialog: ImportSheet) -> QPushButton:
    return dialog.open_button


@pytest.fixture(autouse=True)
def _sheet(sheet: object) -> None:
    """Let the sheet open."""


@pytest.mark.parametrize("name", ["mystery-box", "eight-cpp", "schonbrunn"])
@pytest.mark.examples(1)
def test_a_solution_typed_in_is_followed(qtbot: QtBot, window: MainWindow, name: str) -> None:
    QGuiApplication.clipboard().clear()
    window.open_preset(name)
    board = window.board()
    moves = solve(board).moves
    for notation in notations_for(board):
        window.use_solution(None)
        dialog = opened(window)
        text = notation.write(board, moves)
        entry(dialog).clear()
        if text.isascii():
            qtbot.keyClicks(entry(dialog), text.replace("\n", ", "))
        else:  # QTest types no arrows
            entry(dialog).insertPlainText(text)
        # What was typed may be read in the middle, when it solves nothing yet.
        qtbot.waitUntil(partial(says, dialog, "the board is solved"), timeout=WAIT)
        click(qtbot, button(dialog))
        solution = window.solution()
        assert solution is not None
        assert solution.moves == moves
        assert window.mode() == SOLUTION
        assert window.timeline().length == len(moves)
        assert "The moves were entered by hand." in text_of(window, "outcomeLabel")


@pytest.mark.parametrize("name", ["csv", "markdown"])
def test_an_exported_table_is_pasted(qtbot: QtBot, window: MainWindow, name: str) -> None:
    window.open_preset("mystery-box")
    solution = solve(window.board())
    text = b"".join(
        SOLUTION_FORMATS[name].write([Chapter(solution)], ExportSettings(), ignore_progress)
    ).decode()
    QGuiApplication.clipboard().setText(text)
    dialog = opened(window)
    assert entry(dialog).toPlainText() == text
    qtbot.waitUntil(partial(says, dialog, "the board is solved"), timeout=WAIT)
    entry(dialog).setPlainText(text.replace("B1", "B0", 1))
    line = text[: text.index("B1")].count("\n") + 1
    qtbot.waitUntil(partial(says, dialog, f"Line {line}, column "), timeout=WAIT)
    dialog.reject()


def test_a_list_for_the_gap_is_followed(qtbot: QtBot, window: MainWindow) -> None:
    window.open_preset("eight-cpp")
    moves = solve(window.board()).moves
    text = " ".join(moves).translate(str.maketrans("UDLR", "DURL"))
    QGuiApplication.clipboard().setText(text)
    dialog = opened(window)
    assert entry(dialog).toPlainText() == text
    qtbot.waitUntil(partial(says, dialog, "Read as moves of the gap."), timeout=WAIT)
    click(qtbot, button(dialog))
    solution = window.solution()
    assert solution is not None
    assert solution.moves == moves
    assert "Read as moves of the gap." in text_of(window, "outcomeLabel")


def test_faults_have_their_place(qtbot: QtBot, window: MainWindow) -> None:
    QGuiApplication.clipboard().clear()
    dialog = opened(window)
    for text, said in (
        ("A1 B2\nB1 +++ A1", "Line 2, column 4: '+++' is not a move"),
        ("A1\nA1'", "Line 2, column 1: A1': blocks on this board turn only clockwise."),
    ):
        entry(dialog).setPlainText(text)
        qtbot.waitUntil(partial(says, dialog, said), timeout=WAIT)
        assert not button(dialog).isEnabled()
        assert len(entry(dialog).extraSelections()) == 1
        assert window.solution() is None
    entry(dialog).clear()
    qtbot.waitUntil(lambda: not dialog.problems.text(), timeout=WAIT)
    assert not entry(dialog).extraSelections()
    dialog.reject()


def test_moves_that_do_not_solve_are_played_by_hand(qtbot: QtBot, window: MainWindow) -> None:
    dialog = opened(window)
    entry(dialog).setPlainText("A1 B2 B1")
    qtbot.waitUntil(button(dialog).isEnabled, timeout=WAIT)
    assert button(dialog).text() == "&Make these moves"
    click(qtbot, button(dialog))
    assert window.mode() == PLAY
    assert (window.timeline().position, window.timeline().length) == (3, 3)


def test_brackets_are_written_out_and_tab_leads_to_the_moves(
    qtbot: QtBot, window: MainWindow
) -> None:
    dialog = opened(window)
    entry(dialog).setPlainText("(A1 B2)2 {twice} [A1: B1]")
    qtbot.waitUntil(button(dialog).isEnabled, timeout=WAIT)
    qtbot.keyClick(entry(dialog), Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is button(dialog)
    qtbot.keyClick(button(dialog), Qt.Key.Key_Return)
    assert window.mode() == PLAY
    moves = window.board().parse_moves("A1 B2 A1 B2 A1 B1 A1 A1 A1")
    assert window.session.game_sequence.moves == list(moves)


def test_it_begins_with_what_was_copied(qtbot: QtBot, window: MainWindow) -> None:
    clipboard = QGuiApplication.clipboard()
    clipboard.setText("dear diary")
    dialog = opened(window)
    assert entry(dialog).toPlainText() == ""
    qtbot.waitUntil(lambda: dialog.preview is not None, timeout=WAIT)
    assert dialog.heading.text() == "The board"
    assert not button(dialog).isEnabled()
    dialog.reject()
    moves = solve(load_preset("mystery-box")).moves
    clipboard.setText(" ".join(window.board().format_moves(moves)))
    dialog = opened(window)
    qtbot.waitUntil(button(dialog).isEnabled, timeout=WAIT)
    assert dialog.preview is not None
    assert dialog.preview.source.moves is not None
    assert dialog.preview.source.moves.moves == moves
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert window.solution() is None


def test_a_reading_that_is_overtaken_does_not_count(qtbot: QtBot, window: MainWindow) -> None:
    dialog = opened(window)
    entry(dialog).setPlainText("A1 " * 100_000)
    qtbot.wait(200)
    entry(dialog).setPlainText("A1 B1")
    assert not button(dialog).isEnabled()
    qtbot.waitUntil(button(dialog).isEnabled, timeout=WAIT)
    assert dialog.preview is not None
    assert dialog.preview.source.moves is not None
    assert len(dialog.preview.source.moves.moves) == 2
    dialog.reject()


def test_what_was_typed_last_is_not_read_once_the_dialog_is_closed(window: MainWindow) -> None:
    window.open_preset("eight-cpp")
    dialog = opened(window)
    entry(dialog).setPlainText("U D")
    assert dialog._pause.isActive()
    dialog.reject()
    assert not dialog._pause.isActive()
