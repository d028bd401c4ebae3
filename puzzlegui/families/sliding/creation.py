"""New sliding boards."""

from __future__ import annotations

from puzzlegui.core.cells import rows_of
from puzzlegui.core.creation import Wanted, bands, check_size, starts_of_tiles
from puzzlegui.families.sliding.board import GAP, SlidingBoard


def ordered(wanted: Wanted) -> SlidingBoard:
    """A board whose start is its goal, in order, the gap last; raises PuzzleError."""
    check_size(wanted)
    tiles = bands(wanted.rows * wanted.columns - 1, wanted.given.get("colours") or 0)
    goal = rows_of([*tiles, GAP], wanted.columns)
    return SlidingBoard(goal, goal)


STARTS = starts_of_tiles(ordered)
