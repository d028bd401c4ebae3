"""How much of the window is seen: where it stands, the board enlarged, the full screen."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDockWidget, QMainWindow, QToolBar

from puzzlegui.gui.board.board_view import BoardView
from puzzlegui.gui.board.zooming import STEP
from puzzlegui.gui.desktop import geometry
from puzzlegui.gui.model.session import Session
from puzzlegui.gui.model.settings import Settings
from puzzlegui.gui.window.parts import Parts


class Viewing(QObject):
    """Zoom and full screen; remembers from one window to the next where it stood.

    Args:
        window: what is seen.
        session: another board in it is seen as a whole.
        parts: those that the full screen does without are hidden.
        settings: remember.
    """

    def __init__(
        self, window: QMainWindow, session: Session, parts: Parts, settings: Settings
    ) -> None:
        super().__init__(window)
        self._window, self._session, self._parts = window, session, parts
        self._settings = settings
        self._state = QByteArray()
        session.replaced.connect(self._show_all_of_both)
        board, goal = parts.board_view, parts.goal_view
        board.part_changed.connect(lambda: self._follow(board, goal))
        goal.part_changed.connect(lambda: self._follow(goal, board))
        self._following = False

    # --- where it stands ---

    def take_place(self) -> None:
        """Stand where the last window stood, or where one stands at first."""
        if kept := self._settings.window("geometry"):
            geometry.restore(self._window, kept)
        else:
            geometry.place_first(self._window)

    def restore_state(self) -> None:
        """Let the sides be as in the last window."""
        if state := self._settings.window("state"):
            self._window.restoreState(state)

    def remember(self) -> None:
        """Keep for the next window how this one stands, or stood before it filled the screen."""
        state = self._state if self._parts.bare else self._window.saveState()
        self._settings.keep_window("geometry", self._window.saveGeometry())
        self._settings.keep_window("state", state)

    # --- zoom ---

    def zoom_in(self) -> None:
        """Enlarge the board, or the goal if that has the focus."""
        self._view().zoom_by(STEP)

    def zoom_out(self) -> None:
        """Make it smaller, at least as large as it fits."""
        self._view().zoom_by(1 / STEP)

    def zoom_fit(self) -> None:
        """Show the whole board, as large as it fits."""
        self._view().zoom_to_fit()

    def _view(self) -> BoardView:
        goal = self._parts.goal_view
        return goal if goal.hasFocus() else self._parts.board_view

    def _show_all_of_both(self) -> None:
        for view in (self._parts.board_view, self._parts.goal_view):
            view.zoom_to_fit()

    def _follow(self, moved: BoardView, other: BoardView) -> None:
        """Show the same part of start and goal, so that they can be compared."""
        sizes = {(view.board_layout.rows, view.board_layout.columns) for view in (moved, other)}
        if self._following or len(sizes) > 1 or other.isHidden():
            return
        self._following = True
        other.show_part_of(moved)
        self._following = False

    # --- full screen ---

    def toggle_full_screen(self, on: bool) -> None:
        """Let the board fill the screen, or show the window again as it was."""
        window = self._window
        if on != window.isFullScreen():
            window.setWindowState(window.windowState() ^ Qt.WindowState.WindowFullScreen)

    def state_changed(self) -> None:
        """The window fills the screen, or does not any more, whoever wanted that."""
        if (full := self._window.isFullScreen()) != self._parts.bare:
            self._strip() if full else self._dress()
            self._session.touch()

    def key(self, event: QKeyEvent) -> bool:
        """Leave the full screen by a key that nobody else had use for; whether that was it."""
        leaves = self._parts.bare and event.key() == Qt.Key.Key_Escape
        if leaves:
            self.toggle_full_screen(False)
        return leaves

    def _strip(self) -> None:
        window = self._window
        self._parts.bare = True
        self._state = window.saveState()
        for kind in (QDockWidget, QToolBar):
            for part in window.findChildren(kind):
                part.hide()
        window.menuBar().hide()
        window.statusBar().hide()
        self._parts.tour.end()  # most of what it points at is hidden
        self._parts.board_view.setFocus()

    def _dress(self) -> None:
        window = self._window
        self._parts.bare = False
        window.menuBar().show()
        window.statusBar().show()
        window.restoreState(self._state)
