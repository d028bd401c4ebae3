"""What a film will be, told before it is made: how long, how many pictures, how large."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from puzzlegui.core.counting import group_digits
from puzzlegui.core.language import tr
from puzzlegui.core.solution import Solution
from puzzlegui.export.film import MOST_POSITIONS, SHORTEST, Film, Shot
from puzzlegui.export.film_files import Gif, Webp, film_of, mp4, reported, video_pictures
from puzzlegui.export.settings import Chapter, Forecast, Report, Settings

_SAMPLES = 16
"""Positions of which the size of a file is told."""
_VIDEO_SECONDS = 12
"""Of a video, so much in a piece, since it has what changes alone."""


def of_gif(solution: Solution, settings: Settings) -> Forecast:
    """What an animated GIF will be."""
    return _of_pictures(Gif, solution, settings)


def of_webp(solution: Solution, settings: Settings) -> Forecast:
    """What an animated WebP will be."""
    return _of_pictures(Webp, solution, settings)


def of_mp4(solution: Solution, settings: Settings) -> Forecast:
    """What a video will be."""
    film = film_of([Chapter(solution)], settings)
    pictures = video_pictures(film, film.milliseconds)
    return _forecast(film, settings, pictures, lambda report: _in_part(film, report))


def _of_pictures(kind: type[Gif | Webp], solution: Solution, settings: Settings) -> Forecast:
    film = film_of([Chapter(solution)], settings)
    return _forecast(
        film, settings, film.pictures, lambda report: _sampled(film, kind(film), report)
    )


def _forecast(
    film: Film, settings: Settings, pictures: int, weigh: Callable[[Report], int]
) -> Forecast:
    moves = film.moves
    skipped = ""
    if len(film) <= moves:
        most = 0
        text = tr("Shows {count} of {all} positions.")
        if moves // settings.stride + 1 > MOST_POSITIONS:
            most = MOST_POSITIONS
            text = tr("Shows {count} of {all} positions: a film can show at most {most}.")
        elif settings.speed * SHORTEST > 1000 * settings.stride:
            most = 1000 // SHORTEST
            text = tr(
                "Shows {count} of {all} positions: more than {most} per second cannot be seen."
            )
        skipped = text.format(
            count=group_digits(len(film)), all=group_digits(moves + 1), most=group_digits(most)
        )
    return Forecast(moves, settings.speed, film.milliseconds / 1000, pictures, skipped, weigh)


def _sampled(film: Film, file: Gif | Webp, report: Report) -> int:
    """The size of a file by that of some of its pictures, evenly spread."""
    count = min(len(film), _SAMPLES)
    indexes = sorted({round(i * (len(film) - 1) / max(1, count - 1)) for i in range(count)})
    size, sampled = len(file.head()), 0
    total = 0
    for shot in reported(film, report, indexes):
        picture = len(file.picture(shot))
        if shot.index == 0 and not shot.progress:
            size += picture  # the only one that is drawn whole
        else:
            total += picture
            sampled += 1
    return size + round(total * (film.pictures - 1) / max(1, sampled))


def _in_part(film: Film, report: Report) -> int:
    """The size of a video by that of a part from its middle."""
    most = max(2, round(_VIDEO_SECONDS * 1000 * len(film) / film.milliseconds))
    first = max(0, (len(film) - most) // 2)
    indexes = range(first, min(len(film), first + most))
    seen = 0

    def counted() -> Iterator[Shot]:
        nonlocal seen
        for shot in reported(film, report, indexes):
            seen += shot.milliseconds
            yield shot

    return round(len(mp4(film, counted())) * film.milliseconds / max(1, seen))
