"""Running of a kiosk: its window in a process of its own, which is started again if it is killed.

The process that watches the window imports no Qt. If it is killed itself, the window starts
another one and ends. Only the kiosk's exit key, the end of the desktop session and an interrupt end
both.
"""

from __future__ import annotations

import logging
import os
import subprocess
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from puzzlegui import interrupts, logs
from puzzlegui.cli.common import BAD_INPUT, SUCCESS, fail
from puzzlegui.core.language import select_language, tr
from puzzlegui.core.settingsfile import read_settings
from puzzlegui.gui.desktop.programs import start_detached
from puzzlegui.gui.kiosk.kiosk_file import WATCHER, WINDOW, KioskFile

_SHORT_LIFE, _PAUSE = 3.0, 1.0
"""Seconds within which a window that ends counts as not started, and until it is tried again."""
_MOST_FAILURES, _ENDING = 10, 5.0
"""Attempts to start the window, and seconds that it has to end."""
_log = logging.getLogger(__name__)


def watch_kiosk(file: KioskFile, on_solved: Sequence[str]) -> int:
    """Keep the window of a kiosk running until it is closed, and return the exit status.

    Args:
        file: file of the kiosk, which is locked for this process; it is removed at the end.
        on_solved: program to start when the last board is solved, with its arguments.
    """
    command, failures = file.command(WINDOW, on_solved), 0
    try:
        while failures < _MOST_FAILURES:
            begun = time.monotonic()
            # The window notices the end of this process by that of the pipe.
            with subprocess.Popen(command, stdin=subprocess.PIPE) as window:  # the program itself
                try:
                    status = window.wait()
                except KeyboardInterrupt:
                    _end(window)
                    raise
            if status in (SUCCESS, BAD_INPUT):  # closed, or without a display
                return status
            _log.warning(
                "the window of the kiosk ended with status %d and is started again", status
            )
            if time.monotonic() - begun < _SHORT_LIFE:
                failures += 1
                time.sleep(_PAUSE)
            else:
                failures = 0
    finally:
        file.remove()
    return fail(tr("the kiosk cannot be started"))


def _end(window: subprocess.Popen[bytes]) -> None:
    """End the process of a window; before the pipe is closed, or it would start a watcher."""
    window.terminate()
    try:
        window.wait(_ENDING)
    except subprocess.TimeoutExpired:
        window.kill()
        window.wait()


def resume_kiosk(file: KioskFile, on_solved: Sequence[str]) -> int:
    """Watch a kiosk that another process has prepared or watched, and return the exit status."""
    if not file.acquire():
        return SUCCESS  # another process watches it
    logs.to_file(file.read().folders.log)
    return watch_kiosk(file, on_solved)


def follow_watcher(file: KioskFile, on_solved: Sequence[str]) -> None:
    """Start another watcher, and end this process, when its own watcher is killed."""

    def follow() -> None:
        with suppress(OSError):
            while os.read(0, 1):
                pass
        start_detached(file.command(WATCHER, on_solved))
        os._exit(0)

    threading.Thread(target=follow, name="watcher", daemon=True).start()


def run_window(file: KioskFile, on_solved: Sequence[str]) -> int:
    """Show the window of a kiosk, and return the exit status."""
    exhibition = file.read()
    logs.to_file(exhibition.folders.log)
    select_language(read_settings(exhibition.folders.settings).get("language"))
    options = replace(exhibition.options, command=tuple(on_solved))
    with interrupts.default_handlers():
        from puzzlegui.gui import app  # only what draws imports Qt
    follow_watcher(file, on_solved)
    return app.run_kiosk(replace(exhibition, options=options), file)
