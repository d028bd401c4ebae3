"""The solution mode, in which a solution is played back."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from puzzlegui.core.board import Board
from puzzlegui.core.solution import Solution
from puzzlegui.gui.design.repair_preview import with_preview
from puzzlegui.gui.model import position_view
from puzzlegui.gui.model.mode import SOLUTION, EditingMode, board_heading, goal_frame
from puzzlegui.gui.model.session import Session
from puzzlegui.gui.playback.controller import PlaybackController
from puzzlegui.render.frame import Frame
from puzzlegui.render.marks import Marks
from puzzlegui.render.style import frame_colours


class SolutionMode(EditingMode):
    """Solution mode: plays a solution back, step by step or continuously."""

    name = SOLUTION
    by_hand = False

    def __init__(self, session: Session, playback: PlaybackController) -> None:
        super().__init__(session.document)
        self._session = session
        self._playback = playback

    def frame(self) -> Frame:
        session, board = self._session, self._session.board
        if session.sequence is None:
            board, marks = self._previewed_board(board.grid_fields[0])
            return Frame(board.picture(), frame_colours(board), marks=marks)
        return position_view.frame(session, session.sequence, None)

    def goal_frame(self) -> Frame | None:
        return goal_frame(*self._previewed_board("goal"))

    def _previewed_board(self, field: str) -> tuple[Board, Marks]:
        """Return the board to draw for a grid, with the repair being previewed, and its marks."""
        marks = Marks(problems=self._session.document.problem_cells(field))
        return with_preview(self._session, self._session.board, field, marks)

    def heading(self) -> str:
        session = self._session
        if session.sequence is None:
            return board_heading(session.board)
        return position_view.heading(session, session.sequence)

    def progress_text(self) -> str:
        line = self._session.sequence
        return "" if line is None else position_view.progress_text(self._session, line)

    def hint_text(self) -> str:
        return ""

    def shows_cursor(self) -> bool:
        return False

    def allows(self, condition: str) -> bool:  # no action belongs to this mode alone
        return False

    def handle_key(self, event: QKeyEvent) -> bool:
        return self._playback.key(Qt.Key(event.key()))

    def solution_to_export(self) -> Solution | None:
        return self._session.solution

    def enter(self) -> None:
        pass

    def leave(self) -> None:
        pass
