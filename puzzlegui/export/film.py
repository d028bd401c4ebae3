"""A solution as a film: animated GIF and WebP, and MP4 where there is ffmpeg.

Works without a display, in any thread. Everything goes through ``render.painter``. Only what
changes is drawn, and only that is written to GIF and WebP.
"""

from __future__ import annotations

import io
import operator
import struct
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import IO

from PIL import GifImagePlugin, Image
from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from puzzlegui.core.cells import Cell, cells_of
from puzzlegui.core.motion import Motion
from puzzlegui.core.picture import Picture
from puzzlegui.core.solution import Solution, Walk
from puzzlegui.export.panels import move_texts, stops
from puzzlegui.export.settings import Chapter, Preview, Report, Settings
from puzzlegui.export.storyboard import STYLES, draw_fitting
from puzzlegui.render.layout import Layout
from puzzlegui.render.marks import Marks
from puzzlegui.render.painter import Frame, paint_board
from puzzlegui.render.pen import colour
from puzzlegui.render.style import frame_colours
from puzzlegui.render.surface import ensure_application

_TWEEN = 40
"""Milliseconds of a picture between two positions."""
_MOST_TWEENS = 4
_MOST_PICTURES = 600
_MOST_POSITIONS = 1000
_MOST_TILES = 200_000
"""In all positions; of a longer solution, or a large board's, evenly spaced ones are shown."""
_SHORT = 20
"""The shortest time that every program shows a picture for."""
_FIRST, _LAST = 800, 2500
"""Milliseconds that the first and the last picture stay longer."""
_RATE = 25
"""Pictures in a second of a video."""


@dataclass(frozen=True)
class Shot:
    """A change of the picture.

    Attributes:
        area: what has changed; its corner and size are even.
        milliseconds: how long it is seen.
        index: of the position shown, or left.
        moving: a picture between two positions, which the next one draws over.
    """

    area: QRect
    milliseconds: int
    index: int
    moving: bool = False


class Film:
    """The pictures of a film, drawn one after the other on one image.

    Args:
        solution: what is played.
        settings: ``notation``, ``theme``, ``size`` and ``speed`` are heeded.
    """

    def __init__(self, solution: Solution, settings: Settings) -> None:
        self._board = solution.board
        self._moves = solution.moves
        self._walk = Walk(solution.board, solution.moves)
        self._texts = move_texts(solution, settings.notation)
        self._style = STYLES[settings.theme]
        self._colours = frame_colours(solution.board)
        cells = solution.board.rows * solution.board.columns
        self._stops = stops(len(solution.moves), min(_MOST_POSITIONS, _MOST_TILES // cells))
        self._move_ms = 1000 / settings.speed
        room = min(_MOST_TWEENS, int(self._move_ms * 0.6 / _TWEEN))
        self._tweens = max(0, min(room, _MOST_PICTURES // len(self._stops) - 1))
        rows, columns = solution.board.rows, solution.board.columns
        pitch = max(4, settings.size // max(rows, columns))
        margin = max(6, round(pitch * 0.2))  # room for the corners of a turning block
        axis = round(min(max(pitch * 0.42, 16), 26)) + max(3, round(pitch * 0.1))
        gap = max(1, round(pitch * 0.07)) if pitch >= 6 else 0
        self._caption = max(24, min(48, settings.size // 12))
        self._layout = Layout(rows, columns, pitch, axis + margin, axis + margin, gap, axis)
        width = _even(max(axis + 2 * margin + columns * pitch, 120))
        height = _even(axis + 2 * margin + rows * pitch + self._caption)
        self.image = QImage(width, height, QImage.Format.Format_RGB32)
        self._whole = QRect(0, 0, width, height)

    def __len__(self) -> int:
        """The number of positions shown."""
        return len(self._stops)

    def still(self, index: int) -> QImage:
        """The picture of a position by itself."""
        image = QImage(self.image.size(), self.image.format())
        self._paint(image, self._whole, self._resting(index), index)
        return image

    def samples(self) -> list[QImage]:
        """A few pictures that between them have nearly every colour of the film."""
        found = [self.still(index) for index in sorted({0, len(self) // 2, len(self) - 1})]
        if self._tweens:
            image = QImage(self.image.size(), self.image.format())
            frame = self._moving(0, 0.5)
            if frame is not None:
                self._paint(image, self._whole, frame, 0)
                found.append(image)
        return found

    def shots(self) -> Iterator[Shot]:
        """Draw every picture on ``image`` in its turn, and say what has changed."""
        late = 0.0  # how far what is shown lags behind what should be
        for index in range(len(self)):
            here = self._area_of(index)
            before = self._area_of(index - 1) if index else self._whole
            tweens = self._tweens if self._moving(index, 0.5) is not None else 0
            wanted = self._move_ms - tweens * _TWEEN + late
            if index == 0:
                wanted += _FIRST
            if index == len(self) - 1:
                wanted = _LAST
            shown = max(_SHORT, round(wanted / 10) * 10)
            late = wanted - shown
            frame = self._resting(index)
            area = self._even_area(here.united(before))
            foot = self._even_area(self._caption_area())
            if shown < 3 * _SHORT:  # no time for two
                area = area.united(foot)
            elif index:
                self._paint(self.image, area, frame, index)
                yield Shot(area, _SHORT, index)
                area, shown = foot, shown - _SHORT
            self._paint(self.image, area, frame, index)
            yield Shot(area, shown, index)
            area = self._even_area(here)
            for tween in range(tweens):
                moving = self._moving(index, _eased((tween + 1) / (tweens + 1)))
                assert moving is not None
                self._paint(self.image, area, moving, index)
                yield Shot(area, _TWEEN, index, moving=True)

    # --- one picture ---

    def _picture(self, index: int) -> Picture:
        return self._board.picture(self._walk[self._stops[index]])

    def _motion(self, index: int) -> Motion | None:
        """The move made after a position, if one move leads to the next."""
        at = self._stops[index]
        if index + 1 == len(self) or self._stops[index + 1] != at + 1:
            return None
        return self._board.motion(self._walk[at], self._moves[at])

    def _resting(self, index: int) -> Frame:
        marks = Marks(coming=self._motion(index))
        return Frame(self._picture(index), self._colours, marks=marks)

    def _moving(self, index: int, progress: float) -> Frame | None:
        motion = self._motion(index)
        if motion is None:
            return None
        return Frame(self._picture(index), self._colours, motion, progress)

    def _area_of(self, index: int) -> QRect:
        """What the move after a position, or the moves, change."""
        if index + 1 == len(self):
            return QRect()
        motion = self._motion(index)
        if motion is not None:
            return self._around(motion.cells)
        one, other = self._picture(index), self._picture(index + 1)
        if one.ground:
            return self._whole
        changed = [
            (r, c) for r, c in cells_of(one.values) if one.values[r][c] != other.values[r][c]
        ]
        return self._around(changed)

    def _around(self, cells: Iterable[Cell]) -> QRect:
        rows, columns = zip(*cells, strict=True)
        pitch = self._layout.pitch
        left, top = self._layout.corner((min(rows), min(columns)))
        wide, high = max(columns) - min(columns) + 1, max(rows) - min(rows) + 1
        more = pitch * 0.3 + 2
        area = QRectF(left - more, top - more, wide * pitch + 2 * more, high * pitch + 2 * more)
        return area.toAlignedRect()

    def _caption_area(self) -> QRect:
        return QRect(0, self._whole.height() - self._caption, self._whole.width(), self._caption)

    def _even_area(self, area: QRect) -> QRect:
        left, top = max(0, area.left()) // 2 * 2, max(0, area.top()) // 2 * 2
        right = min(self._whole.width(), _even(area.left() + area.width()))
        bottom = min(self._whole.height(), _even(area.top() + area.height()))
        return QRect(left, top, right - left, bottom - top)

    def _paint(self, image: QImage, area: QRect, frame: Frame, index: int) -> None:
        layout, style = self._layout, self._style
        pitch = layout.pitch
        first_row, last_row = (
            int((y - layout.top) // pitch) for y in (area.top(), area.top() + area.height())
        )
        first_column, last_column = (
            int((x - layout.left) // pitch) for x in (area.left(), area.left() + area.width())
        )
        cells = [
            (r, c)
            for r in range(max(0, first_row), min(layout.rows, last_row + 1))
            for c in range(max(0, first_column), min(layout.columns, last_column + 1))
        ]
        painter = QPainter(image)
        painter.setClipRect(area)
        painter.fillRect(area, colour(style.page))
        axes = area.left() < layout.left or area.top() < layout.top
        paint_board(painter, frame, layout, style, cells, axes=axes)
        foot = self._caption_area()
        if area.intersects(foot):
            painter.setPen(colour(style.ink))
            room = QRectF(foot).adjusted(layout.left, 0, -8, -4)
            flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
            draw_fitting(painter, room, flags, self._words(index), self._caption * 0.5)
        painter.end()

    def _words(self, index: int) -> str:
        at = self._stops[index]
        made = f"   {self._texts[at - 1]}" if at else ""
        return f"{at} / {len(self._moves)}{made}"


def _even(length: float) -> int:
    return -(-int(length) // 2) * 2


def _eased(share: float) -> float:
    return share * share * (3 - 2 * share)


def preview(solution: Solution, settings: Settings) -> Preview:
    """What each position will look like."""
    ensure_application()
    film = Film(solution, settings)

    def image(page: int, width: int, height: int) -> QImage:
        return film.still(page).scaled(
            width, height, Qt.AspectRatioMode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )  # fmt: skip

    return Preview(len(film), image)


def _film(chapters: Iterable[Chapter], settings: Settings) -> Film:
    ensure_application()
    (chapter,) = chapters
    assert chapter.solution is not None
    return Film(chapter.solution, settings)


def _reported(film: Film, report: Report) -> Iterator[Shot]:
    for shot in film.shots():
        report(shot.index, len(film))
        yield shot


def _rgb(image: QImage, area: QRect) -> Image.Image:
    part = image.copy(area)
    size = part.width(), part.height()
    stride = part.bytesPerLine()
    return Image.frombytes("RGB", size, part.constBits(), "raw", "BGRX", stride, 1)


# --- files --------------------------------------------------------------------------------------


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
