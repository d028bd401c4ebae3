"""Background of a kiosk: a colour, or a picture that covers the screen."""

from __future__ import annotations

import logging

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QImageReader, QPainter, QPixmap

_log = logging.getLogger(__name__)


class Backdrop:
    """Background of a window.

    Args:
        background: colour, as ``#RRGGBB``, or file of a picture; empty for none.
    """

    def __init__(self, background: str) -> None:
        self._colour = QColor(background) if background.startswith("#") else None
        self._picture = QPixmap() if self._colour is not None else _picture(background)
        self._scaled = QPixmap()

    def paint(self, painter: QPainter, room: QRect, ratio: float) -> None:
        """Paint it, so that it covers a room.

        Args:
            painter: painter of the window.
            room: the room.
            ratio: device pixel ratio.
        """
        if self._colour is not None:
            painter.fillRect(room, self._colour)
        elif not self._picture.isNull():
            painter.drawPixmap(room, self._covering(room.size() * ratio))

    def _covering(self, size: QSize) -> QPixmap:
        """Return the middle of the picture, scaled to a size."""
        if self._scaled.size() != size:
            whole = self._picture.scaled(
                size, Qt.AspectRatioMode.KeepAspectRatioByExpanding,
                Qt.TransformationMode.SmoothTransformation,
            )  # fmt: skip
            middle = QRect(0, 0, size.width(), size.height())
            middle.moveCenter(whole.rect().center())
            self._scaled = whole.copy(middle)
        return self._scaled


def _picture(path: str) -> QPixmap:
    """Return a picture, turned as its camera was held; an empty one if it cannot be read."""
    if not path:
        return QPixmap()
    reader = QImageReader(path)
    reader.setAutoTransform(True)
    image = reader.read()
    if image.isNull():
        _log.warning("the picture %s cannot be shown: %s", path, reader.errorString())
    return QPixmap.fromImage(image)
