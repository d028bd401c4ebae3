"""Pasting what is of another size, boards that are in no file yet, and drafts with problems."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from puzzlegui.core.errors import as_sentence
from puzzlegui.documents import loading
from puzzlegui.documents.boardfile import DRAFT, Loaded, dump_board
from puzzlegui.documents.loading import load
from puzzlegui.documents.presets import load_preset
from puzzlegui.gui.files.import_sheet import ImportSheet
from puzzlegui.gui.files.reading_line import ReadingLine
from puzzlegui.gui.gallery.gallery import Gallery
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.model.mode import DESIGN, PLAY, SOLUTION
from puzzlegui.gui.widgets import dialogs
from tests.boards import grid
from tests.gui.robot import action, click, find, solve
from tools.fuzz.large import TABLE

FOUR = "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 16 15\n"
WRONG = load_preset("mystery-box").with_cell("start", (0, 0), 30)
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
    assert window.mode() == PLAY


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
def test_pasted_board_asks_nothing_until_it_is_edited(window: MainWindow, action: str) -> None:
    paste(window, dump_board(load_preset("eight-cpp")), action)
    assert window.board() == load_preset("eight-cpp")
    assert not window.is_unsaved()
    window.document().edit(window.board().with_fields(title="Mine"), "title")
    assert window.is_unsaved()


@pytest.mark.parametrize("mode", [DESIGN, PLAY, SOLUTION])
@pytest.mark.parametrize("way", ["preset", "file", "paste"])
def test_opening_a_board_keeps_the_mode(
    window: MainWindow, tmp_path: Path, mode: str, way: str
) -> None:
    board = load_preset("eight-cpp")
    window.session.choose_mode(mode)
    if way == "preset":
        window.open_preset("eight-cpp")
    elif way == "file":
        (tmp_path / "eight.puzzle").write_text(dump_board(board), encoding="utf-8")
        window.open_path(tmp_path / "eight.puzzle")
    else:
        paste(window, dump_board(board))
    assert window.board() == board
    assert window.mode() == mode


def saved_draft(window: MainWindow, folder: Path) -> Path:
    """Return the file of a board with problems, which was saved before another was opened."""
    window.document().edit(WRONG, "type")
    path = folder / "draft.puzzle"
    window.document().write(path)
    window.document().mark_saved(path)
    window.open_preset("eight-cpp")
    return path


def test_board_with_problems_opens_in_design(window: MainWindow, tmp_path: Path) -> None:
    path = saved_draft(window, tmp_path)
    window.show_play()
    assert window.open_path(path)
    assert window.mode() == DESIGN


def test_reading_line_hides_once_the_board_is_played(qtbot: QtBot, window: MainWindow) -> None:
    window.open_preset("eight-cpp")
    window.show_play()
    line = find(window, ReadingLine, "")
    for go_on in (
        lambda: qtbot.keyClick(window.board_view(), Qt.Key.Key_Left),
        lambda: action(window, "actionEdit-shuffle").trigger(),
    ):
        paste(window, "1 2 3\n4 5 6\n0 7 8\n")
        assert line.isVisible()
        go_on()
        assert not line.isVisible()


def test_gallery_marks_no_board_after_a_paste(window: MainWindow) -> None:
    gallery = find(window, Gallery, "gallery")
    window.open_preset("eight-cpp")
    assert gallery.selectedIndexes()
    window.show_play()
    paste(window, "1 2 3\n4 5 6\n0 7 8\n")
    assert window.board().grid("start") == grid("1 2 3/4 5 6/0 7 8")
    assert not gallery.selectedIndexes()


def test_gallery_marks_a_preset_again_once_its_scramble_is_undone(window: MainWindow) -> None:
    gallery = find(window, Gallery, "gallery")
    window.open_preset("eight-cpp")
    marked = gallery.selectedIndexes()
    window.show_play()
    action(window, "actionEdit-shuffle").trigger()
    assert not gallery.selectedIndexes()
    window.undo()
    assert gallery.selectedIndexes() == marked


def test_moves_pasted_in_play_continue_the_position_shown(window: MainWindow) -> None:
    window.open_preset("eight-cpp")
    window.show_play()
    window.timeline().animated = False
    session = window.session
    first, second = "L", "L"
    paste(window, first)
    paste(window, second)
    assert window.session.sequence is not None
    assert " ".join(map(str, session.game_sequence.moves)) == "L L"
    assert window.mode() == PLAY
    assert session.state.game.started_at is None  # the clock waits for a move made by hand
    window.undo()
    paste(window, "R")  # takes the place of the move taken back
    assert " ".join(map(str, session.game_sequence.moves)) == "L R"


def test_moves_pasted_in_solve_continue_the_solution(qtbot: QtBot, window: MainWindow) -> None:
    moves = solve(qtbot, window).moves
    window.timeline().go_to(2)
    paste(window, " ".join(window.board().format_moves(moves[2:])))
    assert window.mode() == SOLUTION
    assert window.session.sequence is not None
    assert tuple(window.session.sequence.moves) == moves
    window.timeline().go_to(2)
    other = next(m for m in window.board().legal_moves(None) if m != moves[2])
    paste(window, str(other))
    assert window.mode() == PLAY
    assert window.session.state.game.moves == (*moves[:2], other)


def test_moves_pasted_in_design_are_shown_first(
    window: MainWindow, sheet: Callable[[], ImportSheet]
) -> None:
    paste(window, "A1 B2")
    assert sheet().as_moves
    assert window.mode() == DESIGN


def test_wrong_moves_pasted_in_play_are_shown_with_their_fault(
    window: MainWindow, sheet: Callable[[], ImportSheet]
) -> None:
    window.show_play()
    paste(window, "A1 B2 C9")
    assert "C9" in sheet().problems.text()
    assert window.session.state.game.moves == ()


def test_a_draft_of_ones_own_opens_without_a_warning(window: MainWindow, tmp_path: Path) -> None:
    path = saved_draft(window, tmp_path)
    assert window.open_path(path)  # the fixture fails at any dialog
    assert window.board() == WRONG
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
