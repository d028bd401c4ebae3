"""Exports of every window: a format is chosen, then a file, which the worker writes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from puzzlegui.core.language import tr
from puzzlegui.exporters.formats import Content, Format, export
from puzzlegui.exporters.settings import Settings as ExportSettings
from puzzlegui.gui.desktop.paths import default_directory
from puzzlegui.gui.model.settings import Settings
from puzzlegui.gui.threads.abandonable_threads import patiently
from puzzlegui.gui.threads.worker import Job, Worker
from puzzlegui.gui.widgets import dialogs, export_dialog
from puzzlegui.gui.widgets.export_dialog import ExportRequest
from puzzlegui.gui.widgets.progress_dialog import Waiting

OnWritten = Callable[[Path], object]
"""Called with a file once it is written."""


class Exporter(QObject):
    """Asks how and where something is exported, and writes it in the worker.

    Args:
        window: the dialogs belong to it.
        settings: of the program; they have the folder.
        worker: makes the previews and writes.

    Signals:
        finished: a file is there, at this path.
    """

    finished = Signal(object)

    def __init__(self, window: QWidget, settings: Settings, worker: Worker) -> None:
        super().__init__(window)
        self._window, self._settings, self._worker = window, settings, worker

    def export(self, request: ExportRequest[Any], then: OnWritten = lambda _: None) -> None:
        """Ask for a format and a file, and write it."""

        def chosen(format_: Format[Any], settings: ExportSettings) -> None:
            if request.remembered:
                self._settings[request.remembered] = format_.name
            suggested = default_directory(self._settings) / f"{request.name}{format_.suffix}"
            kinds = {format_.suffix: format_.title}
            dialogs.choose_save_path(
                self._window, request.title, suggested, kinds,
                lambda path: self.export_to(path, request.content, format_, settings, then),
            )  # fmt: skip

        export_dialog.ask_export(self._window, self._worker, request, chosen)

    def export_to(
        self,
        path: Path,
        content: Content,
        format_: Format[Content],
        settings: ExportSettings,
        then: OnWritten = lambda _: None,
    ) -> None:
        """Write content to a file, in the worker."""

        def work(job: Job) -> None:
            wanted = job.is_wanted
            # The disk may not answer, and others want the worker.
            patiently(partial(export, content, path, format_, settings, job.report, wanted), wanted)

        self.write(path, work, then)

    def write(self, path: Path, work: Callable[[Job], object], then: OnWritten) -> None:
        """Write a file in the worker, and say what went wrong.

        Args:
            path: the file.
            work: writes it; raises OSError or PuzzleError.
            then: called once it is written.
        """

        def written(result: object) -> None:
            if isinstance(result, Exception):
                text = str(result)
                if isinstance(result, OSError):
                    text = f"{path}: {result.strerror or result}"
                dialogs.show_problem(self._window, tr("Could not write the file"), text)
                return
            self._settings["folder"] = str(path.parent)
            self.finished.emit(path)
            then(path)

        text = tr("Writing {file}…").format(file=path.name)
        Waiting(self._window, self._worker, Job(work, text), written)
