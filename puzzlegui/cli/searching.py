"""A search as a command makes it: limits from the arguments, progress, an interrupt."""

from __future__ import annotations

import argparse
from typing import NamedTuple

from puzzlegui import interrupts
from puzzlegui.cli.common import INTERRUPTED, STATUS, note
from puzzlegui.cli.progress import Progress
from puzzlegui.core.board import Board
from puzzlegui.core.counting import counted
from puzzlegui.core.language import tr
from puzzlegui.core.solution import Solution
from puzzlegui.engine import run as runs
from puzzlegui.solvers.control import Limits, Request


class Found(NamedTuple):
    """What came of a search.

    Attributes:
        solution: its result; of an interrupted one, the best solution found.
        status: the exit status that it calls for.
    """

    solution: Solution
    status: int

    @property
    def nothing(self) -> bool:
        """Whether it was interrupted before anything had been found."""
        return self.status == INTERRUPTED and not self.solution.solved


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
) -> Found:
    """Solve a board while progress is shown.

    An interrupt ends the search; its result is the best solution found, if there is one.

    Raises:
        PuzzleError: the solver cannot do what is asked.
        KeyboardInterrupt: the search was interrupted a second time.
    """
    with runs.start(board, solver, request, listed) as run:
        try:
            solution, interrupted = interrupts.waited(
                run.result, lambda: progress.solving(run.stats), run.cancel
            )
        finally:
            progress.clear()
    if not interrupted:
        return Found(solution, STATUS[solution.status])
    if solution.solved and not progress.quiet:
        said = tr("interrupted; writing the best solution found, {moves}")
        note(said.format(moves=counted(len(solution.moves), "move")))
    return Found(solution, INTERRUPTED)
