"""The solvers of mazes, the best first, and which is chosen where that is left open."""

from __future__ import annotations

from puzzlegui.core.board import Board
from puzzlegui.core.solution import LONGEST
from puzzlegui.solvers.control import Request
from puzzlegui.solvers.solver import Choice, Solver

_FAMILY = "maze"
_SPACE = "families.maze.space:space_of"

# fmt: off
OPTIMAL = Solver(
        _FAMILY, "optimal",
        "Proved shortest. At once on any size; with a wanted sum in seconds up to about 8×8; "
        "beyond that it goes on, with the best path so far and the bound proved.",
        "families.maze.solving.paths:shortest", optimal=True, lists="shortest",
    )

SOLVERS = (
    OPTIMAL,
    Solver(
        _FAMILY, LONGEST,
        "The longest path, proved in seconds on small boards; beyond that it goes on, and the "
        "longest found so far can be had at any time.",
        "families.maze.solving.paths:longest",
    ),
    Solver(
        _FAMILY, "bfs",
        "Proved shortest: level by level. At once on any size; with a wanted sum it keeps every "
        "path and suits small boards.",
        "solvers.search:bfs", space=_SPACE, optimal=True, lists="shortest",
    ),
    Solver(
        _FAMILY, "dfs",
        "The first path found, not the shortest: up, down, left, right, back where stuck. Lists "
        "every path.",
        "solvers.search:dfs_paths", space="families.maze.space:MazePathSpace", lists="paths",
        source="S2",
    ),
)
# fmt: on


def choose(_board: Board, _request: Request) -> Choice:
    """The best solver for a board, and why."""
    return Choice(OPTIMAL, "Chosen: optimal, which finds the shortest path.")
