"""Commands for exporting and printing a puzzle and its solution."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from puzzlegui.core.board import Board
from puzzlegui.core.language import tr
from puzzlegui.core.solution import Solution
from puzzlegui.exporters.formats import Format
from puzzlegui.exporters.settings import Chapter, ExportSettings
from puzzlegui.exporters.solutions import SOLUTION_FORMATS, SolutionFormat
from puzzlegui.gui.desktop.paths import safe_filename
from puzzlegui.gui.model.settings import Settings
from puzzlegui.gui.threads.worker import Worker
from puzzlegui.gui.widgets.export_dialog import ExportRequest
from puzzlegui.gui.widgets.exporter import Exporter


class ExportCommands(QObject):
    """Commands of the file menu for export and print.

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

    def export(self, board: Board, solution: Solution | None) -> None:
        """Ask for a format and export a board or its moves."""
        from puzzlegui.exporters.puzzles import (  # noqa: PLC0415 - not needed by a window that starts
            Puzzle,
            formats_of,
        )

        puzzle = Puzzle(board, solution)
        name = safe_filename(board.title or board.family)
        request = ExportRequest(
            tr("Export"), name if solution is None else f"{name}-moves",
            formats_of(puzzle), puzzle, ExportSettings(notation=self._settings["notation"]),
            initial_format=self._settings["export format"], board=board,
            format_setting="export format",
        )  # fmt: skip

        def exported(_path: Path, format_: Format[Puzzle]) -> None:
            if solution is not None and format_.name in SOLUTION_FORMATS:
                self.written.emit(solution)

        self._exporter.export(request, exported)

    def export_to(
        self, path: Path, solution: Solution, format_: SolutionFormat, settings: ExportSettings
    ) -> None:
        """Write the moves to a file, in the worker."""
        self._exporter.export_to(
            path, [Chapter(solution)], format_, settings, lambda _: self.written.emit(solution)
        )

    def print_puzzle(self, board: Board, solution: Solution | None) -> None:
        """Ask what to print and for a printer, and print it in the worker."""
        from puzzlegui.exporters.puzzles import Puzzle  # noqa: PLC0415 - as above
        from puzzlegui.gui.files import printing  # noqa: PLC0415

        notation = self._settings["notation"]
        puzzle = Puzzle(board, solution)
        chosen = printing.ask_print_settings(self._window, puzzle, self._worker, notation)
        if chosen is not None:
            printing.print_chosen(self._window, self._worker, chosen, self.message.emit)
