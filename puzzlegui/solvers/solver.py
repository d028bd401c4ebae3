"""Descriptions of solvers: rows of the families' solver tables."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

from puzzlegui.core.board import Board
from puzzlegui.core.language import Translatable, tr, translated_fields
from puzzlegui.solvers.control import Control, Outcome
from puzzlegui.solvers.cost_estimate import CostEstimator
from puzzlegui.solvers.space import Space

SolverFunction = Callable[[Board, Control], Outcome]


@translated_fields
@dataclass(frozen=True)
class Solver:
    """Description of a method that solves boards of one family.

    Attributes:
        family: name of the family.
        name: name given by the user; unique within the family.
        description: sentence shown to the user: optimal or not, size of boards, memory.
        function: ``module:function`` in ``puzzlegui``, imported when first needed.
        space: ``module:class`` of the state space, for searches that serve every family.
        optimal: solutions are proved shortest.
        lists: solutions listed by ``--all``: ``shortest``, ``within`` the move limit, or ``paths``;
            empty if the solver finds only one.
        can_improve: can shorten a given solution.
        source: key of the write-up that the method comes from, such as ``S4.5``; see
            ``engine.sources``.
        cost_estimator: estimates the cost on a board; None if a search always ends soon or is
            stopped.
        min_side: smallest number of rows and columns.
    """

    family: str
    name: str
    description: Translatable
    function: str
    space: str = ""
    optimal: bool = False
    lists: str = ""
    can_improve: bool = False
    source: str = ""
    cost_estimator: CostEstimator | None = None
    min_side: int = 2

    def load(self) -> SolverFunction:
        """Import and return the function that solves boards."""
        function = _load(self.function)
        if self.space:
            function = partial(function, make_space=_load(self.space))
        return cast("SolverFunction", function)

    def make_space(self, board: Board) -> Space:
        """Return the state space of a board, for a search that serves every family."""
        return cast("Space", _load(self.space)(board))

    @property
    def watchable(self) -> bool:
        """True if the search reports its steps to an observer; all that serve every family do."""
        return bool(self.space)

    def unsupported_reason(self, board: Board) -> str:
        """Return the reason why the solver does not support a board; empty if it does."""
        if min(board.rows, board.columns) < self.min_side:
            least = f"{self.min_side}×{self.min_side}"
            return tr("{name} needs a board of at least {least}; this one is {size}").format(
                name=self.name, least=least, size=board.size
            )
        return ""


def _load(name: str) -> Callable[..., Any]:
    module, function = name.split(":")
    value = getattr(importlib.import_module(f"puzzlegui.{module}"), function)
    return cast("Callable[..., Any]", value)


@dataclass(frozen=True)
class SolverChoice:
    """A solver and the reason for choosing it.

    Attributes:
        solver: the chosen solver.
        reason: sentence for the user; empty if the user chose the solver.
        fallback: solver whose first solution is the answer if a time limit stops ``solver`` before
            it finds any; None if ``solver`` finds a first solution at once.
    """

    solver: Solver
    reason: str = ""
    fallback: Solver | None = None
