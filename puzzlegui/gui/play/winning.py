"""What happens when the player's moves solve the board."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from puzzlegui.gui.model.puzzle import Best
from puzzlegui.gui.model.session import Session
from puzzlegui.gui.play.records import Records
from puzzlegui.gui.play.win import fewest_known


class Winning(QObject):
    """Remembers the best that was done.

    Args:
        session: whose board was solved.
        records: remember it.

    Signals:
        unmeasured: it is worth knowing now how few moves it takes.
    """

    unmeasured = Signal()

    def __init__(self, session: Session, records: Records) -> None:
        super().__init__(session)
        self._session, self._records = session, records

    def enter(self) -> None:
        """The board has just been solved by hand."""
        session, played = self._session, self._session.state.played
        if played.alone:
            before = self._records.enter(session.board, Best.of(played))
        else:
            before = self._records.best(session.board)
        session.alter(played=replace(played, before=before))
        if not fewest_known(session.state)[1] and session.state.rated is None:
            self.unmeasured.emit()
