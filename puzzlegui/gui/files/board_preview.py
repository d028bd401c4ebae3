"""Pictures of a new board in the dialog that makes it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from puzzlegui.core.board import Board
from puzzlegui.core.language import tr
from puzzlegui.gui.board.thumbnails import thumbnail

_SIDE = 152
"""Side of a picture in pixels."""


class BoardPreview(QWidget):
    """Pictures of the start and the goal of a board, or of a board without a goal."""

    def __init__(self) -> None:
        super().__init__()
        self._titles, self.pictures = (QLabel(), QLabel()), (QLabel(), QLabel())
        self._shown: tuple[Board | None, Board | None] | None = None
        self.setFixedWidth(_SIDE)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        for title, picture in zip(self._titles, self.pictures, strict=True):
            title.setProperty("role", "heading")
            picture.setFixedSize(QSize(_SIDE, _SIDE))
            picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
            column.addWidget(title)
            column.addWidget(picture)
        column.addStretch()

    def show_board(self, start: Board | None, goal: Board | None) -> None:
        """Show a new board.

        Args:
            start: the board; None if it is not known yet.
            goal: the solved board; None if it is not known or boards have no goal.
        """
        if (start, goal) == self._shown:
            return
        self._shown = start, goal
        alone = start is not None and not start.has_tiles
        titles = tr("Board") if alone else tr("Start"), tr("Goal")
        for board, text, title, picture in zip(
            (start, goal), titles, self._titles, self.pictures, strict=True
        ):
            for label in (title, picture):
                label.setVisible(board is not None)
            title.setText(text)
            picture.setPixmap(
                QPixmap()
                if board is None
                else QPixmap.fromImage(thumbnail(board, _SIDE, self.devicePixelRatioF()))
            )
            said = "" if board is None else f"{text}: {board.describe()}"
            picture.setAccessibleName(said)
