"""The solvers of shift boards, the best first, and which is chosen where that is left open."""

from __future__ import annotations

from puzzlegui.core.board import Board
from puzzlegui.core.cells import flatten
from puzzlegui.core.counting import arrangements
from puzzlegui.core.language import tr
from puzzlegui.solvers.control import Request
from puzzlegui.solvers.effort import Effort, deepening, exhaustive, informed, pruned
from puzzlegui.solvers.solver import Choice, Solver

_FAMILY = "shift"
_SPACE = "families.shift.space:ShiftSpace"

_NUMBERS, _ARRANGEMENTS = 16, 10**10
"""Cells of a board of numbers, or arrangements of one of colours, that optimal soon solves."""


def _is_soon_optimal(board: Board) -> bool:
    """Whether a shortest solution is soon found and proved."""
    values = flatten(board.grid("start"))
    return len(values) <= _NUMBERS or arrangements(values) <= _ARRANGEMENTS


def _optimal(board: Board) -> Effort | None:
    """What a shortest solution takes."""
    return None if _is_soon_optimal(board) else pruned(board)


# fmt: off
OPTIMAL = Solver(
    _FAMILY, "optimal",
    "Proved shortest. A few seconds for numbers on up to 16 cells (4×4, 3×5, 2×8) and few "
    "colours on larger boards. Beyond that it keeps searching and shows the lower bound proved "
    "so far.",
    "families.shift.solving.optimal:solve", optimal=True, lists="shortest", effort=_optimal,
)
MACRO = Solver(
    _FAMILY, "macro",
    "Not shortest, but short: a solution at once on any board up to 30×30, then shorter ones. "
    "Stops after 10 seconds unless you set a limit of time or states.",
    "families.shift.solving.macro:solve", improves=True,
)

SOLVERS = (
    OPTIMAL,
    MACRO,
    Solver(
        _FAMILY, "iddfs",
        "Proved shortest: depth-first search up to a limit that rises step by step. Slow beyond "
        "about 8 moves, but needs almost no memory and can list every solution.",
        "solvers.search:iddfs", space=_SPACE, optimal=True, lists="within",
        effort=deepening,
    ),
    Solver(
        _FAMILY, "bfs",
        "Proved shortest: searches all positions level by level. Up to about 3×3; memory grows "
        "with every position generated.",
        "solvers.search:bfs", space=_SPACE, optimal=True, lists="shortest",
        effort=exhaustive,
    ),
    Solver(
        _FAMILY, "dijkstra",
        "Proved shortest: Dijkstra's algorithm on the graph of positions. Needs as much memory "
        "as bfs and is slower.",
        "solvers.search:dijkstra", space=_SPACE, optimal=True, lists="shortest",
        effort=exhaustive,
    ),
    Solver(
        _FAMILY, "astar",
        "Proved shortest: A* with distances that wrap around the edges. Instant on 3×3; on 4×4 "
        "up to about 8 moves. Memory grows with every position generated.",
        "solvers.search:astar", space=_SPACE, optimal=True, lists="shortest",
        effort=informed,
    ),
)
# fmt: on


def choose(board: Board, request: Request) -> Choice:
    """The best solver for a board, and why."""
    if _is_soon_optimal(board):
        return Choice(OPTIMAL, tr("Using optimal: a few seconds for this board."), MACRO)
    if request.all_solutions:
        return Choice(OPTIMAL, tr("Using optimal: the fastest solver for this."))
    why = tr("Using macro: a shortest solution of a board this large could take hours.")
    return Choice(MACRO, why)
