"""Keyboard shortcuts that control playback wherever the focus is."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QMenuBar, QWidget

from puzzlegui.gui.model.mode import SOLUTION
from puzzlegui.gui.model.session import Session
from puzzlegui.gui.playback.controller import PlaybackController


class PlaybackShortcuts(QObject):
    """Window shortcuts for playback, enabled while a solution is followed.

    Qt offers a key to the focus widget before any shortcut, so text fields keep their keys. Open
    lists and menus are separate windows. The design and play modes use these keys for the board.

    Args:
        window: window with the shortcuts.
        session: session whose mode enables them.
        playback: controller that the keys call.
    """

    def __init__(self, window: QWidget, session: Session, playback: PlaybackController) -> None:
        super().__init__(window)
        self._session = session
        self._shortcuts = []
        for key, action in (
            (Qt.Key.Key_Space, playback.play),
            (Qt.Key.Key_Right, playback.step_forward),
            (Qt.Key.Key_Left, playback.step_back),
            (Qt.Key.Key_Home, playback.first),
            (Qt.Key.Key_End, playback.last),
        ):
            shortcut = QShortcut(QKeySequence(key), window)
            shortcut.setAutoRepeat(key in (Qt.Key.Key_Left, Qt.Key.Key_Right))
            shortcut.activated.connect(action)
            self._shortcuts.append(shortcut)
        session.run_changed.connect(self._enable)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._enable)

    def _enable(self) -> None:
        following = self._session.mode.name == SOLUTION and self._session.sequence is not None
        # A focused menu bar needs the arrow keys itself.
        choosing = isinstance(QApplication.focusWidget(), QMenuBar)
        for shortcut in self._shortcuts:
            shortcut.setEnabled(following and not choosing)
