"""What there is to know of each textbook search to tell what it does; one row each."""

from __future__ import annotations

from dataclasses import dataclass

from puzzlegui.core.board import Board
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.language import mark, tr
from puzzlegui.families.registry import family_of
from puzzlegui.solvers.solver import Solver

ESTIMATE, SCORE = "estimate", "score"
"""What can guide a search: a number of moves still needed, or a number of points."""


@dataclass(frozen=True)
class Method:
    """One search.

    Attributes:
        title: its name in the literature.
        order: which position it takes up next, as a sentence.
        start: what it does first.
        again: what it does when it begins at the start again, with a higher limit of moves.
        usual: what it does with a position that has new neighbours.
        dead_end: what it does with one that has none.
        guide: what guides it, ESTIMATE, SCORE or empty.
        proves: the first solution that it comes to is a shortest one.
        last_first: of those that wait, it takes the last one first.
        deep: it goes along a path and back, and has no list of positions that wait.
        marks: a position that was visited is never visited again.
        by_levels: positions are taken up level by level.
    """

    title: str
    order: str
    start: str
    usual: str
    dead_end: str
    guide: str = ""
    proves: bool = False
    last_first: bool = False
    deep: bool = False
    marks: bool = False
    by_levels: bool = False
    again: str = ""


_REACHED = mark("All its neighbours have been reached in as few moves or fewer: nothing is added.")

METHODS: dict[str, Method] = {
    "bfs": Method(
        mark("Breadth-first search"),
        mark("The position that was met first is taken up first."),
        mark("The start is taken up. Its neighbours get in line."),
        mark(
            "Its new neighbours get in line at the end. So all positions of a level come before "
            "any of the next."
        ),
        mark(
            "All its neighbours have been met before, in as few moves or fewer: nothing is added."
        ),
        proves=True,
        by_levels=True,
    ),
    "dijkstra": Method(
        mark("Dijkstra's algorithm"),
        mark("The position with the fewest moves from the start is taken up first."),
        mark("The start is taken up. Its neighbours wait, each with the moves made so far."),
        mark(
            "Its new neighbours wait, each with one move more. As every move costs the same, this"
            " is breadth-first search with a priority queue."
        ),
        _REACHED,
        proves=True,
        by_levels=True,
    ),
    "astar": Method(
        mark("A*"),
        mark(
            "The position with the least sum of moves made and moves estimated is taken up first."
        ),
        mark(
            "The start is taken up. Its neighbours wait, each with the moves made plus an "
            "estimate of those still needed."
        ),
        mark(
            "Its new neighbours wait. What leads away from the goal has a larger sum, and may "
            "never be taken up."
        ),
        _REACHED,
        guide=ESTIMATE,
        proves=True,
    ),
    "best_first": Method(
        mark("Greedy best-first search"),
        mark("The position with the highest score is taken up first, however long the way to it."),
        mark("The start is taken up. Its neighbours wait, each with its score."),
        mark(
            "Its new neighbours wait, each with its score. The moves made so far do not count: "
            "that is what makes it greedy."
        ),
        mark("All its neighbours have been met before: it goes back to the best one that waits."),
        guide=SCORE,
        marks=True,
    ),
    "stack": Method(
        mark("Search with a stack"),
        mark("The position that was met last is taken up first."),
        mark("The start is taken up. Its neighbours are put on a stack."),
        mark(
            "Its new neighbours are put on top of the stack, and the topmost is next: the search "
            "runs ahead, and long ways come of it."
        ),
        mark("All its neighbours have been met before: it goes on with what is left on the stack."),
        last_first=True,
        marks=True,
    ),
    "iddfs": Method(
        mark("Iterative deepening"),
        mark(
            "Depth-first search to a limit of moves, which is raised by one when all has been "
            "tried."
        ),
        mark("The search begins with a limit of no moves: only the start is looked at."),
        mark("It goes on to the first neighbour. It remembers nothing but the path that it is on."),
        mark(
            "The limit is reached, and this is not the goal: it goes back and tries the next move."
        ),
        proves=True,
        deep=True,
        again=mark(
            "Everything is forgotten, and the search begins at the start again, one move deeper."
        ),
    ),
    "dfs_marking": Method(
        mark("Depth-first search"),
        mark("The first neighbour that was not visited yet is visited, as deep as it goes."),
        mark("The start is visited. The search goes on to its first neighbour."),
        mark(
            "It goes on to the first neighbour that was not visited yet, however far that is from"
            " the goal."
        ),
        mark(
            "All its neighbours have been visited: it goes back to where something is left to be "
            "tried."
        ),
        deep=True,
        marks=True,
    ),
    "dfs_paths": Method(
        mark("Depth-first search for paths"),
        mark("The first jump to a cell that is not on the path is made, as long as there is one."),
        mark("The walk begins. The first jump that is possible is made."),
        mark("It goes on by the first jump to a cell that is not on its path."),
        mark(
            "A dead end: no jump leads to a cell that is not on the path. It goes back and tries "
            "the next one."
        ),
        deep=True,
    ),
}
"""By the function of ``solvers/search.py`` that does it."""


def method_of(solver: Solver) -> Method:
    """The row of a search that can be watched."""
    return METHODS[solver.function.partition(":")[2]]


def searches(board: Board) -> list[Solver]:
    """The searches of a board that can be watched, in the order of its solvers."""
    return [solver for solver in family_of(board).solvers if solver.watchable]


def watchable(board: Board, name: str) -> Solver:
    """The search of this name; raises PuzzleError if the board has none that can be watched."""
    able = {solver.name: solver for solver in searches(board)}
    if name in able:
        return able[name]
    text = tr("{name} cannot be watched step by step; choose from {names}")
    raise PuzzleError(text.format(name=repr(name), names=", ".join(able)))
