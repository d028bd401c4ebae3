"""Remember the board that was open when the program was closed."""

from __future__ import annotations

import logging
from pathlib import Path

from puzzlegui.core.files import write_file
from puzzlegui.documents.boardfile import BOARD_FORMAT, MAX_BYTES, SUFFIX, Loaded, dump_board
from puzzlegui.documents.loading import load
from puzzlegui.gui.model.document import Document
from puzzlegui.gui.model.settings import Settings
from puzzlegui.gui.threads.abandonable_threads import run_with_timeout

_TIMEOUT = 1.0
"""Seconds to wait for the file, so that it does not delay the window."""
_log = logging.getLogger(__name__)


class LastBoard:
    """Remembers the file of the board, or the board itself if it has no file.

    Args:
        data: folder for the user's data; need not exist.
        settings: settings with the file, and with the option to reopen it.
    """

    def __init__(self, data: Path, settings: Settings) -> None:
        self._own = data / f"last{SUFFIX}"
        self._settings = settings

    def remember(self, document: Document) -> None:
        """Remember a document that is being closed, unless it has discarded changes and no file."""
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
        """Load the last board; None if it is missing, has problems or is not wanted."""
        if not self._settings["last board"]:
            return None
        name = self._settings["last file"]
        path = Path(name) if name else self._own
        found = run_with_timeout(_TIMEOUT, lambda: _loaded(path), lambda: True)
        if found is None or found.problems or found.content is None:
            return None
        return found if name else Loaded(found.name, found.content)


def _loaded(path: Path) -> Loaded | None:
    """Load a small file; None if it is missing or too large."""
    try:
        if not path.is_file() or path.stat().st_size > MAX_BYTES[BOARD_FORMAT]:
            return None
    except (OSError, ValueError):
        return None
    return load(path)
