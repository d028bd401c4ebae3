"""The solvers that every family of boards whose moves permute cells has from its move set."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

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

_SPACE = "solvers.move_search.space:MoveSetSpace"
_ARRANGEMENTS = 10**13
"""Arrangements of boards solved optimally within seconds: searches from both ends meet."""


def _is_quickly_solved(board: Board) -> bool:
    """Return whether a shortest solution is found and proved within seconds."""
    count = board.verdict().reachable
    if count is None:
        count = count_arrangements(v for v in flatten(board.grid("start")) if v >= 0)
    return count <= _ARRANGEMENTS


def _optimal_effort(board: Board) -> CostEstimate | None:
    """Estimate the cost of a shortest solution, None if it is small."""
    return None if _is_quickly_solved(board) else compiled_search_cost(board)


SolverTable: TypeAlias = tuple[tuple[Solver, ...], Callable[[Board, Request], SolverChoice]]
"""Solvers, the best first, and a function that chooses for a board."""


def move_set_solvers(family: str) -> SolverTable:
    """Return the solvers of a family, the best first, and a function that chooses for a board.

    Args:
        family: name of a family whose boards have ``Board.steps``.
    """
    # fmt: off
    optimal = Solver(
        family, "optimal",
        "Proved shortest. A few seconds up to about 10¹³ arrangements. Beyond that it keeps "
        "searching and shows the lower bound proved so far.",
        "solvers.move_search.optimal:solve", optimal=True, lists="shortest",
        cost_estimator=_optimal_effort, min_side=1,
    )
    macro = Solver(
        family, "macro",
        "Not shortest: a solution of any solvable board up to 400 cells, then shorter ones. "
        "Stops after 10 seconds unless you set a limit of time or states.",
        "solvers.move_search.macro:solve", can_improve=True, min_side=1,
    )

    others = (
        Solver(
            family, "iddfs",
            "Proved shortest: depth-first search up to a limit that rises step by step. Slow "
            "beyond about 8 moves, but needs almost no memory and can list every solution.",
            "solvers.search:iddfs", space=_SPACE, optimal=True, lists="within",
            cost_estimator=iterative_deepening_cost, min_side=1,
        ),
        Solver(
            family, "bfs",
            "Proved shortest: searches all positions level by level. Up to a million positions; "
            "memory grows with every position generated.",
            "solvers.search:bfs", space=_SPACE, optimal=True, lists="shortest",
            cost_estimator=breadth_first_cost, min_side=1,
        ),
        Solver(
            family, "dijkstra",
            "Proved shortest: Dijkstra's algorithm on the graph of positions. Needs as much memory "
            "as bfs and is slower.",
            "solvers.search:dijkstra", space=_SPACE, optimal=True, lists="shortest",
            cost_estimator=breadth_first_cost, min_side=1,
        ),
        Solver(
            family, "astar",
            "Proved shortest: A* with the moves that each tile needs on its own. Memory grows with "
            "every position generated.",
            "solvers.search:astar", space=_SPACE, optimal=True, lists="shortest",
            cost_estimator=heuristic_search_cost, min_side=1,
        ),
    )
    # fmt: on

    def choose(board: Board, request: Request) -> SolverChoice:
        """Return the best solver for a board, with the reason."""
        if _is_quickly_solved(board):
            return SolverChoice(
                optimal, tr("Shortest solution (optimal): a few seconds for this board."), macro
            )
        if request.all_solutions:
            return SolverChoice(
                optimal, tr("Shortest solution (optimal): the fastest solver for this.")
            )
        why = tr("Short solution by macro moves (macro); a shortest one could take hours.")
        return SolverChoice(macro, why)

    return (optimal, macro, *others), choose
