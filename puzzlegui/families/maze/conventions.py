"""Conventions in which others write paths: directions of jumps, and numbers of rows and columns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Protocol

from puzzlegui.core.board import MoveConvention
from puzzlegui.core.cells import Cell, Grid, cell_name
from puzzlegui.core.errors import IllegalMoveError
from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.core.movetext import (
    DIRECTION_SIGNS,
    DIRECTION_WORDS,
    TokenRun,
    converted,
    direction,
    parse_tokens,
)
from puzzlegui.families.maze.directions import ALL

LINK = r"(?:[-–—=]{0,3}>\s*+|[-–—→]\s*+)?+"
"""Arrow or dash between two cells, before the second."""
_DIRECTION = re.compile(
    rf"(?:{DIRECTION_WORDS}|[{DIRECTION_SIGNS}]\ufe0f?)(?![A-Za-z0-9])|[UDLR](?=[UDLR])|[NSWE](?=[NSWE])",
    re.IGNORECASE,
)
_NUMBERS = re.compile(
    LINK + r"(?:R(?P<row>\d{1,4})C(?P<column>\d{1,4})(?!\w)"
    r"|\(?\s*+(?P<first>\d{1,4})\s*+(?:,|(?<=\s))\s*+(?P<second>\d{1,4})(?!\w)(?:\s*+\))?)",
    re.IGNORECASE,
)
_EIGHT_DIRECTIONS = re.compile(
    r"(?:(?P<vertical>up|down|north|south)[ -]?(?P<horizontal>left|right|west|east)"
    r"|(?<![A-Za-z])(?P<pair>[UD][LR]|[NS][WE])|(?P<arrow>[↖↗↙↘⬉⬈⬋⬊])\ufe0f?)(?![A-Za-z0-9])"
    rf"|{_DIRECTION.pattern}",
    re.IGNORECASE,
)
_DIAGONAL_ARROWS = dict(zip("↖↗↙↘⬉⬈⬋⬊", ("UL", "UR", "DL", "DR") * 2, strict=True))
_STEPS = {
    "U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1),
    "UL": (-1, -1), "UR": (-1, 1), "DL": (1, -1), "DR": (1, 1),
}  # fmt: skip


class _Maze(Protocol):
    """Members of a maze that are used here, since its module imports this one."""

    numbers: Grid
    start: Cell
    directions: str
    rows: int
    columns: int

    def path(self, runs: Iterator[TokenRun]) -> Iterator[TokenRun]: ...


def _read_directions(board: _Maze, text: str) -> Iterator[TokenRun]:
    """Parse the directions of the jumps from the start; pairs such as ``NE`` are diagonals."""
    r, c = board.start

    def jump(way: str) -> Cell:
        nonlocal r, c
        down, right = _STEPS[way]
        far = abs(board.numbers[r][c])
        row, column = r + down * far, c + right * far
        if not (0 <= row < board.rows and 0 <= column < board.columns):
            message = tr("{move}: the jump from {cell} leads off the board")
            raise IllegalMoveError(message.format(move=way, cell=cell_name((r, c))))
        r, c = row, column
        return row, column

    if board.directions == ALL:
        pattern = _EIGHT_DIRECTIONS
        expected = tr("a direction of a jump, such as U, NE or ↙")
    else:
        pattern = _DIRECTION
        expected = tr("U, D, L or R for the direction of a jump")
    return converted(parse_tokens(text, pattern, expected, _way_of), jump)


def _way_of(word: re.Match[str]) -> tuple[str]:
    """Return the direction that a word means, as a pair of letters if it is diagonal."""
    parts = word.groupdict()
    if parts.get("arrow"):
        return (_DIAGONAL_ARROWS[parts["arrow"]],)
    pair = parts.get("pair") or [
        parts[name] for name in ("vertical", "horizontal") if parts.get(name)
    ]
    return ("".join(map(direction, pair or [word[0]])),)


def _read_numbers(origin: int, board: _Maze, text: str) -> Iterator[TokenRun]:
    """Parse cells as numbers of rows and columns: ``R1C1`` or ``(1, 1)``."""

    def cell_of(word: re.Match[str]) -> tuple[Cell]:
        row = int(word["row"] or word["first"]) - origin
        column = int(word["column"] or word["second"]) - origin
        if min(row, column) < 0:
            raise ValueError(tr("rows and columns are numbered from 1"))
        return ((row, column),)

    expected = tr("a cell by row and column, as in R1C1")
    return board.path(parse_tokens(text, _NUMBERS, expected, cell_of))


CONVENTIONS = (
    MoveConvention(gettext_noop("Read as directions of jumps."), _read_directions),
    MoveConvention(
        gettext_noop("Read with rows and columns numbered from 1."), partial(_read_numbers, 1)
    ),
    MoveConvention(
        gettext_noop("Read with rows and columns numbered from 0."), partial(_read_numbers, 0)
    ),
)
