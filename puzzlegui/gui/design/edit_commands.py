"""Commands of the Edit and Board menus: clipboard, region edits, resizing."""

from __future__ import annotations

import random

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QWidget

from puzzlegui.core import edits
from puzzlegui.core.board import Board
from puzzlegui.core.cells import Cell, cell_name
from puzzlegui.core.edits import EDITS, Contents
from puzzlegui.core.errors import PuzzleError, as_sentence
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import tr
from puzzlegui.documents import text_formats
from puzzlegui.documents.pasting import contents_for
from puzzlegui.families.creation import with_updated_title
from puzzlegui.gui.board.thumbnails import thumbnail
from puzzlegui.gui.design.editor import Editor
from puzzlegui.gui.files.file_commands import FileCommands
from puzzlegui.gui.files.links import copy_link
from puzzlegui.gui.model.mode import DESIGN, PLAY
from puzzlegui.gui.model.session import Session
from puzzlegui.gui.threads.worker import Job
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.progress_dialog import run_modal

_PICTURE_PIXELS = 800


class EditCommands(QObject):
    """Commands on the selected cells, or on the whole active grid.

    Signals:
        message: text for the status bar.
        shuffled: cells were shuffled.
        picture_pasted: a picture was pasted.
        size_requested: the user wants to type another size.
        scrambled: the board was shuffled to be played.
    """

    message = Signal(str)
    shuffled = Signal()
    picture_pasted = Signal(QImage)
    size_requested = Signal()
    scrambled = Signal()

    def __init__(
        self, window: QWidget, session: Session, editor: Editor, files: FileCommands
    ) -> None:
        super().__init__(window)
        self._window = window
        self._session = session
        self._document = session.document
        self._editor = editor
        self._files = files
        self._settings = session.settings

    # --- the clipboard ---

    def copy(self) -> None:
        """Copy the selected cells, or the whole grid, as rows of numbers."""
        grid = self._document.board.grid(self._editor.field)
        part = grid if self._editor.region is None else edits.extract(grid, self._editor.region)
        QGuiApplication.clipboard().setText(text_formats.write_rows(part))
        self.message.emit(
            tr("Copied {count}×{count2} cells").format(
                count=group_digits(len(part)), count2=group_digits(len(part[0]))
            )
        )

    def cut(self) -> None:
        """Copy the cells and clear them."""
        self.copy()
        self.apply("clear")

    def copy_as(self, name: str) -> None:
        """Copy the whole board in a format of ``text_formats.WRITTEN_FORMATS``."""
        form = text_formats.WRITTEN_FORMATS[name]
        board = self._document.board
        try:
            if form.write_board is not None:
                text = form.write_board(board)
            else:
                assert form.write_grid is not None
                text = form.write_grid(board.grid(self._editor.field))
        except PuzzleError as error:
            dialogs.show_problem(
                self._window, tr("This board cannot be copied in this format"), as_sentence(error)
            )
            return
        QGuiApplication.clipboard().setText(text)
        self.message.emit(tr("Copied: {title}").format(title=form.title))

    def copy_picture(self) -> None:
        """Copy a picture of the board."""
        image = thumbnail(self._document.board, _PICTURE_PIXELS, 1)
        QGuiApplication.clipboard().setImage(image)
        self.message.emit(tr("Picture copied"))

    def paste(self) -> None:
        """Paste a board, moves, or numbers and letters for the cells, from the clipboard.

        While designing, a picture is put on the tiles.
        """
        clipboard = QGuiApplication.clipboard()
        designing = self._session.mode.name == DESIGN
        image = clipboard.image()  # null if the clipboard has text alone, or has just lost it
        if image.isNull() or clipboard.text():
            self.paste_text(clipboard.text())
        elif designing:
            self.picture_pasted.emit(image)
        else:
            self.message.emit(tr("Pictures can't be pasted here. In Design, they go on the tiles."))

    def paste_new(self) -> None:
        """Open the board on the clipboard as a new document, or play the moves."""
        self._files.importer.open_text(QGuiApplication.clipboard().text())

    def paste_text(self, text: str) -> None:
        """Paste a board or moves, or while designing numbers, letters and words for the cells.

        Cells that do not fit are asked about.
        """
        board = self._document.board
        designing = self._session.mode.name == DESIGN
        content = self._cells_in(text, board) if designing else None
        if content is None:
            self._files.importer.open_text(text)
            return
        size = len(content), len(content[0])
        cell = (0, 0) if size == (board.rows, board.columns) else self._paste_cell()
        if cell[0] + size[0] <= board.rows and cell[1] + size[1] <= board.columns:
            self._paste_at(content, cell)
            return

        def answered(answer: str) -> None:
            if answer == dialogs.AS_NEW:
                self._files.importer.open_text(text)
            elif answer == dialogs.MOVED:
                self._paste_at(
                    content,
                    (min(cell[0], board.rows - size[0]), min(cell[1], board.columns - size[1])),
                )
            else:
                self._paste_at(content, cell)

        sizes = f"{size[0]}×{size[1]}", board.size, cell_name(cell)
        fits = size[0] <= board.rows and size[1] <= board.columns
        dialogs.ask_paste(self._window, *sizes, answered, can_move=fits)

    def _cells_in(self, text: str, board: Board) -> Contents | None:
        """Parse a text in a thread as numbers and names for cells; return None if it has none."""
        found = run_modal(self._window, Job(lambda _: contents_for(text, board), tr("Reading…")))
        if isinstance(found, BaseException) and not isinstance(found, PuzzleError):
            raise found
        return found if isinstance(found, tuple) else None

    def _paste_at(self, part: Contents, cell: Cell) -> None:
        board = self._document.board
        pasted = edits.paste(board, self._editor.field, part, cell)
        self._document.edit(pasted, tr("paste in {cell}").format(cell=cell_name(cell)))
        self.message.emit(
            tr("Pasted {count}×{count2} cells").format(
                count=group_digits(len(part)), count2=group_digits(len(part[0]))
            )
        )

    def _paste_cell(self) -> Cell:
        region = self._editor.region
        return self._editor.cell if region is None else (region.top, region.left)

    def copy_link(self) -> None:
        """Copy an address at which the board can be played; ask once for the page."""
        if copy_link(self._window, self._document.board, self._settings):
            self.message.emit(tr("Link copied"))

    # --- regions and the whole board ---

    def select_all(self) -> None:
        """Select the whole grid."""
        self._editor.select_all()

    def apply(self, name: str) -> None:
        """Apply an edit of ``edits.EDITS`` to the selection or, in the play mode, to the start."""
        self._apply(name, random.randrange(1_000_000))

    def shuffle_with_seed(self) -> None:
        """Ask for a seed and shuffle the cells with it."""
        seed = dialogs.ask_seed(self._window)
        if seed is not None:
            self._apply("shuffle", seed)

    def _apply(self, name: str, seed: int) -> None:
        edit = EDITS[name]
        board = self._document.board
        playing = self._session.mode.name == PLAY
        field, region = (
            (board.grid_fields[0], None) if playing else (self._editor.field, self._editor.region)
        )
        try:
            changed = edit.apply(board, field, region, seed)
        except PuzzleError as error:
            self.message.emit(as_sentence(error))
            return
        if edit.seeded and changed == board:
            self.message.emit(tr("No other arrangement was found, so nothing has changed."))
            return
        if playing:
            self._session.play_another(with_updated_title(changed, board), tr("scramble"))
            self.scrambled.emit()
            return
        text = f"{edit.title[:1].lower()}{edit.title[1:]}"
        self._document.edit(changed, text)
        if edit.seeded:
            self.shuffled.emit()
            self.message.emit(tr("{title}: seed {seed}").format(title=edit.title, seed=str(seed)))

    def resize(self) -> None:
        """Let the user type a new size."""
        self.size_requested.emit()
