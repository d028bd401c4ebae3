"""The one thread in which everything happens that takes time."""

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


class Job:
    """A piece of work; one thread does it, any other may watch it or call it off.

    Args:
        work: does it, and is given this job.
        text: what is being done.
        stop: ends work that does not look whether it is wanted; called by whoever cancels.

    Attributes:
        cancelled: the work is not wanted any more.
        share: how much of it is done, 0 to 1; None where that cannot be told.
        text: what is being done.
    """

    def __init__(
        self,
        work: Callable[[Job], object],
        text: str,
        stop: Callable[[], object] = lambda: None,
    ) -> None:
        self._work, self._stop = work, stop
        self.text = text
        self.share: float | None = None
        self.cancelled = False

    def execute(self) -> object:
        """Do it, and give what comes of it."""
        return self._work(self)

    def report(self, done: int, total: int) -> None:
        """Note how much is done.

        Raises:
            CancelledError: the work is not wanted any more.
        """
        self.share = done / max(1, total)
        if self.cancelled:
            raise CancelledError

    def cancel(self) -> None:
        """Ask it to end; what comes of it will not be looked at."""
        self.cancelled = True
        self._stop()

    def is_wanted(self) -> bool:
        """Whether what comes of it will be looked at."""
        return not self.cancelled

    def release(self) -> None:
        """Nothing is held beyond its end."""


class TaskHandle:
    """A task that the worker was asked to do; what comes of it goes to the one who asked, once.

    Args:
        task: what is to be done.
        answer: called in the GUI thread with the result.
    """

    def __init__(self, task: Task, answer: Answer) -> None:
        self.task = task
        self._callback: Answer | None = answer

    @property
    def waiting(self) -> bool:
        """Whether the answer is still to come."""
        return self._callback is not None

    def deliver(self, result: object) -> None:
        """Hand over the result, unless that has been done or it is not wanted any more."""
        answer, self._callback = self._callback, None
        if answer is not None:
            answer(result)

    def withdraw(self) -> None:
        """The task is not wanted any more: it is cancelled, and nothing will come of it."""
        self._callback = None
        self.task.cancel()


class _Worker(QObject):
    """Lives in the thread; its slots are called by queued signals only.

    Attributes:
        waiting: what it is to do. A signal could carry it, but would keep it, and with it the
            window that asked, where the thread ends before.
    """

    ended = Signal(object, object)

    def __init__(self) -> None:
        super().__init__()
        self.waiting: deque[TaskHandle] = deque()

    @Slot()
    def execute(self) -> None:
        """Execute a task; the result is what it gives, or the exception that came instead."""
        if not self.waiting:  # the window was closed
            return
        pending = self.waiting.popleft()
        result: object
        try:
            result = pending.task.execute()
        except Exception as error:  # noqa: BLE001 - shown to the user, who can report it
            result = error
        self.ended.emit(pending, result)
        pending.task.release()
        del pending, result  # the window has them now


class Worker(QObject):
    """The thread as the window sees it; it is begun with the first task."""

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
        # Kept here, so that it outlives a window that is deleted without being closed.
        name = self._thread.objectName()
        _ACTIVE[name] = _Active(self._thread, self._worker, self._submitted)
        self.destroyed.connect(lambda: _end(name))

    def do(self, task: Task, answer: Answer, *, background: bool = False) -> TaskHandle:
        """Execute a task in the thread, when those before it have ended.

        Args:
            task: what is to be done.
            answer: called with what came of it.
            background: it is cancelled when there is another task; that is its result then.
        """
        while self._background:
            self._background.pop().task.cancel()
        pending = TaskHandle(task, answer)
        if self._thread.objectName() not in _ACTIVE:  # the window is closed
            pending.withdraw()
            return pending
        if background:
            self._background.append(pending)
        self._submitted.append(pending)
        if not self._thread.isRunning():
            self._thread.start(QThread.Priority.LowPriority)
        if self._thread.isRunning():
            self._worker.waiting.append(pending)
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
        """Whether a task is being done, or waits."""
        return bool(self._submitted)

    def close(self) -> None:
        """Cancel what is running and let the thread end, without waiting for that."""
        _end(self._thread.objectName())


class _Active(NamedTuple):
    """A thread, what lives in it, and what it was asked to do."""

    thread: QThread
    worker: _Worker
    asked: list[TaskHandle]


_NUMBERS = itertools.count(1)
_ACTIVE: dict[str, _Active] = {}
"""The threads by name."""
_ENDING: list[_Active] = []
"""Those that were told to end; none may be deleted before it has."""


def _end(name: str) -> None:
    """Cancel what is running in a thread, which ends then, unless that was done before."""
    if name not in _ACTIVE:
        return
    _ENDING[:] = [active for active in _ENDING if active.thread.isRunning()]
    active = _ACTIVE.pop(name)
    active.worker.waiting.clear()
    for pending in active.asked:
        # The thread may be the last to hold it: what was to be told, and thus widgets, would be
        # freed there.
        pending.withdraw()
    active.thread.quit()
    _ENDING.append(active)
    active.asked.clear()  # their ends will be announced to nobody


def wait_for_threads() -> None:
    """Wait for the threads of closed windows, which were told to end."""
    while _ENDING:
        _ENDING[-1].thread.wait()
        _ENDING.pop()


@atexit.register
def _end_all() -> None:
    """End the threads of windows that were never closed, too: none may outlive the program."""
    for name in list(_ACTIVE):
        _end(name)
    wait_for_threads()
