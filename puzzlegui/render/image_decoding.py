"""Safe decoding of image files from others."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QImageReader

from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.files import open_file, printable
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import tr

IMAGE_FORMATS = ("png", "jpg", "jpeg", "webp", "bmp", "gif")
"""Supported formats. SVG is excluded, since it could refer to other files."""
MAX_PIXELS = 16_000_000
"""Limit for images decoded at full size; a small file can hold a huge image."""
_MAX_SCALED_PIXELS = 50_000_000
"""Limit for JPEG images, which can be reduced while they are decoded."""
_MAX_BYTES = 64 << 20
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


def read_picture(path: Path) -> QImage:
    """Read the picture in a file.

    Raises:
        PuzzleError: the file is not a readable picture.
    """
    name = printable(str(path))
    try:
        with open_file(path) as file:
            data = file.read(_MAX_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = str(getattr(error, "strerror", None) or error)
        text = tr("{file}: cannot be read: {reason}.")
        raise PuzzleError(text.format(file=name, reason=reason)) from None
    image = QImage() if len(data) > _MAX_BYTES else decode_image(data)
    if image.isNull():
        text = tr("{file}: not a readable image. Supported: {kinds}, up to {pixels} pixels.")
        kinds = ", ".join(kind.upper() for kind in IMAGE_FORMATS if kind != "jpg")
        raise PuzzleError(text.format(file=name, kinds=kinds, pixels=group_digits(MAX_PIXELS)))
    return image
