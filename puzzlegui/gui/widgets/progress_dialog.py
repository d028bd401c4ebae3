"""Waiting for a job behind a dialog with Cancel."""

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
"""Pixels of the dialog at least, so that the figures in it do not make it wider."""
_SOON = 0.05
"""Seconds in which most files are read; a window may stand still for as long."""


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
        self._dialog = _Dialog(window, job)
        self._dialog.canceled.connect(self._cancelled)
        self._poll = QTimer(self)
        self._poll.setInterval(_POLL_MS)
        self._poll.timeout.connect(self._show)
        self._poll.start()
        self._pending = worker.do(job, self._ended)

    def _show(self) -> None:
        self._dialog.tell(self._job)

    def _cancelled(self) -> None:
        self._pending.withdraw()
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
    """Says what is being done and offers to cancel it.

    While it is shown, the window is disabled. A modal dialog would do that, but would also keep
    the window from being closed, which cancels the job here.
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
        bar.setTextVisible(False)  # it is too low for one; the label says how far it is
        bar.setRange(0, 0)
        self.setBar(bar)
        self.setMinimumWidth(_WIDTH)
        self.setMinimumDuration(300)
        self.setAutoReset(False)
        window.installEventFilter(self)

    def tell(self, job: Job) -> None:
        """Say how far the job has come."""
        if job.share is None:
            self.setLabelText(job.text)
            return
        self.setLabelText(f"{job.text}  {percent(job.share)}")
        self.setMaximum(100)
        self.setValue(round(100 * job.share))

    def end(self) -> None:
        """Take it away; the window can be used again."""
        self._window.removeEventFilter(self)
        was_disabling, self.disabling = self.disabling, False
        self.close()
        if was_disabling and not any(each.disabling for each in self._window.findChildren(_Dialog)):
            self._window.setEnabled(True)
            if self._focused is not None and isValid(self._focused):
                self._focused.setFocus()
        self.deleteLater()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        if not self.disabling:
            self.disabling = True
            self._focused = self._window.focusWidget()
            self._window.setEnabled(False)
        self.setEnabled(True)  # a child that is a window may be
        super().showEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        if event.type() != QEvent.Type.Close or watched is not self._window:
            return False
        event.ignore()
        QTimer.singleShot(0, self._window, self._window.close)  # once the job is left
        self.canceled.emit()
        return True


def run_modal(window: QWidget, job: Job) -> object:
    """Do a job while the window waits for it, behind a dialog if it takes long.

    It has a thread of its own, since the worker may be busy solving.

    Returns:
        What came of it, which may be an exception; None if it was cancelled.
    """
    try:
        return _done(window, job)
    except Exception as error:  # noqa: BLE001 - handed to whoever asked
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
    """Show a job until its work has ended, or it is cancelled.

    By itself, since an error of the work keeps what is used where it is raised; and Python could
    not tell that it is kept by nothing else: Qt would hold what is connected here.
    """
    dialog = _Dialog(window, job)
    dialog.show()  # at once, so that nothing else in the window can be used
    loop = QEventLoop()
    poll = QTimer()
    poll.setInterval(_POLL_MS // 5)
    poll.timeout.connect(lambda: loop.quit() if work.ended else None)
    poll.start()
    dialog.canceled.connect(job.cancel)
    dialog.canceled.connect(loop.quit)
    loop.exec()
    poll.stop()
    dialog.canceled.disconnect()
    dialog.end()
