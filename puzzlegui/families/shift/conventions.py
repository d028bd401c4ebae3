"""Conventions in which others write shifts: rows and columns with numbers, from 1 or from 0."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Any, Protocol

from puzzlegui.core.board import MoveConvention
from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.core.movetext import TokenRun, direction, parse_tokens

_WAY = "up|down|left|right|[UDLR↑↓←→]"
_NUMBERED = re.compile(
    rf"(?P<before>{_WAY})[ \t]*+(?P<last>\d{{1,4}})(?!\d)"
    r"|(?:(?:row|column|col)[ \t]*+)?(?P<first>\d{1,4})[ \t]*+"
    rf"(?P<after>{_WAY})(?P<count>\d{{0,6}})(?![A-Za-z0-9])"
    r"|(?P<letters>[A-Z]{1,3}?)(?P<way>[UD])(?P<times>\d{0,6})(?![A-Za-z0-9])",
    re.IGNORECASE,
)


class _Board(Protocol):
    """Members of a shift board that are used here, since its module imports this one."""

    def parse_moves(self, text: str) -> tuple[Any, ...]: ...

    def shift(self, line: int, *, vertical: bool, forward: bool) -> Any: ...


def _read(origin: int, board: _Board, text: str) -> Iterator[TokenRun]:
    """Parse a direction with the number of a row or a column: ``L0``, ``0L``, ``U1``."""

    def meaning(word: re.Match[str]) -> tuple[Any, ...]:
        if word["letters"]:
            return board.parse_moves(word[0])
        way = direction(word["before"] or word["after"])
        line = int(word["last"] or word["first"]) - origin
        count = int(word["count"] or 1)
        if line < 0:
            raise ValueError(tr("rows and columns are numbered from 1"))
        if not 1 <= count <= 1000:
            raise ValueError(tr("a repeat count must be 1 to 1000"))
        return (board.shift(line, vertical=way in "UD", forward=way in "RD"),) * count

    expected = tr("a direction and the number of a row or column, as in L1 or U2")
    return parse_tokens(text, _NUMBERED, expected, meaning)


CONVENTIONS = (
    MoveConvention(gettext_noop("Read with rows and columns numbered from 1."), partial(_read, 1)),
    MoveConvention(gettext_noop("Read with rows and columns numbered from 0."), partial(_read, 0)),
)
