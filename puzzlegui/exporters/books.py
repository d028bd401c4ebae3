"""Export formats of books of puzzles, and what their pages contain. Independent of Qt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from puzzlegui.documents.book import Book
from puzzlegui.documents.difficulty import STAR_LENGTHS, relative_star_lengths
from puzzlegui.exporters.book_page import write_html
from puzzlegui.exporters.formats import Format, lazy_function
from puzzlegui.exporters.settings import ExportSettings, Preview, ProgressReporter

RELATIVE = "relative"
"""Value of the setting ``stars`` that rates puzzles within their book."""
SHOWN = "shown"
"""Value of the setting ``lengths`` that states the number of moves on puzzles."""
NO_ANSWERS = "none"
"""Value of the setting ``answers`` that leaves the answer key out."""


@dataclass(frozen=True)
class BookEdition:
    """A book with what its pages contain, besides the settings.

    Attributes:
        book: the book.
        puzzles: True to include the puzzles, without their answers.
        front: True to begin with a title page and the rules, as far as the settings have them.
        remarks: sentences for the answer key on puzzles without an answer, by their indices.
    """

    book: Book
    puzzles: bool = True
    front: bool = True
    remarks: Mapping[int, str] = field(default_factory=dict)

    @property
    def numbered(self) -> bool:
        """True if the puzzles are numbered; a page with a single puzzle needs no number."""
        return self.front or len(self.book.puzzles) > 1

    def has_cover(self, settings: ExportSettings) -> bool:
        """Return True if the book begins with a title page."""
        return self.front and settings.front in {"both", "cover"}

    def has_rules(self, settings: ExportSettings) -> bool:
        """Return True if the rules have pages of their own; else each puzzle has its rule."""
        return self.front and settings.front in {"both", "rules"}

    def star_lengths(self, settings: ExportSettings) -> Sequence[int]:
        """Return the greatest numbers of moves for each star but the last."""
        if settings.stars != RELATIVE:
            return STAR_LENGTHS
        lengths = (puzzle.length for puzzle in self.book.puzzles)
        return relative_star_lengths([length for length in lengths if length is not None])


def _write_html(
    edition: BookEdition, settings: ExportSettings, _report: ProgressReporter
) -> Iterator[bytes]:
    return write_html(edition.book, answers=settings.answers != NO_ANSWERS)


def _preview_html(edition: BookEdition, settings: ExportSettings) -> Preview:
    boards = [puzzle.board for puzzle in edition.book.puzzles]
    found: Preview = lazy_function("play_preview.create_preview")(boards, settings)
    return found


BOOK_FORMATS: dict[str, Format[BookEdition]] = {
    format_.name: format_
    for format_ in (
        Format(
            "pdf", "Book to print, PDF", ".pdf", lazy_function("book_pdf.write_pdf"),
            (
                "notation", "paper", "puzzles_per_page", "text_size", "answers", "pieces", "front",
                "stars", "lengths",
            ),
            binary=True,
            preview=lazy_function("book_pdf.create_preview"),
        ),
        Format(
            "html", "Web page to play", ".html", _write_html, ("answers",), preview=_preview_html
        ),
    )
}  # fmt: skip
"""Formats of books, by name."""
