"""Clock of a manual game, with an optional time limit."""

from __future__ import annotations

import math

from PySide6.QtCore import QObject, QTimer, Signal

from puzzlegui.core.formatting import minutes_and_seconds
from puzzlegui.core.language import tr
from puzzlegui.gui.model.session import Session

_INTERVAL_MS = 100


class GameClock(QObject):
    """Clock that runs from the first move of a game until the board is solved.

    Args:
        session: session with the game.
        limit: time limit in seconds; 0 for none.

    Signals:
        changed: emitted when ``text`` may have changed.
        time_up: emitted when the time limit is reached.
    """

    changed = Signal()
    time_up = Signal()

    def __init__(self, session: Session, limit: int = 0) -> None:
        super().__init__(session)
        self._session, self._limit = session, limit
        self._timer = QTimer(self, interval=_INTERVAL_MS)
        self._timer.timeout.connect(self._tick)
        session.run_changed.connect(self._follow)

    @property
    def text(self) -> str:
        """Time left of the limit or, without a limit, the playing time."""
        elapsed = self._session.state.game.elapsed
        if not self._limit:
            return tr("Time {seconds}").format(seconds=minutes_and_seconds(elapsed))
        left = max(0, math.ceil(self._limit - elapsed))
        return tr("Time left {seconds}").format(seconds=minutes_and_seconds(left))

    def _follow(self) -> None:
        """Run while the clock of the game is running."""
        if self._session.state.game.started_at is None:
            self._timer.stop()
        elif not self._timer.isActive():
            self._timer.start()
        self.changed.emit()

    def _tick(self) -> None:
        self.changed.emit()
        if self._limit and self._session.state.game.elapsed >= self._limit:
            self._timer.stop()
            self.time_up.emit()
