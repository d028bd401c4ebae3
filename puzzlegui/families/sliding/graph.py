"""The graph of a sliding board's arrangements."""

from __future__ import annotations

from puzzlegui.families.sliding.board import GAP, STEPS, SlidingBoard
from puzzlegui.solvers.arrangements import Cycle
from puzzlegui.solvers.graph import TileGraph


def graph(board: SlidingBoard) -> TileGraph:
    """Return the graph of the arrangements of a board."""

    def cycles(ranks: dict[int, int]) -> list[Cycle]:
        found = []
        for cell in range(board.rows * board.columns):
            row, column = divmod(cell, board.columns)
            for way, (down, right) in STEPS.items():
                r, c = row - down, column - right  # where the tile comes from
                if 0 <= r < board.rows and 0 <= c < board.columns:
                    found.append(Cycle(way, (cell, r * board.columns + c), cell, ranks[GAP]))
        return found

    return TileGraph(board, cycles)
