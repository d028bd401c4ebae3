"""Drawers beside the board: the gallery and the panel of the mode."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QDockWidget, QMainWindow


@dataclass
class Drawer:
    """A drawer, its size, and what the user wants of it.

    Attributes:
        dock: widget of the drawer.
        action: checkable action that opens and closes it.
        from_width: width of the window from which the drawer is open unless the user closed it.
        share: width of the drawer as a share of the window.
        most: maximum width in pixels, unless the user has widened it.
        width: width that the user has given it; 0 for none.
        wish: True if the user has opened it in a narrower window, False if the user has closed
            it, None if neither.
    """

    dock: QDockWidget
    action: QAction
    from_width: int
    share: float
    most: int
    width: int = 0
    wish: bool | None = None


class Drawers(QObject):
    """Opens and closes drawers; in a narrow window they give way to the board.

    Args:
        window: window with the drawers.
        drawers: the drawers.
    """

    def __init__(self, window: QMainWindow, drawers: Sequence[Drawer]) -> None:
        super().__init__(window)
        self._window, self._drawers = window, drawers
        self._away = False
        window.installEventFilter(self)
        for drawer in drawers:
            drawer.dock.installEventFilter(self)
        self._arrange()

    def toggle(self, dock: QDockWidget) -> None:
        """Open or close a drawer."""
        for drawer in self._drawers:
            if drawer.dock is dock:
                drawer.wish = not self._is_open(drawer)
        self._arrange()

    def set_away(self, away: bool) -> None:
        """Close all drawers for full screen, or open them again."""
        self._away = away
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
        fits = self._window.width() >= drawer.from_width
        if fits and drawer.wish:
            drawer.wish = None
        return fits if drawer.wish is None else drawer.wish

    def _arrange(self) -> None:
        for drawer in self._drawers:
            is_open = self._is_open(drawer)
            drawer.action.setChecked(is_open)
            drawer.dock.setVisible(is_open and not self._away)
        self._window.resizeDocks(
            [drawer.dock for drawer in self._drawers],
            [self._width(drawer) for drawer in self._drawers],
            Qt.Orientation.Horizontal,
        )

    def _width(self, drawer: Drawer) -> int:
        return drawer.width or min(drawer.most, round(drawer.share * self._window.width()))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        if event.type() == QEvent.Type.Resize:
            if watched is self._window:
                self._arrange()
            elif QApplication.mouseButtons() & Qt.MouseButton.LeftButton:
                self._keep_width(watched)
        return super().eventFilter(watched, event)

    def _keep_width(self, dock: QObject) -> None:
        """Keep the width to which the user drags a drawer."""
        for drawer in self._drawers:
            if drawer.dock is dock:
                drawer.width = drawer.dock.width()
