"""Fitting a picture to the shape of a board."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QBuffer, QIODevice, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter

from puzzlegui.core.language import gettext_noop

CROPPED, WHOLE, STRETCHED = "cut", "whole", "stretched"
FITS = {
    CROPPED: gettext_noop("Cut to the shape of the board"),
    WHOLE: gettext_noop("Whole, with margins"),
    STRETCHED: gettext_noop("Whole, stretched"),
}
"""Ways to fit a picture to a board, with their titles."""

_PIXELS = 600


@dataclass(frozen=True)
class PictureCrop:
    """Placement of a picture on a board.

    Attributes:
        fit: key of FITS.
        centre_x: horizontal centre of the visible part, from 0 (left) to 1; for CROPPED.
        centre_y: vertical centre of the visible part, from 0 (top) to 1; for CROPPED.
        zoom: magnification of a cropped picture, at least 1 (smallest possible crop).
    """

    fit: str = CROPPED
    centre_x: float = 0.5
    centre_y: float = 0.5
    zoom: float = 1.0

    def visible_rect(self, image: QImage, ratio: float) -> QRectF:
        """Return the visible part of a picture in pixels; ratio is the board's width ÷ height."""
        width, height = float(image.width()), float(image.height())
        if self.fit != CROPPED:
            return QRectF(0, 0, width, height)
        wide = min(width, height * ratio) / self.zoom
        high = wide / ratio
        left = min(max(self.centre_x * width - wide / 2, 0.0), width - wide)
        top = min(max(self.centre_y * height - high / 2, 0.0), height - high)
        return QRectF(left, top, wide, high)

    def panned(self, image: QImage, ratio: float, by: QPointF) -> PictureCrop:
        """Return the crop moved by an offset in picture pixels, limited by the picture's edges."""
        seen = self.visible_rect(image, ratio)
        middle = seen.center() - by
        for _ in range(2):  # the second pass stores the centre as limited by the edges
            moved = replace(
                self, centre_x=middle.x() / image.width(), centre_y=middle.y() / image.height()
            )
            middle = moved.visible_rect(image, ratio).center()
        return moved

    def rendered(self, image: QImage, ratio: float, pixels: int = _PIXELS) -> QImage:
        """Return the picture as shown on a board, with its longer side in pixels."""
        size = QSize(pixels, round(pixels / ratio))
        if ratio < 1:
            size = QSize(round(pixels * ratio), pixels)
        found = QImage(size.expandedTo(QSize(1, 1)), QImage.Format.Format_RGB32)
        found.fill(Qt.GlobalColor.white)
        place = QRectF(found.rect())
        if self.fit == WHOLE:
            shown = image.size().scaled(found.size(), Qt.AspectRatioMode.KeepAspectRatio)
            place = QRectF(0, 0, shown.width(), shown.height())
            place.moveCenter(QRectF(found.rect()).center())
        with QPainter(found) as painter:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            seen = self.visible_rect(image, ratio)
            # Scale first: a painter that shrinks an image skips pixels.
            scaled = image.copy(seen.toAlignedRect()).scaled(
                place.size().toSize(), mode=Qt.TransformationMode.SmoothTransformation
            )
            painter.drawImage(place, scaled)
        return found


def jpeg_bytes(image: QImage) -> bytes:
    """Encode a picture as the JPEG bytes stored in a board."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "JPEG", 85)  # type: ignore[call-overload]
    return bytes(buffer.data().data())
