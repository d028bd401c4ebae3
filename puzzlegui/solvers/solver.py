"""A row of the tables of solvers: what a solver is called, what to expect of it, where it is."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

from puzzlegui.core.board import Board
from puzzlegui.core.language import Shown, tr, with_texts
from puzzlegui.solvers.control import Control, Outcome
from puzzlegui.solvers.effort import Estimate
from puzzlegui.solvers.space import Space

SolverFunction = Callable[[Board, Control], Outcome]


@with_texts
@dataclass(frozen=True)
class Solver:
    """One way of solving one family.

    Attributes:
        family: the family it serves.
        name: as the user gives it; another family may have a method of the same name.
        sentence: what to expect of it: optimal or not, how large a board, how much memory.
        function: ``module:function`` in ``puzzlegui``, imported only when needed.
        space: likewise, for a search that serves every family, what makes the space of a board
            that it searches.
        optimal: its solutions are proved shortest.
        lists: what ``--all`` makes it list: ``shortest`` solutions, all ``within`` the limit of
            moves, all ``paths``; empty if it finds only one.
        improves: it can go on from a solution that is given.
        source: the key of the source it comes from, such as ``S4.5``; see ``engine.sources``.
        effort: tells what it may take on a board; None if it always ends soon, or is stopped.
        smallest: the fewest rows and columns it works on.
    """

    family: str
    name: str
    sentence: Shown
    function: str
    space: str = ""
    optimal: bool = False
    lists: str = ""
    improves: bool = False
    source: str = ""
    effort: Estimate | None = None
    smallest: int = 2

    def load(self) -> SolverFunction:
        """The function that solves; imports what it needs."""
        function = _load(self.function)
        if self.space:
            function = partial(function, make_space=_load(self.space))
        return cast("SolverFunction", function)

    def make_space(self, board: Board) -> Space:
        """The space that it searches, of a search that serves every family."""
        return cast("Space", _load(self.space)(board))

    @property
    def watchable(self) -> bool:
        """Whether it tells an observer its steps, as all searches that serve every family do."""
        return bool(self.space)

    def objection(self, board: Board) -> str:
        """Why it cannot solve a board, empty if it can."""
        if min(board.rows, board.columns) < self.smallest:
            least = f"{self.smallest}×{self.smallest}"
            return tr("{name} needs a board of at least {least}; this one is {size}").format(
                name=self.name, least=least, size=board.size
            )
        return ""


def _load(name: str) -> Callable[..., Any]:
    module, function = name.split(":")
    found = getattr(importlib.import_module(f"puzzlegui.{module}"), function)
    return cast("Callable[..., Any]", found)


@dataclass(frozen=True)
class Choice:
    """A solver, and why it was chosen if the user left it open.

    Attributes:
        solver: the chosen solver.
        why: the reason, a sentence.
        quick: a solver whose first solution is the answer if a time limit stops ``solver`` before
            it has any; None if ``solver`` has one at once itself.
    """

    solver: Solver
    why: str = ""
    quick: Solver | None = None
