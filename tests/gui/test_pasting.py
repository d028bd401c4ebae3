"""Pasting what is of another size, boards that are in no file yet, and drafts with problems."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from puzzlegui.core.errors import as_sentence
from puzzlegui.documents import loading
from puzzlegui.documents.boardfile import DRAFT, Loaded, dump_board
from puzzlegui.documents.loading import load
from puzzlegui.documents.presets import load_preset
from puzzlegui.gui.files.import_sheet import ImportSheet
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.widgets import dialogs
from tests.boards import grid
from tests.gui.robot import action, click, find
from tools.fuzz.large import TABLE

FOUR = "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 16 15\n"
ask_paste = dialogs.ask_paste


def paste(window: MainWindow, text: str, name: str = "actionPaste") -> None:
    QGuiApplication.clipboard().setText(text)
    action(window, name).trigger()


@pytest.mark.parametrize(
    ("answer", "start"),
    [
        ("as new", "1 2 3 4/5 6 7 8/9 10 11 12/13 14 16 15"),
        ("cut off", "1 2 3/5 6 7/9 10 11"),
        ("", "7 6 5/8 4 9/3 2 1"),
    ],
)
def test_cells_that_do_not_fit_are_asked_about(
    qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch, answer: str, start: str
) -> None:
    monkeypatch.setattr(dialogs, "ask_paste", ask_paste)
    paste(window, FOUR)
    (box,) = window.findChildren(QMessageBox)
    assert "4×4 cells do not fit on the 3×3 board" in box.text()
    assert box.findChild(QPushButton, "moved") is None
    assert window.board() == load_preset("mystery-box")
    cancel = box.button(QMessageBox.StandardButton.Cancel)
    click(qtbot, find(box, QPushButton, answer) if answer else cancel)
    qtbot.waitUntil(lambda: not window.findChildren(QMessageBox))
    qtbot.waitUntil(lambda: window.board().grid("start") == grid(start))
    if answer == "as new":
        assert window.board().problems() == []
        assert window.board().grid("goal")[3] == (13, 14, 15, 16)


def test_cells_that_fit_are_pasted_where_one_is(window: MainWindow) -> None:
    window.open_preset("fifteen-book")
    window.board_view().move_cursor((2, 2))
    paste(window, "91 92\n93 94\n")
    start = window.board().grid("start")
    assert [row[2:] for row in start[2:]] == [(91, 92), (93, 94)]


@pytest.mark.parametrize("preset", ["mystery-box", "eight-cpp", "schonbrunn"])
def test_numbers_become_a_new_board_of_the_same_family(window: MainWindow, preset: str) -> None:
    window.open_preset(preset)
    family = window.board().family
    window.show_play()
    paste(window, "1 1\n0 1\n2 3\n", "actionPasteNew")
    board = window.board()
    assert (board.family, board.size) == (family, "3×2")
    assert board.grid(board.grid_fields[0]) == grid("1 1/0 1/2 3")
    assert board.problems() == []
    assert window.is_unsaved()


@pytest.mark.parametrize("preset", ["mystery-box", "eight-cpp", "schonbrunn"])
def test_tiles_and_a_gap_become_a_sliding_puzzle(window: MainWindow, preset: str) -> None:
    window.open_preset(preset)
    paste(window, "4 1 2\n5 8 7\n0 6 3\n", "actionPasteNew")
    board = window.board()
    assert board.family == "sliding"
    assert (board.grid("start"), board.grid("goal")) == (
        grid("4 1 2/5 8 7/0 6 3"), grid("1 2 3/4 5 6/7 8 0"),
    )  # fmt: skip
    assert board.problems() == []


@pytest.mark.parametrize("action", ["actionPaste", "actionPasteNew"])
def test_a_pasted_board_is_not_saved_yet(window: MainWindow, action: str) -> None:
    paste(window, dump_board(load_preset("eight-cpp")), action)
    assert window.board() == load_preset("eight-cpp")
    assert window.isWindowModified()
    assert window.is_unsaved()


def test_a_draft_of_ones_own_opens_without_a_warning(window: MainWindow, tmp_path: Path) -> None:
    board = load_preset("mystery-box").with_cell("start", (0, 0), 30)
    window.document().edit(board, "type")
    path = tmp_path / "draft.puzzle"
    window.document().write(path)
    window.document().mark_saved(path)
    window.open_preset("eight-cpp")
    assert window.open_path(path)  # the fixture fails at any dialog
    assert window.board() == board
    assert not window.isWindowModified()
    assert load(path).problems  # so that no solver takes it
    window.document().edit(load_preset("mystery-box"), "mend")
    window.document().write(path)
    window.document().mark_saved(path)
    assert DRAFT not in path.read_text(encoding="utf-8")


def test_problems_of_a_foreign_board_are_shown_first(
    window: MainWindow, tmp_path: Path, sheet: Callable[[], ImportSheet]
) -> None:
    text = dump_board(load_preset("mystery-box")).replace("7,", "8,", 1)
    (tmp_path / "foreign.puzzle").write_text(text, encoding="utf-8")
    assert not window.open_path(tmp_path / "foreign.puzzle")
    assert "Line " in sheet().problems.text()


def test_errors_begin_as_sentences_do(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, sheet: Callable[[], ImportSheet]
) -> None:
    said: list[str] = []
    monkeypatch.setattr(dialogs, "show_problem", lambda _parent, _title, text: said.append(text))
    paste(window, "")
    for text in ("not a board", "puzzlegui1:???", "1 2\n3", "7\n"):
        paste(window, text, "actionPasteNew")
        said.append(sheet().problems.text())
        sheet().reject()
    assert len(said) == 5
    for text in said:
        assert text[0] == text[0].upper()
        assert text.endswith(".")
        assert not text.endswith("..")
    assert as_sentence("this is so") == "This is so."


@pytest.mark.parametrize("name", ["actionPaste", "actionPasteNew"])
def test_window_stays_alive_while_a_text_is_read(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    alive = Event()
    read = loading.read

    def read_slowly(*arguments: Any) -> Loaded:
        assert alive.wait(20)  # for which the window has to handle an event
        return read(*arguments)

    monkeypatch.setattr("puzzlegui.documents.importing.read", read_slowly)
    QTimer.singleShot(0, window, alive.set)
    paste(window, dump_board(load_preset("eight-cpp")), name)
    assert window.board() == load_preset("eight-cpp")


def test_pasting_a_board_id_with_a_long_cycle_is_refused(
    window: MainWindow, sheet: Callable[[], ImportSheet]
) -> None:
    row = next(row for row in TABLE if row.name == "board ID, one cycle")
    paste(window, row.data().decode())
    assert "100,000 cells, which are too many" in sheet().problems.text()
    assert window.board() == load_preset("mystery-box")
