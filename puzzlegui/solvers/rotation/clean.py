"""Taking turns out of a solution that are in vain."""

from __future__ import annotations

from collections.abc import Sequence

from puzzlegui.core.rotation import RotationBoard, Turn
from puzzlegui.solvers.kernels import rotation_clean as kernel
from puzzlegui.solvers.rotation.numbered import Numbered, Shorts


def clean(board: RotationBoard, turns: Sequence[Turn]) -> list[Turn]:
    """Turns to the same end, without those that can be seen to be in vain.

    Turns of one block are joined where nothing between them touches its cells: turn and inverse
    turn vanish, so do four equal ones, and three make an inverse turn where that is allowed. What
    leads back to an arrangement met before is left out; with equal values that may be one turn.

    Args:
        board: the board.
        turns: legal turns from its start.
    """
    numbered = Numbered(board)
    return numbered.turns(cleaned(board, numbered, numbered.moves(turns)))


def cleaned(board: RotationBoard, numbered: Numbered, moves: Shorts) -> Shorts:
    """The same for turns as numbers."""
    left = moves.copy()
    room = kernel.room(board.rows * board.columns, len(left))
    length = kernel.clean(board.columns, numbered.ways, numbered.start, left, len(left), room)
    return left[:length]
