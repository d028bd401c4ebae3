"""Printing: the booklet on a QPrinter, all or nothing."""

from __future__ import annotations

import io
import os
from dataclasses import replace
from pathlib import Path

import pypdf
import pytest
from PIL import Image
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPageSize, QPainter
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QComboBox, QDialog, QLabel, QWidget
from pytestqt.qtbot import QtBot

from puzzlegui.core.solution import Solution
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.run import solve
from puzzlegui.exporters.booklet import Booklet
from puzzlegui.exporters.paper_pages import DPI, Pages
from puzzlegui.exporters.puzzles import ANSWER_PAGE, BOOKLET, PAGE, Puzzle, printable_formats
from puzzlegui.exporters.settings import CancelledError, Chapter, ExportSettings, ignore_progress
from puzzlegui.exporters.storyboard import png_bytes
from puzzlegui.gui.files import printing
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.threads.worker import Job
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.export_dialog import ExportDialog
from tests.gui.conftest import WAIT
from tests.gui.robot import action, find
from tests.render.test_painter import difference


@pytest.fixture(scope="module")
def solution() -> Solution:
    return solve(load_preset("eight-cpp"))


def into(path: Path, solution: Solution, settings: ExportSettings) -> tuple[QPrinter, Booklet]:
    """A printer that writes what it prints into a file by itself."""
    booklet = Booklet([Chapter(solution)], settings)
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(path))
    printing.set_up_printer(printer, booklet)
    return printer, booklet


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("per_page", [1, 6])
def test_what_is_printed_is_the_booklet(
    tmp_path: Path, solution: Solution, paper: str, per_page: int
) -> None:
    path = tmp_path / "out.pdf"
    printer, booklet = into(path, solution, ExportSettings(paper=paper, per_page=per_page))
    printing.paint_pages(printer, booklet, ignore_progress)
    found = pypdf.PdfReader(path)
    assert len(found.pages) == len(booklet)
    size = QPageSize(
        QPageSize.PageSizeId.A4 if paper == "a4" else QPageSize.PageSizeId.Letter
    ).sizePoints()
    for page in found.pages:
        assert abs(float(page.mediabox.width) - size.width()) < 2
        assert abs(float(page.mediabox.height) - size.height()) < 2
    text = " ".join("".join(page.extract_text() for page in found.pages).split())
    assert "Eight puzzle" in text
    assert f"Page {len(booklet)} of {len(booklet)}" in text


def test_printing_in_the_worker(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, solution: Solution
) -> None:
    path = tmp_path / "out.pdf"
    printer, booklet = into(path, solution, ExportSettings())
    ended: list[object] = []
    job = Job(lambda _job: printing.paint_pages(printer, booklet, ignore_progress), "printing")
    window.worker().submit(job, ended.append)
    qtbot.waitUntil(lambda: bool(ended), timeout=WAIT)
    assert ended == [None]
    assert len(pypdf.PdfReader(path).pages) == len(booklet)


def test_pages_and_their_order(tmp_path: Path, solution: Solution) -> None:
    printer, booklet = into(tmp_path / "x.pdf", solution, ExportSettings(per_page=2))
    count = len(booklet)
    assert printing.selected_pages(printer, booklet) == list(range(count))
    printer.setPrintRange(QPrinter.PrintRange.PageRange)
    printer.setFromTo(2, 4)
    assert printing.selected_pages(printer, booklet) == [1, 2, 3]
    printer.setPageOrder(QPrinter.PageOrder.LastPageFirst)
    assert printing.selected_pages(printer, booklet) == [3, 2, 1]
    printer.setFromTo(count, count + 5)
    assert printing.selected_pages(printer, booklet) == [count - 1]


def test_cancelled_nothing_is_printed(tmp_path: Path, solution: Solution) -> None:
    printer, booklet = into(tmp_path / "x.pdf", solution, ExportSettings())

    def cancel(done: int, _total: int) -> None:
        if done > 3:
            raise CancelledError

    with pytest.raises(CancelledError):
        printing.paint_pages(printer, booklet, cancel)
    assert list(tmp_path.iterdir()) == []


def test_a_printer_gets_what_a_pdf_shows(qtbot: QtBot, solution: Solution) -> None:
    """Recorded and played at another resolution, a page is the same."""
    booklet = Booklet([Chapter(solution)], ExportSettings())
    images = []
    for recorded in (False, True):
        image = QImage(booklet.size.toSize() * 2, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.white)
        image.setDotsPerMeterX(round(2 * DPI / 0.0254))
        image.setDotsPerMeterY(round(2 * DPI / 0.0254))
        painter = QPainter(image)
        if recorded:
            picture = printing._recorded(booklet, 1, ignore_progress)
            painter.scale(picture.logicalDpiX() / DPI, picture.logicalDpiX() / DPI)
            painter.drawPicture(0, 0, picture)
        else:
            painter.scale(2, 2)
            booklet.paint(painter, 1)
        painter.end()
        images.append(Image.open(io.BytesIO(png_bytes(image))))
    mean, other = difference(*images)
    assert mean < 0.5
    assert other < 0.005


@pytest.mark.qt_log_ignore("Returned false")
def test_a_printer_that_cannot_be_reached(tmp_path: Path, solution: Solution) -> None:
    printer, booklet = into(tmp_path / "no" / "x.pdf", solution, ExportSettings())
    with pytest.raises(OSError, match=r"cannot be reached"):
        printing.paint_pages(printer, booklet, ignore_progress)


def test_the_dialog(qtbot: QtBot, window: MainWindow, solution: Solution) -> None:
    request = printing.print_request(Puzzle(solution.board, solution), "words")
    dialog = ExportDialog(window, window.worker(), request)
    dialog.show()
    picture = find(dialog, QLabel, "picturePreview")
    qtbot.waitUntil(lambda: not picture.pixmap().isNull(), timeout=WAIT)
    formats = find(dialog, QComboBox, "formatCombo")
    assert [formats.itemText(row) for row in range(formats.count())] == [
        "Without the answer", "With the answer", "Solution, step by step"
    ]  # fmt: skip
    assert dialog.panel.format.name == PAGE
    assert not find(dialog, QWidget, "notationChoice").isVisible()
    formats.setCurrentIndex(formats.findData(BOOKLET))
    for name in ("notation", "paper"):
        assert find(dialog, QWidget, f"{name}Choice").isVisible()
    assert dialog.findChild(QWidget, "themeChoice") is None
    assert dialog.panel.settings.notation == "words"
    paper = find(dialog, QComboBox, "paperChoice")
    paper.setCurrentIndex(paper.findData("letter"))
    assert dialog.panel.settings.paper == "letter"
    dialog.reject()


def test_asking(window: MainWindow, solution: Solution, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    booklet = Booklet([Chapter(solution)], ExportSettings())
    for code in (QDialog.DialogCode.Accepted, QDialog.DialogCode.Rejected):
        monkeypatch.setattr(ExportDialog, "exec", lambda _, code=code: code)
        monkeypatch.setattr(QPrintDialog, "exec", lambda _, code=code: code)
        puzzle = Puzzle(solution.board)
        wanted = printing.ask_print_settings(window, puzzle, window.worker(), "standard")
        printer = printing.ask_printer(window, booklet)
        accepted = code == QDialog.DialogCode.Accepted
        assert (wanted is not None) == (printer is not None) == accepted


@pytest.mark.parametrize("full", [False, True])
def test_printed_from_the_window_into_a_file(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, full: bool
) -> None:
    window.use_solution(solve(window.board()))
    path = tmp_path / "printed.pdf"
    settings = ExportSettings(per_page=4)

    def choose_booklet(_: object, puzzle: Puzzle, *_rest: object) -> printing.PrintJob:
        return printing.PrintJob(puzzle, printable_formats(puzzle)[BOOKLET], settings)

    monkeypatch.setattr(printing, "ask_print_settings", choose_booklet)

    def printer(*_: object) -> QPrinter:
        found, _booklet = into(path, window.solution(), settings)  # type: ignore[arg-type]
        return found

    monkeypatch.setattr(printing, "ask_printer", printer)
    said: list[str] = []
    monkeypatch.setattr(dialogs, "show_problem", lambda _parent, title, text: said.append(text))
    if full:

        def no_space(_handle: int) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "fsync", no_space)
        window.commands.print_puzzle()
        qtbot.waitUntil(lambda: bool(said), timeout=WAIT)
        assert "No space left" in said[0]
        assert list(tmp_path.glob("printed*")) == []
    else:
        window.commands.print_puzzle()
        qtbot.waitUntil(path.is_file, timeout=WAIT)
        qtbot.waitUntil(lambda: not said and path.stat().st_size > 0, timeout=WAIT)
        assert len(pypdf.PdfReader(path).pages) == 4
        qtbot.waitUntil(
            lambda: window.statusBar().currentMessage() == "Saved printed.pdf", timeout=WAIT
        )


@pytest.mark.parametrize("preset", ["mystery-box", "fifteen-loyd", "grid-30x30"])
@pytest.mark.examples(1)
def test_an_unsolved_board_is_printed_without_its_answer(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, preset: str
) -> None:
    window.open_preset(preset)
    path = tmp_path / "printed.pdf"

    def accept_first(_: object, puzzle: Puzzle, *_rest: object) -> printing.PrintJob:
        (format_,) = printable_formats(puzzle).values()
        return printing.PrintJob(puzzle, format_, ExportSettings())

    def printer(_parent: QWidget, pages: Pages) -> QPrinter:
        found = QPrinter(QPrinter.PrinterMode.HighResolution)
        found.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
        found.setOutputFileName(str(path))
        printing.set_up_printer(found, pages)
        return found

    monkeypatch.setattr(printing, "ask_print_settings", accept_first)
    monkeypatch.setattr(printing, "ask_printer", printer)
    assert action(window, "actionPrint").isEnabled()
    action(window, "actionPrint").trigger()
    qtbot.waitUntil(lambda: path.is_file() and path.stat().st_size > 0, timeout=WAIT)
    text = "".join(page.extract_text() for page in pypdf.PdfReader(path).pages)
    assert "".join(window.board().title.split()) in "".join(text.split())
    assert "Name:" in text
    assert "Solved" not in text


def test_the_answer_follows_the_puzzle_on_request(solution: Solution) -> None:
    puzzle = Puzzle(solution.board, solution)
    formats = printable_formats(puzzle)
    job = printing.PrintJob(puzzle, formats[ANSWER_PAGE], ExportSettings())
    assert len(job.pages()) == 2
    assert len(replace(job, format_=formats[PAGE]).pages()) == 1
    assert list(printable_formats(Puzzle(solution.board))) == [PAGE]


def test_a_board_with_problems_is_printed_as_it_is(window: MainWindow) -> None:
    board = window.board()
    window.document().edit(board.with_cell("start", (0, 0), 99), "99")
    assert window.document().problems
    assert action(window, "actionPrint").isEnabled()
    puzzle = Puzzle(window.board())
    format_ = printable_formats(puzzle)[PAGE]
    content = b"".join(format_.write(puzzle, ExportSettings(), ignore_progress))
    assert content.startswith(b"%PDF")
