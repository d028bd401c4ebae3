"""The graph of a rotation board's arrangements."""

from __future__ import annotations

from puzzlegui.families.rotation.board import RotationBoard
from puzzlegui.families.rotation.solving.distance_table import cycles
from puzzlegui.solvers.graph import TileGraph


def graph(board: RotationBoard) -> TileGraph:
    """Return the graph of the arrangements of a board."""
    return TileGraph(board, lambda _: cycles(board.rows, board.columns, board.turns))
