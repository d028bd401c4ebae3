"""The program's icon in the sizes and forms that systems want, drawn from its SVG."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from puzzlegui import assets

SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
_WINDOWS = [(size, size) for size in (16, 24, 32, 48, 64, 128, 256)]


def write(folder: Path) -> None:
    """Write them all: ``64.png`` and so on, ``puzzlegui.svg``, ``.ico`` and ``.icns``."""
    folder.mkdir(parents=True)
    source = assets.read_bytes("icons", "puzzlegui.svg")
    (folder / "puzzlegui.svg").write_bytes(source)
    for size in SIZES:
        (folder / f"{size}.png").write_bytes(drawn(source, size))
    large = Image.open(io.BytesIO(drawn(source, 1024)))
    large.save(folder / "puzzlegui.ico", sizes=_WINDOWS)
    large.save(folder / "puzzlegui.icns")


def drawn(source: bytes, size: int) -> bytes:
    """The picture as PNG."""
    image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(QByteArray(source)).render(painter, QRectF(0, 0, size, size))
    painter.end()
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(data.data())
