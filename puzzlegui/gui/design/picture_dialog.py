"""The dialog that places a picture on the tiles."""

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
from puzzlegui.gui.board.board_view import CURSOR_STEPS
from puzzlegui.gui.design.picture_crop import CROPPED, FITS, PictureCrop, jpeg_bytes
from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.widgets import dialogs

_SIDE = 320
_MAX_PIXELS = 4096
"""Maximum length of the preview image's longer side, in pixels."""


class PictureDialog(QDialog):
    """Dialog with a preview of the tiles, in which the picture is moved and enlarged.

    Args:
        parent: parent window.
        image: the picture.
        rows: rows of the board.
        columns: columns of the board.
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
        form.addRow(tr("&Zoom"), self.zoom)
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
        self.zoom.setEnabled(fit == CROPPED)
        self.preview.show_crop(replace(self.preview.crop, fit=fit, zoom=self.zoom.value() / 100))

    def data(self) -> bytes:
        """Return the placed picture as JPEG bytes."""
        return jpeg_bytes(self.preview.rendered())


class _Preview(QWidget):
    """Preview of a picture with the borders of the tiles."""

    def __init__(self, image: QImage, rows: int, columns: int) -> None:
        super().__init__()
        self.setObjectName("picturePreview")
        self.setAccessibleName(tr("The picture on the tiles"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(200, 200)
        if max(image.width(), image.height()) > _MAX_PIXELS:
            image = image.scaled(
                _MAX_PIXELS, _MAX_PIXELS, Qt.AspectRatioMode.KeepAspectRatio,
                Qt.TransformationMode.SmoothTransformation,
            )  # fmt: skip
        self._image = image
        self._rows, self._columns = rows, columns
        self._ratio = columns / rows
        self._grip: QPointF | None = None
        self.crop = PictureCrop()
        self._rendered: QImage | None = None
        self.setCursor(Qt.CursorShape.OpenHandCursor)

    def sizeHint(self) -> QSize:
        return QSize(_SIDE, _SIDE)

    def rendered(self) -> QImage:
        """Return the picture as shown on the board."""
        if self._rendered is None:
            self._rendered = self.crop.rendered(self._image, self._ratio)
        return self._rendered

    def show_crop(self, crop: PictureCrop) -> None:
        """Show the picture with another placement."""
        self.crop, self._rendered = crop, None
        self.setCursor(
            Qt.CursorShape.OpenHandCursor if crop.fit == CROPPED else Qt.CursorShape.ArrowCursor
        )
        self.update()

    def _picture_rect(self) -> QRectF:
        """Return the rectangle that the picture is drawn in."""
        size = QSize(round(1000 * self._ratio), 1000)
        size = size.scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        place = QRectF(0, 0, size.width(), size.height())
        place.moveCenter(QRectF(self.rect()).center())
        return place

    def _move(self, by: QPointF) -> None:
        """Move the picture by an offset in screen pixels."""
        share = self.crop.visible_rect(self._image, self._ratio).width() / max(
            1.0, self._picture_rect().width()
        )
        self.show_crop(self.crop.panned(self._image, self._ratio, by * share))

    def paintEvent(self, _event: QPaintEvent) -> None:
        place = self._picture_rect()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(place, self.rendered())
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

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.crop.fit == CROPPED:
            self._grip = event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._grip is not None:
            by, self._grip = event.position() - self._grip, event.position()
            self._move(by)

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        self._grip = None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = CURSOR_STEPS.get(event.key())
        if step is None or self.crop.fit != CROPPED or max(map(abs, step)) > 1:
            super().keyPressEvent(event)
            return
        self._move(QPointF(step[1], step[0]) * -8)


def ask_crop(parent: QWidget, image: QImage, rows: int, columns: int) -> bytes | None:
    """Ask for the placement of a picture on the tiles; return JPEG bytes, None if cancelled."""
    dialog = PictureDialog(parent, image, rows, columns)
    return dialog.data() if dialogs.exec_and_delete(dialog) else None
