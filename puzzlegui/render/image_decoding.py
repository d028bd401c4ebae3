"""Pictures that somebody else has made: decoded, or refused where they could do harm."""

from __future__ import annotations

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QImageReader

IMAGE_FORMATS = ("png", "jpg", "jpeg", "webp", "bmp", "gif")
"""What is decoded. An SVG is not: it could name other files, which would be read too."""
MAX_PIXELS = 16_000_000
"""Of a picture that must be decoded whole; few bytes can stand for very many."""
_MOST_SCALED = 50_000_000
_SIDE = 4000
"""Pixels of the longer side of a picture that is made smaller while it is decoded."""


def decode_image(data: bytes, most: int = MAX_PIXELS) -> QImage:
    """The picture in some bytes; a null one if there is none, or more pixels than ``most``."""
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    kind = bytes(reader.format().data()).decode("ascii", "replace")
    if kind not in IMAGE_FORMATS:
        return QImage()
    size = reader.size()  # for which an SVG would be read whole
    if not size.isValid():
        return QImage()
    pixels = size.width() * size.height()
    if kind in {"jpg", "jpeg"} and most < pixels <= _MOST_SCALED:
        side = QSize(_SIDE, _SIDE)
        reader.setScaledSize(size.scaled(side, Qt.AspectRatioMode.KeepAspectRatio))
    elif pixels > most:
        return QImage()
    return reader.read()
