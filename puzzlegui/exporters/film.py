"""A solution as a film: one picture after the other, of which only what changes is drawn.

Works without a display, in any thread. Everything goes through ``render.painter``.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from puzzlegui.core.cells import Cell, cells_of
from puzzlegui.core.formatting import group_digits, quantity
from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.core.motion import Motion
from puzzlegui.core.move_labels import after_label, next_label, sum_label
from puzzlegui.core.picture import Picture
from puzzlegui.core.solution import LazyReplay, Solution
from puzzlegui.exporters.panels import move_texts, sample_positions
from puzzlegui.exporters.settings import Chapter, Settings
from puzzlegui.exporters.storyboard import STYLES, draw_fitting
from puzzlegui.render.frame import Frame
from puzzlegui.render.layout import Layout
from puzzlegui.render.marks import Marks
from puzzlegui.render.painter import paint_board
from puzzlegui.render.primitives import colour
from puzzlegui.render.style import frame_colours
from puzzlegui.render.qt_setup import ensure_application

_TWEEN = 40
"""Milliseconds of a picture between two positions."""
_MOST_TWEENS, _SMOOTH = 4, 600
"""Pictures from one position to the next, and of the whole film as long as there are so many."""
_FEW_TWEENS, _MOST_PICTURES = 1, 12_000
"""The same of a longer film; one that is longer still has none between two positions."""
MAX_POSITIONS = 20_000
"""Of a longer solution, evenly spaced ones are shown."""
MIN_FRAME_MS = 20
"""Milliseconds; the shortest time that every program shows a picture for."""
_USUAL_SIZE = 400
"""Pixels of a board, from which on the letters and numbers along its sides grow with it."""
_GRID = 10
"""Milliseconds; all times are multiples of it, as GIF has it."""
_FIRST, _LAST = 800, 2500
"""Milliseconds that the first picture stays longer, and the last one stays."""


@dataclass(frozen=True)
class FrameDelta:
    """A change of the picture.

    Attributes:
        areas: what has changed; their corners and sizes are even.
        milliseconds: how long it is seen.
        index: of the position shown, or left.
        progress: how far the next move has come in a picture between two positions, which the
            next one draws over; 0 at rest.
    """

    areas: tuple[QRect, ...]
    milliseconds: int
    index: int
    progress: float = 0.0

    @property
    def bounding_rect(self) -> QRect:
        """What holds all that has changed."""
        whole = QRect()
        for area in self.areas:
            whole = whole.united(area)
        return whole


class Film:
    """The pictures of a film, drawn one after the other on one image.

    Args:
        solution: what is played.
        settings: ``notation``, ``theme``, ``size``, ``speed`` and ``stride`` are used.
    """

    page_noun = gettext_noop("Position")

    def __init__(self, solution: Solution, settings: Settings) -> None:
        self._settings = settings
        self._board = solution.board
        self._moves = solution.moves
        self._walk = LazyReplay(solution.board, solution.moves)
        self._texts = move_texts(solution, settings.notation)
        self._sums = solution.board.running_totals(solution.moves)
        self._style = STYLES[settings.theme]
        self._colours = frame_colours(solution.board)
        length = len(solution.moves)
        self._move_ms = 1000 / settings.speed
        seen = math.ceil(MIN_FRAME_MS / self._move_ms - 1e-9)
        stride = max(settings.stride, seen, math.ceil(length / (MAX_POSITIONS - 1)))
        self._stops = sample_positions(length, length // stride + 1)
        self._tweens = 0
        if stride == 1:
            room = int(self._move_ms * 0.6 / _TWEEN)
            many = min(_MOST_TWEENS, _SMOOTH // len(self._stops) - 1)
            few = min(_FEW_TWEENS, _MOST_PICTURES // len(self._stops) - 1)
            self._tweens = max(0, min(room, max(many, few)))
        rows, columns = solution.board.rows, solution.board.columns
        pitch = max(4, settings.size // max(rows, columns))
        margin = max(6, round(pitch * 0.2))  # room for the corners of a turning block
        grown = max(1.0, settings.size / _USUAL_SIZE)
        axis = round(min(max(pitch * 0.42, 16 * grown), 26 * grown)) + max(3, round(pitch * 0.1))
        gap = max(1, round(pitch * 0.07)) if pitch >= 6 else 0
        self._caption = max(24, settings.size // 12)
        self._layout = Layout(rows, columns, pitch, axis + margin, axis + margin, gap, axis)
        width = _even(max(axis + 2 * margin + columns * pitch, 120))
        height = _even(axis + 2 * margin + rows * pitch + self._caption)
        self.image = QImage(width, height, QImage.Format.Format_RGB32)
        self._whole = QRect(0, 0, width, height)

    def __len__(self) -> int:
        """The number of positions shown."""
        return len(self._stops)

    @property
    def speed(self) -> float:
        """Moves in a second."""
        return self._settings.speed

    @property
    def length_text(self) -> str:
        """How many moves it shows, in words."""
        return quantity(len(self._moves), "move")

    @property
    def skipped_note(self) -> str:
        """A sentence that says how many positions are shown and why, empty if all are."""
        moves, stride = len(self._moves), self._settings.stride
        if len(self) > moves:
            return ""
        most = 0
        text = tr("Shows {count} of {all} positions.")
        if moves // stride + 1 > MAX_POSITIONS:
            most = MAX_POSITIONS
            text = tr("Shows {count} of {all} positions: a film can show at most {most}.")
        elif self.speed * MIN_FRAME_MS > 1000 * stride:
            most = 1000 // MIN_FRAME_MS
            text = tr(
                "Shows {count} of {all} positions: more than {most} per second cannot be seen."
            )
        return text.format(
            count=group_digits(len(self)), all=group_digits(moves + 1), most=group_digits(most)
        )

    @property
    def frame_count(self) -> int:
        """How many shots there are."""
        return len(self) + self._tweens * (len(self) - 1)

    @property
    def milliseconds(self) -> int:
        """How long all shots are seen."""
        return self._begins(len(self) - 1) + _LAST

    @property
    def frame_rate(self) -> int:
        """Pictures in a second that a video needs to show every shot."""
        rest = self._move_ms * len(self._moves) / max(1, len(self) - 1) - self._tweens * _TWEEN
        return 1000 // (_TWEEN if rest >= _TWEEN else MIN_FRAME_MS)

    def render_still(self, index: int, progress: float = 0.0) -> QImage:
        """The picture of a position by itself, or of the move after it."""
        image = QImage(self.image.size(), self.image.format())
        frame = self._moving(index, progress) if progress else self._resting(index)
        self._paint(image, self._whole, frame, index)
        return image

    def render_samples(self) -> list[QImage]:
        """A few pictures that between them have nearly every colour of the film."""
        found = [self.render_still(index) for index in sorted({0, len(self) // 2, len(self) - 1})]
        if self._tweens:
            found.append(self.render_still(0, 0.5))
        return found

    def render_frames(self, indexes: Iterable[int] | None = None) -> Iterator[FrameDelta]:
        """Draw every picture on ``image`` in its turn, and say what has changed.

        Args:
            indexes: only those of these positions, and of the moves after them.
        """
        last = len(self) - 1
        foot = self._even_area(self._caption_area())
        for index in range(len(self)) if indexes is None else indexes:
            here = self._area_of(index)
            before = self._area_of(index - 1) if index else self._whole
            tweens = self._tweens if index < last else 0
            until = self._begins(index + 1) if index < last else self.milliseconds
            # The caption goes with the board: it names the move to be made from here on.
            areas = _apart([self._even_area(a) for a in (before, here) if a.isValid()] + [foot])
            frame = self._resting(index)
            for part in areas:
                self._paint(self.image, part, frame, index)
            shown = until - self._begins(index) - tweens * _TWEEN
            yield FrameDelta(areas, max(MIN_FRAME_MS, shown), index)
            area = self._even_area(here)
            for tween in range(tweens):
                progress = _eased((tween + 1) / (tweens + 1))
                self._paint(self.image, area, self._moving(index, progress), index)
                yield FrameDelta((area,), _TWEEN, index, progress)

    def _begins(self, index: int) -> int:
        """When a position is seen first, in milliseconds from the start.

        It is that of the exact tempo, rounded, so that what was rounded does not add up.
        """
        if not index:
            return 0
        return math.floor((_FIRST + self._stops[index] * self._move_ms) / _GRID + 0.5) * _GRID

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
        marks = Marks(next_move=self._motion(index))
        return Frame(self._picture(index), self._colours, marks=marks)

    def _moving(self, index: int, progress: float) -> Frame:
        motion = self._motion(index)
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

    def _around(self, cells: Collection[Cell]) -> QRect:
        rows, columns = [r for r, _ in cells], [c for _, c in cells]
        if not rows:  # several moves that come to nothing
            return QRect()
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
        total = f"   {sum_label(self._sums[at], board.required_total)}" if self._sums else ""
        if at == length:
            return after_label(length) + total
        return next_label(at + 1, length, self._texts[at], self._stops[index + 1]) + total


def _apart(areas: list[QRect]) -> tuple[QRect, ...]:
    """Areas that hold these, and of which none touches another."""
    found: list[QRect] = []
    for area in areas:
        while touched := next((other for other in found if other.intersects(area)), None):
            found.remove(touched)
            area = area.united(touched)  # noqa: PLW2901 - it grows
        found.append(area)
    return tuple(found)


def _even(length: float) -> int:
    return -(-int(length) // 2) * 2


def _eased(share: float) -> float:
    return share * share * (3 - 2 * share)


def create_film(chapters: Iterable[Chapter], settings: Settings) -> Film:
    """Return the film of the only chapter."""
    ensure_application()
    (chapter,) = chapters
    assert chapter.solution is not None
    return Film(chapter.solution, settings)
