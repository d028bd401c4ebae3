"""Printing of a solution: preview of the booklet, printer dialog, drawing in the worker."""

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
from puzzlegui.exporters.settings import Chapter, ExportSettings, ProgressReporter
from puzzlegui.exporters.solutions import SOLUTION_FORMATS
from puzzlegui.gui.threads.worker import Job, Worker
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.export_dialog import ExportDialog, ExportRequest

_PDF = "pdf"


class PrintDialog(ExportDialog):
    """Preview of the booklet with its settings."""

    def __init__(
        self, parent: QWidget | None, solution: Solution, worker: Worker, notation: str
    ) -> None:
        formats, settings = {_PDF: SOLUTION_FORMATS[_PDF]}, ExportSettings(notation=notation)
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
) -> ExportSettings | None:
    """Ask for the settings of the booklet; return None on cancel."""
    dialog = PrintDialog(parent, solution, worker, notation)
    return dialog.settings if dialogs.exec_and_delete(dialog) else None


def ask_printer(parent: QWidget, booklet: Booklet) -> QPrinter | None:
    """Ask for a printer, pages and copies; return None on cancel."""
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    set_up_printer(printer, booklet)
    dialog = QPrintDialog(printer, parent)
    dialog.setWindowTitle(tr("Print"))
    dialog.setOption(QPrintDialog.PrintDialogOption.PrintPageRange)
    dialog.setMinMax(1, len(booklet))
    return printer if dialogs.exec_and_delete(dialog) else None


def set_up_printer(printer: QPrinter, booklet: Booklet) -> None:
    """Set the name, paper and margins of a booklet on a printer."""
    printer.setDocName(booklet.title)
    printer.setCreator("PuzzleGUI")
    printer.setPageLayout(
        QPageLayout(booklet.page_size, QPageLayout.Orientation.Portrait, QMarginsF())
    )
    printer.setFullPage(True)  # the booklet has margins of its own


def selected_pages(printer: QPrinter, booklet: Booklet) -> list[int]:
    """Return the pages to print, counted from 0, in printing order."""
    first, last = 0, len(booklet) - 1
    if printer.printRange() == QPrinter.PrintRange.PageRange:
        first, last = max(first, printer.fromPage() - 1), min(last, printer.toPage() - 1)
    pages = list(range(first, last + 1))
    if printer.pageOrder() == QPrinter.PageOrder.LastPageFirst:
        pages.reverse()
    return pages


def paint_pages(printer: QPrinter, booklet: Booklet, report: ProgressReporter) -> None:
    """Draw the selected pages; nothing is printed if it is cancelled.

    Raises:
        CancelledError: raised by ``report``.
        OSError: the printer does not accept pages.
    """
    # All pages are drawn first, because a printer may not support cancelling a document.
    pictures = [_recorded(booklet, page, report) for page in selected_pages(printer, booklet)]
    if not printer.isValid():
        raise OSError(tr("there is no such printer"))
    painter = QPainter(printer)
    if not painter.isActive():
        raise OSError(tr("the printer cannot be reached"))
    # A QPicture scales with the resolution of the device.
    scale = pictures[0].logicalDpiX() / DPI
    painter.scale(scale, scale)
    for number, picture in enumerate(pictures):
        if number:
            printer.newPage()
        painter.drawPicture(0, 0, picture)
    painter.end()


def _recorded(booklet: Booklet, page: int, report: ProgressReporter) -> QPicture:
    picture = QPicture()
    painter = QPainter(picture)
    try:
        booklet.paint(painter, page, report)
    finally:
        painter.end()
    return picture


def print_job(
    printer: QPrinter, booklet: Booklet, solution: Solution, settings: ExportSettings
) -> Job:
    """Return a job that prints; into a file it writes all pages or nothing."""

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


def booklet_of(solution: Solution, settings: ExportSettings) -> Booklet:
    """Return the booklet of a solution."""
    return Booklet([Chapter(solution)], settings)
