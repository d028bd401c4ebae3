"""Solver runs of a window: a run started by the user and a run in the background."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from puzzlegui.core.solution import LazyReplay, Solution
from puzzlegui.engine.runner.remote_run import RemoteRun
from puzzlegui.gui.threads.worker import Callback, Task, TaskHandle, Worker

RunCallback = Callable[[RemoteRun, object], None]
"""Called with a run and its Solution or exception."""
SolutionTransform = Callable[[Solution], Solution]
"""Converts a result of a run into a solution of the displayed board."""


class _TransformedRun:
    """Worker task that executes a run and transforms its results."""

    def __init__(
        self, run: RemoteRun, tell: SolutionTransform, better: Callable[..., None]
    ) -> None:
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
    """Executes a run for the user and a run for the window; of each at most 1 at a time.

    Attributes:
        run: run started by the user; None if there is none.
        background: run started by the window; None if there is none.
        worker: thread that controls the solver processes.

    Signals:
        improved: emitted with a better solution of the run, and its replay.
    """

    improved = Signal(object, object)
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

    def start(
        self, run: RemoteRun, on_finished: RunCallback, transform: SolutionTransform | None = None
    ) -> None:
        """Start a run for the user.

        Args:
            run: run to start.
            on_finished: called with the run and its result.
            transform: converts results into solutions of another board; called in the worker.
        """
        self.cancel_background()
        self.run, self._on_finished = run, on_finished
        task = _TransformedRun(run, transform or _identity, self._improvement_found.emit)
        self._pending = self.worker.submit(task, self._ended)

    def stop(self) -> None:
        """Stop the run and keep its best solution."""
        if self.run is not None:
            self.run.cancel()

    def discard(self) -> None:
        """Cancel the run and ignore its result."""
        pending, self._pending, self.run = self._pending, None, None
        if pending is not None:
            pending.cancel()

    def _ended(self, result: object) -> None:
        run, then = self.run, self._on_finished
        self.run = self._pending = self._on_finished = None
        assert run is not None
        assert then is not None
        then(run, result)

    def _emit_improved(self, run: RemoteRun, solution: Solution, walk: LazyReplay) -> None:
        if run is self.run:  # otherwise the run was discarded meanwhile
            self.improved.emit(solution, walk)

    # --- the window's own questions ---

    def run_in_background(self, task: Task, on_finished: Callback) -> None:
        """Execute a task for the window, which any other task cancels."""
        self.cancel_background()
        self.background = self.worker.submit(task, on_finished, background=True)

    def cancel_background(self) -> None:
        """Cancel the run started by the window."""
        pending, self.background = self.background, None
        if pending is not None:
            pending.cancel()


def _identity(solution: Solution) -> Solution:
    return solution
