"""Safe decoding of image files from others."""

from __future__ import annotations

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QImageReader

IMAGE_FORMATS = ("png", "jpg", "jpeg", "webp", "bmp", "gif")
"""Supported formats. SVG is excluded, since it could refer to other files."""
MAX_PIXELS = 16_000_000
"""Limit for images decoded at full size; a small file can hold a huge image."""
_MAX_SCALED_PIXELS = 50_000_000
"""Limit for JPEG images, which can be reduced while they are decoded."""
_SIDE = 4000
"""Longer side in pixels of images that are reduced while they are decoded."""


def decode_image(data: bytes, most: int = MAX_PIXELS) -> QImage:
    """Decode an image; a null image if the format is unsupported or it has too many pixels."""
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    kind = bytes(reader.format().data()).decode("ascii", "replace")
    if kind not in IMAGE_FORMATS:
        return QImage()
    size = reader.size()  # would read an SVG completely
    if not size.isValid():
        return QImage()
    pixels = size.width() * size.height()
    if kind in {"jpg", "jpeg"} and most < pixels <= _MAX_SCALED_PIXELS:
        side = QSize(_SIDE, _SIDE)
        reader.setScaledSize(size.scaled(side, Qt.AspectRatioMode.KeepAspectRatio))
    elif pixels > most:
        return QImage()
    return reader.read()
