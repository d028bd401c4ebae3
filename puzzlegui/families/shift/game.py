"""Game IDs of Sixteen, which is played on shift boards.

Its parameter is ``mK`` for K shuffling moves. The goal is implied: 1, 2, 3 in order.
"""

from __future__ import annotations

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Grid, flatten, rows_of
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import tr
from puzzlegui.families.family import GameIdFormat
from puzzlegui.families.shift.board import ShiftBoard


def _ordered(rows: int, columns: int) -> Grid:
    return rows_of(range(1, rows * columns + 1), columns)


def _read(start: Grid, _parameters: str) -> Board:
    goal = _ordered(len(start), len(start[0]))
    if sorted(flatten(start)) != list(flatten(goal)):
        raise PuzzleError(
            tr("a Sixteen game ID contains each number from 1 to {goal} once").format(
                goal=group_digits(goal[-1][-1])
            )
        )
    return ShiftBoard(start, goal)


def _write(board: Board) -> str:
    assert isinstance(board, ShiftBoard)
    if board.goal != _ordered(board.rows, board.columns):
        raise PuzzleError(tr("Sixteen's goal is always 1, 2, 3 and so on, in order"))
    return ""


SIXTEEN = GameIdFormat(
    "Sixteen",
    "(?:m[0-9]{1,9})?",
    accepts_bare_id=True,
    check=lambda _: None,
    read=_read,
    write=_write,
)
