"""Lists of moves in the files that the program exports: text, CSV and Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from puzzlegui.core.board import Board
from puzzlegui.core.errors import MoveTextError

Span = tuple[int, int]
"""Where moves stand in a text."""

_CSV_HEADS = (["step", "move", "segment"], ["solution", "step", "move", "segment"])
_CSV_HEAD = re.compile(r'"?(?:solution"?[,;\t]"?)?step"?[,;\t]"?move\b')
_SEVERAL = re.compile(r"^# solution [0-9]+: [0-9]+ moves?$", re.MULTILINE)
_TABLE_HEAD = re.compile(r"^\| *step *\| *moves *\| *$", re.MULTILINE | re.IGNORECASE)
_RULE = re.compile(r"\|[ :-]*\|[ :-]*\|\s*")
_ROW = re.compile(r"\| *(?:[0-9]+(?: *[–-] *[0-9]+)?)? *\| *(?:`([^`]*)`|\*.*\*) *\|\s*")


@dataclass(frozen=True)
class MoveList:
    """The moves of one solution in a file.

    Attributes:
        text: the whole file.
        spans: where the moves stand in it, in order.
    """

    text: str
    spans: Sequence[Span]

    @property
    def in_place(self) -> str:
        """The file with blanks for all but the moves, which stay in their lines and columns."""
        return self._kept(0, len(self.text))

    def parse(self, board: Board) -> Sequence[Any]:
        """The moves.

        Raises:
            PuzzleError: they are none of the board; its place is that in the file.
        """
        if not self.spans:
            return board.parse_moves("")
        try:
            # Not in place, as a file of many solutions would be gone through for each of them.
            return board.parse_moves(self._kept(self.spans[0][0], self.spans[-1][1]))
        except MoveTextError:
            board.parse_moves(self.in_place)
            raise

    def _kept(self, begin: int, end: int) -> str:
        """A part of the file, with blanks for all but the moves."""
        pieces: list[str] = []
        at = begin
        for start, stop in self.spans:
            pieces += [_blank(self.text[at:start]), self.text[start:stop]]
            at = stop
        return "".join([*pieces, _blank(self.text[at:end])])


def move_lists(text: str) -> list[MoveList]:
    """The lists of moves in a file: one of each solution that it holds.

    Args:
        text: what is in the file: an exported table, or moves as they are written by hand.

    Raises:
        MoveTextError: a table is not as the program writes it.
    """
    if _CSV_HEAD.match(text):
        return [MoveList(text, spans) for spans in _csv(text)]
    if _TABLE_HEAD.search(text):
        return [MoveList(text, spans) for spans in _markdown(text)]
    begins = [found.start() for found in _SEVERAL.finditer(text)] or [0]
    ends = [*begins[1:], len(text)]
    return [MoveList(text, [span]) for span in zip(begins, ends, strict=True)]


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


# --- CSV ----------------------------------------------------------------------------------------


def _csv(text: str) -> list[list[Span]]:
    """Where the moves of each solution stand."""
    separator = next(sign for sign in text if sign in ",;\t")
    rows = _fields(text, separator)
    head = [text[start:stop] for start, stop in next(rows)]
    if head not in _CSV_HEADS:
        raise MoveTextError(f"the first line should be {' or '.join(map(','.join, _CSV_HEADS))}",
                            text, 0)  # fmt: skip
    solutions: list[list[Span]] = [[]]
    number, step = 1, 0
    for row in rows:
        if len(row) != len(head):
            columns = f"{len(row)} column{'' if len(row) == 1 else 's'}"
            raise MoveTextError(f"this line has {columns} and not {len(head)}", text, row[0][0])
        *lead, counted, move, _ = row
        if lead:
            found = _number(text, lead[0], "the number of a solution")
            if found == number + 1:
                solutions.append([])
                step = 0
            elif found != number:
                raise MoveTextError(f"solution {found} cannot follow {number}", text, lead[0][0])
            number = found
        before, step = step, _number(text, counted, "the number of a step")
        if step < before:
            raise MoveTextError(f"step {step} cannot follow {before}", text, counted[0])
        solutions[-1].append(move)
    return solutions


def _fields(text: str, separator: str) -> Iterator[list[Span]]:
    """The fields of each row, without their quotation marks; empty lines are passed over."""
    field = re.compile(rf'"((?:[^"]|"")*)"|([^"{separator}\r\n]*)')
    row: list[Span] = []
    at = 0
    while at < len(text):
        found = field.match(text, at)
        assert found is not None  # it may be empty
        row.append(found.span(1 if found[1] is not None else 2))
        at = found.end()
        ends = at == len(text) or text[at] in "\r\n"
        if not ends and text[at] != separator:
            raise MoveTextError("a quotation mark does not belong here", text, at)
        at += 1
        if ends:
            if len(row) > 1 or row[0][0] < row[0][1]:
                yield row
            row = []
    if row:
        yield [*row, (at, at)]  # the text ends with a separator


def _number(text: str, span: Span, what: str) -> int:
    word = text[slice(*span)].strip()
    if not re.fullmatch("[0-9]{1,9}", word):
        raise MoveTextError(f"{word[:20]!r} is not {what}", text, span[0])
    return int(word)


# --- Markdown -----------------------------------------------------------------------------------


def _markdown(text: str) -> list[list[Span]]:
    """Where the moves of each table stand; what is no table is passed over."""
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
                raise MoveTextError("this is no row of a table of moves", text, at)
            if row[1] is not None:
                start, stop = row.span(1)
                solutions[-1].append((at + start, at + stop))
        at += len(line)
    return solutions
