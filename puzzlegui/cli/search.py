"""Search run by a command: limits from the arguments, progress display, interrupts."""

from __future__ import annotations

import argparse
from typing import NamedTuple

from puzzlegui import interrupts
from puzzlegui.cli.common import INTERRUPTED, LIMIT_REACHED, NEGATIVE, SUCCESS, print_note
from puzzlegui.cli.progress import ProgressLine
from puzzlegui.core.board import Board
from puzzlegui.core.formatting import quantity
from puzzlegui.core.language import tr
from puzzlegui.core.solution import Solution, Status
from puzzlegui.engine import run as runs
from puzzlegui.solvers.control import Limits, Request

STATUS = {
    Status.SOLVED: SUCCESS,
    Status.UNSOLVABLE: NEGATIVE,
    Status.LIMIT: LIMIT_REACHED,
    Status.CANCELLED: INTERRUPTED,
}
"""Exit statuses by result of a search."""


class SearchResult(NamedTuple):
    """Result of a search.

    Attributes:
        solution: result; after an interrupt, the best solution found.
        status: exit status of the command.
    """

    solution: Solution
    status: int

    @property
    def is_empty(self) -> bool:
        """True if the search was interrupted before it had found a solution."""
        return self.status == INTERRUPTED and not self.solution.solved


def request_of(args: argparse.Namespace, spent: float) -> Request:
    """Return the request to a solver, after ``spent`` seconds of the time limit."""
    seconds = None if args.time_limit is None else max(0.0, args.time_limit - spent)
    limits = Limits(args.max_moves, args.max_states, seconds, args.memory_limit, args.threads)
    return Request(limits, args.seed, args.all)


def solve_with_progress(
    board: Board,
    solver: str,
    request: Request,
    progress: ProgressLine,
    listed: runs.SolutionListener | None = None,
) -> SearchResult:
    """Solve a board with a progress display.

    An interrupt ends the search; the result is then the best solution found, if any.

    Raises:
        PuzzleError: the solver cannot fulfil the request.
        KeyboardInterrupt: the search was interrupted a second time.
    """
    with runs.start(board, solver, request, listed) as run:
        try:
            solution, interrupted = interrupts.wait_interruptible(
                run.result, lambda: progress.show_search(run.stats), run.cancel
            )
        finally:
            progress.clear()
    if not interrupted:
        return SearchResult(solution, STATUS[solution.status])
    if solution.solved and not progress.quiet:
        message = tr("interrupted; writing the best solution found, {moves}")
        print_note(message.format(moves=quantity(len(solution.moves), "move")))
    return SearchResult(solution, INTERRUPTED)
