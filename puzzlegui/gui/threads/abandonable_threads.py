"""Threads for work that may never end, such as reading from a disk that does not respond."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.language import tr
from puzzlegui.exporters.settings import CancelledError

MAX_ABANDONED = 8
"""Maximum number of abandoned threads that still run; they cannot be terminated."""
_POLL = 0.05

T = TypeVar("T")
_abandoned: list[threading.Thread] = []


class AbandonableThread(Generic[T]):
    """Thread that executes a function; the caller may stop waiting for it.

    Raises:
        PuzzleError: too many threads hang, or there is no memory for another thread.
    """

    def __init__(self, work: Callable[[], T]) -> None:
        _abandoned[:] = [thread for thread in _abandoned if thread.is_alive()]
        if len(_abandoned) >= MAX_ABANDONED:
            raise PuzzleError(
                tr("Several files are still waiting for a disk that does not respond.")
            )
        self._work = work
        self._results: list[T] = []
        self._error: Exception | None = None
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._execute, name="job", daemon=True)
        try:
            self._thread.start()
        except RuntimeError:  # no memory for the stack
            raise PuzzleError(tr("Not enough memory.")) from None

    def _execute(self) -> None:
        try:
            self._results.append(self._work())
        except Exception as error:  # noqa: BLE001 - raised by ``result``
            self._error = error
        finally:
            self._ended.set()

    def wait(self, seconds: float) -> bool:
        """Wait for the given time; return True if the work has ended."""
        return self._ended.wait(seconds)

    @property
    def ended(self) -> bool:
        """True if the work has ended."""
        return self._ended.is_set()

    def result(self) -> T:
        """Return the result of ended work, or raise its exception."""
        if self._error is not None:
            raise self._error
        return self._results[0]

    def abandon(self) -> None:
        """Stop waiting; the thread counts as abandoned until it ends."""
        if not self.ended:
            _abandoned.append(self._thread)


def run_with_timeout(
    seconds: float, work: Callable[[], T], is_wanted: Callable[[], bool]
) -> T | None:
    """Run a function that is usually fast; return None if it is too slow or cannot be started.

    Args:
        seconds: timeout.
        work: function to run.
        is_wanted: polled while waiting; waiting stops when it returns False.
    """
    try:
        detached = AbandonableThread(work)
    except PuzzleError:
        return None
    until = time.monotonic() + seconds
    while not detached.wait(_POLL):
        if time.monotonic() > until or not is_wanted():
            detached.abandon()
            return None
    return detached.result()


def run_cancellable(work: Callable[[], T], wanted: Callable[[], bool]) -> T:
    """Run a function that may take any time, until it is cancelled.

    Raises:
        CancelledError: ``is_wanted`` has returned False.
        PuzzleError: the thread cannot be started.
    """
    detached = AbandonableThread(work)
    while not detached.wait(_POLL):
        if not wanted():
            detached.abandon()
            raise CancelledError
    return detached.result()
