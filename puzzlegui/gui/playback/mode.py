"""Solution: the mode in which a solution is followed."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from puzzlegui.core.repair import Repair
from puzzlegui.core.solution import Solution
from puzzlegui.gui.model import place
from puzzlegui.gui.model.mode import SOLUTION
from puzzlegui.gui.model.session import Session
from puzzlegui.gui.model.undo_edits import UndoEdits
from puzzlegui.gui.playback.controller import Playback
from puzzlegui.render.frame import Frame
from puzzlegui.render.style import frame_colours


class SolutionMode(UndoEdits):
    """The solution is played, step by step or by itself."""

    name = SOLUTION
    by_hand = False

    def __init__(self, session: Session, playback: Playback) -> None:
        super().__init__(session)
        self._playback = playback

    def frame(self) -> Frame:
        session, board = self._session, self._session.board
        if session.line is None:
            return Frame(board.picture(), frame_colours(board), marks=self.marks_of_problems())
        return place.frame(session, session.line, None)

    def goal_frame(self) -> Frame | None:
        return place.goal_frame(self._session.board, self.marks_of_problems("goal"))

    def heading(self) -> str:
        session = self._session
        if session.line is None:
            return place.board_heading(session.board)
        return place.heading(session, session.line)

    def facts(self) -> str:
        line = self._session.line
        return "" if line is None else place.facts(self._session, line)

    def advice(self) -> str:
        return ""

    def repairs(self) -> list[Repair]:
        return []

    def shows_cursor(self) -> bool:
        return False

    def allows(self, condition: str) -> bool:  # noqa: ARG002 - nothing is done here alone
        return False

    def key(self, event: QKeyEvent) -> bool:
        return self._playback.key(Qt.Key(event.key()))

    def exported(self) -> Solution | None:
        return self._session.solution

    def enter(self) -> None:
        pass

    def leave(self) -> None:
        pass
