"""The solvers of sliding boards, the best first, and the choice of a default."""

from __future__ import annotations

from functools import partial

from puzzlegui import kernels
from puzzlegui.core.board import Board
from puzzlegui.core.language import tr
from puzzlegui.solvers.control import Request
from puzzlegui.solvers.cost_estimate import (
    CostEstimate,
    breadth_first_cost,
    compiled_search_cost,
    greedy_search_cost,
    heuristic_search_cost,
    iterative_deepening_cost,
    marking_search_cost,
)
from puzzlegui.solvers.move_search.solvers import SolverTable
from puzzlegui.solvers.solver import Solver, SolverChoice

_FAMILY = "sliding"
_SPACE = "families.sliding.space:tile_order"
_SIDE = 4
"""Most rows or columns of a board whose slides ``optimal`` counts; larger graphs do not fit."""
_SLIDES = "families.sliding.space:SlideSpace"
_EIGHT_PUZZLE = "families.sliding.space:s5_order"

_TILES = 16
"""Most cells of a board that is nearly always solved optimally within a second."""
_GROWTH = 2.13
"""Asymptotic branching factor (Edelkamp and Korf 1998)."""


def _optimal_effort(board: Board) -> CostEstimate | None:
    """Estimate the cost of a shortest solution, None if it is small."""
    return None if board.rows * board.columns <= _TILES else compiled_search_cost(board, _GROWTH)


# fmt: off
OPTIMAL = Solver(
        _FAMILY, "optimal",
        "Proved shortest. Instant up to 3×5, usually within a second on 4×4, with tables of 12 "
        "MB. Beyond that it keeps searching and shows the lower bound proved so far.",
        "families.sliding.solving.optimal:solve", optimal=True, lists="shortest",
        cost_estimator=_optimal_effort,
    )

MACRO = Solver(
        _FAMILY, "macro",
        "Not shortest, but short: a solution at once on any board up to 30×30, then shorter "
        "ones. Stops after 10 seconds unless you set a limit of time or states.",
        "families.sliding.solving.macro:solve", can_improve=True,
    )

BEST_FIRST = Solver(
        _FAMILY, "best-first",
        "Not shortest, but fast on 3×3 and often on 4×4: expands the position with the most "
        "tiles in place first.",
        "solvers.search:best_first", space=_EIGHT_PUZZLE, source="S5",
        cost_estimator=greedy_search_cost,
    )

SOLVERS = (
    OPTIMAL,
    MACRO,
    Solver(
        _FAMILY, "iddfs",
        "Proved shortest: depth-first search up to a limit that rises step by step. Slow beyond "
        "about 20 moves, but needs almost no memory and can list every solution.",
        "solvers.search:iddfs", space=_SPACE, optimal=True, lists="within", source="S3",
        cost_estimator=partial(iterative_deepening_cost, growth=_GROWTH),
    ),
    Solver(
        _FAMILY, "dfs",
        "Far from shortest: goes as deep as it can and marks every position. A curiosity for "
        "3×3; its solutions have thousands of moves.",
        "solvers.search:dfs_marking", space=_EIGHT_PUZZLE, source="S5",
        cost_estimator=marking_search_cost,
    ),
    Solver(
        _FAMILY, "stack",
        "Far from shortest: keeps positions on a stack and expands the last one first. A "
        "curiosity for 3×3.",
        "solvers.search:stack", space=_EIGHT_PUZZLE, source="S5",
        cost_estimator=marking_search_cost,
    ),
    BEST_FIRST,
    Solver(
        _FAMILY, "bfs",
        "Proved shortest: searches all positions level by level. Up to about 3×3; memory grows "
        "with every position generated.",
        "solvers.search:bfs", space=_SPACE, optimal=True, lists="shortest",
        cost_estimator=partial(breadth_first_cost, growth=_GROWTH),
    ),
    Solver(
        _FAMILY, "astar",
        "Proved shortest: A* with Manhattan distances. Instant on 3×3; on 4×4 up to about 40 "
        "moves. Memory grows with every position generated.",
        "solvers.search:astar", space=_SPACE, optimal=True, lists="shortest",
        cost_estimator=partial(heuristic_search_cost, growth=_GROWTH),
    ),
)
# fmt: on


def slide_solvers(family: str) -> SolverTable:
    """Return the solvers that count slides of any length; see ``move_set_solvers``."""
    # fmt: off
    optimal = Solver(
        family, "optimal",
        "Proved shortest, up to 4×4 without equal tiles. At once on 3×4, minutes on 4×4.",
        "families.sliding.solving.slides:solve", optimal=True,
    )
    macro = Solver(
        family, "macro",
        "Not shortest: minimizes single steps on any board up to 30×30, and counts the slides. "
        "Stops after 10 seconds unless you set a limit of time or states.",
        "families.sliding.solving.slides:solve_by_macro",
    )
    others = (
        Solver(
            family, "bfs",
            "Proved shortest: searches all positions level by level. Up to about 3×3; memory grows "
            "with every position generated.",
            "solvers.search:bfs", space=_SLIDES, optimal=True, lists="shortest",
            cost_estimator=breadth_first_cost,
        ),
        Solver(
            family, "iddfs",
            "Proved shortest: depth-first search up to a limit that rises step by step. Slow "
            "beyond about 10 moves, but needs almost no memory and can list every solution.",
            "solvers.search:iddfs", space=_SLIDES, optimal=True, lists="within",
            cost_estimator=iterative_deepening_cost,
        ),
    )
    # fmt: on

    def choose_for_slides(board: Board, request: Request) -> SolverChoice:
        if request.all_solutions:
            return SolverChoice(others[0], tr("Shortest solutions (bfs): it lists them all."))
        if board.rows * board.columns < _TILES and can_count_slides(board):
            why = tr("Shortest solution (optimal): the fastest solver for this.")
            return SolverChoice(optimal, why, macro)
        why = tr("Short solution by macro moves (macro); a shortest one could take hours.")
        return SolverChoice(macro, why)

    return (optimal, macro, *others), choose_for_slides


def can_count_slides(board: Board) -> bool:
    """Return True if the proved shortest number of slides can be searched for."""
    return max(board.rows, board.columns) <= _SIDE and len(board.values) == len(board.cells)


def choose(board: Board, request: Request) -> SolverChoice:
    """Return the best solver for a board, with the reason."""
    if board.rows * board.columns <= _TILES:
        why = tr("Shortest solution (optimal): rarely more than a second on a board of this size.")
        return SolverChoice(OPTIMAL, why, BEST_FIRST if kernels.UNCOMPILED_REASON else MACRO)
    if request.all_solutions:
        return SolverChoice(
            OPTIMAL, tr("Shortest solution (optimal): the fastest solver for this.")
        )
    return SolverChoice(
        MACRO,
        tr("Short solution by macro moves (macro); a shortest one could take hours."),
    )
