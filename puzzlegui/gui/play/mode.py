"""The play mode, in which moves are made by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from puzzlegui.core.board import Board
from puzzlegui.core.language import tr
from puzzlegui.core.result_text import solved_in
from puzzlegui.core.solution import BY_HAND, Solution, Status
from puzzlegui.gui.model import position_view
from puzzlegui.gui.model.mode import PLAY, goal_frame
from puzzlegui.gui.model.session import Session
from puzzlegui.gui.play.input import PlayInput
from puzzlegui.render.frame import Frame
from puzzlegui.render.marks import Marks


class PlayMode:
    """Play mode: makes, undoes and redoes moves.

    Args:
        session: session with the board and the moves made.
        play_input: mouse and keyboard input.
    """

    name = PLAY
    by_hand = True

    def __init__(self, session: Session, play_input: PlayInput) -> None:
        self._session, self._input = session, play_input
        self._bound: tuple[Board, int] | None = None
        play_input.moves_requested.connect(self._make_moves)
        play_input.changed.connect(session.notify_position_changed)

    # --- what is shown ---

    def frame(self) -> Frame:
        session, line = self._session, self._session.game_sequence
        board, position = session.board, line[session.timeline.position]
        hint = None if session.hint is None else session.hint.motion
        marks = Marks(
            next_move=hint or self._input.aimed_motion, destinations=board.destinations(position)
        )
        return position_view.frame(session, line, marks, self._input.dragged_motion)

    def goal_frame(self) -> Frame | None:
        return goal_frame(self._session.board, Marks())

    def heading(self) -> str:
        return position_view.heading(self._session, self._session.game_sequence)

    def progress_text(self) -> str:
        return position_view.progress_text(self._session, self._session.game_sequence)

    def hint_text(self) -> str:
        session, position = self._session, self._session.timeline.position
        if session.hint is not None:
            return session.hint.text
        line = session.game_sequence
        if position and position == len(line) and line.solves:
            solved = solved_in(position, 0, proved=False, longest=False)
            return f"{solved}\n{session.win_message}".rstrip()
        return session.lock_reason

    def shows_cursor(self) -> bool:
        return not self._session.board.arrow_keys_move

    # --- what can be done ---

    def allows(self, condition: str) -> bool:
        return condition in ("playing", "edit shuffle")

    def undo_text(self) -> str | None:
        if self._session.timeline.position > 0:
            return tr("move")
        if self._session.state.earlier_games:
            return tr("restart")
        document = self._session.document
        return document.undo_stack.undoText() if document.is_replaced else None

    def redo_text(self) -> str | None:
        timeline, document = self._session.timeline, self._session.document
        if timeline.position < timeline.length:
            return tr("move")
        if self._session.state.later_games:
            return tr("restart")
        return document.undo_stack.redoText() if document.is_replaced_next else None

    def undo(self) -> None:
        """Undo a move; before the first, a restart, or else the replacement of the board."""
        if self._session.timeline.position > 0:
            self._session.timeline.step(-1)
        elif self._session.state.earlier_games:
            self._session.undo_restart()
        elif self._session.document.is_replaced:
            self._session.document.undo_stack.undo()

    def redo(self) -> None:
        timeline, document = self._session.timeline, self._session.document
        if timeline.position < timeline.length:
            timeline.step(1)
        elif self._session.state.later_games:
            self._session.redo_restart()
        elif document.is_replaced_next:
            document.undo_stack.redo()

    def handle_key(self, event: QKeyEvent) -> bool:
        if self._input.key(Qt.Key(event.key()), event.modifiers()):
            return True
        if event.key() == Qt.Key.Key_Backspace:
            self.undo()
            return True
        return False

    def solution_to_export(self) -> Solution | None:
        """Return the player's moves as a solution if they solve the board."""
        line = self._session.game_sequence
        if not line.solves:
            return None
        if self._bound is None or self._bound[0] != line.board:
            self._bound = line.board, line.board.lower_bound()
        bound = self._bound[1]
        return Solution(
            self._session.board, BY_HAND, Status.SOLVED, tuple(line.moves),
            lower_bound=bound, optimal=len(line) <= bound,
            seconds=self._session.state.game.elapsed,
        )  # fmt: skip

    def enter(self) -> None:
        self._input.set_active(True)
        self._session.pause_clock(False)

    def leave(self) -> None:
        self._input.set_active(False)
        self._session.pause_clock(True)

    def make_imported_moves(self, moves: Sequence[Any]) -> None:
        """Make moves from a text at once."""
        self._make_moves(moves, already_shown=True, imported=True)

    def _make_moves(
        self, moves: Sequence[Any], already_shown: bool, *, imported: bool = False
    ) -> None:
        """Make moves, animated unless dragging has already shown them."""
        session = self._session
        self._input.clear()
        session.make_moves(moves, already_shown=already_shown, imported=imported)
        line = session.game_sequence
        (words,) = session.board.describe_moves(moves[-1:], line[len(line) - 1])
        session.announced.emit(words)
        if line.wins and len(line) > session.state.game.imported_moves:
            session.solved.emit()
