"""Saving of a book, and questions about unsaved changes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from puzzlegui.core.language import tr
from puzzlegui.documents.book import BOOK_SUFFIX
from puzzlegui.gui.books.document import BookDocument
from puzzlegui.gui.desktop.paths import default_directory, safe_filename
from puzzlegui.gui.files.saving import write_asking
from puzzlegui.gui.model.settings import Settings
from puzzlegui.gui.widgets import dialogs


class BookSaver(QObject):
    """Saves a book.

    Args:
        window: parent of the dialogs.
        document: book to save.
        settings: settings that store the folder.

    Signals:
        saved: emitted with the file of a saved book.
    """

    saved = Signal(Path)

    def __init__(self, window: QWidget, document: BookDocument, settings: Settings) -> None:
        super().__init__(window)
        self._window, self._document, self._settings = window, document, settings

    def save(self) -> bool:
        """Save the book to its file, or ask for a file; return True if saved."""
        path = self._document.path
        return self.save_as() if path is None else self._write(path, overwrite=False)

    def save_as(self) -> bool:
        """Ask for a file and save the book to it; return True if saved."""
        suggested = self._document.path
        if suggested is None:
            name = safe_filename(self._document.name)
            suggested = default_directory(self._settings) / (name + BOOK_SUFFIX)
        kinds = {BOOK_SUFFIX: tr("Book of puzzles")}
        path = dialogs.ask_save_path(self._window, tr("Save book"), suggested, kinds)
        return path is not None and self._write(path, overwrite=True)

    def _write(self, path: Path, *, overwrite: bool) -> bool:
        """Write the book; ask first if the file was changed on disk and may not be overwritten."""
        digest = write_asking(
            self._window, path,
            lambda job, old: self._document.write(path, job.is_wanted, old),
            "" if overwrite else self._document.digest,
            tr("Could not save the book"),
        )  # fmt: skip
        if digest == dialogs.ELSEWHERE:
            return self.save_as()
        if digest is None:
            return False
        self._document.mark_saved(path, digest)
        self.saved.emit(path)
        return True

    def leave_then(self, action: Callable[[], object], discard: Callable[[], object]) -> None:
        """Call ``action`` once the book may be left; ask if it has unsaved changes.

        Args:
            action: called after saving or discarding; not called on cancel.
            discard: called before ``action`` if the changes are to be discarded.
        """
        if not self._document.modified:
            action()
            return

        def answered(answer: str) -> None:
            if answer == dialogs.DISCARD:
                discard()
                action()
            elif self.save():
                action()

        dialogs.ask_unsaved(self._window, self._document.name, answered)
