"""Film of recorded searches, with a frame for each step or for a sample of the steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QPainter

from puzzlegui.core.formatting import group_digits, quantity
from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.exporters.film import FrameDelta
from puzzlegui.exporters.film_files import create_preview
from puzzlegui.exporters.panels import sample_positions
from puzzlegui.exporters.searches import Searches
from puzzlegui.exporters.settings import ExportSettings, Preview
from puzzlegui.exporters.storyboard import STYLES
from puzzlegui.render.qt_setup import ensure_application
from puzzlegui.render.search_painter import paint_searches

MAX_FRAMES = 500
"""Greatest number of frames; longer searches are sampled evenly."""
_SINGLE_SIZE, _MULTIPLE_SIZE = (2.4, 1.45), (3.2, 2.0)
"""Width and height of a frame with a single search, and with several, in board sizes."""
_MIN_FRAME_MS, _LAST_MS = 40, 2500
"""Shortest duration of a frame, and duration of the last frame, in milliseconds."""
_TIME_STEP_MS = 10
"""Unit of all times in milliseconds."""


class SearchFilm:
    """Film of recorded searches, as ``film.Film``.

    Args:
        searches: searches and steps to show.
        settings: ``theme``, ``size`` and ``speed`` (steps per second) are used.
    """

    page_noun = gettext_noop("Frame")

    def __init__(self, searches: Searches, settings: ExportSettings) -> None:
        ensure_application()
        self._viewers = viewers = searches.viewers
        self._style = STYLES[settings.theme]
        first, self._length = searches.first, searches.last - searches.first
        self._steps = [first]
        if self._length:
            self._steps = [first + step for step in sample_positions(self._length, MAX_FRAMES)]
        milliseconds = 1000 / settings.speed / _TIME_STEP_MS
        self._milliseconds = max(_MIN_FRAME_MS, round(milliseconds) * _TIME_STEP_MS)
        shares = _SINGLE_SIZE if len(viewers) == 1 else _MULTIPLE_SIZE
        width, height = (int(settings.size * share) // 2 * 2 for share in shares)
        self.image = QImage(width, height, QImage.Format.Format_RGB32)

    @property
    def speed(self) -> float:
        """Steps per second."""
        return 1000 / self._milliseconds

    @property
    def length_text(self) -> str:
        """Number of steps shown, in words."""
        return quantity(len(self), "step")

    @property
    def skipped_note(self) -> str:
        """Sentence on how many steps are shown; empty if all are."""
        if len(self) > self._length:
            return ""
        text = tr("Shows {count} of {all} steps: a film of a search can show at most {most}.")
        return text.format(
            count=group_digits(len(self)),
            all=group_digits(self._length + 1),
            most=group_digits(MAX_FRAMES),
        )

    @property
    def frame_count(self) -> int:
        """Number of frames."""
        return len(self)

    @property
    def milliseconds(self) -> int:
        """Duration of the film in milliseconds."""
        return (len(self) - 1) * self._milliseconds + _LAST_MS

    @property
    def frame_rate(self) -> int:
        """Frames per second that a video needs."""
        return 1000 // _MIN_FRAME_MS

    def __len__(self) -> int:
        """Return the number of frames."""
        return len(self._steps)

    def render_still(self, index: int) -> QImage:
        """Return an image of a step."""
        image = QImage(self.image.size(), self.image.format())
        self._paint(image, index)
        return image

    def render_samples(self) -> list[QImage]:
        """Return a few images that together contain nearly all colours of the film."""
        return [self.render_still(index) for index in sorted({0, len(self) // 2, len(self) - 1})]

    def render_frames(self, indexes: Iterable[int] | None = None) -> Iterator[FrameDelta]:
        """Draw the frames on ``image`` in order, and yield the changes of each."""
        for index in range(len(self)) if indexes is None else indexes:
            self._paint(self.image, index)
            last = index == len(self) - 1
            area = QRect(0, 0, self.image.width(), self.image.height())
            yield FrameDelta((area,), _LAST_MS if last else self._milliseconds, index)

    def _paint(self, image: QImage, index: int) -> None:
        with QPainter(image) as painter:
            views = [(viewer, viewer.at_or_last(self._steps[index])) for viewer in self._viewers]
            paint_searches(painter, views, image.width(), image.height(), self._style)


def create_film(searches: Searches, settings: ExportSettings) -> SearchFilm:
    """Return a film of recorded searches."""
    return SearchFilm(searches, settings)


def create_page_preview(searches: Searches, settings: ExportSettings) -> Preview:
    """Return a preview of the first step on a web page with a player."""
    first = replace(searches, last=searches.first)
    note = tr("A web page that plays the search in any browser, even offline.")
    return replace(create_preview(SearchFilm(first, settings)), note=note)
