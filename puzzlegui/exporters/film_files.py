"""Films as files: animated GIF and WebP, and MP4 where there is ffmpeg."""

from __future__ import annotations

import io
import operator
import struct
import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import IO, Protocol

from PIL import GifImagePlugin, Image
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QImage

from puzzlegui.core.files import scratch_folder
from puzzlegui.core.language import tr
from puzzlegui.exporters.film import FrameDelta
from puzzlegui.exporters.settings import Preview, ProgressReporter


class FrameSource(Protocol):
    """A film as it is written: pictures that are drawn one after the other on one image.

    Attributes:
        image: what they are drawn on.
        noun: what a picture at rest is called, marked.
        speed: moves or steps in a second.
        length: how many moves or steps it shows, in words.
        skipped: says in a sentence how much of the whole is shown; empty if all is.
        pictures: how many shots there are.
        milliseconds: how long all shots are seen.
        rate: pictures in a second that a video needs.
    """

    image: QImage
    page_noun: str

    @property
    def speed(self) -> float: ...

    @property
    def length_text(self) -> str: ...

    @property
    def skipped_note(self) -> str: ...

    @property
    def frame_count(self) -> int: ...

    @property
    def milliseconds(self) -> int: ...

    @property
    def frame_rate(self) -> int: ...

    def __len__(self) -> int:
        """How far ``Shot.index`` goes."""

    def render_still(self, index: int) -> QImage:
        """One picture at rest by itself."""

    def render_samples(self) -> list[QImage]:
        """A few pictures that between them have nearly every colour of the film."""

    def render_frames(self, indexes: Iterable[int] | None = None) -> Iterator[FrameDelta]:
        """Draw every picture in its turn, and say what has changed."""


def _rgb(image: QImage, area: QRect) -> Image.Image:
    part = image.copy(area)
    size = part.width(), part.height()
    stride = part.bytesPerLine()
    return Image.frombytes("RGB", size, part.constBits(), "raw", "BGRX", stride, 1)


class _Palette:
    """The colours that most of a film has, and one that stands for none.

    Attributes:
        colours: 256 of three bytes.
        suits: whether they are nearly all of the film's, as where no pictures are on its tiles.
    """

    def __init__(self, film: FrameSource) -> None:
        counts: Counter[tuple[int, ...]] = Counter()
        for image in film.render_samples():
            whole = _rgb(image, image.rect())
            for count, found in whole.getcolors(whole.width * whole.height) or ():
                assert isinstance(found, tuple)
                counts[found] += count
        chosen: list[tuple[int, ...]] = []
        near: set[tuple[int, ...]] = set()
        for found in sorted(counts, key=lambda found: (-counts[found], found)):
            # Pillow looks at the first six bits of a channel; a colour next to a frequent one
            # would be taken for it.
            place = tuple(channel >> 2 for channel in found)
            if place not in near:
                chosen.append(found)
                near.update(
                    tuple(map(operator.add, place, d)) for d in product((-1, 0, 1), repeat=3)
                )
            if len(chosen) == _CLEAR:
                break
        # The rest is the first again, which is taken before them.
        self.colours = b"".join(map(bytes, chosen)) + bytes(chosen[0]) * (256 - len(chosen))
        self.suits = sum(counts[found] for found in chosen) > _NEARLY_ALL * counts.total()
        self._shared = Image.new("P", (1, 1))
        self._shared.putpalette(self.colours)

    def taken(self, picture: Image.Image) -> Image.Image:
        """A picture in these colours."""
        return picture.quantize(palette=self._shared, dither=Image.Dither.NONE)


_CLEAR = 255
"""The number in the palette of what leaves the picture before as it is."""
_NEARLY_ALL = 0.8


class Gif:
    """An animated GIF that is repeated without end; all pictures share one palette."""

    def __init__(self, film: FrameSource) -> None:
        self._film = film
        self._palette = _Palette(film)

    def header(self) -> bytes:
        """What comes before the pictures."""
        size = self._film.image.width(), self._film.image.height()
        screen = b"GIF89a" + struct.pack("<HHBBB", *size, 0xF7, 0, 0) + self._palette.colours
        return screen + b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"

    def encode_frame(self, shot: FrameDelta) -> bytes:
        """A picture of the film, which has just been drawn."""
        parts = [self._palette.taken(_rgb(self._film.image, area)) for area in shot.areas]
        corner = shot.bounding_rect.left(), shot.bounding_rect.top()
        told: dict[str, int] = {"duration": shot.milliseconds, "disposal": 1}
        if len(parts) == 1:
            (picture,) = parts
        else:
            picture = Image.new("P", (shot.bounding_rect.width(), shot.bounding_rect.height()), _CLEAR)
            told["transparency"] = _CLEAR
            for area, part in zip(shot.areas, parts, strict=True):
                picture.paste(part, (area.left() - corner[0], area.top() - corner[1]))
        return b"".join(GifImagePlugin.getdata(picture, corner, **told))

    def trailer(self) -> bytes:
        """What comes after them."""
        return b"\x3b"


def write_gif(film: FrameSource, report: ProgressReporter) -> Iterator[bytes]:
    """Yield an animated GIF."""
    gif = Gif(film)
    yield gif.header()
    for shot in frames_with_progress(film, report):
        yield gif.encode_frame(shot)
    yield gif.trailer()


class Webp:
    """An animated WebP that is repeated without end."""

    def __init__(self, film: FrameSource) -> None:
        self._film = film
        self._palette = _Palette(film)

    def header(self) -> bytes:
        """What comes before the pictures, but for the length of all."""
        width, height = self._film.image.width(), self._film.image.height()
        moving_and_clear = struct.pack("<I", 0x12)
        screen = _chunk(b"VP8X", moving_and_clear + _three(width - 1) + _three(height - 1))
        return screen + _chunk(b"ANIM", struct.pack("<IH", 0xFFFFFFFF, 0))

    def encode_frame(self, shot: FrameDelta) -> bytes:
        """A picture of the film, which has just been drawn."""
        area, several = shot.bounding_rect, len(shot.areas) > 1
        parts = [self._drawn(some) for some in shot.areas]
        part = parts[0]
        if several:
            part = Image.new("RGBA", (area.width(), area.height()))
            for some, drawn in zip(shot.areas, parts, strict=True):
                part.paste(drawn, (some.left() - area.left(), some.top() - area.top()))
        still = io.BytesIO()
        # So few colours are smaller without loss.
        how = {"lossless": True, "quality": 0} if self._palette.suits else {"quality": 85}
        part.save(still, "WEBP", method=1, **how)
        place = [area.left() // 2, area.top() // 2, area.width() - 1, area.height() - 1]
        blended = b"\x00" if several else b"\x02"
        head = b"".join(map(_three, [*place, shot.milliseconds])) + blended
        return _chunk(b"ANMF", head + still.getvalue()[12:])

    def _drawn(self, area: QRect) -> Image.Image:
        part = _rgb(self._film.image, area)
        return self._palette.taken(part).convert("RGB") if self._palette.suits else part


def write_webp(film: FrameSource, report: ProgressReporter) -> Iterator[bytes]:
    """Yield an animated WebP."""
    webp = Webp(film)
    content = webp.header() + b"".join([webp.encode_frame(shot) for shot in frames_with_progress(film, report)])
    yield b"RIFF" + struct.pack("<I", len(content) + 4) + b"WEBP" + content


def _chunk(name: bytes, content: bytes) -> bytes:
    return name + struct.pack("<I", len(content)) + content + b"\0" * (len(content) % 2)


def _three(number: int) -> bytes:
    return number.to_bytes(3, "little")


def write_mp4(film: FrameSource, report: ProgressReporter) -> Iterator[bytes]:
    """Yield a video, made by ffmpeg.

    Raises:
        OSError: ffmpeg cannot be started, or fails.
    """
    yield encode_mp4(film, frames_with_progress(film, report))


def encode_mp4(film: FrameSource, shots: Iterable[FrameDelta]) -> bytes:
    """A video of these shots of a film; raises as ``as_mp4`` does."""
    size = f"{film.image.width()}x{film.image.height()}"
    with scratch_folder() as folder:
        path, log = folder / "film.mp4", folder / "log"
        command = [
            "ffmpeg", "-nostdin", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "bgr0",
            "-s", size, "-r", str(film.frame_rate), "-i", "-", "-c:v", "libx264", "-preset", "veryfast",
            "-crf", "20", "-pix_fmt", "yuv420p", "-movflags", "+faststart", "-fflags", "+bitexact",
            "-flags:v", "+bitexact", "-map_metadata", "-1", str(path),
        ]  # fmt: skip
        with log.open("wb") as errors, _ffmpeg(command, errors.fileno()) as process:
            assert process.stdin is not None
            try:
                _feed(film, shots, process.stdin)
                process.stdin.close()
            except BrokenPipeError:
                pass  # the log says why
            except BaseException:
                process.kill()
                raise
        if process.returncode:
            said = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
            raise OSError(
                tr("ffmpeg failed: {value}").format(
                    value=str(said[-1] if said else process.returncode)
                )
            )
        return path.read_bytes()


def _ffmpeg(command: list[str], errors: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(  # noqa: S603 - only the size varies
        command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=errors
    )


def _feed(film: FrameSource, shots: Iterable[FrameDelta], pipe: IO[bytes]) -> None:
    """Write each picture as often as it is seen."""
    passed = 0
    for shot in shots:
        before = video_frame_count(film, passed)
        passed += shot.milliseconds
        content = bytes(film.image.constBits())
        pipe.writelines(content for _ in range(video_frame_count(film, passed) - before))


def video_frame_count(film: FrameSource, milliseconds: int) -> int:
    """How many pictures a video shows in that time."""
    return round(milliseconds * film.frame_rate / 1000)


def frames_with_progress(film: FrameSource, report: ProgressReporter, indexes: Sequence[int] | None = None) -> Iterator[FrameDelta]:
    """The shots of a film, all or those of some positions, and how far it has come."""
    for shot in film.render_frames(indexes):
        report(shot.index, len(film))
        yield shot


def create_preview(film: FrameSource) -> Preview:
    """Show what each picture at rest will look like."""

    def image(page: int, width: int, height: int) -> QImage:
        return film.render_still(page).scaled(
            width, height, Qt.AspectRatioMode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )  # fmt: skip

    return Preview(len(film), image, film.page_noun)
