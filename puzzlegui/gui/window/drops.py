"""Drag and drop: boards, solutions, pictures and text dropped on the window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData

from puzzlegui.gui.design.edit_commands import EditCommands
from puzzlegui.gui.design.pictures import TilePictureCommands, is_picture
from puzzlegui.gui.files.file_commands import FileCommands


class DropHandler:
    """Opens or pastes what is dropped on the window.

    Args:
        files: file commands that open boards and solutions.
        edits: edit commands that paste text.
        pictures: commands that put pictures on the tiles.
    """

    def __init__(
        self, files: FileCommands, edits: EditCommands, pictures: TilePictureCommands
    ) -> None:
        self._files, self._edits, self._pictures = files, edits, pictures

    def accepts(self, data: QMimeData) -> bool:
        """Return True if the data can be dropped."""
        return self._path(data) is not None or bool(data.hasText() and not data.hasUrls())

    def handle(self, data: QMimeData) -> None:
        """Open or paste the data."""
        path = self._path(data)
        if path is None:
            self._edits.paste_text(data.text())
        elif is_picture(path):
            self._pictures.put_on_tiles(path)
        else:
            self._files.open_path(path)

    @staticmethod
    def _path(data: QMimeData) -> Path | None:
        """Return the path of the first dropped file, or None."""
        paths = (Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile())
        return next(paths, None)
