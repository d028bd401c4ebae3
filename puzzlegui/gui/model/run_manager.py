"""Running solvers for a window: one run for the user, one in the background for the window."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from puzzlegui.core.solution import LazyReplay, Solution
from puzzlegui.engine.runner.remote import RemoteRun
from puzzlegui.gui.threads.worker import Answer, TaskHandle, Worker

RunCallback = Callable[[RemoteRun, object], None]
"""Takes a run and what came of it, a Solution or the exception it ended with."""
SolutionTransform = Callable[[Solution], Solution]
"""Tells what came of a run as a solution of the board that is meant."""


class _TransformedRun:
    """A run, as a task of the worker, whose results are told of the board that is meant."""

    def __init__(self, run: RemoteRun, tell: SolutionTransform, better: Callable[..., None]) -> None:
        self._run, self._tell, self._better = run, tell, better
        self.cancel, self.release = run.cancel, run.release

    def execute(self) -> Solution:
        self._run.on_improvement = self._bettered
        return self._tell(self._run.execute())

    def _bettered(self, solution: Solution, walk: LazyReplay) -> None:
        told = self._tell(solution)
        if told is not solution:
            walk = LazyReplay(told.board, told.moves)
            walk.replay()
        self._better(self._run, told, walk)


class RunManager(QObject):
    """One run at a time for the user, and one for the window's own questions.

    Attributes:
        background: the search for the window's own sake, None if there is none.
        worker: the thread from which solver processes are driven.

    Signals:
        bettered: the run has a better solution: it, replayed, and the positions along it.
    """

    bettered = Signal(object, object)
    _improvement_found = Signal(object, object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.run: RemoteRun | None = None
        self.worker = Worker(self)
        self._pending: TaskHandle | None = None
        self.background: TaskHandle | None = None
        self._on_finished: RunCallback | None = None
        self._improvement_found.connect(self._emit_improved)

    # --- the user's run ---

    def start(self, run: RemoteRun, on_finished: RunCallback, transform: SolutionTransform | None = None) -> None:
        """Begin a run.

        Args:
            run: has not begun yet.
            then: is told how it ended.
            tell: makes its results those of another board; not in the window's thread.
        """
        self.cancel_background()
        self.run, self._on_finished = run, on_finished
        task = _TransformedRun(run, transform or _identity, self._improvement_found.emit)
        self._pending = self.worker.do(task, self._ended)

    def stop(self) -> None:
        """Stop the run; what it has found is kept."""
        if self.run is not None:
            self.run.cancel()

    def abandon(self) -> None:
        """Cancel the run and ignore its result."""
        pending, self._pending, self.run = self._pending, None, None
        if pending is not None:
            pending.withdraw()

    def _ended(self, result: object) -> None:
        run, then = self.run, self._on_finished
        self.run = self._pending = self._on_finished = None
        assert run is not None
        assert then is not None
        then(run, result)

    def _emit_improved(self, run: RemoteRun, solution: Solution, walk: LazyReplay) -> None:
        if run is self.run:  # else it was abandoned in the meantime
            self.bettered.emit(solution, walk)

    # --- the window's own questions ---

    def run_in_background(self, run: RemoteRun, on_finished: Answer) -> None:
        """Solve for the window's own sake; any other task cancels it."""
        self.cancel_background()
        self.background = self.worker.do(run, on_finished, background=True)

    def cancel_background(self) -> None:
        """What was asked for the window's own sake is not wanted any more."""
        pending, self.background = self.background, None
        if pending is not None:
            pending.withdraw()


def _identity(solution: Solution) -> Solution:
    return solution
