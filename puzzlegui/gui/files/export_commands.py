"""Commands for exporting and printing a puzzle and its solution."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from puzzlegui.core.language import tr
from puzzlegui.core.solution import Solution
from puzzlegui.exporters.formats import Format
from puzzlegui.exporters.settings import Chapter, ExportSettings
from puzzlegui.exporters.solutions import SOLUTION_FORMATS, SolutionFormat
from puzzlegui.gui.desktop.paths import safe_filename
from puzzlegui.gui.model.settings import Settings
from puzzlegui.gui.threads.worker import Worker
from puzzlegui.gui.widgets.export_panel import ExportRequest
from puzzlegui.gui.widgets.exporter import Exporter

if TYPE_CHECKING:
    from puzzlegui.exporters.puzzles import Puzzle
    from puzzlegui.gui.files.export_sheet import ExportSheet

_FORMAT_SETTING = "export format"


class ExportCommands(QObject):
    """Commands of the file menu for export and print.

    Signals:
        written: emitted with a solution whose moves were exported.
        message: emitted with a text for the status bar.
        finished: emitted with the path of a written file.
        kiosk_requested: emitted when the user wants the board as a kiosk.
    """

    written = Signal(object)
    message = Signal(str)
    finished = Signal(object)
    kiosk_requested = Signal()

    def __init__(self, window: QWidget, settings: Settings, worker: Worker) -> None:
        super().__init__(window)
        self._window = window
        self._settings = settings
        self._worker = worker
        self._exporter = Exporter(window, settings, worker)
        self._exporter.finished.connect(self.finished)

    def export(self, puzzle: Puzzle, *, locked: bool, valid: bool) -> None:
        """Show the sheet for exports of a puzzle.

        Args:
            puzzle: the puzzle, without its solution if that is locked.
            locked: True if its solutions are locked.
            valid: True if the board has no problems.
        """
        from puzzlegui.gui.files import export_sheet  # not at the start

        sheet = export_sheet.ExportSheet(
            self._window, self._worker, puzzle, self._settings, locked=locked, valid=valid
        )
        sheet.export_requested.connect(partial(self._export_from, sheet))
        sheet.list_requested.connect(sheet.accept)
        sheet.list_requested.connect(partial(self.list_formats, puzzle))
        export_sheet.show_export_sheet(sheet)

    def _export_from(self, sheet: ExportSheet) -> None:
        """Do what the chosen card of a sheet says; cancelling leads back to the sheet."""
        from puzzlegui.exporters.kinds import KIOSK, PRINT  # as above
        from puzzlegui.gui.files import printing

        if sheet.kind.name == KIOSK:
            sheet.accept()
            self.kiosk_requested.emit()
            return
        puzzle, format_, settings = sheet.puzzle, sheet.panel.format, sheet.panel.settings
        self._settings[_FORMAT_SETTING] = format_.name
        if sheet.kind.name == PRINT:
            chosen = printing.PrintJob(puzzle, format_, settings)
            if printing.print_chosen(self._window, self._worker, chosen, self.message.emit):
                sheet.accept()
            return

        def write(path: Path) -> None:
            sheet.accept()
            self._exporter.export_to(
                path, puzzle, format_, settings, lambda _: self._exported(puzzle, format_)
            )

        name = _name(puzzle, moves=format_.name in SOLUTION_FORMATS)
        self._exporter.choose_path(sheet, sheet.kind.title, name, format_, write)

    def list_formats(self, puzzle: Puzzle) -> None:
        """Ask for any format of a puzzle and export it."""
        from puzzlegui.exporters.puzzles import formats_of  # as above

        name = _name(puzzle, moves=puzzle.solution is not None)
        request = ExportRequest(
            tr("Export"), name, formats_of(puzzle), puzzle,
            ExportSettings(notation=self._settings["notation"]),
            initial_format=self._settings[_FORMAT_SETTING], board=puzzle.board,
            format_setting=_FORMAT_SETTING,
        )  # fmt: skip
        self._exporter.export(request, lambda _path, format_: self._exported(puzzle, format_))

    def _exported(self, puzzle: Puzzle, format_: Format[Puzzle]) -> None:
        if puzzle.solution is not None and format_.name in SOLUTION_FORMATS:
            self.written.emit(puzzle.solution)

    def export_to(
        self, path: Path, solution: Solution, format_: SolutionFormat, settings: ExportSettings
    ) -> None:
        """Write the moves to a file, in the worker."""
        self._exporter.export_to(
            path, [Chapter(solution)], format_, settings, lambda _: self.written.emit(solution)
        )

    def print_puzzle(self, puzzle: Puzzle) -> None:
        """Ask what to print and for a printer, and print it in the worker."""
        from puzzlegui.gui.files import printing  # as above

        notation = self._settings["notation"]
        chosen = printing.ask_print_settings(self._window, puzzle, self._worker, notation)
        if chosen is not None:
            printing.print_chosen(self._window, self._worker, chosen, self.message.emit)


def _name(puzzle: Puzzle, *, moves: bool) -> str:
    """Return a name for a file with a puzzle, or with its moves."""
    name = safe_filename(puzzle.board.title or puzzle.board.family)
    return f"{name}-moves" if moves else name
