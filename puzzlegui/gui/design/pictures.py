"""Commands that put a picture on the tiles of a board and remove it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from puzzlegui.core import tilepicture
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.gui.design import picture_dialog
from puzzlegui.gui.model.document import Document
from puzzlegui.gui.threads.worker import Job
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.progress_dialog import run_modal
from puzzlegui.render.image_data import IMAGE_FORMATS
from puzzlegui.render.image_decoding import read_picture

_READING = gettext_noop("Reading the picture…")
_NOT_PUT = gettext_noop("The picture was not put on the tiles")


class TilePictureCommands(QObject):
    """Commands for the picture on the tiles.

    Args:
        parent: parent of the dialogs.
        document: document that is edited.
    """

    def __init__(self, parent: QWidget, document: Document) -> None:
        super().__init__(parent)
        self._parent = parent
        self._document = document

    def choose(self) -> None:
        """Ask for a picture and put it on the tiles."""
        path = dialogs.ask_picture(self._parent, tr("Picture on the tiles"))
        if path is not None:
            self.put_on_tiles(path)

    def put_on_tiles(self, path: Path) -> None:
        """Put the picture in a file on the tiles of start and goal."""
        if not self._has_tiles():
            return
        image = run_modal(self._parent, Job(lambda _: read_picture(path), tr(_READING)))
        if isinstance(image, PuzzleError):
            dialogs.show_problem(self._parent, tr(_NOT_PUT), str(image))
        elif isinstance(image, Exception):
            raise image
        elif isinstance(image, QImage):
            self.place(image)

    def _has_tiles(self) -> bool:
        """Return True if the board has tiles; otherwise say that it has none."""
        if not self._document.board.has_tiles:
            text = tr("This board has no tiles: its numbers are printed on the floor.")
            dialogs.show_problem(self._parent, tr(_NOT_PUT), text)
        return self._document.board.has_tiles

    def place(self, image: QImage) -> None:
        """Ask for the placement of a picture, and put it on the tiles."""
        if not self._has_tiles():
            return
        board = self._document.board
        data = picture_dialog.ask_crop(self._parent, image, board.rows, board.columns)
        if data is not None:
            self._document.edit(tilepicture.with_picture(board, data), tr("picture on the tiles"))

    def remove(self) -> None:
        """Remove the picture from the tiles."""
        board = tilepicture.with_picture(self._document.board, b"")
        self._document.edit(board, tr("no picture on the tiles"))


def is_picture(path: Path) -> bool:
    """Return True if a file has the suffix of a supported picture format."""
    suffix = path.suffix.lower().removeprefix(".")
    return any(suffix in form.suffixes for form in IMAGE_FORMATS)
