"""Game IDs of Fifteen, which is played on sliding boards; 0 is the gap, last in the goal."""

from __future__ import annotations

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Grid, flatten
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import tr
from puzzlegui.families.family import GameIdFormat
from puzzlegui.families.sliding.board import SlidingBoard, ordered_goal


def _read(start: Grid, _parameters: str) -> Board:
    rows, columns = len(start), len(start[0])
    if sorted(flatten(start)) != list(range(rows * columns)):
        raise PuzzleError(
            tr("a Fifteen game ID contains each number from 0 to {number} once").format(
                number=group_digits(rows * columns - 1)
            )
        )
    return SlidingBoard(start, ordered_goal(rows, columns))


def _write(board: Board) -> str:
    assert isinstance(board, SlidingBoard)
    if board.goal != ordered_goal(board.rows, board.columns):
        raise PuzzleError(tr("Fifteen's goal is always 1, 2, 3 and so on, with the gap last"))
    return ""


FIFTEEN = GameIdFormat(
    "Fifteen", "", accepts_bare_id=True, check=lambda _: None, read=_read, write=_write
)
