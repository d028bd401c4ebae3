"""What all drawing shares: colours, the font, the square of a tile and the text on it."""

from __future__ import annotations

from functools import lru_cache
from threading import get_ident

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter

from puzzlegui.core.cells import Cell
from puzzlegui.render.layout import Layout

FONT_FAMILY = "Inter"
SMALLEST_TEXT = 4.2
"""Pixels below which text is left out: nobody could read it."""


@lru_cache(4096)
def colour(name: str, alpha: int = 255) -> QColor:
    """A QColor from ``#RRGGBB``."""
    found = QColor(name)
    found.setAlpha(alpha)
    return found


def label_font(pixels: float, *, bold: bool = True) -> QFont:
    """The label font at a size in pixels."""
    return _font(max(1, round(pixels)), bold, get_ident())


def show_as_written(font: QFont) -> None:
    """Have it replace no letters: the x in x86_64 would be a sign, and in a PDF not be found."""
    font.setFeature(QFont.Tag("calt"), 0)


@lru_cache(256)
def _font(pixels: int, bold: bool, _thread: int) -> QFont:
    """A font of the calling thread's own; Qt's share data that is filled in while drawing."""
    font = QFont(FONT_FAMILY)
    font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    font.setPixelSize(pixels)
    # The same pixels on every machine, whatever it has chosen for its own fonts and its screen.
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    font.setStyleStrategy(
        QFont.StyleStrategy.PreferAntialias | QFont.StyleStrategy.NoSubpixelAntialias
    )
    show_as_written(font)
    return font


def rounded(layout: Layout) -> float:
    """The radius of a tile's corners."""
    return layout.pitch * 0.13


def tile_rect(layout: Layout, cell: Cell) -> QRectF:
    """Where a tile lies in its cell."""
    x, y = layout.corner(cell)
    half = layout.gap / 2
    return QRectF(x + half, y + half, layout.pitch - layout.gap, layout.pitch - layout.gap)


def label_size(pitch: float, text: str) -> float:
    """How large a text is written on cells of this pitch, in pixels; 0 where it is left out."""
    size = min(pitch * 0.42, pitch * 1.28 / max(1, len(text)))
    return 0.0 if size < SMALLEST_TEXT else size


def paint_label(painter: QPainter, rect: QRectF, pitch: float, text: str, ink: str) -> None:
    """A text in the middle of a rectangle, as large as suits cells of this pitch."""
    size = label_size(pitch, text)
    if not size:
        return
    painter.setFont(label_font(size))
    painter.setPen(colour(ink))
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)
