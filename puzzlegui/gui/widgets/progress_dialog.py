"""Progress dialog with a Cancel button for a job in a thread."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QEventLoop, QObject, Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLabel, QProgressBar, QProgressDialog, QWidget
from shiboken6 import isValid

from puzzlegui.core.formatting import percent
from puzzlegui.core.language import tr
from puzzlegui.gui.threads.abandonable_threads import AbandonableThread
from puzzlegui.gui.threads.worker import Job, Worker

_POLL_MS = 100
_WIDTH = 320
"""Minimum width of the dialog in pixels, so that changing numbers do not resize it."""
_SOON = 0.05
"""Seconds to wait before the dialog appears; most files are read sooner."""


class ProgressDialogTask(QObject):
    """Job in a worker with a progress dialog.

    Args:
        window: parent of the dialog.
        worker: worker that executes the job.
        job: job to execute.
        then: called with the result or exception; not called on cancel.
    """

    def __init__(
        self, window: QWidget, worker: Worker, job: Job, then: Callable[[object], None]
    ) -> None:
        super().__init__(window)
        self._job, self._then = job, then
        self._dialog = _Dialog(window, job)
        self._dialog.canceled.connect(self._cancelled)
        self._poll = QTimer(self)
        self._poll.setInterval(_POLL_MS)
        self._poll.timeout.connect(self._show)
        self._poll.start()
        self._pending = worker.submit(job, self._ended)

    def _show(self) -> None:
        self._dialog.show_progress(self._job)

    def _cancelled(self) -> None:
        self._pending.cancel()
        self._close()

    def _ended(self, result: object) -> None:
        self._close()
        self._then(result)

    def _close(self) -> None:
        self._poll.stop()
        self._dialog.canceled.disconnect(self._cancelled)
        self._dialog.end()
        self.deleteLater()


class _Dialog(QProgressDialog):
    """Progress dialog that disables its window while it is shown.

    A modal dialog would also keep the window from being closed, which here cancels the job.
    """

    def __init__(self, window: QWidget, job: Job) -> None:
        super().__init__(job.text, tr("Cancel"), 0, 0, window)
        self._window = window
        self.disabling = False
        self._focused: QWidget | None = None
        label = QLabel(job.text)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setLabel(label)
        self.setWindowTitle("PuzzleGUI")
        self.setWindowModality(Qt.WindowModality.NonModal)
        bar = QProgressBar()
        bar.setTextVisible(False)  # too low for a text; the label shows the percentage
        bar.setRange(0, 0)
        self.setBar(bar)
        self.setMinimumWidth(_WIDTH)
        self.setMinimumDuration(300)
        self.setAutoReset(False)
        window.installEventFilter(self)

    def show_progress(self, job: Job) -> None:
        """Show the completed fraction of a job."""
        if job.fraction is None:
            self.setLabelText(job.text)
            return
        self.setLabelText(f"{job.text}  {percent(job.fraction)}")
        self.setMaximum(100)
        self.setValue(round(100 * job.fraction))

    def end(self) -> None:
        """Close the dialog and enable the window."""
        self._window.removeEventFilter(self)
        was_disabling, self.disabling = self.disabling, False
        self.close()
        if was_disabling and not any(each.disabling for each in self._window.findChildren(_Dialog)):
            self._window.setEnabled(True)
            if self._focused is not None and isValid(self._focused):
                self._focused.setFocus()
        self.deleteLater()

    def showEvent(self, event: QShowEvent) -> None:
        if not self.disabling:
            self.disabling = True
            self._focused = self._window.focusWidget()
            self._window.setEnabled(False)
        self.setEnabled(True)  # allowed, since the child is a window
        super().showEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.Close or watched is not self._window:
            return False
        event.ignore()
        QTimer.singleShot(0, self._window, self._window.close)  # after the job was cancelled
        self.canceled.emit()
        return True


def run_modal(window: QWidget, job: Job) -> object:
    """Execute a job in a separate thread while the window is blocked; return its result.

    The worker may be busy solving. A dialog appears if the job takes long.

    Returns:
        The result or exception; None if the job was cancelled.
    """
    try:
        return _done(window, job)
    except Exception as error:  # noqa: BLE001 - returned to the caller
        return error


def _done(window: QWidget, job: Job) -> object:
    work = AbandonableThread(job.execute)
    if not work.wait(_SOON):
        _show_until_ended(window, job, work)
    if job.cancelled:
        work.abandon()
        return None
    return work.result()


def _show_until_ended(window: QWidget, job: Job, work: AbandonableThread[object]) -> None:
    """Show a progress dialog until the work has ended or is cancelled.

    A separate function: an exception raised by the work keeps local variables of the frame that it
    passes through, and Qt's connections hide the cycle from the garbage collector.
    """
    dialog = _Dialog(window, job)
    dialog.show()  # at once, to block input
    loop = QEventLoop()
    poll = QTimer()
    poll.setInterval(_POLL_MS // 5)
    poll.timeout.connect(lambda: loop.quit() if work.ended else None)
    poll.start()
    dialog.canceled.connect(job.cancel)
    dialog.canceled.connect(loop.quit)
    dialog.destroyed.connect(loop.quit)
    loop.exec()
    poll.stop()
    if isValid(dialog):
        dialog.canceled.disconnect()
        dialog.end()
    else:  # its window was destroyed
        job.cancel()
