"""Board of a window: its file, undo history, problems and saved solution."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Cell
from puzzlegui.core.errors import Problem
from puzzlegui.core.files import content_digest, printable, write_file
from puzzlegui.core.language import tr
from puzzlegui.core.palettes import keep_colouring
from puzzlegui.core.problems import narrowed
from puzzlegui.core.solution import Solution
from puzzlegui.core.solution_lock import lock_of, with_lock
from puzzlegui.documents.boardfile import dump_board, solution_pieces
from puzzlegui.families.creation import with_updated_title
from puzzlegui.gui.model.open_files import register


class FileState(NamedTuple):
    """File of a board, as described in ``Document``."""

    path: Path | None = None
    saved_solution: Solution | None = None
    board_only: bool = False
    digest: str = ""


class _Edit(QUndoCommand):
    """Undo command that replaces the board; records whether the board before it was valid."""

    def __init__(self, document: Document, board: Board, text: str, merge: int) -> None:
        super().__init__(text)
        self._document = document
        self.before = document.board
        self.was_valid = not document.problems
        self.after = board
        self._merge = merge

    def id(self) -> int:
        return self._merge

    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, _Edit) or other.id() != self._merge:
            return False
        self.after = other.after
        self.setText(other.text())
        return True

    def undo(self) -> None:
        self._document.restore_board(self.before)

    def redo(self) -> None:
        self._document.restore_board(self.after)


class _Replacement(_Edit):
    """Undo command that replaces the board by a new one, which is in no file.

    Attributes:
        was_modified: True if there were unsaved changes before it.
    """

    def __init__(self, document: Document, board: Board, text: str) -> None:
        super().__init__(document, board, text, -1)
        self.was_modified = document.modified
        self._file_before, self._file_after = document.file_state, FileState()
        self._unedited_before = document.unedited_board

    def mergeWith(self, _other: QUndoCommand) -> bool:
        return False

    def undo(self) -> None:
        self._file_after = self._document.file_state
        self._document.set_board(self.before)
        self._document.unedited_board = self._unedited_before
        self._document.set_file_state(self._file_before)

    def redo(self) -> None:
        self._file_before = self._document.file_state
        self._document.set_board(self.after)
        self._document.unedited_board = self.after
        self._document.set_file_state(self._file_after)


class Document(QObject):
    """Board with its undo history, and with the solution stored in its file.

    Attributes:
        board: current board.
        unedited_board: board that was opened, or that has replaced it, as it was before any edit.
        path: file of the board; None if it was never saved.
        problems: problems of the current board.
        saved_solution: solution stored in the file; None if the file holds the board only.
        board_only: if true, save the board without its solution.
        digest: digest of the file as last read or written; empty if unknown.

    Signals:
        board_changed: emitted after an edit, undo or redo; ``modified`` may have changed, too.
        replaced: emitted when another document was opened or created; the history is empty.
        title_changed: emitted when the displayed name or ``modified`` has changed.
        path_changed: emitted when the file was written or its path has changed.
    """

    board_changed = Signal()
    replaced = Signal()
    title_changed = Signal()
    path_changed = Signal()

    def __init__(self, board: Board, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.board = self.unedited_board = board
        self._lock = lock_of(board)
        """Lock that stays on whatever is undone; empty without one."""
        self.path: Path | None = None
        self.saved_solution: Solution | None = None
        self.board_only = False
        self.digest = ""
        self._followed_solution: Solution | None = None
        self.problems: list[Problem] = board.problems()
        register(self)
        self.undo_stack = QUndoStack(self)
        self.undo_stack.setUndoLimit(5000)
        self.undo_stack.cleanChanged.connect(self._clean_changed)
        self.undo_stack.indexChanged.connect(self._emit_board_changed)
        self._signalled_board, self._signalled_clean = board, True
        self._shown_problems: list[Problem] | None = None
        self._stroke = ""
        self._strokes = 0

    @property
    def modified(self) -> bool:
        """True if the file lacks changes of the board or the solution being followed."""
        return not self._is_clean or self._solution_differs

    @property
    def _is_clean(self) -> bool:
        """True if no edit is unsaved; a board that has replaced a saved one counts as saved."""
        stack = self.undo_stack
        if stack.isClean():
            return True
        following, last = stack.command(stack.index()), stack.command(stack.index() - 1)
        if isinstance(following, _Replacement) and not following.was_modified:
            return True
        return isinstance(last, _Replacement) and not last.was_modified

    @property
    def _solution_differs(self) -> bool:
        """True if the file has a solution that differs from the followed solution."""
        saved, shown = self.saved_solution, self._followed_solution
        if saved is None or shown is None or saved.moves is shown.moves:
            return False
        return saved.moves != shown.moves

    def is_savable(self, shown: Solution | None) -> bool:
        """Return True if Save has an effect or a question to ask, given the solution shown."""
        undecided = shown is not None and self.saved_solution is None and not self.board_only
        return self.modified or self.path is None or undecided

    @property
    def is_untouched(self) -> bool:
        """True if nothing was changed since the document was opened."""
        return not self.modified and self.undo_stack.count() == 0

    @property
    def valid_board(self) -> Board | None:
        """The board; None if it has problems."""
        return None if self.problems else self.board

    @property
    def name(self) -> str:
        """Name for the title bar."""
        if self.path is not None:
            return printable(self.path.name)
        return self.board.title or tr("New board")

    def open(
        self,
        board: Board,
        path: Path | None = None,
        saved: Solution | None = None,
        digest: str = "",
    ) -> None:
        """Open another board, discarding unsaved changes and the history.

        Args:
            board: board to open.
            path: its file.
            saved: solution stored in the file beside the board.
            digest: digest of the file as it was read.
        """
        self.undo_stack.clear()
        self.undo_stack.setClean()  # ``recover`` may have left an empty stack unclean
        self.path, self.saved_solution, self.board_only, self._followed_solution = (
            path,
            saved,
            False,
            None,
        )
        self.digest = digest
        self.unedited_board = board
        self.set_board(board)
        self._signalled_board = board
        self.replaced.emit()
        self.title_changed.emit()

    def recover(
        self, board: Board, path: Path | None, saved: Solution | None = None, digest: str = ""
    ) -> None:
        """Open a board with changes that were never saved; see ``open``."""
        self.open(board, path, saved, digest)
        self.undo_stack.resetClean()
        self.title_changed.emit()

    def edit(self, board: Board, text: str, *, stroke: str = "") -> None:
        """Replace the board as an undoable edit.

        Args:
            board: edited board.
            text: name of the edit in the undo menu, such as "type 7 in A1".
            stroke: consecutive edits with the same stroke are undone together, until it ends.
        """
        if board == self.board:
            return
        board = with_updated_title(keep_colouring(board, self.board), self.board)
        self._lock = lock_of(board) or self._lock
        if not stroke or stroke != self._stroke:
            self._strokes += 1
        self.undo_stack.push(_Edit(self, board, text, self._strokes))
        self._stroke = stroke
        self._emit_board_changed()  # the index does not change when an edit is merged into a stroke

    def unlock(self, text: str) -> None:
        """Remove the lock of hints and solutions as an undoable edit."""
        self._lock = ""
        self.edit(with_lock(self.board, ""), text)

    def replace(self, board: Board, text: str) -> None:
        """Replace the board by a new one as an undoable edit; undo restores the file, too.

        Args:
            board: new board.
            text: name of the edit in the undo menu.
        """
        self.undo_stack.push(_Replacement(self, board, text))
        self.end_stroke()

    @property
    def is_replaced(self) -> bool:
        """True if undo would restore the board before a replacement."""
        return isinstance(self.undo_stack.command(self.undo_stack.index() - 1), _Replacement)

    @property
    def is_replaced_next(self) -> bool:
        """True if redo would replace the board again."""
        return isinstance(self.undo_stack.command(self.undo_stack.index()), _Replacement)

    @property
    def file_state(self) -> FileState:
        """File of the board."""
        return FileState(self.path, self.saved_solution, self.board_only, self.digest)

    def set_file_state(self, state: FileState) -> None:
        """Set the file of the board; called by undo commands."""
        self.path, self.saved_solution, self.board_only, self.digest = state
        self.path_changed.emit()

    def end_stroke(self) -> None:
        """Make the next edit a separate undo step."""
        self._stroke = ""

    def set_followed_solution(self, solution: Solution | None) -> None:
        """Set the solution being followed, which counts as a change if the file has another."""
        was = self.modified
        self._followed_solution = solution
        if self.modified != was:
            self.title_changed.emit()

    def exclude_solution(self) -> None:
        """Save the board without its solution from now on."""
        self.saved_solution, self.board_only = None, True
        self.title_changed.emit()

    def write(
        self,
        path: Path,
        solution: Solution | None = None,
        wanted: Callable[[], bool] = lambda: True,
        digest: str = "",
    ) -> str:
        """Write the board to a file, with an optional solution. Safe to call from any thread.

        Args:
            path: file to write.
            solution: solution to store beside the board.
            wanted: called before the file is replaced; return False to keep the old file.
            digest: digest of the content that may be replaced; empty for any content.

        Returns:
            Digest of the written file.

        Raises:
            FileChangedError: another program has changed the file.
            OSError: the file cannot be written; it is unchanged.
        """
        texts = [dump_board(self.board)] if solution is None else solution_pieces(solution)
        pieces = [text.encode() for text in texts]
        write_file(path, *pieces, should_continue=wanted, digest=digest)
        return content_digest(*pieces)

    def mark_saved(self, path: Path, solution: Solution | None = None, digest: str = "") -> None:
        """Record that a file holds the board, and the solution if given."""
        self.path, self.saved_solution, self.digest = path, solution, digest
        self.undo_stack.setClean()
        self.title_changed.emit()
        self.path_changed.emit()

    def set_path(self, path: Path) -> None:
        """Record that the file was renamed."""
        self.path = path
        self.title_changed.emit()
        self.path_changed.emit()

    def restore_board(self, board: Board) -> None:
        """Set a board of the history; undo removes no lock, but restores one that was removed."""
        lock = self._lock
        self.set_board(with_lock(board, lock) if lock and lock_of(board) != lock else board)

    def set_board(self, board: Board) -> None:
        """Set the current board, with its lock if it has one."""
        self.end_stroke()
        self._lock = lock_of(board)
        self.board = board
        self.problems = board.problems()
        self._shown_problems = None

    def _emit_board_changed(self) -> None:
        """Emit ``board_changed`` if the history has arrived at another board."""
        if self.board is not self._signalled_board:
            self._signalled_board, self._signalled_clean = self.board, self.undo_stack.isClean()
            self.board_changed.emit()

    def _clean_changed(self, clean: bool) -> None:
        if clean != self._signalled_clean:  # otherwise ``board_changed`` has just been emitted
            self._signalled_clean = clean
            self.title_changed.emit()

    @property
    def shown_problems(self) -> list[Problem]:
        """The problems, each with the cells that most likely cause it."""
        if self._shown_problems is None:
            self._shown_problems = narrowed(self.problems, self.board, self._last_valid())
        return self._shown_problems

    def problem_cells(self, field: str) -> frozenset[Cell]:
        """Return the cells of a grid that most likely cause the problems."""
        cells = (p.cells for p in self.shown_problems if p.field == field)
        return frozenset(cell for each in cells for cell in each)

    def _last_valid(self) -> Board | None:
        """Return the latest board in the history without problems, or None."""
        if not self.problems:
            return self.board
        for at in reversed(range(self.undo_stack.index())):
            edit = self.undo_stack.command(at)
            if isinstance(edit, _Edit) and edit.was_valid:
                return edit.before
        return None
