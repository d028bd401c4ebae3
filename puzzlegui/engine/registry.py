"""The one table of solvers; menus, help, command line and tests read it."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from puzzlegui.core.board import Board, arrangements
from puzzlegui.core.cells import flatten
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.solution import LONGEST
from puzzlegui.families.maze.board import MazeBoard
from puzzlegui.solvers.control import Control, Outcome, Request

SolverFunction = Callable[[Board, Control], Outcome]


@dataclass(frozen=True)
class Solver:
    """One way of solving one family.

    Attributes:
        family: the family it serves.
        name: as the user gives it; another family may have a method of the same name.
        sentence: what to expect of it: optimal or not, how large a board, how much memory.
        function: ``module:function`` in ``puzzlegui``, imported only when needed.
        optimal: its solutions are proved shortest.
        lists: what ``--all`` makes it list: ``shortest`` solutions, all ``within`` the limit of
            moves, all ``paths``; empty if it finds only one.
        source: the key of the source it comes from, such as ``S4.5``; see ``engine.sources``.
        smallest: the fewest rows and columns it works on.
    """

    family: str
    name: str
    sentence: str
    function: str
    optimal: bool = False
    lists: str = ""
    source: str = ""
    smallest: int = 2

    def load(self) -> SolverFunction:
        """The function that solves; imports what it needs."""
        module, name = self.function.split(":")
        return cast("SolverFunction", getattr(importlib.import_module(f"puzzlegui.{module}"), name))

    def objection(self, board: Board, request: Request) -> str:
        """Why it cannot do what is asked, empty if it can."""
        if min(board.rows, board.columns) < self.smallest:
            least = f"{self.smallest}×{self.smallest}"
            return f"{self.name} works on boards from {least} on, not on {board.size}"
        if request.all_solutions and not self.lists:
            able = [s.name for s in SOLVERS if s.family == board.family and s.lists]
            return f"{self.name} finds one solution; all can be listed by {', '.join(able)}"
        return ""


@dataclass(frozen=True)
class Choice:
    """A solver, and why it was chosen if the user left it open."""

    solver: Solver
    why: str = ""


AUTO = "auto"
AUTO_SENTENCE = "Chooses the best method for the board, and says which and why."

# fmt: off
SOLVERS: tuple[Solver, ...] = (
    Solver(
        "rotation", "optimal",
        "Proved shortest. Numbers on up to 16 cells (4×4, 3×5, 2×8) and colours on larger boards "
        "in about a second; beyond that it goes on and shows the bound proved so far.",
        "families.rotation.solving.optimal:solve", optimal=True, lists="shortest",
    ),
    Solver(
        "rotation", "macro",
        "Not shortest, but short: any board up to 30×30 at once, then better and better until "
        "stopped; by itself after 10 seconds, unless a limit of time or states is set.",
        "families.rotation.solving.macro:solve",
    ),
    Solver(
        "rotation", "iddfs",
        "Proved shortest: depth-first search to a limit raised step by step. Slow beyond about "
        "10 moves, but needs no memory and lists every solution.",
        "solvers.search:iddfs", optimal=True, lists="within", source="S1",
    ),
    Solver(
        "rotation", "bfs",
        "Proved shortest: the configuration tree, level by level. Small boards only; memory "
        "grows with every arrangement met.",
        "solvers.search:bfs", optimal=True, lists="shortest", source="S4.1",
    ),
    Solver(
        "rotation", "dijkstra",
        "Proved shortest: Dijkstra's algorithm on the configuration graph. Small boards only; "
        "as much memory as bfs, and slower.",
        "solvers.search:dijkstra", optimal=True, lists="shortest", source="S4.2",
    ),
    Solver(
        "rotation", "peel",
        "Not shortest, but solves any board from 3×3 to 30×30 in seconds: row by row and column "
        "by column, the last 3×3 from a table.",
        "families.rotation.solving.peel:solve", source="S4.5", smallest=3,
    ),
    Solver(
        "rotation", "exchange-short",
        "Far from shortest, twice as long as peel or more, on any board from 3×3 to 30×30: row by "
        "row with sequences of 3 to 7 turns that disturb only the rows below.",
        "families.rotation.solving.exchange:solve_short", source="S4.4", smallest=3,
    ),
    Solver(
        "rotation", "exchange",
        "Many times longer than peel, on any board from 3×3 to 30×30: exchanges two values at a "
        "time, neighbour by neighbour, and leaves all others as they were.",
        "families.rotation.solving.exchange:solve", source="S4.3", smallest=3,
    ),
    Solver(
        "sliding", "optimal",
        "Proved shortest. Up to 3×5 at once, 4×4 mostly within a second, from tables of 12 MB; "
        "beyond that it goes on and shows the bound proved so far.",
        "families.sliding.solving.optimal:solve", optimal=True, lists="shortest",
    ),
    Solver(
        "sliding", "macro",
        "Not shortest, but short: any board up to 30×30 at once, then better and better until "
        "stopped; by itself after 10 seconds, unless a limit of time or states is set.",
        "families.sliding.solving.macro:solve",
    ),
    Solver(
        "sliding", "iddfs",
        "Proved shortest: depth-first search to a limit raised step by step. Slow beyond about "
        "20 moves, but needs no memory and lists every solution.",
        "solvers.search:iddfs", optimal=True, lists="within", source="S3",
    ),
    Solver(
        "sliding", "dfs",
        "Far from shortest: goes as deep as it can, marking every position. A curiosity, for "
        "3×3; its paths have thousands of moves.",
        "solvers.search:dfs_marking", source="S5",
    ),
    Solver(
        "sliding", "stack",
        "Far from shortest: pending positions on a stack, the last first. A curiosity, for 3×3.",
        "solvers.search:stack", source="S5",
    ),
    Solver(
        "sliding", "best-first",
        "Not shortest, but quick on 3×3 and often on 4×4: the position with the most tiles in "
        "place first.",
        "solvers.search:best_first", source="S5",
    ),
    Solver(
        "sliding", "bfs",
        "Proved shortest: every position, level by level. Up to about 3×3; memory grows with "
        "every position met.",
        "solvers.search:bfs", optimal=True, lists="shortest",
    ),
    Solver(
        "sliding", "astar",
        "Proved shortest: A* with Manhattan distances. 3×3 at once, 4×4 up "
        "to about 40 moves; memory grows with every position met.",
        "solvers.search:astar", optimal=True, lists="shortest",
    ),
    Solver(
        "maze", "optimal",
        "Proved shortest. At once on any size; with a wanted sum in seconds up to about 8×8; "
        "beyond that it goes on, with the best path so far and the bound proved.",
        "families.maze.solving.paths:shortest", optimal=True, lists="shortest",
    ),
    Solver(
        "maze", LONGEST,
        "The longest path, proved in seconds on small boards; beyond that it goes on, and the "
        "longest found so far can be had at any time.",
        "families.maze.solving.paths:longest",
    ),
    Solver(
        "maze", "bfs",
        "Proved shortest: level by level. At once on any size; with a wanted sum it keeps every "
        "path and suits small boards.",
        "solvers.search:bfs", optimal=True, lists="shortest",
    ),
    Solver(
        "maze", "dfs",
        "The first path found, not the shortest: up, down, left, right, back where stuck. Lists "
        "every path.",
        "solvers.search:dfs_paths", lists="paths", source="S2",
    ),
)
# fmt: on


def solvers_of(family: str) -> list[Solver]:
    """The solvers of a family, the best first."""
    return [solver for solver in SOLVERS if solver.family == family]


def find(family: str, name: str) -> Solver:
    """The solver of that name.

    Raises:
        PuzzleError: the family has none.
    """
    for solver in solvers_of(family):
        if solver.name == name:
            return solver
    names = ", ".join([AUTO, *(solver.name for solver in solvers_of(family))])
    raise PuzzleError(f"there is no solver {name!r} for {family} boards; there are {names}")


def choose(board: Board, name: str, request: Request) -> Choice:
    """The solver of that name, or for ``auto`` the best for the board.

    Raises:
        PuzzleError: the board has no such solver, or it cannot do what is asked.
    """
    choice = _best(board, request) if name == AUTO else Choice(find(board.family, name))
    if objection := choice.solver.objection(board, request):
        raise PuzzleError(objection)
    return choice


def _best(board: Board, request: Request) -> Choice:
    if isinstance(board, MazeBoard):
        return Choice(find("maze", "optimal"), "Chosen: optimal, which finds the shortest path.")
    if board.family == "rotation":
        if _soon_optimal(board):
            return Choice(
                find("rotation", "optimal"),
                "Chosen: optimal, because a board like this takes it about a second.",
            )
        if request.all_solutions:
            return Choice(find("rotation", "optimal"), "Chosen: optimal, the only one for this.")
        return Choice(
            find("rotation", "macro"),
            "Chosen: macro, because a shortest solution of a board so large could take hours.",
        )
    if board.rows * board.columns <= _TILES:
        return Choice(
            find("sliding", "optimal"),
            "Chosen: optimal, because a board of this size seldom takes it more than a second.",
        )
    if request.all_solutions:
        return Choice(find("sliding", "optimal"), "Chosen: optimal, the fastest one for this.")
    return Choice(
        find("sliding", "macro"),
        "Chosen: macro, because a shortest solution of a board so large could take hours.",
    )


_NUMBERS, _ARRANGEMENTS = 16, 10**13
"""Cells of a board of numbers, or arrangements of one of colours, that optimal soon solves."""
_TILES = 16
"""Cells of a sliding board that optimal nearly always soon solves."""


def _soon_optimal(board: Board) -> bool:
    values = flatten(board.grid("start"))
    return len(values) <= _NUMBERS or arrangements(values) <= _ARRANGEMENTS
