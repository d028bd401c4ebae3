"""A search as a command makes it: limits from the arguments, progress, an interrupt."""

from __future__ import annotations

import argparse

from puzzlegui import interrupts
from puzzlegui.cli.common import INTERRUPTED, STATUS
from puzzlegui.cli.progress import Progress
from puzzlegui.core.board import Board
from puzzlegui.core.solution import Solution
from puzzlegui.engine import run as runs
from puzzlegui.solvers.control import Limits, Request


def request_of(args: argparse.Namespace, spent: float) -> Request:
    """What is asked of a solver; ``spent`` seconds of the time limit are over."""
    seconds = None if args.time_limit is None else max(0.0, args.time_limit - spent)
    limits = Limits(args.max_moves, args.max_states, seconds, args.memory_limit)
    return Request(limits, args.seed, args.all)


def solved_by(
    board: Board,
    solver: str,
    request: Request,
    progress: Progress,
    listed: runs.Listener | None = None,
) -> Solution:
    """Solve a board while progress is shown.

    Raises:
        PuzzleError: the solver cannot do what is asked.
        KeyboardInterrupt: the search was interrupted.
    """
    with runs.start(board, solver, request, listed) as run:

        def wait() -> None:
            interrupts.check()
            progress.solving(run.stats)

        try:
            solution = run.result(wait)
        finally:
            progress.clear()
    if STATUS[solution.status] == INTERRUPTED:
        raise KeyboardInterrupt
    return solution
