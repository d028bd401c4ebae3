"""A solution as a film: one picture after the other, of which only what changes is drawn.

Works without a display, in any thread. Everything goes through ``render.painter``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from puzzlegui.core.cells import Cell, cells_of
from puzzlegui.core.counting import group_digits
from puzzlegui.core.following import made, next_is, numbered, sum_is
from puzzlegui.core.motion import Motion
from puzzlegui.core.picture import Picture
from puzzlegui.core.solution import Solution, Walk
from puzzlegui.export.panels import move_texts, stops
from puzzlegui.export.settings import Preview, Settings
from puzzlegui.export.storyboard import STYLES, draw_fitting
from puzzlegui.render.frame import Frame
from puzzlegui.render.layout import Layout
from puzzlegui.render.marks import Marks
from puzzlegui.render.painter import paint_board
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
        settings: ``notation``, ``theme``, ``size`` and ``speed`` are used.
    """

    def __init__(self, solution: Solution, settings: Settings) -> None:
        self._board = solution.board
        self._moves = solution.moves
        self._walk = Walk(solution.board, solution.moves)
        self._texts = move_texts(solution, settings.notation)
        self._sums = solution.board.tallies(solution.moves)
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
        """The next move, or the next moves, and how many there are."""
        at, length = self._stops[index], len(self._moves)
        board = self._board
        total = f"   {sum_is(self._sums[at], board.wanted_tally)}" if self._sums else ""
        if at == length:
            return made(length) + total
        coming = numbered(at + 1, self._texts[at], self._stops[index + 1])
        return f"{next_is(coming)}  /  {group_digits(length)}{total}"


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
