"""Shortest solutions of sliding boards."""

from __future__ import annotations

from puzzlegui.core.board import Board
from puzzlegui.families.sliding.board import SlidingBoard
from puzzlegui.families.sliding.solving.deepening import IterativeDeepening
from puzzlegui.solvers.control import Control, Outcome
from puzzlegui.solvers.enumeration import list_solutions


def solve(board: Board, control: Control) -> Outcome:
    """Find a shortest solution, or all."""
    assert isinstance(board, SlidingBoard)
    all_solutions = control.request.all_solutions
    return list_solutions(
        *IterativeDeepening(board, control).solve(all_solutions=all_solutions), control
    )
