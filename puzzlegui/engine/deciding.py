"""Finding out by search whether a board can be solved, where its verdict leaves that open."""

from __future__ import annotations

from dataclasses import replace

from puzzlegui.core.board import Board, Verdict
from puzzlegui.core.solution import Solution, Status
from puzzlegui.engine.run import Run
from puzzlegui.solvers.control import Limits, Request


def deciding_run(board: Board, limits: Limits) -> Run:
    """A run that decides whether ``board`` can be solved if its verdict leaves that open."""
    return Run(board, "optimal", Request(limits, first=True))


def decided(verdict: Verdict, solution: Solution) -> Verdict:
    """An open verdict, completed by the solution of a ``deciding_run``."""
    match solution.status:
        case Status.SOLVED:
            return replace(verdict, solvable=True, reason=verdict.if_solved)
        case Status.UNSOLVABLE:
            return replace(verdict, solvable=False, reason=verdict.if_unsolvable)
        case _:
            return verdict
