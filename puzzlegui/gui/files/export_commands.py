"""Writing and printing moves."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from puzzlegui.core.files import printable, write_file
from puzzlegui.core.language import tr
from puzzlegui.core.solution import Solution
from puzzlegui.export.formats import Format, export
from puzzlegui.export.settings import Settings as ExportSettings
from puzzlegui.gui.desktop.places import file_name, usual_folder
from puzzlegui.gui.files import export_dialog
from puzzlegui.gui.model.settings import Settings
from puzzlegui.gui.threads.patience import patiently
from puzzlegui.gui.threads.worker import Job, Worker
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.waiting import Waiting


class ExportCommands(QObject):
    """What the file menu does with moves.

    Signals:
        written: a file has the moves of a solution.
        said: something for the status bar.
        finished: a file is there, at this path.
    """

    written = Signal(object)
    said = Signal(str)
    finished = Signal(object)

    def __init__(self, window: QWidget, settings: Settings, worker: Worker) -> None:
        super().__init__(window)
        self._window = window
        self._settings = settings
        self._worker = worker

    def export(self, solution: Solution) -> None:
        """Ask for a format, and write the moves in it."""
        chosen = export_dialog.ask_export(
            self._window, solution, self._worker, self._settings["export format"],
            self._settings["notation"],
        )  # fmt: skip
        if chosen is None:
            return
        format_, settings = chosen
        self._settings["export format"] = format_.name
        name = file_name(solution.board.title or solution.board.family)
        suggested = usual_folder(self._settings) / f"{name}-moves{format_.suffix}"
        kinds = {format_.suffix: format_.title}
        path = dialogs.ask_save_path(self._window, tr("Export moves"), suggested, kinds)
        if path is not None:
            self.export_to(path, solution, format_, settings)

    def export_to(
        self, path: Path, solution: Solution, format_: Format, settings: ExportSettings
    ) -> None:
        """Write the moves to a file, in the worker."""

        def work(job: Job) -> object:
            def write(path: Path, *pieces: bytes) -> None:
                """The disk may not answer, and solvers want the thread."""
                patiently(partial(write_file, path, *pieces, wanted=job.is_wanted), job.is_wanted)

            export(solution, path, format_, settings, job.report, write)
            return None

        def written(result: object) -> None:
            if result is None:
                self.written.emit(solution)
                self._settings["folder"] = str(path.parent)
                self.finished.emit(path)
                return
            text = str(result)
            if isinstance(result, OSError):
                text = f"{path}: {result.strerror or result}"
            dialogs.show_problem(self._window, tr("Could not export the moves"), text)

        Waiting(
            self._window,
            self._worker,
            Job(work, tr("Writing {name}…").format(name=path.name)),
            written,
        )

    def print_moves(self, solution: Solution) -> None:
        """Ask what the booklet is to look like and for a printer, and print it in the worker."""
        from puzzlegui.gui.files import printing  # noqa: PLC0415 - not needed by a window that starts

        notation = self._settings["notation"]
        settings = printing.ask_booklet(self._window, solution, self._worker, notation)
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
                self.said.emit(
                    tr("Saved {name}").format(name=name) if file else tr("Sent to the printer")
                )
            else:
                dialogs.show_problem(self._window, tr("Could not print"), str(result))

        job = printing.print_job(printer, booklet, solution, settings)
        Waiting(self._window, self._worker, job, printed)
