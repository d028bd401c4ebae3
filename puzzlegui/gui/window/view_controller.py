"""Window geometry, board zoom and full screen."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QMainWindow

from puzzlegui.gui.board.board_view import BoardView
from puzzlegui.gui.board.zooming import STEP
from puzzlegui.gui.desktop import geometry
from puzzlegui.gui.model.session import Session
from puzzlegui.gui.model.settings import Settings
from puzzlegui.gui.window.presentation import Presentation
from puzzlegui.gui.window.widgets import WindowWidgets


class ViewController(QObject):
    """Controls zoom and full screen, and restores the window geometry.

    Args:
        window: main window.
        session: session; a new board resets the zoom.
        parts: widgets of the window.
        settings: settings that store the geometry.
    """

    def __init__(
        self, window: QMainWindow, session: Session, parts: WindowWidgets, settings: Settings
    ) -> None:
        super().__init__(window)
        self._window, self._session, self._parts = window, session, parts
        self._settings = settings
        self._presentation = Presentation(window, parts)
        session.replaced.connect(self._show_all_of_both)
        board, goal = parts.board_view, parts.goal_view
        board.view_changed.connect(lambda: self._follow(board, goal))
        goal.view_changed.connect(lambda: self._follow(goal, board))
        self._following = False

    # --- geometry ---

    def restore_geometry(self) -> None:
        """Restore the geometry of the last window, or use the default."""
        if kept := self._settings.window_state("geometry"):
            geometry.restore(self._window, kept)
        else:
            geometry.set_initial_geometry(self._window)

    def restore_state(self) -> None:
        """Restore the drawers of the last window."""
        if state := self._settings.window_state("drawers"):
            self._parts.drawers.restore(bytes(state.data()))

    def save_state(self) -> None:
        """Store geometry and drawers."""
        self._settings.set_window_state("geometry", self._window.saveGeometry())
        self._settings.set_window_state("drawers", QByteArray(self._parts.drawers.state()))

    def toggle_gallery(self) -> None:
        """Open or close the gallery."""
        self._parts.drawers.toggle(self._parts.gallery_dock)

    def toggle_panel(self) -> None:
        """Open or close the panel of the mode."""
        self._parts.drawers.toggle(self._parts.panel_dock)

    # --- zoom ---

    def zoom_in(self) -> None:
        """Enlarge the board, or the goal if it has the focus."""
        self._view().zoom_by(STEP)

    def zoom_out(self) -> None:
        """Shrink the board or goal, down to the size that fits the view."""
        self._view().zoom_by(1 / STEP)

    def zoom_fit(self) -> None:
        """Fit the whole board in the view."""
        self._view().zoom_to_fit()

    def _view(self) -> BoardView:
        goal = self._parts.goal_view
        return goal if goal.hasFocus() else self._parts.board_view

    def _show_all_of_both(self) -> None:
        for view in (self._parts.board_view, self._parts.goal_view):
            view.zoom_to_fit()

    def _follow(self, moved: BoardView, other: BoardView) -> None:
        """Show the same part of start and goal, for comparison."""
        sizes = {(view.board_layout.rows, view.board_layout.columns) for view in (moved, other)}
        if self._following or len(sizes) > 1 or other.isHidden():
            return
        self._following = True
        other.match_view(moved)
        self._following = False

    # --- full screen ---

    def toggle_full_screen(self, on: bool) -> None:
        """Enter or leave full screen."""
        window = self._window
        if on != window.isFullScreen():
            window.setWindowState(window.windowState() ^ Qt.WindowState.WindowFullScreen)

    def window_state_changed(self) -> None:
        """Hide or show the surroundings after the window entered or left full screen."""
        if (full := self._window.isFullScreen()) != self._parts.full_screen:
            self._presentation.begin() if full else self._presentation.end()
            self._session.notify_changed()

    def key(self, event: QKeyEvent) -> bool:
        """Leave full screen by Escape, or show its menus by F10, if nothing else uses the key.

        Returns:
            True if the key was used.
        """
        if not self._parts.full_screen:
            return False
        if event.key() == Qt.Key.Key_Escape:
            self.toggle_full_screen(False)
        elif event.key() == Qt.Key.Key_F10:
            self._presentation.toggle_bars()
        else:
            return False
        return True
