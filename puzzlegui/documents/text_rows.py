"""Rows of words: the lines of a text without titles, each divided into its words."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import tr
from puzzlegui.documents.text_blocks import Break, Kind, Line, LineReader

MAX_ROWS = 60_000
"""Maximum number of rows in a text; no set of puzzles has more."""

GAP_WORDS = frozenset(("none", "null", "nil", "blank", "empty", "gap"))
"""Words for the gap, in lower case, besides signs."""

_SIGNS = r"\s,;|/\"'`+_.*xX-"
# Possessive, since digits before a letter would be divided in all ways.
_NUMBERS = re.compile(rf"(?:[0-9{_SIGNS}]|none|null|nil|blank|empty|gap)++", re.IGNORECASE)
_LETTERS = re.compile(r"(?:[\s,;|/\"'`_.*-]|[0-9]++|(?<!\w)[^\W\d_](?!\w))++")
_COMPACT = re.compile(r"[A-Z0-9_.*/;-]+|[a-z0-9_.*/;-]+")
_DIGIT = re.compile(r"[0-9]")
_LETTER = re.compile(r"[^\W\d_]")
_SEVERAL = re.compile(r"[^\s,;|/](?:\s++[,;|/]?+|[,;|/])\s*+[^\s,;|/]")
_WORDS = re.compile(r"[^\s,;|]+")
_LABEL = re.compile(r"[\"']?([^\W\d_][\w '().#\"-]{0,40}?)\s*(?:[:=]|->)\s*(?=\S)")
_NUMBERED_ROW = re.compile(r"(?:(?:row|line|zeile)\s*)?[0-9]{1,4}\s*[:)]\s*(?=\S)", re.IGNORECASE)
_SIZE_WORD = r"(?:n|k|dims?|dimensions?|board|grid|puzzle|size(?:\s+of\s+(?:board|grid|puzzle))?)"
_SIZES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?:{_SIZE_WORD}\s*[:=]?\s*)?([0-9]{{1,3}})(?:[x×*]|\s*×\s*|\s+by\s+)([0-9]{{1,3}})\s*:?",
        rf"{_SIZE_WORD}\s*[:=]\s*([0-9]{{1,3}})(?:[\s,;]+([0-9]{{1,3}}))?",
        r"(?:size|dimensions?)\s+([0-9]{1,3})(?:[\s,;]+([0-9]{1,3}))?",
        r"(?:rows|r)\s*[:=]\s*([0-9]{1,3})[\s,;]+(?:columns|cols|c)\s*[:=]\s*([0-9]{1,3})",
        r"([0-9]{1,3})\s+rows?[\s,;]+([0-9]{1,3})\s+(?:columns?|cols?)",
    )
)


@dataclass(frozen=True)
class Row:
    """Row of words, of a grid or before it.

    Attributes:
        words: the words, without blanks at their ends.
        line: its line, with its place in the text.
    """

    words: tuple[str, ...]
    line: Line

    @property
    def number(self) -> int:
        """Number of its line, from 1."""
        return self.line.number


@dataclass
class Section:
    """Rows between two titles.

    Attributes:
        label: the title above them; empty without one.
        size: rows and columns that a line above gives; None without such a line.
        chunks: the rows, divided where a blank line or a frame stands between them.
    """

    label: str = ""
    size: tuple[int, int] | None = None
    chunks: list[list[Row]] = field(default_factory=list)

    @property
    def rows(self) -> list[Row]:
        """All rows."""
        return [row for chunk in self.chunks for row in chunk]


def sections_of(reader: LineReader, lines: Sequence[Line]) -> list[Section]:
    """Return the rows of a text, and set its titles and sizes aside.

    Raises:
        PuzzleError: a line is not valid CSV.
    """
    certain = any(_is_numeric_row(line.text) for line in lines)
    parts: list[tuple[Section, list[Line]]] = [(Section(), [])]
    for line in lines:
        section, content = parts[-1]
        if line.separation == Break.HARD and content:
            parts.append((Section(), []))
            section, content = parts[-1]
        section.label = line.label or section.label
        if size := _size_in(line.text):
            if content:
                parts.append((Section(), []))
                section, content = parts[-1]
            section.size = size
            reader.put_aside(Kind.SIZE, line)
        elif _is_title(line.text, certain=certain) and not _continues(line, content):
            if content:
                parts.append((Section(), []))
                section = parts[-1][0]
            section.label = line.text.strip(" :=#*_-\t")[:80]
            reader.put_aside(Kind.TITLE, line)
        else:
            label = _without_label(reader, line)
            if label and content:
                parts.append((Section(), []))
                section, content = parts[-1]
            section.label = label or section.label
            content.append(line)
    for section, content in parts:
        section.chunks = _chunks(_rows(content, reader.separator))
    return [section for section, content in parts if content]


def _is_numeric_row(text: str) -> bool:
    """Return True for a line of numbers or letters that no title looks like."""
    if _NUMBERS.fullmatch(text):
        return bool(_DIGIT.search(text))
    return bool(_LETTERS.fullmatch(text) and _SEVERAL.search(text))


def _is_title(text: str, *, certain: bool) -> bool:
    """Return True for a title.

    Args:
        text: content of a line.
        certain: True if another line certainly belongs to a grid.
    """
    if _NUMBERS.fullmatch(text):
        return not (_DIGIT.search(text) or _SEVERAL.search(text) or len(text.strip()) <= 4)
    if text.endswith(":"):
        return True
    if not certain or (_LETTERS.fullmatch(text) and _SEVERAL.search(text)):
        return False
    if _COMPACT.fullmatch(text) and (_DIGIT.search(text) or text.isupper()):
        return False
    match = _LABEL.match(text)
    return match is None or not is_content(text[match.end() :])


def _continues(line: Line, rows: Sequence[Line]) -> bool:
    """Return True for a line like the row before it: a number, and as many words."""
    if not rows or line.separation != Break.NONE or not _DIGIT.match(line.text.strip("\"'|+- ")):
        return False
    return _word_count(line.text) == _word_count(rows[-1].text)


def _word_count(text: str) -> int:
    return len(_WORDS.findall(text))


def is_content(text: str) -> bool:
    """Return True if a text can hold values of a grid and nothing else."""
    return bool(_NUMBERS.fullmatch(text) or _LETTERS.fullmatch(text) or _COMPACT.fullmatch(text))


def _size_in(text: str) -> tuple[int, int] | None:
    """Return rows and columns if a line says nothing else."""
    if len(text) > 60:
        return None
    for pattern in _SIZES:
        if match := pattern.fullmatch(text.strip()):
            rows = int(match[1])
            return rows, int(match[2] or rows)
    return None


def _without_label(reader: LineReader, line: Line) -> str:
    """Set a label or a number before a row aside; return the label."""
    if match := _NUMBERED_ROW.match(line.text):
        reader.put_aside(Kind.NUMBERING, line, 0, match.end())
        line.text, line.start = line.text[match.end() :], line.start + match.end()
        return ""
    match = _LABEL.match(line.text)
    if match is None or not is_content(line.text[match.end() :]):
        return ""
    reader.put_aside(Kind.TITLE, line, 0, match.end())
    line.text, line.start = line.text[match.end() :], line.start + match.end()
    return match[1]


def _chunks(rows: Iterable[Row]) -> list[list[Row]]:
    """Divide rows where a blank line or a frame stands between them."""
    chunks: list[list[Row]] = []
    before: Line | None = None
    for row in rows:
        if not chunks or (row.line is not before and row.line.separation != Break.NONE):
            chunks.append([])
        chunks[-1].append(row)
        before = row.line
    return chunks


# --- words ---


@dataclass(frozen=True)
class Separators:
    """Characters between the words of a line, and between the rows that stand in one line.

    Attributes:
        cell: separator of words; a blank for any white space.
        row: separator of rows; empty without one.
    """

    cell: str = " "
    row: str = ""


def _rows(lines: Sequence[Line], declared: str) -> list[Row]:
    separators = separators_in([line.text for line in lines], declared)
    rows: list[Row] = []
    for line in lines:
        # Counted first, since a long line may hold millions.
        many = bool(separators.row) and line.text.count(separators.row) > MAX_ROWS
        if not many:
            rows += (Row(tuple(words), line) for words in rows_in(line.text, separators))
        if many or len(rows) > MAX_ROWS:
            raise PuzzleError(
                tr("there are more than {most} rows of words; give fewer puzzles at a time").format(
                    most=group_digits(MAX_ROWS)
                )
            )
    return rows


def separators_in(texts: Sequence[str], declared: str = "") -> Separators:
    """Return the separators that lines use.

    Args:
        texts: the lines.
        declared: separator that the text itself declares; empty if there is none.
    """
    if declared:
        return Separators(declared)
    if any("-" in text for text in texts) and all(map(_DASHED.fullmatch, texts)):
        return Separators("-")
    seen = {mark for mark in "\t|;,/" if any(mark in text for text in texts)}
    if "\t" in seen and not any(_has_blank_in_cell(text) for text in texts):
        return Separators("\t")
    inner = "," if "," in seen else " "
    if "/" in seen:
        return Separators("|" if "|" in seen else ";" if ";" in seen else inner, "/")
    if "|" in seen:
        if _has_double_bars(texts):
            return Separators("||")
        if _separates_rows("|", texts, inner):
            return Separators(inner, "|" if len(texts) == 1 else "")
        return Separators("|")
    if ";" in seen:
        if _separates_rows(";", texts, inner):
            return Separators(inner, ";")
        return Separators(";")
    if "," in seen and len(texts) == 1 and _separates_rows(",", texts, " "):
        return Separators(" ", ",")
    return Separators(inner)


def _has_double_bars(texts: Sequence[str]) -> bool:
    """Return True for rows of MediaWiki, which have two bars between cells."""
    inner = [text.strip().strip("|") for text in texts]
    return any("||" in text for text in inner) and not any(
        "|" in text.replace("||", "") for text in inner
    )


def _has_blank_in_cell(text: str) -> bool:
    return any(" " in cell.strip(" ") for cell in text.strip().split("\t"))


def _separates_rows(mark: str, texts: Sequence[str], inner: str) -> bool:
    """Return True if a character stands between rows: each part of a line has several words."""
    for text in texts:
        parts = [part for part in map(str.strip, text.split(mark)) if part]
        if inner == ",":
            several = [part.rstrip(" ,").count(",") > 0 for part in parts]
            if parts and all(_DECIMAL.fullmatch(part) for part in parts):
                return False
        else:
            several = [len(part.split(None, 1)) > 1 for part in parts]
        sizes = {len(part) for part in parts}
        if len(texts) == 1 and sizes == {len(parts)} and len(parts) > 1 and "'" not in text:
            return True  # a square of characters without blanks
        if not all(several):
            return False
    return True


_DASHED = re.compile(r"\s*+[0-9]++(?:(?:-|\s++-\s++)[0-9]++)++\s*+")
_DECIMAL = re.compile(r"[+-]?[0-9]+,0+")


def rows_in(text: str, separators: Separators) -> list[list[str]]:
    """Return the rows of words in a line; raises PuzzleError if it is not valid CSV."""
    if not separators.row:
        return [_words(text, separators.cell)]
    parts = text.split(separators.row)
    return [_words(part, separators.cell) for part in parts if part.strip()]


def _words(text: str, separator: str) -> list[str]:
    if separator == " ":
        return text.replace("|", " ").split()
    if separator in ("|", "||"):
        text = text.strip().removeprefix("|").removesuffix("|")
    if '"' not in text or len(separator) > 1:
        return [word.strip() for word in text.split(separator)]
    reader = csv.reader([text], delimiter=separator, skipinitialspace=True, strict=True)
    try:
        return [word.strip() for word in next(reader)]
    except csv.Error as error:
        raise PuzzleError(tr("this is not CSV: {error}").format(error=str(error))) from None


def plain_numbers(words: Sequence[str]) -> list[int] | None:
    """Return words as numbers, if each consists of a few digits; else None."""
    joined = "".join(words)
    if not (joined.isascii() and joined.isdecimal()) or "" in words or max(map(len, words)) > 9:
        return None
    return list(map(int, words))


def ordinal(word: str) -> int | None:
    """Return the number that a decimal number or a digit of a hexadecimal number stands for."""
    whole = word.removesuffix(".0")
    if whole.isascii() and whole.isdecimal() and len(whole) < 9:
        return int(whole)
    if len(word) == 1 and word.isascii() and word.isalpha():
        return int(word, 36)
    return None
