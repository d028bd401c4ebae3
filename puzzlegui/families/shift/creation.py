"""New shift boards."""

from __future__ import annotations

from puzzlegui.core.cells import rows_of
from puzzlegui.core.creation import Wanted, bands, check_size, starts_of_tiles
from puzzlegui.families.shift.board import ShiftBoard


def ordered(wanted: Wanted) -> ShiftBoard:
    """A board whose start is its goal, in order; raises PuzzleError."""
    check_size(wanted)
    values = bands(wanted.rows * wanted.columns, wanted.given.get("colours") or 0)
    goal = rows_of(values, wanted.columns)
    return ShiftBoard(goal, goal)


STARTS = starts_of_tiles(ordered)
