"""New sliding boards."""

from __future__ import annotations

from puzzlegui.core.creation import BoardSpec, check_size, tile_creation_methods
from puzzlegui.core.goals import goal_grid
from puzzlegui.families.sliding.board import GAP, SlidingBoard


def ordered(wanted: BoardSpec) -> SlidingBoard:
    """Return a solved board with its values in order, the gap last; raises PuzzleError."""
    check_size(wanted)
    goal = goal_grid(wanted, GAP)
    return SlidingBoard(goal, goal)


STARTS = tile_creation_methods(ordered)
