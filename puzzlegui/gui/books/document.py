"""Book of a window: its file and undo history."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.files import content_digest, printable, write_file
from puzzlegui.core.formatting import mebibytes
from puzzlegui.core.language import tr
from puzzlegui.documents.book import Book, BookPuzzle
from puzzlegui.documents.bookfile import MAX_BOOK_BYTES, dump_book
from puzzlegui.gui.model.open_files import register


class _Edit(QUndoCommand):
    """Undo command that replaces the book; edits of the same text are merged while it is typed."""

    def __init__(self, document: BookDocument, book: Book, text: str, typed: str) -> None:
        super().__init__(text)
        self._document = document
        self.before, self.after = document.book, book
        self.typed = typed

    def id(self) -> int:
        return 1 if self.typed else -1

    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, _Edit) or other.typed != self.typed:
            return False
        self.after = other.after
        return True

    def undo(self) -> None:
        self._document.set_book(self.before)

    def redo(self) -> None:
        self._document.set_book(self.after)


class BookDocument(QObject):
    """Book with its undo history.

    Attributes:
        book: current book.
        path: file of the book; None if it was never saved.
        digest: digest of the file as last read or written; empty if unknown.
        undo_stack: undo history.

    Signals:
        changed: emitted when the book has changed.
        state_changed: emitted when the name, the file or ``modified`` may have changed.
    """

    changed = Signal()
    state_changed = Signal()

    def __init__(
        self, book: Book, path: Path | None = None, digest: str = "", parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.book, self.path, self.digest = book, path, digest
        self._made = False
        """True if puzzles were made, which are not in the history, since the last saving."""
        register(self)
        self.undo_stack = QUndoStack(self)
        self.undo_stack.setUndoLimit(1000)
        self.undo_stack.cleanChanged.connect(self.state_changed)

    @property
    def modified(self) -> bool:
        """True if the file lacks changes."""
        return self._made or not self.undo_stack.isClean()

    @property
    def name(self) -> str:
        """Name for the title bar."""
        if self.path is not None:
            return printable(self.path.name)
        return self.book.title or tr("New book")

    # --- changes ---

    def set_book(self, book: Book) -> None:
        """Replace the book without an entry in the history."""
        self.book = book
        self.changed.emit()

    def edit(self, book: Book, text: str, typed: str = "") -> None:
        """Replace the book, which can be undone.

        Args:
            book: the new book.
            text: name of the change.
            typed: name of the field that is typed in; successive changes of it are undone together.
        """
        if book != self.book:
            self.undo_stack.push(_Edit(self, book, text, typed))

    def edit_puzzles(self, puzzles: Sequence[BookPuzzle], text: str, typed: str = "") -> None:
        """Replace the puzzles, which can be undone."""
        self.edit(replace(self.book, puzzles=tuple(puzzles)), text, typed)

    def insert_made(self, made: Iterable[BookPuzzle]) -> None:
        """Insert puzzles that were made, by their lengths; the history forgets earlier changes."""
        puzzles = list(self.book.puzzles)
        for puzzle in made:
            insort(puzzles, puzzle, key=_length)
        self._made = True
        self.undo_stack.clear()
        self.set_book(replace(self.book, puzzles=tuple(puzzles)))
        self.state_changed.emit()

    def mark_recovered(self) -> None:
        """Count the book as changed since it was saved."""
        self._made = True
        self.state_changed.emit()

    # --- the file ---

    def mark_saved(self, path: Path, digest: str) -> None:
        """Record that a file holds the book."""
        self.path, self.digest, self._made = path, digest, False
        self.undo_stack.setClean()
        self.state_changed.emit()

    def write(self, path: Path, should_continue: Callable[[], bool], digest: str = "") -> str:
        """Write the book to a file, and return the digest of its content.

        Args:
            path: file to write.
            should_continue: called before the file is replaced; False keeps the old file.
            digest: digest of the content that may be replaced; empty for any content.

        Raises:
            FileChangedError: another program has changed the file.
            OSError: the file cannot be written.
            PuzzleError: the book is too large to be read again.
        """
        content = dump_book(self.book).encode()
        if len(content) > MAX_BOOK_BYTES:
            message = tr("is larger than {size}, too large for a book")
            raise PuzzleError(message.format(size=mebibytes(MAX_BOOK_BYTES >> 20)))
        write_file(path, content, should_continue=should_continue, digest=digest)
        return content_digest(content)


def _length(puzzle: BookPuzzle) -> int:
    return puzzle.length or 0
