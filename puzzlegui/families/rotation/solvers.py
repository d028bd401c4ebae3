"""The solvers of rotation boards, the best first, and the choice of a default."""

from __future__ import annotations

from puzzlegui import kernels
from puzzlegui.core.board import Board
from puzzlegui.core.cells import flatten
from puzzlegui.core.language import tr
from puzzlegui.core.permutations import count_arrangements
from puzzlegui.solvers.control import Request
from puzzlegui.solvers.cost_estimate import (
    CostEstimate,
    breadth_first_cost,
    compiled_search_cost,
    iterative_deepening_cost,
)
from puzzlegui.solvers.solver import Solver, SolverChoice

_FAMILY = "rotation"
_SPACE = "families.rotation.space:RotationSpace"

_NUMBERS, _ARRANGEMENTS = 16, 10**13
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
        "Proved shortest. About a second for numbers on up to 16 cells (4×4, 3×5, 2×8) and "
        "colours on larger boards. Beyond that it keeps searching and shows the lower bound "
        "proved so far.",
        "families.rotation.solving.optimal:solve", optimal=True, lists="shortest",
        cost_estimator=_optimal_effort,
    )

MACRO = Solver(
        _FAMILY, "macro",
        "Not shortest, but short: a solution at once on any board up to 30×30, then shorter "
        "ones. Stops after 10 seconds unless you set a limit of time or states.",
        "families.rotation.solving.macro:solve", can_improve=True,
    )

PEEL = Solver(
        _FAMILY, "peel",
        "Not shortest, but solves any board from 3×3 to 30×30 in seconds: row by row and column "
        "by column, then the last 3×3 from a table.",
        "families.rotation.solving.peel:solve", source="S4.5", min_side=3,
    )

EXCHANGE_SHORT = Solver(
        _FAMILY, "exchange-short",
        "Far from shortest, at least twice as long as peel, on any board from 3×3 to 30×30: row "
        "by row, with sequences of 3 to 7 turns that disturb only the rows below.",
        "families.rotation.solving.exchange:solve_short", source="S4.4", min_side=3,
    )

SOLVERS = (
    OPTIMAL,
    MACRO,
    Solver(
        _FAMILY, "iddfs",
        "Proved shortest: depth-first search up to a limit that rises step by step. Slow beyond "
        "about 10 moves, but needs almost no memory and can list every solution.",
        "solvers.search:iddfs", space=_SPACE, optimal=True, lists="within", source="S1",
        cost_estimator=iterative_deepening_cost,
    ),
    Solver(
        _FAMILY, "bfs",
        "Proved shortest: searches the configuration tree level by level. Small boards only; "
        "memory grows with every arrangement generated.",
        "solvers.search:bfs", space=_SPACE, optimal=True, lists="shortest", source="S4.1",
        cost_estimator=breadth_first_cost,
    ),
    Solver(
        _FAMILY, "dijkstra",
        "Proved shortest: Dijkstra's algorithm on the configuration graph. Small boards only; "
        "needs as much memory as bfs and is slower.",
        "solvers.search:dijkstra", space=_SPACE, optimal=True, lists="shortest", source="S4.2",
        cost_estimator=breadth_first_cost,
    ),
    PEEL,
    EXCHANGE_SHORT,
    Solver(
        _FAMILY, "exchange",
        "Many times longer than peel, on any board from 3×3 to 30×30: swaps two neighbouring "
        "values at a time and leaves all others in place.",
        "families.rotation.solving.exchange:solve", source="S4.3", min_side=3,
    ),
)
# fmt: on


def choose(board: Board, request: Request) -> SolverChoice:
    """Return the best solver for a board, with the reason."""
    by_rows = min(board.rows, board.columns) >= EXCHANGE_SHORT.min_side
    plain = EXCHANGE_SHORT if kernels.UNCOMPILED_REASON and by_rows else None  # uses no kernel
    if _is_quickly_solved(board):
        why = tr("Shortest solution (optimal): about a second for this board.")
        return SolverChoice(OPTIMAL, why, plain or (PEEL if by_rows else MACRO))
    if request.all_solutions:
        return SolverChoice(
            OPTIMAL, tr("Shortest solution (optimal): no other solver can do this.")
        )
    return SolverChoice(
        MACRO,
        tr("Short solution by macro moves (macro); a shortest one could take hours."),
        plain,
    )
