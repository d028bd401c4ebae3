"""Notices to the user about the program's own files, each shown once in the windows.

A notice is reported under a key, such as that of a file that cannot be written, and is not
reported again until the fault has been cleared, however often the program tries.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Hashable

_log = logging.getLogger(__name__)
_lock = threading.Lock()
_reported: dict[Hashable, str] = {}
"""Notices whose cause remains, by key."""
_pending: dict[Hashable, str] = {}
"""Notices that the user has not dismissed, by key."""
_listeners: list[Callable[[], None]] = []


def report(key: Hashable, text: str) -> None:
    """Report a fault, from any thread; do nothing if it is reported already.

    Args:
        key: identifies the fault.
        text: whole sentences for the user.
    """
    with _lock:
        if key in _reported:
            return
        _reported[key] = _pending[key] = text
    _log.warning("%s", text)
    _notify()


def clear(key: Hashable) -> None:
    """Withdraw a notice because its cause is gone."""
    with _lock:
        known = _reported.pop(key, None)
        _pending.pop(key, None)
    if known is not None:
        _log.info("no longer true: %s", known)
        _notify()


def pending() -> list[str]:
    """Return the notices that the user has not dismissed, the oldest first."""
    with _lock:
        return list(dict.fromkeys(_pending.values()))


def dismiss() -> None:
    """Dismiss all notices, because the user has read them."""
    with _lock:
        _pending.clear()
    _notify()


def reset() -> None:
    """Forget all notices, as at the start of the program."""
    with _lock:
        _reported.clear()
        _pending.clear()
    _notify()


def subscribe(listener: Callable[[], None]) -> None:
    """Call a function, in any thread, whenever the pending notices change."""
    _listeners.append(listener)


def _notify() -> None:
    for listener in _listeners:
        listener()
