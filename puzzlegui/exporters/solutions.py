"""The table of formats that solutions can be written in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from puzzlegui.core.board import Board
from puzzlegui.exporters.formats import Format, drawn, film_formats
from puzzlegui.exporters.settings import Chapter, Settings
from puzzlegui.exporters.solution_page import as_html
from puzzlegui.exporters.solution_texts import (
    as_csv,
    as_json,
    as_markdown,
    as_text,
    one_as_csv,
    one_as_json,
    one_as_markdown,
    one_as_text,
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

    several: bool = True
    picture: bool = False
    board: Callable[[Board, Settings], bytes] | None = None
    one: Callable[[Board, int, Sequence[Any], Settings], str] | None = None


_MOVES = ("notation",)
_SHEET = ("notation", "theme")
_FILM = ("notation", "theme", "size", "speed", "stride")

SOLUTION_FORMATS: dict[str, SolutionFormat] = {
    format_.name: format_
    for format_ in (
        SolutionFormat("text", "Text", ".txt", as_text, _MOVES, one=one_as_text),
        SolutionFormat("csv", "CSV table", ".csv", as_csv, _MOVES, one=one_as_csv),
        SolutionFormat("json", "JSON solution file", ".json", as_json, one=one_as_json),
        SolutionFormat("markdown", "Markdown", ".md", as_markdown, _MOVES, one=one_as_markdown),
        SolutionFormat(
            "html", "Web page with a player", ".html", as_html, ("notation", "speed"),
            preview=drawn("storyboard.preview_of_page"), picture=True,
        ),
        SolutionFormat(
            "pdf", "PDF booklet", ".pdf", drawn("booklet.as_pdf"),
            ("notation", "paper", "per_page"), binary=True, preview=drawn("booklet.preview"),
            picture=True,
        ),
        SolutionFormat(
            "storyboard", "Storyboard, PNG picture", ".png", drawn("storyboard.as_png"), _SHEET,
            binary=True, preview=drawn("storyboard.preview"), picture=True,
            board=drawn("storyboard.board_png"),
        ),
        SolutionFormat(
            "storyboard-svg", "Storyboard, SVG drawing", ".svg", drawn("storyboard.as_svg"),
            _SHEET, preview=drawn("storyboard.preview"), picture=True,
            board=drawn("storyboard.board_svg"),
        ),
        *film_formats(SolutionFormat, "film.film_of", _FILM, several=False, picture=True),
    )
}  # fmt: skip
