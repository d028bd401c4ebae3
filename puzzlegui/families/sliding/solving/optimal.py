"""Shortest solutions of sliding boards."""

from __future__ import annotations

from puzzlegui.core.board import Board
from puzzlegui.families.sliding.board import SlidingBoard
from puzzlegui.families.sliding.solving.deepening import Deepening
from puzzlegui.solvers.control import Control, Outcome
from puzzlegui.solvers.listing import all_of


def solve(board: Board, control: Control) -> Outcome:
    """A shortest solution, or all of them."""
    assert isinstance(board, SlidingBoard)
    every = control.request.all_solutions
    return all_of(*Deepening(board, control).solve(every=every), control)
