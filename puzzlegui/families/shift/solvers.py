"""The solvers of shift boards, the best first, and the choice of a default."""

from __future__ import annotations

from puzzlegui.core.board import Board
from puzzlegui.core.cells import flatten
from puzzlegui.core.language import tr
from puzzlegui.core.permutations import count_arrangements
from puzzlegui.solvers.control import Request
from puzzlegui.solvers.cost_estimate import (
    CostEstimate,
    breadth_first_cost,
    compiled_search_cost,
    heuristic_search_cost,
    iterative_deepening_cost,
)
from puzzlegui.solvers.solver import Solver, SolverChoice

_FAMILY = "shift"
_SPACE = "families.shift.space:ShiftSpace"

_NUMBERS, _ARRANGEMENTS = 16, 10**10
"""Most cells of a board of numbers, or arrangements of colours, solved optimally in seconds."""


def _is_quickly_solved(board: Board) -> bool:
    """Return whether a shortest solution is found and proved within seconds."""
    values = flatten(board.grid("start"))
    return len(values) <= _NUMBERS or count_arrangements(values) <= _ARRANGEMENTS


def _optimal_effort(board: Board) -> CostEstimate | None:
    """Estimate the cost of a shortest solution, None if it is small."""
    return None if _is_quickly_solved(board) else compiled_search_cost(board)


# fmt: off
OPTIMAL = Solver(
    _FAMILY, "optimal",
    "Proved shortest. A few seconds for numbers on up to 16 cells (4×4, 3×5, 2×8) and few "
    "colours on larger boards. Beyond that it keeps searching and shows the lower bound proved "
    "so far.",
    "families.shift.solving.optimal:solve", optimal=True, lists="shortest",
    cost_estimator=_optimal_effort,
)
MACRO = Solver(
    _FAMILY, "macro",
    "Not shortest, but short: a solution at once on any board up to 30×30, then shorter ones. "
    "Stops after 10 seconds unless you set a limit of time or states.",
    "families.shift.solving.macro:solve", can_improve=True,
)

SOLVERS = (
    OPTIMAL,
    MACRO,
    Solver(
        _FAMILY, "iddfs",
        "Proved shortest: depth-first search up to a limit that rises step by step. Slow beyond "
        "about 8 moves, but needs almost no memory and can list every solution.",
        "solvers.search:iddfs", space=_SPACE, optimal=True, lists="within",
        cost_estimator=iterative_deepening_cost,
    ),
    Solver(
        _FAMILY, "bfs",
        "Proved shortest: searches all positions level by level. Up to about 3×3; memory grows "
        "with every position generated.",
        "solvers.search:bfs", space=_SPACE, optimal=True, lists="shortest",
        cost_estimator=breadth_first_cost,
    ),
    Solver(
        _FAMILY, "dijkstra",
        "Proved shortest: Dijkstra's algorithm on the graph of positions. Needs as much memory "
        "as bfs and is slower.",
        "solvers.search:dijkstra", space=_SPACE, optimal=True, lists="shortest",
        cost_estimator=breadth_first_cost,
    ),
    Solver(
        _FAMILY, "astar",
        "Proved shortest: A* with distances that wrap around the edges. Instant on 3×3; on 4×4 "
        "up to about 8 moves. Memory grows with every position generated.",
        "solvers.search:astar", space=_SPACE, optimal=True, lists="shortest",
        cost_estimator=heuristic_search_cost,
    ),
)
# fmt: on


def choose(board: Board, request: Request) -> SolverChoice:
    """Return the best solver for a board, with the reason."""
    if _is_quickly_solved(board):
        return SolverChoice(
            OPTIMAL, tr("Shortest solution (optimal): a few seconds for this board."), MACRO
        )
    if request.all_solutions:
        return SolverChoice(
            OPTIMAL, tr("Shortest solution (optimal): the fastest solver for this.")
        )
    why = tr("Short solution by macro moves (macro); a shortest one could take hours.")
    return SolverChoice(MACRO, why)
