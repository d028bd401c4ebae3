"""The one thread in which everything happens that takes time."""

from __future__ import annotations

import itertools
import os
import sys
import threading
from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QObject, QThread, Signal, Slot

from puzzlegui.gui.common import garbage

_NICE = 5
"""How far the thread stands back; it is as quick as ever where nothing else is to be done."""

Answer = Callable[[object], None]
"""Takes what came of a task, or the exception it ended with."""


class Task(Protocol):
    """What the thread does: a Run, or a Job."""

    def execute(self) -> object:
        """Do it, and give what comes of it."""

    def cancel(self) -> None:
        """Ask it to end soon."""

    def release(self) -> None:
        """Free what it holds, once its result has been given."""


class Pending:
    """A task that the worker was asked to do; what comes of it goes to the one who asked, once.

    Args:
        task: what is to be done.
        answer: called in the GUI thread with the result.
    """

    def __init__(self, task: Task, answer: Answer) -> None:
        self.task = task
        self._answer: Answer | None = answer

    @property
    def waiting(self) -> bool:
        """Whether the answer is still to come."""
        return self._answer is not None

    def deliver(self, result: object) -> None:
        """Hand over the result, unless that has been done or it is not wanted any more."""
        answer, self._answer = self._answer, None
        if answer is not None:
            answer(result)

    def withdraw(self) -> None:
        """The task is not wanted any more: it is cancelled, and nothing will come of it."""
        self._answer = None
        self.task.cancel()


class _Worker(QObject):
    """Lives in the thread; its slots are called by queued signals only."""

    ended = Signal(object, object)

    @Slot()
    def give_way(self) -> None:
        """Let the thread of the window go first; Linux takes no heed of what Qt asks for."""
        if sys.platform == "linux":
            here = threading.get_native_id()
            nice = os.getpriority(os.PRIO_PROCESS, here) + _NICE
            os.setpriority(os.PRIO_PROCESS, here, min(nice, 19))

    @Slot(object)
    def execute(self, pending: Pending) -> None:
        """Execute a task; the result is what it gives, or the exception that came instead."""
        result: object
        try:
            result = pending.task.execute()
        except Exception as error:  # noqa: BLE001 - shown to the user, who can report it
            result = error
        self.ended.emit(pending, result)
        pending.task.release()


class Worker(QObject):
    """The thread as the window sees it; it is begun with the first task."""

    _execute = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        garbage.collect_here_only()
        self._thread = QThread()
        self._thread.setObjectName(f"worker {next(_NUMBERS)}")
        self._worker = _Worker()
        self._worker.moveToThread(self._thread)
        self._thread.started.connect(self._worker.give_way)
        self._execute.connect(self._worker.execute)
        self._worker.ended.connect(self._ended)
        self._tasks: list[Task] = []
        self._background: list[Task] = []
        # Kept here, so that it outlives a window that is deleted without being closed.
        name = self._thread.objectName()
        _ACTIVE[name] = self._thread, self._tasks
        self.destroyed.connect(lambda: _end(name))

    def do(self, task: Task, answer: Answer, *, background: bool = False) -> Pending:
        """Execute a task in the thread, when those before it have ended.

        Args:
            task: what is to be done.
            answer: called with what came of it.
            background: it is cancelled when there is another task; that is its result then.
        """
        while self._background:
            self._background.pop().cancel()
        pending = Pending(task, answer)
        if self._thread.objectName() not in _ACTIVE:  # the window is closed
            pending.withdraw()
            return pending
        if background:
            self._background.append(task)
        self._tasks.append(task)
        garbage.solver_begins()
        if not self._thread.isRunning():
            self._thread.start(QThread.Priority.LowPriority)
        self._execute.emit(pending)
        return pending

    @Slot(object, object)
    def _ended(self, pending: Pending, result: object) -> None:
        if pending.task in self._tasks:
            self._tasks.remove(pending.task)
            self._background = [task for task in self._background if task is not pending.task]
            garbage.solver_ends()
        pending.deliver(result)

    @property
    def busy(self) -> bool:
        """Whether a task is being done, or waits."""
        return bool(self._tasks)

    def close(self) -> None:
        """Cancel what is running, and wait for the thread to end."""
        _end(self._thread.objectName())


_NUMBERS = itertools.count(1)
_ACTIVE: dict[str, tuple[QThread, list[Task]]] = {}
"""The threads, by name, each with its tasks."""


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
