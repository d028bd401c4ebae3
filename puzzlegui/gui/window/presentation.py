"""Full screen for an audience: the board with large captions; tools appear at the edges."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QCursor, QFont
from PySide6.QtWidgets import QApplication, QDockWidget, QMainWindow, QToolBar, QWidget

from puzzlegui.gui.widgets.basic import set_style_property
from puzzlegui.gui.window.widgets import WindowWidgets

_LARGER = 1.6
"""Factor by which captions are enlarged at least."""
_USUAL_HEIGHT = 450
"""Height in pixels of a screen on which captions are large enough; others enlarge them."""
_EDGE = 4
"""Distance from an edge in pixels within which the mouse calls the tools there."""
_AWAY = 24
"""Distance in pixels from tools beyond which the mouse sends them away."""
_POLL_MS = 120


class Presentation(QObject):
    """Hides all but board, goal and timeline, and shows the rest while the mouse is at its edge.

    Bar and menus are at the top, the gallery at the left, the panel at the right.

    Args:
        window: main window.
        parts: widgets of the window.
    """

    def __init__(self, window: QMainWindow, parts: WindowWidgets) -> None:
        super().__init__(window)
        self._window, self._parts = window, parts
        self._bars: list[QWidget] = []
        self._mouse = QPoint()
        self._poll = QTimer(self)
        self._poll.setInterval(_POLL_MS)
        self._poll.timeout.connect(self._follow_mouse)

    def begin(self) -> None:
        """Hide what surrounds the board."""
        window, parts = self._window, self._parts
        parts.full_screen = True
        parts.drawers.set_away(True)
        own = Qt.FindChildOption.FindDirectChildrenOnly  # not those of side windows
        self._bars = [window.menuBar(), *window.findChildren(QToolBar, options=own)]
        self._show_bars(False)
        self._enlarge(max(_LARGER, window.screen().size().height() / _USUAL_HEIGHT))
        self._present(True)
        parts.tour.end()  # most of its targets are hidden
        parts.board_view.setFocus()
        self._mouse = QCursor.pos()
        self._poll.start()

    def end(self) -> None:
        """Show everything again."""
        self._poll.stop()
        self._parts.full_screen = False
        self._parts.drawers.set_away(False)
        if not self._bars_shown:
            self._show_bars(True)
        self._enlarge(1.0)
        self._present(False)

    def toggle_bars(self) -> None:
        """Show bar and menus with the keyboard in the menus, or hide them."""
        self._show_bars(not self._bars_shown)
        menus = self._window.menuBar()
        if menus.isVisible():
            menus.setFocus()
            menus.setActiveAction(menus.actions()[0])

    def _present(self, on: bool) -> None:
        """Draw no frame around a focused board: the audience need not know the focus."""
        set_style_property(self._parts.board_view, "presented", on)

    def _enlarge(self, factor: float) -> None:
        area = self._parts.area
        for label in (area.board_heading, area.goal_heading, self._parts.bar.position_label):
            font = QFont(self._window.font())
            font.setPointSizeF(factor * font.pointSizeF())
            label.setFont(font if factor != 1.0 else QFont())

    @property
    def _bars_shown(self) -> bool:
        return any(bar.isVisible() for bar in self._bars)

    def _show_bars(self, shown: bool) -> None:
        """Show the bars again, or hide those that are shown: others were closed."""
        if not shown:
            self._bars = [bar for bar in self._bars if not bar.isHidden()]
        for bar in self._bars:
            bar.setVisible(shown)

    def _follow_mouse(self) -> None:
        """Show the tools at the edge where the mouse is, and hide those that it has left."""
        if QCursor.pos() == self._mouse or QApplication.activePopupWidget() is not None:
            return
        self._mouse = QCursor.pos()
        self.move_mouse(self._window.mapFromGlobal(self._mouse))

    def move_mouse(self, place: QPoint) -> None:
        """Show or hide tools for a place of the mouse in the window."""
        parts, room = self._parts, self._window.rect()
        top = QRect(room.left(), room.top(), room.width(), _EDGE)
        shown = self._bars_shown
        if shown:
            below = parts.area.mapTo(self._window, QPoint(0, 0)).y()
            top = top.united(QRect(0, 0, room.width(), below + _AWAY))
        if top.contains(place) != shown:
            self._show_bars(not shown)
        right = room.right() - _EDGE
        for dock, edge in (
            (parts.gallery_dock, QRect(0, 0, _EDGE, room.height())),
            (parts.panel_dock, QRect(right, 0, _EDGE + 1, room.height())),
        ):
            self._follow_drawer(dock, edge, place)

    def _follow_drawer(self, dock: QDockWidget, edge: QRect, place: QPoint) -> None:
        if dock.isVisible():
            edge = dock.geometry().adjusted(-_AWAY, -_AWAY, _AWAY, _AWAY)
        focused = self._window.focusWidget()
        used = dock.isVisible() and focused is not None and dock.isAncestorOf(focused)
        self._parts.drawers.call(dock, edge.contains(place) or used)
