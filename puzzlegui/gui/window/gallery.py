"""The gallery of presets, each with a small picture."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QIcon, QImage, QPainter, QPixmap, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from puzzlegui.core.board import Board
from puzzlegui.documents.presets import PRESETS, load_preset
from puzzlegui.gui.common.theme import theme
from puzzlegui.render.frame import Frame
from puzzlegui.render.layout import Layout
from puzzlegui.render.painter import paint_board
from puzzlegui.render.style import frame_colours

NAME = Qt.ItemDataRole.UserRole
_PICTURE = 56


class Gallery(QListView):
    """The presets by family; the pictures are drawn one by one once the window is up.

    Signals:
        chosen: the name of the preset the user wants to open.
    """

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("gallery")
        self.setAccessibleName("Gallery of boards")
        self.setIconSize(QSize(_PICTURE, _PICTURE))
        self.setUniformItemSizes(True)
        self.setWordWrap(True)
        self.setSpacing(1)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        model = QStandardItemModel(self)
        blank = QPixmap(_PICTURE, _PICTURE)
        blank.fill(Qt.GlobalColor.transparent)
        for name in PRESETS:
            board = load_preset(name)
            item = QStandardItem(
                QIcon(blank), f"{board.title}\n{board.family.capitalize()} {board.size}"
            )
            item.setData(name, NAME)
            item.setToolTip(board.describe())
            item.setData(f"{board.title}, {board.describe()}", Qt.ItemDataRole.AccessibleTextRole)
            model.appendRow(item)
        self.setModel(model)
        self.clicked.connect(self._choose)
        self.activated.connect(self._choose)
        self._undrawn = 0
        self._drawing = QTimer(self)
        self._drawing.setInterval(0)
        self._drawing.timeout.connect(self._draw_next)
        theme().changed.connect(self.draw_pictures)

    def draw_pictures(self) -> None:
        """Draw all pictures, one for each turn of the event loop."""
        self._undrawn = 0
        self._drawing.start()

    def _draw_next(self) -> None:
        model = self.model()
        assert isinstance(model, QStandardItemModel)
        if self._undrawn >= model.rowCount():
            self._drawing.stop()
            return
        item = model.item(self._undrawn)
        picture = thumbnail(load_preset(item.data(NAME)), _PICTURE, self.devicePixelRatioF())
        icon = QIcon()
        for mode in (QIcon.Mode.Normal, QIcon.Mode.Selected):  # not tinted when selected
            icon.addPixmap(QPixmap.fromImage(picture), mode)
        item.setIcon(icon)
        self._undrawn += 1

    def _choose(self, index: object) -> None:
        name = index.data(NAME)  # type: ignore[attr-defined]
        if name:
            self.chosen.emit(name)

    def select(self, name: str) -> None:
        """Mark the preset that is open; an unknown name marks none."""
        model = self.model()
        for row in range(model.rowCount()):
            index = model.index(row, 0)
            if index.data(NAME) == name:
                self.setCurrentIndex(index)
                return
        self.clearSelection()


def thumbnail(board: Board, size: int, ratio: float) -> QImage:
    """A small picture of a board's start, ``size`` pixels square."""
    pixels = round(size * ratio)
    image = QImage(pixels, pixels, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    layout = Layout.fit(board.rows, board.columns, size, size, axes=False, ratio=ratio)
    paint_board(painter, Frame(board.picture(), frame_colours(board)), layout, theme().board_style)
    painter.end()
    return image
