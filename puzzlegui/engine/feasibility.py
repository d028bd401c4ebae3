"""Warning before a search that is unlikely to finish."""

from __future__ import annotations

from dataclasses import dataclass

from puzzlegui.core.board import Board
from puzzlegui.core.language import tr
from puzzlegui.engine.memory import memory_limit
from puzzlegui.families.registry import family_of
from puzzlegui.solvers.control import Limits, Request
from puzzlegui.solvers.solver import Solver

_WARNING_SECONDS = 3600
"""Estimated seconds from which the user is warned."""


@dataclass(frozen=True)
class FeasibilityWarning:
    """Warning that a solver is unlikely to finish.

    Attributes:
        text: the reason.
        alternative: name of a solver that can finish; empty if there is none.
    """

    text: str
    alternative: str = ""


def feasibility_warning(board: Board, solver: Solver, limits: Limits) -> FeasibilityWarning | None:
    """Return a warning if a solver is unlikely to finish on a board; None if it may.

    A limit of time or states lets every solver finish.
    """
    if limits.seconds is not None or limits.states is not None:
        return None
    why = _excessive_search(board, solver, limits)
    if not why:
        return None
    alternative = family_of(board).choose(board, Request()).solver
    able = alternative != solver and not _excessive_search(board, alternative, limits)
    text = tr("{name} is unlikely to finish: it would have to search {why}.").format(
        name=solver.name, why=why
    )
    return FeasibilityWarning(text, alternative.name if able else "")


def _excessive_search(board: Board, solver: Solver, limits: Limits) -> str:
    """Return the description of an excessive search; empty if the search is feasible."""
    if solver.cost_estimator is None or board.is_solved(board.initial()):
        return ""
    if board.verdict().solvable is False:  # the run reports that at once
        return ""
    effort = solver.cost_estimator(board)
    if effort is None:
        return ""
    memory = memory_limit(limits)
    if effort.seconds < _WARNING_SECONDS and effort.mib < memory:
        return ""
    return effort.describe(memory)
