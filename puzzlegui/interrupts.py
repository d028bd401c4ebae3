"""Interrupts on the command line, which are never lost: Ctrl+C (SIGINT), and SIGTERM, by which
``timeout``, batch systems and a shutdown ask a program to end.

Python drops an exception that is raised while it imports a module or frees an object, and a
``KeyboardInterrupt`` with it.
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
"""The signals that interrupt the program. On Windows no other process sends them."""
INTERRUPTED = 130
"""The exit status after Ctrl+C."""
_ONE_REQUEST = 0.5
"""Seconds within which further SIGTERMs repeat the first: ``timeout`` sends two at once."""

_asked = False
_last: int = signal.SIGINT
_terminated_at = -_ONE_REQUEST


def end_at_once() -> None:
    """From now on an interrupt ends the program, as long as there is nothing to tidy up."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # else it is ignored
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def raise_from_now_on() -> None:
    """From now on an interrupt raises ``KeyboardInterrupt``."""
    for number in SIGNALS:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _interrupted)


def exit_status() -> int:
    """Return the exit status that the last interrupt calls for, as shells give it."""
    return 128 + _last


@contextmanager
def ending_the_program() -> Iterator[None]:
    """Let an interrupt end the program at once as long as this lasts, as while Qt is loaded: what
    that raises in between would be lost, or end the program with an error.
    """
    main = threading.current_thread() is threading.main_thread()
    caught = [number for number in SIGNALS if main and signal.getsignal(number) is _interrupted]
    for number in caught:
        signal.signal(number, signal.SIG_DFL)
    try:
        yield
    finally:
        for number in caught:
            signal.signal(number, _interrupted)


def check() -> None:
    """Raise ``KeyboardInterrupt`` if there was an interrupt; whoever waits calls this."""
    if _asked:
        raise KeyboardInterrupt


def take() -> None:
    """An interrupt has been heeded; ``check`` raises again when there is another."""
    global _asked  # noqa: PLW0603 - as below
    _asked = False


def waited(
    wait: Callable[[Callable[[], None]], T], look: Callable[[], None], end: Callable[[], None]
) -> tuple[T, bool]:
    """What is waited for, and whether an interrupt ended it before its time.

    Args:
        wait: waits, calling what it is given all the while.
        look: is called all the while.
        end: has what is waited for end soon.

    Raises:
        KeyboardInterrupt: there was a second interrupt.
    """

    def watch() -> None:
        check()
        look()

    try:
        return wait(watch), False
    except KeyboardInterrupt:
        take()
        end()
        return wait(check), True


def waited_in_thread(
    work: Callable[[], T], look: Callable[[], None], end: Callable[[], None]
) -> tuple[T, bool]:
    """Do ``work`` in a thread of its own, and wait for it as ``waited`` does."""
    from concurrent.futures import ThreadPoolExecutor, wait  # noqa: PLC0415 - not by every command

    with ThreadPoolExecutor(1, "waited") as pool:
        job = pool.submit(work)

        def ended(look: Callable[[], None]) -> T:
            while not wait([job], 0.05).done:
                look()
            return job.result()

        return waited(ended, look, end)


def ignore() -> None:
    """Ignore interrupts in a child process: its parent gets them too and decides what ends."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)


def _interrupted(number: int, _frame: FrameType | None) -> None:
    global _asked, _last, _terminated_at
    if number == signal.SIGTERM:
        before, _terminated_at = _terminated_at, time.monotonic()
        if _terminated_at - before < _ONE_REQUEST:
            return
    _asked, _last = True, number
    raise KeyboardInterrupt
