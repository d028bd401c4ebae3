"""New sliding boards."""

from __future__ import annotations

from puzzlegui.core.cells import rows_of
from puzzlegui.core.creation import BoardSpec, banded_values, check_size, tile_creation_methods
from puzzlegui.families.sliding.board import GAP, SlidingBoard


def ordered(wanted: BoardSpec) -> SlidingBoard:
    """Return a solved board with its values in order, the gap last; raises PuzzleError."""
    check_size(wanted)
    tiles = banded_values(wanted.rows * wanted.columns - 1, wanted.parameters.get("colours") or 0)
    goal = rows_of([*tiles, GAP], wanted.columns)
    return SlidingBoard(goal, goal)


STARTS = tile_creation_methods(ordered)
