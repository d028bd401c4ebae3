"""What a film will be, estimated before it is made: how long, how many pictures, how large."""

from __future__ import annotations

from collections.abc import Iterator

from puzzlegui.exporters.film import FrameDelta
from puzzlegui.exporters.film_files import (
    FrameSource,
    Gif,
    Webp,
    encode_mp4,
    frames_with_progress,
    video_frame_count,
)
from puzzlegui.exporters.settings import FilmEstimate, ProgressReporter

_SAMPLES = 16
"""Positions of which the size of a file is told."""
_VIDEO_SECONDS = 12
"""Of a video, so much in a piece, since it has what changes alone."""


def estimate_film(name: str, film: FrameSource) -> FilmEstimate:
    """Estimate the length and the size of a film in the format of that name."""
    pictures = film.frame_count
    if name == "mp4":
        pictures = video_frame_count(film, film.milliseconds)

    def weigh(report: ProgressReporter) -> int:
        if name == "mp4":
            return _in_part(film, report)
        return _sampled(film, Gif(film) if name == "gif" else Webp(film), report)

    return FilmEstimate(
        film.length_text, film.speed, film.milliseconds / 1000, pictures, film.skipped_note, weigh
    )  # fmt: skip


def _sampled(film: FrameSource, file: Gif | Webp, report: ProgressReporter) -> int:
    """The size of a file by that of some of its pictures, evenly spread."""
    count = min(len(film), _SAMPLES)
    indexes = sorted({round(i * (len(film) - 1) / max(1, count - 1)) for i in range(count)})
    size, sampled = len(file.header()), 0
    total = 0
    for shot in frames_with_progress(film, report, indexes):
        picture = len(file.encode_frame(shot))
        if shot.index == 0 and not shot.progress:
            size += picture  # the only one that is drawn whole
        else:
            total += picture
            sampled += 1
    return size + round(total * (film.frame_count - 1) / max(1, sampled))


def _in_part(film: FrameSource, report: ProgressReporter) -> int:
    """The size of a video by that of a part from its middle."""
    most = max(2, round(_VIDEO_SECONDS * 1000 * len(film) / film.milliseconds))
    first = max(0, (len(film) - most) // 2)
    indexes = range(first, min(len(film), first + most))
    seen = 0

    def counted() -> Iterator[FrameDelta]:
        nonlocal seen
        for shot in frames_with_progress(film, report, indexes):
            seen += shot.milliseconds
            yield shot

    return round(len(encode_mp4(film, counted())) * film.milliseconds / max(1, seen))
