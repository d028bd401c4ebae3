"""Film files: animated GIF and WebP, and MP4 if ffmpeg is installed."""

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
    """Film whose frames are drawn one after the other on an image.

    Attributes:
        image: image that the frames are drawn on.
        page_noun: name of a still frame, marked for translation.
        speed: moves or steps per second.
        length_text: number of moves or steps, in words.
        skipped_note: sentence on omitted positions or steps; empty if all are shown.
        frame_count: number of frames.
        milliseconds: duration of the film.
        frame_rate: frames per second that a video needs.
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
        """Return the number of still frames, the bound of ``FrameDelta.index``."""

    def render_still(self, index: int) -> QImage:
        """Return an image of a still frame."""

    def render_samples(self) -> list[QImage]:
        """Return a few images that together contain nearly all colours of the film."""

    def render_frames(self, indexes: Iterable[int] | None = None) -> Iterator[FrameDelta]:
        """Draw the frames on ``image`` in order, and yield the changes of each."""


def _rgb(image: QImage, area: QRect) -> Image.Image:
    part = image.copy(area)
    size = part.width(), part.height()
    stride = part.bytesPerLine()
    return Image.frombytes("RGB", size, part.constBits(), "raw", "BGRX", stride, 1)


class _Palette:
    """The most frequent colours of a film, and a transparent entry.

    Attributes:
        colours: 256 entries of three bytes.
        is_representative: True if they cover nearly all pixels of the film, which is so unless
            the tiles show a photo.
    """

    def __init__(self, film: FrameSource) -> None:
        counts: Counter[tuple[int, ...]] = Counter()
        for image in film.render_samples():
            whole = _rgb(image, image.rect())
            for count, colour in whole.getcolors(whole.width * whole.height) or ():
                assert isinstance(colour, tuple)
                counts[colour] += count
        chosen: list[tuple[int, ...]] = []
        near: set[tuple[int, ...]] = set()
        for colour in sorted(counts, key=lambda colour: (-counts[colour], colour)):
            # Pillow compares only the first six bits of a channel, so it would confuse a colour
            # with a similar, more frequent one.
            coarse = tuple(channel >> 2 for channel in colour)
            if coarse not in near:
                chosen.append(colour)
                near.update(
                    tuple(map(operator.add, coarse, d)) for d in product((-1, 0, 1), repeat=3)
                )
            if len(chosen) == _TRANSPARENT:
                break
        # Unused entries repeat the first colour, which Pillow prefers to them.
        self.colours = b"".join(map(bytes, chosen)) + bytes(chosen[0]) * (256 - len(chosen))
        covered = sum(counts[colour] for colour in chosen)
        self.is_representative = covered > _REPRESENTATIVE_SHARE * counts.total()
        self._shared = Image.new("P", (1, 1))
        self._shared.putpalette(self.colours)

    def quantize(self, picture: Image.Image) -> Image.Image:
        """Convert an image to this palette."""
        return picture.quantize(palette=self._shared, dither=Image.Dither.NONE)


_TRANSPARENT = 255
"""Palette index of transparent pixels, which keep the previous frame."""
_REPRESENTATIVE_SHARE = 0.8


class GifEncoder:
    """Encoder of an animated GIF that loops forever; all frames share a palette."""

    def __init__(self, film: FrameSource) -> None:
        self._film = film
        self._palette = _Palette(film)

    def header(self) -> bytes:
        """Return the bytes before the frames."""
        size = self._film.image.width(), self._film.image.height()
        screen = b"GIF89a" + struct.pack("<HHBBB", *size, 0xF7, 0, 0) + self._palette.colours
        return screen + b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"

    def encode_frame(self, frame: FrameDelta) -> bytes:
        """Encode the frame that has just been drawn."""
        parts = [self._palette.quantize(_rgb(self._film.image, area)) for area in frame.areas]
        corner = frame.bounding_rect.left(), frame.bounding_rect.top()
        options: dict[str, int] = {"duration": frame.milliseconds, "disposal": 1}
        if len(parts) == 1:
            (picture,) = parts
        else:
            picture = Image.new(
                "P", (frame.bounding_rect.width(), frame.bounding_rect.height()), _TRANSPARENT
            )
            options["transparency"] = _TRANSPARENT
            for area, part in zip(frame.areas, parts, strict=True):
                picture.paste(part, (area.left() - corner[0], area.top() - corner[1]))
        return b"".join(GifImagePlugin.getdata(picture, corner, **options))

    def trailer(self) -> bytes:
        """Return the bytes after the frames."""
        return b"\x3b"


def write_gif(film: FrameSource, report: ProgressReporter) -> Iterator[bytes]:
    """Yield an animated GIF."""
    gif = GifEncoder(film)
    yield gif.header()
    for frame in frames_with_progress(film, report):
        yield gif.encode_frame(frame)
    yield gif.trailer()


class WebpEncoder:
    """Encoder of an animated WebP that loops forever."""

    def __init__(self, film: FrameSource) -> None:
        self._film = film
        self._palette = _Palette(film)

    def header(self) -> bytes:
        """Return the chunks before the frames, without the RIFF header that has the file size."""
        width, height = self._film.image.width(), self._film.image.height()
        animated_with_alpha = struct.pack("<I", 0x12)
        screen = _chunk(b"VP8X", animated_with_alpha + _uint24(width - 1) + _uint24(height - 1))
        return screen + _chunk(b"ANIM", struct.pack("<IH", 0xFFFFFFFF, 0))

    def encode_frame(self, frame: FrameDelta) -> bytes:
        """Encode the frame that has just been drawn."""
        area, several = frame.bounding_rect, len(frame.areas) > 1
        parts = [self._image_of(some) for some in frame.areas]
        part = parts[0]
        if several:
            part = Image.new("RGBA", (area.width(), area.height()))
            for some, drawn in zip(frame.areas, parts, strict=True):
                part.paste(drawn, (some.left() - area.left(), some.top() - area.top()))
        still = io.BytesIO()
        # With few colours, lossless compression is smaller.
        options = (
            {"lossless": True, "quality": 0} if self._palette.is_representative else {"quality": 85}
        )
        part.save(still, "WEBP", method=1, **options)
        place = [area.left() // 2, area.top() // 2, area.width() - 1, area.height() - 1]
        blended = b"\x00" if several else b"\x02"
        head = b"".join(map(_uint24, [*place, frame.milliseconds])) + blended
        return _chunk(b"ANMF", head + still.getvalue()[12:])

    def _image_of(self, area: QRect) -> Image.Image:
        part = _rgb(self._film.image, area)
        return (
            self._palette.quantize(part).convert("RGB") if self._palette.is_representative else part
        )


def write_webp(film: FrameSource, report: ProgressReporter) -> Iterator[bytes]:
    """Yield an animated WebP."""
    webp = WebpEncoder(film)
    content = webp.header() + b"".join(
        [webp.encode_frame(frame) for frame in frames_with_progress(film, report)]
    )
    yield b"RIFF" + struct.pack("<I", len(content) + 4) + b"WEBP" + content


def _chunk(name: bytes, content: bytes) -> bytes:
    return name + struct.pack("<I", len(content)) + content + b"\0" * (len(content) % 2)


def _uint24(number: int) -> bytes:
    return number.to_bytes(3, "little")


def write_mp4(film: FrameSource, report: ProgressReporter) -> Iterator[bytes]:
    """Yield a video encoded by ffmpeg.

    Raises:
        OSError: ffmpeg cannot be started or fails.
    """
    yield encode_mp4(film, frames_with_progress(film, report))


def encode_mp4(film: FrameSource, frames: Iterable[FrameDelta]) -> bytes:
    """Encode frames of a film as a video; raises as ``write_mp4`` does."""
    size = f"{film.image.width()}x{film.image.height()}"
    with scratch_folder() as folder:
        path, log = folder / "film.mp4", folder / "log"
        command = [
            "ffmpeg", "-nostdin", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "bgr0",
            "-s", size, "-r", str(film.frame_rate), "-i", "-", "-c:v", "libx264", "-preset",
            "veryfast",
            "-crf", "20", "-pix_fmt", "yuv420p", "-movflags", "+faststart", "-fflags", "+bitexact",
            "-flags:v", "+bitexact", "-map_metadata", "-1", str(path),
        ]  # fmt: skip
        with log.open("wb") as errors, _ffmpeg(command, errors.fileno()) as process:
            assert process.stdin is not None
            try:
                _pipe_frames(film, frames, process.stdin)
                process.stdin.close()
            except BrokenPipeError:
                pass  # reported from the log below
            except BaseException:
                process.kill()
                raise
        if process.returncode:
            lines = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
            raise OSError(
                tr("ffmpeg failed: {value}").format(
                    value=str(lines[-1] if lines else process.returncode)
                )
            )
        return path.read_bytes()


def _ffmpeg(command: list[str], errors: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(  # only the size varies
        command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=errors
    )


def _pipe_frames(film: FrameSource, frames: Iterable[FrameDelta], pipe: IO[bytes]) -> None:
    """Write each frame to a pipe as often as the frame rate requires."""
    passed = 0
    for frame in frames:
        before = video_frame_count(film, passed)
        passed += frame.milliseconds
        content = bytes(film.image.constBits())
        pipe.writelines(content for _ in range(video_frame_count(film, passed) - before))


def video_frame_count(film: FrameSource, milliseconds: int) -> int:
    """Return the number of frames of a video of that duration."""
    return round(milliseconds * film.frame_rate / 1000)


def frames_with_progress(
    film: FrameSource, report: ProgressReporter, indexes: Sequence[int] | None = None
) -> Iterator[FrameDelta]:
    """Yield the frames of a film, or of some positions, and report progress."""
    for frame in film.render_frames(indexes):
        report(frame.index, len(film))
        yield frame


def create_preview(film: FrameSource) -> Preview:
    """Return a preview of the still frames of a film."""

    def image(page: int, width: int, height: int) -> QImage:
        return film.render_still(page).scaled(
            width, height, Qt.AspectRatioMode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )  # fmt: skip

    return Preview(len(film), image, film.page_noun)
