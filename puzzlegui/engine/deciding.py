"""Finding out by search whether a board can be solved, where its verdict leaves that open."""

from __future__ import annotations

from dataclasses import replace

from puzzlegui.core.board import Verdict
from puzzlegui.core.solution import Solution, Status
from puzzlegui.solvers.control import Limits, Request

SOLVER = "optimal"
"""What decides whether a board can be solved if its verdict leaves that open."""


def request(seconds: float) -> Request:
    """Return what is asked of ``SOLVER`` to decide it."""
    return Request(Limits(seconds=seconds), stop_at_first=True)


def decided(verdict: Verdict, solution: Solution) -> Verdict:
    """Complete an open verdict by a solution that came of such a run."""
    match solution.status:
        case Status.SOLVED:
            return replace(verdict, solvable=True, reason=verdict.if_solved)
        case Status.UNSOLVABLE:
            return replace(verdict, solvable=False, reason=verdict.if_unsolvable)
        case _:
            return verdict
