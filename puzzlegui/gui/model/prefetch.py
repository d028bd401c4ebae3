"""Going along a long line once before it is shown, so that no jump has to wait for it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from puzzlegui.core.solution import LazyReplay
from puzzlegui.gui.threads.worker import Job, TaskHandle, Worker

_LONG = 5000
"""Moves from which on that is worth while."""
_AT_ONCE = 1000
"""Moves between two looks whether it is still wanted."""


class PositionPrefetcher(QObject):
    """Has the worker do it.

    Signals:
        ready: the same moves, gone along.
    """

    ready = Signal(object)

    def __init__(self, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._pending: TaskHandle | None = None

    def prefetch(self, walk: LazyReplay) -> None:
        """Go along a line in place of the one before, if it is long."""
        self.cancel()
        if len(walk) <= _LONG:
            return

        def work(job: Job) -> LazyReplay:
            ahead = LazyReplay(walk.board, walk.moves)
            for at in range(0, len(ahead), _AT_ONCE):
                if job.cancelled:
                    break
                _ = ahead[at]
            return ahead

        self._pending = self._worker.do(Job(work, "positions"), self._done)

    @property
    def running(self) -> bool:
        """Whether a line is being gone along."""
        return self._pending is not None

    def cancel(self) -> None:
        """It is not wanted any more."""
        pending, self._pending = self._pending, None
        if pending is not None:
            pending.withdraw()

    def _done(self, result: object) -> None:
        self._pending = None
        if isinstance(result, LazyReplay):
            self.ready.emit(result)
