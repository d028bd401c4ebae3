"""New rotation boards."""

from __future__ import annotations

from puzzlegui.core.cells import rows_of
from puzzlegui.core.creation import Parameter, Wanted, bands, check_size, starts_of_tiles
from puzzlegui.families.rotation.board import BOTH, RotationBoard

TURNS = Parameter(
    "turns", "&Turns", "direction in which blocks turn", choices=RotationBoard.options[0].choices
)


def ordered(wanted: Wanted) -> RotationBoard:
    """A board whose start is its goal, in order; raises PuzzleError."""
    check_size(wanted)
    values = bands(wanted.rows * wanted.columns, wanted.given.get("colours") or 0)
    goal = rows_of(values, wanted.columns)
    return RotationBoard(goal, goal, wanted.given.get("turns") or BOTH)


STARTS = starts_of_tiles(ordered)
