"""Reading the text of a list of moves, word by word, with the place of each."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import chain, islice
from typing import Any

from puzzlegui.core.counting import group_digits
from puzzlegui.core.errors import MoveTextError
from puzzlegui.core.language import tr

MOST_MOVES = 1_000_000
"""A list of moves may have so many; a word can stand for a thousand."""
_SKIP = r"(?:[\s,;]++|#[^\n]*+)*+"
"""Blanks, commas and comments; what was taken once is not given back, which would take memory."""
_SKIPPED = re.compile(_SKIP)
_WORDS = 500
"""Words that are read at once."""

Meaning = Callable[["re.Match[str]"], Iterable[Any]]
"""The moves that a word stands for; raises ValueError, which says why, if for none."""


@dataclass(frozen=True)
class Stretch:
    """Words that follow one another in a text, and the moves that they stand for.

    Attributes:
        moves: the moves.
        words: each word, and where it stands.
        counts: for how many moves each stands.
        left: so many moves of the first words are not among them.
    """

    moves: list[Any]
    words: Callable[[], Iterator[tuple[str, int]]]
    counts: list[int]
    left: int = 0

    def place(self, index: int) -> int:
        """Where the word stands that a move comes from."""
        before = -self.left
        for (_, at), count in zip(self.words(), self.counts, strict=True):
            before += count
            if index < before:
                return at
        raise IndexError(index)

    def without_first(self) -> Stretch:
        """The same but for the first move."""
        return replace(self, moves=self.moves[1:], left=self.left + 1)


def read_words(
    text: str, pattern: re.Pattern[str], expected: str, meaning: Meaning
) -> Iterator[Stretch]:
    """The moves of a text in stretches; each different word is given a meaning only once.

    Args:
        text: moves; blanks, commas and ``#`` comments between them are passed over.
        pattern: matches a word.
        expected: says what should stand where there is no word.
        meaning: of a word that matches.

    Raises:
        MoveTextError: something else stands there, or a word that stands for no move.
    """
    one, many = _repeated(pattern)
    known: dict[str, tuple[Any, ...]] = {}
    at = first_word(text)
    while at < len(text):
        found = many.match(text, at)
        if found is None:
            word = text[at:].split(maxsplit=1)[0][:20]
            raise MoveTextError(
                tr("{word} is not a move; write {expected}").format(
                    word=repr(word), expected=expected
                ),
                text,
                at,
            )
        words = one.findall(text, at, found.end())
        wrong: MoveTextError | None = None
        for number, word in enumerate(words):
            if word not in known:
                match = pattern.match(word)
                assert match is not None
                try:
                    known[word] = tuple(meaning(match))
                except ValueError as error:
                    *_, (_, place) = _words(one, text, at, number + 1)
                    wrong = MoveTextError(str(error), text, place)
                    words = words[:number]
                    break
        meanings = [known[word] for word in words]
        yield Stretch(
            list(chain.from_iterable(meanings)),
            partial(_words, one, text, at, len(words)),
            list(map(len, meanings)),
        )
        if wrong is not None:
            raise wrong
        skipped = _SKIPPED.match(text, found.end())
        assert skipped is not None  # it may be empty
        at = skipped.end()


def _words(one: re.Pattern[str], text: str, at: int, count: int) -> Iterator[tuple[str, int]]:
    """So many words from an offset on, with their places."""
    for match in islice(one.finditer(text, at), count):
        yield match[1], match.start(1)


@cache
def _repeated(pattern: re.Pattern[str]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What matches a word with what is passed over before it, and what matches many of these."""
    # Without groups of its own, a word is all that is found.
    word = re.sub(r"(?<!\\)\((?:\?P<\w+>|(?!\?))", "(?:", pattern.pattern)
    return (
        re.compile(f"{_SKIP}({word})", pattern.flags),
        re.compile(f"(?>{_SKIP}(?:{word})){{1,{_WORDS}}}+", pattern.flags),
    )


def too_many(text: str, at: int) -> MoveTextError:
    """What is wrong where a list of moves goes on though it has ``MOST_MOVES``."""
    return MoveTextError(
        tr("there are more than {most_moves} moves").format(most_moves=group_digits(MOST_MOVES)),
        text,
        at,
    )


def first_word(text: str) -> int:
    """Where the first word of a list of moves stands."""
    skipped = _SKIPPED.match(text)
    assert skipped is not None  # it may be empty
    return skipped.end()
