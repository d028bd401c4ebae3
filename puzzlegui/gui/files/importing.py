"""The way of files and texts into a window: read in a thread, and shown in a sheet if unclear."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from puzzlegui.core.board import Board
from puzzlegui.core.errors import PuzzleError, as_sentence
from puzzlegui.core.language import tr
from puzzlegui.core.solution import Solution
from puzzlegui.documents.boardfile import Loaded
from puzzlegui.documents.importing import Import, has_no_start, import_file, import_text
from puzzlegui.documents.loading import replay_solution
from puzzlegui.documents.reading import ReadingOptions
from puzzlegui.gui.desktop.paths import default_directory
from puzzlegui.gui.files.saving import DocumentSaver
from puzzlegui.gui.model.mode import DESIGN
from puzzlegui.gui.model.session import Session
from puzzlegui.gui.threads.worker import Job
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.progress_dialog import run_modal

if TYPE_CHECKING:
    from puzzlegui.gui.files.import_sheet import ImportSheet


class Importer(QObject):
    """Opens files and texts: plain ones at once, all others after the import sheet.

    Args:
        window: window.
        session: session with the document, and with the position that moves continue.
        saving: asks about unsaved work.
        remember: puts a file first among the recent files.

    Signals:
        solution_opened: emitted with an opened solution, whose board is now the document's, and its
            ``LazyReplay`` or None.
        moves_opened: emitted with the ``ParsedMoves`` of a text, and the board of which they are.
        book_opened: emitted with an opened book.
        reading_told: emitted with a line on how an opened document was read, and True if it can be
            read in another way.
    """

    book_opened = Signal(object)
    solution_opened = Signal(object, object)
    moves_opened = Signal(object, object)
    reading_told = Signal(str, bool)

    def __init__(
        self,
        window: QWidget,
        session: Session,
        saving: DocumentSaver,
        remember: Callable[[Path], None],
    ) -> None:
        super().__init__(window)
        self._window, self._session = window, session
        self._document, self._settings = session.document, session.settings
        self._saving, self._remember = saving, remember
        self._last: tuple[Import, Path | None] | None = None
        self._last_board: Board | None = None

    # --- opening ---

    def open_path(self, path: Path) -> bool:
        """Open a file; return False and keep the document if it is unclear or wrong."""
        board = self._board_of_moves
        text = tr("Reading {name}…").format(name=path.name)
        return self._open_import(
            Job(lambda job: import_file(str(path), board, job.is_wanted), text), path
        )

    def open_text(self, text: str) -> bool:
        """Open a text as ``open_path`` opens a file."""
        board = self._board_of_moves
        options = ReadingOptions(like=self._document.board.family)
        read = tr("Reading the board…")
        return self._open_import(
            Job(lambda job: import_text(text, board, options, job.is_wanted), read), None
        )

    @property
    def _board_of_moves(self) -> Board | None:
        """Board whose moves a text may be, from the position shown; None if it has problems."""
        return None if self._document.problems else self._session.board_shown

    def change_reading(self) -> None:
        """Show the sheet for the document that was opened last."""
        if self._last is not None:
            self._ask(*self._last)

    def enter_moves(self) -> None:
        """Show the sheet for moves of the board that are typed or pasted."""
        board = self._board_of_moves
        if board is not None:
            from puzzlegui.gui.files import import_sheet  # not at the start

            sheet = import_sheet.moves_sheet(self._window, board)
            sheet.accepted.connect(lambda: self._accept(sheet, None))
            import_sheet.show_import_sheet(sheet)

    def _open_import(self, job: Job, path: Path | None) -> bool:
        """Read while the window waits, and open what is plain."""
        found = run_modal(self._window, job)
        if found is None:
            return False
        if isinstance(found, PuzzleError):
            self._show_problem(as_sentence(found))
            return False
        if isinstance(found, BaseException):
            raise found
        assert isinstance(found, Import)
        if found.is_plain:
            self._open(found, path)
            return True
        designing = self._session.mode.name == DESIGN
        if found.is_moves and found.moves is not None and not (designing or found.moves.problem):
            self.moves_opened.emit(found.moves, found.board)
            return True
        if not found.loaded.text.strip():  # it could not be read, or is empty
            problems = "\n".join(map(str, found.loaded.problems))
            message = found.loaded.message if path is not None else as_sentence(problems)
            self._show_problem(message or found.loaded.move_error)
            return False
        self._ask(found, path)
        return False

    def _show_problem(self, text: str) -> None:
        dialogs.show_problem(self._window, tr("This cannot be opened"), text)

    def _ask(self, found: Import, path: Path | None) -> None:
        """Show the import sheet; what is open stays open until it is accepted."""
        from puzzlegui.gui.files import import_sheet  # not at the start

        title = str(tr("Import from the clipboard"))
        if path is not None:
            title = tr("Import {name}").format(name=path.name)
        folder = str(default_directory(self._settings))
        board = self._board_of_moves
        sheet = import_sheet.ImportSheet(self._window, title, found, board, folder)
        sheet.accepted.connect(lambda: self._accept(sheet, path))
        import_sheet.show_import_sheet(sheet)

    def _accept(self, sheet: ImportSheet, path: Path | None) -> None:
        preview = sheet.preview
        assert preview is not None
        source = preview.source
        if sheet.as_moves:
            self.moves_opened.emit(source.moves, source.board)
        else:
            self._open(source, path)

    def _open(self, found: Import, path: Path | None) -> None:
        """Open a document, once what is open may be left."""
        loaded = found.loaded
        if loaded.path is not None and (loaded.book is not None or loaded.content is not None):
            self._remember(loaded.path)
        if loaded.book is not None:
            self.book_opened.emit(loaded)
            return

        def begin() -> None:
            self._begin(loaded, pasted=path is None)
            self._tell_reading(found, path)

        if self._document.board is self._last_board:  # the same text, read in another way
            begin()
        else:
            self._saving.leave_then(begin)

    def _begin(self, loaded: Loaded, *, pasted: bool) -> None:
        """Open a board, or a replayed solution with its board."""
        content = loaded.content
        assert content is not None
        board = content.board if isinstance(content, Solution) else content
        follows = isinstance(content, Solution) and content.solved and not loaded.move_error
        if pasted:
            self._document.open(board)
        elif isinstance(content, Board):
            self._document.open(board, loaded.path, digest=loaded.digest)
        elif not follows:  # no path: saving the board would replace the solution file
            self._document.open(board)
        else:
            self._document.open(board, loaded.path, content, loaded.digest)
        if follows and isinstance(content, Solution):
            self._follow(loaded, content, saved=not pasted)

    def start_with(self, loaded: Loaded) -> None:
        """Open a document without problems; if its solution is wrong, open only the board.

        A board that the window was created with is not opened again.
        """
        content = loaded.content
        assert content is not None
        board = content.board if isinstance(content, Solution) else content
        if board is not self._document.board:
            self._document.open(board)
        self._tell_reading(Import(loaded), Path(loaded.name))
        if isinstance(content, Board):
            self._set_file(loaded, None)
            return
        job = Job(lambda job: replay_solution(loaded, job.is_wanted), tr("Replaying…"))
        replayed = run_modal(self._window, job)
        if isinstance(replayed, BaseException):
            raise replayed
        if not isinstance(replayed, Loaded):  # cancelled
            return
        if replayed.move_error:  # no path: saving the board would replace the solution file
            title = tr("The solution in this file is wrong; only the board was opened")
            dialogs.show_problem(self._window, title, replayed.move_error)
        elif isinstance(replayed.content, Solution) and replayed.content.solved:
            self._set_file(replayed, replayed.content)
            self._follow(replayed, replayed.content, saved=True)

    def _set_file(self, loaded: Loaded, solution: Solution | None) -> None:
        """Set the file of the document, which holds the board and perhaps a solution."""
        if loaded.path is not None:
            self._remember(loaded.path)
            self._document.mark_saved(loaded.path, solution, loaded.digest)

    def _follow(self, loaded: Loaded, solution: Solution, *, saved: bool) -> None:
        """Let the window follow a replayed solution, which a file may have."""
        if saved:
            self._saving.mark_handled(solution)
        self.solution_opened.emit(solution, loaded.lazy_replay)

    def _tell_reading(self, found: Import, path: Path | None) -> None:
        """Tell what was guessed and ignored in a line."""
        can_change = bool(found.loaded.grid) or has_no_start(found.loaded)
        self._last = (found, path) if can_change else None
        self._last_board = self._document.board
        loaded = found.loaded
        said = [loaded.reading] if loaded.reading else list(loaded.notes)
        if has_no_start(loaded):
            said.append(tr("The text gives no start, so the board is solved"))
        if said := [*said, *loaded.warnings]:
            self.reading_told.emit(" ".join(map(as_sentence, said)), can_change)
