"""Search that decides whether a board is solvable where its verdict leaves that open."""

from __future__ import annotations

from dataclasses import replace

from puzzlegui.core.board import Verdict
from puzzlegui.core.solution import Solution, Status
from puzzlegui.solvers.control import Limits, Request

SOLVER = "optimal"
"""Name of the solver that decides the question."""


def decision_request(seconds: float) -> Request:
    """Return the request for the deciding search."""
    return Request(Limits(seconds=seconds), stop_at_first=True)


def complete_verdict(verdict: Verdict, solution: Solution) -> Verdict:
    """Complete an open verdict by the result of the deciding search."""
    match solution.status:
        case Status.SOLVED:
            return replace(verdict, solvable=True, reason=verdict.if_solved)
        case Status.UNSOLVABLE:
            reason = verdict.if_unsolvable or solution.note
            return replace(verdict, solvable=False, reason=reason)
        case _:
            return verdict
