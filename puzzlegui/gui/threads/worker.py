"""Worker thread that executes the tasks of a window in order."""

from __future__ import annotations

import atexit
import itertools
from collections import deque
from collections.abc import Callable
from typing import NamedTuple, Protocol

from PySide6.QtCore import QObject, QThread, QTimer, Signal, Slot

from puzzlegui.core.language import tr
from puzzlegui.exporters.settings import CancelledError
from puzzlegui.gui.threads import gc_in_gui_thread

Callback = Callable[[object], None]
"""Called with the result of a task, or with its exception."""


class Task(Protocol):
    """Task of a worker: a Job or a solver run."""

    def execute(self) -> object:
        """Execute the task and return its result."""

    def cancel(self) -> None:
        """Request the task to end soon."""

    def release(self) -> None:
        """Free resources after the result was delivered."""


class Job:
    """Task that executes a function; may be monitored and cancelled from other threads.

    Args:
        work: function that is called with this job.
        text: description for the progress dialog.
        stop: interrupts work that does not poll ``cancelled``; called by ``cancel``.

    Attributes:
        cancelled: True if the result is no longer wanted.
        fraction: completed fraction, 0 to 1; None if unknown.
        text: description for the progress dialog.
    """

    def __init__(
        self,
        work: Callable[[Job], object],
        text: str,
        stop: Callable[[], object] = lambda: None,
    ) -> None:
        self._work, self._stop = work, stop
        self.text = text
        self.fraction: float | None = None
        self.cancelled = False

    def execute(self) -> object:
        """Execute the function and return its result."""
        return self._work(self)

    def report(self, done: int, total: int) -> None:
        """Set the completed fraction.

        Raises:
            CancelledError: the job was cancelled.
        """
        self.fraction = done / max(1, total)
        if self.cancelled:
            raise CancelledError

    def cancel(self) -> None:
        """Request the job to end; its result is ignored."""
        self.cancelled = True
        self._stop()

    def is_wanted(self) -> bool:
        """Return True unless the job was cancelled."""
        return not self.cancelled

    def release(self) -> None:
        """Do nothing: a job holds no resources."""


class TaskHandle:
    """Handle of a submitted task, like a Future whose result is passed to a callback once.

    Args:
        task: submitted task.
        answer: called in the GUI thread with the result.
    """

    def __init__(self, task: Task, answer: Callback) -> None:
        self.task = task
        self._callback: Callback | None = answer

    @property
    def pending(self) -> bool:
        """True if the callback is still to be called."""
        return self._callback is not None

    def deliver(self, result: object) -> None:
        """Call the callback, unless that was done or the task was cancelled."""
        answer, self._callback = self._callback, None
        if answer is not None:
            answer(result)

    def cancel(self) -> None:
        """Cancel the task and drop its callback."""
        self._callback = None
        self.task.cancel()


class _Worker(QObject):
    """Object in the worker thread; its slots are called by queued signals only.

    Attributes:
        queue: submitted tasks. A signal's argument would keep them, and with them the window, if
            the thread ended before delivery.
    """

    ended = Signal(object, object)

    def __init__(self) -> None:
        super().__init__()
        self.queue: deque[TaskHandle] = deque()

    @Slot()
    def execute(self) -> None:
        """Execute the next task and emit its result or exception."""
        if not self.queue:  # cleared when the window was closed
            return
        pending = self.queue.popleft()
        result: object
        try:
            result = pending.task.execute()
        except Exception as error:  # noqa: BLE001 - shown to the user, who can report it
            result = error
        self.ended.emit(pending, result)
        pending.task.release()
        del pending, result  # the window has them now


class Worker(QObject):
    """Worker thread of a window, started with the first task."""

    _execute = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc_in_gui_thread.collect_in_gui_thread()
        self._thread = QThread()
        self._thread.setObjectName(f"worker {next(_NUMBERS)}")
        self._worker = _Worker()
        self._worker.moveToThread(self._thread)
        self._execute.connect(self._worker.execute)
        self._worker.ended.connect(self._ended)
        self._submitted: list[TaskHandle] = []
        self._background: list[TaskHandle] = []
        # A global reference: the thread may outlive a window that is deleted without being closed.
        name = self._thread.objectName()
        _ACTIVE[name] = _Active(self._thread, self._worker, self._submitted)
        self.destroyed.connect(lambda: _end(name))

    def submit(self, task: Task, callback: Callback, *, background: bool = False) -> TaskHandle:
        """Execute a task after those submitted before.

        Args:
            task: task to execute.
            callback: called with the result.
            background: if true, the next task cancels this one.
        """
        while self._background:
            self._background.pop().task.cancel()
        pending = TaskHandle(task, callback)
        if self._thread.objectName() not in _ACTIVE:  # the window is closed
            pending.cancel()
            return pending
        if background:
            self._background.append(pending)
        self._submitted.append(pending)
        if not self._thread.isRunning():
            self._thread.start(QThread.Priority.LowPriority)
        if self._thread.isRunning():
            self._worker.queue.append(pending)
            self._execute.emit()
        else:  # there is no room for its stack
            error = MemoryError(tr("Not enough memory."))
            QTimer.singleShot(0, self, lambda: self._ended(pending, error))
        return pending

    @Slot(object, object)
    def _ended(self, pending: TaskHandle, result: object) -> None:
        if pending in self._submitted:
            self._submitted.remove(pending)
            self._background = [each for each in self._background if each is not pending]
        if self._thread.objectName() in _ACTIVE:  # else the window is closed
            pending.deliver(result)

    @property
    def busy(self) -> bool:
        """True if a task is running or queued."""
        return bool(self._submitted)

    def close(self) -> None:
        """Cancel all tasks and let the thread end, without waiting."""
        _end(self._thread.objectName())


class _Active(NamedTuple):
    """Thread with its object and its submitted tasks."""

    thread: QThread
    worker: _Worker
    submitted: list[TaskHandle]


_NUMBERS = itertools.count(1)
_ACTIVE: dict[str, _Active] = {}
"""Running threads by name."""
_ENDING: list[_Active] = []
"""Threads requested to end; deleting a running QThread would crash."""


def _end(name: str) -> None:
    """Cancel the tasks of a thread and let it end, unless that was done before."""
    if name not in _ACTIVE:
        return
    _ENDING[:] = [active for active in _ENDING if active.thread.isRunning()]
    active = _ACTIVE.pop(name)
    active.worker.queue.clear()
    for pending in active.submitted:
        # Drop the callback now; otherwise the worker thread could hold the last reference and
        # destroy widgets outside the GUI thread.
        pending.cancel()
    active.thread.quit()
    _ENDING.append(active)
    active.submitted.clear()  # no callback is left to call


def wait_for_threads() -> None:
    """Wait until the threads of closed windows have ended."""
    while _ENDING:
        _ENDING[-1].thread.wait()
        _ENDING.pop()


@atexit.register
def _end_all() -> None:
    """End the threads of windows that were never closed, before the interpreter exits."""
    for name in list(_ACTIVE):
        _end(name)
    wait_for_threads()
