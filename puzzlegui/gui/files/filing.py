"""Boards and files: new, open, save, revert, export, and what was opened last."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, QStandardPaths, Signal
from PySide6.QtWidgets import QWidget

from puzzlegui.core.board import Board
from puzzlegui.core.creation import Made
from puzzlegui.core.errors import BoardFileError, PuzzleError
from puzzlegui.core.solution import Solution, first_fault
from puzzlegui.documents.boardfile import MAX_SOLUTION_BYTES, SUFFIX, parse_file, read_text
from puzzlegui.export.formats import Format, export
from puzzlegui.export.settings import CancelledError
from puzzlegui.export.settings import Settings as ExportSettings
from puzzlegui.gui.common import dialogs
from puzzlegui.gui.common.jobs import Job, Waiting, do_now
from puzzlegui.gui.common.settings import Settings
from puzzlegui.gui.common.worker import Worker
from puzzlegui.gui.files.document import Document
from puzzlegui.gui.files.new_dialog import Wish

_MOST_RECENT = 9


class Filing(QObject):
    """What the file menu does with the document of a window.

    Signals:
        solution_opened: a solution was opened; its board is the document's now.
        made: a new board was made, not plain, whose difficulty is worth knowing.
        said: something for the status bar.
        recent_changed: the list of files opened last is another.
    """

    solution_opened = Signal(object)
    made = Signal()
    said = Signal(str)
    recent_changed = Signal()

    def __init__(
        self, window: QWidget, document: Document, settings: Settings, worker: Worker
    ) -> None:
        super().__init__(window)
        self._worker = worker
        self._window = window
        self._document = document
        self._settings = settings

    # --- opening ---

    def new_board(self) -> None:
        """Ask for a family and a size, and begin with such a board."""
        wanted = dialogs.ask_new_board(self._window)
        if isinstance(wanted, Board):
            self.leave_then(lambda: self._open_new(wanted))
        elif wanted is not None:
            self.leave_then(lambda: self._search_for(wanted))

    def _open_new(self, board: Board) -> None:
        self._document.open(board)
        if not board.is_solved(board.initial()):
            self.made.emit()

    def _search_for(self, wish: Wish) -> None:
        """Look for a board that takes a search, in the worker."""

        def work(job: Job) -> object:
            def watch(steps: int) -> bool:
                job.share = min(1.0, steps / wish.start.steps)
                return not job.cancelled

            return wish.start.make(wish.wanted, watch)

        def made(result: object) -> None:
            if isinstance(result, Made):
                self._document.open(wish.titled(result.board))
                self.said.emit(result.note)
                self.made.emit()
            else:
                dialogs.show_problem(self._window, "No such board was found", f"{result}.")

        Waiting(self._window, self._worker, Job(work, "Looking for such a board …"), made)

    def open_file(self) -> None:
        """Ask for a file and open it."""
        path = dialogs.ask_open_path(self._window, str(self._folder()))
        if path is not None:
            self.open_path(path)

    def open_path(self, path: str | Path) -> bool:
        """Open a board or solution file; whether it is one. What is open stays if not."""
        path = Path(path)
        found = self._read(path)
        if isinstance(found, BoardFileError) and found.board is not None:
            unsound = found.board
            dialogs.ask_to_mend(
                self._window,
                "The board in this file has problems",
                str(found),
                lambda: self.leave_then(lambda: self._open(unsound, path)),
            )
            return False
        return self._open_read(found, path)

    def _read(self, path: Path) -> object:
        """The board or the replayed solution in a file, or what is wrong; None if cancelled."""

        def work(job: Job) -> object:
            text = read_text(path, MAX_SOLUTION_BYTES)
            return _replayed(parse_file(text, str(path), lambda: not job.cancelled), job)

        return do_now(self._window, Job(work, f"Reading {path.name} …"))

    def _open_read(self, found: object, path: Path) -> bool:
        """Open what was read, or say why not; whether it is a board or a solution."""
        match found:
            case None:
                return False
            case Board() | Solution():
                self.leave_then(lambda: self._open(found, path))
                return True
            case WrongSolutionError():
                title = "The solution in this file is wrong"
                dialogs.show_problem(self._window, title, str(found))
            case BoardFileError():
                dialogs.show_problem(self._window, "This file cannot be opened", str(found))
            case BaseException():
                raise found
        return False

    def open_document(self, found: Board | Solution, path: Path | None = None) -> None:
        """Begin with a board, or with a solution and its board; if it is wrong, with the board."""
        if isinstance(found, Board):
            self._open(found, path)
            return
        result = do_now(self._window, Job(lambda job: _replayed(found, job), "Replaying …"))
        if isinstance(result, Solution):
            self._open(result, path)
            return
        self._open(found.board, None)  # the file is not the board's, or saving would replace it
        if isinstance(result, WrongSolutionError):
            title = "The solution in this file is wrong; its board was opened"
            dialogs.show_problem(self._window, title, str(result))

    def _open(self, found: Board | Solution, path: Path | None) -> None:
        """Begin with a board, or with a solution that has been replayed and its board."""
        if path is not None:
            self._note(path)
        if isinstance(found, Board):
            self._document.open(found, path)
            return
        self._document.open(found.board)
        if found.solved:
            self.solution_opened.emit(found)

    def revert(self) -> None:
        """Open the file again as it was saved."""
        path = self._document.path
        if path is not None:
            self._open_read(self._read(path), path)

    # --- saving ---

    def save(self) -> bool:
        """Save the board where it came from, or ask where."""
        path = self._document.path
        return self.save_as() if path is None else self._save_to(path)

    def save_as(self) -> bool:
        """Ask for a file and save the board in it."""
        suggested = self._document.path or self._folder() / (
            _file_name(self._document.name) + SUFFIX
        )
        path = dialogs.ask_save_path(self._window, "Save board", suggested, {SUFFIX: "Board"})
        return path is not None and self._save_to(path)

    def _save_to(self, path: Path) -> bool:
        try:
            self._document.save(path)
        except OSError as error:
            text = f"{path}: {error.strerror or error}"
            dialogs.show_problem(self._window, "The board could not be saved", text)
            return False
        self._note(path)
        text = f"Saved {path.name}"
        if self._document.problems:
            text += ", with its problems: it can be opened here to be mended, but not solved"
        self.said.emit(text)
        return True

    def leave_then(self, action: Callable[[], object]) -> None:
        """Do ``action`` once the board may be left; asks if it has changes that are not saved."""
        if not self._document.modified:
            action()
            return

        def answered(answer: str) -> None:
            if answer == dialogs.DISCARD or self.save():
                action()

        dialogs.ask_unsaved(self._window, self._document.name, answered)

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
        name = _file_name(solution.board.title or solution.board.family)
        suggested = self._folder() / f"{name}-moves{format_.suffix}"
        kinds = {format_.suffix: format_.title}
        path = dialogs.ask_save_path(self._window, "Export moves", suggested, kinds)
        if path is not None:
            self._export_to(path, solution, format_, settings)

    def _export_to(
        self, path: Path, solution: Solution, format_: Format, settings: ExportSettings
    ) -> None:
        """Write the moves in the worker."""

        def work(job: Job) -> object:
            def report(done: int, total: int) -> None:
                job.share = done / max(1, total)
                if job.cancelled:
                    raise CancelledError

            export(solution, path, format_, settings, report)
            return None

        def written(result: object) -> None:
            if result is None:
                self._settings["folder"] = str(path.parent)
                self.said.emit(f"Wrote {path.name}")
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

    # --- where files are ---

    def recent(self) -> list[Path]:
        """The files opened or saved last, the latest first."""
        return [Path(line) for line in self._settings["recent"].splitlines() if line]

    def forget_recent(self) -> None:
        """Empty the list of files opened last."""
        self._settings["recent"] = ""
        self.recent_changed.emit()

    def _note(self, path: Path) -> None:
        path = path.absolute()
        self._settings["folder"] = str(path.parent)
        others = [other for other in self.recent() if other != path]
        self._settings["recent"] = "\n".join(map(str, [path, *others][:_MOST_RECENT]))
        self.recent_changed.emit()

    def _folder(self) -> Path:
        """Where files are looked for: where the last one was, or the user's documents."""
        documents = QStandardPaths.StandardLocation.DocumentsLocation
        return Path(self._settings["folder"] or QStandardPaths.writableLocation(documents))


def _file_name(title: str) -> str:
    """A title as a file's name, without what some system does not allow in one."""
    kept = "".join("-" if c in '<>:"/\\|?*' or not c.isprintable() else c for c in title)
    return kept.strip(" .") or "board"


class WrongSolutionError(PuzzleError):
    """A solution that was read does not solve its board."""


def _replayed(found: Board | Solution, job: Job) -> Board | Solution:
    """A board, or a solution whose lists of moves have all been replayed.

    Of a solution only its moves are taken: what else it claims was not proved here.

    Raises:
        WrongSolutionError: one of them does not solve the board.
    """
    if isinstance(found, Board) or not found.solved:
        return found
    if fault := first_fault(found, lambda: not job.cancelled):
        raise WrongSolutionError(fault)
    return _without_claims(found)


def _without_claims(solution: Solution) -> Solution:
    """The moves of a solution that was read, with only what can be said of them here."""
    bound = solution.board.lower_bound()
    note = "The moves were read from a file and are right."
    if solution.optimal and len(solution.moves) > bound:
        note += " It calls them proved shortest; that was not checked."
    return replace(
        solution, optimal=len(solution.moves) <= bound, lower_bound=bound, note=note, chosen=""
    )
