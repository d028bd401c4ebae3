"""Shortest solutions of rotation boards from a table of every arrangement."""

from __future__ import annotations

from puzzlegui.core.board import Board, arrangements, group_digits
from puzzlegui.core.cells import flatten
from puzzlegui.core.rotation import RotationBoard
from puzzlegui.core.solution import Segment, Status
from puzzlegui.solvers.control import Control, Outcome
from puzzlegui.solvers.listing import Steps, all_paths
from puzzlegui.solvers.registry import TABLE_LIMIT
from puzzlegui.solvers.rotation.table import Cells, shortest, table_and_cells


def solve(board: Board, control: Control) -> Outcome:
    """A shortest solution, or all of them, by descending the table of distances."""
    assert isinstance(board, RotationBoard)
    count = arrangements(flatten(board.start))
    if count > TABLE_LIMIT:
        return Outcome(
            Status.LIMIT,
            note=f"The board has {group_digits(count)} arrangements, more than the table of "
            f"{group_digits(TABLE_LIMIT)} can hold.",
        )
    control.reserve(count / (1 << 20))
    control.phase = "table of all arrangements"
    if control.request.all_solutions:
        return _all(board, control)
    moves = shortest(board.start, board.goal, board.turns, control)
    return Outcome(
        Status.SOLVED, moves, optimal=True, segments=[Segment("from table", 0, len(moves))]
    )


def _all(board: RotationBoard, control: Control) -> Outcome:
    table, cells = table_and_cells(board)
    level = {cells.tobytes(): cells}
    forward: Steps = {}
    for _ in range(table.distance(cells, control)):
        following: dict[bytes, Cells] = {}
        for key, here in level.items():
            control.check()
            steps = [(turn, after) for turn, after in table.steps(here)]
            forward[key] = [(turn, after.tobytes()) for turn, after in steps]
            following.update((after.tobytes(), after) for _, after in steps)
        level = following
    goals: Steps = {key: [] for key in level}
    return all_paths(cells.tobytes(), goals | dict(reversed(forward.items())))
