"""Game IDs of Twiddle, which is played on rotation boards.

Its parameters are ``nN``, N the side of the block that turns, followed by ``r`` where each row
holds a single number only, ``o`` if the orientation of tiles matters too, and ``mK`` for K
shuffling moves. The goal is implied: the numbers in order.
"""

from __future__ import annotations

import re

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Grid, flatten, rows_of
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import tr
from puzzlegui.families.family import GameIdFormat
from puzzlegui.families.rotation.board import BOTH, RotationBoard

_PARAMETERS = r"|n0*2r?(?P<points>o)?(?:m[0-9]{1,9})?"
"""Larger blocks belong to another family."""
_GREATEST = (1 << 29) - 1
"""Largest number that Twiddle accepts: it stores four times a number in 32 bits."""


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


def _read(start: Grid, _parameters: str) -> Board:
    return RotationBoard(start, rows_of(sorted(flatten(start)), len(start[0])))


def _write(board: Board) -> str:
    assert isinstance(board, RotationBoard)
    goal = flatten(board.goal)
    if board.turns != BOTH:
        raise PuzzleError(tr("Twiddle blocks always turn in both directions"))
    if list(goal) != sorted(goal):
        raise PuzzleError(tr("Twiddle's goal is always its numbers in order"))
    if max(goal) > _GREATEST:
        raise PuzzleError(
            tr("Twiddle allows numbers up to {greatest}").format(greatest=group_digits(_GREATEST))
        )
    return "n2" if len(set(goal)) == len(goal) else "n2r"


TWIDDLE = GameIdFormat(
    "Twiddle", _PARAMETERS, accepts_bare_id=False, check=_check, read=_read, write=_write
)
