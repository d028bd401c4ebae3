"""Tiles kept as pixmaps, for a view that shows them again and again."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap

_MOST_BYTES = 16 << 20
"""Of pixmaps; what is seen at once takes less, but not all of a large board that is enlarged."""
_MOST_MADE = 150
"""Pixmaps that are made with one frame, since each takes longer than drawing the tile."""


class TileCache:
    """Pixmaps of tiles, all of one look; for the thread of the window only."""

    def __init__(self) -> None:
        self._look: object = None
        self._pixmaps: dict[Hashable, QPixmap | None] = {}
        self._bytes = self._made = 0

    def begin_frame(self, look: object) -> None:
        """A frame is drawn, its tiles with this size and style."""
        self._made = 0
        if look != self._look or self._bytes > _MOST_BYTES:
            self._look = look
            self._pixmaps.clear()
            self._bytes = 0

    def draw(
        self,
        painter: QPainter,
        corner: QPointF,
        size: float,
        key: Hashable,
        paint: Callable[[QPainter, QRectF], None],
    ) -> None:
        """Draw a tile; one that comes for the second time, or soon after, is kept as a pixmap.

        Args:
            painter: neither scaled nor turned.
            corner: of its cell, on whole pixels of the device.
            size: of its cell.
            key: the same for tiles that look the same.
            paint: draws it into the square of a cell.
        """
        pixmap = self._pixmaps.get(key)
        if pixmap is None and (key not in self._pixmaps or self._made == _MOST_MADE):
            self._pixmaps[key] = None
            paint(painter, QRectF(corner.x(), corner.y(), size, size))
            return
        if pixmap is None:
            ratio = painter.device().devicePixelRatioF()
            side = round(size * ratio)
            pixmap = QPixmap(side, side)
            pixmap.setDevicePixelRatio(ratio)
            pixmap.fill(Qt.GlobalColor.transparent)
            own = QPainter(pixmap)
            own.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint(own, QRectF(0, 0, size, size))
            own.end()
            self._pixmaps[key] = pixmap
            self._bytes += 4 * side * side
            self._made += 1
        painter.drawPixmap(corner, pixmap)
