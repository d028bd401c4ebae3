"""What the edit and board menus do: clipboard, whole regions, another size."""

from __future__ import annotations

import random

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from puzzlegui.core import edits
from puzzlegui.core.board import Board
from puzzlegui.core.cells import Cell, Grid, cell_name
from puzzlegui.core.counting import group_digits
from puzzlegui.core.edits import EDITS
from puzzlegui.core.errors import PuzzleError, sentence
from puzzlegui.core.language import tr
from puzzlegui.core.resizing import as_board, resized
from puzzlegui.documents import texts
from puzzlegui.gui.board.thumbnails import thumbnail
from puzzlegui.gui.design import size_dialog
from puzzlegui.gui.design.editor import Editor
from puzzlegui.gui.files.file_commands import FileCommands
from puzzlegui.gui.model.document import Document
from puzzlegui.gui.widgets import dialogs

_PICTURE_PIXELS = 800


class EditCommands(QObject):
    """Commands on the selected cells, or on the whole grid last worked on.

    Signals:
        said: something for the status bar.
        shuffled: cells were shuffled.
    """

    said = Signal(str)
    shuffled = Signal()

    def __init__(
        self, window: QWidget, document: Document, editor: Editor, files: FileCommands
    ) -> None:
        super().__init__(window)
        self._window = window
        self._document = document
        self._editor = editor
        self._files = files

    # --- the clipboard ---

    def copy(self) -> None:
        """Put the selected cells, or the whole grid, on the clipboard as rows of numbers."""
        grid = self._document.board.grid(self._editor.field)
        part = grid if self._editor.region is None else edits.extract(grid, self._editor.region)
        QGuiApplication.clipboard().setText(texts.write_rows(part))
        self.said.emit(
            tr("Copied {count}×{count2} cells").format(
                count=group_digits(len(part)), count2=group_digits(len(part[0]))
            )
        )

    def cut(self) -> None:
        """Copy the cells and clear them."""
        self.copy()
        self.apply("clear")

    def copy_as(self, name: str) -> None:
        """Put the whole board on the clipboard in a form of ``texts.TEXT_FORMS``."""
        form = texts.TEXT_FORMS[name]
        board = self._document.board
        try:
            if form.write_board is not None:
                text = form.write_board(board)
            else:
                assert form.write_grid is not None
                text = form.write_grid(board.grid(self._editor.field))
        except PuzzleError as error:
            dialogs.show_problem(
                self._window, tr("This board cannot be copied in this format"), sentence(error)
            )
            return
        QGuiApplication.clipboard().setText(text)
        self.said.emit(tr("Copied: {title}").format(title=form.title))

    def copy_picture(self) -> None:
        """Put a picture of the board on the clipboard."""
        image = thumbnail(self._document.board, _PICTURE_PIXELS, 1)
        QGuiApplication.clipboard().setImage(image)
        self.said.emit(tr("Picture copied"))

    def paste(self) -> None:
        """Take a board, or numbers for the cells, from the clipboard."""
        self.paste_text(QGuiApplication.clipboard().text())

    def paste_new(self) -> None:
        """Begin with the board, or with the numbers, on the clipboard."""
        found = self._read(QGuiApplication.clipboard().text())
        if found is not None:
            self._begin(found)

    def paste_text(self, text: str) -> None:
        """Take a board, or numbers for the cells; ask where they do not fit."""
        found, board = self._read(text), self._document.board
        if found is None:
            return
        if isinstance(found, Board):
            self._begin(found)
            return
        size = len(found), len(found[0])
        cell = (0, 0) if size == (board.rows, board.columns) else self._place()
        if cell[0] + size[0] <= board.rows and cell[1] + size[1] <= board.columns:
            self._paste(found, cell)
            return

        def answered(answer: str) -> None:
            if answer == dialogs.AS_NEW:
                self._begin(found)
            elif answer == dialogs.MOVED:
                self._paste(
                    found,
                    (min(cell[0], board.rows - size[0]), min(cell[1], board.columns - size[1])),
                )
            else:
                self._paste(found, cell)

        sizes = f"{size[0]}×{size[1]}", board.size, cell_name(cell)
        fits = size[0] <= board.rows and size[1] <= board.columns
        dialogs.ask_paste(self._window, *sizes, answered, can_move=fits)

    def _read(self, text: str) -> Board | Grid | None:
        """What is in a text; None once it has been said why it cannot be read."""
        try:
            return texts.read_any(text, self._document.board)
        except PuzzleError as error:
            dialogs.show_problem(self._window, tr("This cannot be pasted"), sentence(error))
            return None

    def _begin(self, found: Board | Grid) -> None:
        """Begin with what was pasted, which is in no file."""
        try:
            board = found if isinstance(found, Board) else as_board(found, self._document.board)
        except PuzzleError as error:
            dialogs.show_problem(self._window, tr("Not a valid board"), sentence(error))
            return
        self._files.saving.leave_then(lambda: self._document.recover(board, None))

    def _paste(self, part: Grid, cell: Cell) -> None:
        board = self._document.board
        pasted = edits.paste(board, self._editor.field, part, cell)
        self._document.edit(pasted, tr("paste in {cell}").format(cell=cell_name(cell)))
        self.said.emit(
            tr("Pasted {count}×{count2} cells").format(
                count=group_digits(len(part)), count2=group_digits(len(part[0]))
            )
        )

    def _place(self) -> Cell:
        region = self._editor.region
        return self._editor.cell if region is None else (region.top, region.left)

    # --- regions and the whole board ---

    def select_all(self) -> None:
        """Select the whole grid."""
        self._editor.select_all()

    def applies(self, name: str) -> bool:
        """Whether an edit of ``edits.EDITS`` can be done to what is selected."""
        return EDITS[name].applies(self._document.board, self._editor.field, self._editor.region)

    def apply(self, name: str) -> None:
        """Do an edit of ``edits.EDITS``."""
        self._apply(name, random.randrange(1_000_000))

    def shuffle_with_seed(self) -> None:
        """Shuffle the cells as a seed says."""
        seed = dialogs.ask_seed(self._window)
        if seed is not None:
            self._apply("shuffle", seed)

    def _apply(self, name: str, seed: int) -> None:
        edit = EDITS[name]
        board = self._document.board
        try:
            changed = edit.apply(board, self._editor.field, self._editor.region, seed)
        except PuzzleError as error:
            self.said.emit(sentence(error))
            return
        text = f"{edit.title[:1].lower()}{edit.title[1:]}"
        self._document.edit(changed, text)
        if edit.seeded:
            self.shuffled.emit()
            self.said.emit(tr("{title}: seed {seed}").format(title=edit.title, seed=str(seed)))

    def resize(self) -> None:
        """Ask for another number of rows and columns."""
        board = self._document.board
        size = size_dialog.ask_size(self._window, board.rows, board.columns)
        if size is not None:
            other = resized(board, *size)
            self._document.edit(
                other,
                tr("make it {size}×{size2}").format(
                    size=group_digits(size[0]), size2=group_digits(size[1])
                ),
            )
