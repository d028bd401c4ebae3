"""Start solver runs for a session: solving, deciding solvability, rating difficulty."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QObject

from puzzlegui.core.board import Board
from puzzlegui.core.errors import PuzzleError, as_sentence
from puzzlegui.core.language import tr
from puzzlegui.core.solution import LazyReplay, Solution, Status
from puzzlegui.engine import solvability
from puzzlegui.engine.feasibility import feasibility_warning
from puzzlegui.engine.registry import AUTO
from puzzlegui.engine.runner.client import ProcessDiedError, failure_text
from puzzlegui.engine.runner.remote_run import RemoteRun
from puzzlegui.engine.solve_from import prepend_moves
from puzzlegui.gui.model.mode import DESIGN, SOLUTION
from puzzlegui.gui.model.puzzle import RunReport, accept_offer, end_run, on_finished, on_improvement
from puzzlegui.gui.model.session import Session
from puzzlegui.gui.threads.worker import Job
from puzzlegui.making.measures import MOST_ARRANGEMENTS, Measures
from puzzlegui.making.remote import measure_task, read_measures
from puzzlegui.solvers.control import Limits, Request

_DECIDING_SECONDS = 3.0
_RATING_SECONDS = 5.0


class SolverController(QObject):
    """Starts runs for a session and stores their results in its state."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self._prefix: tuple[Any, ...] = ()  # the moves after which it solves the rest
        self._retry: Callable[[], None] = lambda: None
        self._offered: LazyReplay | None = None
        self._improvements = 0
        session.undecided.connect(self._decide)
        session.runs.improved.connect(self._on_improvement)

    # --- the user's runs ---

    def solve(self, *, anyway: bool = False) -> None:
        """Solve the board with the chosen options.

        Args:
            anyway: solve even if the run is unlikely to finish.
        """
        session = self._session
        self._begin(session.board, session.solver_options.solver, session.request, anyway=anyway)

    def solve_from_here(self) -> None:
        """Solve the rest of the board from the current position."""
        session = self._session
        line, at = session.sequence, session.timeline.position
        if line is None or session.mode.name == DESIGN:
            return
        if line.solved_after(at):
            session.choose_mode(SOLUTION)
            session.update_state(
                report=RunReport(error=tr("The board is already solved.")), cancelled=False
            )
            return
        self._solve_after(tuple(line.moves[:at]), anyway=False)

    def _solve_after(self, prefix: tuple[Any, ...], *, anyway: bool) -> None:
        session = self._session
        board = session.board
        rest = board.from_position(LazyReplay(board, prefix)[len(prefix)]) if prefix else board
        self._begin(rest, session.solver_options.solver, session.request, prefix, anyway=anyway)

    def solve_anyway(self) -> None:
        """Start the run that is unlikely to finish."""
        report = self._session.state.report
        self._solve_after(() if report is None else report.prefix, anyway=True)

    def solve_instead(self) -> None:
        """Solve with the suggested solver, which is likely to finish."""
        report = self._session.state.report
        if report is not None and report.warning is not None:
            self._session.set_solver_options(solver=report.warning.alternative, all_solutions=False)
            self.solve_anyway()

    def retry(self) -> None:
        """Start the run again whose solver process has died."""
        report = self._session.state.report
        if report is not None and report.retry is not None:
            report.retry()

    def improve(self) -> None:
        """Try to shorten the current solution."""
        session = self._session
        solution = session.mode.solution_to_export()
        if solution is None:
            return
        self._improvements += 1  # a new seed, so that the search differs from the last
        limits = replace(session.request.limits, moves=None)
        request = Request(limits, self._improvements, initial_solution=solution.moves)
        self._begin(session.board, AUTO, request)

    def _begin(
        self,
        board: Board,
        solver: str,
        request: Request,
        prefix: tuple[Any, ...] = (),
        *,
        anyway: bool = False,
    ) -> None:
        session = self._session
        if session.run is not None or session.document.problems or session.lock_reason:
            return
        session.choose_mode(SOLUTION)
        try:
            run = RemoteRun(board, solver, request)
        except PuzzleError as error:
            session.update_state(report=RunReport(error=as_sentence(error)), cancelled=False)
            return
        why = None if anyway else feasibility_warning(board, run.choice.solver, request.limits)
        if why is not None:
            report = RunReport(warning=why, options=session.solver_options, prefix=prefix)
            session.update_state(report=report, cancelled=False)
            session.announced.emit(why.text)
            return
        tell = (
            partial(prepend_moves, session.board, prefix, bound=session.state.lower_bound)
            if prefix
            else None
        )
        self._prefix = prefix
        self._retry = partial(self._begin, board, solver, request, prefix, anyway=True)
        session.runs.start(run, self._ended, tell)
        state = end_run(session.current_state())
        state = replace(state, is_rating=False, background_error="")
        session.set_state(replace(state, cancelled=False, report=None))

    def stop(self) -> None:
        """Stop the solver and keep its best solution."""
        self._session.runs.stop()

    def accept_offer(self) -> None:
        """Follow the offered shorter solution."""
        session = self._session
        with session.changing():
            running = session.run is not None
            session.set_state(accept_offer(session.current_state(), running=running), self._offered)
            session.choose_mode(SOLUTION)

    def _on_improvement(self, solution: Solution, walk: LazyReplay) -> None:
        """Store a better solution of the running solver."""
        session = self._session
        free = self._is_replaceable()
        before = session.current_state()
        made = len(self._prefix)
        state = on_improvement(before, solution, made, replaceable=free, by_user=made > 0)
        if state is before:
            return
        self._offered = walk
        with session.changing():
            session.set_state(state, walk)
            self._update_verdict(solution)
        if before.followed_entry is None:
            session.announced.emit(tr("A solution is ready to follow while the solver continues."))

    def _ended(self, run: RemoteRun, result: object) -> None:
        session = self._session
        if isinstance(result, Solution):
            self.show_result(result, run)
        else:
            state = end_run(session.current_state())
            died = isinstance(result, ProcessDiedError)
            report = RunReport(error=failure_text(result), retry=self._retry if died else None)
            session.set_state(replace(state, report=report, cancelled=False))

    def show_result(
        self, solution: Solution, run: RemoteRun | None = None, walk: LazyReplay | None = None
    ) -> None:
        """Store and show a result that has been replayed.

        Args:
            solution: result.
            run: run that found it; None if the user provided it, in which case it is followed.
            walk: replay of its moves, if known.
        """
        session = self._session
        with session.changing():
            if solution.solved or solution.board.puzzle == session.board.puzzle:
                self._update_verdict(solution)
            kept = None
            if solution.solved:
                before = session.state.followed_entry
                self._add_solution(solution, run, walk)
                after = session.state.followed_entry
                if before is not None and after is not None and before.solution is after.solution:
                    moves = after.followed_solution.moves
                    kept = None if moves == solution.moves else len(moves)
            elif run is not None:
                session.set_state(end_run(session.current_state()))
            stats = None if run is None else run.stats
            session.update_state(
                report=RunReport(solution, stats, better_length=kept), cancelled=False
            )
            if solution.solved and run is None:
                session.choose_mode(SOLUTION)
        session.announced.emit(solution.outcome())

    def _add_solution(
        self, solution: Solution, run: RemoteRun | None, walk: LazyReplay | None
    ) -> None:
        """Store a solution; follow it unless the user is partway through another."""
        session = self._session
        if run is None:
            session.follow(solution, walk)
            return
        if self._offered is not None and self._offered.moves == solution.moves:
            walk = self._offered
        elif run.positions is not None and run.positions.moves == solution.moves:
            walk = run.positions
        state, made = session.current_state(), self._prefix
        free = self._is_replaceable()
        session.set_state(
            on_finished(state, solution, len(made), replaceable=free, by_user=bool(made)), walk
        )

    def _is_replaceable(self) -> bool:
        """Return True if a better solution may replace the followed solution without asking."""
        session, following = self._session, self._session.current_state().followed_entry
        if following is None:
            return True
        timeline = session.timeline
        busy = (timeline.playing or timeline.play_range is not None) and not session.mode.by_hand
        at_beginning = following.position == following.start_position and not busy
        return at_beginning and bool(session.settings["follow best"])

    # --- background runs ---

    def _decide(self) -> None:
        wanted = solvability.decision_request(_DECIDING_SECONDS)
        run = RemoteRun(self._session.board, solvability.SOLVER, wanted)
        self._session.runs.run_in_background(run, self._decided)
        self._session.update_state(background_error="")

    def _decided(self, result: object) -> None:
        if isinstance(result, Solution):
            self._update_verdict(result)
        self._show_background_error(result)

    def _show_background_error(self, result: object) -> None:
        if isinstance(result, ProcessDiedError):
            self._session.update_state(background_error=failure_text(result))
            self._session.announced.emit(failure_text(result))

    def _update_verdict(self, solution: Solution) -> None:
        """Derive the solvability from a result if it is undecided."""
        verdict = self._session.state.verdict
        if verdict is not None and verdict.solvable is None:
            self._session.update_state(verdict=solvability.complete_verdict(verdict, solution))

    def rate(self) -> None:
        """Measure the difficulty of the board."""
        session = self._session
        if session.document.problems or session.run is not None or session.lock_reason:
            return
        run = RemoteRun(session.board, AUTO, Request(Limits(seconds=_RATING_SECONDS)))
        session.runs.run_in_background(run, self._rated)
        session.update_state(is_rating=True, background_error="")

    def _rated(self, result: object) -> None:
        session = self._session
        with session.changing():
            session.update_state(is_rating=False)
            if isinstance(result, Solution) and result.status is not Status.CANCELLED:
                self._update_verdict(result)
                best = session.state.rating_result
                if best is None or _is_tighter(result, best):
                    session.update_state(rating_result=replace(result, board=session.board))
            self._show_background_error(result)
        if isinstance(result, ProcessDiedError):
            return
        if text := session.state.difficulty:
            session.announced.emit(text)
        self._measure()

    def use_rating(self, solution: Solution) -> None:
        """Use a shortest solution of the board, which is known from making it, as its rating."""
        if self._session.lock_reason:
            return
        self._session.update_state(rating_result=replace(solution, board=self._session.board))
        self._measure()

    def _measure(self) -> None:
        """Measure further the difficulty of a small board whose shortest solution is known."""
        session, state = self._session, self._session.state
        rated, verdict = state.rating_result, state.verdict
        if rated is None or not rated.optimal or state.measures is not None:
            return
        if verdict is None or not 0 < (verdict.reachable or 0) <= MOST_ARRANGEMENTS:
            return
        task = measure_task(session.board)
        job = Job(lambda _job: read_measures(task.execute()), "", task.stop)
        session.runs.run_in_background(job, self._measured)

    def _measured(self, result: object) -> None:
        if isinstance(result, Measures):
            self._session.update_state(measures=result)
        self._show_background_error(result)


def _is_tighter(new: Solution, old: Solution) -> bool:
    """Return True if the bounds of a rating are at least as close as those of the last rating."""
    if not new.solved or not old.solved:
        return new.solved or (not old.solved and new.lower_bound >= old.lower_bound)
    return (len(new.moves) - new.lower_bound) <= (len(old.moves) - old.lower_bound)
