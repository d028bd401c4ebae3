"""Cache of tiles as pixmaps, for views that draw them repeatedly."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap

_MAX_BYTES = 16 << 20
"""Size limit of the cache; it suffices for the visible tiles, not for all of an enlarged board."""
_MAX_NEW_PIXMAPS = 150
"""Number of pixmaps created per frame; creating a pixmap takes longer than drawing the tile."""


class TileCache:
    """Cache of tile pixmaps with a common size and style; for the GUI thread only."""

    def __init__(self) -> None:
        self._appearance: object = None
        self._pixmaps: dict[Hashable, QPixmap | None] = {}
        self._bytes = self._new_pixmaps = 0

    def begin_frame(self, appearance: object) -> None:
        """Begin a frame; the cache is cleared if ``appearance`` has changed."""
        self._new_pixmaps = 0
        if appearance != self._appearance or self._bytes > _MAX_BYTES:
            self._appearance = appearance
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
        """Draw a tile; from its second time on, it is cached as a pixmap.

        Args:
            painter: painter without scaling or rotation.
            corner: corner of its cell, on whole device pixels.
            size: side of its cell.
            key: cache key, equal for tiles that look the same.
            paint: draws the tile into the rectangle of a cell.
        """
        pixmap = self._pixmaps.get(key)
        if pixmap is None and (key not in self._pixmaps or self._new_pixmaps == _MAX_NEW_PIXMAPS):
            self._pixmaps[key] = None
            paint(painter, QRectF(corner.x(), corner.y(), size, size))
            return
        if pixmap is None:
            ratio = painter.device().devicePixelRatioF()
            side = round(size * ratio)
            pixmap = QPixmap(side, side)
            pixmap.setDevicePixelRatio(ratio)
            pixmap.fill(Qt.GlobalColor.transparent)
            with QPainter(pixmap) as own:
                own.setRenderHint(QPainter.RenderHint.Antialiasing)
                paint(own, QRectF(0, 0, size, size))
            self._pixmaps[key] = pixmap
            self._bytes += 4 * side * side
            self._new_pixmaps += 1
        painter.drawPixmap(corner, pixmap)
