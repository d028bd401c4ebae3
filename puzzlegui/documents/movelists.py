"""Parsers of move lists in exported files: text, CSV and Markdown."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from puzzlegui.core.board import Board, MoveConvention
from puzzlegui.core.errors import MoveTextError
from puzzlegui.core.formatting import group_digits, join_or, quoted
from puzzlegui.core.language import ngettext, tr
from puzzlegui.core.movetext import MAX_MOVES, too_many_moves

Span = tuple[int, int]
"""Start and end offset of moves in a text."""

_CSV_HEADS = (["step", "move", "segment"], ["solution", "step", "move", "segment"])
_MOST_COLUMNS = max(map(len, _CSV_HEADS))
_CSV_HEAD = re.compile(r'"?(?:solution"?[,;\t]"?)?step"?[,;\t]"?move\b')
_SEVERAL = re.compile(r"^# solution [0-9]+: [0-9]+ moves?$", re.MULTILINE)
_TABLE_HEAD = re.compile(r"^\| *step *\| *moves *\| *$", re.MULTILINE | re.IGNORECASE)
_RULE = re.compile(r"\|[ :-]*\|[ :-]*\|\s*")
# Possessive, since a row of blanks would be tried in all ways.
_ROW = re.compile(r"\| *+(?:[0-9]++(?: *+[–-] *+[0-9]++)?)? *+\| *+(?:`([^`]*+)`|\*.*\*) *+\|\s*+")


@dataclass(frozen=True)
class MoveList:
    """Moves of a single solution in a file.

    Attributes:
        text: content of the file.
        spans: locations of the moves in it, in order.
    """

    text: str
    spans: Sequence[Span]

    @classmethod
    def of(cls, text: str) -> MoveList:
        """Return a whole text as a list of moves."""
        return cls(text, [(0, len(text))])

    @property
    def in_place(self) -> str:
        """Content of the file with everything but the moves blanked; locations stay."""
        pieces: list[str] = []
        at = 0
        for start, stop in self.spans:
            pieces += [_blank(self.text[at:start]), self.text[start:stop]]
            at = stop
        return "".join([*pieces, _blank(self.text[at:])])

    def parse(self, board: Board, convention: MoveConvention | None = None) -> Sequence[Any]:
        """Parse the moves in a convention, None for the standard.

        Raises:
            PuzzleError: they are not moves of the board; located in the whole file.
        """
        # Not by in_place, which would copy the whole file for each of many solutions.
        spans = self.spans or [(0, 0)]  # a table without rows
        parts = [self.text[start:stop] for start, stop in spans]
        try:
            return board.parse_moves("\n".join(parts), convention)
        except MoveTextError as error:
            begins = list(accumulate((len(part) + 1 for part in parts), initial=0))
            span = min(bisect_right(begins, error.offset), len(parts)) - 1
            at = spans[span][0] + error.offset - begins[span]
            raise MoveTextError(error.reason, self.text, at) from None


def move_lists(text: str) -> list[MoveList]:
    """Return a list of moves for each solution in a file.

    Args:
        text: content of the file: an exported table, or moves written by hand.

    Raises:
        MoveTextError: a table is not in the exported format.
    """
    if _CSV_HEAD.match(text):
        return [MoveList(text, spans) for spans in _locate_in_csv(text)]
    if _TABLE_HEAD.search(text):
        return [MoveList(text, spans) for spans in _locate_in_markdown(text)]
    begins = [found.start() for found in _SEVERAL.finditer(text)] or [0]
    spans = list(zip(begins, [*begins[1:], len(text)], strict=True))
    # Each alone, since its numbers begin again.
    text = text[: begins[0]] + "".join(cleaned(text[start:stop]) for start, stop in spans)
    return [MoveList(text, [span]) for span in spans]


# Possessive, so that each takes time in proportion to the text.
_COUNT_LINE = re.compile(
    r"\s*+(?:(?:number of )?moves?[ \t]*+[:=]?[ \t]*+)?+(\d{1,7})(?:[ \t]*+moves?)?[:.]?[ \t\r]*+\n"
    r"(?:\s++|#[^\n]*+)*+(?=[^\s\d])",
    re.IGNORECASE,
)
"""Line with the number of moves, before moves that are no numbers."""
_LABEL = re.compile(r"\s*+(?:solution|moves?|path|answer)[ \t]*+[:=]\s*+", re.IGNORECASE)
_KEPT = r"(?:#|//)[^\n]*+|\{[^}]*+\}"
"""Comments, which stay as they are."""
_NUMBERING = re.compile(
    rf"{_KEPT}|^[ \t]*+~[^:\n]*+:|"
    r"(?<!\S)((?:(?:step|move)[ \t]++)?+(\d{1,7})[.):][ \t]*+)(?=[^\s\d])|"
    r"(?<!\S)((?:(?:step|move)[ \t]++)?+(\d{1,7})[.):][ \t]++)(?=\d)",
    re.IGNORECASE | re.MULTILINE,
)
_LITERAL = re.compile(r"""(?=[^"']*+["'])(?:[\s,;\[\](){}]++|"[^"\n]*+"|'[^'\n]*+')++""")
"""List of quoted texts."""
_LIST = re.compile(
    r"\s*+(?:(?=\D*+\d)[\d\s,\[\]{}]++|\[\s*+\]"
    r"|\[(?:[^\[\]{}():,#/]*+|[^\[\]{}():,#/]*+(?:,[^\[\]{}():,#/]*+){2,}+"
    r"|\s*+\(\s*+\d++\s*+,[^\[\]{}:#/]*+)\]"
    r"|\{[^\[\]{}:,#/]*+,[^\[\]{}:#/]*+\})\s*+"
)
"""List of numbers, of tuples, or of moves, unless it may be a commutator or a comment."""
_LITERAL_SIGNS = str.maketrans(dict.fromkeys("[]{}", " "))
_QUOTES = re.compile(r"""[\s,;\[\](){}]++|"([^"\n]*+)"|'([^'\n]*+)'""")
_ARROW = re.compile(rf"{_KEPT}|[-=]++>")


def cleaned(text: str) -> str:
    """Blank what others write around moves; each move stays where it is.

    These are a line with the number of moves, a label such as ``solution =``, numbers of lines
    (``1.``), the signs of a list in JSON or Python, and arrows (``->``) between moves.
    """
    if found := _COUNT_LINE.match(text):
        text = _blank(found[0]) + text[found.end() :]
    if found := _LABEL.match(text):
        text = _blank(found[0]) + text[found.end() :]
    begin = text.lstrip()[:1]
    if begin and begin in "[{(\"'" and _LITERAL.fullmatch(text):
        text = _QUOTES.sub(_unquoted, text)
        text = text.translate(_LITERAL_SIGNS)
    elif begin in ("[", "{") and _LIST.fullmatch(text):
        text = text.translate(_LITERAL_SIGNS)
    text = _without_numbers(text)
    if ">" in text:
        text = _ARROW.sub(lambda sign: sign[0] if sign[0][0] in "#/{" else _blank(sign[0]), text)
    return text


def _unquoted(found: re.Match[str]) -> str:
    """Return a quoted text without its quotation marks, or blanks for other signs."""
    inside = found[1] if found[1] is not None else found[2]
    return _blank(found[0]) if inside is None else f" {inside} "


def _without_numbers(text: str) -> str:
    """Blank the numbers of moves, if they count from 0 or 1 without a gap."""
    found = [number for number in _NUMBERING.finditer(text) if number[2] or number[4]]
    numbers = [int(number[2] or number[4]) for number in found]
    if not numbers or numbers[0] > 1 or numbers != list(range(numbers[0], numbers[0] + len(found))):
        return text
    pieces: list[str] = []
    at = 0
    for number in found:
        pieces += [text[at : number.start()], " " * (number.end() - number.start())]
        at = number.end()
    return "".join([*pieces, text[at:]])


def _blank(text: str) -> str:
    return "\n".join(" " * len(line) for line in text.split("\n"))


# --- CSV ----------------------------------------------------------------------------------------


def _locate_in_csv(text: str) -> list[list[Span]]:
    """Locate the moves of each solution in CSV."""
    separator = next(sign for sign in text if sign in ",;\t")
    rows = _csv_fields(text, separator, text.partition("\n")[0].count(separator) + 1)
    head = [text[start:stop] for start, stop in next(rows)]
    if head not in _CSV_HEADS:
        heads = join_or([",".join(head) for head in _CSV_HEADS])
        raise MoveTextError(tr("the first line should be {heads}").format(heads=heads), text, 0)
    solutions: list[list[Span]] = [[]]
    number, step = 1, 0
    for row in rows:
        if len(row) != len(head):
            raise MoveTextError(
                ngettext(
                    "this line has {count} column and not {wanted}",
                    "this line has {count} columns and not {wanted}",
                    len(row),
                ).format(count=group_digits(len(row)), wanted=group_digits(len(head))),
                text,
                row[0][0],
            )
        *lead, counted, move, _ = row
        if text.startswith("'", move[0]):  # marks a cell that would be a formula
            move = move[0] + 1, move[1]
        if lead:
            found = _number(text, lead[0], tr("the number of a solution"))
            if found == number + 1:
                solutions.append([])
                step = 0
            elif found != number:
                raise MoveTextError(
                    tr("solution {found} cannot follow {number}").format(
                        found=group_digits(found), number=group_digits(number)
                    ),
                    text,
                    lead[0][0],
                )
            number = found
        before, step = step, _number(text, counted, tr("the number of a step"))
        if step < before:
            raise MoveTextError(
                tr("step {step} cannot follow {before}").format(
                    step=group_digits(step), before=group_digits(before)
                ),
                text,
                counted[0],
            )
        _append(solutions[-1], move, text)
    return solutions


def _csv_fields(text: str, separator: str, columns: int) -> Iterator[Sequence[Span]]:
    """Yield the fields of each row, without their quotation marks; empty lines are skipped.

    Args:
        text: the table.
        separator: separator of fields.
        columns: number of columns of most rows.
    """
    columns = min(columns, _MOST_COLUMNS)
    plain = re.compile(separator.join([rf'([^"{separator}\r\n]*+)'] * columns) + "\n")
    # Possessive, since backtracking would take memory.
    field = re.compile(rf'"([^"]*+(?:""[^"]*+)*+)"|([^"{separator}\r\n]*+)')
    row: list[Span] = []
    at = 0
    while at < len(text):
        while columns > 1 and not row and (line := plain.match(text, at)):  # most rows
            yield line.regs[1:]
            at = line.end()
        if at == len(text):
            return
        found = field.match(text, at)
        assert found is not None  # it may be empty
        row.append(found.span(1 if found[1] is not None else 2))
        if len(row) > _MOST_COLUMNS:
            what = tr("this line has more than {most_columns} columns").format(
                most_columns=group_digits(_MOST_COLUMNS)
            )
            raise MoveTextError(what, text, row[0][0])
        at = found.end()
        ends = at == len(text) or text[at] in "\r\n"
        if not ends and text[at] != separator:
            raise MoveTextError(tr("unexpected quotation mark"), text, at)
        at += 1
        if ends:
            if len(row) > 1 or row[0][0] < row[0][1]:
                yield row
            row = []
    if row:
        yield [*row, (at, at)]  # the text ends with a separator


def _number(text: str, span: Span, what: str) -> int:
    word = text[span[0] : span[1]].strip()
    if not (len(word) < 10 and word.isascii() and word.isdigit()):
        raise MoveTextError(
            tr("{word} is not {what}").format(word=quoted(word), what=what), text, span[0]
        )
    return int(word)


def _append(moves: list[Span], span: Span, text: str) -> None:
    """Append the moves of a row to those of a solution, unless there are too many."""
    if len(moves) == MAX_MOVES:
        raise too_many_moves(text, span[0])
    moves.append(span)


# --- Markdown -----------------------------------------------------------------------------------


def _locate_in_markdown(text: str) -> list[list[Span]]:
    """Locate the moves of each table in Markdown; other text is skipped."""
    solutions: list[list[Span]] = []
    at = 0
    inside = False
    for line in text.splitlines(keepends=True):
        if _TABLE_HEAD.fullmatch(line.rstrip()):
            inside = True
            solutions.append([])
        elif not line.startswith("|"):
            inside = False
        elif inside and not _RULE.fullmatch(line):
            row = _ROW.fullmatch(line)
            if row is None:
                raise MoveTextError(tr("this is not a row of a table of moves"), text, at)
            if row[1] is not None:
                start, stop = row.span(1)
                _append(solutions[-1], (at + start, at + stop), text)
        at += len(line)
    return solutions
