"""Shortest solutions of rotation boards, by the method that suits the board."""

from __future__ import annotations

from puzzlegui.core.board import Board
from puzzlegui.core.cells import flatten
from puzzlegui.core.counting import arrangements
from puzzlegui.core.language import tr
from puzzlegui.core.solution import Segment, Status
from puzzlegui.families.rotation.board import RotationBoard
from puzzlegui.families.rotation.solving.deepening import Deepening
from puzzlegui.families.rotation.solving.table import shortest, table_and_cells
from puzzlegui.solvers.arrangements import Cells
from puzzlegui.solvers.control import Control, Outcome, Stopped
from puzzlegui.solvers.listing import Steps, all_of, all_paths

_TABLE = 500_000
"""The most arrangements for which a table of all of them is built."""
_COUNTING_TABLE = 100_000_000
"""The same where all solutions are counted, of which there may be millions."""


def solve(board: Board, control: Control) -> Outcome:
    """A shortest solution, or all of them.

    Small boards from a table of all arrangements, others by iterative deepening.
    """
    assert isinstance(board, RotationBoard)
    count = arrangements(flatten(board.start))
    every = control.request.all_solutions
    if count <= (_COUNTING_TABLE if every else _TABLE):
        control.reserve(count / (1 << 20))
        control.phase = tr("table of all arrangements")
        if every:
            return _all(board, control)
        moves = shortest(board.start, board.goal, board.turns, control, control.prove)
        return Outcome(
            Status.SOLVED, moves, optimal=True, segments=[Segment("from table", 0, len(moves))]
        )
    return all_of(*Deepening(board, control).solve(every=every), control)


def _all(board: RotationBoard, control: Control) -> Outcome:
    table, cells = table_and_cells(board)
    level = {cells.tobytes(): cells}
    forward: Steps = {}
    distance = table.distance(cells, control, control.prove)
    if distance > control.max_moves:  # before any of them is listed
        raise Stopped("moves")
    for _ in range(distance):
        following: dict[bytes, Cells] = {}
        for key, here in level.items():
            control.check()
            steps = [(turn, after) for turn, after in table.steps(here)]
            forward[key] = [(turn, after.tobytes()) for turn, after in steps]
            following.update((after.tobytes(), after) for _, after in steps)
        level = following
    goals: Steps = {key: [] for key in level}
    return all_paths(cells.tobytes(), goals | dict(reversed(forward.items())), control)
