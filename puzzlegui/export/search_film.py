"""Searches as a film: a picture for each of their steps, or for evenly spaced ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QPainter

from puzzlegui.engine.watching.sight import Watch
from puzzlegui.export.film import Shot
from puzzlegui.export.film_files import Gif, Webp, mp4, reported, webp_of
from puzzlegui.export.panels import stops
from puzzlegui.export.settings import Report, Settings
from puzzlegui.export.storyboard import STYLES
from puzzlegui.render.searchpicture import paint_searches
from puzzlegui.render.surface import ensure_application

MOST_PICTURES = 500
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
        watches: what is shown, side by side; one that has ended stays at its last step.
        first: the step that it begins with.
        last: the one that it ends with.
        settings: ``theme``, ``size`` and ``speed`` are used, the last for steps in a second.
    """

    def __init__(self, watches: Sequence[Watch], first: int, last: int, settings: Settings) -> None:
        ensure_application()
        self._watches = watches
        self._style = STYLES[settings.theme]
        length = last - first
        self._steps = [first + step for step in stops(length, MOST_PICTURES)] if length else [first]
        milliseconds = 1000 / settings.speed / _GRID
        self._milliseconds = max(_SHORTEST, round(milliseconds) * _GRID)
        shares = _ALONE if len(watches) == 1 else _BESIDE
        width, height = (int(settings.size * share) // 2 * 2 for share in shares)
        self.image = QImage(width, height, QImage.Format.Format_RGB32)

    @property
    def rate(self) -> int:
        """Pictures in a second that a video needs."""
        return 1000 // _SHORTEST

    def __len__(self) -> int:
        """The number of pictures."""
        return len(self._steps)

    def still(self, index: int) -> QImage:
        """One picture by itself."""
        image = QImage(self.image.size(), self.image.format())
        self._paint(image, index)
        return image

    def samples(self) -> list[QImage]:
        """A few pictures that between them have nearly every colour of the film."""
        return [self.still(index) for index in sorted({0, len(self) // 2, len(self) - 1})]

    def shots(self, indexes: Iterable[int] | None = None) -> Iterator[Shot]:
        """Draw every picture on ``image`` in its turn."""
        for index in range(len(self)) if indexes is None else indexes:
            self._paint(self.image, index)
            last = index == len(self) - 1
            area = QRect(0, 0, self.image.width(), self.image.height())
            yield Shot((area,), _LAST if last else self._milliseconds, index)

    def _paint(self, image: QImage, index: int) -> None:
        painter = QPainter(image)
        shown = [(watch, watch.near(self._steps[index])) for watch in self._watches]
        paint_searches(painter, shown, image.width(), image.height(), self._style)
        painter.end()


def as_gif(
    watches: Sequence[Watch], first: int, last: int, settings: Settings, report: Report
) -> Iterator[bytes]:
    """An animated GIF."""
    film = SearchFilm(watches, first, last, settings)
    gif = Gif(film)
    yield gif.head()
    for shot in reported(film, report):
        yield gif.picture(shot)
    yield gif.tail()


def as_webp(
    watches: Sequence[Watch], first: int, last: int, settings: Settings, report: Report
) -> Iterator[bytes]:
    """An animated WebP."""
    film = SearchFilm(watches, first, last, settings)
    yield from webp_of(Webp(film), reported(film, report))


def as_mp4(
    watches: Sequence[Watch], first: int, last: int, settings: Settings, report: Report
) -> Iterator[bytes]:
    """A video, made by ffmpeg; raises OSError if that fails."""
    film = SearchFilm(watches, first, last, settings)
    yield mp4(film, reported(film, report))
