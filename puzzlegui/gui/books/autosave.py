"""Autosave of a book, so that a crash loses at most three seconds of work on it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject

from puzzlegui.documents.bookfile import dump_book
from puzzlegui.gui.books.document import BookDocument
from puzzlegui.gui.files.autosave import AutosaveTimer, with_head


class BookAutosave(AutosaveTimer):
    """Writes unsaved changes of a book to disk; a lock marks the window as alive.

    Args:
        document: book to save.
        folder: folder of the files.
        parent: window.
    """

    def __init__(self, document: BookDocument, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(folder, [document.changed, document.state_changed], parent)
        self._document = document

    def _is_settled(self) -> bool:
        if self._document.modified:
            return False
        self._file.remove()
        return True

    def _write_files(self) -> None:
        document = self._document
        path = str(document.path) if document.path else ""
        text = dump_book(document.book)
        self._file.write(with_head(text, path=path, digest=document.digest, modified=True))
