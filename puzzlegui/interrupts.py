"""Ctrl+C on the command line, which is never lost.

Python drops an exception that is raised while it imports a module or frees an object, and a
``KeyboardInterrupt`` with it.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn, TypeVar

T = TypeVar("T")

_asked = False


def end_at_once() -> None:
    """From now on an interrupt ends the program, as long as there is nothing to tidy up."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # else it is ignored
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def raise_from_now_on() -> None:
    """From now on an interrupt raises ``KeyboardInterrupt``."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, _interrupted)


@contextmanager
def ending_the_program() -> Iterator[None]:
    """Let an interrupt end the program at once as long as this lasts, as while Qt is loaded: what
    that raises in between would be lost, or end the program with an error.
    """
    main = threading.current_thread() is threading.main_thread()
    if not main or signal.getsignal(signal.SIGINT) is not _interrupted:
        yield
        return
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, _interrupted)


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


def _interrupted(_number: int, _frame: FrameType | None) -> NoReturn:
    global _asked  # noqa: PLW0603 - a signal concerns the whole process
    _asked = True
    raise KeyboardInterrupt
