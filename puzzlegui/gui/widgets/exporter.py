"""Export workflow of all windows: choose a format, choose a file, write it in the worker."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog, QWidget

from puzzlegui.core.file_errors import write_problem
from puzzlegui.core.language import tr
from puzzlegui.exporters.formats import Content, Format, export
from puzzlegui.exporters.settings import ExportSettings
from puzzlegui.gui.desktop.paths import default_directory
from puzzlegui.gui.model.open_files import open_paths
from puzzlegui.gui.model.settings import Settings
from puzzlegui.gui.threads.abandonable_threads import run_cancellable
from puzzlegui.gui.threads.worker import Job, Worker
from puzzlegui.gui.widgets import dialogs, export_dialog
from puzzlegui.gui.widgets.export_panel import ExportRequest
from puzzlegui.gui.widgets.progress_dialog import ProgressDialogTask

OnPath = Callable[[Path], object]
"""Called with a file once it is chosen, or once it is written."""
OnExported = Callable[[Path, Format[Any]], object]
"""Called with a file and its format once it is written."""


class Exporter(QObject):
    """Asks for format and file of an export and writes it in the worker.

    Args:
        window: parent of the dialogs.
        settings: program settings, which store the last directory.
        worker: worker that makes previews and writes.

    Signals:
        finished: emitted with the path of a written file.
    """

    finished = Signal(object)

    def __init__(self, window: QWidget, settings: Settings, worker: Worker) -> None:
        super().__init__(window)
        self._window, self._settings, self._worker = window, settings, worker

    def export(
        self, request: ExportRequest[Any], then: OnExported = lambda _path, _format: None
    ) -> None:
        """Ask for a format and a file and write it.

        Cancelling the file dialog leads back to the format.
        """

        def chosen(
            format_: Format[Any], settings: ExportSettings, dialog: QDialog | None = None
        ) -> None:
            if request.format_setting:
                self._settings[request.format_setting] = format_.name

            def write(path: Path) -> None:
                if dialog is not None:
                    dialog.accept()
                written = partial(then, path, format_)
                self.export_to(path, request.content, format_, settings, lambda _: written())

            self.choose_path(dialog or self._window, request.title, request.name, format_, write)

        export_dialog.ask_export(self._window, self._worker, request, chosen)

    def choose_path(
        self, parent: QWidget, title: str, name: str, format_: Format[Any], then: OnPath
    ) -> None:
        """Ask for a file of a format.

        Args:
            parent: parent of the dialog.
            title: title of the dialog.
            name: suggested name without its suffix.
            format_: format of the file.
            then: called with the chosen path.
        """
        suggested = default_directory(self._settings) / f"{name}{format_.suffix}"
        dialogs.choose_save_path(parent, title, suggested, {format_.suffix: format_.title}, then)

    def export_to(
        self,
        path: Path,
        content: Content,
        format_: Format[Content],
        settings: ExportSettings,
        then: OnPath = lambda _: None,
    ) -> None:
        """Write content to a file in the worker."""
        write = partial(export, content, path, format_, settings, inputs=open_paths())

        def work(job: Job) -> None:
            wanted = job.is_wanted
            # In a thread of its own: a disk that does not respond must not block the worker.
            run_cancellable(partial(write, job.report, wanted), wanted)

        self.write(path, work, then)

    def write(self, path: Path, work: Callable[[Job], object], then: OnPath) -> None:
        """Write a file in the worker and report errors.

        Args:
            path: file to write.
            work: writes the file; raises OSError or PuzzleError.
            then: called with the path of the written file.
        """

        def written(result: object) -> None:
            if isinstance(result, Exception):
                text = write_problem(result, path)
                dialogs.show_problem(self._window, tr("Could not write the file"), text)
                return
            self._settings["folder"] = str(path.parent)
            self.finished.emit(path)
            then(path)

        text = tr("Writing {file}…").format(file=path.name)
        ProgressDialogTask(self._window, self._worker, Job(work, text), written)
