"""Solving the board of a window: runs in the worker, their ends, and what was found before."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal

from puzzlegui.core.board import Board, Verdict
from puzzlegui.core.solution import Solution, Status
from puzzlegui.engine.registry import AUTO
from puzzlegui.engine.run import Run, decided, deciding_run
from puzzlegui.gui.common.worker import Worker
from puzzlegui.solvers.control import Limits, Request
from puzzlegui.solvers.listing import MAX_LISTED

_DECIDING_SECONDS = 3.0
_RATING_SECONDS = 5.0
_LOOK_MS = 50
"""How often it is looked whether a run that was told to stop has."""
_KNOWN = 32
"""Solutions kept for boards that undo or the gallery may bring back."""


class Solving(QObject):
    """One run at a time for the user, one for the verdict; results come as signals.

    Signals:
        changed: a run has begun or ended.
        solved: the user's run has ended, with its Solution.
        failed: the user's run has ended with an error, in words.
        verdict_changed: whether the board can be solved is known, or known better.
        rated: how hard the board is, in words.
    """

    changed = Signal()
    solved = Signal(object)
    failed = Signal(str)
    verdict_changed = Signal(object)
    rated = Signal(str)
    _given_up = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.run: Run | None = None
        self.verdict = Verdict(None, "")
        self._aside: Run | None = None
        self._then: Callable[[Solution], None] = self._settle
        self._known: dict[Board, Solution] = {}
        self.worker = Worker(self)
        self.worker.solved.connect(self._ended)
        self._watch = QTimer(self)
        self._watch.setInterval(_LOOK_MS)
        self._watch.timeout.connect(self._look_at_run)
        self._given_up.connect(self._ended)

    # --- the user's run ---

    def begin(self, board: Board, solver: str, request: Request) -> Run:
        """Solve a board.

        Raises:
            PuzzleError: the board has no such solver, or the solver cannot do what is asked.
        """
        run = Run(board, solver, request)
        self._stop_aside()
        self.run = run
        self.worker.solve(run)
        self._watch.start()
        self.changed.emit()
        return run

    def stop(self) -> None:
        """Stop the run; what it has found is kept."""
        if self.run is not None:
            self.run.cancel()

    def abandon(self) -> bool:
        """Cancel the run and take no notice of its result; whether there was one."""
        run, self.run = self.run, None
        if run is None:
            return False
        run.cancel()
        self.changed.emit()
        return True

    def _look_at_run(self) -> None:
        """Give the result of a run that cannot stop when told to (it is being loaded)."""
        if self.run is None:
            self._watch.stop()
        elif self.run.overdue:
            self._watch.stop()
            # Not here: what it has found is replayed.
            threading.Thread(target=self._give_up, args=(self.run,), daemon=True).start()

    def _give_up(self, run: Run) -> None:
        result: object
        try:
            result = run.give_up()
        except Exception as error:  # noqa: BLE001 - shown to the user, who can report it
            result = error
        self._given_up.emit(run, result)

    def _ended(self, run: Run, result: object) -> None:
        if run is self._aside:
            self._aside = None
            if isinstance(result, Solution) and result.status is not Status.CANCELLED:
                self._then(result)
            else:
                self._show(self.verdict)
            return
        if run is not self.run:
            return
        self.run = None
        self._watch.stop()
        if isinstance(result, Solution):
            self._settle(result)
            self.remember(result)
            self.solved.emit(result)
        else:
            self.failed.emit(f"The solver failed: {result}")
        self.changed.emit()

    # --- what was found ---

    def remember(self, solution: Solution) -> None:
        """Keep a solution for when its board comes back."""
        if solution.solved:
            self._known[solution.board.puzzle] = solution
            while len(self._known) > _KNOWN or self._too_many_listed():
                del self._known[next(iter(self._known))]

    def _too_many_listed(self) -> bool:
        """Whether those kept list more solutions than one may; the latest is kept anyway."""
        listed = sum(len(found.solutions or ()) for found in self._known.values())
        return len(self._known) > 1 and listed > MAX_LISTED

    def known(self, board: Board) -> Solution | None:
        """The solution kept for a board, with the title and the colours that it has now."""
        found = self._known.get(board.puzzle)
        return None if found is None else replace(found, board=board)

    # --- the verdict, and the difficulty ---

    def decide(self, board: Board) -> None:
        """Find out whether a sound board can be solved, by search if need be."""
        self._stop_aside()
        self._show(board.verdict())
        if self.verdict.solvable is None:
            limits = Limits(seconds=_DECIDING_SECONDS)
            self._begin_aside(deciding_run(board, limits), self._settle)

    def deny(self, reason: str) -> None:
        """Say that a board cannot be solved since it is not sound."""
        self._stop_aside()
        self._show(Verdict(False, reason))

    def rate(self, board: Board) -> None:
        """Find out how hard a sound board is."""
        limits = Limits(seconds=_RATING_SECONDS)
        self._begin_aside(Run(board, AUTO, Request(limits)), self._rated)

    def _rated(self, solution: Solution) -> None:
        self._settle(solution)
        self.rated.emit(solution.difficulty())

    def _settle(self, solution: Solution) -> None:
        """Learn from a run whether the board can be solved, where that is open."""
        if self.verdict.solvable is None:
            self._show(decided(self.verdict, solution))

    def _begin_aside(self, run: Run, then: Callable[[Solution], None]) -> None:
        """Solve for the window's own sake; any other task ends it."""
        self._stop_aside()
        self._aside, self._then = run, then
        self.worker.solve(run, aside=True)

    def _stop_aside(self) -> None:
        run, self._aside = self._aside, None
        if run is not None:
            run.cancel()
            self._show(self.verdict)

    def _show(self, verdict: Verdict) -> None:
        self.verdict = verdict
        self.verdict_changed.emit(verdict)
