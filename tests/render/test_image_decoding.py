"""Decoding of image files, and refusal of dangerous files."""

import os
import struct
import zlib
from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QImage

from puzzlegui.core.errors import PuzzleError
from puzzlegui.gui.design.pictures import is_picture
from puzzlegui.render.image_decoding import MAX_PIXELS, decode_image, read_picture

pytestmark = pytest.mark.usefixtures("qapp")


def encoded(kind: str) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image = QImage(8, 6, QImage.Format.Format_RGB32)
    image.fill(0x0072B2)
    assert image.save(buffer, kind)  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def bomb(width: int, height: int) -> bytes:
    """Return a small PNG file with a huge number of pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    rows = zlib.compress(bytes((width + 1) * height), 9)
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    magic = b"\x89PNG\r\n\x1a\n"
    return magic + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "BMP", "WEBP"])
def test_pictures_are_decoded(kind: str) -> None:
    image = decode_image(encoded(kind))
    assert (image.width(), image.height()) == (8, 6)


def test_decompression_bombs_are_refused() -> None:
    data = bomb(5000, 5000)
    assert len(data) < 50_000
    assert MAX_PIXELS < 5000 * 5000
    assert decode_image(data).isNull()
    assert decode_image(bomb(300, 200)).width() == 300


def test_svg_is_not_parsed() -> None:
    nested = b'<svg xmlns="http://www.w3.org/2000/svg"><svg/></svg>'
    assert decode_image(nested).isNull()  # otherwise a message of Qt would fail the test


def test_svg_with_a_reference_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret.png").write_bytes(encoded("PNG"))
    path = tmp_path / "drawing.png"  # with a misleading name
    path.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'width="9" height="9"><image xlink:href="{tmp_path}/secret.png" width="9" height="9"/>'
        "</svg>"
    )
    assert decode_image(path.read_bytes()).isNull()
    with pytest.raises(PuzzleError, match="not a readable image"):
        read_picture(path)
    assert not is_picture(Path("drawing.svg"))
    assert is_picture(Path("photo.JPG"))


@pytest.mark.parametrize("name", ["absent.png", "a\0b.png", "pipe.png"])
def test_unreadable_files(name: str, tmp_path: Path) -> None:
    if name == "pipe.png":
        os.mkfifo(tmp_path / name)
    with pytest.raises(PuzzleError, match="cannot be read: ") as refused:
        read_picture(tmp_path / name)
    assert "\0" not in str(refused.value)
