"""The book window: a contact sheet of puzzles, with their notes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from puzzlegui.core.board import Board
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.formatting import group_digits, quantity
from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.core.solution_lock import lock_of
from puzzlegui.documents.book import Book, BookPuzzle, LoadedBook
from puzzlegui.documents.bookfile import MAX_PUZZLES
from puzzlegui.engine.runner.pool import RemoteTask
from puzzlegui.exporters.books import BOOK_FORMATS, BookEdition
from puzzlegui.exporters.settings import ExportSettings
from puzzlegui.gui.books.actions import TABLE
from puzzlegui.gui.books.autosave import BookAutosave
from puzzlegui.gui.books.document import BookDocument
from puzzlegui.gui.books.making import PuzzleMaking, SetRequest, proof_task, similar_puzzle_task
from puzzlegui.gui.books.saver import BookSaver
from puzzlegui.gui.books.sheet import ContactSheet, facts
from puzzlegui.gui.desktop.paths import safe_filename
from puzzlegui.gui.files.autosave import RecoverableBook
from puzzlegui.gui.model.settings import Settings
from puzzlegui.gui.style import spacing
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.basic import heading_label, text_label
from puzzlegui.gui.widgets.export_panel import ExportRequest
from puzzlegui.gui.widgets.side_window import SideWindow, side_by_side

_SIZE, _SIDE = QSize(1120, 700), 280
_NOTES_LINES = 5
_REPLACE, _PROVE = gettext_noop("replace a puzzle"), gettext_noop("prove lengths")


class BookWindow(SideWindow):
    """Window that shows a book.

    Args:
        document: the book; the window becomes its owner.
        settings: settings of the program.
        recovery: folder of unsaved work.
        open_board: returns the board of the main window; None if it has problems.
        parent: main window.

    Attributes:
        document: the book.
        sheet: contact sheet of the puzzles.
        making: making of puzzles in a process.
        saver: saves the book.

    Signals:
        board_requested: board to open in the main window.
    """

    board_requested = Signal(object)

    def __init__(
        self,
        document: BookDocument,
        settings: Settings,
        recovery: Path,
        open_board: Callable[[], Board | None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("book", settings, parent)
        self.document = document
        document.setParent(self)
        self._open_board = open_board
        self._change = ""
        self._retry: Callable[[], object] = lambda: None
        """Name of the change while puzzles of the book are replaced or proved; else empty."""
        self._rows: list[int] = []
        """Rows of the puzzles whose change is still to come."""
        self._proved = 0
        self._discarded: Book | None = None
        self.making = PuzzleMaking(self.worker, self)
        self.saver = BookSaver(self, document, settings)
        self._autosave = BookAutosave(document, recovery, self)
        self.set_actions(TABLE)
        self.sheet = ContactSheet(document, self._busy_row)
        self._lay_out()
        self._connect()
        self._update()
        self.resize(_SIZE)
        self.sheet.setFocus()
        if document.book.puzzles:
            self.sheet.select([0])

    def _lay_out(self) -> None:
        self.title = QLineEdit()
        self.title.setObjectName("bookTitle")
        self.title.setPlaceholderText(tr("none"))
        self.notes = self._text_field("bookNotes", tr("Printed on the title page"))
        self.about = text_label("bookPuzzleAbout", 3)
        self.heading = heading_label("")
        self.note = self._text_field("bookNote", tr("A hint, or a remark for the reader"))
        side = QWidget()
        column = QVBoxLayout(side)
        for label, field in ((tr("&Title"), self.title), (tr("Notes on t&he book"), self.notes)):
            column.addWidget(self._label(label, field))
            column.addWidget(field)
        column.addSpacing(spacing.APART)
        column.addWidget(self.heading)
        column.addWidget(self.about)
        column.addWidget(self._label(tr("N&ote"), self.note))
        column.addWidget(self.note)
        column.addStretch()
        side.setMinimumWidth(220)
        self.progress_text, self.progress = QLabel(), QProgressBar()
        self.progress.setTextVisible(False)
        self.stop_button = QPushButton(tr("Stop"))
        self.stop_button.setObjectName("bookStopButton")
        self._bar = QWidget()
        row = QHBoxLayout(self._bar)
        row.setContentsMargins(spacing.APART, spacing.NEAR, spacing.APART, spacing.NEAR)
        row.addWidget(self.progress_text)
        row.addWidget(self.progress, 1)
        row.addWidget(self.stop_button)
        self._bar.hide()
        centre = QWidget()
        whole = QVBoxLayout(centre)
        whole.setContentsMargins(0, 0, 0, 0)
        split = side_by_side(side, self.sheet, (_SIDE, _SIZE.width() - _SIDE))
        whole.addWidget(split, 1)
        whole.addWidget(self._bar)
        self.setCentralWidget(centre)

    @staticmethod
    def _text_field(name: str, placeholder: str) -> QPlainTextEdit:
        field = QPlainTextEdit()
        field.setObjectName(name)
        field.setPlaceholderText(placeholder)
        field.setTabChangesFocus(True)
        field.setFixedHeight((_NOTES_LINES + 1) * field.fontMetrics().lineSpacing())
        return field

    @staticmethod
    def _label(text: str, field: QWidget) -> QLabel:
        label = QLabel(text)
        label.setBuddy(field)
        field.setAccessibleName(text.replace("&", ""))
        return label

    def _connect(self) -> None:
        document, sheet = self.document, self.sheet
        document.changed.connect(self._update)
        document.state_changed.connect(self._update)
        document.undo_stack.indexChanged.connect(self._update)
        sheet.selection_changed.connect(self._update)
        sheet.open_requested.connect(self._open)
        sheet.move_requested.connect(self._drop_before)
        self.title.textEdited.connect(self._retitle)
        self.notes.textChanged.connect(self._write_notes)
        self.note.textChanged.connect(self._write_note)
        self.stop_button.clicked.connect(self.stop)
        self.making.puzzles_made.connect(self._take)
        self.making.started.connect(self._update)
        self.making.ended.connect(self._making_ended)
        self.saver.saved.connect(lambda path: self._say(tr("Saved {name}").format(name=path.name)))

    def _say(self, text: str) -> None:
        self.statusBar().showMessage(text, 5000)

    # --- what is shown ---

    def _update(self) -> None:
        """Show the state of the book, of the selection and of the making."""
        document, making = self.document, self.making.running
        book = document.book
        # The selection changes later than the book.
        rows = [row for row in self.sheet.rows() if row < len(book.puzzles)]
        self.setWindowTitle(f"{document.name}[*]")
        self.setWindowModified(document.modified)
        _show_text(self.title, book.title)
        _show_text(self.notes, book.notes)
        puzzle = book.puzzles[rows[0]] if len(rows) == 1 else None
        if puzzle is None:
            chosen = tr("{puzzles} selected").format(puzzles=quantity(len(rows), "puzzle"))
            self.heading.setText(chosen if rows else "")
            self.about.setText("")
        else:
            number = group_digits(rows[0] + 1)
            self.heading.setText(tr("Puzzle {number}").format(number=number))
            lines = (puzzle.board.title, puzzle.board.describe(), ", ".join(facts(puzzle)))
            self.about.setText("\n".join(filter(None, lines)))
        _show_text(self.note, "" if puzzle is None else puzzle.note)
        self.note.setEnabled(puzzle is not None and not making)
        for field in (self.title, self.notes):
            field.setEnabled(not making)
        self.sheet.setDragEnabled(not making)
        self.status.setText(self._summary(book))
        self._show_progress()
        stack = document.undo_stack
        self.actions_.enable({
            "savable": document.modified or document.path is None,
            "making": making,
            "undoable": stack.canUndo() and not making,
            "redoable": stack.canRedo() and not making,
            "editable": not making,
            "exportable": bool(book.puzzles) and not making,
            "chosen": bool(rows) and not making,
            "provable": any(not book.puzzles[row].optimal for row in rows) and not making,
            "openable": puzzle is not None,
            "replaceable": puzzle is not None and puzzle.length is not None and not making
            and puzzle.length > 0,
        })  # fmt: skip

    @staticmethod
    def _summary(book: Book) -> str:
        """Return the number of puzzles and the range of their lengths."""
        count = quantity(len(book.puzzles), "puzzle")
        lengths = [puzzle.length for puzzle in book.puzzles if puzzle.length is not None]
        if not lengths:
            return count
        least, most = min(lengths), max(lengths)
        moves = quantity(most, "move")
        if least == most:
            return f"{count} · {moves}"
        text = tr("{puzzles} · {least} to {moves}")
        return text.format(puzzles=count, least=group_digits(least), moves=moves)

    def _show_progress(self) -> None:
        making = self.making
        self._bar.setVisible(making.running)
        if not making.running:
            return
        if self._change == _REPLACE:
            self.progress_text.setText(tr("Making another puzzle…"))
            self.progress.setRange(0, 0)
            return
        text = tr("Making puzzle {number} of {count}…")
        if self._change == _PROVE:
            text = tr("Proving length {number} of {count}…")
        number = group_digits(min(making.made + 1, making.count))
        self.progress_text.setText(text.format(number=number, count=group_digits(making.count)))
        self.progress.setRange(0, making.count)
        self.progress.setValue(making.made)

    def _busy_row(self) -> int:
        """Return the row of the puzzle that is being replaced or proved; -1 for none."""
        return self._rows[0] if self._rows else -1

    # --- making ---

    def make(self, request: SetRequest) -> None:
        """Make a set of puzzles; each is shown as soon as it is made."""
        self._make_rest(request, 0)

    def _make_rest(self, request: SetRequest, made: int) -> None:
        """Make a set of which the first puzzles are in the book: its seed makes them again."""
        self._retry = lambda: self._make_rest(request, self.making.made)
        self.making.start(request.task(), request.count, made)

    def replace(self) -> None:
        """Make another puzzle of the same length in place of the selected puzzle."""
        (row,) = self.sheet.rows()
        puzzle = self.document.book.puzzles[row]
        others = [
            other.board for other in self.document.book.puzzles if other.length == puzzle.length
        ]
        self._retry = self.replace
        self._change_rows(_REPLACE, [row], similar_puzzle_task(puzzle, others))

    def prove(self) -> None:
        """Prove the lengths of the selected puzzles that are not proved."""
        puzzles = self.document.book.puzzles
        self._prove_rows([row for row in self.sheet.rows() if not puzzles[row].optimal])

    def _prove_rows(self, rows: list[int]) -> None:
        puzzles = self.document.book.puzzles
        self._retry = lambda: self._prove_rows(rows)  # of which those proved are removed
        self._change_rows(_PROVE, rows, proof_task([puzzles[row] for row in rows]))

    def _change_rows(self, change: str, rows: list[int], task: RemoteTask) -> None:
        """Start a task that sends a puzzle for each of the rows, in order."""
        self._change, self._rows, self._proved = change, rows, 0
        self.making.start(task, len(rows))
        self.sheet.viewport().update()

    def stop(self) -> None:
        """Stop, and keep the puzzles that are done."""
        self.making.stop()

    def _take(self, made: Sequence[BookPuzzle]) -> None:
        """Show puzzles that were made or proved."""
        if not self._change:
            first = not self.document.book.puzzles
            self.document.insert_made(made)
            if first:
                self.sheet.select([0])
            return
        puzzles = list(self.document.book.puzzles)
        for puzzle in made:
            row = self._rows.pop(0)
            board = puzzle.board.with_fields(title=puzzles[row].board.title)
            puzzles[row] = replace(puzzle, board=board, note=puzzles[row].note)
            self._proved += puzzle.optimal
        typed = "" if self._change == _REPLACE else self._change  # proofs are undone together
        self.document.edit_puzzles(puzzles, tr(self._change), typed)
        self._show_progress()
        self.sheet.viewport().update()

    def _making_ended(self, error: object) -> None:
        change, self._change, self._rows = self._change, "", []
        self._update()
        self.sheet.viewport().update()
        if isinstance(error, PuzzleError):
            titles = {
                _REPLACE: tr("No matching puzzle found"),
                _PROVE: tr("Not all lengths were proved"),
            }
            title = titles.get(change, tr("Not all puzzles were made"))
            dialogs.show_failure(self, title, error, self._retry)
        elif isinstance(error, BaseException):
            raise error
        elif change == _PROVE:
            proved, count = group_digits(self._proved), group_digits(self.making.count)
            self._say(tr("Lengths proved: {proved} of {count}").format(proved=proved, count=count))
        elif not change:
            self._say(tr("{puzzles} made").format(puzzles=quantity(self.making.made, "puzzle")))

    # --- commands ---

    def save(self) -> bool:
        """Save the book; return True if saved."""
        return self.saver.save()

    def save_as(self) -> bool:
        """Save the book to another file; return True if saved."""
        return self.saver.save_as()

    def export(self) -> None:
        """Export the book to be printed."""
        document = self.document
        name = safe_filename(document.book.title or Path(document.name).stem)
        settings = ExportSettings(notation=self.settings["notation"])
        request = ExportRequest(
            tr("Export book"), name, BOOK_FORMATS, self._edition(), settings,
            board=document.book.puzzles[0].board,
        )  # fmt: skip
        self.exporter.export(request)

    def print_book(self) -> None:
        """Ask what the book is to look like and for a printer, and print it in the worker."""
        from puzzlegui.gui.files import printing  # not needed by a window that starts

        edition, notation = self._edition(), self.settings["notation"]
        chosen = printing.ask_print_settings(self, edition, self.worker, notation)
        if chosen is not None:
            printing.print_chosen(self, self.worker, chosen, self._say)

    def _edition(self) -> BookEdition:
        """Return the book for paper and pages, without the answers of locked boards."""
        book = self.document.book
        puzzles = (
            replace(puzzle, moves=None) if lock_of(puzzle.board) else puzzle
            for puzzle in book.puzzles
        )
        return BookEdition(replace(book, puzzles=tuple(puzzles)))

    def undo(self) -> None:
        """Undo the last change."""
        self.document.undo_stack.undo()

    def redo(self) -> None:
        """Redo the last change that was undone."""
        self.document.undo_stack.redo()

    def select_all(self) -> None:
        """Select all puzzles."""
        self.sheet.selectAll()

    def open_puzzle(self) -> None:
        """Open the selected puzzle in the main window."""
        (row,) = self.sheet.rows()
        self._open(row)

    def _open(self, row: int) -> None:
        self.board_requested.emit(self.document.book.puzzles[row].board)

    def edit_note(self) -> None:
        """Put the cursor in the note of the selected puzzle."""
        self.note.setFocus()

    def delete(self) -> None:
        """Remove the selected puzzles."""
        rows = set(self.sheet.rows())
        kept = [p for row, p in enumerate(self.document.book.puzzles) if row not in rows]
        self._edit(kept, tr("delete"), [min(*rows, len(kept) - 1)] if kept else [])

    def add_open_board(self) -> None:
        """Add the board of the main window to the end of the book."""
        board, puzzles = self.board_to_add(self._open_board()), self.document.book.puzzles
        if board is None:
            return
        if len(puzzles) >= MAX_PUZZLES:
            text = tr("A book holds {puzzles} at most.")
            most = quantity(MAX_PUZZLES, "puzzle")
            dialogs.show_problem(self, tr("The board cannot be added"), text.format(puzzles=most))
        else:
            self._edit([*puzzles, BookPuzzle(board)], tr("add a board"), [len(puzzles)])

    def move_earlier(self) -> None:
        """Move the selected puzzles a place earlier."""
        rows = self.sheet.rows()
        self._move(rows, max(0, rows[0] - 1))

    def move_later(self) -> None:
        """Move the selected puzzles a place later."""
        rows = self.sheet.rows()
        self._move(rows, min(len(self.document.book.puzzles), rows[-1] + 2))

    def _drop_before(self, row: int) -> None:
        """Move the selected puzzles in front of a row."""
        if not self.making.running:
            self._move(self.sheet.rows(), row)

    def _move(self, rows: Sequence[int], before: int) -> None:
        """Move puzzles together in front of the puzzle at a row."""
        puzzles = self.document.book.puzzles
        moved = [puzzles[row] for row in rows]
        rest = [puzzle for row, puzzle in enumerate(puzzles) if row not in set(rows)]
        at = before - sum(row < before for row in rows)
        chosen = list(range(at, at + len(moved)))
        self._edit([*rest[:at], *moved, *rest[at:]], tr("move"), chosen)

    def sort(self) -> None:
        """Put the puzzles in order of length; those of unknown length come last."""
        puzzles = self.document.book.puzzles

        def key(row: int) -> tuple[bool, int]:
            length = puzzles[row].length
            return length is None, length or 0

        order = sorted(range(len(puzzles)), key=key)
        chosen = set(self.sheet.rows())
        rows = [at for at, row in enumerate(order) if row in chosen]
        self._edit([puzzles[row] for row in order], tr("sort"), rows)

    def _edit(self, puzzles: Sequence[BookPuzzle], text: str, rows: Sequence[int]) -> None:
        """Replace the puzzles and select rows of them."""
        self.document.edit_puzzles(puzzles, text)
        self.sheet.select(rows)

    # --- texts ---

    def _retitle(self, title: str) -> None:
        book = replace(self.document.book, title=title)
        self.document.edit(book, tr("change the title"), "title")

    def _write_notes(self) -> None:
        book = replace(self.document.book, notes=self.notes.toPlainText())
        self.document.edit(book, tr("change the notes"), "notes")

    def _write_note(self) -> None:
        rows = self.sheet.rows()
        if len(rows) != 1:
            return
        puzzles = list(self.document.book.puzzles)
        puzzles[rows[0]] = replace(puzzles[rows[0]], note=self.note.toPlainText())
        self.document.edit_puzzles(puzzles, tr("change a note"), str(rows[0]))

    # --- unsaved changes ---

    def recover(self, left: RecoverableBook) -> None:
        """Take over the file of recovered work, which is this window's book."""
        self.document.mark_recovered()
        self._autosave.take_over(left)

    def is_unsaved(self) -> bool:
        return self.document.modified and self.document.book is not self._discarded

    def leave_then(self, action: Callable[[], object]) -> None:
        if not self.is_unsaved():
            action()
            return

        def discard() -> None:
            self._discarded = self.document.book

        self.stop()
        self.saver.leave_then(action, discard)

    def closeEvent(self, event: QCloseEvent) -> None:
        if self.is_unsaved():
            event.ignore()
            self.leave_then(self.close)
            return
        self._autosave.close()
        self.worker.close()
        super().closeEvent(event)


def _show_text(field: QLineEdit | QPlainTextEdit, text: str) -> None:
    """Show a text without reporting it as typed; a text that is shown keeps its cursor."""
    blocked = field.blockSignals(True)
    if isinstance(field, QLineEdit):
        if field.text() != text:
            field.setText(text)
    elif field.toPlainText() != text:
        field.setPlainText(text)
    field.blockSignals(blocked)


def show_broken_puzzles(window: QWidget, loaded: LoadedBook) -> None:
    """Report the puzzles of a book that could not be read."""
    if loaded.broken:
        title = tr("Some puzzles could not be read; Save asks for a new file")
        dialogs.show_problem(window, title, loaded.message)
