"""Precompute all positions of a long solution so that seeking is instant."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from puzzlegui.core.solution import LazyReplay
from puzzlegui.gui.threads.worker import Job, TaskHandle, Worker

_LONG = 5000
"""Minimum number of moves of a solution that is prefetched."""
_AT_ONCE = 1000
"""Moves replayed between two checks for cancellation."""


class PositionPrefetcher(QObject):
    """Replays a long move list in the worker.

    Signals:
        ready: emitted with the replay, all of whose positions are cached.
    """

    ready = Signal(object)

    def __init__(self, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._pending: TaskHandle | None = None

    def prefetch(self, walk: LazyReplay) -> None:
        """Start replaying a move list if it is long, and cancel the previous replay."""
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

        self._pending = self._worker.submit(Job(work, "positions"), self._done)

    @property
    def running(self) -> bool:
        """True if a move list is being replayed."""
        return self._pending is not None

    def cancel(self) -> None:
        """Cancel the replay."""
        pending, self._pending = self._pending, None
        if pending is not None:
            pending.cancel()

    def _done(self, result: object) -> None:
        self._pending = None
        if isinstance(result, LazyReplay):
            self.ready.emit(result)
