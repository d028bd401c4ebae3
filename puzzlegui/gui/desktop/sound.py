"""Short sounds, played by what the system has: the Qt that the program needs has no sound."""

from __future__ import annotations

import logging
import shutil
import sys

from PySide6.QtWidgets import QApplication

from puzzlegui import assets
from puzzlegui.gui.desktop.programs import start_detached

_PLAYERS = "afplay", "pw-play", "paplay", "aplay"
"""Programs that play a file, on macOS and Linux."""
_log = logging.getLogger(__name__)


def play_sound(name: str) -> None:
    """Play a sound of the program without waiting for its end; beep if there is no player.

    Args:
        name: name of the sound, such as ``solved``.
    """
    path = assets.path("sounds", f"{name}.wav")
    if sys.platform == "win32":
        import winsound  # for Windows alone

        winsound.PlaySound(path, winsound.SND_FILENAME | winsound.SND_ASYNC)
        return
    player = next(filter(None, map(shutil.which, _PLAYERS)), None)
    if player is None or not start_detached((player, path)):
        _log.info("no program plays sounds")
        QApplication.beep()
