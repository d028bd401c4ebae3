"""Table of the export formats of solutions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from puzzlegui.core.board import Board
from puzzlegui.exporters.formats import Format, film_formats, lazy_function
from puzzlegui.exporters.settings import Chapter, ExportSettings
from puzzlegui.exporters.solution_page import write_html
from puzzlegui.exporters.solution_texts import (
    format_listed_csv,
    format_listed_json,
    format_listed_markdown,
    format_listed_text,
    write_csv,
    write_json,
    write_markdown,
    write_text,
)


@dataclass(frozen=True)
class SolutionFormat(Format[Iterable[Chapter]]):
    """File format for solutions.

    Attributes:
        multiple: True if a file can hold the solutions of several boards.
        is_picture: True for pictures, films and pages, which ``puzzlegui render`` creates.
        draw_boards: returns the content of a file that shows boards without solutions; None if the
            format requires solutions.
        format_listed: formats a listed solution, from the second on, as in the file; None if the
            format does not contain all solutions. The result does not depend on how the search
            ends, so it can be formatted while the search runs.
    """

    multiple: bool = True
    is_picture: bool = False
    draw_boards: Callable[[Sequence[Board], ExportSettings], bytes] | None = None
    format_listed: Callable[[Board, int, Sequence[Any], ExportSettings], str] | None = None


_MOVES = ("notation",)
_SHEET = ("notation", "theme")
_FILM = ("notation", "theme", "size", "speed", "stride")

SOLUTION_FORMATS: dict[str, SolutionFormat] = {
    format_.name: format_
    for format_ in (
        SolutionFormat("text", "Text", ".txt", write_text, _MOVES,
            format_listed=format_listed_text),
        SolutionFormat("csv", "CSV table", ".csv", write_csv, _MOVES,
            format_listed=format_listed_csv),
        SolutionFormat("json", "JSON solution file", ".json", write_json,
            format_listed=format_listed_json),
        SolutionFormat("markdown", "Markdown", ".md", write_markdown, _MOVES,
            format_listed=format_listed_markdown),
        SolutionFormat(
            "html", "Web page with a player", ".html", write_html, ("notation", "speed"),
            preview=lazy_function("storyboard.create_page_preview"), is_picture=True,
        ),
        SolutionFormat(
            "pdf", "PDF booklet", ".pdf", lazy_function("booklet.write_pdf"),
            ("notation", "paper", "per_page"), binary=True,
            preview=lazy_function("booklet.create_preview"),
            is_picture=True,
        ),
        SolutionFormat(
            "storyboard", "Storyboard, PNG picture", ".png", lazy_function("storyboard.write_png"),
            _SHEET,
            binary=True, preview=lazy_function("storyboard.create_preview"), is_picture=True,
            draw_boards=lazy_function("storyboard.draw_boards_png"),
        ),
        SolutionFormat(
            "storyboard-svg", "Storyboard, SVG drawing", ".svg",
            lazy_function("storyboard.write_svg"),
            _SHEET, preview=lazy_function("storyboard.create_preview"), is_picture=True,
            draw_boards=lazy_function("storyboard.draw_boards_svg"),
        ),
        *film_formats(SolutionFormat, "film.create_film", _FILM, multiple=False, is_picture=True),
    )
}  # fmt: skip
