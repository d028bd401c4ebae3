"""Values of grids: the words of a grid become whole numbers, with names if they are no numbers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import chain

from puzzlegui.core.cells import Grid, rows_of
from puzzlegui.core.errors import GridTextError, PuzzleError
from puzzlegui.core.formatting import quoted
from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.documents.text_rows import plain_numbers
from puzzlegui.documents.word_grids import WordGrid, is_gap

GAP_VALUE = 0
"""Value of a sign for the gap."""
MAX_DIGITS = 1000

PLAIN_NUMBER = re.compile(r"[+\-]?[0-9]+")
_FLOAT = re.compile(r"([+\-]?[0-9]+)(?:\.0*|,0{1,2})")
_THOUSANDS = re.compile(r"[+\-]?[0-9]{1,3}(?:([,' .])[0-9]{3})(?:\1[0-9]{3})*")
_NAME = re.compile(r"[^\W\d_]{1,32}(?:['-][^\W\d_]{1,32}){0,3}")


@dataclass(frozen=True)
class ValueGrid:
    """Grid of whole numbers, as a text has it.

    Attributes:
        values: the values, row by row; ``GAP_VALUE`` for a sign of the gap.
        names: names of values that stand for words.
        has_gap_sign: True if a sign other than 0 stands for the gap.
        source: the words.
        remark: marked remark on the meaning of the words; empty if they are numbers.
    """

    values: Grid
    source: WordGrid
    names: Mapping[int, str] = field(default_factory=dict, hash=False)
    has_gap_sign: bool = False
    remark: str = ""

    @property
    def is_numeric(self) -> bool:
        """True if all words are decimal numbers or signs of the gap."""
        return not self.names and (not self.remark or any("" in row for row in self.source.words))


def value_grid(grid: WordGrid, known: Mapping[str, int] | None = None) -> ValueGrid:
    """Return the values of a grid of words.

    Args:
        grid: the words.
        known: values of words that have names already, as in a goal; None to number words in the
            order of the alphabet.

    Raises:
        PuzzleError: a word has no value.
    """
    columns = len(grid.words[0])
    plain = plain_numbers([word for row in grid.words for word in row])
    if plain is not None:  # most grids
        return ValueGrid(rows_of(plain, columns), grid)
    words = [_bare(word) for row in grid.words for word in row]
    numbers = [_number(word) for word in words]
    others = [word for word, number in zip(words, numbers, strict=True)
              if number is None and not is_gap(word)]  # fmt: skip
    if not others:
        values = [GAP_VALUE if number is None else number for number in numbers]
        signs = any(number is None for number in numbers)
        remark = gettext_noop("with the empty cell as the gap") if "" in words else ""
        return ValueGrid(rows_of(values, columns), grid, {}, signs, remark)
    if known is None and (found := _hexadecimal(words)):
        return ValueGrid(
            rows_of(found, columns), grid, {}, any(map(is_gap, words)),
            gettext_noop("in hexadecimal"),
        )  # fmt: skip
    if known is None and (odd := _single_gap(words, numbers, others)):
        values = [GAP_VALUE if number is None else number for number in numbers]
        return ValueGrid(
            rows_of(values, columns), grid, {}, odd, gettext_noop("with {word} as the gap")
        )
    return _named(grid, words, numbers, known)


def word_values(grid: ValueGrid) -> dict[str, int]:
    """Return the values of named words in the order of a grid, from 1: those of a goal."""
    words = (_bare(word) for row in grid.source.words for word in row)
    named = dict.fromkeys(w for w in words if _number(w) is None and not _gap_among_names(w, grid))
    return {word: number for number, word in enumerate(named, 1)}


def _gap_among_names(word: str, grid: ValueGrid) -> bool:
    return is_gap(word) and word not in grid.names.values()


def _bare(word: str) -> str:
    """Return a word without quotes."""
    if len(word) > 1 and word[0] == word[-1] and word[0] in "\"'`":
        return word[1:-1].strip()
    return word


def _number(word: str) -> int | None:
    """Return the whole number that a word is; None for any other word."""
    if not word.isascii() or len(word) > MAX_DIGITS:
        return None
    if PLAIN_NUMBER.fullmatch(word):
        return int(word)
    if match := _FLOAT.fullmatch(word):
        return int(match[1])
    if match := _THOUSANDS.fullmatch(word):
        return int(word.replace(match[1], ""))
    return None


def _hexadecimal(words: Iterable[str]) -> list[int] | None:
    """Return the values of words in which A to F, or further letters, follow 9; else None."""
    found: list[int] = []
    digits = False
    for word in words:
        if is_gap(word) and word not in ("x", "X"):
            found.append(GAP_VALUE)
        elif word.isascii() and word.isdecimal() and len(word) <= 2:
            digits = True
            found.append(int(word))
        elif word.isascii() and word.isalpha() and len(word) == 1:
            found.append(int(word, 36))
        else:
            return None
    least = min(found)
    if digits and least in (0, 1) and sorted(found) == list(range(least, least + len(found))):
        return found
    return None


def _single_gap(words: list[str], numbers: list[int | None], others: list[str]) -> bool:
    """Return True if a single other word can only be the gap: the numbers are 1, 2, 3 and so on."""
    known = sorted(number for number in numbers if number is not None)
    single = len(others) == 1 and len(others[0]) == 1 and not others[0].isnumeric()
    return single and len(words) > 3 and known == list(range(1, len(words)))


def _named(
    grid: WordGrid, words: list[str], numbers: list[int | None], known: Mapping[str, int] | None
) -> ValueGrid:
    """Return the values of a grid of names, which has no other number than a gap's 0."""
    gap_words = {word for word in words if is_gap(word) and not _is_letter_x(word, words)}
    named = [word for word in words if word not in gap_words and word != "0"]
    for place, word in enumerate(words):
        number = numbers[place]
        odd = number not in (None, 0) or (word in named and not _NAME.fullmatch(word))
        if odd:
            raise _no_value(grid, place, words, number)
    if known is None:
        order = {word: value for value, word in enumerate(_alphabetical(set(named)), 1)}
    else:
        order = dict(known)
        if missing := next((word for word in named if word not in order), None):
            text = tr("{word} in line {line} is not in the goal")
            raise GridTextError(
                text.format(word=quoted(missing), line=str(grid.line)), grid.line, missing
            )
    values = [GAP_VALUE if word in gap_words or word == "0" else order[word] for word in words]
    names = {value: word for word, value in order.items()}
    return ValueGrid(
        rows_of(values, len(grid.words[0])), grid, names, bool(gap_words),
        gettext_noop("words as names of values"),
    )  # fmt: skip


def _is_letter_x(word: str, words: list[str]) -> bool:
    """Return True if x is a letter among others, not a sign for the gap."""
    if word not in ("x", "X"):
        return False
    single = {each.lower() for each in words if len(each) == 1 and each.isalpha()}
    repeated = Counter(words)[word] > 1
    return (
        repeated
        or {"v", "w"} <= single
        or any(each != word and len(each) > 1 and each.isalpha() for each in words)
    )


def _alphabetical(words: Iterable[str]) -> list[str]:
    return sorted(words, key=lambda word: (word.casefold(), word))


def _no_value(grid: WordGrid, place: int, words: list[str], number: int | None) -> PuzzleError:
    """Return the error for a word that is no value among the others."""
    columns = len(grid.words[0])
    row, column = divmod(place, columns)
    flat = list(chain.from_iterable(grid.words))
    if number is not None or any(_number(word) is not None for word in words):
        wrong = next(
            (p for p, word in enumerate(words) if _number(word) is None and not is_gap(word))
        )
        row, column = divmod(wrong, columns)
        text = tr("row {row}, number {number}: {shown} is not a whole number")
        place = wrong
    else:
        text = tr("row {row}, word {number}: {shown} is neither a number nor a name")
    return GridTextError(
        text.format(row=str(row + 1), number=str(column + 1), shown=quoted(flat[place])),
        grid.line, flat[place],
    )  # fmt: skip
