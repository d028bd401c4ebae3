"""What mouse and keys mean on a board that is played by hand: aiming, pressing, dragging."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal

from puzzlegui.core.board import Board
from puzzlegui.core.motion import Motion, Translation
from puzzlegui.gui.board.board_view import STEPS, BoardView
from puzzlegui.gui.model.session import Session
from puzzlegui.gui.model.settings import LEFT_CLOCKWISE

Place = tuple[float, float]

_CLICK = 0.12
"""Cells that the mouse may stray while a press is still a click."""


class PlayInput(QObject):
    """Turns places that are pointed at, and keys, into moves.

    What goes straight goes with the mouse while it is dragged; everything else moves on the press.

    Signals:
        meant: the moves that the user wants made, and whether they are seen to be made already.
        changed: ``aim`` or ``held`` is another.
    """

    meant = Signal(list, bool)
    changed = Signal()

    def __init__(self, view: BoardView, session: Session) -> None:
        super().__init__(view)
        self._view = view
        self._session = session
        self._active = False
        self._grip: Place | None = None
        self._dragged: Sequence[Any] = ()
        self._aim: Motion | None = None
        self._aimed = 0
        self.held: tuple[Motion, float] | None = None
        view.place_pressed.connect(self._press)
        view.place_dragged.connect(self._drag)
        view.released.connect(self._release)
        view.place_hovered.connect(self._hover)
        view.cursor_moved.connect(self._cursor_moved)

    def set_active(self, active: bool) -> None:
        """Whether the board is played."""
        self._active = active
        self.let_go()

    def let_go(self) -> None:
        """Forget what was aimed at and held: the position is another."""
        self._aim = self.held = self._grip = None

    @property
    def aim(self) -> Motion | None:
        """What pressing here would do; nothing is known of it once the position is another."""
        return self._aim if self._aimed == self._session.timeline.position else None

    @property
    def _board(self) -> Board:
        return self._session.board

    @property
    def _position(self) -> Any:
        return self._session.played_line[self._session.timeline.position]

    # --- the mouse ---

    def _moves(self, down: float, right: float, other: bool) -> Sequence[Any]:
        """The moves meant by pressing a place, by the one button or the other."""
        found = self._board.click_moves(self._position, down, right)
        if self._session.settings["left button"] == LEFT_CLOCKWISE:
            found.reverse()
        return () if not found else found[-1 if other else 0]

    def _press(self, down: float, right: float, other: bool) -> None:
        if not other and self._board.drag_moves(self._position, (down, right), (0.0, 0.0)):
            self._grip = down, right
        elif moves := self._moves(down, right, other):
            self.meant.emit(list(moves), False)

    def _drag(self, down: float, right: float) -> None:
        if self._grip is None:
            return
        by = down - self._grip[0], right - self._grip[1]
        if self.held is None and max(map(abs, by)) <= _CLICK:
            return
        self._dragged = self._board.drag_moves(self._position, self._grip, by)
        motion = self._board.joint_motion(self._position, self._dragged)
        assert isinstance(motion.transform, Translation)
        to_down, to_right = motion.transform.down, motion.transform.right
        along = (by[0] * to_down + by[1] * to_right) / (to_down**2 + to_right**2)
        self.held = motion, min(max(along, 0.0), 1.0)
        self.changed.emit()

    def _release(self) -> None:
        grip, held = self._grip, self.held
        if grip is None:
            return
        self.let_go()
        if held is None:
            if moves := self._moves(*grip, other=False):
                self.meant.emit(list(moves), False)
            return
        # As many of the moves as are nearest to how far it was dragged.
        assert isinstance(held[0].transform, Translation)
        steps = max(abs(held[0].transform.down), abs(held[0].transform.right))
        made = round(held[1] * steps) * len(self._dragged) // steps
        if made:
            self.meant.emit(list(self._dragged[:made]), True)
        else:
            self.changed.emit()

    def _hover(self, down: float, right: float) -> None:
        self._aim_at(self._moves(down, right, other=False) if down >= 0 else ())

    def _aim_at(self, moves: Sequence[Any]) -> None:
        """Show what pressing here would do."""
        aim = self._board.joint_motion(self._position, moves) if moves else None
        if aim != self.aim:
            self._aim, self._aimed = aim, self._session.timeline.position
            self.changed.emit()

    # --- the keys ---

    def key(self, key: Qt.Key, modifiers: Qt.KeyboardModifier) -> bool:
        """Whether a key meant something, which is done then."""
        if modifiers & Qt.KeyboardModifier.ControlModifier:
            return False
        if (step := STEPS.get(key)) is not None:
            self._arrow(step, shifted=bool(modifiers & Qt.KeyboardModifier.ShiftModifier))
            return True
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            other = bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
            if meant := self._moves(*self._cursor_place(), other):
                self.meant.emit(list(meant), False)
            return True
        return False

    def _arrow(self, step: tuple[int, int], *, shifted: bool) -> None:
        """An arrow key is a move, or moves the cursor; see ``Board.arrows_move``."""
        moves: Sequence[Any] = ()
        if (self._board.arrow_keys_move or shifted) and max(map(abs, step)) == 1:
            moves = self._board.arrow_key_moves(self._position, self._view.cursor_cell, *step)
        if moves:
            self.meant.emit(list(moves), False)
        elif not self._board.arrow_keys_move:
            self._view.step_cursor(step)

    def _cursor_place(self) -> Place:
        """A place in the cell of the keyboard cursor, towards the middle of its block."""
        row, column = self._view.cursor_cell
        return row + 0.75, column + 0.75

    def _cursor_moved(self) -> None:
        if self._active and not self._board.arrow_keys_move:
            self._aim_at(self._moves(*self._cursor_place(), other=False))
