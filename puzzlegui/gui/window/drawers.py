"""Drawers beside the board: the gallery and the panel of the mode."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QDockWidget, QMainWindow

_BOARD = 656
"""Width of board and goal in pixels for which drawers give way."""
_BOARD_FIRST = 84
"""Width that the board gains before drawers have more than their least width."""


@dataclass
class Drawer:
    """A drawer, its size, and what the user wants of it.

    Attributes:
        dock: widget of the drawer.
        action: checkable action that opens and closes it.
        least: least width in average characters.
        most: width in average characters where the window has room, unless the user has dragged
            the drawer's edge.
        width: width in pixels that the user has given it; 0 for none.
        wish: True if the user has opened it in a narrower window, False if the user has closed
            it, None if neither.
    """

    dock: QDockWidget
    action: QAction
    least: int
    most: int
    width: int = 0
    wish: bool | None = None


class Drawers(QObject):
    """Opens and closes drawers; in a narrow window they give way to the board.

    Args:
        window: window with the drawers.
        drawers: the drawers; the last is the first to give way.
    """

    def __init__(self, window: QMainWindow, drawers: Sequence[Drawer]) -> None:
        super().__init__(window)
        self._window, self._drawers = window, drawers
        self._away = False
        self._called: QDockWidget | None = None
        window.installEventFilter(self)
        for drawer in drawers:
            drawer.dock.installEventFilter(self)
        self._arrange()

    def toggle(self, dock: QDockWidget) -> None:
        """Open or close a drawer; in full screen, only until another is opened."""
        if self._away:
            self.call(dock, dock.isHidden())
            return
        for drawer in self._drawers:
            if drawer.dock is dock:
                drawer.wish = not self._is_open(drawer)
        self._arrange()

    def set_away(self, away: bool) -> None:
        """Close all drawers for full screen, or open them again."""
        self._away, self._called = away, None
        self._arrange()

    def call(self, dock: QDockWidget, called: bool) -> None:
        """Open a drawer in full screen, or close it again."""
        now = dock if called else None
        if now is not self._called and (called or self._called is dock):
            self._called = now
            self._arrange()

    def state(self) -> bytes:
        """Return what the user wants of the drawers, for ``restore``."""
        kept = {d.dock.objectName(): [d.wish is not False, d.width] for d in self._drawers}
        return json.dumps(kept).encode()

    def restore(self, state: bytes) -> None:
        """Restore the drawers of an earlier window; a damaged state is ignored."""
        with suppress(ValueError, TypeError, KeyError, AttributeError):
            kept = json.loads(state)
            for drawer in self._drawers:
                is_open, width = kept[drawer.dock.objectName()]
                drawer.wish, drawer.width = None if is_open else False, max(0, int(width))
        self._arrange()

    def _is_open(self, drawer: Drawer) -> bool:
        before = self._drawers[: self._drawers.index(drawer) + 1]
        fits = self._spare(before) >= 0
        if fits and drawer.wish:
            drawer.wish = None
        return fits if drawer.wish is None else drawer.wish

    def _arrange(self) -> None:
        for drawer in self._drawers:
            is_open = drawer.dock is self._called if self._away else self._is_open(drawer)
            drawer.action.setChecked(is_open)
            drawer.dock.setVisible(is_open)
        self._window.resizeDocks(
            [drawer.dock for drawer in self._drawers],
            [self._width(drawer) for drawer in self._drawers],
            Qt.Orientation.Horizontal,
        )

    def _width(self, drawer: Drawer) -> int:
        if drawer.width:
            return drawer.width
        open_drawers = [each for each in self._drawers if not each.dock.isHidden()]
        spare = max(0, self._spare(open_drawers) - _BOARD_FIRST)
        return min(drawer.least * self._character + spare, drawer.most * self._character)

    def _spare(self, drawers: Sequence[Drawer]) -> int:
        """Return the width that the board and some drawers leave; negative if they need more."""
        needed = sum(drawer.least for drawer in drawers) * self._character
        return self._window.width() - _BOARD - needed

    @property
    def _character(self) -> int:
        return self._window.fontMetrics().averageCharWidth()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        of_window = watched is self._window
        if of_window and event.type() in (QEvent.Type.Resize, QEvent.Type.FontChange):
            self._arrange()
        dragged = bool(QApplication.mouseButtons() & Qt.MouseButton.LeftButton)
        if dragged and not of_window and event.type() == QEvent.Type.Resize:
            self._keep_width(watched)
        return super().eventFilter(watched, event)

    def _keep_width(self, dock: QObject) -> None:
        """Keep the width to which the user drags a drawer."""
        for drawer in self._drawers:
            if drawer.dock is dock:
                drawer.width = drawer.dock.width()
