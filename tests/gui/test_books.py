"""The book window: puzzles are made, ordered, annotated, saved and recovered."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt, QTimer
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QSpinBox, QWidget
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from puzzlegui.core.board import Board
from puzzlegui.core.creation import BoardSpec
from puzzlegui.core.solution import replay
from puzzlegui.documents.book import Book, BookPuzzle
from puzzlegui.documents.bookfile import dump_book
from puzzlegui.documents.loading import load
from puzzlegui.documents.presets import load_preset
from puzzlegui.exporters.book_pdf import BookPages
from puzzlegui.exporters.books import BOOK_FORMATS, BookEdition
from puzzlegui.exporters.paper_pages import Pages
from puzzlegui.exporters.settings import ExportSettings
from puzzlegui.families.creation import new_board
from puzzlegui.folders import Folders
from puzzlegui.gui.books.document import BookDocument
from puzzlegui.gui.books.making import SetRequest
from puzzlegui.gui.books.new_set_dialog import NewSetDialog
from puzzlegui.gui.books.sheet import SheetModel
from puzzlegui.gui.books.window import BookWindow
from puzzlegui.gui.files import autosave, printing
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.model.settings import DARK_MODE, LIGHT_MODE
from puzzlegui.gui.program import Program
from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.export_dialog import ExportDialog
from puzzlegui.making.rating import Difficulty
from tests.gui.conftest import WAIT
from tests.gui.robot import answer_export, find

REQUEST = SetRequest("rotation", BoardSpec(2, 3, 7), Difficulty(1, 5), 5, "Five")


def puzzle(number: int, length: int | None = None) -> BookPuzzle:
    return BookPuzzle(new_board("rotation", 3, 3, number), length, length is not None)


@pytest.fixture
def books(window: MainWindow) -> Iterator[list[BookWindow]]:
    """The book windows of a test, which are closed after it whatever is unsaved."""
    found: list[BookWindow] = []
    yield found
    for book in window.findChildren(BookWindow):
        book._discarded = book.document.book
        book.close()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def book(window: MainWindow, tmp_path: Path, qtbot: QtBot, books: list[BookWindow]) -> BookWindow:
    """A book of four puzzles, from a file."""
    puzzles = (puzzle(1, 5), puzzle(2, 9), puzzle(3), puzzle(4, 7))
    path = tmp_path / "four.puzzlebook"
    path.write_text(dump_book(Book("Four", "", puzzles)), encoding="utf-8")
    assert window.open_path(path)
    (found,) = window.findChildren(BookWindow)
    qtbot.waitExposed(found)
    books.append(found)
    return found


def order(book: BookWindow) -> list[int | None]:
    return [puzzle.length for puzzle in book.document.book.puzzles]


def run(book: BookWindow, name: str) -> None:
    """Trigger an action, which must be enabled."""
    assert book.actions_[name].isEnabled(), name
    book.actions_[name].trigger()


def press(book: BookWindow, key: Qt.Key, *modifiers: Qt.KeyboardModifier) -> None:
    pressed = Qt.KeyboardModifier.NoModifier
    for modifier in modifiers:
        pressed |= modifier
    QTest.keyClick(book.sheet, key, pressed)


# --- opening ---


def test_a_book_is_opened_beside_the_board(book: BookWindow, window: MainWindow) -> None:
    assert book.windowTitle() == "four.puzzlebook[*]"
    assert order(book) == [5, 9, None, 7]
    assert book.status.text() == "4 puzzles · 5 to 9 moves"
    assert book.sheet.rows() == [0]
    assert window.files.recent() == [book.document.path]
    assert window.document().path is None
    assert window.open_path(str(book.document.path))
    assert window.findChildren(BookWindow) == [book]


def test_a_broken_puzzle_is_named_and_its_file_is_not_overwritten(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, books: list[BookWindow]
) -> None:
    path = tmp_path / "broken.puzzlebook"
    text = dump_book(Book("", "", (puzzle(1, 5), puzzle(2, 9))))
    path.write_text(text.replace('"length": 9', '"length": "x"'), encoding="utf-8")
    said: list[str] = []
    monkeypatch.setattr(dialogs, "show_problem", lambda _w, title, text: said.extend([title, text]))
    window.open_path(path)
    (found,) = window.findChildren(BookWindow)
    assert order(found) == [5]
    assert found.document.path is None
    assert "broken.puzzlebook#2" in said[1]


def test_a_puzzle_is_opened_in_the_main_window(
    book: BookWindow, window: MainWindow, qtbot: QtBot
) -> None:
    boards = [puzzle.board for puzzle in book.document.book.puzzles]
    area = book.sheet.visualRect(book.sheet.model().index(1, 0))
    QTest.mouseClick(book.sheet.viewport(), Qt.MouseButton.LeftButton, pos=area.center())
    QTest.mouseDClick(book.sheet.viewport(), Qt.MouseButton.LeftButton, pos=area.center())
    assert window.board() == boards[1]
    press(book, Qt.Key.Key_Right)
    press(book, Qt.Key.Key_Return)
    assert window.board() == boards[2]
    book.sheet.select([3])
    run(book, "bookOpen")
    assert window.board() == boards[3]


def test_the_program_opens_a_book_that_it_is_started_with(program: Program, tmp_path: Path) -> None:
    path = tmp_path / "one.puzzlebook"
    path.write_text(dump_book(Book("", "", (puzzle(1),))), encoding="utf-8")
    window = program.open_window(load(path))
    (found,) = window.findChildren(BookWindow)
    assert len(found.document.book.puzzles) == 1
    found.close()


# --- the sheet ---


def test_the_model(qtmodeltester: ModelTester) -> None:
    document = BookDocument(Book("", "", (puzzle(1, 5), puzzle(2))))
    model = SheetModel(document)
    qtmodeltester.check(model)
    for puzzles in ((), (puzzle(3),), (puzzle(3, 4), puzzle(1, 3), puzzle(2, 1))):
        document.edit_puzzles(puzzles, "x")
        assert model.rowCount() == len(puzzles)
        qtmodeltester.check(model)
    said = model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said.startswith("Puzzle 1: ")
    assert "4 moves, proved shortest, 1 of 5 stars" in said


def test_pictures_are_drawn_in_both_themes(book: BookWindow, qtbot: QtBot) -> None:
    delegate: Any = book.sheet.itemDelegate()
    for mode, count in ((LIGHT_MODE, 4), (DARK_MODE, 8)):
        theme().apply(mode)
        book.sheet.viewport().update()
        qtbot.waitUntil(partial(_has_pictures, delegate, count), timeout=WAIT)
    theme().apply(LIGHT_MODE)


def _has_pictures(delegate: Any, count: int) -> bool:
    return len(delegate._pictures) == count


def test_only_puzzles_in_view_are_drawn(book: BookWindow, qtbot: QtBot) -> None:
    delegate: Any = book.sheet.itemDelegate()
    book.document.edit_puzzles([puzzle(number) for number in range(200)], "many")
    qtbot.waitUntil(lambda: bool(delegate._pictures) and not delegate._wanted, timeout=WAIT)
    assert len(delegate._pictures) < 60


# --- order, notes, undo ---


def test_puzzles_are_moved_by_keys(book: BookWindow) -> None:
    run(book, "bookLater")
    assert order(book) == [9, 5, None, 7]
    assert book.sheet.rows() == [1]
    run(book, "bookEarlier")
    run(book, "bookEarlier")
    assert order(book) == [5, 9, None, 7]
    press(book, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert book.sheet.rows() == [0, 1]
    run(book, "bookLater")
    assert order(book) == [None, 5, 9, 7]
    assert {keys.toString() for keys in book.actions_["bookLater"].shortcuts()} >= {"Alt+Down"}
    run(book, "bookUndo")
    assert order(book) == [5, 9, None, 7]
    run(book, "bookRedo")
    assert order(book) == [None, 5, 9, 7]
    run(book, "bookSort")
    assert order(book) == [5, 7, 9, None]


def test_puzzles_are_dragged_to_another_place(book: BookWindow) -> None:
    sheet = book.sheet
    areas = [sheet.visualRect(sheet.model().index(row, 0)) for row in range(4)]
    assert sheet.drop_row(areas[2].center() - QPoint(5, 0)) == 2
    assert sheet.drop_row(areas[2].center() + QPoint(5, 0)) == 3
    assert sheet.drop_row(QPoint(areas[3].right() + 50, areas[3].bottom() + 50)) == 4
    sheet.select([0, 2])
    sheet.move_requested.emit(4)
    assert order(book) == [9, 7, 5, None]
    assert sheet.rows() == [2, 3]


def test_puzzles_are_deleted(book: BookWindow) -> None:
    book.sheet.select([1, 2])
    run(book, "bookDelete")
    assert order(book) == [5, 7]
    assert book.sheet.rows() == [1]
    run(book, "bookSelectAll")
    run(book, "bookDelete")
    assert order(book) == []
    assert not book.actions_["bookDelete"].isEnabled()
    run(book, "bookUndo")
    run(book, "bookUndo")
    assert order(book) == [5, 9, None, 7]
    assert not book.document.modified


def test_notes_are_typed_as_one_change(book: BookWindow) -> None:
    book.sheet.select([1])
    run(book, "bookNote")
    QTest.keyClicks(book.note, "Hard")
    assert book.document.book.puzzles[1].note == "Hard"
    QTest.keyClicks(book.title, "!")
    book.notes.setPlainText("For Ada")
    assert (book.document.book.title, book.document.book.notes) == ("Four!", "For Ada")
    book.sheet.select([2])
    assert book.note.toPlainText() == ""
    for _ in range(3):
        run(book, "bookUndo")
    assert not book.document.modified
    assert book.title.text() == "Four"


def test_the_open_board_is_added(
    book: BookWindow, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(book, "bookAdd")
    assert book.document.book.puzzles[-1] == BookPuzzle(window.board())
    said: list[str] = []
    monkeypatch.setattr(dialogs, "show_problem", lambda _w, _title, text: said.append(text))
    board = window.board()
    window.document().edit(board.with_fields(goal=((0, 0, 0),) * 3), "break")
    run(book, "bookAdd")
    assert len(said) == 1
    assert len(book.document.book.puzzles) == 5
    window.undo()


# --- files ---


def test_a_book_is_saved(book: BookWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not book.actions_["bookSave"].isEnabled()
    run(book, "bookLater")
    assert book.isWindowModified()
    run(book, "bookSave")
    assert not book.document.modified
    path = tmp_path / "four.puzzlebook"
    assert load(path).book.book == book.document.book  # type: ignore[union-attr]
    other = tmp_path / "other.puzzlebook"
    monkeypatch.setattr(dialogs, "ask_save_path", lambda *_: other)
    run(book, "bookSaveAs")
    assert book.document.path == other
    path.unlink()
    other.write_text("changed elsewhere", encoding="utf-8")
    monkeypatch.setattr(dialogs, "ask_overwrite", lambda *_: "")
    run(book, "bookLater")
    run(book, "bookSave")
    assert book.document.modified
    assert other.read_text(encoding="utf-8") == "changed elsewhere"
    monkeypatch.setattr(dialogs, "ask_overwrite", lambda *_: dialogs.OVERWRITE)
    run(book, "bookSave")
    assert not book.document.modified


def test_a_book_is_exported_to_be_printed(
    book: BookWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    path = tmp_path / "four.pdf"
    answer_export(monkeypatch, path)
    with qtbot.waitSignal(book.exporter.finished, timeout=WAIT):
        run(book, "bookExport")
    assert path.read_bytes().startswith(b"%PDF")


def test_a_book_is_printed(
    book: BookWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    path = tmp_path / "printed.pdf"
    request = printing.print_request(BookEdition(book.document.book), book.settings["notation"])
    dialog = ExportDialog(book, book.worker, request)
    assert not find(dialog, QWidget, "formatCombo").isVisibleTo(dialog)
    assert find(dialog, QWidget, "answersChoice").isVisibleTo(dialog)
    pieces = find(dialog, QSpinBox, "piecesChoice")
    assert (pieces.text(), dialog.panel.settings.pieces) == ("none", 0)
    pieces.stepUp()
    assert (pieces.text(), dialog.panel.settings.pieces) == ("8 mm", 8)
    pieces.setValue(25)
    edition = BookEdition(book.document.book)
    pages = printing.PrintJob(edition, dialog.panel.format, dialog.panel.settings).pages()
    assert len(pages) > len(BookPages(edition, ExportSettings()))
    pieces.setValue(pieces.minimum())
    assert dialog.panel.settings.pieces == 0
    dialog.reject()

    def choose(_: object, edition: BookEdition, *_rest: object) -> printing.PrintJob:
        return printing.PrintJob(edition, BOOK_FORMATS["pdf"], ExportSettings(answers="none"))

    def printer(_parent: QWidget, pages: Pages) -> QPrinter:
        found = QPrinter(QPrinter.PrinterMode.HighResolution)
        found.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
        found.setOutputFileName(str(path))
        printing.set_up_printer(found, pages)
        return found

    monkeypatch.setattr(printing, "ask_print_settings", choose)
    monkeypatch.setattr(printing, "ask_printer", printer)
    run(book, "bookPrint")
    qtbot.waitUntil(lambda: path.is_file() and path.stat().st_size > 0, timeout=WAIT)
    assert path.read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize("answer", [dialogs.SAVE, dialogs.DISCARD])
@pytest.mark.parametrize("of_main_window", [False, True])
def test_unsaved_changes_are_asked_about(
    book: BookWindow,
    window: MainWindow,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
    tmp_path: Path,
    of_main_window: bool,
    answer: str,
) -> None:
    asked: list[Callable[[str], None]] = []
    monkeypatch.setattr(dialogs, "ask_unsaved", lambda _w, _name, then: asked.append(then))
    run(book, "bookLater")
    closed: QMainWindowLike = window if of_main_window else book
    closed.close()
    assert book.isVisible()
    assert len(asked) == 1  # which is cancelled
    closed.close()
    asked[-1](answer)
    qtbot.waitUntil(lambda: not closed.isVisible(), timeout=WAIT)
    saved = load(tmp_path / "four.puzzlebook").book
    assert saved is not None
    lengths = [puzzle.length for puzzle in saved.book.puzzles]
    assert lengths == ([9, 5, None, 7] if answer == dialogs.SAVE else [5, 9, None, 7])


QMainWindowLike = MainWindow | BookWindow


def test_a_full_disk_loses_nothing(book: BookWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> Any:
        raise OSError(28, os.strerror(28))

    said: list[str] = []
    monkeypatch.setattr(dialogs, "show_problem", lambda _w, _title, text: said.append(text))
    monkeypatch.setattr("puzzlegui.core.files._new_file", full)
    run(book, "bookLater")
    run(book, "bookSave")
    assert "four.puzzlebook" in said[0]
    assert book.document.modified


def test_unsaved_changes_are_recovered(
    book: BookWindow, folders: Folders, qtbot: QtBot, window: MainWindow
) -> None:
    def kept() -> list[Path]:
        return sorted(folders.recovery.glob("*.unsaved"))

    run(book, "bookLater")
    qtbot.waitUntil(lambda: len(kept()) == 1, timeout=WAIT)
    assert list(autosave.find_recoverable(folders.recovery)) == []  # its window is alive
    kept()[0].with_name("left.unsaved").write_bytes(kept()[0].read_bytes())
    run(book, "bookUndo")
    qtbot.waitUntil(lambda: len(kept()) == 1, timeout=WAIT)
    (left,) = autosave.find_recoverable(folders.recovery)
    assert isinstance(left, autosave.RecoverableBook)
    assert left.describe().startswith("four.puzzlebook, ")
    assert left.describe().endswith(", a book of 4 puzzles")
    assert left.claim()
    found = window.commands.books.recover(left)
    assert order(found) == [9, 5, None, 7]
    assert found.document.modified
    assert found.document.path == book.document.path
    found.saver.save()
    qtbot.waitUntil(lambda: kept() == [], timeout=WAIT)


def test_a_killed_process_leaves_its_book(
    program: Program, folders: Folders, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    folders.recovery.mkdir(parents=True)
    text = '{"path": "", "time": 5}\n' + dump_book(Book("Left", "", (puzzle(1, 5),)))
    (folders.recovery / "left.unsaved").write_text(text, encoding="utf-8")
    window = program.open_window()
    said: list[str] = []

    def restore(_window: object, works: list[str], then: Callable[[bool], None]) -> None:
        said.extend(works)
        then(True)

    monkeypatch.setattr(dialogs, "ask_recover", restore)
    program.offer_recovery()
    (found,) = window.findChildren(BookWindow)
    assert said[0].startswith("Left, ")
    assert (order(found), found.document.modified) == ([5], True)
    found._discarded = found.document.book
    found.close()
    assert list(folders.recovery.glob("*.unsaved")) == []


# --- making ---


def made(window: MainWindow, qtbot: QtBot, request: SetRequest = REQUEST) -> BookWindow:
    book = window.commands.books.make(request)
    qtbot.waitUntil(lambda: not book.making.running, timeout=WAIT)
    return book


def test_a_set_is_made_and_shown(window: MainWindow, qtbot: QtBot, books: list[BookWindow]) -> None:
    book = window.commands.books.make(REQUEST)
    assert book.stop_button.isVisible()
    assert book.progress_text.text() == "Making puzzle 1 of 5…"
    assert not book.actions_["bookDelete"].isEnabled()
    qtbot.waitUntil(lambda: not book.making.running, timeout=WAIT)
    assert order(book) == [1, 2, 3, 4, 5]
    for each in book.document.book.puzzles:
        assert each.optimal
        assert each.moves is not None
        assert replay(each.board, each.moves)
        assert each.board.title.startswith("Five, ")
    assert book.document.modified
    assert not book.stop_button.isVisible()


def test_stop_keeps_what_there_is(
    window: MainWindow, qtbot: QtBot, books: list[BookWindow]
) -> None:
    book = window.commands.books.make(
        SetRequest("sliding", BoardSpec(4, 4, 1), Difficulty(24, 30), 900, "Many")
    )
    qtbot.waitUntil(lambda: len(book.document.book.puzzles) >= 3, timeout=WAIT)
    run(book, "bookStop")
    qtbot.waitUntil(lambda: not book.making.running, timeout=WAIT)
    assert 3 <= len(book.document.book.puzzles) < 900
    run(book, "bookDelete")


def test_what_is_impossible_is_said(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, books: list[BookWindow]
) -> None:
    said: list[str] = []
    monkeypatch.setattr(dialogs, "show_problem", lambda _w, title, text: said.extend([title, text]))
    request = SetRequest("rotation", BoardSpec(2, 2, 1), Difficulty(1, 2), 50, "Fifty")
    book = made(window, qtbot, request)
    assert said[0] == "Not all puzzles were made"
    assert "only 2 boards of 1 to 2 moves" in said[1]
    assert 0 < len(book.document.book.puzzles) < 50


def test_a_puzzle_is_replaced_by_another_of_its_length(
    window: MainWindow, qtbot: QtBot, books: list[BookWindow]
) -> None:
    book = made(window, qtbot)
    before = book.document.book.puzzles
    book.sheet.select([3])
    run(book, "bookReplace")
    assert book.progress_text.text() == "Making another puzzle…"
    qtbot.waitUntil(lambda: not book.making.running, timeout=WAIT)
    after = book.document.book.puzzles
    assert after[3].length == 4
    assert after[3].board.puzzle != before[3].board.puzzle
    assert after[3].board.title == before[3].board.title
    assert [*after[:3], *after[4:]] == [*before[:3], *before[4:]]
    run(book, "bookUndo")
    assert book.document.book.puzzles == before


def test_lengths_are_proved(window: MainWindow, qtbot: QtBot, books: list[BookWindow]) -> None:
    small, unsolvable = new_board("rotation", 3, 3, 1), load_preset("fifteen-loyd")
    puzzles = (
        BookPuzzle(small, 40, optimal=True, note="mine", extra=(("x", "1"),)),
        BookPuzzle(unsolvable), BookPuzzle(small.with_fields(title="A"), 50), puzzle(1, 9),
    )  # fmt: skip
    text = dump_book(Book("", "", puzzles)).replace('"checksum": "', '"checksum": "0', 1)
    book = window.commands.books.show_loaded(load_text(text))
    before = book.document.book.puzzles
    assert [each.optimal for each in before] == [False, False, False, True]
    run(book, "bookSelectAll")
    run(book, "bookProve")
    assert book.progress_text.text() == "Proving length 1 of 3…"
    assert book._busy_row() == 0
    qtbot.waitUntil(lambda: not book.making.running, timeout=WAIT)
    assert book.statusBar().currentMessage() == "Lengths proved: 2 of 3"
    after = book.document.book.puzzles
    assert [each.optimal for each in after] == [True, False, True, True]
    assert after[1:] == (before[1], replace(after[0], board=after[2].board, note="", extra=()),
                         before[3])  # fmt: skip
    assert (after[0].note, after[2].board.title) == ("mine", "A")
    assert after[0].moves is not None
    assert replay(small, after[0].moves)
    run(book, "bookUndo")
    assert book.document.book.puzzles == before
    book.sheet.select([3])
    assert not book.actions_["bookProve"].isEnabled()


def test_closing_ends_the_making(
    window: MainWindow, qtbot: QtBot, books: list[BookWindow], monkeypatch: pytest.MonkeyPatch
) -> None:

    def discard(parent: QWidget, _name: str, then: Callable[[str], None]) -> None:
        QTimer.singleShot(0, parent, lambda: then(dialogs.DISCARD))

    monkeypatch.setattr(dialogs, "ask_unsaved", discard)
    book = window.commands.books.make(
        SetRequest("sliding", BoardSpec(4, 4, 1), Difficulty(24, 30), 900, "Many")
    )
    qtbot.waitUntil(lambda: len(book.document.book.puzzles) >= 1, timeout=WAIT)
    book.close()
    qtbot.waitUntil(lambda: not window.findChildren(BookWindow), timeout=WAIT)


# --- the dialog ---


@pytest.mark.parametrize("family", ["rotation", "sliding", "shift", "maze"])
def test_the_dialog_asks_for_a_set(family: str, window: MainWindow, qtbot: QtBot) -> None:
    got: list[SetRequest] = []
    dialog = NewSetDialog(window, window.settings, got.append)
    dialog.family.setCurrentIndex(dialog.family.findData(family))
    dialog.rows.setValue(4)
    dialog.count.setValue(3)
    dialog.shortest.setValue(4)
    dialog.longest.setValue(3)
    assert dialog.request is None
    assert not dialog.ok.isEnabled()
    assert dialog.message.text()
    dialog.longest.setValue(6)
    dialog.title.setText("Mine")
    dialog.accept()
    (request,) = got
    assert (request.family, request.count, request.title) == (family, 3, "Mine")
    assert (request.spec.rows, request.spec.columns) == (4, 3)
    assert (request.wish.shortest, request.wish.longest) == (4, 6)
    other = NewSetDialog(window, window.settings, got.append)
    assert other.family.currentData() == family
    assert (other.rows.value(), other.longest.value(), other.count.value()) == (4, 6, 3)
    other.reject()


def test_set_has_a_letter_of_a_lettering_on_each_board(window: MainWindow) -> None:
    dialog = NewSetDialog(window, window.settings, lambda _: None)
    dialog.family.setCurrentIndex(dialog.family.findData("rotation"))
    dialog.rows.setValue(4)
    dialog.columns.setValue(4)
    letters, goals = dialog.widgets["lettering"], dialog.widgets["goal"]
    assert isinstance(letters, QLineEdit)
    assert isinstance(goals, QComboBox)
    letters.setText("puzzle")
    assert dialog.request is not None
    assert "lettering" not in dialog.request.spec.parameters  # the goal is in order
    assert not letters.isVisibleTo(dialog)
    goals.setCurrentIndex(goals.findData("lettering"))
    assert letters.isVisibleTo(dialog)
    assert dialog.request is not None
    assert dialog.request.spec.parameters["lettering"] == "puzzle"
    dialog.rows.setValue(3)
    assert dialog.request is None
    assert "at least 4 rows" in dialog.message.text()
    goals.setCurrentIndex(goals.findData("letters"))
    assert dialog.request is not None
    assert dialog.request.spec.parameters["goal"] == "letters"
    dialog.reject()


@pytest.mark.parametrize("remembered", ["", "{", "[]", '{"family": 5}', "[" * 9000])
@pytest.mark.examples(2)
def test_the_dialog_ignores_what_it_cannot_read(remembered: str, window: MainWindow) -> None:
    window.settings["new/set"] = remembered
    dialog = NewSetDialog(window, window.settings, lambda _: None)
    assert dialog.request is not None
    dialog.reject()


def test_a_maze_is_replaced_by_another(
    window: MainWindow, qtbot: QtBot, books: list[BookWindow]
) -> None:
    request = SetRequest("maze", BoardSpec(4, 4, 7, {"sum": 0}), Difficulty(4, 5), 2, "Mazes")
    book = made(window, qtbot, request)
    book.sheet.select([0])
    run(book, "bookReplace")
    qtbot.waitUntil(lambda: not book.making.running, timeout=WAIT)
    board: Any = book.document.book.puzzles[0].board
    assert board.sum == 0
    assert book.document.book.puzzles[0].unique


def test_no_other_puzzle_is_said(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, books: list[BookWindow]
) -> None:
    board: Board = new_board("rotation", 2, 2, 3)
    boards = [board]
    said: list[str] = []
    monkeypatch.setattr(dialogs, "show_problem", lambda _w, title, text: said.append(title))
    book = window.commands.books.show_loaded(
        load_text(dump_book(Book("", "", tuple(BookPuzzle(each, 1, True) for each in boards))))
    )
    book.document.edit_puzzles([BookPuzzle(board, 40, True)], "x")
    book.sheet.select([0])
    run(book, "bookReplace")
    qtbot.waitUntil(lambda: bool(said), timeout=WAIT)
    assert said == ["No matching puzzle found"]
    assert book.document.book.puzzles == (BookPuzzle(board, 40, True),)


def load_text(text: str) -> Any:
    from puzzlegui.documents.loading import read

    return read(text, "text")


def test_an_error_of_the_process_is_not_hidden(book: BookWindow) -> None:
    with pytest.raises(RuntimeError):
        book._making_ended(RuntimeError("bug"))
