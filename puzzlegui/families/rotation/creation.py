"""New rotation boards."""

from __future__ import annotations

from puzzlegui.core.creation import (
    BoardSpec,
    Parameter,
    check_size,
    tile_creation_methods,
)
from puzzlegui.core.goals import goal_grid
from puzzlegui.families.rotation.board import BOTH, RotationBoard

TURNS = Parameter(
    "turns",
    "&Turns",
    "direction in which blocks turn",
    choices=RotationBoard.options[0].choices,
    tip="Direction in which a block may turn",
)


def ordered(wanted: BoardSpec) -> RotationBoard:
    """Return a solved board with its values in order; raises PuzzleError."""
    check_size(wanted)
    goal = goal_grid(wanted)
    return RotationBoard(goal, goal, wanted.parameters.get("turns") or BOTH)


STARTS = tile_creation_methods(ordered)
