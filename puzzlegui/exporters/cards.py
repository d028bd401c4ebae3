"""Export formats of cards: a picture of a puzzle with its ID. Independent of Qt."""

from __future__ import annotations

from dataclasses import dataclass

from puzzlegui.documents.book import BookPuzzle
from puzzlegui.exporters.formats import Format, lazy_function

MOST_MOVES = 500
"""Greatest number of moves of an answer on a card."""
MOST_QR_VERSION = 20
"""Largest version of QR codes that phones read well, of 97 × 97 squares."""


@dataclass(frozen=True)
class Card:
    """Content of a card.

    Attributes:
        puzzle: the puzzle; its moves are shown if they are known.
        board_id: ID of the board.
        link: address at which the board can be played, for the QR code; empty for the ID.
    """

    puzzle: BookPuzzle
    board_id: str
    link: str = ""

    @property
    def code(self) -> str:
        """Text of the QR code."""
        return self.link or self.board_id


def qr_squares(text: str) -> list[list[bool]] | None:
    """Return the dark squares of a QR code row by row; None if the text is too long."""
    import segno  # only cards need it

    try:
        # Letters in upper case take less room in a QR code.
        shown = text if "#" in text else text.upper()
        code = segno.make(shown, micro=False, error="l")
    except segno.DataOverflowError:
        return None
    if not isinstance(code.version, int) or code.version > MOST_QR_VERSION:
        return None
    return [[bool(square) for square in row] for row in code.matrix_iter(border=0)]


_SETTINGS = ("notation", "note")

CARD_FORMATS: dict[str, Format[Card]] = {
    "png": Format(
        "png", "Card, PNG picture", ".png", lazy_function("card_drawing.write_png"), _SETTINGS,
        binary=True, preview=lazy_function("card_drawing.create_preview"),
    ),
    "svg": Format(
        "svg", "Card, SVG drawing", ".svg", lazy_function("card_drawing.write_svg"), _SETTINGS,
        preview=lazy_function("card_drawing.create_preview"),
    ),
}  # fmt: skip
"""Formats of cards, by name."""
