"""The class of all formats, and what those of films have in common."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Generic, TypeVar

from puzzlegui import interrupts
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.files import write_pieces
from puzzlegui.core.language import Translatable, gettext_noop, tr, translated_fields
from puzzlegui.exporters.settings import FilmEstimate, Preview, ProgressReporter, Settings, ignore_progress

Content = TypeVar("Content")


@translated_fields
@dataclass(frozen=True)
class Format(Generic[Content]):
    """A file format for one kind of content.

    Attributes:
        name: as given on the command line.
        title: as shown in the window.
        suffix: of its files.
        write: yields the content of a file, piece by piece; may run in any thread.
        settings: the names of the settings that it uses.
        binary: cannot be shown in a terminal.
        program: another program that it needs.
        preview: shows what the file will look like; None for text, which is its own preview.
        forecast: estimates how long and how large a film will be; None for everything else.
    """

    name: str
    title: Translatable
    suffix: str
    write: Callable[[Content, Settings, ProgressReporter], Iterator[bytes]]
    settings: tuple[str, ...] = ()
    binary: bool = False
    program: str = ""
    preview: Callable[[Content, Settings], Preview] | None = None
    estimate: Callable[[Content, Settings], FilmEstimate] | None = None

    @property
    def unavailable_reason(self) -> str:
        """Why it cannot be used on this machine, empty if it can."""
        if self.program and shutil.which(self.program) is None:
            return tr(
                "{title} needs {program}, which was not found; install it and try again"
            ).format(title=self.title, program=self.program)
        return ""


AnyFormat = TypeVar("AnyFormat", bound=Format[Any])


def find_format(path: Path, formats: Mapping[str, AnyFormat]) -> AnyFormat | None:
    """Return the first format for files with the suffix of ``path``, None if there is none."""
    suffix = path.suffix.lower()
    return next((format_ for format_ in formats.values() if format_.suffix == suffix), None)


def require_format(path: Path, formats: Mapping[str, AnyFormat]) -> AnyFormat:
    """Return the first format for files with the suffix of ``path``.

    Raises:
        PuzzleError: there is none.
    """
    found = find_format(path, formats)
    if found is None:
        suffixes = ", ".join(format_.suffix for format_ in formats.values())
        text = tr("{path}: the name of the file must end in one of {suffixes}")
        raise PuzzleError(text.format(path=str(path), suffixes=suffixes))
    return found


def export(
    content: Content,
    path: Path,
    format_: Format[Content],
    settings: Settings | None = None,
    report: ProgressReporter = ignore_progress,
    should_write: Callable[[], bool] = lambda: True,
) -> None:
    """Write a file: all of it, or nothing if that fails or is cancelled.

    Args:
        content: what is written.
        path: the file.
        format_: in which form.
        settings: those of the format; the defaults, unless they are given.
        report: is told how far the work has come.
        wanted: is asked at the end whether the file is to be there still.

    Raises:
        CancelledError: ``report`` raised it.
        PuzzleError: the content cannot be written so.
        OSError: the file cannot be written.
    """
    write_pieces(path, format_.write(content, settings or Settings(), report), should_write)


def lazy_function(function: str) -> Callable[..., Any]:
    """Return a function of this package that draws, as ``module.function``.

    Its module is imported when it is first called, since it needs Qt.
    """
    module, name = function.split(".")

    def call(*arguments: Any) -> Any:
        with interrupts.default_handlers():
            found = import_module(f"puzzlegui.exporters.{module}")
        return getattr(found, name)(*arguments)

    return call


_FILMS = (
    ("gif", gettext_noop("Animated GIF"), ".gif", ""),
    ("webp", gettext_noop("Animated WebP"), ".webp", ""),
    ("mp4", gettext_noop("MP4 video"), ".mp4", "ffmpeg"),
)


def film_formats(
    kind: Callable[..., AnyFormat], film: str, settings: tuple[str, ...], **further: Any
) -> Iterator[AnyFormat]:
    """Yield the formats of films.

    Args:
        kind: the class of the formats.
        film: makes a ``film_files.Film`` of content and settings, as ``module.function``.
        settings: the names of those that it uses.
        further: other attributes of the formats.
    """
    make = lazy_function(film)
    preview, forecast = lazy_function("film_files.preview"), lazy_function("size_estimate.forecast")
    for name, title, suffix, program in _FILMS:
        write = lazy_function(f"film_files.as_{name}")
        yield kind(
            name, title, suffix,
            lambda content, settings, report, write=write: write(make(content, settings), report),
            settings, binary=True, program=program,
            preview=lambda content, settings: preview(make(content, settings)),
            forecast=lambda content, settings, name=name: forecast(name, make(content, settings)),
            **further,
        )  # fmt: skip
