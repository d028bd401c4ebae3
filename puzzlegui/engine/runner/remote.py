"""Run of a solver in a solver process."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from puzzlegui.core.board import Board
from puzzlegui.core.json_reader import JsonObjectReader
from puzzlegui.core.language import tr
from puzzlegui.core.solution import LazyReplay, Replayer, Solution, Status, first_error
from puzzlegui.documents.boardfile import dump_board_line, parse
from puzzlegui.documents.movereader import MoveReader
from puzzlegui.engine import registry
from puzzlegui.engine.run import SolverFaultError, Stats
from puzzlegui.engine.runner.client import DamagedError, DiedError
from puzzlegui.engine.runner.pool import POOL, STOP_SECONDS, Order, Pool
from puzzlegui.engine.runner.requests import write_request
from puzzlegui.solvers.control import STOP_REASONS, Request

_LATE, _LATE_SHARE = 1.0, 0.02
"""Seconds, or fraction of the time limit, after which a process that exceeds the limit is killed."""

Better = Callable[[Solution, LazyReplay], None]
"""Receives a better solution, replayed, and its positions, while the solver goes on."""


class RemoteRun:
    """A solver running on a board in a process of its own; otherwise as ``engine.run.Run``.

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
        death_reason: sentence on the unexpected end of the process; empty if there was none.

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
        self.choice = registry.choose(board, solver, self.request)
        self.better: Better = lambda *_: None
        self.told: Callable[[], None] = lambda: None
        self.peak_mib = 0.0
        self.walk: LazyReplay | None = None
        self.death = ""
        fields = {
            "board": dump_board_line(board), "solver": solver,
            "request": write_request(board, self.request),
        }  # fmt: skip
        self._order = Order("solve", fields, pool)
        self.figures = Stats(self.solver, "", 0.0, 0, 0, 0, None, 0.0)
        self._begun: float | None = None
        self._ended: float | None = None
        self._best: tuple[Solution, LazyReplay] | None = None
        self._listed: list[tuple[Any, ...]] = []
        self._replayer = Replayer(board)
        self._reader = MoveReader(JsonObjectReader({}, ""), board)
        self._late = False

    @property
    def solver(self) -> str:
        """Name of the running method."""
        return self.choice.solver.name

    @property
    def seconds(self) -> float:
        """Time since the task was sent to the process."""
        if self._begun is None:
            return 0.0
        return (self._ended or time.perf_counter()) - self._begun

    @property
    def stats(self) -> Stats:
        """The last statistics received, with the current time."""
        return replace(self.figures, seconds=self.seconds)

    def cancel(self, seconds: float = STOP_SECONDS) -> None:
        """Ask the solver to stop; the best solution is returned within so many seconds."""
        self._order.stop(seconds)

    def kill(self) -> None:
        """Kill the process; the best known solution is the result."""
        self._order.kill()

    def release(self) -> None:
        """Do nothing: the process frees its memory."""

    def execute(self) -> Solution:
        """Solve; the returned solution has been replayed here.

        Raises:
            PuzzleError: no process can be started, or the solver does not support the request.
            SolverFaultError: the solver's moves do not solve the board.
            BadMessageError: the process sent an invalid message.
            TaskFailedError: the solver failed because of a bug.
        """
        self._begun = time.perf_counter()
        guard = self._guard()
        try:
            return self._result(self._order.execute(self._hear))
        except DiedError as death:
            if not (self._order.stopped or self._late):
                self.death = str(death)
            return self._last_known()
        finally:
            self._ended = time.perf_counter()
            if guard is not None:
                guard.cancel()

    def _guard(self) -> threading.Timer | None:
        """Start a timer that kills a process exceeding the time limit, such as one blocked by I/O.
        """
        limit = self.request.limits.seconds
        if limit is None:
            return None
        guard = threading.Timer(limit + max(_LATE, _LATE_SHARE * limit), self._end_late)
        guard.daemon = True
        try:
            guard.start()
        except RuntimeError:  # no memory for its stack
            return None
        return guard

    def _end_late(self) -> None:
        self._late = True
        self._order.kill()

    # --- messages from the process ---

    def _hear(self, kind: str, value: Any) -> None:
        if kind == "figures":
            with _undamaged():
                self._take_figures(value)
            self.told()
        elif kind == "better":
            self._take_better(self._read(value))
        elif kind == "listed":
            with _undamaged():
                listed = [self._reader.read(texts, "moves") for texts in value]
            for moves in listed:
                self._accept(self._replayer.replay(moves))
                self._listed.append(moves)

    def _take_figures(self, value: dict[str, Any]) -> None:
        news = tuple((float(at), int(length)) for at, length in value["improvements"])
        self.figures = Stats(
            self.solver, value["phase"], value["seconds"], value["states"], value["depth"],
            value["bound"], value["length"], value["memory"], self.figures.improvements + news,
        )  # fmt: skip
        self.peak_mib = value["peak"]

    def _take_better(self, solution: Solution) -> None:
        walk = LazyReplay(self.board, solution.moves)
        played = walk.replay(lambda: not self._order.stopped)
        if self._order.stopped and len(walk) != played.played:
            return  # the replay is incomplete
        self._accept(played)
        self._best = solution, walk
        self.better(solution, walk)

    def _result(self, value: dict[str, Any]) -> Solution:
        with _undamaged():
            text, count, attempts = value["solution"], value["count"], tuple(value["attempts"])
        solution = replace(self._read(text), attempts=attempts)
        if count is not None:
            solution = replace(solution, solutions=tuple(self._listed), count=count)
        if self._best is not None and self._best[0].moves == solution.moves:
            self.walk = self._best[1]
        elif solution.solved and solution.solutions is None:
            self.walk = LazyReplay(self.board, solution.moves)
            self._accept(self.walk.replay(lambda: True))
        elif solution.solved and solution.moves not in self._listed[:1]:
            self._accept(self._replayer.replay(solution.moves))
        return solution

    def _read(self, text: str) -> Solution:
        return read_result(self.board, self.solver, text)

    def _accept(self, played: Any) -> None:
        if not played.right:
            raise SolverFaultError(_wrong(self.solver, played.message))

    def _last_known(self) -> Solution:
        """Return the best result that the process reported before it ended."""
        found = Solution(self.board, self.solver, Status.CANCELLED)
        if self._listed:
            moves, listed = self._listed[0], tuple(self._listed)
            found = replace(
                found, status=Status.SOLVED, moves=moves, solutions=listed, count=len(listed)
            )
        elif self._best is not None:
            found, self.walk = self._best
        elif self._late or self.death:
            found = replace(found, status=Status.LIMIT)
        return replace(
            found,
            lower_bound=max(found.lower_bound, self.figures.bound),
            states=self.figures.states,
            seconds=self.seconds,
            note=tr(STOP_REASONS["seconds"]) if self._late else self.death,
        )


def read_result(board: Board, solver: str, text: str) -> Solution:
    """Return a solution sent by a process; the caller must replay it.

    Raises:
        BadMessageError: the text is not a solution.
    """
    with _undamaged():
        found = parse(text, solver).valid_content()
    if not isinstance(found, Solution):
        raise DamagedError(TypeError(found))
    return replace(found, board=board)


def read_solution(board: Board, solver: str, text: str) -> Solution:
    """Return a solution sent by a process, replayed.

    Raises:
        BadMessageError: the text is not a solution.
        SolverFaultError: its moves do not solve the board.
    """
    solution = read_result(board, solver, text)
    if fault := first_error(solution):
        raise SolverFaultError(_wrong(solver, fault))
    return solution


def _wrong(solver: str, message: str) -> str:
    text = tr("{solver} returned a wrong solution. {message} Please report this board.")
    return text.format(solver=solver, message=message)


@contextmanager
def _undamaged() -> Iterator[None]:
    """Convert errors in reading a message to BadMessageError.

    Raises:
        BadMessageError: the message does not have the expected content.
    """
    try:
        yield
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        raise DamagedError(error) from None
