"""New shift boards."""

from __future__ import annotations

from puzzlegui.core.cells import rows_of
from puzzlegui.core.creation import BoardSpec, banded_values, check_size, tile_creation_methods
from puzzlegui.families.shift.board import ShiftBoard


def ordered(wanted: BoardSpec) -> ShiftBoard:
    """Return a solved board with its values in order; raises PuzzleError."""
    check_size(wanted)
    values = banded_values(wanted.rows * wanted.columns, wanted.parameters.get("colours") or 0)
    goal = rows_of(values, wanted.columns)
    return ShiftBoard(goal, goal)


STARTS = tile_creation_methods(ordered)
