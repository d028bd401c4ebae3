"""Writing and printing moves."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QStandardPaths, Signal
from PySide6.QtWidgets import QWidget

from puzzlegui.core.solution import Solution
from puzzlegui.export.formats import Format, export
from puzzlegui.export.settings import Settings as ExportSettings
from puzzlegui.gui.common import dialogs
from puzzlegui.gui.common.jobs import Job, Waiting
from puzzlegui.gui.common.settings import Settings
from puzzlegui.gui.common.worker import Worker


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
        chosen = dialogs.ask_export(
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
        path = dialogs.ask_save_path(self._window, "Export moves", suggested, kinds)
        if path is not None:
            self.export_to(path, solution, format_, settings)

    def export_to(
        self, path: Path, solution: Solution, format_: Format, settings: ExportSettings
    ) -> None:
        """Write the moves to a file, in the worker."""

        def work(job: Job) -> object:
            export(solution, path, format_, settings, job.report)
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
            dialogs.show_problem(self._window, "The moves could not be written", text)

        Waiting(self._window, self._worker, Job(work, f"Writing {path.name} …"), written)

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
                self.said.emit("Sent to the printer")
            else:
                dialogs.show_problem(self._window, "It could not be printed", str(result))

        job = printing.print_job(printer, booklet, solution, settings)
        Waiting(self._window, self._worker, job, printed)


def usual_folder(settings: Settings) -> Path:
    """Where files are looked for: where the last one was, or the user's documents."""
    documents = QStandardPaths.StandardLocation.DocumentsLocation
    return Path(settings["folder"] or QStandardPaths.writableLocation(documents))


def file_name(title: str) -> str:
    """A title as a file's name, without what some system does not allow in one."""
    kept = "".join("-" if c in '<>:"/\\|?*' or not c.isprintable() else c for c in title)
    return kept.strip(" .") or "board"
