"""Interface of the window's modes: Design, Play and Solution."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtGui import QKeyEvent

from puzzlegui.core.board import Board
from puzzlegui.core.language import tr
from puzzlegui.core.solution import Solution
from puzzlegui.gui.model.document import Document
from puzzlegui.render.frame import Frame
from puzzlegui.render.marks import Marks
from puzzlegui.render.style import frame_colours

DESIGN, PLAY, SOLUTION = "design", "play", "solution"


class Mode(Protocol):
    """Mode of the window. Its texts and pictures are functions of the session's state.

    Attributes:
        name: DESIGN, PLAY or SOLUTION.
        by_hand: if true, show the moves of the manual game; otherwise those of the solution.
    """

    name: str
    by_hand: bool

    # --- what is shown ---

    def frame(self) -> Frame:
        """Return the board to draw."""

    def goal_frame(self) -> Frame | None:
        """Return the goal to draw; None if there is none."""

    def heading(self) -> str:
        """Return the heading above the board."""

    def progress_text(self) -> str:
        """Return the text below the slider: the progress towards the goal."""

    def hint_text(self) -> str:
        """Return the text below the buttons of manual play."""

    # --- what can be done ---

    def shows_cursor(self) -> bool:
        """Return True if the board shows a keyboard cursor."""

    def allows(self, condition: str) -> bool:
        """Return True if a mode-dependent condition of the action table holds."""

    def undo_text(self) -> str | None:
        """Return the name of the edit or move to undo; None if there is none."""

    def redo_text(self) -> str | None:
        """Return the name of the edit or move to redo; None if there is none."""

    def undo(self) -> None:
        """Undo the last edit or move."""

    def redo(self) -> None:
        """Redo the edit or move undone last."""

    def handle_key(self, event: QKeyEvent) -> bool:
        """Handle a key pressed on the board; return True if it was used."""

    def solution_to_export(self) -> Solution | None:
        """Return the solution to export and print; None if there is none."""

    def enter(self) -> None:
        """Activate the mode."""

    def leave(self) -> None:
        """Deactivate the mode."""


class EditingMode:
    """Base class of modes in which undo reverts edits of the board.

    Args:
        document: board with its undo history.
    """

    def __init__(self, document: Document) -> None:
        self._undo_stack = document.undo_stack

    def undo_text(self) -> str | None:
        return self._undo_stack.undoText() if self._undo_stack.canUndo() else None

    def redo_text(self) -> str | None:
        return self._undo_stack.redoText() if self._undo_stack.canRedo() else None

    def undo(self) -> None:
        self._undo_stack.undo()

    def redo(self) -> None:
        self._undo_stack.redo()


def board_heading(board: Board) -> str:
    """Return the heading above a board that is shown without moves."""
    return tr("Start") if board.goal_picture() else tr("Board")


def goal_frame(board: Board, marks: Marks) -> Frame | None:
    """Return the goal of a board to draw, with marks; None if it has no goal."""
    picture = board.goal_picture()
    return None if picture is None else Frame(picture, frame_colours(board), marks=marks)
