"""Whether a solver can come to an end on a board, said before it begins."""

from __future__ import annotations

from dataclasses import dataclass

from puzzlegui.core.board import Board
from puzzlegui.core.language import tr
from puzzlegui.engine.memory import memory_limit
from puzzlegui.families.registry import family_of
from puzzlegui.solvers.control import Limits, Request
from puzzlegui.solvers.solver import Solver

_HOPELESS = 3600
"""Seconds from which on it is said beforehand."""


@dataclass(frozen=True)
class Doubt:
    """What speaks against a solver.

    Attributes:
        text: why it will hardly come to an end.
        instead: the name of one that can; empty if there is none.
    """

    text: str
    instead: str = ""


def doubt(board: Board, solver: Solver, limits: Limits) -> Doubt | None:
    """Why a solver will hardly come to an end on a board; None where it may.

    A limit of time or states is an end, too.
    """
    if limits.seconds is not None or limits.states is not None:
        return None
    why = _why(board, solver, limits)
    if not why:
        return None
    instead = family_of(board).choose(board, Request()).solver
    able = instead != solver and not _why(board, instead, limits)
    text = tr("{name} is unlikely to finish: it would have to search {why}.").format(
        name=solver.name, why=why
    )
    return Doubt(text, instead.name if able else "")


def _why(board: Board, solver: Solver, limits: Limits) -> str:
    """What it would have to look through, if that is too much."""
    if solver.cost_estimator is None or board.is_solved(board.initial()):
        return ""
    if board.verdict().solvable is False:  # which is said at once
        return ""
    effort = solver.cost_estimator(board)
    if effort is None:
        return ""
    memory = memory_limit(limits)
    if effort.seconds < _HOPELESS and effort.mib < memory:
        return ""
    return effort.words(memory)
