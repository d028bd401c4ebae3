"""Commands for boards and files: new, open, revert, recover, recent files."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from puzzlegui.core.board import Board
from puzzlegui.core.errors import PuzzleError, as_sentence
from puzzlegui.core.files import printable
from puzzlegui.core.formatting import quantity
from puzzlegui.core.language import tr
from puzzlegui.core.solution import Solution
from puzzlegui.documents.boardfile import Loaded, dump_board_line, parse_board
from puzzlegui.documents.loading import load, replay_solution
from puzzlegui.engine.runner.pool import RemoteTask
from puzzlegui.engine.similar_board import TRIES
from puzzlegui.families.creation import similar_title
from puzzlegui.gui.desktop.paths import default_directory
from puzzlegui.gui.files import new_dialog
from puzzlegui.gui.files.autosave import RecoverableWork
from puzzlegui.gui.files.board_search import search, with_title
from puzzlegui.gui.files.export_commands import ExportCommands
from puzzlegui.gui.files.saving import DocumentSaver, WindowProgress
from puzzlegui.gui.model.document import Document
from puzzlegui.gui.model.settings import Settings
from puzzlegui.gui.threads.worker import Job, Worker
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.progress_dialog import run_modal
from puzzlegui.making.remote import MadeBoard, another_task, read_board

_MAX_RECENT = 9


class FileCommands(QObject):
    """Commands of the file menu for the document of a window.

    Args:
        window: window.
        document: document of the window.
        settings: settings that store folder and recent files.
        worker: worker for slow tasks.
        work: returns solutions and moves besides the board.

    Attributes:
        saving: saves the document and asks about unsaved work.
        exports: exports and prints moves.

    Signals:
        solution_opened: emitted with an opened solution, whose board is now the document's, and its
            ``LazyReplay`` or None.
        board_created: emitted when a new board that is not solved was created.
        board_rated: emitted with a shortest solution of a new board that was made for its length.
        book_opened: emitted with an opened book.
        message: emitted with a text for the status bar.
    """

    book_opened = Signal(object)
    solution_opened = Signal(object, object)
    board_created = Signal()
    board_rated = Signal(object)
    message = Signal(str)

    def __init__(
        self,
        window: QWidget,
        document: Document,
        settings: Settings,
        worker: Worker,
        work: Callable[[], WindowProgress],
    ) -> None:
        super().__init__(window)
        self.saving = DocumentSaver(window, document, settings, work)
        self.saving.message.connect(self.message)
        self.saving.saved.connect(self.remember_path)
        self.exports = ExportCommands(window, settings, worker)
        self.exports.message.connect(self.message)
        self.exports.written.connect(self.saving.mark_handled)
        self._worker = worker
        self._window = window
        self._document = document
        self._settings = settings

    # --- opening ---

    def new_board(self) -> None:
        """Ask for the properties of a new board and open it."""
        made = new_dialog.ask_new_board(self._window, self._settings, self._document.valid_board)
        if made is not None:
            self.saving.leave_then(lambda: self._open_new(made))

    def _open_new(self, made: MadeBoard) -> None:
        self._document.open(made.board)
        self._announce(made)

    def _announce(self, made: MadeBoard) -> None:
        """Report the difficulty of a new board that is now the document's."""
        if made.solution is not None:
            text = tr("Shortest solution: {moves}, proved.")
            moves = quantity(len(made.solution.moves), "move")
            self.message.emit(made.note or text.format(moves=moves))
            self.board_rated.emit(made.solution)
        elif not made.board.is_solved(made.board.initial()):
            self.message.emit(made.note)
            self.board_created.emit()

    def replace_with_similar(self, moves: int, *, exact: bool) -> None:
        """Replace the board by one like it, as an undoable edit.

        Args:
            moves: number of moves that solve it.
            exact: the new board has a shortest solution of exactly so many moves.
        """
        board, seed = self._document.board, random.randrange(1_000_000)
        fields = {"board": dump_board_line(board), "moves": moves, "seed": seed}
        try:
            if exact:
                made = search(self._window, another_task(board, moves, seed), read_board)
            else:
                made = search(self._window, RemoteTask("another", fields), _read_similar, TRIES)
        except PuzzleError as error:
            title, retry = tr("No matching board found"), self.replace_with_similar
            dialogs.show_failure(self._window, title, error, partial(retry, moves, exact=exact))
            return
        if made is None or self._document.board != board:  # another was opened meanwhile
            return
        made = with_title(made, similar_title(board, made.seed, moves))
        self._document.replace(made.board, tr("another board"))
        self._announce(made)

    def open_file(self) -> None:
        """Ask for a file and open it."""
        path = dialogs.ask_open_path(self._window, str(default_directory(self._settings)))
        if path is not None:
            self.open_path(path)

    def open_path(self, path: str | Path) -> bool:
        """Open a board or solution file; return False and keep the document if it is neither."""
        return self._open_loaded(self._load(Path(path)))

    def _load(self, path: Path) -> Loaded | None:
        """Load and replay a file while the window waits; return None on cancel or error."""

        def work(job: Job) -> Loaded:
            return replay_solution(load(path, job.is_wanted), job.is_wanted)

        return self._do_now(work, tr("Reading {name}…").format(name=path.name))

    def _do_now(self, work: Callable[[Job], Loaded], text: str) -> Loaded | None:
        """Load while the window waits; return None on cancel or error."""
        result = run_modal(self._window, Job(work, text))
        if isinstance(result, PuzzleError):
            title = tr("Could not open the file")
            dialogs.show_problem(self._window, title, as_sentence(result))
            return None
        if isinstance(result, BaseException):
            raise result
        assert result is None or isinstance(result, Loaded)
        return result

    def _open_loaded(self, loaded: Loaded | None) -> bool:
        """Open loaded content or report its errors; return True if it could be opened."""
        if loaded is None:
            return False
        content = loaded.content
        if loaded.book is not None:
            if loaded.path is not None:
                self.remember_path(loaded.path)
            self.book_opened.emit(loaded)
            return True
        if isinstance(content, Board) and loaded.fixable and not loaded.draft:
            dialogs.ask_to_fix(
                self._window,
                tr("The board in this file has problems"),
                loaded.message,
                lambda: self.saving.leave_then(lambda: self._open(loaded, content)),
            )
        elif content is None:
            dialogs.show_problem(self._window, tr("Could not open the file"), loaded.message)
        elif loaded.move_error:
            title = tr("The solution in this file is wrong")
            dialogs.show_problem(self._window, title, loaded.move_error)
        else:
            self.saving.leave_then(lambda: self._open(loaded, content))
            return True
        return False

    def start_with(self, loaded: Loaded) -> None:
        """Open a document without problems; if its solution is wrong, open only the board.

        A board that the window was created with is not opened again.
        """
        content = loaded.content
        assert content is not None
        board = content.board if isinstance(content, Solution) else content
        if board is not self._document.board:
            self._document.open(board)
        self._say_reading(loaded)
        if isinstance(content, Board):
            self._set_file(loaded, None)
            return
        replayed = self._do_now(
            lambda job: replay_solution(loaded, job.is_wanted), tr("Replaying…")
        )
        if replayed is None:
            return
        if replayed.move_error:  # no path: saving the board would replace the solution file
            title = tr("The solution in this file is wrong; only the board was opened")
            dialogs.show_problem(self._window, title, replayed.move_error)
        elif isinstance(replayed.content, Solution) and replayed.content.solved:
            self._set_file(replayed, replayed.content)
            self._follow(replayed, replayed.content)

    def _set_file(self, loaded: Loaded, solution: Solution | None) -> None:
        """Set the file of the document, which holds the board and perhaps a solution."""
        if loaded.path is not None:
            self.remember_path(loaded.path)
            self._document.mark_saved(loaded.path, solution, loaded.digest)

    def _open(self, loaded: Loaded, content: Board | Solution) -> None:
        """Open a board, or a replayed solution with its board."""
        if loaded.path is not None:
            self.remember_path(loaded.path)
        self._say_reading(loaded)
        if isinstance(content, Board):
            self._document.open(content, loaded.path, digest=loaded.digest)
        elif not content.solved:
            self._document.open(content.board)
        else:
            self._document.open(content.board, loaded.path, content, loaded.digest)
            self._follow(loaded, content)

    def _say_reading(self, loaded: Loaded) -> None:
        """Show what was guessed and what was ignored as a message."""
        if said := [as_sentence(text) for text in (*loaded.notes, *loaded.warnings)]:
            self.message.emit(" ".join(said))

    def _follow(self, loaded: Loaded, solution: Solution) -> None:
        """Let the window follow a replayed solution."""
        self.saving.mark_handled(solution)
        self.solution_opened.emit(solution, loaded.lazy_replay)

    def revert(self) -> None:
        """Reopen the file of the document."""
        path = self._document.path
        if path is not None:
            self._open_loaded(self._load(path))

    # --- what a crash has left ---

    def recover(self, left: RecoverableWork) -> None:
        """Open recovered work."""
        solution = left.progress.solution
        saved = solution if left.with_solution else None
        begin = self._document.recover if left.modified else self._document.open
        begin(left.board, left.path, saved, left.digest)
        if solution is not None:
            self.solution_opened.emit(solution, None)

    # --- where files are ---

    def recent(self) -> list[Path]:
        """Return the recent files, the latest first."""
        lines = [line for line in self._settings["recent"].splitlines() if line]
        return [Path(line) for line in lines[:_MAX_RECENT]]

    def remember_path(self, path: Path) -> None:
        """Put a file first among the recent files."""
        path = path.absolute()
        self._settings["folder"] = str(path.parent)
        if printable(str(path)) != str(path):
            return  # the settings cannot store this path

        def with_path(recent: str) -> str:
            others = [line for line in recent.splitlines() if line not in ("", str(path))]
            return "\n".join([str(path), *others][:_MAX_RECENT])

        self._settings.change("recent", with_path)


def _read_similar(answer: str) -> MadeBoard:
    return MadeBoard(parse_board(answer))
