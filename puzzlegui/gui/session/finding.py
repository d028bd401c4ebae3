"""Finding something out about the board: solving it, deciding it, rating it."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject

from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.solution import Solution, Status, Walk
from puzzlegui.engine.registry import AUTO
from puzzlegui.engine.run import Run, decided, deciding_run
from puzzlegui.gui.session.mode import SOLUTION
from puzzlegui.gui.session.puzzle import Report
from puzzlegui.gui.session.session import Session
from puzzlegui.solvers.control import Limits, Request

_DECIDING_SECONDS = 3.0
_RATING_SECONDS = 5.0


class Finding(QObject):
    """Begins runs for a session, and enters what comes of them in its state."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        session.undecided.connect(self._decide)

    # --- the user's runs ---

    def solve(self) -> None:
        """Solve the board as is wished, in the worker."""
        session = self._session
        if session.run is not None or session.document.problems:
            return
        try:
            run = Run(session.board, session.wishes.solver, session.request)
        except PuzzleError as error:
            text = f"{str(error)[:1].upper()}{str(error)[1:]}."
            session.alter(report=Report(error=text), cancelled=False)
            return
        session.solving.begin(run, self._ended)
        session.alter(rating=False, cancelled=False, report=None)

    def stop(self) -> None:
        """Stop the solver; what it has found is kept."""
        self._session.solving.stop()

    def _ended(self, run: Run, result: object) -> None:
        session = self._session
        if isinstance(result, Solution):
            self.take(result, run)
        else:
            session.alter(report=Report(error=f"The solver failed: {result}"))

    def take(self, solution: Solution, run: Run | None = None, walk: Walk | None = None) -> None:
        """Show a result that has been replayed.

        Args:
            solution: the result.
            run: it came of this run; without one, the user gave it, and it is followed.
            walk: the positions along its moves, if they are known.
        """
        session = self._session
        with session.changing():
            self._learn(solution)
            kept = None
            if solution.solved:
                before = session.state.following
                session.follow(solution, given=run is None, walk=walk)
                after = session.state.following
                if before is not None and after is not None and before.solution is after.solution:
                    shown = after.followed.moves
                    kept = None if shown == solution.moves else len(shown)
            stats = None if run is None else run.stats
            session.alter(report=Report(solution, stats, kept=kept))
            if solution.solved:
                session.choose_mode(SOLUTION)
        session.announced.emit(solution.outcome())

    # --- the window's own questions ---

    def _decide(self) -> None:
        run = deciding_run(self._session.board, Limits(seconds=_DECIDING_SECONDS))
        self._session.solving.ask(run, self._decided)

    def _decided(self, result: object) -> None:
        if isinstance(result, Solution):
            self._learn(result)

    def _learn(self, solution: Solution) -> None:
        """Whether the board can be solved, where that is open."""
        verdict = self._session.state.verdict
        if verdict is not None and verdict.solvable is None:
            self._session.alter(verdict=decided(verdict, solution))

    def rate(self) -> None:
        """Find out how hard the board is."""
        session = self._session
        if session.document.problems or session.run is not None:
            return
        run = Run(session.board, AUTO, Request(Limits(seconds=_RATING_SECONDS)))
        session.solving.ask(run, self._rated)
        session.alter(rating=True)

    def _rated(self, result: object) -> None:
        session = self._session
        with session.changing():
            session.alter(rating=False)
            if isinstance(result, Solution) and result.status is not Status.CANCELLED:
                self._learn(result)
                best = session.state.rated
                if best is None or _says_more(result, best):
                    session.alter(rated=replace(result, board=session.board))
        if text := session.state.difficulty:
            session.announced.emit(text)


def _says_more(new: Solution, old: Solution) -> bool:
    """Whether the bounds of a rating are as near to each other as those of the one before."""
    if not new.solved or not old.solved:
        return new.solved or (not old.solved and new.lower_bound >= old.lower_bound)
    return (len(new.moves) - new.lower_bound) <= (len(old.moves) - old.lower_bound)
