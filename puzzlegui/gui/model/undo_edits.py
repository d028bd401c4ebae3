"""What modes share in which edits of the board are undone."""

from __future__ import annotations

from puzzlegui.core.cells import Cell
from puzzlegui.core.errors import Problem
from puzzlegui.core.problems import likeliest
from puzzlegui.gui.model.session import Session
from puzzlegui.render.marks import Marks


class UndoEdits:
    """A mode in which edits of the board are undone.

    Args:
        session: says what is shown.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._marked: tuple[list[Problem], dict[str, set[Cell]]] = [], {}

    def undo_text(self) -> str | None:
        stack = self._session.document.undo_stack
        return stack.undoText() if stack.canUndo() else None

    def redo_text(self) -> str | None:
        stack = self._session.document.undo_stack
        return stack.redoText() if stack.canRedo() else None

    def undo(self) -> None:
        self._session.document.undo_stack.undo()

    def redo(self) -> None:
        self._session.document.undo_stack.redo()

    def marks_of_problems(self, field: str = "") -> Marks:
        """The cells of a grid that are wrong; by default, of the grid that is the board."""
        document = self._session.document
        if self._marked[0] is not document.problems:  # which are listed anew with every change
            sound = document.last_sound()
            marked: dict[str, set[Cell]] = {}
            for problem in document.problems:
                cells = likeliest(problem, document.board, sound)
                marked.setdefault(problem.field, set()).update(cells)
            self._marked = document.problems, marked
        field = field or document.board.grid_fields[0]
        return Marks(problems=frozenset(self._marked[1].get(field, ())))
