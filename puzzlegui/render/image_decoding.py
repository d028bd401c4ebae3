"""Safe decoding of image files from others."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QImageReader

from puzzlegui.core import tilepicture
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.file_errors import reason_of
from puzzlegui.core.files import open_file, printable
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import tr
from puzzlegui.render.image_data import IMAGE_FORMATS, UnsupportedImage, format_of, only_pixels


@dataclass(frozen=True)
class ImageLimits:
    """Limits of an image that is decoded; of several frames, only the first is.

    Attributes:
        size: bytes of the file.
        pixels: pixels of the image; a small file can hold a huge one.
        side: longer side in pixels.
        reducible: pixels of an image that is reduced while it is decoded, if its format can.
        reduced: longer side in pixels of such an image.
    """

    size: int
    pixels: int
    side: int
    reducible: int
    reduced: int


PICTURE_FILES = ImageLimits(64 << 20, 16_000_000, 65_535, 50_000_000, 4000)
"""Pictures that users choose."""
TILE_PICTURES = ImageLimits(tilepicture.MAX_BYTES, 4_000_000, 16_384, 4_000_000, 2000)
"""Pictures in board files, decoded when the board is drawn; the program stores far smaller ones."""


def decode_image(data: bytes, limits: ImageLimits = PICTURE_FILES) -> QImage:
    """Decode an image; a null image if the format is unsupported or it exceeds the limits."""
    form = format_of(data)
    if form is None or len(data) > limits.size:
        return QImage()
    try:
        pixels_alone = only_pixels(data)
    except UnsupportedImage:
        return QImage()
    buffer = QBuffer()
    buffer.setData(QByteArray(pixels_alone))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer, QByteArray(form.name.encode()))
    size = reader.size()
    if not size.isValid() or max(size.width(), size.height()) > limits.side:
        return QImage()
    pixels = size.width() * size.height()
    if form.is_reducible and limits.pixels < pixels <= limits.reducible:
        side = QSize(limits.reduced, limits.reduced)
        reader.setScaledSize(size.scaled(side, Qt.AspectRatioMode.KeepAspectRatio))
    elif pixels > limits.pixels:
        return QImage()
    return reader.read()


_HEAD = 1 << 18
"""Bytes in which the size of a picture is looked for."""


def _refuse_large(name: str, data: bytes) -> None:
    """Raise PuzzleError with the limit if a picture has too many pixels."""
    form = format_of(data)
    if form is None:
        return
    buffer = QBuffer()
    buffer.setData(QByteArray(data[:_HEAD]))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    size = QImageReader(buffer, QByteArray(form.name.encode())).size()
    most = PICTURE_FILES.reducible if form.is_reducible else PICTURE_FILES.pixels
    if size.isValid() and size.width() * size.height() > most:
        text = tr("{file}: {width} × {height} pixels are too many; the limit for {kind} is {most}.")
        raise PuzzleError(
            text.format(
                file=name, width=group_digits(size.width()), height=group_digits(size.height()),
                kind=form.name.upper(), most=group_digits(most),
            )
        )  # fmt: skip


def read_picture(path: Path) -> QImage:
    """Read the picture in a file.

    Raises:
        PuzzleError: the file is not a readable picture.
    """
    name = printable(str(path))
    try:
        with open_file(path) as file:
            data = file.read(PICTURE_FILES.size + 1)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        text = tr("{file}: cannot be read: {reason}.")
        raise PuzzleError(text.format(file=name, reason=reason_of(error))) from None
    image = decode_image(data)
    if image.isNull():
        _refuse_large(name, data)
        text = tr("{file}: not a readable image. Supported: {kinds}, up to {pixels} pixels.")
        kinds = ", ".join(form.name.upper() for form in IMAGE_FORMATS)
        most = group_digits(PICTURE_FILES.pixels)
        raise PuzzleError(text.format(file=name, kinds=kinds, pixels=most))
    return image
