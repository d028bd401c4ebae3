"""Grids of words: rows are put together, and sizes, headers and numberings are set aside."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from math import isqrt

from puzzlegui.core.board import MAX_SIZE
from puzzlegui.core.errors import GridTextError, PuzzleError
from puzzlegui.core.formatting import group_digits, join_and
from puzzlegui.core.language import Text, ngettext, tr
from puzzlegui.documents import text_rows
from puzzlegui.documents.text_arrays import array_sections
from puzzlegui.documents.text_blocks import Kind, Line, LineReader, SetAside
from puzzlegui.documents.text_rows import GAP_WORDS, MAX_ROWS, Row, Section, sections_of

GAP_SIGNS = frozenset(("", "_", ".", "*", "-", "x", "X"))
"""Signs for the gap, besides 0."""

Words = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class WordGrid:
    """Rectangle of words.

    Attributes:
        words: the words, row by row.
        label: title above the grid, or name of the array; empty without one.
        line: number of its first line, from 1.
        laid_out: True if the text has the same rows as the grid.
    """

    words: Words
    label: str
    line: int
    laid_out: bool = True


@dataclass(frozen=True)
class GridText:
    """Grids of a text, and what was set aside.

    Attributes:
        grids: the grids, in order.
        set_aside: the other stretches of the text, in order.
    """

    grids: tuple[WordGrid, ...]
    set_aside: tuple[SetAside, ...]


def grids_of(text: str) -> GridText:
    """Return the grids of words in a text.

    Raises:
        PuzzleError: the words are no grids, or how many or of which size is unclear.
    """
    reader = LineReader(text)
    lines = _lines(reader)
    sections = array_sections(reader, lines) or sections_of(reader, lines)
    grids = [grid for section in _with_sizes(reader, sections) for grid in _grids(reader, section)]
    return GridText(tuple(grids), tuple(sorted(reader.set_aside, key=lambda each: each.start)))


def word_grid(text: str) -> GridText:
    """Return the rows of a text as a grid of any shape, in which a size is a value, too.

    Raises:
        PuzzleError: the text holds no rows of equal length.
    """
    reader = LineReader(text)
    lines = _lines(reader)
    sections = array_sections(reader, lines) or sections_of(reader, lines)
    rows = [row for section in sections for row in section.rows if any(row.words)]
    if not rows:
        raise PuzzleError(tr("there is no grid in this text"))
    rows = _without_empty_columns(rows)
    _check_rectangle(rows)
    if len(rows) > MAX_SIZE or len(rows[0].words) > MAX_SIZE**2:
        raise too_large()
    grid = WordGrid(tuple(row.words for row in rows), "", rows[0].number)
    return GridText((grid,), tuple(reader.set_aside))


def _lines(reader: LineReader) -> list[Line]:
    lines: list[Line] = []
    for line in reader.lines():
        if len(lines) == MAX_ROWS:
            raise PuzzleError(
                tr("there are more than {most} lines; give fewer puzzles at a time").format(
                    most=group_digits(MAX_ROWS)
                )
            )
        lines.append(line)
    return lines


def is_gap(word: str) -> bool:
    """Return True for a sign or a word that stands for the gap, other than 0."""
    return word in GAP_SIGNS or word.lower() in GAP_WORDS or not word.strip("_")


# --- sizes and counts ---


def _with_sizes(reader: LineReader, sections: Sequence[Section]) -> list[Section]:
    """Give each section the size that a section above it consists of."""
    found: list[Section] = []
    pending: tuple[int, int] | None = None
    for section in sections:
        if pending and section.size is None:
            section.size = pending
        pending = None
        chunks = section.chunks
        if len(chunks) > 1 and section.size is None and (size := _size_row(chunks[0])):
            whole = len(chunks) == 2 and _fits(chunks[1:], size)  # not a frame between rows
            if _widths(chunks[1]) != {len(chunks[0][0].words)} or whole:
                reader.put_aside(Kind.SIZE, chunks[0][0].line)
                section.size, section.chunks = size, chunks[1:]
        elif len(chunks) == 1 and len(sections) > 1 and (size := _size_row(chunks[0])):
            reader.put_aside(Kind.SIZE, chunks[0][0].line)
            pending = size
            continue
        found.append(section)
    return found


def _size_row(rows: Sequence[Row]) -> tuple[int, int] | None:
    """Return the size that a single row may give: a number, or two with or without an x."""
    if len(rows) != 1:
        return None
    words = rows[0].words
    if len(words) == 3 and words[1] in ("x", "X", "*"):
        words = (words[0], words[2])
    if not 1 <= len(words) <= 2:
        return None
    if not all(word.isascii() and word.isdecimal() and len(word) <= 3 for word in words):
        return None
    size = int(words[0]), int(words[-1])
    return size if min(size) >= 2 and max(size) <= MAX_SIZE else None


def _fits(chunks: Sequence[Sequence[Row]], size: tuple[int, int]) -> bool:
    rows = [row for chunk in chunks for row in chunk]
    return len(rows) == size[0] and _widths(rows) == {size[1]}


def _widths(rows: Sequence[Row]) -> set[int]:
    return {len(row.words) for row in rows}


# --- from rows to grids ---


def _grids(reader: LineReader, section: Section) -> list[WordGrid]:
    """Return the grids of a section."""
    chunks = [
        list(run)
        for chunk in section.chunks
        for filled, run in groupby(chunk, key=lambda row: any(row.words))
        if filled
    ]
    rows = [row for chunk in chunks for row in chunk]
    if any(len(chunk) == 1 for chunk in chunks) and len(_widths(rows)) == 1:
        chunks = [rows]  # spaces between rows
    chunks = [_without_empty_columns(chunk) for chunk in chunks]
    grids: list[WordGrid] = []
    for chunk in chunks:
        grids += _grids_of_rows(reader, chunk, section.size, section.label)
    return grids


def _without_empty_columns(rows: Sequence[Row]) -> list[Row]:
    """Return rows, none of them empty, without the empty columns at their edges."""
    left = min(_empty_words(row.words) for row in rows)
    right = max(len(row.words) - _empty_words(row.words[::-1]) for row in rows)
    return [Row(row.words[left:right], row.line) for row in rows]


def _empty_words(words: Sequence[str]) -> int:
    """Return the number of empty words that begin a row."""
    return next((number for number, word in enumerate(words) if word), len(words))


def _grids_of_rows(
    reader: LineReader, rows: list[Row], size: tuple[int, int] | None, label: str
) -> list[WordGrid]:
    if size is None and len(rows) > 1:
        rows, size = _without_size_row(reader, rows)
    rows = _without_header(reader, rows)
    rows = _without_short_gap(reader, rows)
    rows = _without_numbering(reader, rows)
    if size is None and len(rows) > 1:
        rows = _without_count(reader, rows)
    _check_rectangle(rows)
    words = tuple(row.words for row in rows)
    pieces, laid_out = _divided(words, size, rows[0].number)
    per_piece = len(rows) // len(pieces)
    return [
        WordGrid(piece, label, rows[number * per_piece].number, laid_out)
        for number, piece in enumerate(pieces)
    ]


def _without_size_row(
    reader: LineReader, rows: list[Row]
) -> tuple[list[Row], tuple[int, int] | None]:
    """Set the first row aside if it gives the size of the others.

    Raises:
        PuzzleError: the row may give the size or belong to the grid.
    """
    first, rest = rows[0], rows[1:]
    size = _size_row([first])
    if size is None:
        return rows, None
    cells = size[0] * size[1]
    widths = _widths(rest)
    fits = _fits([rest], size) or (
        len(widths) == 1
        and cells in (len(rest), *(w for w in widths if w > 1))
        and (len(rest) == 1 or widths == {1} or cells == max(widths))
    )
    stacked = widths == {size[1]} and len(rest) % size[0] == 0
    compact = (
        widths == {1}
        and {len(row.words[0]) for row in rest} == {size[1]}
        and (len(rest) == size[0] and size[1] > 1)
    )
    if not (fits or stacked or compact):
        return rows, None
    if len(first.words) in widths and not (compact or (widths == {1} and cells == len(rest))):
        whole, without = _is_arrangement(rows), _is_arrangement(rest)
        if whole and not without:
            return rows, None
        if whole == without:
            text = tr(
                "line {line} may give the size, {size}, or be a row of the grid. Write the "
                "size as {size}, or leave it out."
            ).format(line=str(first.number), size=f"{size[0]}x{size[1]}")
            raise GridTextError(text, first.number)
    reader.put_aside(Kind.SIZE, first.line)
    return rest, size


def _without_count(reader: LineReader, rows: list[Row]) -> list[Row]:
    """Set a first row aside that gives the number of square grids below it."""
    first, rest = rows[0], rows[1:]
    widths = _widths(rest)
    if len(first.words) != 1 or len(widths) != 1 or not first.words[0].isdecimal():
        return rows
    (width,) = widths
    if width > 1 and int(first.words[0][:6]) * width == len(rest):
        reader.put_aside(Kind.SIZE, first.line)
        return rest
    if width > 1 and isqrt(width) ** 2 == width and int(first.words[0][:6]) == len(rest):
        reader.put_aside(Kind.SIZE, first.line)
        return rest
    return rows


def _without_header(reader: LineReader, rows: list[Row]) -> list[Row]:
    """Set the header of a spreadsheet aside: a first row of words or letters above numbers."""
    first, rest = rows[0], rows[1:]
    widths = _widths(rest)
    if len(rest) < 2 or widths not in ({len(first.words)}, {len(first.words) + 1}):
        return rows
    titles = [word for word in first.words if word]
    named = bool(titles) and all(map(_is_name, titles))
    counted = len(first.words) not in widths and all(
        map(_counts, (first.words, [row.words[0] for row in rest]))
    )
    if counted or (
        named
        and all(_is_number(word) or is_gap(word) for row in rest for word in row.words)
        and not _is_arrangement(rows)
    ):
        reader.put_aside(Kind.HEADER, first.line)
        labelled = not first.words[0] or len(first.words) < len(rest[0].words)
        if labelled and _counts([row.words[0] for row in rest]):
            return _cut_first_column(reader, rest)
        return rest
    return rows


def _without_numbering(reader: LineReader, rows: list[Row]) -> list[Row]:
    """Set a first column aside that numbers the rows of an arrangement, or has their bullets."""
    if len(_widths(rows)) != 1 or len(rows[0].words) < 3 or _is_arrangement(rows):
        return rows
    inner = [Row(row.words[1:], row.line) for row in rows]
    if len(rows) > 1 and {row.words[0] for row in rows} in ({"-"}, {"*"}, {"•"}):
        return _cut_first_column(reader, rows)
    if not _counts([row.words[0].rstrip(".):") for row in rows]):
        return rows
    if _is_arrangement(inner) or _are_lines(tuple(row.words for row in inner)):
        return _cut_first_column(reader, rows)
    return rows


def _cut_first_column(reader: LineReader, rows: Sequence[Row]) -> list[Row]:
    for row in rows:
        start = row.line.text.find(row.words[0])
        reader.put_aside(Kind.NUMBERING, row.line, start, start + len(row.words[0]))
    return [Row(row.words[1:], row.line) for row in rows]


def _counts(words: Sequence[str]) -> bool:
    """Return True if words count up from 0 or 1."""
    if not words or not all(
        word.isascii() and word.isdecimal() and len(word) < 9 for word in words
    ):
        return False
    numbers = [int(word) for word in words]
    return numbers[0] in (0, 1) and all(b - a == 1 for a, b in pairwise(numbers))


def _without_short_gap(reader: LineReader, rows: list[Row]) -> list[Row]:
    """Fill the gap into the only row that lacks a word, where the columns are aligned."""
    width = max(len(row.words) for row in rows)
    short = [number for number, row in enumerate(rows) if len(row.words) < width]
    if len(rows) < 2 or width < 2 or len(short) != 1 or len(rows[short[0]].words) != width - 1:
        return rows
    (number,) = short
    row = rows[number]
    if any(is_gap(word) or word == "0" for each in rows for word in each.words):
        return rows
    here = _places(row, reader)
    others = [_places(each, reader) for each in rows if len(each.words) == width]
    there = others[0]
    if here is None or there is None or not all(_aligned(each, there) for each in others):
        return rows
    column = next((c for c, place in enumerate(here) if not _overlap(place, there[c])), width - 1)
    inside = number < len(rows) - 1 or column < width - 1
    if not inside or not all(
        _overlap(place, there[c + 1]) for c, place in enumerate(here) if c >= column
    ):
        return rows
    filled = Row((*row.words[:column], "", *row.words[column:]), row.line)
    return [*rows[:number], filled, *rows[number + 1 :]]


def _places(row: Row, reader: LineReader) -> list[tuple[int, int]] | None:
    """Return the columns of text in which the words of a row stand; None if it shares its line."""
    found = [match.span() for match in re.finditer(r"\S+", row.line.text)]
    if len(found) != len(row.words):
        return None
    indent = row.line.start - (reader.text.rfind("\n", 0, row.line.start) + 1)
    return [(start + indent, stop + indent) for start, stop in found]


def _aligned(places: Sequence[tuple[int, int]] | None, columns: Sequence[tuple[int, int]]) -> bool:
    """Return True if each word stands in its column, and in no other."""
    return places is not None and all(
        _overlap(place, column) == (c == d)
        for c, place in enumerate(places)
        for d, column in enumerate(columns)
    )


def _overlap(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _check_rectangle(rows: Sequence[Row]) -> None:
    """Raise PuzzleError, with what was understood, unless all rows have the same length."""
    if len(_widths(rows)) == 1:
        width = len(rows[0].words)
        if len(rows) * width > MAX_SIZE * MAX_SIZE and width > MAX_SIZE**2:
            raise too_large()
        return
    runs = [list(run) for _, run in groupby(rows, key=lambda row: len(row.words))]
    first = ngettext("a row of {width} numbers", "{count} rows of {width} numbers", len(runs[0]))
    parts = [_counted(first, runs[0])]
    for run in runs[1:4]:
        later = ngettext(
            "a row of {width} (line {line})", "{count} rows of {width} (from line {line})", len(run)
        )
        parts.append(_counted(later, run))
    said = tr(", then ").join(parts) + ("…" if len(runs) > 4 else "")
    text = tr("{rows}. All rows of a grid need the same number; mark other lines with #.")
    raise GridTextError(text.format(rows=said), min(reversed(runs), key=len)[0].number)


def _counted(text: Text, rows: Sequence[Row]) -> str:
    return text.format(
        count=group_digits(len(rows)), width=group_digits(len(rows[0].words)),
        line=group_digits(rows[0].number),
    )  # fmt: skip


def too_large() -> PuzzleError:
    """Return the error of a grid that is larger than any board."""
    return PuzzleError(
        tr("this is too large; a board has at most {largest} rows and columns").format(
            largest=str(MAX_SIZE)
        )
    )


# --- shapes ---


def _divided(words: Words, size: tuple[int, int] | None, line: int) -> tuple[list[Words], bool]:
    """Divide the rows of a section into grids.

    Args:
        words: rows of equal length.
        size: rows and columns of a grid, if the text gives them.
        line: number of the first line, for messages.

    Returns:
        The grids, and True if they have the rows of the text.

    Raises:
        PuzzleError: the size or the number of grids is unclear, or contradicts ``size``.
    """
    rows, columns = len(words), len(words[0])
    if columns == 1 and (spelled := _spelled_out(words, size)):
        return spelled, len(spelled[0]) == rows
    if size is not None:
        return _of_size(words, size, line)
    if rows == 1 or columns == 1:
        flat = [word for row in words for word in row]
        side = isqrt(len(flat))
        if side * side != len(flat) or side < 2 or not _may_be_one_grid(flat):
            raise _unclear_size(len(flat), line, column=columns == 1)
        return [_square(flat, side)], False
    if _are_lines(words):
        if not any(word == "0" or is_gap(word) for word in words[0]) and rows == columns:
            raise GridTextError(
                tr(
                    "{rows} lines of {columns} values may be one grid, or a grid in each line. "
                    "Write a line with the size above them, such as {size}."
                ).format(
                    rows=group_digits(rows), columns=group_digits(columns),
                    size=f"{isqrt(columns)}x{isqrt(columns)}",
                ),
                line,
            )  # fmt: skip
        return [_square(row, isqrt(columns)) for row in words], False
    if rows > columns and rows % columns == 0:
        stacked = [words[i : i + columns] for i in range(0, rows, columns)]
        if all(_arranges(piece) for piece in stacked):
            return stacked, True
    if rows > MAX_SIZE or columns > MAX_SIZE:
        raise too_large()
    return [words], True


def _spelled_out(words: Words, size: tuple[int, int] | None) -> list[Words] | None:
    """Return the grids of words that are spelled without blanks, such as ``812`` or ``ABC``."""
    column = [row[0] for row in words]
    length = len(column[0])
    if length < 2 or any(len(word) != length for word in column):
        return None
    if not all(_SPELLED.fullmatch(word) for word in column):
        return None
    if not all(word.isupper() or word.islower() or not _has_letter(word) for word in column):
        return None
    rows = [tuple(word) for word in column]
    side = isqrt(length)
    if size is not None:
        cells = size[0] * size[1]
        if length == cells:
            return [tuple(zip(*[iter(row)] * size[1], strict=True)) for row in rows]
        if (len(rows), length) == size:
            return [tuple(rows)]
        return None
    if side * side == length and all(_arranges([row]) for row in rows):
        return [_square(row, side) for row in rows]
    if (
        len(rows) > 1
        and (_arranges(rows) or not _arranges(words))
        and (len(rows) == length or _arranges(rows) or _has_letter("".join(column)))
    ):
        return [tuple(rows)]
    return None


_SPELLED = re.compile(r"[0-9A-Za-z_.*-]+")


def _has_letter(text: str) -> bool:
    return any(character.isalpha() for character in text)


def _of_size(words: Words, size: tuple[int, int], line: int) -> tuple[list[Words], bool]:
    rows, columns = size
    count, width = len(words), len(words[0])
    if width == columns and count % rows == 0:
        return [words[i : i + rows] for i in range(0, count, rows)], True
    if width == rows * columns:
        return [tuple(zip(*[iter(row)] * columns, strict=True)) for row in words], False
    if width == 1 and count == rows * columns:
        flat = [row[0] for row in words]
        return [tuple(zip(*[iter(flat)] * columns, strict=True))], False
    if (width, count) == size:  # columns first
        return [words], True
    raise GridTextError(
        tr(
            "the size is given as {size}, but from line {line} there are {rows} rows of {columns}"
        ).format(
            size=f"{rows}×{columns}", line=group_digits(line), rows=group_digits(count),
            columns=group_digits(width),
        ),
        line,
    )  # fmt: skip


def _unclear_size(count: int, line: int, *, column: bool) -> PuzzleError:
    shapes = [
        f"{rows}x{count // rows}" for rows in range(2, MAX_SIZE + 1)
        if count % rows == 0 and 2 <= count // rows <= MAX_SIZE
    ]  # fmt: skip
    values = ngettext("{count} value", "{count} values", count).format(count=group_digits(count))
    where = (tr("{values}, one in a line from line {line}") if column
             else tr("{values} in line {line}")).format(
        values=values, line=group_digits(line)
    )  # fmt: skip
    if not shapes:
        text = tr("{values}: no board has so many cells")
        return GridTextError(text.format(values=where), line)
    return GridTextError(
        tr(
            "{values}: the size is unclear. Write a line with the size above them, such as {sizes}."
        ).format(values=where, sizes=join_and(shapes[:2])),
        line,
    )


def _may_be_one_grid(words: Sequence[str]) -> bool:
    """Return True unless a single row of words may be anything: names that are no alphabet."""
    return any(map(_is_number, words)) or _arranges([words])


def _square(words: Sequence[str], side: int) -> Words:
    return tuple(tuple(words[i : i + side]) for i in range(0, side * side, side))


def _are_lines(words: Words) -> bool:
    """Return True if each of several rows arranges a square of its own."""
    columns = len(words[0])
    side = isqrt(columns)
    if len(words) < 2 or side < 2 or side * side != columns:
        return False
    return all(_arranges([row]) for row in words)


# --- words as numbers ---

_NUMBER = re.compile(r"[\"']?[+\-]?[0-9][0-9.,' ]*[\"']?")


def _is_number(word: str) -> bool:
    return _NUMBER.fullmatch(word) is not None


def _is_name(word: str) -> bool:
    return not _is_number(word) and not (is_gap(word) and word.lower() != "x")


def _is_arrangement(rows: Sequence[Row]) -> bool:
    return _arranges([row.words for row in rows])


def _arranges(rows: Sequence[Sequence[str]]) -> bool:
    """Return True if words are the numbers from 0 or 1 on, or signs or letters like them, once."""
    plain = text_rows.plain_numbers([word for row in rows for word in row])
    if plain is not None and len(plain) <= MAX_SIZE**2:
        least, most = min(plain), max(plain)
        return least in (0, 1) and most - least == len(set(plain)) - 1 == len(plain) - 1
    words = [word.strip("\"'") for row in rows for word in row]
    if len(words) > MAX_SIZE**2 or len(set(words)) != len(words):
        return False
    gaps = sum(map(is_gap, words))
    numbers = [text_rows.ordinal(word) for word in words if not is_gap(word)]
    if gaps > 1 or any(number is None for number in numbers):
        return _are_letters(words)
    found = {number for number in numbers if number is not None}
    least = 1 if gaps else min(found, default=1)
    if least in (0, 1) and found == set(range(least, least + len(numbers))):
        return True
    return _are_letters(words)


def _are_letters(words: Sequence[str]) -> bool:
    """Return True if words are the first letters of the alphabet, each once, and at most a gap."""
    letters = sorted(word.upper() for word in words if len(word) == 1 and word.isalpha())
    gaps = [word for word in words if word == "0" or (is_gap(word) and word not in letters)]
    if len(letters) + len(gaps) != len(words) or len(gaps) > 1 or not letters:
        return False
    return letters == [chr(ord("A") + i) for i in range(len(letters))]
