"""Start of other programs."""

from __future__ import annotations

import logging
import subprocess
from collections.abc import Sequence

_running: list[subprocess.Popen[bytes]] = []
_log = logging.getLogger(__name__)


def start_detached(command: Sequence[str]) -> bool:
    """Start a program without a shell and without waiting for it; log and return a failure.

    Args:
        command: program and its arguments.
    """
    _running[:] = [process for process in _running if process.poll() is None]
    null = subprocess.DEVNULL
    try:
        process = subprocess.Popen(  # the user's own, from the command line
            command, stdin=null, stdout=null, stderr=null, start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )  # fmt: skip
    except OSError as error:
        _log.warning("%s cannot be started: %s", command[0], error.strerror or error)
        return False
    _running.append(process)
    return True
