"""What a mode of the window says and does: Design, Play and Solution are the three there are."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtGui import QKeyEvent

from puzzlegui.core.board import Board
from puzzlegui.core.language import tr
from puzzlegui.core.repair import Repair
from puzzlegui.core.solution import Solution
from puzzlegui.gui.model.document import Document
from puzzlegui.render.frame import Frame
from puzzlegui.render.marks import Marks
from puzzlegui.render.style import frame_colours

DESIGN, PLAY, SOLUTION = "design", "play", "solution"


class Mode(Protocol):
    """One of the three; it keeps nothing that is shown, but tells it from the session's state.

    Attributes:
        name: DESIGN, PLAY or SOLUTION.
        by_hand: its moves are those made by hand; else they are those of the solution.
    """

    name: str
    by_hand: bool

    # --- what is shown ---

    def frame(self) -> Frame:
        """The board as it is drawn."""

    def goal_frame(self) -> Frame | None:
        """The goal as it is drawn; None where there is none."""

    def heading(self) -> str:
        """What stands above the board."""

    def facts(self) -> str:
        """What stands under the slider: how far it still is."""

    def advice(self) -> str:
        """What stands under the buttons for playing."""

    def repairs(self) -> list[Repair]:
        """What is offered to make the board sound, or solvable."""

    # --- what can be done ---

    def shows_cursor(self) -> bool:
        """Whether the board has a keyboard cursor."""

    def allows(self, condition: str) -> bool:
        """Whether a condition of the table of actions holds that depends on the mode."""

    def undo_text(self) -> str | None:
        """What would be undone; None if nothing can be."""

    def redo_text(self) -> str | None:
        """What would be redone; None if nothing can be."""

    def undo(self) -> None:
        """Take the last change, or move, back."""

    def redo(self) -> None:
        """Do again what was undone last."""

    def key(self, event: QKeyEvent) -> bool:
        """A key pressed on the board; whether it means anything."""

    def exported(self) -> Solution | None:
        """What is exported and printed."""

    def enter(self) -> None:
        """It is the window's mode from now on."""

    def leave(self) -> None:
        """It is no more."""


class EditingMode:
    """Base of the modes in which undo takes back edits of the board.

    Args:
        document: the board with its history.
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
    """Return the heading above a board of which no moves are followed."""
    return tr("Start") if board.goal_picture() else tr("Board")


def goal_frame(board: Board, marks: Marks) -> Frame | None:
    """Return the goal of a board as it is drawn, with marks on it; None if it has no goal."""
    picture = board.goal_picture()
    return None if picture is None else Frame(picture, frame_colours(board), marks=marks)
