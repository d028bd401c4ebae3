"""Table of the export formats of recorded searches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from puzzlegui.engine.watching.step_view import RecordingViewer
from puzzlegui.exporters.formats import Format, film_formats, lazy_function


@dataclass(frozen=True)
class Searches:
    """Recorded searches shown side by side, for a range of steps.

    Attributes:
        viewers: a viewer of each search; a search that has ended stays at its last step.
        first: first step, from 0.
        last: last step.
    """

    viewers: Sequence[RecordingViewer]
    first: int
    last: int


SEARCH_FORMATS: dict[str, Format[Searches]] = {
    format_.name: format_
    for format_ in (
        *film_formats(Format, "search_film.create_film", ("theme", "size", "speed")),
        Format(
            "html", "Web page with a player", ".html", lazy_function("search_page.write_html"),
            ("speed",),
            preview=lazy_function("search_film.create_page_preview"),
        ),
    )
}  # fmt: skip
