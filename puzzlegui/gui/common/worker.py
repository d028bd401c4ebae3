"""The one thread in which everything happens that takes time."""

from __future__ import annotations

import itertools
from typing import Protocol

from PySide6.QtCore import QObject, QThread, Signal, Slot

from puzzlegui.gui.common import garbage


class Task(Protocol):
    """What the thread does: a Run, or a Job."""

    def execute(self) -> object:
        """Do it, and give what comes of it."""

    def cancel(self) -> None:
        """Ask it to end soon."""

    def release(self) -> None:
        """Free what it holds, once its result has been given."""


class _Worker(QObject):
    """Lives in the thread; its slots are called by queued signals only."""

    solved = Signal(object, object)

    @Slot(object)
    def solve(self, task: Task) -> None:
        """Execute a task; the result is what it gives, or the exception that came instead."""
        result: object
        try:
            result = task.execute()
        except Exception as error:  # noqa: BLE001 - shown to the user, who can report it
            result = error
        self.solved.emit(task, result)
        task.release()


class Worker(QObject):
    """The thread as the window sees it.

    Signals:
        solved: a task, such as a Run, with its result, or with the exception it ended with.
    """

    solved = Signal(object, object)

    _solve = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        garbage.collect_here_only()
        self._thread = QThread()
        self._thread.setObjectName(f"worker {next(_NUMBERS)}")
        self._worker = _Worker()
        self._worker.moveToThread(self._thread)
        self._solve.connect(self._worker.solve)
        self._worker.solved.connect(self.solved)
        self._tasks: list[Task] = []
        self._aside: list[Task] = []
        self.solved.connect(self._forget)
        # Kept here, so that it outlives a window that is deleted without being closed.
        name = self._thread.objectName()
        _ACTIVE[name] = self._thread, self._tasks
        self.destroyed.connect(lambda: _end(name))
        self._thread.start()

    def solve(self, task: Task, *, aside: bool = False) -> None:
        """Execute a task in the thread, when those before it have ended.

        Args:
            task: what is to be done.
            aside: it is cancelled when there is another task.
        """
        while self._aside:
            self._aside.pop().cancel()
        if aside:
            self._aside.append(task)
        self._tasks.append(task)
        garbage.solver_begins()
        self._solve.emit(task)

    @Slot(object)
    def _forget(self, task: Task) -> None:
        if task in self._tasks:
            self._tasks.remove(task)
            self._aside = [other for other in self._aside if other is not task]
            garbage.solver_ends()

    def close(self) -> None:
        """Cancel what is running, and wait for the thread to end."""
        _end(self._thread.objectName())


_NUMBERS = itertools.count(1)
_ACTIVE: dict[str, tuple[QThread, list[Task]]] = {}
"""The threads that run, by name, each with its tasks."""


def _end(name: str) -> None:
    """Cancel what is running in a thread, and wait for it to end, if it has not ended yet."""
    if name not in _ACTIVE:
        return
    thread, tasks = _ACTIVE.pop(name)
    for task in tasks:
        task.cancel()
    thread.quit()
    thread.wait()
    while tasks:  # their ends were announced to a queue that is gone
        tasks.pop()
        garbage.solver_ends()
