"""Tokenizer of lists of moves, which keeps the location of each token."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import chain, islice
from typing import Any

from puzzlegui.core.errors import IllegalMoveError, MoveTextError
from puzzlegui.core.formatting import group_digits, quoted
from puzzlegui.core.language import tr

MAX_MOVES = 1_000_000
"""Maximum number of moves in a list; a single token can stand for a thousand."""
_SKIP = r"(?:[\s,;]++|#[^\n]*+)*+"
"""Blanks, commas and comments; possessive, since backtracking would take memory."""
_SKIPPED = re.compile(_SKIP)
_WORD = 100
"""Characters of a wrong token that are looked at."""
_WORDS = 500
"""Tokens parsed at a time."""

DIRECTION_WORDS = "up|down|left|right|north|south|west|east"
"""Pattern of a direction in words."""
DIRECTION_SIGNS = "UDLRNSWE↑↓←→⬆⬇⬅➡"
"""Letters, compass points and arrows for a direction, for a set in a pattern."""
_DIRECTIONS = dict(zip(DIRECTION_SIGNS, "UDLRUDLRUDLRUDLR", strict=True))

TokenParser = Callable[["re.Match[str]"], Iterable[Any]]
"""Returns the moves of a token; raises ValueError with a message for an invalid token."""


@dataclass(frozen=True)
class TokenRun:
    """Run of consecutive tokens and the moves it parses to.

    Attributes:
        moves: the moves.
        tokens: yields each token with its offset in the text.
        counts: number of moves of each token.
        dropped: number of moves of the first tokens that were dropped.
    """

    moves: list[Any]
    tokens: Callable[[], Iterator[tuple[str, int]]]
    counts: list[int]
    dropped: int = 0

    def offset_of(self, index: int) -> int:
        """Return the offset of the token that a move comes from."""
        before = -self.dropped
        for (_, at), count in zip(self.tokens(), self.counts, strict=True):
            before += count
            if index < before:
                return at
        raise IndexError(index)

    def without_first(self) -> TokenRun:
        """Return the run without its first move."""
        return replace(self, moves=self.moves[1:], dropped=self.dropped + 1)


def parse_tokens(
    text: str, pattern: re.Pattern[str], expected: str, meaning: TokenParser
) -> Iterator[TokenRun]:
    """Parse a text in runs of tokens; each distinct token is interpreted only once.

    Args:
        text: moves; blanks, commas and ``#`` comments between them are skipped.
        pattern: matches a token.
        expected: description of a valid token, for messages.
        meaning: interprets a token that matches.

    Raises:
        MoveTextError: the text contains something else, or an invalid token.
    """
    one, many = _repeated(pattern)
    known: dict[str, tuple[Any, ...]] = {}
    at = first_token(text)
    while at < len(text):
        found = many.match(text, at)
        if found is None:
            word = text[at : at + _WORD].split(maxsplit=1)[0]
            raise MoveTextError(
                tr("{word} is not a move; write {expected}").format(
                    word=quoted(word), expected=expected
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
        yield TokenRun(
            list(chain.from_iterable(meanings)),
            partial(_words, one, text, at, len(words)),
            list(map(len, meanings)),
        )
        if wrong is not None:
            raise wrong
        skipped = _SKIPPED.match(text, found.end())
        assert skipped is not None  # it may be empty
        at = skipped.end()


def direction(word: str) -> str:
    """Return the direction that a word, a letter or an arrow means: U, D, L or R."""
    return _DIRECTIONS[word[0].upper()]


def converted(runs: Iterable[TokenRun], meaning: Callable[[Any], Any]) -> Iterator[TokenRun]:
    """Yield runs with each move replaced by the move it means.

    Args:
        runs: runs of parsed tokens.
        meaning: called for all moves in order; raises IllegalMoveError, which is located here.
    """
    for run in runs:
        moves: list[Any] = []
        try:
            for move in run.moves:
                moves.append(meaning(move))  # noqa: PERF401 - the moves before an error are kept
        except IllegalMoveError as error:
            yield replace(run, moves=moves)
            error.offset = run.offset_of(len(moves))
            raise
        yield replace(run, moves=moves)


def _words(one: re.Pattern[str], text: str, at: int, count: int) -> Iterator[tuple[str, int]]:
    """Yield ``count`` tokens from an offset on, with their offsets."""
    for match in islice(one.finditer(text, at), count):
        yield match[1], match.start(1)


@cache
def _repeated(pattern: re.Pattern[str]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return a pattern for a token with the blanks before it, and a pattern for a run of these."""
    # Make groups non-capturing, so that findall returns tokens.
    word = re.sub(r"(?<!\\)\((?:\?P<\w+>|(?!\?))", "(?:", pattern.pattern)
    return (
        re.compile(f"{_SKIP}({word})", pattern.flags),
        re.compile(f"(?>{_SKIP}(?:{word})){{1,{_WORDS}}}+", pattern.flags),
    )


def too_many_moves(text: str, at: int) -> MoveTextError:
    """Return the error of a list with more than ``MAX_MOVES`` moves."""
    return MoveTextError(
        tr("there are more than {most_moves} moves").format(most_moves=group_digits(MAX_MOVES)),
        text,
        at,
    )


def first_token(text: str) -> int:
    """Return the offset of the first token of a list of moves."""
    skipped = _SKIPPED.match(text)
    assert skipped is not None  # it may be empty
    return skipped.end()
