"""The one table of families; everything that lists families reads it."""

from __future__ import annotations

from puzzlegui.core.board import Board
from puzzlegui.families.maze.board import MazeBoard
from puzzlegui.families.rotation.board import RotationBoard
from puzzlegui.families.sliding.board import SlidingBoard

FAMILIES: dict[str, type[Board]] = {
    board.family: board for board in (RotationBoard, SlidingBoard, MazeBoard)
}

TITLES: dict[str, str] = {
    "rotation": "Rotation grid",
    "sliding": "Sliding puzzle",
    "maze": "Number maze",
}
"""What people call the families."""
