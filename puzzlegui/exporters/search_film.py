"""Searches as a film: a picture for each of their steps, or for evenly spaced ones."""

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
from puzzlegui.exporters.settings import Preview, Settings
from puzzlegui.exporters.storyboard import STYLES
from puzzlegui.render.qt_setup import ensure_application
from puzzlegui.render.search_painter import paint_searches

MAX_FRAMES = 500
"""Of a longer search, evenly spaced steps are shown."""
_ALONE, _BESIDE = (2.4, 1.45), (3.2, 2.0)
"""Width and height of a picture of one search, and of several, in sizes of a board."""
_SHORTEST, _LAST = 40, 2500
"""Milliseconds that a picture is seen at least, and the last one."""
_GRID = 10
"""Milliseconds; all times are multiples of it."""


class SearchFilm:
    """The pictures of a film, drawn one after the other on one image; see ``film.Film``.

    Args:
        searches: what is shown.
        settings: ``theme``, ``size`` and ``speed`` are used, the last for steps in a second.
    """

    page_noun = gettext_noop("Frame")

    def __init__(self, searches: Searches, settings: Settings) -> None:
        ensure_application()
        self._watches = watches = searches.viewers
        self._style = STYLES[settings.theme]
        first, self._length = searches.first, searches.last - searches.first
        self._steps = [first]
        if self._length:
            self._steps = [first + step for step in sample_positions(self._length, MAX_FRAMES)]
        milliseconds = 1000 / settings.speed / _GRID
        self._milliseconds = max(_SHORTEST, round(milliseconds) * _GRID)
        shares = _ALONE if len(watches) == 1 else _BESIDE
        width, height = (int(settings.size * share) // 2 * 2 for share in shares)
        self.image = QImage(width, height, QImage.Format.Format_RGB32)

    @property
    def speed(self) -> float:
        """Steps in a second."""
        return 1000 / self._milliseconds

    @property
    def length_text(self) -> str:
        """How many steps it shows, in words."""
        return quantity(len(self), "step")

    @property
    def skipped_note(self) -> str:
        """A sentence that says how many steps are shown, empty if all are."""
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
        """How many shots there are."""
        return len(self)

    @property
    def milliseconds(self) -> int:
        """How long all shots are seen."""
        return (len(self) - 1) * self._milliseconds + _LAST

    @property
    def frame_rate(self) -> int:
        """Pictures in a second that a video needs."""
        return 1000 // _SHORTEST

    def __len__(self) -> int:
        """The number of pictures."""
        return len(self._steps)

    def render_still(self, index: int) -> QImage:
        """One picture by itself."""
        image = QImage(self.image.size(), self.image.format())
        self._paint(image, index)
        return image

    def render_samples(self) -> list[QImage]:
        """A few pictures that between them have nearly every colour of the film."""
        return [self.render_still(index) for index in sorted({0, len(self) // 2, len(self) - 1})]

    def render_frames(self, indexes: Iterable[int] | None = None) -> Iterator[FrameDelta]:
        """Draw every picture on ``image`` in its turn."""
        for index in range(len(self)) if indexes is None else indexes:
            self._paint(self.image, index)
            last = index == len(self) - 1
            area = QRect(0, 0, self.image.width(), self.image.height())
            yield FrameDelta((area,), _LAST if last else self._milliseconds, index)

    def _paint(self, image: QImage, index: int) -> None:
        painter = QPainter(image)
        shown = [(watch, watch.at_or_last(self._steps[index])) for watch in self._watches]
        paint_searches(painter, shown, image.width(), image.height(), self._style)
        painter.end()


def create_film(searches: Searches, settings: Settings) -> SearchFilm:
    """Return the film of searches."""
    return SearchFilm(searches, settings)


def create_page_preview(searches: Searches, settings: Settings) -> Preview:
    """Show what a web page with a player begins with."""
    first = replace(searches, last=searches.first)
    note = tr("A web page that plays the search in any browser, even offline.")
    return replace(create_preview(SearchFilm(first, settings)), note=note)
