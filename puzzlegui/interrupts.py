"""Reliable handling of interrupts: Ctrl+C (SIGINT), and SIGTERM, which ``timeout``, batch systems
and a shutdown send to end a program.

Python drops an exception raised while it imports a module or frees an object, including
``KeyboardInterrupt``.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TypeVar

T = TypeVar("T")

SIGNALS = (signal.SIGINT, signal.SIGTERM)
"""Signals that interrupt the program. On Windows no other process sends them."""
INTERRUPTED = 130
"""Exit status after Ctrl+C."""
_ONE_REQUEST = 0.5
"""Seconds within which further SIGTERMs repeat the first: ``timeout`` sends two at once."""

_pending = False
_last: int = signal.SIGINT
_terminated_at = -_ONE_REQUEST


def restore_default_sigint() -> None:
    """Let an interrupt end the program immediately, until there is anything to clean up."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # else it is ignored
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def install_handlers() -> None:
    """Let interrupts raise ``KeyboardInterrupt`` from now on."""
    for number in SIGNALS:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _handle)


def exit_status() -> int:
    """Return the exit status for the last interrupt, by the convention of shells."""
    return 128 + _last


@contextmanager
def default_handlers() -> Iterator[None]:
    """Let an interrupt end the program immediately within the ``with`` statement.

    For example while Qt is loaded, where an exception would be lost or reported as an error.
    """
    main = threading.current_thread() is threading.main_thread()
    caught = [number for number in SIGNALS if main and signal.getsignal(number) is _handle]
    for number in caught:
        signal.signal(number, signal.SIG_DFL)
    try:
        yield
    finally:
        for number in caught:
            signal.signal(number, _handle)


def check() -> None:
    """Raise ``KeyboardInterrupt`` if there was an interrupt; called while waiting."""
    if _pending:
        raise KeyboardInterrupt


def acknowledge() -> None:
    """Acknowledge an interrupt; ``check`` raises again only after another."""
    global _pending
    _pending = False


def wait_interruptible(
    wait: Callable[[Callable[[], None]], T], on_poll: Callable[[], None], stop: Callable[[], None]
) -> tuple[T, bool]:
    """Wait for a result, and stop early on an interrupt.

    Args:
        wait: waits for the result, calling its argument repeatedly.
        on_poll: called repeatedly while waiting.
        stop: requests an early end, after which the result is available soon.

    Returns:
        The result, and True if an interrupt ended the wait.

    Raises:
        KeyboardInterrupt: there was a second interrupt.
    """

    def watch() -> None:
        check()
        on_poll()

    try:
        return wait(watch), False
    except KeyboardInterrupt:
        acknowledge()
        stop()
        return wait(check), True


def run_in_thread(
    work: Callable[[], T], on_poll: Callable[[], None], stop: Callable[[], None]
) -> tuple[T, bool]:
    """Run ``work`` in a thread, and wait for its result as ``wait_interruptible`` does."""
    from concurrent.futures import ThreadPoolExecutor, wait  # few commands need it

    with ThreadPoolExecutor(1, "interruptible") as pool:
        future = pool.submit(work)

        def wait_for_result(poll: Callable[[], None]) -> T:
            while not wait([future], 0.05).done:
                poll()
            return future.result()

        return wait_interruptible(wait_for_result, on_poll, stop)


def ignore() -> None:
    """Ignore interrupts in a child process: its parent gets them too and decides what ends."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)


def _handle(number: int, _frame: FrameType | None) -> None:
    global _pending, _last, _terminated_at
    if number == signal.SIGTERM:
        before, _terminated_at = _terminated_at, time.monotonic()
        if _terminated_at - before < _ONE_REQUEST:
            return
    _pending, _last = True, number
    raise KeyboardInterrupt
