"""Shortest solutions of sliding boards."""

from __future__ import annotations

from puzzlegui.core.board import Board
from puzzlegui.core.sliding import SlidingBoard
from puzzlegui.core.solution import Status
from puzzlegui.solvers.control import Control, Outcome
from puzzlegui.solvers.listing import listing_note
from puzzlegui.solvers.sliding.deepening import Deepening


def solve(board: Board, control: Control) -> Outcome:
    """A shortest solution, or all of them."""
    assert isinstance(board, SlidingBoard)
    every = control.request.all_solutions
    found, number = Deepening(board, control).solve(every=every)
    return Outcome(
        Status.SOLVED,
        found[0],
        optimal=True,
        solutions=found if every else None,
        count=number if every else None,
        note=listing_note(number) if every else "",
    )
