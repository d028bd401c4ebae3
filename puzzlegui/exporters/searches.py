"""The table of formats that searches, watched step by step, can be written in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from puzzlegui.engine.watching.sight import RecordingViewer
from puzzlegui.exporters.formats import Format, lazy_function, film_formats


@dataclass(frozen=True)
class Searches:
    """Searches side by side in step, from one step to another.

    Attributes:
        watches: a search each; one that has ended stays at its last step.
        first: the step to begin with, from 0.
        last: the step to end with.
    """

    viewers: Sequence[RecordingViewer]
    first: int
    last: int


SEARCH_FORMATS: dict[str, Format[Searches]] = {
    format_.name: format_
    for format_ in (
        *film_formats(Format, "search_film.film_of", ("theme", "size", "speed")),
        Format(
            "html", "Web page with a player", ".html", lazy_function("search_page.as_html"), ("speed",),
            preview=lazy_function("search_film.preview_of_page"),
        ),
    )
}  # fmt: skip
