"""Splitting the text of a list of moves into words, with their places."""

from __future__ import annotations

import re
from collections.abc import Iterator

from puzzlegui.core.counting import group_digits
from puzzlegui.core.errors import MoveTextError

MOST_MOVES = 1_000_000
"""A list of moves may have so many; a word can stand for a thousand."""
_SKIP = re.compile(r"(?:[\s,;]+|#[^\n]*)+")


def words(text: str, pattern: re.Pattern[str], expected: str) -> Iterator[re.Match[str]]:
    """Each match of ``pattern``; blanks, commas and ``#`` comments between them are passed over.

    Raises:
        MoveTextError: something else stands there; ``expected`` says what should.
    """
    at = 0
    while True:
        skipped = _SKIP.match(text, at)
        at = skipped.end() if skipped else at
        if at == len(text):
            return
        match = pattern.match(text, at)
        if match is None:
            word = text[at:].split(maxsplit=1)[0][:20]
            raise MoveTextError(f"{word!r} is not a move; write {expected}", text, at)
        yield match
        at = match.end()


def too_many(text: str, at: int) -> MoveTextError:
    """What is wrong where a list of moves goes on though it has ``MOST_MOVES``."""
    return MoveTextError(f"there are more than {group_digits(MOST_MOVES)} moves", text, at)


def first_word(text: str) -> int:
    """Where the first word of a list of moves stands."""
    skipped = _SKIP.match(text)
    return skipped.end() if skipped else 0
