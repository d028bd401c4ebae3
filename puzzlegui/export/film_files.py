"""Films as files: animated GIF and WebP, and MP4 where there is ffmpeg."""

from __future__ import annotations

import io
import operator
import struct
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import IO

from PIL import GifImagePlugin, Image
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage

from puzzlegui.export.film import Film, Shot
from puzzlegui.export.settings import Chapter, Report, Settings
from puzzlegui.render.surface import ensure_application

_RATE = 25
"""Pictures in a second of a video."""


def _reported(film: Film, report: Report) -> Iterator[Shot]:
    for shot in film.shots():
        report(shot.index, len(film))
        yield shot


def _rgb(image: QImage, area: QRect) -> Image.Image:
    part = image.copy(area)
    size = part.width(), part.height()
    stride = part.bytesPerLine()
    return Image.frombytes("RGB", size, part.constBits(), "raw", "BGRX", stride, 1)


def as_gif(chapters: Iterable[Chapter], settings: Settings, report: Report) -> Iterator[bytes]:
    """An animated GIF that is repeated without end; all pictures share one palette."""
    film = _film(chapters, settings)
    palette = _palette(film)
    shared = Image.new("P", (1, 1))
    shared.putpalette(palette)
    width, height = film.image.width(), film.image.height()
    yield b"GIF89a" + struct.pack("<HHBBB", width, height, 0xF7, 0, 0) + palette
    yield b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
    for shot in _reported(film, report):
        part = _rgb(film.image, shot.area).quantize(palette=shared, dither=Image.Dither.NONE)
        corner = shot.area.left(), shot.area.top()
        yield b"".join(GifImagePlugin.getdata(part, corner, duration=shot.milliseconds, disposal=1))
    yield b"\x3b"


def _palette(film: Film) -> bytes:
    """The 256 colours that most of the film has."""
    counts: Counter[tuple[int, ...]] = Counter()
    for image in film.samples():
        whole = _rgb(image, image.rect())
        for count, found in whole.getcolors(whole.width * whole.height) or ():
            assert isinstance(found, tuple)
            counts[found] += count
    chosen: list[tuple[int, ...]] = []
    near: set[tuple[int, ...]] = set()
    for found in sorted(counts, key=lambda found: (-counts[found], found)):
        # Pillow looks at the first six bits of a channel; a colour next to a frequent one would
        # be taken for it.
        place = tuple(channel >> 2 for channel in found)
        if place not in near:
            chosen.append(found)
            near.update(tuple(map(operator.add, place, by)) for by in product((-1, 0, 1), repeat=3))
        if len(chosen) == 256:
            break
    return b"".join(map(bytes, chosen)).ljust(768, b"\0")


def as_webp(chapters: Iterable[Chapter], settings: Settings, report: Report) -> Iterator[bytes]:
    """An animated WebP that is repeated without end; positions are drawn without loss."""
    film = _film(chapters, settings)
    width, height = film.image.width(), film.image.height()
    chunks = [
        _chunk(b"VP8X", struct.pack("<I", 2) + _three(width - 1) + _three(height - 1)),
        _chunk(b"ANIM", struct.pack("<IH", 0xFFFFFFFF, 0)),
    ]
    for shot in _reported(film, report):
        still = io.BytesIO()
        part = _rgb(film.image, shot.area)
        if not shot.moving:
            part.save(still, "WEBP", lossless=True, quality=20, method=0)
        else:  # seen for a moment, and drawn over by the next
            part.save(still, "WEBP", quality=70, method=0)
        area = shot.area
        place = [area.left() // 2, area.top() // 2, area.width() - 1, area.height() - 1]
        head = b"".join(map(_three, [*place, shot.milliseconds])) + b"\x02"
        chunks.append(_chunk(b"ANMF", head + still.getvalue()[12:]))
    content = b"".join(chunks)
    yield b"RIFF" + struct.pack("<I", len(content) + 4) + b"WEBP" + content


def _chunk(name: bytes, content: bytes) -> bytes:
    return name + struct.pack("<I", len(content)) + content + b"\0" * (len(content) % 2)


def _three(number: int) -> bytes:
    return number.to_bytes(3, "little")


def as_mp4(chapters: Iterable[Chapter], settings: Settings, report: Report) -> Iterator[bytes]:
    """A video, made by ffmpeg.

    Raises:
        OSError: ffmpeg cannot be started, or fails.
    """
    film = _film(chapters, settings)
    size = f"{film.image.width()}x{film.image.height()}"
    with tempfile.TemporaryDirectory() as folder:
        path, log = Path(folder, "film.mp4"), Path(folder, "log")
        command = [
            "ffmpeg", "-nostdin", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "bgr0",
            "-s", size, "-r", str(_RATE), "-i", "-", "-c:v", "libx264", "-preset", "veryfast",
            "-crf", "20", "-pix_fmt", "yuv420p", "-movflags", "+faststart", "-fflags", "+bitexact",
            "-flags:v", "+bitexact", "-map_metadata", "-1", str(path),
        ]  # fmt: skip
        with log.open("wb") as errors, _ffmpeg(command, errors.fileno()) as process:
            assert process.stdin is not None
            try:
                _feed(film, process.stdin, report)
                process.stdin.close()
            except BrokenPipeError:
                pass  # the log says why
            except BaseException:
                process.kill()
                raise
        if process.returncode:
            said = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
            raise OSError(f"ffmpeg failed: {said[-1] if said else process.returncode}")
        yield path.read_bytes()


def _ffmpeg(command: list[str], errors: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(  # noqa: S603 - only the size varies
        command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=errors
    )


def _feed(film: Film, pipe: IO[bytes], report: Report) -> None:
    """Write each picture as often as it is seen."""
    passed = 0
    for shot in _reported(film, report):
        before = round(passed * _RATE / 1000)
        passed += shot.milliseconds
        content = bytes(film.image.constBits())
        pipe.writelines(content for _ in range(round(passed * _RATE / 1000) - before))


def _film(chapters: Iterable[Chapter], settings: Settings) -> Film:
    ensure_application()
    (chapter,) = chapters
    assert chapter.solution is not None
    return Film(chapter.solution, settings)
