"""The board being worked on: its file, its undo history, what is wrong with it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from puzzlegui.core.board import Board
from puzzlegui.core.errors import Problem
from puzzlegui.core.files import write_file
from puzzlegui.documents.boardfile import dump_board


class _Edit(QUndoCommand):
    """The board before and after a change."""

    def __init__(self, document: Document, board: Board, text: str, merge: int) -> None:
        super().__init__(text)
        self._document = document
        self._before = document.board
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
        self._document.show(self._before)

    def redo(self) -> None:
        self._document.show(self.after)


class Document(QObject):
    """A board with its history.

    Signals:
        board_changed: the board is another one, after an edit, undo or redo.
        replaced: another document was opened or begun; the history is empty.
        title_changed: the name to be shown, or whether it is saved, has changed.
    """

    board_changed = Signal()
    replaced = Signal()
    title_changed = Signal()

    def __init__(self, board: Board, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.board = board
        self.path: Path | None = None
        self.problems: list[Problem] = board.problems()
        self.undo_stack = QUndoStack(self)
        self.undo_stack.setUndoLimit(5000)
        self.undo_stack.cleanChanged.connect(self.title_changed)
        self._stroke = ""
        self._strokes = 0

    @property
    def modified(self) -> bool:
        return not self.undo_stack.isClean()

    @property
    def is_untouched(self) -> bool:
        """Whether it was not changed since it was opened."""
        return not self.modified and self.undo_stack.count() == 0

    @property
    def name(self) -> str:
        """What to call it in the title bar."""
        if self.path is not None:
            return self.path.name
        return self.board.title or "New board"

    def open(self, board: Board, path: Path | None = None) -> None:
        """Begin with another board; unsaved changes of the one before are gone."""
        self.undo_stack.clear()
        self.undo_stack.setClean()  # an empty stack may have been set otherwise by ``recover``
        self.path = path
        self._hold(board)
        self.replaced.emit()
        self.title_changed.emit()

    def recover(self, board: Board, path: Path | None) -> None:
        """Begin with a board whose changes were never saved."""
        self.open(board, path)
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
        if not stroke or stroke != self._stroke:
            self._strokes += 1
        self.undo_stack.push(_Edit(self, board, text, self._strokes))
        self._stroke = stroke

    def end_stroke(self) -> None:
        """Undo the next change by itself, whatever stroke it belongs to."""
        self._stroke = ""

    def save(self, path: Path) -> None:
        """Write the board to ``path``.

        Raises:
            OSError: it cannot be written; the file is as it was.
        """
        write_file(path, dump_board(self.board).encode())
        self.path = path
        self.undo_stack.setClean()
        self.title_changed.emit()

    def show(self, board: Board) -> None:
        """Make ``board`` the current one, outside the history; for its commands."""
        self._hold(board)
        self.board_changed.emit()

    def _hold(self, board: Board) -> None:
        self.end_stroke()
        self.board = board
        self.problems = board.problems()
