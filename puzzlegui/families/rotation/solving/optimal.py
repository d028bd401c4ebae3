"""Shortest solutions of rotation boards, from a table or by iterative deepening."""

from __future__ import annotations

from puzzlegui.core.board import Board
from puzzlegui.core.cells import flatten
from puzzlegui.core.language import tr
from puzzlegui.core.permutations import count_arrangements
from puzzlegui.core.solution import Segment, Status
from puzzlegui.families.rotation.board import RotationBoard
from puzzlegui.families.rotation.solving.deepening import IterativeDeepening
from puzzlegui.families.rotation.solving.distance_table import shortest, table_and_cells
from puzzlegui.solvers.arrangements import Cells
from puzzlegui.solvers.control import Control, Outcome, SearchStopped
from puzzlegui.solvers.enumeration import PathMoves, list_shortest_paths, list_solutions

_TABLE = 500_000
"""Most arrangements for which a table of all distances is built."""
_COUNTING_TABLE = 100_000_000
"""The same if all solutions are counted, which may be millions."""


def solve(board: Board, control: Control) -> Outcome:
    """Find a shortest solution, or all.

    Small boards are solved by a table of all distances, others by iterative deepening.
    """
    assert isinstance(board, RotationBoard)
    count = count_arrangements(flatten(board.start))
    all_solutions = control.request.all_solutions
    if count <= (_COUNTING_TABLE if all_solutions else _TABLE):
        control.reserve(count / (1 << 20))
        control.phase = tr("table of all arrangements")
        if all_solutions:
            return _all_solutions(board, control)
        moves = shortest(board.start, board.goal, board.turns, control, control.raise_lower_bound)
        return Outcome(
            Status.SOLVED, moves, optimal=True, segments=[Segment("from table", 0, len(moves))]
        )
    return list_solutions(
        *IterativeDeepening(board, control).solve(all_solutions=all_solutions), control
    )


def _all_solutions(board: RotationBoard, control: Control) -> Outcome:
    table, cells = table_and_cells(board)
    level = {cells.tobytes(): cells}
    forward: PathMoves = {}
    distance = table.distance(cells, control, control.raise_lower_bound)
    if distance > control.max_moves:  # before any solution is listed
        raise SearchStopped("moves")
    for _ in range(distance):
        following: dict[bytes, Cells] = {}
        for key, here in level.items():
            control.check()
            steps = [(turn, after) for turn, after in table.steps(here)]
            forward[key] = [(turn, after.tobytes()) for turn, after in steps]
            following.update((after.tobytes(), after) for _, after in steps)
        level = following
    goals: PathMoves = {key: [] for key in level}
    return list_shortest_paths(cells.tobytes(), goals | dict(reversed(forward.items())), control)
