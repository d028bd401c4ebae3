"""The graph of a shift board's arrangements."""

from __future__ import annotations

from puzzlegui.families.shift.board import Shift, ShiftBoard, all_shifts
from puzzlegui.solvers.arrangements import Cycle
from puzzlegui.solvers.graph import TileGraph


def graph(board: ShiftBoard) -> TileGraph:
    """Return the graph of the arrangements of a board."""

    def cycle(shift: Shift) -> Cycle:
        if shift.vertical:
            line = range(shift.line, board.rows * board.columns, board.columns)
        else:
            line = range(shift.line * board.columns, (shift.line + 1) * board.columns)
        return Cycle(shift, tuple(line) if shift.forward else tuple(line)[::-1])

    return TileGraph(
        board, lambda _: [cycle(each) for each in all_shifts(board.rows, board.columns)]
    )
