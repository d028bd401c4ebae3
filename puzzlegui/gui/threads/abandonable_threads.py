"""Work that may never end, as on a disk that does not answer, in threads that can be given up."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.language import tr
from puzzlegui.exporters.settings import CancelledError

MOST = 8
"""Threads that may hang at the same time; they are the system's, and none can be ended."""
_POLL = 0.05

T = TypeVar("T")
_abandoned: list[threading.Thread] = []


class AbandonableThread(Generic[T]):
    """Work in a thread of its own, begun at once.

    Raises:
        PuzzleError: too many are hanging, or there is no memory for another thread.
    """

    def __init__(self, work: Callable[[], T]) -> None:
        _abandoned[:] = [thread for thread in _abandoned if thread.is_alive()]
        if len(_abandoned) >= MOST:
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
        except RuntimeError:  # there is no room for its stack
            raise PuzzleError(tr("Not enough memory.")) from None

    def _execute(self) -> None:
        try:
            self._results.append(self._work())
        except Exception as error:  # noqa: BLE001 - handed to whoever asks
            self._error = error
        finally:
            self._ended.set()

    def wait(self, seconds: float) -> bool:
        """Wait so long at most; whether it has ended."""
        return self._ended.wait(seconds)

    @property
    def ended(self) -> bool:
        """Whether it has ended."""
        return self._ended.is_set()

    def result(self) -> T:
        """What came of it, once it has ended; raises what it raised."""
        if self._error is not None:
            raise self._error
        return self._results[0]

    def abandon(self) -> None:
        """Nobody waits for it any more."""
        if not self.ended:
            _abandoned.append(self._thread)


def within(seconds: float, work: Callable[[], T], wanted: Callable[[], bool]) -> T | None:
    """Do work that usually takes no time; None where it takes too long or cannot be begun.

    Args:
        seconds: how long it is waited for.
        work: what is to be done.
        wanted: is asked now and then whether to go on waiting.
    """
    try:
        detached = AbandonableThread(work)
    except PuzzleError:
        return None
    until = time.monotonic() + seconds
    while not detached.wait(_POLL):
        if time.monotonic() > until or not wanted():
            detached.abandon()
            return None
    return detached.result()


def patiently(work: Callable[[], T], wanted: Callable[[], bool]) -> T:
    """Do work that may take any time, until nobody wants it any more.

    Raises:
        CancelledError: nobody wants it.
        PuzzleError: it cannot be begun.
    """
    detached = AbandonableThread(work)
    while not detached.wait(_POLL):
        if not wanted():
            detached.abandon()
            raise CancelledError
    return detached.result()
