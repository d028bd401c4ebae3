"""Terms of a game in the main window that was started by ``puzzlegui play``."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QLabel, QMainWindow

from puzzlegui.gui.desktop.programs import start_detached
from puzzlegui.gui.model.session import Session
from puzzlegui.gui.play.clock import GameClock
from puzzlegui.gui.play.options import PlayOptions
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.window.status_place import StatusPlace


class GameTerms(QObject):
    """Message, time limit and command of a game, as long as its puzzle is in the window.

    Args:
        window: main window, parent of the dialogs.
        status: shows the time left.
        session: session with the game.
        options: the terms.
    """

    def __init__(
        self, window: QMainWindow, status: StatusPlace, session: Session, options: PlayOptions
    ) -> None:
        super().__init__(window)
        self._window, self._session, self._options = window, session, options
        self._puzzle = session.board.puzzle
        session.set_win_message(options.message)
        session.solved.connect(self._start_command)
        if options.seconds:
            self._label = QLabel()
            self._label.setObjectName("timeLeft")
            status.add(self._label)
            self._clock = GameClock(session, options.seconds)
            self._clock.changed.connect(self._show_time)
            self._clock.time_up.connect(self._end_time)
            self._show_time()

    @property
    def _apply(self) -> bool:
        return self._session.board.puzzle == self._puzzle

    def _start_command(self) -> None:
        if self._options.command and self._apply:
            start_detached(self._options.command)

    def _show_time(self) -> None:
        self._label.setVisible(self._apply)
        if self._clock.text != self._label.text():
            self._label.setText(self._clock.text)

    def _end_time(self) -> None:
        """Begin again; the clock runs from the next move."""
        if self._apply:
            self._session.start_game(())
            dialogs.show_time_up(self._window)
