"""Commands for boards and files: new, open, revert, recover, recent files."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.files import printable
from puzzlegui.core.formatting import quantity
from puzzlegui.core.language import tr
from puzzlegui.documents.boardfile import dump_board_line, parse_board
from puzzlegui.engine.runner.pool import RemoteTask
from puzzlegui.engine.similar_board import TRIES
from puzzlegui.families.creation import similar_title
from puzzlegui.gui.desktop.paths import default_directory
from puzzlegui.gui.files import new_dialog
from puzzlegui.gui.files.autosave import RecoverableWork
from puzzlegui.gui.files.board_search import search, with_title
from puzzlegui.gui.files.export_commands import ExportCommands
from puzzlegui.gui.files.importing import Importer
from puzzlegui.gui.files.saving import DocumentSaver, WindowProgress
from puzzlegui.gui.model.mode import PLAY
from puzzlegui.gui.model.session import Session
from puzzlegui.gui.widgets import dialogs
from puzzlegui.making.remote import MadeBoard, another_task, read_board

_MAX_RECENT = 9


class FileCommands(QObject):
    """Commands of the file menu for the document of a window.

    Args:
        window: window.
        session: session with the document.
        work: returns solutions and moves besides the board.

    Attributes:
        saving: saves the document and asks about unsaved work.
        importer: opens files and texts.
        exports: exports and prints moves.

    Signals:
        board_created: emitted when a new board that is not solved was created.
        solved_created: emitted when a new solved board was created, to be edited.
        board_rated: emitted with a shortest solution of a new board that was made for its length.
        message: emitted with a text for the status bar.
    """

    board_created = Signal()
    solved_created = Signal()
    board_rated = Signal(object)
    message = Signal(str)

    def __init__(
        self, window: QWidget, session: Session, work: Callable[[], WindowProgress]
    ) -> None:
        super().__init__(window)
        document, settings = session.document, session.settings
        self.saving = DocumentSaver(window, document, settings, work)
        self.saving.message.connect(self.message)
        self.saving.saved.connect(self.remember_path)
        self.exports = ExportCommands(window, settings, session.worker)
        self.exports.message.connect(self.message)
        self.exports.written.connect(self.saving.mark_handled)
        self.importer = Importer(window, session, self.saving, self.remember_path)
        self._window, self._session = window, session
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
        if made.board.is_solved(made.board.initial()):
            self.solved_created.emit()

    def _announce(self, made: MadeBoard) -> None:
        """Report the difficulty of a new board that is now the document's."""
        if made.solution is not None:
            note = made.note
            if not note and self._session.mode.name != PLAY:  # where it would say too much
                text = tr("Shortest solution: {moves}, proved.")
                note = text.format(moves=quantity(len(made.solution.moves), "move"))
            self.message.emit(note)
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
        """Open a file as ``Importer.open_path`` does."""
        return self.importer.open_path(Path(path))

    def revert(self) -> None:
        """Reopen the file of the document."""
        path = self._document.path
        if path is not None:
            self.open_path(path)

    # --- what a crash has left ---

    def recover(self, left: RecoverableWork) -> None:
        """Open recovered work."""
        solution = left.progress.solution
        saved = solution if left.with_solution else None
        begin = self._document.recover if left.modified else self._document.open
        begin(left.board, left.path, saved, left.digest)
        if solution is not None:
            self.importer.solution_opened.emit(solution, None)

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
