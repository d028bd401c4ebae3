"""The graph of a sliding board's arrangements."""

from __future__ import annotations

from puzzlegui.core.permutations import Step
from puzzlegui.families.sliding.board import GAP, STEPS, SlidingBoard
from puzzlegui.solvers.arrangements import Arc
from puzzlegui.solvers.move_search.graph import ArrangementGraph


def graph(board: SlidingBoard) -> ArrangementGraph:
    """Return the graph of the arrangements of a board."""
    gap = board.values.index(GAP)
    arcs = []
    for cell in range(board.rows * board.columns):
        row, column = divmod(cell, board.columns)
        for way, (down, right) in STEPS.items():
            r, c = row - down, column - right  # where the tile comes from
            if 0 <= r < board.rows and 0 <= c < board.columns:
                other = r * board.columns + c
                arcs.append(Arc(way, Step((cell, other), (other, cell)), cell, gap))
    return ArrangementGraph(board, arcs)
