"""The one thread in which everything happens that takes time."""

from __future__ import annotations

import itertools

from PySide6.QtCore import QObject, QThread, Signal, Slot

from puzzlegui.core.solution import Solution
from puzzlegui.gui import garbage
from puzzlegui.solvers.run import Run


class _Worker(QObject):
    """Lives in the thread; its slots are called by queued signals only."""

    solved = Signal(object, object)
    warmed = Signal(str)

    @Slot(object)
    def solve(self, run: Run) -> None:
        """Execute a run; the result is a Solution, or the exception that came instead."""
        result: Solution | Exception
        try:
            result = run.execute()
        except Exception as error:  # noqa: BLE001 - shown to the user, who can report it
            result = error
        self.solved.emit(run, result)
        run.release()

    @Slot(str)
    def warm_up(self, kernel: str) -> None:
        """Load a kernel, compiling it if it never ran on this machine."""
        from puzzlegui.solvers import kernels  # noqa: PLC0415 - imports numba, in this thread

        kernels.warm_up(kernel)
        self.warmed.emit(kernel)


class Worker(QObject):
    """The thread as the window sees it.

    Signals:
        solved: a Run with its Solution, or with the exception it ended with.
        warmed: the name of a kernel that is ready.
    """

    solved = Signal(object, object)
    warmed = Signal(str)

    _solve = Signal(object)
    _warm_up = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        garbage.collect_here_only()
        self._thread = QThread()
        self._thread.setObjectName(f"worker {next(_NUMBERS)}")
        self._worker = _Worker()
        self._worker.moveToThread(self._thread)
        self._solve.connect(self._worker.solve)
        self._warm_up.connect(self._worker.warm_up)
        self._worker.solved.connect(self.solved)
        self._worker.warmed.connect(self.warmed)
        self._runs: list[Run] = []
        self.solved.connect(self._forget)
        # Kept here, so that it outlives a window that is deleted without being closed.
        name = self._thread.objectName()
        _ACTIVE[name] = self._thread, self._runs
        self.destroyed.connect(lambda: _end(name))
        self._thread.start()

    def solve(self, run: Run) -> None:
        """Execute a run in the thread."""
        self._runs.append(run)
        garbage.solver_begins()
        self._solve.emit(run)

    def warm_up(self, kernel: str) -> None:
        """Have a kernel loaded."""
        self._warm_up.emit(kernel)

    @Slot(object)
    def _forget(self, run: Run) -> None:
        if run in self._runs:
            self._runs.remove(run)
            garbage.solver_ends()

    def close(self) -> None:
        """Cancel what is running, and wait for the thread to end."""
        _end(self._thread.objectName())


_NUMBERS = itertools.count(1)
_ACTIVE: dict[str, tuple[QThread, list[Run]]] = {}
"""The threads that run, by name, each with its runs."""


def _end(name: str) -> None:
    """Cancel what is running in a thread, and wait for it to end, if it has not ended yet."""
    if name not in _ACTIVE:
        return
    thread, runs = _ACTIVE.pop(name)
    for run in runs:
        run.cancel()
    thread.quit()
    thread.wait()
    while runs:  # their ends were announced to a queue that is gone
        runs.pop()
        garbage.solver_ends()
