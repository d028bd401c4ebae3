"""The solvers of sliding boards, the best first, and which is chosen where that is left open."""

from __future__ import annotations

from functools import partial

from puzzlegui.core.board import Board
from puzzlegui.core.language import tr
from puzzlegui.solvers.control import Request
from puzzlegui.solvers.effort import (
    Effort,
    deepening,
    exhaustive,
    greedy,
    informed,
    marking,
    pruned,
)
from puzzlegui.solvers.solver import Choice, Solver

_FAMILY = "sliding"
_SPACE = "families.sliding.space:tile_order"
_EIGHT_PUZZLE = "families.sliding.space:s5_order"

_TILES = 16
"""Cells of a board that optimal nearly always soon solves."""
_GROWTH = 2.13
"""How many times as many positions each level has (Edelkamp and Korf 1998)."""


def _optimal(board: Board) -> Effort | None:
    """What a shortest solution takes."""
    return None if board.rows * board.columns <= _TILES else pruned(board, _GROWTH)


# fmt: off
OPTIMAL = Solver(
        _FAMILY, "optimal",
        "Proved shortest. Up to 3×5 at once, 4×4 mostly within a second, from tables of 12 MB; "
        "beyond that it goes on and shows the bound proved so far.",
        "families.sliding.solving.optimal:solve", optimal=True, lists="shortest",
        effort=_optimal,
    )

MACRO = Solver(
        _FAMILY, "macro",
        "Not shortest, but short: any board up to 30×30 at once, then better and better until "
        "stopped; by itself after 10 seconds, unless a limit of time or states is set.",
        "families.sliding.solving.macro:solve", improves=True,
    )

SOLVERS = (
    OPTIMAL,
    MACRO,
    Solver(
        _FAMILY, "iddfs",
        "Proved shortest: depth-first search to a limit raised step by step. Slow beyond about "
        "20 moves, but needs no memory and lists every solution.",
        "solvers.search:iddfs", space=_SPACE, optimal=True, lists="within", source="S3",
        effort=partial(deepening, growth=_GROWTH),
    ),
    Solver(
        _FAMILY, "dfs",
        "Far from shortest: goes as deep as it can, marking every position. A curiosity, for "
        "3×3; its paths have thousands of moves.",
        "solvers.search:dfs_marking", space=_EIGHT_PUZZLE, source="S5",
        effort=marking,
    ),
    Solver(
        _FAMILY, "stack",
        "Far from shortest: pending positions on a stack, the last first. A curiosity, for 3×3.",
        "solvers.search:stack", space=_EIGHT_PUZZLE, source="S5",
        effort=marking,
    ),
    Solver(
        _FAMILY, "best-first",
        "Not shortest, but quick on 3×3 and often on 4×4: the position with the most tiles in "
        "place first.",
        "solvers.search:best_first", space=_EIGHT_PUZZLE, source="S5",
        effort=greedy,
    ),
    Solver(
        _FAMILY, "bfs",
        "Proved shortest: every position, level by level. Up to about 3×3; memory grows with "
        "every position met.",
        "solvers.search:bfs", space=_SPACE, optimal=True, lists="shortest",
        effort=partial(exhaustive, growth=_GROWTH),
    ),
    Solver(
        _FAMILY, "astar",
        "Proved shortest: A* with Manhattan distances. 3×3 at once, 4×4 up "
        "to about 40 moves; memory grows with every position met.",
        "solvers.search:astar", space=_SPACE, optimal=True, lists="shortest",
        effort=partial(informed, growth=_GROWTH),
    ),
)
# fmt: on


def choose(board: Board, request: Request) -> Choice:
    """The best solver for a board, and why."""
    if board.rows * board.columns <= _TILES:
        why = tr(
            "Chosen: optimal, because a board of this size seldom takes it more than a second."
        )
        return Choice(OPTIMAL, why)
    if request.all_solutions:
        return Choice(OPTIMAL, tr("Chosen: optimal, the fastest one for this."))
    return Choice(
        MACRO,
        tr("Chosen: macro, because a shortest solution of a board so large could take hours."),
    )
