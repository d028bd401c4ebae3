"""New rotation boards."""

from __future__ import annotations

from puzzlegui.core.cells import rows_of
from puzzlegui.core.creation import (
    BoardSpec,
    Parameter,
    banded_values,
    check_size,
    tile_creation_methods,
)
from puzzlegui.families.rotation.board import BOTH, RotationBoard

TURNS = Parameter(
    "turns", "&Turns", "direction in which blocks turn", choices=RotationBoard.options[0].choices
)


def ordered(wanted: BoardSpec) -> RotationBoard:
    """Return a solved board with its values in order; raises PuzzleError."""
    check_size(wanted)
    values = banded_values(wanted.rows * wanted.columns, wanted.parameters.get("colours") or 0)
    goal = rows_of(values, wanted.columns)
    return RotationBoard(goal, goal, wanted.parameters.get("turns") or BOTH)


STARTS = tile_creation_methods(ordered)
