"""Ctrl+C on the command line, which is never lost.

Python drops an exception that is raised while it imports a module or frees an object, and a
``KeyboardInterrupt`` with it.
"""

from __future__ import annotations

import signal
from types import FrameType
from typing import NoReturn

_asked = False


def end_at_once() -> None:
    """From now on an interrupt ends the program, as long as there is nothing to tidy up."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # else it is ignored
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def raise_from_now_on() -> None:
    """From now on an interrupt raises ``KeyboardInterrupt``."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, _interrupted)


def check() -> None:
    """Raise ``KeyboardInterrupt`` if there was an interrupt; whoever waits calls this."""
    if _asked:
        raise KeyboardInterrupt


def take() -> None:
    """An interrupt has been heeded; ``check`` raises again when there is another."""
    global _asked  # noqa: PLW0603 - as below
    _asked = False


def _interrupted(_number: int, _frame: FrameType | None) -> NoReturn:
    global _asked  # noqa: PLW0603 - a signal concerns the whole process
    _asked = True
    raise KeyboardInterrupt
