"""The one table of formats that a solution can be written in."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from puzzlegui.core.board import Board
from puzzlegui.core.files import write_file
from puzzlegui.core.language import Shown, tr, with_texts
from puzzlegui.core.solution import Solution
from puzzlegui.export import drawing
from puzzlegui.export.page import as_html
from puzzlegui.export.settings import Chapter, Forecast, Preview, Report, Settings, unheard
from puzzlegui.export.texts import (
    as_csv,
    as_json,
    as_markdown,
    as_text,
    one_as_csv,
    one_as_json,
    one_as_markdown,
    one_as_text,
)

Writer = Callable[[Iterable[Chapter], Settings, Report], Iterator[bytes]]


@with_texts
@dataclass(frozen=True)
class Format:
    """A way of writing solutions.

    Attributes:
        name: as given on the command line.
        title: as shown in the window.
        suffix: of its files.
        write: the content of a file, piece by piece; what draws needs a Qt application, and may
            run in any thread.
        settings: the names of the settings that it uses.
        binary: no text that could be shown in a terminal.
        several: several solutions can be written into one file.
        picture: a picture, or several: what ``puzzlegui render`` makes.
        board: the content of a file that shows a board without a solution; None if it needs one.
        preview: what a picture will look like; None for text, which can be shown as it is.
        forecast: how long and how large a film will be; None for what is no film.
        program: another program that it needs.
        one: one of several solutions, from the second on, as it stands in the file; None where
            not all are in it. It is the same however the search ends, so that it can be written
            while that goes on.
    """

    name: str
    title: Shown
    suffix: str
    write: Writer
    settings: tuple[str, ...] = ("notation",)
    binary: bool = False
    several: bool = True
    picture: bool = False
    board: Callable[[Board, Settings], bytes] | None = None
    preview: Callable[[Solution, Settings], Preview] | None = None
    forecast: Callable[[Solution, Settings], Forecast] | None = None
    program: str = ""
    one: Callable[[Board, int, Sequence[Any], Settings], str] | None = None

    @property
    def missing(self) -> str:
        """Why it cannot be used on this machine, empty if it can."""
        if self.program and shutil.which(self.program) is None:
            return tr(
                "{title} needs {program}, which was not found; install it and try again"
            ).format(title=self.title, program=self.program)
        return ""


def export(
    solution: Solution,
    path: Path,
    format_: Format,
    settings: Settings | None = None,
    report: Report = unheard,
    write: Callable[..., object] = write_file,
) -> None:
    """Write a solution to a file: all of it, or nothing if it fails or is cancelled.

    Args:
        solution: what is written.
        path: the file.
        format_: how.
        settings: those of the format.
        report: hears how far it has come.
        write: does what ``write_file`` does, with the path and the pieces.

    Raises:
        CancelledError: ``report`` raised it.
        PuzzleError: the notation is not for this board.
        OSError: the file cannot be written.
    """
    pieces = format_.write([Chapter(solution)], settings or Settings(), report)
    write(path, *pieces)


def _drawn(module: str, function: str) -> Writer:
    """A writer that draws; it is imported when it is used, since it needs Qt."""

    def write(chapters: Iterable[Chapter], settings: Settings, report: Report) -> Iterator[bytes]:
        writer = getattr(drawing.loaded(module), function)
        yield from writer(chapters, settings, report)

    return write


def _drawn_board(function: str) -> Callable[[Board, Settings], bytes]:
    def draw(board: Board, settings: Settings) -> bytes:
        found = getattr(drawing.loaded("storyboard"), function)(board, settings)
        assert isinstance(found, bytes)
        return found

    return draw


def _previewed(module: str, function: str = "preview") -> Callable[[Solution, Settings], Preview]:
    def preview(solution: Solution, settings: Settings) -> Preview:
        previewed = getattr(drawing.loaded(module), function)
        found = previewed(solution, settings)
        assert isinstance(found, Preview)
        return found

    return preview


def _forecast(function: str) -> Callable[[Solution, Settings], Forecast]:
    def forecast(solution: Solution, settings: Settings) -> Forecast:
        module = drawing.loaded("forecast")
        found = getattr(module, function)(solution, settings)
        assert isinstance(found, Forecast)
        return found

    return forecast


_FILM = ("notation", "theme", "size", "speed", "stride")

FORMATS: dict[str, Format] = {
    format_.name: format_
    for format_ in (
        Format("text", "Text", ".txt", as_text, one=one_as_text),
        Format("csv", "CSV table", ".csv", as_csv, one=one_as_csv),
        Format("json", "JSON solution file", ".json", as_json, (), one=one_as_json),
        Format("markdown", "Markdown", ".md", as_markdown, one=one_as_markdown),
        Format("html", "Web page with a player", ".html", as_html, ("notation", "speed"),
               picture=True, preview=_previewed("storyboard", "preview_of_page")),
        Format(
            "pdf", "PDF booklet", ".pdf", _drawn("booklet", "as_pdf"),
            ("notation", "paper", "per_page"), binary=True, picture=True,
            preview=_previewed("booklet"),
        ),
        Format(
            "storyboard", "Storyboard, PNG picture", ".png", _drawn("storyboard", "as_png"),
            ("notation", "theme"), binary=True, picture=True, board=_drawn_board("board_png"),
            preview=_previewed("storyboard"),
        ),
        Format(
            "storyboard-svg", "Storyboard, SVG drawing", ".svg", _drawn("storyboard", "as_svg"),
            ("notation", "theme"), picture=True, board=_drawn_board("board_svg"),
            preview=_previewed("storyboard"),
        ),
        Format(
            "gif", "Animated GIF", ".gif", _drawn("film_files", "as_gif"), _FILM,
            binary=True, several=False, picture=True, preview=_previewed("film"),
            forecast=_forecast("of_gif"),
        ),
        Format(
            "webp", "Animated WebP", ".webp", _drawn("film_files", "as_webp"), _FILM,
            binary=True, several=False, picture=True, preview=_previewed("film"),
            forecast=_forecast("of_webp"),
        ),
        Format(
            "mp4", "MP4 video", ".mp4", _drawn("film_files", "as_mp4"), _FILM,
            binary=True, several=False, picture=True, preview=_previewed("film"), program="ffmpeg",
            forecast=_forecast("of_mp4"),
        ),
    )
}  # fmt: skip


def format_of(path: Path) -> Format | None:
    """The format of files with the suffix of ``path``."""
    return next((f for f in FORMATS.values() if f.suffix == path.suffix.lower()), None)
