"""The dialog for the part of a picture that is to be on the tiles."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from puzzlegui.core.language import tr
from puzzlegui.gui.board.board_view import STEPS
from puzzlegui.gui.design.picture_cut import CUT, FITS, Cut, as_jpeg
from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.widgets import dialogs

_SIDE = 320
_MOST = 4096
"""Pixels of a picture's longer side that are worked with."""


class PictureDialog(QDialog):
    """Shows the picture as it will be on the tiles; it can be moved, and made larger.

    Args:
        parent: the window.
        image: the picture.
        rows: of the board.
        columns: of the board.
    """

    def __init__(self, parent: QWidget | None, image: QImage, rows: int, columns: int) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Picture on the tiles"))
        self.fit = QComboBox()
        self.fit.setObjectName("pictureFit")
        for name, title in FITS.items():
            self.fit.addItem(title, name)
        self.zoom = QSlider(Qt.Orientation.Horizontal)
        self.zoom.setObjectName("pictureZoom")
        self.zoom.setRange(100, 400)
        self.zoom.setPageStep(25)
        self.zoom.setMinimumHeight(24)
        self.preview = _Preview(image, rows, columns)
        note = QLabel(tr("Drag the picture or use the arrow keys to choose the visible part."))
        note.setWordWrap(True)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        form = QFormLayout()
        form.addRow(tr("&Fit"), self.fit)
        form.addRow(tr("&Larger"), self.zoom)
        column = QVBoxLayout(self)
        column.addWidget(self.preview, 1)
        column.addWidget(note)
        column.addLayout(form)
        column.addWidget(buttons)
        self.fit.currentIndexChanged.connect(self._change)
        self.zoom.valueChanged.connect(self._change)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self.fit.setFocus()

    def _change(self) -> None:
        fit = str(self.fit.currentData())
        self.zoom.setEnabled(fit == CUT)
        self.preview.show_cut(replace(self.preview.cut, fit=fit, zoom=self.zoom.value() / 100))

    def data(self) -> bytes:
        """The picture as it was chosen, to be kept with a board."""
        return as_jpeg(self.preview.laid())


class _Preview(QWidget):
    """A picture with the lines along which it will be cut into tiles."""

    def __init__(self, image: QImage, rows: int, columns: int) -> None:
        super().__init__()
        self.setObjectName("picturePreview")
        self.setAccessibleName(tr("The picture on the tiles"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(200, 200)
        if max(image.width(), image.height()) > _MOST:
            image = image.scaled(
                _MOST, _MOST, Qt.AspectRatioMode.KeepAspectRatio,
                Qt.TransformationMode.SmoothTransformation,
            )  # fmt: skip
        self._image = image
        self._rows, self._columns = rows, columns
        self._ratio = columns / rows
        self._grip: QPointF | None = None
        self.cut = Cut()
        self._laid: QImage | None = None
        self.setCursor(Qt.CursorShape.OpenHandCursor)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(_SIDE, _SIDE)

    def laid(self) -> QImage:
        """The picture as it lies on the board."""
        if self._laid is None:
            self._laid = self.cut.laid(self._image, self._ratio)
        return self._laid

    def show_cut(self, cut: Cut) -> None:
        """Show another part of the picture, or in another way."""
        self.cut, self._laid = cut, None
        self.setCursor(
            Qt.CursorShape.OpenHandCursor if cut.fit == CUT else Qt.CursorShape.ArrowCursor
        )
        self.update()

    def _place(self) -> QRectF:
        """Where the picture is drawn."""
        size = QSize(round(1000 * self._ratio), 1000)
        size = size.scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        place = QRectF(0, 0, size.width(), size.height())
        place.moveCenter(QRectF(self.rect()).center())
        return place

    def _move(self, by: QPointF) -> None:
        """Move the picture by pixels of the screen."""
        share = self.cut.seen(self._image, self._ratio).width() / max(1.0, self._place().width())
        self.show_cut(self.cut.moved(self._image, self._ratio, by * share))

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        place = self._place()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(place, self.laid())
        painter.setPen(QPen(QColor(255, 255, 255, 150), 1))
        for column in range(1, self._columns):
            x = place.left() + place.width() * column / self._columns
            painter.drawLine(QPointF(x, place.top()), QPointF(x, place.bottom()))
        for row in range(1, self._rows):
            y = place.top() + place.height() * row / self._rows
            painter.drawLine(QPointF(place.left(), y), QPointF(place.right(), y))
        accent = theme().colours.accent if self.hasFocus() else theme().colours.border
        painter.setPen(QPen(QColor(accent), 2))
        painter.drawRect(place.adjusted(1, 1, -1, -1))
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        if event.button() == Qt.MouseButton.LeftButton and self.cut.fit == CUT:
            self._grip = event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        if self._grip is not None:
            by, self._grip = event.position() - self._grip, event.position()
            self._move(by)

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        self._grip = None

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        step = STEPS.get(event.key())
        if step is None or self.cut.fit != CUT or max(map(abs, step)) > 1:
            super().keyPressEvent(event)
            return
        self._move(QPointF(step[1], step[0]) * -8)


def ask_cut(parent: QWidget, image: QImage, rows: int, columns: int) -> bytes | None:
    """What is to be seen of a picture on the tiles of a board, as it is kept with it."""
    dialog = PictureDialog(parent, image, rows, columns)
    return dialog.data() if dialogs.accepts(dialog) else None
