"""The board of a search: the position that is looked at, and what the search has to do with it."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QPainter

from puzzlegui.gui.board.board_view import BoardView
from puzzlegui.gui.style.theme import theme
from puzzlegui.render.frame import Frame
from puzzlegui.render.overlay import Overlay, paint_overlay


class WatchedBoard(BoardView):
    """A board with something drawn over it; nothing can be moved."""

    def __init__(self) -> None:
        super().__init__("watchedBoard")
        self._overlay = Overlay()

    def show_with(self, frame: Frame, overlay: Overlay) -> None:
        """Show a frame and what lies over it."""
        changed = overlay != self._overlay
        self._overlay = overlay
        self.show_frame(frame)
        if changed:
            self.viewport().update()

    def drawForeground(self, painter: QPainter, rect: QRectF | QRect) -> None:  # noqa: N802 - Qt's name
        super().drawForeground(painter, rect)
        paint_overlay(painter, self._overlay, self.board_layout, theme().board_style)
