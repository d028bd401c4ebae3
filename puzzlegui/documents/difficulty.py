"""Stars of difficulty for puzzles."""

from __future__ import annotations

from collections.abc import Collection, Sequence

MOST_STARS = 5
STAR_LENGTHS = (4, 8, 14, 24)
"""Greatest numbers of moves of puzzles with one star, two stars, and so on."""


def stars(length: int, star_lengths: Sequence[int] = STAR_LENGTHS) -> int:
    """Return the difficulty of a puzzle, 1 to 5 stars, by its number of moves."""
    return 1 + sum(length > most for most in star_lengths)


def relative_star_lengths(lengths: Collection[int]) -> Sequence[int]:
    """Return the greatest numbers of moves for each star but the last, relative to some puzzles.

    The range of their numbers of moves is divided evenly. If all are alike, it is the usual one.
    """
    least, most = min(lengths, default=0), max(lengths, default=0)
    if least == most:
        return STAR_LENGTHS
    return [least + (most - least) * count // MOST_STARS for count in range(1, MOST_STARS)]
