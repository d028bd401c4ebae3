"""Estimates of a film before it is encoded: duration, number of frames, file size."""

from __future__ import annotations

from collections.abc import Iterator

from puzzlegui.exporters.film import FrameDelta
from puzzlegui.exporters.film_files import (
    FrameSource,
    GifEncoder,
    WebpEncoder,
    encode_mp4,
    frames_with_progress,
    video_frame_count,
)
from puzzlegui.exporters.settings import FilmEstimate, ProgressReporter

_SAMPLE_COUNT = 16
"""Number of positions encoded to estimate the size of a file."""
_EXCERPT_SECONDS = 12
"""Length of the excerpt of a video: consecutive frames, since only changes are encoded."""


def estimate_film(name: str, film: FrameSource) -> FilmEstimate:
    """Return the estimated length and size of a film in the format of that name."""
    pictures = film.frame_count
    if name == "mp4":
        pictures = video_frame_count(film, film.milliseconds)

    def estimate_size(report: ProgressReporter) -> int:
        if name == "mp4":
            return _size_from_excerpt(film, report)
        return _size_from_samples(
            film, GifEncoder(film) if name == "gif" else WebpEncoder(film), report
        )

    return FilmEstimate(
        film.length_text, film.speed, film.milliseconds / 1000, pictures, film.skipped_note,
        estimate_size,
    )  # fmt: skip


def _size_from_samples(
    film: FrameSource, file: GifEncoder | WebpEncoder, report: ProgressReporter
) -> int:
    """Estimate the size of a file from a sample of its frames, evenly spaced."""
    count = min(len(film), _SAMPLE_COUNT)
    indexes = sorted({round(i * (len(film) - 1) / max(1, count - 1)) for i in range(count)})
    size, sampled = len(file.header()), 0
    total = 0
    for frame in frames_with_progress(film, report, indexes):
        picture = len(file.encode_frame(frame))
        if frame.index == 0 and not frame.progress:
            size += picture  # the only frame that is encoded completely
        else:
            total += picture
            sampled += 1
    return size + round(total * (film.frame_count - 1) / max(1, sampled))


def _size_from_excerpt(film: FrameSource, report: ProgressReporter) -> int:
    """Estimate the size of a video from an excerpt from its middle."""
    most = max(2, round(_EXCERPT_SECONDS * 1000 * len(film) / film.milliseconds))
    first = max(0, (len(film) - most) // 2)
    indexes = range(first, min(len(film), first + most))
    duration = 0

    def timed_frames() -> Iterator[FrameDelta]:
        nonlocal duration
        for frame in frames_with_progress(film, report, indexes):
            duration += frame.milliseconds
            yield frame

    return round(len(encode_mp4(film, timed_frames())) * film.milliseconds / max(1, duration))
