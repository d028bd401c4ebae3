"""The one table of formats that searches, watched step by step, can be written in."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from puzzlegui.core.files import write_file
from puzzlegui.core.language import mark, tr
from puzzlegui.engine.watching.sight import Watch
from puzzlegui.export import drawing
from puzzlegui.export.settings import Report, Settings

SearchWriter = Callable[[Sequence[Watch], int, int, Settings, Report], Iterator[bytes]]


@dataclass(frozen=True)
class SearchFormat:
    """A way of writing a search, or several side by side in step.

    Attributes:
        name: of the format.
        title: as shown in the window.
        suffix: of its files.
        write: the content of a file, piece by piece, of the steps from one to another.
        settings: the names of those that it uses.
        program: another program that it needs.
        binary: no text that could be shown in a terminal.
    """

    name: str
    title: str
    suffix: str
    write: SearchWriter
    settings: tuple[str, ...] = ("theme", "size", "speed")
    program: str = ""
    binary: bool = True

    @property
    def missing(self) -> str:
        """Why it cannot be used on this machine, empty if it can."""
        if self.program and shutil.which(self.program) is None:
            text = tr("{format} needs {program}, which was not found; install it and try again")
            return text.format(format=tr(self.title), program=self.program)
        return ""


def _drawn(module: str, function: str) -> SearchWriter:
    """A writer that is imported when it is used, since it needs Qt."""

    def write(
        watches: Sequence[Watch], first: int, last: int, settings: Settings, report: Report
    ) -> Iterator[bytes]:
        writer = getattr(drawing.loaded(module), function)
        yield from writer(watches, first, last, settings, report)

    return write


SEARCH_FORMATS: dict[str, SearchFormat] = {
    format_.name: format_
    for format_ in (
        SearchFormat("gif", mark("Animated GIF"), ".gif", _drawn("search_film", "as_gif")),
        SearchFormat("webp", mark("Animated WebP"), ".webp", _drawn("search_film", "as_webp")),
        SearchFormat(
            "mp4", mark("MP4 video"), ".mp4", _drawn("search_film", "as_mp4"), program="ffmpeg"
        ),
        SearchFormat(
            "html", mark("Web page with a player"), ".html", _drawn("search_page", "as_html"),
            ("speed",), binary=False,
        ),
    )
}  # fmt: skip


def search_format_of(path: Path) -> SearchFormat | None:
    """The format of files with the suffix of ``path``."""
    return next((f for f in SEARCH_FORMATS.values() if f.suffix == path.suffix.lower()), None)


def export_searches(
    watches: Sequence[Watch],
    first: int,
    path: Path,
    format_: SearchFormat,
    settings: Settings,
    report: Report,
) -> None:
    """Write searches from a step on: all of them, or nothing if it fails or is cancelled.

    Raises:
        CancelledError: ``report`` raised it.
        OSError: the file cannot be written.
    """
    last = max(watch.recording.count for watch in watches) - 1
    write_file(path, *format_.write(watches, min(first, last), last, settings, report))
