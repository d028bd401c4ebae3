"""Printing of puzzles, solutions and books: preview, printer dialog, drawing in the worker."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QMarginsF
from PySide6.QtGui import QPageLayout, QPainter, QPicture
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QWidget

from puzzlegui.core.files import printable
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import tr
from puzzlegui.exporters.book_pdf import BookPages
from puzzlegui.exporters.booklet import Booklet
from puzzlegui.exporters.books import BOOK_FORMATS, BookEdition
from puzzlegui.exporters.formats import Format, export
from puzzlegui.exporters.paper_pages import DPI, Pages
from puzzlegui.exporters.puzzles import (
    ANSWER_PAGE,
    BOOKLET,
    PAGE,
    Puzzle,
    page_settings,
    printable_formats,
)
from puzzlegui.exporters.settings import ExportSettings, ProgressReporter
from puzzlegui.gui.model.open_files import open_paths
from puzzlegui.gui.threads.worker import Job, Worker
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.export_dialog import ExportDialog
from puzzlegui.gui.widgets.export_panel import ExportRequest
from puzzlegui.gui.widgets.progress_dialog import ProgressDialogTask


@dataclass(frozen=True)
class PrintJob:
    """Pages to print.

    Attributes:
        content: puzzle, with its solution if there is one; or a book.
        format_: pages to print, as a format of a file.
        settings: settings of the format.
    """

    content: Puzzle | BookEdition
    format_: Format[Any]
    settings: ExportSettings

    def pages(self) -> Pages:
        """Return the pages."""
        if isinstance(self.content, BookEdition):
            return BookPages(self.content, self.settings)
        if self.format_.name == BOOKLET:
            return Booklet(self.content.chapters(), self.settings)
        answers = self.format_.name == ANSWER_PAGE
        settings = page_settings(self.settings, answers=answers)
        return BookPages(self.content.edition(settings, answers=answers), settings)


def print_request(content: Puzzle | BookEdition, notation: str) -> ExportRequest[Any]:
    """Return what can be printed; at first without the answer."""
    settings = ExportSettings(notation=notation)
    if isinstance(content, BookEdition):
        board = content.book.puzzles[0].board
        formats = {"pdf": BOOK_FORMATS["pdf"]}
        return ExportRequest(tr("Print"), "", formats, content, settings, board=board)
    titles = {
        PAGE: tr("Without the answer"),
        ANSWER_PAGE: tr("With the answer"),
        BOOKLET: tr("Solution, step by step"),
    }
    return ExportRequest(
        tr("Print"), "", printable_formats(content), content, settings,
        initial_format=PAGE, board=content.board, titles=titles, choice_label=tr("&Pages"),
    )  # fmt: skip


def ask_print_settings(
    parent: QWidget, content: Puzzle | BookEdition, worker: Worker, notation: str
) -> PrintJob | None:
    """Ask what to print; return None on cancel."""
    dialog = ExportDialog(parent, worker, print_request(content, notation), tr("P&rint…"))
    dialog.buttons.accepted.connect(dialog.accept)
    if not dialogs.exec_and_delete(dialog):
        return None
    return PrintJob(content, dialog.panel.format, dialog.panel.settings)


def ask_printer(parent: QWidget, pages: Pages) -> QPrinter | None:
    """Ask for a printer, pages and copies; return None on cancel."""
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    set_up_printer(printer, pages)
    dialog = QPrintDialog(printer, parent)
    dialog.setWindowTitle(tr("Print"))
    dialog.setOption(QPrintDialog.PrintDialogOption.PrintPageRange)
    dialog.setMinMax(1, len(pages))
    return printer if dialogs.exec_and_delete(dialog) else None


def set_up_printer(printer: QPrinter, pages: Pages) -> None:
    """Set the name, paper and margins of a document on a printer."""
    printer.setDocName(pages.title)
    printer.setCreator("PuzzleGUI")
    printer.setPageLayout(
        QPageLayout(pages.page_size, QPageLayout.Orientation.Portrait, QMarginsF())
    )
    printer.setFullPage(True)  # the pages have margins of their own


def selected_pages(printer: QPrinter, document: Pages) -> list[int]:
    """Return the pages to print, counted from 0, in printing order."""
    first, last = 0, len(document) - 1
    if printer.printRange() == QPrinter.PrintRange.PageRange:
        first, last = max(first, printer.fromPage() - 1), min(last, printer.toPage() - 1)
    pages = list(range(first, last + 1))
    if printer.pageOrder() == QPrinter.PageOrder.LastPageFirst:
        pages.reverse()
    return pages


def paint_pages(printer: QPrinter, pages: Pages, report: ProgressReporter) -> None:
    """Draw the selected pages; nothing is printed if it is cancelled.

    Raises:
        CancelledError: raised by ``report``.
        OSError: the printer does not accept pages.
    """
    # All pages are drawn first, because a printer may not support cancelling a document.
    pictures = [_recorded(pages, page, report) for page in selected_pages(printer, pages)]
    if not printer.isValid():
        raise OSError(tr("there is no such printer"))
    painter = QPainter()
    if not painter.begin(printer):
        raise OSError(tr("the printer cannot be reached"))
    with painter:
        # A QPicture scales with the resolution of the device.
        scale = pictures[0].logicalDpiX() / DPI
        painter.scale(scale, scale)
        for number, picture in enumerate(pictures):
            if number:
                printer.newPage()
            painter.drawPicture(0, 0, picture)


def _recorded(pages: Pages, page: int, report: ProgressReporter) -> QPicture:
    picture = QPicture()
    with QPainter(picture) as painter:
        pages.paint(painter, page, report)
    return picture


def print_job(printer: QPrinter, pages: Pages, chosen: PrintJob) -> Job:
    """Return a job that prints; into a file it writes all pages or nothing."""
    inputs = open_paths()

    def work(job: Job) -> object:
        if printer.outputFileName():
            path = Path(printer.outputFileName())
            export(chosen.content, path, chosen.format_, chosen.settings, job.report, inputs=inputs)
        else:
            paint_pages(printer, pages, job.report)
        return None

    return Job(
        work,
        tr("Printing {count} pages…").format(
            count=group_digits(len(selected_pages(printer, pages)))
        ),
    )


def print_chosen(
    window: QWidget, worker: Worker, chosen: PrintJob, message: Callable[[str], object]
) -> bool:
    """Ask for a printer and print in the worker; return False on cancel.

    Args:
        window: parent of the dialogs.
        worker: worker that draws the pages.
        chosen: what to print.
        message: called with a text for the status bar.
    """
    pages = chosen.pages()
    printer = ask_printer(window, pages)
    if printer is None:
        return False

    def printed(result: object) -> None:
        if result is None:
            file = printer.outputFileName()
            name = printable(Path(file).name)
            message(tr("Saved {name}").format(name=name) if file else tr("Sent to the printer"))
        else:
            dialogs.show_problem(window, tr("Could not print"), str(result))

    ProgressDialogTask(window, worker, print_job(printer, pages, chosen), printed)
    return True
