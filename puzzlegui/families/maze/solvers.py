"""The solvers of mazes, the best first, and the choice of a default."""

from __future__ import annotations

from puzzlegui.core.board import Board
from puzzlegui.core.cells import cells_of
from puzzlegui.core.language import tr
from puzzlegui.core.solution import LONGEST
from puzzlegui.families.maze.board import MazeBoard
from puzzlegui.solvers.control import Request
from puzzlegui.solvers.cost_estimate import CostEstimate, capped_power, path_search_cost
from puzzlegui.solvers.solver import Solver, SolverChoice

_FAMILY = "maze"
_SPACE = "families.maze.space:space_of"


def _all_paths_effort(board: Board) -> CostEstimate | None:
    """Estimate the memory for all paths until one has the target sum."""
    assert isinstance(board, MazeBoard)
    if board.sum is None:
        return None
    cells = [*cells_of(board.numbers)]
    ways = sum(len(board.legal_moves((cell,))) for cell in cells) / len(cells)
    largest = max(abs(number) for row in board.numbers for number in row)
    least = min(len(cells), abs(board.sum) // max(1, largest))
    return path_search_cost(board, capped_power(max(1.5, ways - 1), least))


# fmt: off
OPTIMAL = Solver(
        _FAMILY, "optimal",
        "Proved shortest. Instant on any size; with a target sum, seconds up to about 8×8. "
        "Beyond that it keeps searching, with the best path and the lower bound proved so far.",
        "families.maze.solving.paths:shortest", optimal=True, lists="shortest",
    )

SOLVERS = (
    OPTIMAL,
    Solver(
        _FAMILY, LONGEST,
        "The longest path, proved in seconds on small boards. Beyond that it keeps searching; "
        "stop it at any time to get the longest path found so far.",
        "families.maze.solving.paths:longest",
    ),
    Solver(
        _FAMILY, "bfs",
        "Proved shortest, level by level. Instant on any size; with a target sum it stores every "
        "path and suits only small boards.",
        "solvers.search:bfs", space=_SPACE, optimal=True, lists="shortest",
        cost_estimator=_all_paths_effort,
    ),
    Solver(
        _FAMILY, "dfs",
        "The first path found, not the shortest: tries up, down, left, right, then diagonals if "
        "allowed, and backtracks when stuck. Can list every path.",
        "solvers.search:dfs_paths", space="families.maze.space:MazePathSpace", lists="paths",
        source="S2",
    ),
)
# fmt: on


def choose(_board: Board, _request: Request) -> SolverChoice:
    """Return the best solver for a board, with the reason."""
    return SolverChoice(OPTIMAL, tr("Shortest path (optimal)."))
