"""File formats: their class, the export of a file, and the shared formats of films."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, Generic, TypeVar

from puzzlegui import interrupts
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.files import escape_text_pieces, write_pieces
from puzzlegui.core.language import Translatable, gettext_noop, tr, translated_fields
from puzzlegui.core.outputs import check_not_input
from puzzlegui.exporters.settings import (
    ExportSettings,
    FilmEstimate,
    Preview,
    ProgressReporter,
    ignore_progress,
)

Content = TypeVar("Content")


@translated_fields
@dataclass(frozen=True)
class Format(Generic[Content]):
    """File format for a kind of content.

    Attributes:
        name: name on the command line.
        title: name shown in the window.
        suffix: file name suffix.
        write: yields the content of a file in pieces; may run in any thread. In text, control
            characters are escaped, whatever it comes from.
        settings: names of the settings that the format uses.
        binary: True if the content cannot be shown in a terminal.
        program: name of an external program that the format requires; empty if none.
        preview: returns a preview of the file; None for text, which needs no other preview.
        estimate: estimates the length and the size of a film; None for other formats.
    """

    name: str
    title: Translatable
    suffix: str
    write: Callable[[Content, ExportSettings, ProgressReporter], Iterator[bytes]]
    settings: tuple[str, ...] = ()
    binary: bool = False
    program: str = ""
    preview: Callable[[Content, ExportSettings], Preview] | None = None
    estimate: Callable[[Content, ExportSettings], FilmEstimate] | None = None

    def __post_init__(self) -> None:
        if not self.binary:
            object.__setattr__(self, "write", partial(_write_escaped, self.write))

    @property
    def unavailable_reason(self) -> str:
        """Reason why the format cannot be used on this machine; empty if it can."""
        if self.program and shutil.which(self.program) is None:
            return tr(
                "{title} needs {program}, which was not found; install it and try again"
            ).format(title=self.title, program=self.program)
        return ""


def _write_escaped(write: Callable[..., Iterator[bytes]], *arguments: Any) -> Iterator[bytes]:
    return escape_text_pieces(write(*arguments))


AnyFormat = TypeVar("AnyFormat", bound=Format[Any])


def find_format(path: Path, formats: Mapping[str, AnyFormat]) -> AnyFormat | None:
    """Return the first format whose suffix is that of ``path``, or None."""
    suffix = path.suffix.lower()
    return next((format_ for format_ in formats.values() if format_.suffix == suffix), None)


def require_format(path: Path, formats: Mapping[str, AnyFormat]) -> AnyFormat:
    """Return the first format whose suffix is that of ``path``.

    Raises:
        PuzzleError: no format has this suffix.
    """
    format_ = find_format(path, formats)
    if format_ is None:
        suffixes = ", ".join(each.suffix for each in formats.values())
        text = tr("{path}: the name of the file must end in one of {suffixes}")
        raise PuzzleError(text.format(path=str(path), suffixes=suffixes))
    return format_


def export(
    content: Content,
    path: Path,
    format_: Format[Content],
    settings: ExportSettings | None = None,
    report: ProgressReporter = ignore_progress,
    should_write: Callable[[], bool] = lambda: True,
    inputs: Iterable[Path] = (),
) -> None:
    """Write a file; no partial file remains if this fails or is cancelled.

    Args:
        content: content to export.
        path: path of the file.
        format_: format of the file.
        settings: settings of the format; None for the defaults.
        report: called with the progress of the export.
        should_write: called before the file is put in place; False discards it.
        inputs: files that must not be replaced.

    Raises:
        CancelledError: raised by ``report``.
        PuzzleError: the format cannot represent the content, or the file must not be replaced.
        OSError: the file cannot be written.
    """
    check_not_input(path, inputs)
    write_pieces(path, format_.write(content, settings or ExportSettings(), report), should_write)


def lazy_function(function: str) -> Callable[..., Any]:
    """Return a proxy for a drawing function of this package, named ``module.function``.

    The module, which needs Qt, is imported by the first call.
    """
    module, name = function.split(".")

    def call(*arguments: Any) -> Any:
        with interrupts.default_handlers():
            imported = import_module(f"puzzlegui.exporters.{module}")
        return getattr(imported, name)(*arguments)

    return call


_FILMS = (
    ("gif", gettext_noop("Animated GIF"), ".gif", ""),
    ("webp", gettext_noop("Animated WebP"), ".webp", ""),
    ("mp4", gettext_noop("MP4 video"), ".mp4", "ffmpeg"),
)


def film_formats(
    kind: Callable[..., AnyFormat], film: str, settings: tuple[str, ...], **further: Any
) -> Iterator[AnyFormat]:
    """Yield the formats of films: GIF, WebP and MP4.

    Args:
        kind: class of the formats.
        film: function that creates a ``film_files.FrameSource`` from content and settings, as
            ``module.function``.
        settings: names of the settings that the film uses.
        further: other attributes of the formats.
    """
    make = lazy_function(film)
    preview, estimate = (
        lazy_function("film_files.create_preview"),
        lazy_function("size_estimate.estimate_film"),
    )
    for name, title, suffix, program in _FILMS:
        write = lazy_function(f"film_files.write_{name}")
        yield kind(
            name, title, suffix,
            lambda content, settings, report, write=write: write(make(content, settings), report),
            settings, binary=True, program=program,
            preview=lambda content, settings: preview(make(content, settings)),
            estimate=lambda content, settings, name=name: estimate(name, make(content, settings)),
            **further,
        )  # fmt: skip
