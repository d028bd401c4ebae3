"""New shift boards."""

from __future__ import annotations

from puzzlegui.core.creation import BoardSpec, check_size, tile_creation_methods
from puzzlegui.core.goals import goal_grid
from puzzlegui.families.shift.board import ShiftBoard


def ordered(wanted: BoardSpec) -> ShiftBoard:
    """Return a solved board with its values in order; raises PuzzleError."""
    check_size(wanted)
    goal = goal_grid(wanted)
    return ShiftBoard(goal, goal)


STARTS = tile_creation_methods(ordered)
