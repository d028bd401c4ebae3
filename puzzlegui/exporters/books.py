"""Export formats of books of puzzles, and what their pages contain. Independent of Qt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from puzzlegui.documents.book import Book
from puzzlegui.exporters.book_page import write_html
from puzzlegui.exporters.formats import Format, lazy_function
from puzzlegui.exporters.settings import ExportSettings, ProgressReporter

NO_ANSWERS = "none"
"""Value of the setting ``answers`` that leaves the answer key out."""


@dataclass(frozen=True)
class BookEdition:
    """A book with what its pages contain, besides the settings.

    Attributes:
        book: the book.
        puzzles: True to include the puzzles, without their answers.
        front: True to begin with a title page and the rules; else each puzzle has its rule.
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


def _write_html(
    edition: BookEdition, settings: ExportSettings, _report: ProgressReporter
) -> Iterator[bytes]:
    return write_html(edition.book, answers=settings.answers != NO_ANSWERS)


BOOK_FORMATS: dict[str, Format[BookEdition]] = {
    format_.name: format_
    for format_ in (
        Format(
            "pdf", "Book to print, PDF", ".pdf", lazy_function("book_pdf.write_pdf"),
            ("notation", "paper", "puzzles_per_page", "text_size", "answers", "pieces"),
            binary=True,
            preview=lazy_function("book_pdf.create_preview"),
        ),
        Format("html", "Web page to play", ".html", _write_html, ("answers",)),
    )
}  # fmt: skip
"""Formats of books, by name."""
