"""Finding something out about the board: solving it, deciding it, rating it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QObject

from puzzlegui.core.board import Board
from puzzlegui.core.errors import PuzzleError, as_sentence
from puzzlegui.core.language import tr
from puzzlegui.core.solution import LazyReplay, Solution, Status
from puzzlegui.engine import deciding
from puzzlegui.engine.reach import feasibility_warning
from puzzlegui.engine.registry import AUTO
from puzzlegui.engine.rest import prepend_moves
from puzzlegui.engine.runner.remote import RemoteRun
from puzzlegui.gui.model.mode import DESIGN, SOLUTION
from puzzlegui.gui.model.puzzle import RunReport, accept_offer, end_run, on_finished, on_improvement
from puzzlegui.gui.model.session import Session
from puzzlegui.solvers.control import Limits, Request

_DECIDING_SECONDS = 3.0
_RATING_SECONDS = 5.0


class SolverController(QObject):
    """Begins runs for a session, and enters what comes of them in its state."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self._prefix: tuple[Any, ...] = ()  # the moves after which it solves the rest
        self._offered: LazyReplay | None = None
        self._improvements = 0
        session.undecided.connect(self._decide)
        session.runs.bettered.connect(self._on_improvement)

    # --- the user's runs ---

    def solve(self, *, anyway: bool = False) -> None:
        """Solve the board as is wished, in the worker.

        Args:
            anyway: even if that will hardly come to an end.
        """
        session = self._session
        self._begin(session.board, session.solver_options.solver, session.request, anyway=anyway)

    def solve_from_here(self) -> None:
        """Solve what is left of the board from the position that is shown."""
        session = self._session
        line, at = session.sequence, session.timeline.position
        if line is None or session.mode.name == DESIGN:
            return
        if line.solved_after(at):
            session.choose_mode(SOLUTION)
            session.alter(report=RunReport(error=tr("The board is already solved.")), cancelled=False)
            return
        self._solve_after(tuple(line.moves[:at]), anyway=False)

    def _solve_after(self, prefix: tuple[Any, ...], *, anyway: bool) -> None:
        session = self._session
        board = session.board
        rest = board.from_position(LazyReplay(board, prefix)[len(prefix)]) if prefix else board
        self._begin(rest, session.solver_options.solver, session.request, prefix, anyway=anyway)

    def solve_anyway(self) -> None:
        """Start the solver that is unlikely to finish."""
        report = self._session.state.report
        self._solve_after(() if report is None else report.prefix, anyway=True)

    def solve_instead(self) -> None:
        """Use the solver that can come to an end."""
        report = self._session.state.report
        if report is not None and report.warning is not None:
            self._session.set_solver_options(solver=report.warning.alternative, every=False)
            self.solve_anyway()

    def improve(self) -> None:
        """Go on from the solution that is shown, to make it shorter."""
        session = self._session
        solution = session.mode.exported()
        if solution is None:
            return
        self._improvements += 1  # so that it is not tried in the same way again
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
        if session.run is not None or session.document.problems:
            return
        session.choose_mode(SOLUTION)
        try:
            run = RemoteRun(board, solver, request)
        except PuzzleError as error:
            session.alter(report=RunReport(error=as_sentence(error)), cancelled=False)
            return
        why = None if anyway else feasibility_warning(board, run.choice.solver, request.limits)
        if why is not None:
            report = RunReport(warning=why, options=session.solver_options, prefix=prefix)
            session.alter(report=report, cancelled=False)
            session.announced.emit(why.text)
            return
        tell = partial(prepend_moves, session.board, prefix, bound=session.state.lower_bound) if prefix else None
        self._prefix = prefix
        session.runs.start(run, self._ended, tell)
        state = end_run(session.current_state())
        session.set_state(replace(state, rating=False, cancelled=False, report=None))

    def stop(self) -> None:
        """Stop the solver; what it has found is kept."""
        self._session.runs.stop()

    def accept_offer(self) -> None:
        """Follow the shorter solution that is offered."""
        session = self._session
        with session.changing():
            running = session.run is not None
            session.set_state(accept_offer(session.current_state(), running=running), self._offered)
            session.choose_mode(SOLUTION)

    def _on_improvement(self, solution: Solution, walk: LazyReplay) -> None:
        """The solver has found a better solution and goes on."""
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
            report = RunReport(error=_failure_text(result))
            session.set_state(replace(state, report=report, cancelled=False))

    def show_result(
        self, solution: Solution, run: RemoteRun | None = None, walk: LazyReplay | None = None
    ) -> None:
        """Show a result that has been replayed.

        Args:
            solution: the result.
            run: it came of this run; without one, the user gave it, and it is followed.
            walk: the positions along its moves, if they are known.
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
            session.alter(report=RunReport(solution, stats, better_length=kept), cancelled=False)
            if solution.solved and run is None:
                session.choose_mode(SOLUTION)
        session.announced.emit(solution.outcome())

    def _add_solution(self, solution: Solution, run: RemoteRun | None, walk: LazyReplay | None) -> None:
        """Know one more solution, and follow it where that takes no position away."""
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
        session.set_state(on_finished(state, solution, len(made), replaceable=free, by_user=bool(made)), walk)

    def _is_replaceable(self) -> bool:
        """Whether a better solution may take the place of the one followed, unasked."""
        session, following = self._session, self._session.current_state().followed_entry
        if following is None:
            return True
        timeline = session.timeline
        busy = (timeline.playing or timeline.stretch is not None) and not session.mode.by_hand
        at_beginning = following.position == following.start_position and not busy
        return at_beginning and bool(session.settings["follow best"])

    # --- the window's own questions ---

    def _decide(self) -> None:
        wanted = deciding.decision_request(_DECIDING_SECONDS)
        run = RemoteRun(self._session.board, deciding.SOLVER, wanted)
        self._session.runs.run_in_background(run, self._decided)

    def _decided(self, result: object) -> None:
        if isinstance(result, Solution):
            self._update_verdict(result)

    def _update_verdict(self, solution: Solution) -> None:
        """Whether the board can be solved, where that is open."""
        verdict = self._session.state.verdict
        if verdict is not None and verdict.solvable is None:
            self._session.alter(verdict=deciding.complete_verdict(verdict, solution))

    def rate(self) -> None:
        """Find out how hard the board is."""
        session = self._session
        if session.document.problems or session.run is not None:
            return
        run = RemoteRun(session.board, AUTO, Request(Limits(seconds=_RATING_SECONDS)))
        session.runs.run_in_background(run, self._rated)
        session.alter(rating=True)

    def _rated(self, result: object) -> None:
        session = self._session
        with session.changing():
            session.alter(rating=False)
            if isinstance(result, Solution) and result.status is not Status.CANCELLED:
                self._update_verdict(result)
                best = session.state.rating_result
                if best is None or _is_tighter(result, best):
                    session.alter(rated=replace(result, board=session.board))
        if text := session.state.difficulty:
            session.announced.emit(text)


def _failure_text(result: object) -> str:
    return tr("The solver failed: {reason}").format(reason=str(result))


def _is_tighter(new: Solution, old: Solution) -> bool:
    """Whether the bounds of a rating are as near to each other as those of the one before."""
    if not new.solved or not old.solved:
        return new.solved or (not old.solved and new.lower_bound >= old.lower_bound)
    return (len(new.moves) - new.lower_bound) <= (len(old.moves) - old.lower_bound)
