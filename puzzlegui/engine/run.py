"""Runs of a solver: limits, live statistics, cancelling, and verification of the result."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from types import TracebackType
from typing import Any, Self

from puzzlegui.core.board import Board
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.language import tr
from puzzlegui.core.metric_board import MetricBoard, in_metric
from puzzlegui.core.metrics import find_metric
from puzzlegui.core.solution import (
    LONGEST,
    MetricResult,
    Replay,
    Replayer,
    Segment,
    Solution,
    Status,
    replay,
)
from puzzlegui.engine import registry
from puzzlegui.engine.memory import is_system_memory_low, memory_limit, memory_mib, memory_probe
from puzzlegui.engine.run_messages import (
    improvement_note,
    memory_limit_reached,
    search_failed,
    solution_too_long,
)
from puzzlegui.engine.watchdog import enforce_limits
from puzzlegui.solvers.control import STOP_REASONS, Control, Outcome, Request, SearchStopped
from puzzlegui.solvers.space import Observer

_log = logging.getLogger(__name__)

SolutionListener = Callable[[int, Sequence[Any]], None]
"""Receives a listed solution: its number, counted from 1, and its moves."""


class SolverFaultError(RuntimeError):
    """A solver returned moves that do not solve the board."""


@dataclass(frozen=True)
class Stats:
    """Snapshot of a run's statistics.

    Attributes:
        solver: name of the running method.
        phase: what the solver is doing, if it reports that.
        seconds: time since the run began.
        states: number of expanded states.
        depth: current search depth.
        lower_bound: proved lower bound on the number of moves.
        best_length: number of moves of the best solution so far, None without one.
        memory_mib: memory of the whole process.
        improvements: time in seconds and length of each better solution.
    """

    solver: str
    phase: str
    seconds: float
    states: int
    depth: int
    lower_bound: int
    best_length: int | None
    memory_mib: float
    improvements: tuple[tuple[float, int], ...] = ()


class Run:
    """A solver running on a board.

    ``execute`` runs in the calling thread, which must call ``release`` once it has used the result;
    ``start`` runs in a new thread. As a context manager it cancels at the end.
    """

    def __init__(
        self,
        board: Board,
        solver: str = "auto",
        request: Request | None = None,
        on_solution: SolutionListener | None = None,
        observer: Observer | None = None,
    ) -> None:
        """Prepare a run.

        Args:
            board: the board.
            solver: name of the method.
            request: limits and other options.
            on_solution: called with each listed solution as it is found, in the solving thread, so
                that its time counts, too.
            observer: receives every step of a solver that can be watched.

        Raises:
            PuzzleError: the board is not valid, it has no such solver, or the solver does not
                support the request.
        """
        board.check()
        self.board = board
        self.request = request or Request()
        self._counted = in_metric(board, self.request.metric)
        self.choice = registry.choose_solver(board, solver, self.request)
        self.solution: Solution | None = None
        self._memory_limit = memory_limit(self.request.limits)
        self._control = Control(
            self._request_in_metric(), memory_probe(self.request.limits), self._list
        )
        self._control.observer = observer
        self._replayer = Replayer(self._counted)
        self._listed: list[tuple[Any, ...]] = []
        self._listener = on_solution
        self._begun = time.perf_counter()
        self._ended: float | None = None
        self._done = threading.Event()
        self._error: BaseException | None = None

    @property
    def solver(self) -> str:
        """Name of the running method."""
        return self.choice.solver.name

    @property
    def seconds(self) -> float:
        return (self._ended or time.perf_counter()) - self._begun

    @property
    def done(self) -> bool:
        return self._done.is_set()

    @property
    def stats(self) -> Stats:
        """Current statistics of the run."""
        control = self._control
        control.refresh_counts()
        return Stats(
            self.solver,
            control.phase,
            self.seconds,
            control.states,
            control.depth,
            control.lower_bound,
            control.best_length,
            memory_mib(),
            tuple(control.improvements),
        )

    @property
    def best_length(self) -> int | None:
        """Number of moves of the best solution so far."""
        return self._control.best_length

    @property
    def lower_bound(self) -> int:
        """Proved lower bound on the number of moves so far."""
        return self._control.lower_bound

    def cancel(self) -> None:
        """Ask the solver to stop; it does within 0.1 s."""
        self._control.stop("cancelled")

    def start(self) -> Self:
        """Solve in a new thread."""
        threading.Thread(target=self._guarded, name=f"solve-{self.solver}", daemon=True).start()
        return self

    def _guarded(self) -> None:
        try:
            self.execute()
        except BaseException as error:  # noqa: BLE001 - raised again by result()
            self._error = error
        finally:
            self._done.set()
            self.release()

    def release(self) -> None:
        """Free the memory of the search; must be called in the thread that executed it."""
        self._control.free_stores()
        self._control.observer = None  # breaks a reference cycle: the observer may own this run

    def result(self, on_wait: Callable[[], None] | None = None) -> Solution:
        """Wait for the solution of a started run.

        Args:
            on_wait: called about 50 times a second while waiting.
        """
        limit = self.request.limits.seconds
        while not self._done.wait(0.02):
            if on_wait is not None:
                on_wait()
            if limit is not None and self.seconds >= limit:  # the watchdog may come late
                self._control.stop("seconds")
        if self._error is not None:
            raise self._error
        assert self.solution is not None
        return self.solution

    def execute(self) -> Solution:
        """Solve in this thread; the returned solution has been verified by a replay.

        If the solver fails, or returns moves that are wrong, the best solution that it reported
        before is returned, with a note.

        Raises:
            SolverFaultError: the solver's moves do not solve the board, and none before did.
        """
        try:
            self.solution = self._searched()
        except Exception as error:
            self.solution = self._reported_before()
            if self.solution is None:
                raise
            _log.exception("%s failed: %s", self.solver, error)
        finally:
            self._ended = time.perf_counter()
            self._done.set()
        return self.solution

    def _searched(self) -> Solution:
        """Return the solver's result; raises as ``execute`` does, or what the solver raises."""
        try:
            with enforce_limits(self._control, lambda: self.seconds):
                outcome = self._outcome()
        except SearchStopped as stop:
            return self._stopped(stop.reason)
        except MemoryError:
            return self._stopped("exhausted")
        return self._checked(outcome)

    def _reported_before(self) -> Solution | None:
        """Return the best solution of a solver that failed; None if it had none that is right.

        Nothing that the solver has proved is kept.
        """
        self._control.refresh_counts()
        self._control.lower_bound = self._counted.lower_bound()
        if self._listed:
            count = len(self._listed)
            return self._solution(
                Outcome(Status.SOLVED, self._listed[0], count=count, note=search_failed())
            )
        for make in (self._control.best_outcome, *reversed(self._control.earlier_outcomes)):
            if make is None:
                break
            try:
                found = replace(make(True), optimal=False, longest=False, lower_bound=0)
                return self._checked(replace(found, note=search_failed()))
            except Exception as error:  # noqa: BLE001 - an earlier one may be right
                _log.info("a solution reported before is wrong, too: %s", error)
        return None

    def _outcome(self) -> Outcome:
        """Return the solver's outcome, or that of a board that is known to be unsolvable."""
        verdict = self.board.verdict()
        if verdict.solvable is False:
            return Outcome(Status.UNSOLVABLE, note=verdict.reason)
        self._control.raise_lower_bound(self._counted.lower_bound())
        if self._control.observer is None and self.board.is_solved(self.board.initial()):
            # No move is an answer whatever the limits are.
            if self.solver != LONGEST:
                return self._solved_already()
            self._control.report_solution(0, lambda _: Outcome(Status.SOLVED))
        self._report_initial_solution()
        self._run_fallback()
        return self.choice.solver.load()(self._counted, self._control)

    def _solved_already(self) -> Outcome:
        """Return the only shortest solution of a board that is at its goal."""
        self._control.states = min(1, self._control.max_states)
        if not self.request.all_solutions:
            return Outcome(Status.SOLVED, optimal=True)
        self._list(())
        return Outcome(Status.SOLVED, optimal=True, count=1)

    def _report_initial_solution(self) -> None:
        """Report the initial solution, so that the result cannot be worse.

        Raises:
            PuzzleError: the initial moves do not solve the board.
        """
        given = self.request.initial_solution
        if given is None:
            return
        played = replay(self.board, given)
        if not played.correct:
            raise PuzzleError(
                tr("the given moves are not a solution. {message}").format(message=played.message)
            )
        given = self._control.request.initial_solution
        assert given is not None
        self._control.report_solution(len(given), lambda _: Outcome(Status.SOLVED, given))

    def _request_in_metric(self) -> Request:
        """Return the request with its initial solution, if that is right, in joint moves."""
        request, board = self.request, self._counted
        given = request.initial_solution
        if given is None or not isinstance(board, MetricBoard):
            return request
        if not replay(self.board, given).correct:
            return request  # which is refused once the search begins
        return replace(request, initial_solution=tuple(board.joint(given)))

    def _run_fallback(self) -> None:
        """Run the fallback solver, in case the time limit stops the chosen solver.

        Its states do not count, so that a limit of states gives the same answer with and without a
        time limit.
        """
        quick, request = self.choice.fallback, self.request
        if quick is None or request.limits.seconds is None or request.all_solutions:
            return
        limits = replace(request.limits, seconds=request.limits.seconds / 2)
        control = Control(
            replace(request, stop_at_first=True, limits=limits), memory_probe(request.limits)
        )
        self._control.fallback = control
        self._control.check()
        outcome: Outcome | None
        try:
            with enforce_limits(control, lambda: self.seconds):
                outcome = quick.load()(self._counted, control)
        except (SearchStopped, MemoryError):  # the chosen solver may need less
            outcome = None if control.best_outcome is None else control.best_outcome(True)
        except Exception:  # noqa: BLE001 - the chosen solver may do better
            _log.exception("%s failed", quick.name)
            outcome = None
        finally:
            self._control.fallback = None
            control.free_stores()
        self._control.check()
        if outcome is None or outcome.status is not Status.SOLVED:
            return
        found = replace(outcome, optimal=False, lower_bound=0, note="", solver=quick.name)
        if len(found.moves) <= self._control.max_moves:
            self._control.report_solution(len(found.moves), lambda _: found)

    def best_so_far(self) -> Solution | None:
        """Return the best solution so far, not replayed, while the solver goes on."""
        outcome = self._control.best_outcome
        if outcome is None or self.request.all_solutions:
            return None
        found = outcome(True)
        return None if len(found.moves) > self._control.max_moves else self._solution(found)

    def _stopped(self, reason: str) -> Solution:
        """Return the best solution of a solver that had to stop, or why there is none."""
        control = self._control
        control.refresh_counts()
        if reason == "memory" and is_system_memory_low(self._memory_limit):
            reason = "exhausted"
        note: str = tr(STOP_REASONS[reason])
        if reason == "memory":
            note = memory_limit_reached(self._memory_limit)
        if control.best_outcome is not None:
            best = control.best_outcome(True)
            return self._checked(replace(best, note=f"{note} {best.note}".strip()))
        status = Status.CANCELLED if reason == "cancelled" else Status.LIMIT
        return self._checked(Outcome(status, lower_bound=control.lower_bound, note=note))

    def _list(self, moves: Sequence[Any]) -> None:
        """Verify and record a listed solution as it is found."""
        self._accept(self._replayer.replay(moves))
        self._listed.append(self._moves(moves))
        if self._listener is not None:
            self._listener(len(self._listed), self._listed[-1])

    def _accept(self, played: Replay) -> None:
        if not played.correct:
            text = tr("{solver} returned a wrong solution. {message} Please report this board.")
            raise SolverFaultError(text.format(solver=self.solver, message=played.message))

    def _checked(self, outcome: Outcome) -> Solution:
        """Return an outcome as a solution, its moves verified; listed solutions already are."""
        if outcome.status is Status.SOLVED:
            self._accept(replay(self._counted, outcome.moves))
            if len(outcome.moves) > self._control.max_moves:
                outcome = Outcome(Status.LIMIT, note=solution_too_long(len(outcome.moves)))
            elif self.request.initial_solution is not None:
                outcome = replace(
                    outcome, note=f"{self._improvement_note(outcome)} {outcome.note}".strip()
                )
        return self._solution(outcome)

    def _improvement_note(self, outcome: Outcome) -> str:
        """Return a note on the number of moves by which the initial solution was shortened."""
        given = self.request.initial_solution or ()
        before = find_metric(self.board.metrics, self.request.metric).count(given)
        return improvement_note(before - len(outcome.moves))

    def _moves(self, moves: Sequence[Any]) -> tuple[Any, ...]:
        """Return moves that were found as moves of the board."""
        board = self._counted
        return board.written_out(moves) if isinstance(board, MetricBoard) else tuple(moves)

    def _solution(self, outcome: Outcome) -> Solution:
        """Return a verified outcome with the statistics of the run."""
        listed = None if outcome.count is None else tuple(self._listed)
        solved = outcome.status is Status.SOLVED
        length = len(outcome.moves)
        bound = max(outcome.lower_bound, self._control.lower_bound)
        if outcome.optimal:
            bound = max(bound, length)
        if outcome.status is Status.UNSOLVABLE:
            bound = 0
        optimal = solved and length <= bound and self.solver != LONGEST
        moves, segments = self._moves(outcome.moves), outcome.segments
        claim = None
        if isinstance(self._counted, MetricBoard):
            claim = MetricResult(
                self._counted.metric.name, length if solved else None, optimal, bound
            )
            optimal = False
            ends = [*accumulate(map(len, outcome.moves), initial=0)]
            segments = [Segment(each.name, ends[each.start], ends[each.stop]) for each in segments]
        segments = segments or ([Segment("all moves", 0, len(moves))] if solved else [])
        return Solution(
            self.board,
            outcome.solver or self.solver,
            outcome.status,
            moves,
            optimal=optimal,
            lower_bound=bound,
            segments=tuple(segments),
            states=self._control.states,
            seconds=time.perf_counter() - self._begun,
            solutions=listed,
            count=outcome.count,
            note=outcome.note,
            chosen=self.choice.reason if outcome.status in (Status.SOLVED, Status.LIMIT) else "",
            attempts=tuple(outcome.attempts),
            longest=outcome.longest,
            in_metric=claim,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.cancel()


def start(
    board: Board,
    solver: str = "auto",
    request: Request | None = None,
    on_solution: SolutionListener | None = None,
) -> Run:
    """Start solving ``board`` in a thread; the handle has stats, cancel() and result().

    Raises:
        PuzzleError: the board has no such solver, or the solver does not support the request.
    """
    return Run(board, solver, request, on_solution).start()


def solve(board: Board, solver: str = "auto", request: Request | None = None) -> Solution:
    """Solve ``board`` in this thread and return the result; raises as ``start`` does."""
    run = Run(board, solver, request)
    try:
        return run.execute()
    finally:
        run.release()
