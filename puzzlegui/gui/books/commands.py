"""Commands that open, make and recover books."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from puzzlegui.core.board import Board
from puzzlegui.documents.boardfile import Loaded
from puzzlegui.documents.book import Book
from puzzlegui.gui.files.autosave import RecoverableBook
from puzzlegui.gui.files.file_commands import FileCommands
from puzzlegui.gui.model.session import Session

if TYPE_CHECKING:
    from puzzlegui.gui.books.making import SetRequest
    from puzzlegui.gui.books.window import BookWindow


class BookCommands(QObject):
    """Commands on books, each in a window of its own beside the main window.

    Args:
        window: main window.
        session: session of the main window.
        recovery: folder of unsaved work.
        files: file commands, which keep the recent files.
        open_board: opens a board in the main window.
    """

    def __init__(
        self,
        window: QWidget,
        session: Session,
        recovery: Path,
        files: FileCommands,
        open_board: Callable[[Board], object],
    ) -> None:
        super().__init__(window)
        self._window, self._session, self._recovery = window, session, recovery
        self._files, self._open = files, open_board

    def new_set(self) -> None:
        """Ask for a set of puzzles and make it in a new book."""
        from puzzlegui.gui.books.new_set_dialog import NewSetDialog  # not at the start

        dialog = NewSetDialog(self._window, self._session.settings, self.make)
        dialog.open()

    def make(self, request: SetRequest) -> BookWindow:
        """Make a set of puzzles in a new book."""
        window = self._show(Book(request.title))
        window.make(request)
        return window

    def show_loaded(self, loaded: Loaded) -> BookWindow:
        """Show a book that was read, in its window if it is open."""
        from puzzlegui.gui.books.window import BookWindow, show_broken_puzzles  # not at the start

        book = loaded.book
        assert book is not None
        path = None if book.broken else loaded.path  # broken puzzles stay in their file
        for window in self._window.findChildren(BookWindow):
            if path is not None and window.document.path == path:
                _bring_forward(window)
                return window
        window = self._show(book.book, path, loaded.digest)
        show_broken_puzzles(window, book)
        return window

    def recover(self, left: RecoverableBook) -> BookWindow:
        """Show a recovered book."""
        window = self._show(left.book, left.path, left.digest)
        window.recover(left)
        return window

    def _show(self, book: Book, path: Path | None = None, digest: str = "") -> BookWindow:
        """Show a book in a new window."""
        from puzzlegui.gui.books.document import BookDocument  # not at the start
        from puzzlegui.gui.books.window import BookWindow  # as above

        document = BookDocument(book, path, digest)
        settings = self._session.settings
        window = BookWindow(
            document, settings, self._recovery,
            lambda: self._session.document.valid_board, self._window,
        )  # fmt: skip
        window.board_requested.connect(self._open)
        window.saver.saved.connect(self._files.remember_path)
        _bring_forward(window)
        return window


def _bring_forward(window: QWidget) -> None:
    window.show()
    window.raise_()
    window.activateWindow()
