"""Remember the board that was open when the program was closed."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from pathlib import Path

from puzzlegui.core import notices
from puzzlegui.core.errors import as_sentence
from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.core.own_files import OwnFile, OwnFileTexts
from puzzlegui.documents.boardfile import (
    BOARD_FORMAT,
    MAX_BYTES,
    SUFFIX,
    Loaded,
    dump_board,
    parse_board,
)
from puzzlegui.documents.loading import load
from puzzlegui.gui.model.document import Document
from puzzlegui.gui.model.settings import Settings
from puzzlegui.gui.threads.abandonable_threads import run_with_timeout

_TIMEOUT = 1.0
"""Seconds to wait for the file, so that it does not delay the window."""
_TEXTS = OwnFileTexts(
    gettext_noop("The board that was open last cannot be read."),
    gettext_noop("The open board cannot be kept in {path} for the next start: {reason}."),
)


class LastBoard:
    """Remembers the file of the board, or the board itself if it has no file.

    Args:
        data: folder for the user's data; need not exist.
        settings: settings with the file, and with the option to reopen it.
    """

    def __init__(self, data: Path, settings: Settings) -> None:
        path = data / f"last{SUFFIX}"
        self._own = OwnFile(path, partial(_parse, path), _TEXTS, MAX_BYTES[BOARD_FORMAT])
        self._settings = settings

    def remember(self, document: Document) -> None:
        """Remember a document that is being closed, unless it has discarded changes and no file."""
        if document.path is None and document.modified:
            return
        self._settings["last file"] = str(document.path or "")
        if document.path is not None:
            return
        content = dump_board(document.board).encode()
        with suppress(OSError):  # which was reported
            self._own.update(lambda _: [content], _TIMEOUT)

    def load(self) -> Loaded | None:
        """Load the last board; None if it is missing, has problems or is not wanted."""
        if not self._settings["last board"]:
            return None
        name = self._settings["last file"]
        load_ = partial(_loaded, Path(name)) if name else self._own.read
        found = run_with_timeout(_TIMEOUT, load_, lambda: True)
        if found is not None and not found.problems and found.content is not None:
            return found
        if name:
            text = tr("{path}, which was open last, could not be opened.").format(path=name)
            if found is not None and found.problems:
                text = f"{text} {as_sentence(found.problems[0].message)}"
            notices.report(("last file", name), text)
        return None


def _parse(path: Path, content: bytes) -> Loaded:
    """Return the board in the program's own file; raises various exceptions if it is damaged."""
    return Loaded(str(path), parse_board(content.decode(), str(path)))


def _loaded(path: Path) -> Loaded | None:
    """Load a small file; None if it is missing or too large."""
    try:
        if not path.is_file() or path.stat().st_size > MAX_BYTES[BOARD_FORMAT]:
            return None
    except (OSError, ValueError):
        return None
    return load(path)
