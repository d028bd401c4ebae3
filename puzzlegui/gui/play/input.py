"""Mouse and keyboard input of the play mode: aiming, pressing and dragging."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal

from puzzlegui.core.board import Board
from puzzlegui.core.motion import Motion, Translation
from puzzlegui.gui.board.board_view import CURSOR_STEPS, BoardView
from puzzlegui.gui.model.session import Session
from puzzlegui.gui.model.settings import LEFT_CLOCKWISE

Point = tuple[float, float]

_DIAGONAL_STEPS = {
    Qt.Key.Key_Home: (-1, -1),
    Qt.Key.Key_PageUp: (-1, 1),
    Qt.Key.Key_End: (1, -1),
    Qt.Key.Key_PageDown: (1, 1),
}
_KEYPAD_STEPS = {
    Qt.Key.Key_7: (-1, -1), Qt.Key.Key_8: (-1, 0), Qt.Key.Key_9: (-1, 1),
    Qt.Key.Key_4: (0, -1), Qt.Key.Key_6: (0, 1),
    Qt.Key.Key_1: (1, -1), Qt.Key.Key_2: (1, 0), Qt.Key.Key_3: (1, 1),
}  # fmt: skip
"""Rows and columns that a digit of the number pad stands for, as its place there shows."""
_CLICK_DISTANCE = 0.12
"""Maximum distance that the mouse moves during a click, in cells."""


class PlayInput(QObject):
    """Turns mouse and key events into moves.

    Translations follow the mouse while dragging; rotations are made on the press.

    Signals:
        moves_requested: moves to make, and True if dragging has already shown them.
        changed: ``aimed_motion`` or ``dragged_motion`` changed.
    """

    moves_requested = Signal(list, bool)
    changed = Signal()

    def __init__(self, view: BoardView, session: Session) -> None:
        super().__init__(view)
        self._view = view
        self._session = session
        self._active = False
        self._grip: Point | None = None
        self._dragged: Sequence[Any] = ()
        self._motion: Motion | None = None
        self._aimed_at: tuple[Board, int] | None = None
        self.dragged_motion: tuple[Motion, float] | None = None
        self._reversed = False
        view.place_pressed.connect(self._press)
        view.place_dragged.connect(self._drag)
        view.released.connect(self._release)
        view.place_hovered.connect(self._hover)
        view.cursor_moved.connect(self._cursor_moved)

    def set_active(self, active: bool) -> None:
        """Enable or disable the input."""
        self._active = active
        self.clear()

    def set_reversed(self, on: bool) -> None:
        """Exchange the meanings of the mouse buttons, as a touch screen has only one."""
        self._reversed = on

    @property
    def needs_other_button(self) -> bool:
        """True if the right button makes moves that neither the left button nor dragging makes."""
        board, position = self._board, self._position
        places = [(r + 0.75, c + 0.75) for r in range(board.rows) for c in range(board.columns)]
        return any(
            len(board.click_moves(position, *place)) > 1
            and not board.drag_moves(position, place, (0.0, 0.0))
            for place in places
        )

    def clear(self) -> None:
        """Clear aim and drag, because the position changed."""
        self._motion = self.dragged_motion = self._grip = None

    @property
    def aimed_motion(self) -> Motion | None:
        """Motion that a press would make; None if unknown or after the position changed."""
        return self._motion if self._aimed_at == self._place else None

    @property
    def _place(self) -> tuple[Board, int]:
        """The puzzle with the number of moves made."""
        return self._board.puzzle, self._session.timeline.position

    @property
    def _board(self) -> Board:
        return self._session.board

    @property
    def _grip_cell(self) -> tuple[int, int]:
        assert self._grip is not None
        down, right = self._grip
        rows, columns = self._board.rows, self._board.columns
        return min(max(int(down), 0), rows - 1), min(max(int(right), 0), columns - 1)

    @property
    def _position(self) -> Any:
        return self._session.game_sequence[self._session.timeline.position]

    # --- the mouse ---

    def _moves(self, down: float, right: float, other: bool) -> Sequence[Any]:
        """Return the moves that a click makes; ``other`` is the secondary button."""
        found = self._board.click_moves(self._position, down, right)
        if (self._session.settings["left button"] == LEFT_CLOCKWISE) != self._reversed:
            found.reverse()
        return () if not found else found[-1 if other else 0]

    def _press(self, down: float, right: float, other: bool) -> None:
        if not other and self._board.drag_moves(self._position, (down, right), (0.0, 0.0)):
            self._grip = down, right
        elif moves := self._moves(down, right, other):
            self.moves_requested.emit(list(moves), False)

    def _drag(self, down: float, right: float) -> None:
        if self._grip is None:
            return
        by = down - self._grip[0], right - self._grip[1]
        if self.dragged_motion is None and max(map(abs, by)) <= _CLICK_DISTANCE:
            return
        self._dragged = self._board.drag_moves(self._position, self._grip, by)
        motion = self._board.joint_motion(self._position, self._dragged)
        to_down, to_right = motion.displacement(self._grip_cell)
        along = (by[0] * to_down + by[1] * to_right) / (to_down**2 + to_right**2)
        self.dragged_motion = motion, min(max(along, 0.0), 1.0)
        self.changed.emit()

    def _release(self) -> None:
        grip, held = self._grip, self.dragged_motion
        if grip is None:
            return
        self.clear()
        if held is None:
            if moves := self._moves(*grip, other=False):
                self.moves_requested.emit(list(moves), False)
            return
        # Round the dragged distance to a whole number of moves.
        transform, steps = held[0].transform, 1
        if isinstance(transform, Translation):
            steps = max(abs(transform.down), abs(transform.right))
        made = round(held[1] * steps) * len(self._dragged) // steps
        if made:
            self.moves_requested.emit(list(self._dragged[:made]), True)
        else:
            self.changed.emit()

    def _hover(self, down: float, right: float) -> None:
        self._aim_at(self._moves(down, right, other=False) if down >= 0 else ())

    def _aim_at(self, moves: Sequence[Any]) -> None:
        """Show the motion that a press would make."""
        aim = self._board.joint_motion(self._position, moves) if moves else None
        if aim != self.aimed_motion:
            self._motion, self._aimed_at = aim, self._place
            self.changed.emit()

    # --- the keys ---

    def key(self, key: Qt.Key, modifiers: Qt.KeyboardModifier) -> bool:
        """Handle a key; return True if it was used."""
        if modifiers & Qt.KeyboardModifier.ControlModifier:
            return False
        if (step := self._step(key, modifiers)) is not None:
            self._handle_arrow(step, shifted=bool(modifiers & Qt.KeyboardModifier.ShiftModifier))
            return True
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            other = bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
            if moves := self._moves(*self._cursor_point(), other):
                self.moves_requested.emit(list(moves), False)
            return True
        if modifiers & ~Qt.KeyboardModifier.ShiftModifier == Qt.KeyboardModifier.NoModifier:
            return self._handle_letter(key, other=bool(modifiers))
        return False

    def _step(self, key: Qt.Key, modifiers: Qt.KeyboardModifier) -> tuple[int, int] | None:
        """Return the rows and columns that a key stands for; None for any other key."""
        step = CURSOR_STEPS.get(key)
        if self._board.arrow_keys_move:
            step = _DIAGONAL_STEPS.get(key, step)
            if modifiers & Qt.KeyboardModifier.KeypadModifier:
                step = _KEYPAD_STEPS.get(key, step)
        return step

    def _handle_letter(self, key: Qt.Key, *, other: bool) -> bool:
        """Make the move of a letter key; return True if it has one."""
        if not Qt.Key.Key_A <= key <= Qt.Key.Key_Z:
            return False
        moves = self._board.letter_key_moves(self._position, chr(key), other=other)
        if moves:
            self.moves_requested.emit(list(moves), False)
        return bool(moves)

    def _handle_arrow(self, step: tuple[int, int], *, shifted: bool) -> None:
        """Make a move or move the cursor; see ``Board.arrow_keys_move``."""
        moves: Sequence[Any] = ()
        if (self._board.arrow_keys_move or shifted) and max(map(abs, step)) == 1:
            moves = self._board.arrow_key_moves(self._position, self._view.cursor_cell, *step)
        if moves:
            self.moves_requested.emit(list(moves), False)
        elif not self._board.arrow_keys_move:
            self._view.step_cursor(step)

    def _cursor_point(self) -> Point:
        """Return a point in the cell of the keyboard cursor, near the centre of its block."""
        row, column = self._view.cursor_cell
        return row + 0.75, column + 0.75

    def _cursor_moved(self) -> None:
        if self._active and not self._board.arrow_keys_move:
            self._aim_at(self._moves(*self._cursor_point(), other=False))
