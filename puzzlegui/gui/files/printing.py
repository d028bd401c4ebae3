"""Printing a solution: the pages of the booklet, previewed, then drawn by the worker."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMarginsF
from PySide6.QtGui import QPageLayout, QPainter, QPicture
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QDialogButtonBox, QWidget

from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import tr
from puzzlegui.core.solution import Solution
from puzzlegui.exporters.booklet import DPI, Booklet
from puzzlegui.exporters.formats import export
from puzzlegui.exporters.settings import Chapter, Report, Settings
from puzzlegui.exporters.solutions import SOLUTION_FORMATS
from puzzlegui.gui.threads.worker import Job, Worker
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.export_dialog import ExportDialog, ExportRequest

_PDF = "pdf"


class PrintDialog(ExportDialog):
    """The preview of the booklet, with what can be chosen about it."""

    def __init__(
        self, parent: QWidget | None, solution: Solution, worker: Worker, notation: str
    ) -> None:
        formats, settings = {_PDF: SOLUTION_FORMATS[_PDF]}, Settings(notation=notation)
        content = [Chapter(solution)]
        request = ExportRequest(
            tr("Print moves"), "", formats, content, settings, board=solution.board
        )  # fmt: skip
        super().__init__(parent, worker, request)
        self.form.setRowVisible(self.formats, False)
        button = self.buttons.button(QDialogButtonBox.StandardButton.Save)
        button.setText(tr("Print…"))


def ask_print_settings(
    parent: QWidget, solution: Solution, worker: Worker, notation: str
) -> Settings | None:
    """What the booklet is to look like."""
    dialog = PrintDialog(parent, solution, worker, notation)
    return dialog.settings if dialogs.accepts(dialog) else None


def ask_printer(parent: QWidget, booklet: Booklet) -> QPrinter | None:
    """A printer, the pages wanted, and how many copies."""
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    prepare(printer, booklet)
    dialog = QPrintDialog(printer, parent)
    dialog.setWindowTitle(tr("Print"))
    dialog.setOption(QPrintDialog.PrintDialogOption.PrintPageRange)
    dialog.setMinMax(1, len(booklet))
    return printer if dialogs.accepts(dialog) else None


def prepare(printer: QPrinter, booklet: Booklet) -> None:
    """Tell a printer the name, the paper and the margins of a booklet."""
    printer.setDocName(booklet.title)
    printer.setCreator("PuzzleGUI")
    printer.setPageLayout(
        QPageLayout(booklet.page_size, QPageLayout.Orientation.Portrait, QMarginsF())
    )
    printer.setFullPage(True)  # the booklet has margins of its own


def selected_pages(printer: QPrinter, booklet: Booklet) -> list[int]:
    """The pages to be printed, counted from 0, in the order in which they are."""
    first, last = 0, len(booklet) - 1
    if printer.printRange() == QPrinter.PrintRange.PageRange:
        first, last = max(first, printer.fromPage() - 1), min(last, printer.toPage() - 1)
    pages = list(range(first, last + 1))
    if printer.pageOrder() == QPrinter.PageOrder.LastPageFirst:
        pages.reverse()
    return pages


def paint_pages(printer: QPrinter, booklet: Booklet, report: Report) -> None:
    """Draw the wanted pages; nothing is printed if it is cancelled.

    Raises:
        CancelledError: ``report`` raised it.
        OSError: the printer does not take pages.
    """
    # All is drawn before the first page goes out: a printer cannot be relied on to take one back.
    pictures = [_recorded(booklet, page, report) for page in selected_pages(printer, booklet)]
    if not printer.isValid():
        raise OSError(tr("there is no such printer"))
    painter = QPainter(printer)
    if not painter.isActive():
        raise OSError(tr("the printer cannot be reached"))
    # A recorded picture grows with the resolution by itself.
    scale = pictures[0].logicalDpiX() / DPI
    painter.scale(scale, scale)
    for number, picture in enumerate(pictures):
        if number:
            printer.newPage()
        painter.drawPicture(0, 0, picture)
    painter.end()


def _recorded(booklet: Booklet, page: int, report: Report) -> QPicture:
    picture = QPicture()
    painter = QPainter(picture)
    try:
        booklet.paint(painter, page, report)
    finally:
        painter.end()
    return picture


def print_job(printer: QPrinter, booklet: Booklet, solution: Solution, settings: Settings) -> Job:
    """The printing, for the worker; into a file it writes all or nothing."""

    def work(job: Job) -> object:
        if printer.outputFileName():
            path, format_ = Path(printer.outputFileName()), SOLUTION_FORMATS[_PDF]
            export([Chapter(solution)], path, format_, settings, job.report)
        else:
            paint_pages(printer, booklet, job.report)
        return None

    return Job(
        work,
        tr("Printing {count} pages…").format(
            count=group_digits(len(selected_pages(printer, booklet)))
        ),
    )


def booklet_of(solution: Solution, settings: Settings) -> Booklet:
    """The pages of a solution."""
    return Booklet([Chapter(solution)], settings)
