"""Export formats of books of puzzles, and what their pages contain. Independent of Qt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from puzzlegui.documents.book import Book
from puzzlegui.exporters.formats import Format, lazy_function

PER_PAGE = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3)}
"""Possible numbers of puzzles per page, with their columns and rows."""
MOST_STARS = 5
STAR_LENGTHS = (4, 8, 14, 24)
"""Greatest numbers of moves of puzzles with one star, two stars, and so on."""


@dataclass(frozen=True)
class BookEdition:
    """A book with the choices of what its pages contain.

    Attributes:
        book: the book.
        puzzles: True to include the puzzles, without their answers.
        answers: True to include the answer key.
        front: True to begin with a title page and the rules; else each puzzle has its rule.
        per_page: greatest number of puzzles per page; large boards take a page of their own.
        large_print: True for large letters.
        pieces: side of the tiles to cut out, in millimetres; 0 for none.
        remarks: sentences for the answer key on puzzles without an answer, by their indices.
    """

    book: Book
    puzzles: bool = True
    answers: bool = True
    front: bool = True
    per_page: int = 2
    large_print: bool = False
    pieces: float = 0.0
    remarks: Mapping[int, str] = field(default_factory=dict)

    @property
    def numbered(self) -> bool:
        """True if the puzzles are numbered; a page with a single puzzle needs no number."""
        return self.front or len(self.book.puzzles) > 1


def stars(length: int) -> int:
    """Return the difficulty of a puzzle, 1 to 5 stars, by its number of moves."""
    return 1 + sum(length > most for most in STAR_LENGTHS)


BOOK_FORMATS: dict[str, Format[BookEdition]] = {
    format_.name: format_
    for format_ in (
        Format(
            "pdf", "Book to print, PDF", ".pdf", lazy_function("book_pdf.write_pdf"),
            ("notation", "paper"), binary=True, preview=lazy_function("book_pdf.create_preview"),
        ),
    )
}  # fmt: skip
"""Formats of books, by name."""
