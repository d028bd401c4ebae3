"""Commands for exporting and printing moves."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from puzzlegui.core.files import printable
from puzzlegui.core.language import tr
from puzzlegui.core.solution import Solution
from puzzlegui.exporters.settings import Chapter, ExportSettings
from puzzlegui.exporters.solutions import SOLUTION_FORMATS, SolutionFormat
from puzzlegui.gui.desktop.paths import safe_filename
from puzzlegui.gui.model.settings import Settings
from puzzlegui.gui.threads.worker import Worker
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.export_dialog import ExportRequest
from puzzlegui.gui.widgets.exporter import Exporter
from puzzlegui.gui.widgets.progress_dialog import ProgressDialogTask


class ExportCommands(QObject):
    """Commands of the file menu for moves.

    Signals:
        written: emitted with a solution whose moves were exported.
        message: emitted with a text for the status bar.
        finished: emitted with the path of a written file.
    """

    written = Signal(object)
    message = Signal(str)
    finished = Signal(object)

    def __init__(self, window: QWidget, settings: Settings, worker: Worker) -> None:
        super().__init__(window)
        self._window = window
        self._settings = settings
        self._worker = worker
        self._exporter = Exporter(window, settings, worker)
        self._exporter.finished.connect(self.finished)

    def export(self, solution: Solution) -> None:
        """Ask for a format and export the moves."""
        board = solution.board
        request = ExportRequest(
            tr("Export moves"), f"{safe_filename(board.title or board.family)}-moves",
            SOLUTION_FORMATS, [Chapter(solution)],
            ExportSettings(notation=self._settings["notation"]),
            initial_format=self._settings["export format"], board=board,
            format_setting="export format",
        )  # fmt: skip
        self._exporter.export(request, lambda _: self.written.emit(solution))

    def export_to(
        self, path: Path, solution: Solution, format_: SolutionFormat, settings: ExportSettings
    ) -> None:
        """Write the moves to a file, in the worker."""
        self._exporter.export_to(
            path, [Chapter(solution)], format_, settings, lambda _: self.written.emit(solution)
        )

    def print_moves(self, solution: Solution) -> None:
        """Ask what the booklet is to look like and for a printer, and print it in the worker."""
        from puzzlegui.gui.files import printing  # noqa: PLC0415 - not needed by a window that starts

        notation = self._settings["notation"]
        settings = printing.ask_print_settings(self._window, solution, self._worker, notation)
        if settings is None:
            return
        booklet = printing.booklet_of(solution, settings)
        printer = printing.ask_printer(self._window, booklet)
        if printer is None:
            return

        def printed(result: object) -> None:
            if result is None:
                file = printer.outputFileName()
                name = printable(Path(file).name)
                self.message.emit(
                    tr("Saved {name}").format(name=name) if file else tr("Sent to the printer")
                )
            else:
                dialogs.show_problem(self._window, tr("Could not print"), str(result))

        job = printing.print_job(printer, booklet, solution, settings)
        ProgressDialogTask(self._window, self._worker, job, printed)
