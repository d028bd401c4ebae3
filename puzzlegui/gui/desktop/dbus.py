"""Asking the programs of a Linux desktop, over D-Bus; nothing waits for their answers."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QObject

_ANSWER_MS = 2000
"""So long a program may take to answer."""
_log = logging.getLogger(__name__)


def ask(
    owner: QObject,
    call: tuple[str, str, str, str],
    arguments: Sequence[Any],
    then: Callable[[list[Any] | None], object],
) -> bool:
    """Call a method of another program; whether there is a bus for that.

    Args:
        owner: nothing is told any more once it is deleted.
        call: the service, the path, the interface and the method.
        arguments: of the method.
        then: gets what it gives, or None if it failed or did not answer.
    """
    if not os.environ.get("DBUS_SESSION_BUS_ADDRESS"):
        return False
    try:
        from PySide6 import QtDBus  # noqa: PLC0415 - for Linux alone, and not at the start
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
        then(found)

    watcher.finished.connect(answered)
    return True
