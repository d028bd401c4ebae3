"""Run of a solver in a solver process."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any

from puzzlegui.core.board import Board
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.json_reader import JsonObjectReader
from puzzlegui.core.language import tr
from puzzlegui.core.solution import LazyReplay, Replay, Replayer, Solution, Status, first_error
from puzzlegui.documents.boardfile import dump_board_line, parse
from puzzlegui.documents.movereader import MoveReader
from puzzlegui.engine import registry
from puzzlegui.engine.run import SolverFaultError, Stats
from puzzlegui.engine.run_messages import search_failed
from puzzlegui.engine.runner.client import BadMessageError, ProcessDiedError, TaskFailedError
from puzzlegui.engine.runner.pool import POOL, STOP_SECONDS, Pool, RemoteTask
from puzzlegui.engine.runner.requests import write_request
from puzzlegui.solvers.control import STOP_REASONS, Request

_log = logging.getLogger(__name__)

_LATE, _LATE_SHARE = 1.0, 0.02
"""Seconds, or fraction of the limit, after which a process that exceeds its limit is killed."""
_START = 20.0
"""Most seconds that a process may take to start."""

ImprovementListener = Callable[[Solution, LazyReplay], None]
"""Receives a better solution, replayed, and its positions, while the solver goes on."""


class RemoteRun:
    """A solver running on a board in a separate process; otherwise like ``engine.run.Run``.

    ``execute`` blocks the calling thread; any other may read the statistics, or cancel.

    Args:
        board: the board.
        solver: name of the method.
        request: limits and other options.
        pool: pool of the processes.

    Attributes:
        on_improvement: called with each better solution, in the executing thread.
        on_stats: called with new statistics, likewise.
        last_stats: the last statistics received.
        peak_mib: peak memory of the process.
        positions: positions along the moves of the result.

    Raises:
        PuzzleError: the board is not valid, it has no such solver, or the solver does not support
            the request.
    """

    def __init__(
        self, board: Board, solver: str = "auto", request: Request | None = None, pool: Pool = POOL
    ) -> None:
        board.check()
        self.board = board
        self.request = request or Request()
        self.choice = registry.choose_solver(board, solver, self.request)
        self.on_improvement: ImprovementListener = lambda *_: None
        self.on_stats: Callable[[], None] = lambda: None
        self.peak_mib = 0.0
        self.positions: LazyReplay | None = None
        fields = {
            "board": dump_board_line(board), "solver": solver,
            "request": write_request(board, self.request),
        }  # fmt: skip
        self._task = RemoteTask("solve", fields, pool)
        self.last_stats = Stats(self.solver, "", 0.0, 0, 0, 0, None, 0.0)
        self._begun: float | None = None
        self._ended: float | None = None
        self._best: tuple[Solution, LazyReplay] | None = None
        self._listed: list[tuple[Any, ...]] = []
        self._replayer = Replayer(board)
        self._reader = MoveReader(JsonObjectReader({}, ""), board)
        self._timed_out = False
        self._is_running = False
        self._guard: threading.Timer | None = None

    @property
    def solver(self) -> str:
        """Name of the running method."""
        return self.choice.solver.name

    @property
    def seconds(self) -> float:
        """Time since the run began in the process, or since the task was sent there before."""
        if self._begun is None:
            return 0.0
        return (self._ended or time.perf_counter()) - self._begun

    @property
    def stats(self) -> Stats:
        """The last statistics received, with the current time."""
        return replace(self.last_stats, seconds=self.seconds)

    def cancel(self, seconds: float = STOP_SECONDS) -> None:
        """Ask the solver to stop; the best solution is returned within ``seconds``."""
        self._task.stop(seconds)

    def kill(self) -> None:
        """Kill the process; the best known solution is the result."""
        self._task.kill()

    def release(self) -> None:
        """Do nothing: the process frees its memory."""

    def execute(self) -> Solution:
        """Solve; the returned solution has been replayed here.

        If the process dies or fails, the best solution that it reported before is returned, with a
        note.

        Raises:
            PuzzleError: no process can be started, or the solver does not support the request.
            ProcessDiedError: the process ended, and had reported no solution.
            SolverFaultError: the solver's moves do not solve the board, and none before did.
            BadMessageError: the process sent an invalid message.
            TaskFailedError: the solver failed because of a bug.
        """
        self._begun = time.perf_counter()
        self._start_guard(_START)
        try:
            return self._result(self._task.execute(self._on_message))
        except ProcessDiedError as error:
            if self._timed_out:
                return self._last_known(tr(STOP_REASONS["seconds"]))
            if self._task.stopped:
                return self._last_known("")
            if not self._has_reported:
                raise
            return self._last_known(error.note)
        except (PuzzleError, SolverFaultError, TaskFailedError) as error:
            if not self._has_reported:
                raise
            _log.error("%s failed: %s", self.solver, error)
            return self._last_known(search_failed())
        finally:
            self._ended = time.perf_counter()
            if self._guard is not None:
                self._guard.cancel()

    def _start_guard(self, start: float = 0.0) -> None:
        """Start a timer that kills a process which exceeds the time limit, as if blocked by I/O.

        Args:
            start: seconds that the process may take to start, which do not count as the run's.
        """
        if self._guard is not None:
            self._guard.cancel()
        limit = self.request.limits.seconds
        if limit is None:
            return
        guard = threading.Timer(start + limit + max(_LATE, _LATE_SHARE * limit), self._kill_late)
        guard.daemon = True
        # Without memory for its stack, the process keeps its limits alone.
        with suppress(RuntimeError):
            guard.start()
            self._guard = guard

    def _kill_late(self) -> None:
        self._timed_out = True
        self._task.kill()

    # --- messages from the process ---

    def _on_message(self, kind: str, value: Any) -> None:
        if kind == "figures":
            with _message_errors():
                self._take_figures(value)
            if not self._is_running:
                self._is_running = True
                self._begun = time.perf_counter() - self.last_stats.seconds
                self._start_guard()
            self.on_stats()
        elif kind == "better":
            self._take_better(self._read(value))
        elif kind == "listed":
            with _message_errors():
                listed = [self._reader.read(texts, "moves") for texts in value]
            for moves in listed:
                self._accept(self._replayer.replay(moves))
                self._listed.append(moves)

    def _take_figures(self, value: dict[str, Any]) -> None:
        news = tuple((float(at), int(length)) for at, length in value["improvements"])
        self.last_stats = Stats(
            self.solver, value["phase"], value["seconds"], value["states"], value["depth"],
            value["bound"], value["length"], value["memory"], self.last_stats.improvements + news,
        )  # fmt: skip
        self.peak_mib = value["peak"]

    def _take_better(self, solution: Solution) -> None:
        walk = LazyReplay(self.board, solution.moves)
        played = walk.replay(lambda: not self._task.stopped)
        if self._task.stopped and len(walk) != played.played:
            return  # the replay is incomplete
        self._accept(played)
        self._best = solution, walk
        self.on_improvement(solution, walk)

    def _result(self, value: dict[str, Any]) -> Solution:
        with _message_errors():
            text, count, attempts = value["solution"], value["count"], tuple(value["attempts"])
        solution = replace(self._read(text), attempts=attempts)
        if count is not None:
            solution = replace(solution, solutions=tuple(self._listed), count=count)
        if self._best is not None and self._best[0].moves == solution.moves:
            self.positions = self._best[1]
        elif solution.solved and solution.solutions is None:
            self.positions = LazyReplay(self.board, solution.moves)
            self._accept(self.positions.replay(lambda: True))
        elif solution.solved and solution.moves not in self._listed[:1]:
            self._accept(self._replayer.replay(solution.moves))
        return solution

    def _read(self, text: str) -> Solution:
        return read_result(self.board, self.solver, text)

    def _accept(self, played: Replay) -> None:
        if not played.correct:
            raise SolverFaultError(_wrong_solution_text(self.solver, played.message))

    @property
    def _has_reported(self) -> bool:
        return self._best is not None or bool(self._listed)

    def _last_known(self, note: str) -> Solution:
        """Return the best result that the process reported before it ended, with a note."""
        found = Solution(self.board, self.solver, Status.CANCELLED)
        if self._listed:
            moves, listed = self._listed[0], tuple(self._listed)
            found = replace(
                found, status=Status.SOLVED, moves=moves, solutions=listed, count=len(listed)
            )
        elif self._best is not None:
            found, self.positions = self._best
        elif self._timed_out:
            found = replace(found, status=Status.LIMIT)
        return replace(
            found,
            lower_bound=max(found.lower_bound, self.last_stats.lower_bound),
            states=self.last_stats.states,
            seconds=self.seconds,
            note=note,
        )


def read_result(board: Board, solver: str, text: str) -> Solution:
    """Return a solution sent by a process; the caller must replay it.

    Raises:
        BadMessageError: the text is not a solution.
    """
    with _message_errors():
        found = parse(text, solver).valid_content()
    if not isinstance(found, Solution):
        raise BadMessageError(TypeError(found))
    return replace(found, board=board)


def read_solution(board: Board, solver: str, text: str) -> Solution:
    """Return a solution sent by a process, replayed.

    Raises:
        BadMessageError: the text is not a solution.
        SolverFaultError: its moves do not solve the board.
    """
    solution = read_result(board, solver, text)
    if fault := first_error(solution):
        raise SolverFaultError(_wrong_solution_text(solver, fault))
    return solution


def _wrong_solution_text(solver: str, message: str) -> str:
    text = tr("{solver} returned a wrong solution. {message} Please report this board.")
    return text.format(solver=solver, message=message)


@contextmanager
def _message_errors() -> Iterator[None]:
    """Convert errors in reading a message to BadMessageError.

    Raises:
        BadMessageError: the message does not have the expected content.
    """
    try:
        yield
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        raise BadMessageError(error) from None
