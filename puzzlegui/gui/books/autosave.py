"""Autosave of a book, so that a crash loses at most three seconds of work on it."""

from __future__ import annotations

import logging
from pathlib import Path

from PySide6.QtCore import QObject, QTimer

from puzzlegui.documents.bookfile import dump_book
from puzzlegui.gui.books.document import BookDocument
from puzzlegui.gui.files.autosave import DELAY_MS, AutosaveFile, RecoverableBook, with_head

_log = logging.getLogger(__name__)


class BookAutosave(QObject):
    """Writes unsaved changes of a book to disk; a lock marks the window as alive.

    Args:
        document: book to save.
        folder: folder of the files.
        parent: window.
    """

    def __init__(self, document: BookDocument, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._file = AutosaveFile(folder)
        self._failed = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DELAY_MS)
        self._timer.timeout.connect(self._write)
        self._watched = [document.changed, document.state_changed]
        for signal in self._watched:
            signal.connect(self.schedule)

    def schedule(self) -> None:
        """Schedule writing, or remove the file if nothing is unsaved."""
        if not self._document.modified:
            self._timer.stop()
            self._file.remove()
        elif not self._timer.isActive():
            self._timer.start()

    def _write(self) -> None:
        """Write the book; errors are logged only, because saving will report them."""
        document = self._document
        path = str(document.path) if document.path else ""
        text = dump_book(document.book)
        try:
            self._file.write(with_head(text, path=path, digest=document.digest, modified=True))
        except OSError as error:
            if not self._failed:
                _log.warning("an unsaved book cannot be kept: %s", error.strerror or error)
            self._failed = True
        else:
            self._failed = False

    def take_over(self, left: RecoverableBook) -> None:
        """Use the file of a recovered book, which was opened in this window."""
        self._file.remove()
        self._file.path, self._file.lock = left.file, left.lock
        self.schedule()

    def close(self) -> None:
        """Stop saving because the window is closed and its unsaved changes were asked about."""
        self._timer.stop()
        for signal in self._watched:
            signal.disconnect(self.schedule)
        self._watched = []
        self._file.remove()
