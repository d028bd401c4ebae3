"""Task that runs a solver."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from puzzlegui.core.board import Board
from puzzlegui.documents.boardfile import dump_solution, parse_board
from puzzlegui.engine import registry
from puzzlegui.engine.memory import peak_memory_mib
from puzzlegui.engine.run import Run, Stats
from puzzlegui.engine.runner.requests import read_request
from puzzlegui.engine.runner.task_context import TaskContext

_POLL = 0.02
_FIGURES_EVERY = 0.1
"""Seconds between two messages with statistics."""
_BETTER_EVERY = 0.4
"""Least number of seconds between two better solutions."""
_BLOCK = 1000
"""Greatest number of listed solutions in a message."""


def load(_call: TaskContext) -> None:
    """Import every solver, so that the first search starts at once."""
    for solver in registry.SOLVERS:
        solver.load()


def solve(call: TaskContext) -> dict[str, Any]:
    """Run a solver on a board; return its solution as JSON data."""
    order = call.fields
    board = parse_board(order["board"])
    request = read_request(board, order["request"])
    listed = _SolutionSender(call, board)
    # Import the solver before the clock starts: that is not part of the method.
    registry.choose_solver(board, order["solver"], request).solver.load()
    run = Run(board, order["solver"], request, listed.add)
    call.on_stop(run.cancel)
    call.cleanup = run.release
    with _progress_reports(call, run):
        solution = run.execute()
    listed.send()
    return {
        "solution": dump_solution(replace(solution, solutions=None)),
        "attempts": solution.attempts,
        "count": solution.count,
    }


class _SolutionSender:
    """Buffer that sends listed solutions in blocks."""

    def __init__(self, call: TaskContext, board: Board) -> None:
        self._call, self._board = call, board
        self._waiting: list[list[str]] = []

    def add(self, _number: int, moves: Sequence[Any]) -> None:
        self._waiting.append(list(self._board.format_moves(moves)))
        if len(self._waiting) >= _BLOCK:
            self.send()

    def send(self) -> None:
        if self._waiting:
            self._call.send_update("listed", self._waiting)
            self._waiting = []


@contextmanager
def _progress_reports(call: TaskContext, run: Run) -> Iterator[None]:
    """Send statistics and better solutions from a thread while the context lasts."""
    ended = threading.Event()
    thread = threading.Thread(
        target=_report_progress, args=(call, run, ended), name="figures", daemon=True
    )
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def _report_progress(call: TaskContext, run: Run, ended: threading.Event) -> None:
    sent, length = 0, None
    figures_at = better_at = -_BETTER_EVERY
    while not ended.wait(_POLL):
        now = time.monotonic()
        if now - figures_at >= _FIGURES_EVERY:
            figures_at, stats = now, run.stats
            _send_stats(call, stats, sent)
            sent = len(stats.improvements)
        if run.best_length != length and now - better_at >= _BETTER_EVERY:
            length, better_at = run.best_length, now
            if (best := run.best_so_far()) is not None:
                call.send_update("better", dump_solution(best))
    _send_stats(call, run.stats, sent)


def _send_stats(call: TaskContext, stats: Stats, sent: int) -> None:
    """Send the statistics of a run, and the improvements after the first ``sent``."""
    call.send_update("figures", {
        "phase": stats.phase, "seconds": round(stats.seconds, 6), "states": stats.states,
        "depth": stats.depth, "bound": stats.lower_bound, "length": stats.best_length,
        "improvements": stats.improvements[sent:], "memory": round(stats.memory_mib, 1),
        "peak": round(peak_memory_mib(), 1),
    })  # fmt: skip
