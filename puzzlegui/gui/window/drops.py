"""What is dropped on the window: boards, solutions, pictures, text."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData

from puzzlegui.gui.design.edit_commands import EditCommands
from puzzlegui.gui.design.pictures import TilePictureCommands, is_picture
from puzzlegui.gui.files.file_commands import FileCommands


class Drops:
    """Does with it what a menu would do.

    Args:
        files: opens boards and solutions.
        edits: reads text.
        pictures: puts pictures on the tiles.
    """

    def __init__(self, files: FileCommands, edits: EditCommands, pictures: TilePictureCommands) -> None:
        self._files, self._edits, self._pictures = files, edits, pictures

    def accepts(self, data: QMimeData) -> bool:
        """Whether anything can be done with it."""
        return self._path(data) is not None or bool(data.hasText() and not data.hasUrls())

    def take(self, data: QMimeData) -> None:
        """Do it."""
        path = self._path(data)
        if path is None:
            self._edits.paste_text(data.text())
        elif is_picture(path):
            self._pictures.put_on_tiles(path)
        else:
            self._files.open_path(path)

    @staticmethod
    def _path(data: QMimeData) -> Path | None:
        """The first file that is dropped."""
        paths = (Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile())
        return next(paths, None)
