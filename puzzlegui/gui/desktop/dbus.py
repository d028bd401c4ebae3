"""Asynchronous D-Bus calls to programs of a Linux desktop."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QObject

_ANSWER_MS = 2000
"""Timeout of a call in milliseconds."""
_log = logging.getLogger(__name__)


def call_method(
    owner: QObject,
    call: tuple[str, str, str, str],
    arguments: Sequence[Any],
    callback: Callable[[list[Any] | None], object],
) -> bool:
    """Call a method of another program; return False if there is no session bus.

    Args:
        owner: the callback is not called after this object is deleted.
        call: service, object path, interface and method.
        arguments: arguments of the method.
        callback: called with the reply's arguments, or None after an error or timeout.
    """
    if not os.environ.get("DBUS_SESSION_BUS_ADDRESS"):
        return False
    try:
        from PySide6 import QtDBus  # for Linux alone, and not at the start
    except ImportError as error:
        _log.debug("no program of the desktop can be asked: %s", error)
        return False
    message = QtDBus.QDBusMessage.createMethodCall(*call)
    message.setArguments(list(arguments))
    bus = QtDBus.QDBusConnection.sessionBus()
    watcher = QtDBus.QDBusPendingCallWatcher(bus.asyncCall(message, _ANSWER_MS), owner)

    def answered() -> None:
        found = None if watcher.isError() else watcher.reply().arguments()
        watcher.deleteLater()
        callback(found)

    watcher.finished.connect(answered)
    return True
