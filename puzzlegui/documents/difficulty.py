"""Stars of difficulty for puzzles."""

from __future__ import annotations

MOST_STARS = 5
STAR_LENGTHS = (4, 8, 14, 24)
"""Greatest numbers of moves of puzzles with one star, two stars, and so on."""


def stars(length: int) -> int:
    """Return the difficulty of a puzzle, 1 to 5 stars, by its number of moves."""
    return 1 + sum(length > most for most in STAR_LENGTHS)
