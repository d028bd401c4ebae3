"""Table of the textbook searches, with texts that describe their steps."""

from __future__ import annotations

from dataclasses import dataclass

from puzzlegui.core.board import Board
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.core.suggestions import with_suggestion
from puzzlegui.families.registry import family_of
from puzzlegui.solvers.solver import Solver

ESTIMATE, SCORE = "estimate", "score"
"""Kinds of heuristic: an estimate of the moves still needed, or a score."""


@dataclass(frozen=True)
class SearchMethod:
    """Description of a textbook search.

    Attributes:
        title: name in the literature.
        order: sentence on the order of expansion.
        start: sentence on its first step.
        again: sentence on a restart with a higher move limit.
        usual: sentence on a position with new neighbours.
        dead_end: sentence on a position without new neighbours.
        guide: ESTIMATE, SCORE or empty.
        proves_optimality: the first solution found is a shortest one.
        lifo: the position generated last is expanded first.
        depth_first: it follows a path and backtracks, and has no frontier of positions.
        marks_visited: a visited position is never visited again.
        by_levels: positions are expanded level by level.
    """

    title: str
    order: str
    start: str
    usual: str
    dead_end: str
    guide: str = ""
    proves_optimality: bool = False
    lifo: bool = False
    depth_first: bool = False
    marks_visited: bool = False
    by_levels: bool = False
    again: str = ""


_REACHED = gettext_noop(
    "All its neighbours were already reached in as few moves or fewer. Nothing is added."
)

METHODS: dict[str, SearchMethod] = {
    "bfs": SearchMethod(
        gettext_noop("Breadth-first search"),
        gettext_noop("The position generated first is expanded first."),
        gettext_noop("The start is expanded. Its neighbours join the queue."),
        gettext_noop(
            "Its new neighbours join the end of the queue, so every position of a level is "
            "expanded before any of the next."
        ),
        gettext_noop(
            "All its neighbours were generated before, in as few moves or fewer. Nothing is added."
        ),
        proves_optimality=True,
        by_levels=True,
    ),
    "dijkstra": SearchMethod(
        gettext_noop("Dijkstra's algorithm"),
        gettext_noop("The position with the fewest moves from the start is expanded first."),
        gettext_noop(
            "The start is expanded. Its neighbours join the queue, each with its number of "
            "moves from the start."
        ),
        gettext_noop(
            "Its new neighbours join the queue, each with one more move. Because every move "
            "costs the same, this is breadth-first search with a priority queue."
        ),
        _REACHED,
        proves_optimality=True,
        by_levels=True,
    ),
    "astar": SearchMethod(
        gettext_noop("A*"),
        gettext_noop(
            "The position with the smallest sum of moves made and moves estimated is expanded "
            "first."
        ),
        gettext_noop(
            "The start is expanded. Its neighbours join the queue, each with the moves made plus "
            "an estimate of the moves still needed."
        ),
        gettext_noop(
            "Its new neighbours join the queue. Positions that lead away from the goal have a "
            "larger sum and may never be expanded."
        ),
        _REACHED,
        guide=ESTIMATE,
        proves_optimality=True,
    ),
    "best_first": SearchMethod(
        gettext_noop("Greedy best-first search"),
        gettext_noop(
            "The position with the highest score is expanded first, however long the path to it."
        ),
        gettext_noop("The start is expanded. Its neighbours join the queue, each with its score."),
        gettext_noop(
            "Its new neighbours join the queue, each with its score. The moves made so far do "
            "not count, which makes the search greedy."
        ),
        gettext_noop(
            "All its neighbours were generated before. The search continues with the best "
            "position in the queue."
        ),
        guide=SCORE,
        marks_visited=True,
    ),
    "stack": SearchMethod(
        gettext_noop("Search with a stack"),
        gettext_noop("The position generated last is expanded first."),
        gettext_noop("The start is expanded. Its neighbours are pushed onto a stack."),
        gettext_noop(
            "Its new neighbours are pushed onto the stack, and the top one is next. The search "
            "runs ahead and finds long paths."
        ),
        gettext_noop(
            "All its neighbours were generated before. The search continues with the top of the "
            "stack."
        ),
        lifo=True,
        marks_visited=True,
    ),
    "iddfs": SearchMethod(
        gettext_noop("Iterative deepening"),
        gettext_noop(
            "Depth-first search up to a move limit. When everything within the limit has been "
            "tried, the limit rises by one."
        ),
        gettext_noop("The search begins with a limit of 0 moves: it examines only the start."),
        gettext_noop(
            "The search goes on to the first neighbour. It remembers only the current path."
        ),
        gettext_noop(
            "The limit is reached, and this is not the goal. The search goes back and tries the "
            "next move."
        ),
        proves_optimality=True,
        depth_first=True,
        again=gettext_noop("The search forgets everything and starts over, one move deeper."),
    ),
    "dfs_marking": SearchMethod(
        gettext_noop("Depth-first search"),
        gettext_noop("The first unvisited neighbour is visited next, as deep as possible."),
        gettext_noop("The start is visited. The search goes on to its first neighbour."),
        gettext_noop(
            "The search goes on to the first unvisited neighbour, however far that is from the "
            "goal."
        ),
        gettext_noop(
            "All its neighbours have been visited. The search goes back to the last position "
            "with a move left to try."
        ),
        depth_first=True,
        marks_visited=True,
    ),
    "dfs_paths": SearchMethod(
        gettext_noop("Depth-first search for paths"),
        gettext_noop(
            "The first jump to a cell that is not on the path is made, as long as one exists."
        ),
        gettext_noop("The path begins at the start. The first possible jump is made."),
        gettext_noop("The search makes the first jump to a cell that is not on the path."),
        gettext_noop(
            "Dead end: no jump leads to a cell that is not on the path. The search goes back and "
            "tries the next jump."
        ),
        depth_first=True,
    ),
}
"""Textbook searches by their function in ``solvers/search.py``."""


def method_of(solver: Solver) -> SearchMethod:
    """Return the description of a search that can be watched."""
    return METHODS[solver.function.partition(":")[2]]


def watchable_searches(board: Board) -> list[Solver]:
    """Return a board's searches that can be watched, in the order of its solvers."""
    return [solver for solver in family_of(board).solvers if solver.watchable]


def find_watchable(board: Board, name: str) -> Solver:
    """Return the search of this name.

    Raises:
        PuzzleError: the board has no such search that can be watched.
    """
    able = {solver.name: solver for solver in watchable_searches(board)}
    if name in able:
        return able[name]
    text = tr("{name} cannot be watched step by step; choose from {names}")
    message = text.format(name=repr(name), names=", ".join(able))
    raise PuzzleError(with_suggestion(message, name, able))
