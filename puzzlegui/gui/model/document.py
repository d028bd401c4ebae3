"""The board being worked on: its file, its undo history, what is wrong with it, its solution."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Cell
from puzzlegui.core.errors import Problem
from puzzlegui.core.files import content_digest, file_digest, printable, write_file
from puzzlegui.core.language import tr
from puzzlegui.core.palettes import keep_colouring
from puzzlegui.core.problems import likely_wrong_cells
from puzzlegui.core.solution import Solution
from puzzlegui.documents.boardfile import dump_board, solution_pieces
from puzzlegui.families.creation import with_updated_title


class _Edit(QUndoCommand):
    """The board before and after a change, and whether it was sound before."""

    def __init__(self, document: Document, board: Board, text: str, merge: int) -> None:
        super().__init__(text)
        self._document = document
        self.before = document.board
        self.was_valid = not document.problems
        self.after = board
        self._merge = merge

    def id(self) -> int:
        return self._merge

    def mergeWith(self, other: QUndoCommand) -> bool:  # noqa: N802 - Qt's name
        if not isinstance(other, _Edit) or other.id() != self._merge:
            return False
        self.after = other.after
        self.setText(other.text())
        return True

    def undo(self) -> None:
        self._document.set_board(self.before)

    def redo(self) -> None:
        self._document.set_board(self.after)


class Document(QObject):
    """A board with its history; with a solution, if its file has one.

    Attributes:
        board: the board.
        path: its file, None if it has none yet.
        problems: what is wrong with it.
        saved: the solution that is in the file beside the board; None if the board is alone there.
        alone: the user wants the board alone in the file, whatever solution there is.
        digest: of the file as it was read or written last; empty if it is not known.

    Signals:
        board_changed: the board is another one, after an edit, undo or redo; perhaps it is not
            saved any more, or is again as it was saved.
        replaced: another document was opened or begun; the history is empty.
        title_changed: the name to be shown, or whether it is saved, has changed.
        path_changed: it has another file, or the same one written again.
    """

    board_changed = Signal()
    replaced = Signal()
    title_changed = Signal()
    path_changed = Signal()

    def __init__(self, board: Board, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.board = board
        self.path: Path | None = None
        self.saved_solution: Solution | None = None
        self.board_only = False
        self.digest = ""
        self._followed_solution: Solution | None = None
        self.problems: list[Problem] = board.problems()
        self.undo_stack = QUndoStack(self)
        self.undo_stack.setUndoLimit(5000)
        self.undo_stack.cleanChanged.connect(self._clean_changed)
        self.undo_stack.indexChanged.connect(self._emit_board_changed)
        self._signalled_board, self._signalled_clean = board, True
        self._problem_cells: dict[str, set[Cell]] | None = None
        self._stroke = ""
        self._strokes = 0

    @property
    def modified(self) -> bool:
        """Whether the file has not all that is to be in it."""
        return not self.undo_stack.isClean() or self._solution_differs

    @property
    def _solution_differs(self) -> bool:
        """Whether the file has a solution that is not the one followed."""
        saved, shown = self.saved_solution, self._followed_solution
        if saved is None or shown is None or saved.moves is shown.moves:
            return False
        return saved.moves != shown.moves

    def is_savable(self, shown: Solution | None) -> bool:
        """Whether saving would do or ask something, with ``shown`` to be saved beside the board."""
        undecided = shown is not None and self.saved_solution is None and not self.board_only
        return self.modified or self.path is None or undecided

    @property
    def is_untouched(self) -> bool:
        """Whether it was not changed since it was opened."""
        return not self.modified and self.undo_stack.count() == 0

    @property
    def name(self) -> str:
        """What to call it in the title bar."""
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
        """Begin with another board; unsaved changes of the one before are gone.

        Args:
            board: the board.
            path: its file.
            saved: the solution that the file has beside the board.
            digest: of the file as it was read.
        """
        self.undo_stack.clear()
        self.undo_stack.setClean()  # an empty stack may have been set otherwise by ``recover``
        self.path, self.saved_solution, self.board_only, self._followed_solution = path, saved, False, None
        self.digest = digest
        self.set_board(board)
        self._signalled_board = board
        self.replaced.emit()
        self.title_changed.emit()

    def recover(
        self, board: Board, path: Path | None, saved: Solution | None = None, digest: str = ""
    ) -> None:
        """Begin as ``open`` does, with changes that were never saved."""
        self.open(board, path, saved, digest)
        self.undo_stack.resetClean()
        self.title_changed.emit()

    def edit(self, board: Board, text: str, *, stroke: str = "") -> None:
        """Change the board, with ``text`` in the undo menu.

        Args:
            board: the changed board.
            text: names the change, as in "type 7 in A1".
            stroke: changes one after the other with the same word here are undone together,
                until the stroke ends.
        """
        if board == self.board:
            return
        board = with_updated_title(keep_colouring(board, self.board), self.board)
        if not stroke or stroke != self._stroke:
            self._strokes += 1
        self.undo_stack.push(_Edit(self, board, text, self._strokes))
        self._stroke = stroke
        self._emit_board_changed()  # the place in the history is the same where it goes on with a stroke

    def end_stroke(self) -> None:
        """Undo the next change by itself, whatever stroke it belongs to."""
        self._stroke = ""

    def accompany(self, solution: Solution | None) -> None:
        """Take notice of the solution that is followed now."""
        was = self.modified
        self._followed_solution = solution
        if self.modified != was:
            self.title_changed.emit()

    def exclude_solution(self) -> None:
        """From now on the file is to have the board alone, whatever solution there is."""
        self.board_only = True
        self.title_changed.emit()

    def write(
        self,
        path: Path,
        solution: Solution | None = None,
        wanted: Callable[[], bool] = lambda: True,
    ) -> str:
        """Write the board to ``path``, with a solution if one is given; in any thread.

        Args:
            path: the file.
            solution: is to be in the file beside the board.
            wanted: is asked at the end whether it is to be written still.

        Returns:
            the digest of what was written.

        Raises:
            OSError: it cannot be written; the file is as it was.
        """
        texts = [dump_board(self.board)] if solution is None else solution_pieces(solution)
        pieces = [text.encode() for text in texts]
        write_file(path, *pieces, should_continue=wanted)
        return content_digest(*pieces)

    def changed_on_disk(self) -> bool:
        """Whether another program changed the file since it was read or written; in any thread."""
        if self.path is None or not self.digest:
            return False
        try:
            return file_digest(self.path) != self.digest
        except OSError:  # it was removed, or writing will say what is wrong
            return False

    def mark_saved(self, path: Path, solution: Solution | None = None, digest: str = "") -> None:
        """A file has all that is to be in it, with a solution if one is given."""
        self.path, self.saved_solution, self.digest = path, solution, digest
        self.undo_stack.setClean()
        self.title_changed.emit()
        self.path_changed.emit()

    def set_path(self, path: Path) -> None:
        """Its file is there now."""
        self.path = path
        self.title_changed.emit()
        self.path_changed.emit()

    def set_board(self, board: Board) -> None:
        """Make ``board`` the current one; for the commands of the history."""
        self.end_stroke()
        self.board = board
        self.problems = board.problems()
        self._problem_cells = None

    def _emit_board_changed(self) -> None:
        """Signal another board, once the history has come to it."""
        if self.board is not self._signalled_board:
            self._signalled_board, self._signalled_clean = self.board, self.undo_stack.isClean()
            self.board_changed.emit()

    def _clean_changed(self, clean: bool) -> None:
        if clean != self._signalled_clean:  # else signalled with the board, just before
            self._signalled_clean = clean
            self.title_changed.emit()

    def problem_cells(self, field: str) -> frozenset[Cell]:
        """Return the cells of a grid that most likely cause the problems."""
        if self._problem_cells is None:
            sound = self._last_valid()
            self._problem_cells = {}
            for problem in self.problems:
                cells = likely_wrong_cells(problem, self.board, sound)
                self._problem_cells.setdefault(problem.field, set()).update(cells)
        return frozenset(self._problem_cells.get(field, ()))

    def _last_valid(self) -> Board | None:
        """Return the latest board in the history without problems, or None."""
        if not self.problems:
            return self.board
        for at in reversed(range(self.undo_stack.index())):
            edit = self.undo_stack.command(at)
            if isinstance(edit, _Edit) and edit.was_valid:
                return edit.before
        return None
