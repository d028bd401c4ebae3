"""The table of formats that solutions can be written in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from puzzlegui.core.board import Board
from puzzlegui.exporters.formats import Format, lazy_function, film_formats
from puzzlegui.exporters.settings import Chapter, Settings
from puzzlegui.exporters.solution_page import write_html
from puzzlegui.exporters.solution_texts import (
    write_csv,
    write_json,
    write_markdown,
    write_text,
    format_listed_csv,
    format_listed_json,
    format_listed_markdown,
    format_listed_text,
)


@dataclass(frozen=True)
class SolutionFormat(Format[Iterable[Chapter]]):
    """A file format for solutions.

    Attributes:
        several: several solutions can be written into one file.
        picture: a picture, or several: what ``puzzlegui render`` makes.
        board: returns the content of a file that shows a board without a solution; None if it
            needs one.
        one: returns one of several solutions, from the second on, as it stands in the file; None
            where not all are in it. It is the same however the search ends, so that it can be
            written while that goes on.
    """

    multiple: bool = True
    is_picture: bool = False
    draw_board: Callable[[Board, Settings], bytes] | None = None
    format_listed: Callable[[Board, int, Sequence[Any], Settings], str] | None = None


_MOVES = ("notation",)
_SHEET = ("notation", "theme")
_FILM = ("notation", "theme", "size", "speed", "stride")

SOLUTION_FORMATS: dict[str, SolutionFormat] = {
    format_.name: format_
    for format_ in (
        SolutionFormat("text", "Text", ".txt", write_text, _MOVES, format_listed=format_listed_text),
        SolutionFormat("csv", "CSV table", ".csv", write_csv, _MOVES, format_listed=format_listed_csv),
        SolutionFormat("json", "JSON solution file", ".json", write_json, format_listed=format_listed_json),
        SolutionFormat("markdown", "Markdown", ".md", write_markdown, _MOVES, format_listed=format_listed_markdown),
        SolutionFormat(
            "html", "Web page with a player", ".html", write_html, ("notation", "speed"),
            preview=lazy_function("storyboard.preview_of_page"), is_picture=True,
        ),
        SolutionFormat(
            "pdf", "PDF booklet", ".pdf", lazy_function("booklet.as_pdf"),
            ("notation", "paper", "per_page"), binary=True, preview=lazy_function("booklet.preview"),
            is_picture=True,
        ),
        SolutionFormat(
            "storyboard", "Storyboard, PNG picture", ".png", lazy_function("storyboard.as_png"), _SHEET,
            binary=True, preview=lazy_function("storyboard.preview"), is_picture=True,
            draw_board=lazy_function("storyboard.board_png"),
        ),
        SolutionFormat(
            "storyboard-svg", "Storyboard, SVG drawing", ".svg", lazy_function("storyboard.as_svg"),
            _SHEET, preview=lazy_function("storyboard.preview"), is_picture=True,
            draw_board=lazy_function("storyboard.board_svg"),
        ),
        *film_formats(SolutionFormat, "film.film_of", _FILM, several=False, picture=True),
    )
}  # fmt: skip
