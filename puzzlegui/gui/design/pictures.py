"""Commands that put a picture on the tiles of a board and remove it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from puzzlegui.core import tilepicture
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.files import open_file, printable
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.gui.design import picture_dialog
from puzzlegui.gui.model.document import Document
from puzzlegui.gui.widgets import dialogs
from puzzlegui.render.image_decoding import IMAGE_FORMATS, MAX_PIXELS, decode_image

_NOT_PUT = gettext_noop("The picture was not put on the tiles")
_MAX_BYTES = 64 << 20


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
        path = dialogs.ask_picture(self._parent)
        if path is not None:
            self.put_on_tiles(path)

    def put_on_tiles(self, path: Path) -> None:
        """Put the picture in a file on the tiles of start and goal."""
        if not self._document.board.has_tiles:
            text = tr("This board has no tiles: its numbers are printed on the floor.")
            dialogs.show_problem(self._parent, tr(_NOT_PUT), text)
            return
        try:
            image = read_picture(path)
        except PuzzleError as error:
            dialogs.show_problem(self._parent, tr(_NOT_PUT), str(error))
            return
        board = self._document.board
        data = picture_dialog.ask_crop(self._parent, image, board.rows, board.columns)
        if data is not None:
            self._document.edit(tilepicture.with_picture(board, data), tr("picture on the tiles"))

    def remove(self) -> None:
        """Remove the picture from the tiles."""
        board = tilepicture.with_picture(self._document.board, b"")
        self._document.edit(board, tr("no picture on the tiles"))


def read_picture(path: Path) -> QImage:
    """Read the picture in a file.

    Raises:
        PuzzleError: the file is not a readable picture.
    """
    name = printable(str(path))
    try:
        with open_file(path) as file:
            data = file.read(_MAX_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = str(getattr(error, "strerror", None) or error)
        text = tr("{file}: cannot be read: {reason}.")
        raise PuzzleError(text.format(file=name, reason=reason)) from None
    image = QImage() if len(data) > _MAX_BYTES else decode_image(data)
    if image.isNull():
        text = tr("{file}: not a readable image. Supported: {kinds}, up to {pixels} pixels.")
        kinds = ", ".join(kind.upper() for kind in IMAGE_FORMATS if kind != "jpg")
        raise PuzzleError(text.format(file=name, kinds=kinds, pixels=group_digits(MAX_PIXELS)))
    return image


def is_picture(path: Path) -> bool:
    """Return True if a file has the suffix of a supported picture format."""
    return path.suffix.lower().removeprefix(".") in IMAGE_FORMATS
