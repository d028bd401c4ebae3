"""Film of a solution: frames drawn by ``render.painter``, of which only changed areas are redrawn.

Works without a display, in any thread.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from puzzlegui.core.cells import Cell, cells_of
from puzzlegui.core.formatting import group_digits, quantity
from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.core.motion import Arcs, Motion, overshoot
from puzzlegui.core.move_labels import after_label, next_label, sum_label
from puzzlegui.core.picture import Picture
from puzzlegui.core.routes import Point
from puzzlegui.core.solution import LazyReplay, Solution
from puzzlegui.exporters.panels import move_texts, sample_positions
from puzzlegui.exporters.settings import Chapter, ExportSettings
from puzzlegui.exporters.storyboard import STYLES
from puzzlegui.render.frame import Frame
from puzzlegui.render.layout import Layout
from puzzlegui.render.marks import Marks
from puzzlegui.render.painter import paint_board
from puzzlegui.render.primitives import colour, draw_fitting
from puzzlegui.render.qt_setup import ensure_application
from puzzlegui.render.style import frame_colours

_TWEEN_MS = 40
"""Duration of an intermediate frame in milliseconds."""
_MAX_TWEENS, _MAX_SMOOTH_FRAMES = 4, 600
"""Greatest number of intermediate frames per move, in films of at most so many frames."""
_MAX_TWEENS_LONG, _MAX_FRAMES_LONG = 1, 12_000
"""The same for longer films; even longer films have no intermediate frames."""
MAX_POSITIONS = 20_000
"""Greatest number of positions shown; longer solutions are sampled evenly."""
MIN_FRAME_MS = 20
"""Shortest duration of a frame in milliseconds that all viewers respect."""
_DEFAULT_SIZE = 400
"""Size of a board in pixels above which the letters and numbers along its sides grow too."""
_TIME_STEP_MS = 10
"""Unit of all times in milliseconds; GIF counts hundredths of a second."""
_FIRST_EXTRA_MS, _LAST_MS = 800, 2500
"""Additional duration of the first frame, and duration of the last frame, in milliseconds."""


@dataclass(frozen=True)
class FrameDelta:
    """Change from the previous frame of a film.

    Attributes:
        areas: changed areas, in pixels; their corners and sizes are even.
        milliseconds: duration of the frame.
        index: index of the position shown, or of the position before a move in progress.
        progress: progress of the next move, from 0 (at rest) to 1.
    """

    areas: tuple[QRect, ...]
    milliseconds: int
    index: int
    progress: float = 0.0

    @property
    def bounding_rect(self) -> QRect:
        """Bounding rectangle of the changed areas."""
        whole = QRect()
        for area in self.areas:
            whole = whole.united(area)
        return whole


class Film:
    """Film of a solution, whose frames are drawn one after the other on ``image``.

    Args:
        solution: solution to play.
        settings: ``notation``, ``theme``, ``size``, ``speed`` and ``stride`` are used.
    """

    page_noun = gettext_noop("Position")

    def __init__(self, solution: Solution, settings: ExportSettings) -> None:
        self._settings = settings
        self._board = solution.board
        self._moves = solution.moves
        self._replay = LazyReplay(solution.board, solution.moves)
        self._texts = move_texts(solution, settings.notation)
        self._sums = solution.board.running_totals(solution.moves)
        self._style = STYLES[settings.theme]
        self._colours = frame_colours(solution.board)
        length = len(solution.moves)
        self._move_ms = 1000 / settings.speed
        seen = math.ceil(MIN_FRAME_MS / self._move_ms - 1e-9)
        stride = max(settings.stride, seen, math.ceil(length / (MAX_POSITIONS - 1)))
        self._stops = sample_positions(length, length // stride + 1)
        self._tween_count = 0
        if stride == 1:
            room = int(self._move_ms * 0.6 / _TWEEN_MS)
            many = min(_MAX_TWEENS, _MAX_SMOOTH_FRAMES // len(self._stops) - 1)
            few = min(_MAX_TWEENS_LONG, _MAX_FRAMES_LONG // len(self._stops) - 1)
            self._tween_count = max(0, min(room, max(many, few)))
        rows, columns = solution.board.rows, solution.board.columns
        pitch = max(4, settings.size // max(rows, columns))
        margin = max(6, round(pitch * 0.2))  # for the corners of a turning block
        grown = max(1.0, settings.size / _DEFAULT_SIZE)
        axis = round(min(max(pitch * 0.42, 16 * grown), 26 * grown)) + max(3, round(pitch * 0.1))
        gap = max(1, round(pitch * 0.07)) if pitch >= 6 else 0
        self._caption_height = max(24, settings.size // 12)
        above, before, below, beyond = (math.ceil(pitch * side) for side in self._overshoot())
        left, top = axis + margin + before, axis + margin + above
        self._layout = Layout(rows, columns, pitch, left, top, gap, axis)
        width = _round_up_to_even(max(left + columns * pitch + beyond + margin, 120))
        height = _round_up_to_even(top + rows * pitch + below + margin + self._caption_height)
        self.image = QImage(width, height, QImage.Format.Format_RGB32)
        self._whole = QRect(0, 0, width, height)

    def __len__(self) -> int:
        """Return the number of positions shown."""
        return len(self._stops)

    @property
    def speed(self) -> float:
        """Moves per second."""
        return self._settings.speed

    @property
    def length_text(self) -> str:
        """Number of moves, in words."""
        return quantity(len(self._moves), "move")

    @property
    def skipped_note(self) -> str:
        """Sentence on how many positions are shown and why; empty if all are."""
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
        """Number of frames."""
        return len(self) + self._tween_count * (len(self) - 1)

    @property
    def milliseconds(self) -> int:
        """Duration of the film in milliseconds."""
        return self._start_ms(len(self) - 1) + _LAST_MS

    @property
    def frame_rate(self) -> int:
        """Frames per second that a video needs to show every frame."""
        rest = (
            self._move_ms * len(self._moves) / max(1, len(self) - 1) - self._tween_count * _TWEEN_MS
        )
        return 1000 // (_TWEEN_MS if rest >= _TWEEN_MS else MIN_FRAME_MS)

    def render_still(self, index: int, progress: float = 0.0) -> QImage:
        """Return an image of a position, or of the move after it at a progress from 0 to 1."""
        image = QImage(self.image.size(), self.image.format())
        frame = self._frame_in_motion(index, progress) if progress else self._frame_at_rest(index)
        self._paint(image, self._whole, frame, index)
        return image

    def render_samples(self) -> list[QImage]:
        """Return a few images that together contain nearly all colours of the film."""
        images = [self.render_still(index) for index in sorted({0, len(self) // 2, len(self) - 1})]
        if self._tween_count:
            images.append(self.render_still(0, 0.5))
        return images

    def render_frames(self, indexes: Iterable[int] | None = None) -> Iterator[FrameDelta]:
        """Draw the frames on ``image`` in order, and yield the changes of each.

        Args:
            indexes: positions to draw, each with the move after it; None for all.
        """
        last = len(self) - 1
        foot = self._even_area(self._caption_area())
        for index in range(len(self)) if indexes is None else indexes:
            here = self._changed_area(index)
            before = self._changed_area(index - 1) if index else self._whole
            tweens = self._tween_count if index < last else 0
            until = self._start_ms(index + 1) if index < last else self.milliseconds
            # The caption changes with the position, since it names the next move.
            areas = _disjoint([self._even_area(a) for a in (before, here) if a.isValid()] + [foot])
            frame = self._frame_at_rest(index)
            for part in areas:
                self._paint(self.image, part, frame, index)
            shown = until - self._start_ms(index) - tweens * _TWEEN_MS
            yield FrameDelta(areas, max(MIN_FRAME_MS, shown), index)
            area = self._even_area(here)
            for tween in range(tweens):
                progress = _ease((tween + 1) / (tweens + 1))
                self._paint(self.image, area, self._frame_in_motion(index, progress), index)
                yield FrameDelta((area,), _TWEEN_MS, index, progress)

    def _start_ms(self, index: int) -> int:
        """Return the time at which a position appears, in milliseconds from the start.

        Each time is rounded from the exact tempo, so rounding errors do not accumulate.
        """
        if not index:
            return 0
        return (
            math.floor((_FIRST_EXTRA_MS + self._stops[index] * self._move_ms) / _TIME_STEP_MS + 0.5)
            * _TIME_STEP_MS
        )

    def _overshoot(self) -> tuple[float, float, float, float]:
        """Return how far tiles on arcs leave the board at its top, left, bottom and right."""
        first: dict[Any, int] = {}
        for index, move in enumerate(self._moves if self._tween_count else ()):
            first.setdefault(move, index)
        motions = (self._board.motion(self._replay[i], move) for move, i in first.items())
        return overshoot(motions, self._board.rows, self._board.columns)

    # --- a single frame ---

    def _picture(self, index: int) -> Picture:
        return self._board.picture(self._replay[self._stops[index]])

    def _motion(self, index: int) -> Motion | None:
        """Return the motion to the next position if a single move leads there, else None."""
        at = self._stops[index]
        if index + 1 == len(self) or self._stops[index + 1] != at + 1:
            return None
        return self._board.motion(self._replay[at], self._moves[at])

    def _frame_at_rest(self, index: int) -> Frame:
        marks = Marks(next_move=self._motion(index))
        return Frame(self._picture(index), self._colours, marks=marks)

    def _frame_in_motion(self, index: int, progress: float) -> Frame:
        motion = self._motion(index)
        return Frame(self._picture(index), self._colours, motion, progress)

    def _changed_area(self, index: int) -> QRect:
        """Return the area changed by the moves from a position to the next."""
        if index + 1 == len(self):
            return QRect()
        motion = self._motion(index)
        if motion is not None:
            return self._area_of(motion)
        before, after = self._picture(index), self._picture(index + 1)
        if before.ground:
            return self._whole
        changed = [
            (r, c) for r, c in cells_of(before.values) if before.values[r][c] != after.values[r][c]
        ]
        return self._area_around(changed)

    def _area_of(self, motion: Motion) -> QRect:
        """Return the area that a motion can cover, with its marks."""
        area = self._area_around(motion.cells)
        if isinstance(motion.transform, Arcs):
            top, left, bottom, right = motion.reach
            corners = Point(top, left), Point(bottom, right)
            reach = QRectF(*(QPointF(*self._layout.point(corner)) for corner in corners))
            area = area.united(reach.adjusted(-2, -2, 2, 2).toAlignedRect())
        return area

    def _area_around(self, cells: Collection[Cell]) -> QRect:
        rows, columns = [r for r, _ in cells], [c for _, c in cells]
        if not rows:  # several moves that cancel out
            return QRect()
        pitch = self._layout.pitch
        left, top = self._layout.corner((min(rows), min(columns)))
        wide, high = max(columns) - min(columns) + 1, max(rows) - min(rows) + 1
        more = pitch * 0.3 + 2
        area = QRectF(left - more, top - more, wide * pitch + 2 * more, high * pitch + 2 * more)
        return area.toAlignedRect()

    def _caption_area(self) -> QRect:
        return QRect(
            0,
            self._whole.height() - self._caption_height,
            self._whole.width(),
            self._caption_height,
        )

    def _even_area(self, area: QRect) -> QRect:
        left, top = max(0, area.left()) // 2 * 2, max(0, area.top()) // 2 * 2
        right = min(self._whole.width(), _round_up_to_even(area.left() + area.width()))
        bottom = min(self._whole.height(), _round_up_to_even(area.top() + area.height()))
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
        with QPainter(image) as painter:
            painter.setClipRect(area)
            painter.fillRect(area, colour(style.page))
            axes = area.left() < layout.left or area.top() < layout.top
            paint_board(painter, frame, layout, style, cells, axes=axes)
            foot = self._caption_area()
            if area.intersects(foot):
                painter.setPen(colour(style.ink))
                room = QRectF(foot).adjusted(layout.left, 0, -8, -4)
                flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
                draw_fitting(
                    painter, room, flags, self._caption_text(index), self._caption_height * 0.5
                )

    def _caption_text(self, index: int) -> str:
        """Return the caption of a position: the next move or moves, and the total number."""
        at, length = self._stops[index], len(self._moves)
        board = self._board
        total = f"   {sum_label(self._sums[at], board.required_total)}" if self._sums else ""
        if at == length:
            return after_label(length) + total
        return next_label(at + 1, length, self._texts[at], self._stops[index + 1]) + total


def _disjoint(areas: list[QRect]) -> tuple[QRect, ...]:
    """Merge overlapping areas, and return disjoint rectangles that cover all of them."""
    disjoint: list[QRect] = []
    for area in areas:
        while overlapping := next((other for other in disjoint if other.intersects(area)), None):
            disjoint.remove(overlapping)
            area = area.united(overlapping)  # noqa: PLW2901 - it grows
        disjoint.append(area)
    return tuple(disjoint)


def _round_up_to_even(length: float) -> int:
    return -(-int(length) // 2) * 2


def _ease(share: float) -> float:
    return share * share * (3 - 2 * share)


def create_film(chapters: Iterable[Chapter], settings: ExportSettings) -> Film:
    """Return the film of the only chapter."""
    ensure_application()
    (chapter,) = chapters
    assert chapter.solution is not None
    return Film(chapter.solution, settings)
