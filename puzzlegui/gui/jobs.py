"""Work that takes time and is no solving: done in the worker behind a dialog with Cancel."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QProgressDialog, QWidget

from puzzlegui.gui.worker import Worker

_POLL_MS = 100


class Job:
    """A piece of work; one thread does it, any other may watch it or call it off.

    Attributes:
        cancelled: the work is not wanted any more.
        share: how much of it is done, 0 to 1; None where that cannot be told.
        text: what is being done.
    """

    def __init__(self, work: Callable[[Job], object], text: str) -> None:
        self._work = work
        self.text = text
        self.share: float | None = None
        self.cancelled = False

    def execute(self) -> object:
        """Do it, and give what comes of it."""
        return self._work(self)

    def cancel(self) -> None:
        """Ask it to end; what comes of it will not be looked at."""
        self.cancelled = True

    def release(self) -> None:
        """Nothing is held beyond its end."""


class Waiting(QObject):
    """Shows a job that is being done.

    Args:
        window: the dialog belongs to it.
        worker: does the job.
        job: what is to be done.
        then: called with what came of it, which may be an exception; not if it was cancelled.
    """

    def __init__(
        self, window: QWidget, worker: Worker, job: Job, then: Callable[[object], None]
    ) -> None:
        super().__init__(window)
        self._job, self._then = job, then
        self._dialog = QProgressDialog(job.text, "Cancel", 0, 0, window)
        self._dialog.setWindowTitle("PuzzleGUI")
        self._dialog.setWindowModality(Qt.WindowModality.WindowModal)
        self._dialog.setMinimumDuration(300)
        self._dialog.setAutoReset(False)
        self._dialog.canceled.connect(self._cancelled)
        self._poll = QTimer(self)
        self._poll.setInterval(_POLL_MS)
        self._poll.timeout.connect(self._show)
        self._poll.start()
        worker.solved.connect(self._ended)
        worker.solve(job)

    def _show(self) -> None:
        self._dialog.setLabelText(self._job.text)
        if self._job.share is not None:
            self._dialog.setMaximum(100)
            self._dialog.setValue(round(100 * self._job.share))

    def _cancelled(self) -> None:
        self._job.cancel()
        self._close()

    def _ended(self, job: object, result: object) -> None:
        if job is self._job and not self._job.cancelled:
            self._close()
            self._then(result)

    def _close(self) -> None:
        self._poll.stop()
        self._dialog.canceled.disconnect(self._cancelled)
        self._dialog.close()
        self._dialog.deleteLater()
        self.deleteLater()
