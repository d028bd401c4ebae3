"""Boards and files: new, open, save, revert, export, and what was opened last."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QStandardPaths, Signal
from PySide6.QtWidgets import QWidget

from puzzlegui.core.board import Board
from puzzlegui.core.solution import Solution
from puzzlegui.documents.boardfile import SUFFIX, Loaded
from puzzlegui.documents.loading import load, replayed
from puzzlegui.export.formats import Format, export
from puzzlegui.export.settings import CancelledError
from puzzlegui.export.settings import Settings as ExportSettings
from puzzlegui.families.maze.maker import STEPS, MadeMaze, make_maze
from puzzlegui.gui.common import dialogs
from puzzlegui.gui.common.jobs import Job, Waiting, do_now
from puzzlegui.gui.common.settings import Settings
from puzzlegui.gui.common.worker import Worker
from puzzlegui.gui.files.document import Document

_MOST_RECENT = 9


class FileCommands(QObject):
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
            self.leave_then(lambda: self._make_maze(wanted))

    def _open_new(self, board: Board) -> None:
        self._document.open(board)
        if not board.is_solved(board.initial()):
            self.made.emit()

    def _make_maze(self, wish: dialogs.MazeWish) -> None:
        """Look for a maze with a single solution, in the worker."""

        def work(job: Job) -> object:
            def watch(steps: int) -> bool:
                job.share = min(1.0, steps / STEPS)
                return not job.cancelled

            return make_maze(
                wish.rows, wish.columns, wish.seed, level=wish.level, total=wish.total, watch=watch
            )

        def made(result: object) -> None:
            if isinstance(result, MadeMaze):
                title = f"Number maze {result.board.size}, seed {wish.seed}"
                self._document.open(result.board.changed(title=title))
                self.said.emit(result.difficulty())
                self.made.emit()
            else:
                dialogs.show_problem(self._window, "No such maze was found", f"{result}.")

        Waiting(self._window, self._worker, Job(work, "Looking for such a maze …"), made)

    def open_file(self) -> None:
        """Ask for a file and open it."""
        path = dialogs.ask_open_path(self._window, str(self._folder()))
        if path is not None:
            self.open_path(path)

    def open_path(self, path: str | Path) -> bool:
        """Open a board or solution file; whether it is one. What is open stays if not."""
        return self._open_loaded(self._load(Path(path)))

    def _load(self, path: Path) -> Loaded | None:
        """What is in a file, replayed, or what is wrong with it; None if cancelled."""

        def work(job: Job) -> Loaded:
            return replayed(load(path, job.is_wanted), job.is_wanted)

        return self._do_now(work, f"Reading {path.name} …")

    def _do_now(self, work: Callable[[Job], Loaded], text: str) -> Loaded | None:
        """Load while the window waits; None if cancelled."""
        result = do_now(self._window, Job(work, text))
        if isinstance(result, BaseException):
            raise result
        assert result is None or isinstance(result, Loaded)
        return result

    def _open_loaded(self, found: Loaded | None) -> bool:
        """Open what was read, or say why not; whether it is a board or a solution."""
        if found is None:
            return False
        content = found.content
        if isinstance(content, Board) and found.mendable:
            dialogs.ask_to_mend(
                self._window,
                "The board in this file has problems",
                found.message,
                lambda: self.leave_then(lambda: self._open(content, found.path)),
            )
        elif content is None:
            dialogs.show_problem(self._window, "This file cannot be opened", found.message)
        elif found.fault:
            title = "The solution in this file is wrong"
            dialogs.show_problem(self._window, title, found.fault)
        else:
            self.leave_then(lambda: self._open(content, found.path))
            return True
        return False

    def begin_with(self, loaded: Loaded) -> None:
        """Begin with a sound document; with a solution that is wrong, with its board."""
        content = loaded.content
        if not isinstance(content, Solution):
            assert content is not None
            self._open(content, loaded.path)
            return
        found = self._do_now(lambda job: replayed(loaded, job.is_wanted), "Replaying …")
        if found is not None and not found.fault:
            assert isinstance(found.content, Solution)
            self._open(found.content, found.path)
            return
        self._open(content.board, None)  # the file is not the board's, or saving would replace it
        if found is not None:
            title = "The solution in this file is wrong; its board was opened"
            dialogs.show_problem(self._window, title, found.fault)

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
            self._open_loaded(self._load(path))

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
