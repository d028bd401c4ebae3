"""Image files reduced to their pixels, before anything is decoded.

Decoders expand texts, colour profiles, thumbnails and further frames, each of which can take a
thousand times its size in the file. Nothing of them is shown, so a decoder never sees them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

MAX_BLOCKS = 300_000
"""Greatest number of chunks, segments or blocks that are read; 64 MiB of GIF has as many."""
MAX_SCANS = 100
"""Greatest number of passes over a JPEG image; progressive images have about ten."""


class UnsupportedImage(ValueError):
    """Bytes that are no image of a supported format, or of an unreasonable structure."""


@dataclass(frozen=True)
class ImageFormat:
    """Format of images that are read.

    Attributes:
        name: its name, as Qt has it.
        suffixes: suffixes of its files.
        signature: matches the first bytes of a file.
        pixels: yields the parts of a file that its first image needs; raises UnsupportedImage.
        is_reducible: True if an image can be reduced while it is decoded, which saves memory.
    """

    name: str
    suffixes: tuple[str, ...]
    signature: re.Pattern[bytes]
    pixels: Callable[[bytes], Iterator[bytes]]
    is_reducible: bool = False


def format_of(data: bytes) -> ImageFormat | None:
    """Return the format of an image by its first bytes; None if it is not supported."""
    return next((form for form in IMAGE_FORMATS if form.signature.match(data)), None)


def only_pixels(data: bytes) -> bytes:
    """Return an image with its pixels alone: without texts, profiles and further frames.

    Raises:
        UnsupportedImage: the format is not supported, or it has too many blocks or passes.
    """
    form = format_of(data)
    if form is None:
        raise UnsupportedImage
    return b"".join(form.pixels(data))


def _number(data: bytes, at: int, size: int, order: str = "big") -> int:
    """Return the unsigned number at an offset; 0 after the end."""
    return int.from_bytes(data[at : at + size], "little" if order == "little" else "big")


def _counted(number: int, most: int = MAX_BLOCKS) -> None:
    if number > most:
        raise UnsupportedImage


# --- PNG ----------------------------------------------------------------------------------------

_PNG = b"\x89PNG\r\n\x1a\n"
_PNG_CHUNKS = {b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"}


def _png(data: bytes) -> Iterator[bytes]:
    """Yield the signature and the chunks with pixels and their colours."""
    yield _PNG
    at, count = len(_PNG), 0
    while at < len(data):
        _counted(count := count + 1)
        kind, end = data[at + 4 : at + 8], at + 12 + _number(data, at, 4)
        if kind in _PNG_CHUNKS:
            yield data[at:end]
        if kind == b"IEND":
            return
        at = end


# --- JPEG ---------------------------------------------------------------------------------------

_MARKER = re.compile(rb"\xff++([^\x00\xd0-\xd7])")
"""A marker in or after the coded pixels, but for those of restarts, which belong to them."""
_SCAN, _END = 0xDA, 0xD9
_NO_LENGTH = {0x01, 0xD8}
_DROPPED = range(0xE0, 0xFF)
"""Markers of applications, extensions and comments."""
_COLOUR_SEGMENTS = ((0xE0, b"JFIF\0", 18), (0xEE, b"Adobe", 16))
"""Segments that say how colours are coded, each with its greatest length."""


def _jpeg(data: bytes) -> Iterator[bytes]:
    """Yield the tables and the scans."""
    yield b"\xff\xd8"
    at, count, scans = 2, 0, 0
    while found := _MARKER.search(data, at):
        _counted(count := count + 1)
        marker, begin = found[1][0], found.end() - 2
        if marker == _END:
            break
        at = found.end()
        if marker in _NO_LENGTH:
            continue
        at += max(2, _number(data, at, 2))
        if marker == _SCAN:
            _counted(scans := scans + 1, MAX_SCANS)
            following = _MARKER.search(data, at)
            at = len(data) if following is None else following.start()
        if marker not in _DROPPED or _is_about_colours(data, marker, begin, at):
            yield data[begin:at]
    yield b"\xff\xd9"


def _is_about_colours(data: bytes, marker: int, begin: int, end: int) -> bool:
    return any(
        marker == wanted and end - begin <= most and data.startswith(name, begin + 4)
        for wanted, name, most in _COLOUR_SEGMENTS
    )


# --- GIF ----------------------------------------------------------------------------------------

_CONTROL = b"\x21\xf9"
"""Extension with the transparent colour of the next image."""


def _gif(data: bytes) -> Iterator[bytes]:
    """Yield the header, the first image and its transparent colour."""
    at = 13 + _palette(data, 10)
    yield data[:at]
    control, count = b"", 0
    while at < len(data):
        begin, mark = at, data[at : at + 1]
        if mark == b"\x21":
            at += 2
        elif mark == b"\x2c":
            at += 11 + _palette(data, at + 9)
        else:
            return
        while at < len(data):  # blocks of up to 255 bytes, the last empty
            _counted(count := count + 1)
            size = data[at]
            at += 1 + size
            if not size:
                break
        if mark == b"\x2c":
            yield control + data[begin:at] + b"\x3b"
            return
        if data.startswith(_CONTROL, begin):
            control = data[begin:at]


def _palette(data: bytes, at: int) -> int:
    """Return the size of the palette that a byte of flags announces."""
    flags = _number(data, at, 1)
    return 3 << ((flags & 7) + 1) if flags & 0x80 else 0


# --- WebP ---------------------------------------------------------------------------------------

_WEBP_CHUNKS = {b"VP8X", b"VP8 ", b"VP8L", b"ALPH", b"ANIM", b"ANMF"}
_EXIF_XMP_PROFILE = 0x2C
"""Flags of an extended header for chunks that are dropped."""


def _webp(data: bytes) -> Iterator[bytes]:
    """Yield the chunks of the first image."""
    chunks = list(_webp_chunks(data))
    yield b"RIFF" + (4 + sum(map(len, chunks))).to_bytes(4, "little") + b"WEBP"
    yield from chunks


def _webp_chunks(data: bytes) -> Iterator[bytes]:
    at, count = 12, 0
    frames = 0
    while at < len(data):
        _counted(count := count + 1)
        kind, size = data[at : at + 4], _number(data, at + 4, 4, "little")
        end = at + 8 + size + size % 2
        chunk = data[at:end]
        if kind == b"VP8X" and len(chunk) > 8:
            chunk = chunk[:8] + bytes([chunk[8] & ~_EXIF_XMP_PROFILE]) + chunk[9:]
        frames += kind == b"ANMF"
        if kind in _WEBP_CHUNKS and (kind != b"ANMF" or frames == 1):
            yield chunk
        at = end


# --- BMP ----------------------------------------------------------------------------------------


def _bmp(data: bytes) -> Iterator[bytes]:
    """Yield everything: the format has no room for more than pixels, but for a plain profile."""
    yield data


IMAGE_FORMATS = (
    ImageFormat("png", ("png",), re.compile(re.escape(_PNG)), _png),
    ImageFormat("jpeg", ("jpg", "jpeg"), re.compile(rb"\xff\xd8\xff"), _jpeg, is_reducible=True),
    ImageFormat("webp", ("webp",), re.compile(rb"RIFF....WEBP", re.DOTALL), _webp),
    ImageFormat("bmp", ("bmp",), re.compile(rb"BM"), _bmp),
    ImageFormat("gif", ("gif",), re.compile(rb"GIF8[79]a"), _gif),
)
"""The supported formats. SVG is not among them, since it could refer to other files."""
