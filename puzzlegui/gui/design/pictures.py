"""Putting a picture on the tiles of a board, and taking it away."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QImage, QImageReader
from PySide6.QtWidgets import QWidget

from puzzlegui.core import tilepicture
from puzzlegui.gui.common import dialogs
from puzzlegui.gui.files.document import Document

_NOT_PUT = "No picture was put on the tiles"


class Pictures(QObject):
    """The commands for it.

    Args:
        parent: dialogs belong to it.
        document: has the board.
    """

    def __init__(self, parent: QWidget, document: Document) -> None:
        super().__init__(parent)
        self._parent = parent
        self._document = document

    def choose(self) -> None:
        """Ask for a picture and put it on the tiles."""
        path = dialogs.ask_picture(self._parent)
        if path is not None:
            self.use(path)

    def use(self, path: Path) -> None:
        """Put the picture in a file on the tiles, of start and goal alike."""
        if not self._document.board.has_tiles:
            text = "The numbers of this board are printed on its floor; there are no tiles."
            dialogs.show_problem(self._parent, _NOT_PUT, text)
            return
        image = QImage(str(path))
        if image.isNull():
            text = f"{path}: this is no picture that can be read."
            dialogs.show_problem(self._parent, _NOT_PUT, text)
            return
        board = self._document.board
        data = dialogs.ask_cut(self._parent, image, board.rows, board.columns)
        if data is not None:
            self._document.edit(tilepicture.with_picture(board, data), "picture on the tiles")

    def drop(self) -> None:
        """Have none on the tiles."""
        board = tilepicture.with_picture(self._document.board, b"")
        self._document.edit(board, "no picture on the tiles")


def is_picture(path: Path) -> bool:
    """Whether a file is named as pictures are that can be read."""
    kinds = {bytes(kind.data()).decode() for kind in QImageReader.supportedImageFormats()}
    return path.suffix.lower().removeprefix(".") in kinds
