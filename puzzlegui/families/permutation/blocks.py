"""Boards whose moves turn square blocks, as in Twiddle: new boards and game IDs."""

from __future__ import annotations

import re

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Grid, cell_name, flatten, rows_of
from puzzlegui.core.creation import (
    BoardSpec,
    Parameter,
    check_size,
)
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.goals import goal_grid
from puzzlegui.core.language import tr
from puzzlegui.families.family import GameIdFormat
from puzzlegui.families.permutation.board import PermutationBoard
from puzzlegui.families.permutation.moves import MAX_DEFINED, Cycle, Definitions

BLOCK = Parameter(
    "block", "&Blocks", "turn blocks of B×B cells", "B", minimum=2, maximum=19,
    placeholder="automatic", tip="Size of the blocks that turn: 3 for blocks of 3×3 cells",
)  # fmt: skip
_DEFAULT = 3


def block_moves(rows: int, columns: int, side: int) -> Definitions:
    """Return the clockwise turns of all square blocks, named for their top left cells."""
    return tuple(
        (cell_name((row, column)), tuple(_turn(row, column, side)))
        for row in range(rows - side + 1)
        for column in range(columns - side + 1)
    )


def _turn(row: int, column: int, side: int) -> list[Cycle]:
    """Return the cycles of the quarter turn of a block clockwise, from the outer ring inwards."""
    found: list[Cycle] = []
    for ring in range(side // 2):
        last = side - 1 - ring
        found += [
            (
                (row + ring, column + ring + i),
                (row + ring + i, column + last),
                (row + last, column + last - i),
                (row + last - i, column + ring),
            )
            for i in range(last - ring)
        ]
    return found


def ordered(wanted: BoardSpec) -> PermutationBoard:
    """Return a solved board of blocks with its values in order; raises PuzzleError."""
    check_size(wanted)
    rows, columns = wanted.rows, wanted.columns
    side = wanted.parameters.get("block") or _default_side(rows, columns)
    if not 2 <= side <= min(rows, columns):
        text = tr("blocks of {side}×{side} cells do not fit on a board of {rows}×{columns}")
        raise PuzzleError(text.format(side=str(side), rows=str(rows), columns=str(columns)))
    goal = goal_grid(wanted)
    board = PermutationBoard(goal, goal, block_moves(rows, columns, side))
    board.check()
    return board


def _default_side(rows: int, columns: int) -> int:
    """Return the side of blocks if none is given: 3, unless that makes too few or many moves."""
    least = min(rows, columns)
    sides = range(min(_DEFAULT, max(2, least - 1)), least + 1)
    return next((n for n in sides if (rows - n + 1) * (columns - n + 1) <= MAX_DEFINED), least)


# --- game IDs -----------------------------------------------------------------------------------

_PARAMETERS = r"n(?P<n>0*(?!2(?!\d))[0-9]{1,9})r?(?P<points>o)?(?:m[0-9]{1,9})?"
"""As in the family of 2×2 blocks, which reads the other IDs."""


def _side(parameters: str) -> int:
    match = re.fullmatch(_PARAMETERS, parameters)
    assert match is not None
    return int(match["n"])


def _check(parameters: str) -> None:
    match = re.fullmatch(_PARAMETERS, parameters)
    assert match is not None
    if match["points"]:
        raise PuzzleError(
            tr(
                "this game ID is for an orientable Twiddle (o), where the direction of each tile "
                "matters; that is not supported"
            )
        )


def _read(start: Grid, parameters: str) -> Board:
    rows, columns, side = len(start), len(start[0]), _side(parameters)
    if not 2 <= side <= min(rows, columns):
        text = tr("blocks of {side}×{side} cells do not fit on a board of {rows}×{columns}")
        raise PuzzleError(text.format(side=str(side), rows=str(rows), columns=str(columns)))
    goal = rows_of(sorted(flatten(start)), columns)
    board = PermutationBoard(start, goal, block_moves(rows, columns, side))
    board.check()
    return board


_GREATEST = (1 << 29) - 1
"""Largest number that Twiddle accepts: it stores four times a number in 32 bits."""


def _write(board: Board) -> str:
    assert isinstance(board, PermutationBoard)
    goal = flatten(board.goal)
    sides = range(_DEFAULT, min(board.rows, board.columns) + 1)
    side = next((n for n in sides if board.moves == block_moves(board.rows, board.columns, n)), 0)
    if not side or not board.inverses:
        text = tr("Twiddle's moves are turns of all square blocks, in both directions")
        raise PuzzleError(text)
    if list(goal) != sorted(goal):
        raise PuzzleError(tr("Twiddle's goal is always its numbers in order"))
    if max(goal) > _GREATEST:
        raise PuzzleError(
            tr("Twiddle allows numbers up to {greatest}").format(greatest=group_digits(_GREATEST))
        )
    return f"n{side}" if len(set(goal)) == len(goal) else f"n{side}r"


TWIDDLE = GameIdFormat(
    "Twiddle", _PARAMETERS, accepts_bare_id=False, check=_check, read=_read, write=_write
)
