"""Decoding of image files, and refusal of dangerous files."""

import os
import struct
import zlib
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from PIL.PngImagePlugin import PngInfo
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize
from PySide6.QtGui import QColorSpace, QImage

from puzzlegui.core.errors import PuzzleError
from puzzlegui.gui.design.pictures import is_picture
from puzzlegui.render.image_data import MAX_BLOCKS, MAX_SCANS, only_pixels
from puzzlegui.render.image_decoding import PICTURE_FILES, decode_image, read_picture
from tests.effort import examples

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
    assert PICTURE_FILES.pixels < 5000 * 5000
    assert decode_image(data).isNull()
    assert decode_image(bomb(300, 200)).width() == 300
    assert decode_image(bomb(300, 200), replace(PICTURE_FILES, side=299)).isNull()
    assert decode_image(bomb(300, 200), replace(PICTURE_FILES, size=99)).isNull()


SECRET = "not a pixel " * 40
FURTHER = (1, 2, 3)
"""Colour of the second frame."""


def photo(mode: str) -> Image.Image:
    image = Image.linear_gradient("L").resize((23, 17)).convert(mode)
    image.putpixel((3, 4), image.getpixel((11, 12)))  # type: ignore[arg-type]
    return image


def written(mode: str, kind: str, **options: Any) -> bytes:
    """Return an image file with everything that its format has room for."""
    text = PngInfo()
    text.add_text("a", SECRET, zip=True)
    text.add_itxt("b", SECRET, zip=True)
    text.add_text("c", SECRET)
    exif = Image.Exif()
    exif[0x0112] = 6  # rotated by a quarter
    exif[0x010E] = SECRET
    everything: dict[str, dict[str, Any]] = {
        "PNG": {"pnginfo": text, "exif": exif, "icc_profile": SECRET.encode(), "dpi": (72, 72)},
        "JPEG": {"comment": SECRET, "exif": exif, "icc_profile": SECRET.encode(), "xmp": b"<x/>"},
        "GIF": {"comment": SECRET.encode()},
        "WEBP": {"exif": exif, "icc_profile": SECRET.encode(), "xmp": b"<x/>", "lossless": True},
        "BMP": {},
    }
    stream = BytesIO()
    photo(mode).save(stream, kind, **everything[kind], **options)
    return stream.getvalue()


def shown(image: QImage) -> bytes:
    """Return the pixels of an image as they are drawn."""
    image.setColorSpace(QColorSpace())
    converted = image.convertToFormat(QImage.Format.Format_ARGB32)
    return bytes(converted.constBits())  # the image must live until it is copied


FRAMES = [Image.new("RGB", (23, 17), FURTHER)] * 3
IMAGES: dict[str, tuple[str, str, dict[str, Any]]] = {
    "png rgb": ("RGB", "PNG", {}),
    "png rgba": ("RGBA", "PNG", {}),
    "png grey": ("L", "PNG", {}),
    "png palette with transparency": ("P", "PNG", {"transparency": 3}),
    "png sixteen bits": ("I;16", "PNG", {}),
    "png animated": ("RGB", "PNG", {"save_all": True, "append_images": FRAMES}),
    "jpeg": ("RGB", "JPEG", {}),
    "jpeg grey": ("L", "JPEG", {}),
    "jpeg four colours": ("CMYK", "JPEG", {}),
    "jpeg progressive": ("RGB", "JPEG", {"progressive": True}),
    "jpeg restarts": ("RGB", "JPEG", {"restart_marker_blocks": 1}),
    "jpeg without conversion": ("RGB", "JPEG", {"keep_rgb": True}),
    "gif": ("P", "GIF", {}),
    "gif interlaced transparency": ("P", "GIF", {"transparency": 3, "interlace": 1}),
    "gif animated": ("P", "GIF", {"save_all": True, "append_images": FRAMES}),
    "webp": ("RGB", "WEBP", {}),
    "webp alpha": ("RGBA", "WEBP", {}),
    "webp animated": ("RGB", "WEBP", {"save_all": True, "append_images": FRAMES}),
    "bmp": ("RGB", "BMP", {}),
    "bmp palette": ("P", "BMP", {}),
}


@pytest.mark.no_qt_log
@pytest.mark.parametrize("name", IMAGES)
def test_image_decoding_sees_only_the_first_pixels(name: str) -> None:
    mode, kind, options = IMAGES[name]
    data = written(mode, kind, **options)
    plain = QImage.fromData(QByteArray(data))
    pixels = only_pixels(data)
    assert plain.size() == QSize(23, 17)
    assert shown(decode_image(data)) == shown(plain)
    with Image.open(BytesIO(data)) as before, Image.open(BytesIO(pixels)) as after:
        assert before.convert("RGBA").tobytes() == after.convert("RGBA").tobytes()
    assert SECRET.encode()[:30] not in pixels
    assert QImage.fromData(QByteArray(pixels)).textKeys() == []
    if kind != "BMP":
        assert len(pixels) < len(data) - 50
    with Image.open(BytesIO(pixels)) as stripped:
        assert getattr(stripped, "n_frames", 1) == 1


@pytest.mark.no_qt_log
@pytest.mark.parametrize("name", IMAGES)
@examples(60)
@given(data=st.data())
def test_image_decoding_survives_damage(name: str, data: st.DataObject) -> None:
    mode, kind, options = IMAGES[name]
    sound = written(mode, kind, **options)
    begin = data.draw(st.integers(0, len(sound)))
    end = data.draw(st.integers(begin, min(len(sound), begin + 5)) | st.just(len(sound)))
    decode_image(sound[:begin] + data.draw(st.binary(max_size=4)) + sound[end:])


def png_chunks(kind: bytes, content: bytes, count: int) -> bytes:
    """Return a small PNG file with a chunk many times over before its pixels."""
    chunk = struct.pack(">I", len(content)) + kind + content
    chunk += struct.pack(">I", zlib.crc32(kind + content))
    small = bomb(8, 8)
    at = small.index(b"IDAT") - 4
    return small[:at] + chunk * count + small[at:]


@pytest.mark.parametrize("kind", [b"zTXt", b"iTXt", b"iCCP", b"tEXt", b"eXIf"])
def test_image_decoding_expands_no_texts(kind: bytes) -> None:
    head = b"k\0\0\0\0\0" if kind == b"iTXt" else b"k\0\0"
    data = png_chunks(kind, head + zlib.compress(bytes(1 << 20), 9), 200)
    assert only_pixels(data) == only_pixels(bomb(8, 8))
    assert decode_image(data).width() == 8


@pytest.mark.no_qt_log
def test_images_of_unreasonable_structure_are_refused() -> None:
    assert decode_image(png_chunks(b"IDAT", b"", 2000)).width() == 8
    assert decode_image(png_chunks(b"IDAT", b"", MAX_BLOCKS)).isNull()
    scans = written("RGB", "JPEG", progressive=True)
    last = scans.rindex(b"\xff\xda")
    again = scans[:-2] + scans[last:-2] * MAX_SCANS + scans[-2:]
    assert decode_image(scans).width() == 23
    assert decode_image(again).isNull()


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


def test_too_large_picture_is_refused_with_the_limit(tmp_path: Path) -> None:
    image = QImage(9000, 7000, QImage.Format.Format_Mono)
    image.fill(0)
    path = tmp_path / "large.png"
    assert image.save(str(path))
    with pytest.raises(PuzzleError, match=r"9,000 × 7,000 pixels are too many.*PNG is 16,000,000"):
        read_picture(path)


@pytest.mark.parametrize("name", ["absent.png", "a\0b.png", "pipe.png"])
def test_unreadable_files(name: str, tmp_path: Path) -> None:
    if name == "pipe.png":
        os.mkfifo(tmp_path / name)
    with pytest.raises(PuzzleError, match="cannot be read: ") as refused:
        read_picture(tmp_path / name)
    assert "\0" not in str(refused.value)
