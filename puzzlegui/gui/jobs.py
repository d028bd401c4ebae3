"""Work that takes time and is no solving: done in the worker behind a dialog with Cancel."""

from __future__ import annotations

import threading
from collections.abc import Callable

from PySide6.QtCore import QEventLoop, QObject, Qt, QTimer
from PySide6.QtWidgets import QProgressDialog, QWidget

from puzzlegui.gui import garbage
from puzzlegui.gui.worker import Worker

_POLL_MS = 100
_SOON = 0.05
"""Seconds in which most files are read; a window may stand still for as long."""


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
        self._dialog = _dialog(window, job)
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


def _dialog(window: QWidget, job: Job) -> QProgressDialog:
    dialog = QProgressDialog(job.text, "Cancel", 0, 0, window)
    dialog.setWindowTitle("PuzzleGUI")
    dialog.setWindowModality(Qt.WindowModality.WindowModal)
    dialog.setMinimumDuration(300)
    dialog.setAutoReset(False)
    return dialog


def do_now(window: QWidget, job: Job) -> object:
    """Do a job while the window waits for it, behind a dialog if it takes long.

    It has a thread of its own, since the worker may be busy solving.

    Returns:
        What came of it, which may be an exception; None if it was cancelled.
    """
    results: list[object] = []
    ended = threading.Event()

    def work() -> None:
        try:
            results.append(job.execute())
        except Exception as error:  # noqa: BLE001 - handed to whoever asked
            results.append(error)
        finally:
            ended.set()

    garbage.solver_begins()
    threading.Thread(target=work, name="aside", daemon=True).start()
    if not ended.wait(_SOON):
        dialog = _dialog(window, job)
        dialog.show()  # at once, so that nothing else in the window can be used
        loop = QEventLoop()
        poll = QTimer()
        poll.setInterval(_POLL_MS // 5)
        poll.timeout.connect(lambda: loop.quit() if ended.is_set() else None)
        poll.start()
        dialog.canceled.connect(job.cancel)
        dialog.canceled.connect(loop.quit)
        loop.exec()
        poll.stop()
        dialog.canceled.disconnect()
        dialog.close()
        dialog.deleteLater()
    garbage.solver_ends()
    return None if job.cancelled else results[0]
