"""A picture brought into the shape of a board."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QBuffer, QIODevice, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter

from puzzlegui.core.language import gettext_noop

CUT, WHOLE, STRETCHED = "cut", "whole", "stretched"
FITS = {
    CUT: gettext_noop("Cut to the shape of the board"),
    WHOLE: gettext_noop("Whole, with margins"),
    STRETCHED: gettext_noop("Whole, stretched"),
}
"""How a picture can be brought into another shape, as shown."""

_PIXELS = 600


@dataclass(frozen=True)
class Cut:
    """How a picture is laid on a board.

    Attributes:
        fit: one of FITS.
        across: where the middle of what is seen lies, from 0 (left) to 1; where it is cut.
        down: the same, from 0 (top) to 1.
        zoom: how much of the picture is cut away; from 1, as little as can be.
    """

    fit: str = CUT
    across: float = 0.5
    down: float = 0.5
    zoom: float = 1.0

    def seen(self, image: QImage, ratio: float) -> QRectF:
        """The part of a picture that is seen on a board of width ÷ height."""
        width, height = float(image.width()), float(image.height())
        if self.fit != CUT:
            return QRectF(0, 0, width, height)
        wide = min(width, height * ratio) / self.zoom
        high = wide / ratio
        left = min(max(self.across * width - wide / 2, 0.0), width - wide)
        top = min(max(self.down * height - high / 2, 0.0), height - high)
        return QRectF(left, top, wide, high)

    def moved(self, image: QImage, ratio: float, by: QPointF) -> Cut:
        """The same with the picture moved by so many of its pixels, as far as it goes."""
        seen = self.seen(image, ratio)
        middle = seen.center() - by
        for _ in range(2):  # the second time to where it is stopped by the edges
            moved = replace(
                self, across=middle.x() / image.width(), down=middle.y() / image.height()
            )
            middle = moved.seen(image, ratio).center()
        return moved

    def laid(self, image: QImage, ratio: float, pixels: int = _PIXELS) -> QImage:
        """The picture as it lies on a board; its longer side has so many pixels."""
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
        painter = QPainter(found)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        seen = self.seen(image, ratio)
        # Scaled as a whole first, since a painter leaves pixels out where it makes a picture small.
        scaled = image.copy(seen.toAlignedRect()).scaled(
            place.size().toSize(), mode=Qt.TransformationMode.SmoothTransformation
        )
        painter.drawImage(place, scaled)
        painter.end()
        return found


def as_jpeg(image: QImage) -> bytes:
    """A picture as it is kept with a board."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "JPEG", 85)  # type: ignore[call-overload]
    return bytes(buffer.data().data())
