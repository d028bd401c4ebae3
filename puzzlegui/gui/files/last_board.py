"""The board that was open when the program was left, for its next start."""

from __future__ import annotations

import logging
from pathlib import Path

from puzzlegui.core.files import write_file
from puzzlegui.documents.boardfile import BOARD_FORMAT, MAX_BYTES, SUFFIX, Loaded, dump_board
from puzzlegui.documents.loading import load
from puzzlegui.gui.model.document import Document
from puzzlegui.gui.model.settings import Settings
from puzzlegui.gui.threads.abandonable_threads import within

_TIMEOUT = 1.0
"""Seconds that the file is waited for, or the window would be long in coming."""
_log = logging.getLogger(__name__)


class LastBoard:
    """Remembers the file of the board, or where it is in none, the board.

    Args:
        data: the program's folder for what the user has made; need not exist.
        settings: remember the file, and whether any of this is wanted.
    """

    def __init__(self, data: Path, settings: Settings) -> None:
        self._own = data / f"last{SUFFIX}"
        self._settings = settings

    def keep(self, document: Document) -> None:
        """Remember a document that is being closed; changes that are not saved are not wanted."""
        if document.path is None and document.modified:
            return
        self._settings["last file"] = str(document.path or "")
        if document.path is not None:
            return
        try:
            self._own.parent.mkdir(parents=True, exist_ok=True)
            write_file(self._own, dump_board(document.board).encode())
        except OSError as error:
            _log.warning("%s cannot be written: %s", self._own, error.strerror or error)

    def load(self) -> Loaded | None:
        """What was open last, sound; None if it is not there any more, or is not wanted."""
        if not self._settings["last board"]:
            return None
        name = self._settings["last file"]
        path = Path(name) if name else self._own
        found = within(_TIMEOUT, lambda: _loaded(path), lambda: True)
        if found is None or found.problems or found.content is None:
            return None
        return found if name else Loaded(found.name, found.content)


def _loaded(path: Path) -> Loaded | None:
    """What is in a file that is soon read."""
    try:
        if not path.is_file() or path.stat().st_size > MAX_BYTES[BOARD_FORMAT]:
            return None
    except (OSError, ValueError):
        return None
    return load(path)
