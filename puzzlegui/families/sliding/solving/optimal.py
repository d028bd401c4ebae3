"""Shortest solutions of sliding boards."""

from __future__ import annotations

from puzzlegui.core.board import Board
from puzzlegui.families.sliding.board import SlidingBoard
from puzzlegui.families.sliding.solving.deepening import IterativeDeepening
from puzzlegui.solvers.control import Control, Outcome
from puzzlegui.solvers.listing import all_of


def solve(board: Board, control: Control) -> Outcome:
    """Find a shortest solution, or all."""
    assert isinstance(board, SlidingBoard)
    every = control.request.all_solutions
    return all_of(*IterativeDeepening(board, control).solve(all_solutions=every), control)
