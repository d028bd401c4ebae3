"""What all drawing shares: colours, the font, the square of a tile and the text on it."""

from __future__ import annotations

from enum import Enum, auto
from functools import lru_cache
from threading import get_ident

from PySide6.QtCore import QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QTextLayout

from puzzlegui.core.cells import Cell
from puzzlegui.render.layout import Layout

FONT_FAMILY = "Inter"
MIN_TEXT_PIXELS = 4.2
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


def disable_ligatures(font: QFont) -> None:
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
    disable_ligatures(font)
    return font


def corner_radius(layout: Layout) -> float:
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
    return 0.0 if size < MIN_TEXT_PIXELS else size


def paint_label(painter: QPainter, rect: QRectF, pitch: float, text: str, ink: str) -> None:
    """A text in the middle of a rectangle, as large as suits cells of this pitch."""
    size = label_size(pitch, text)
    if not size:
        return
    painter.setFont(label_font(size))
    painter.setPen(colour(ink))
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)


# --- words, as large as there is room for ---

_LEAST_SHARE = 0.3
"""Of its usual size that a word is made smaller, before its end is left out."""
_COLOUR_TABLES = ("CBDT", "sbix", "COLR")
"""Tables of fonts whose glyphs are pictures in colour; Qt cannot write these to PDF or SVG."""
_PICTURE_SCALE = 4


class GlyphKind(Enum):
    """How the glyphs of a text can be drawn."""

    MISSING = auto()
    OUTLINES = auto()
    PICTURES = auto()


@lru_cache(1024)
def glyph_kind(text: str) -> GlyphKind:
    """Return how a text can be drawn; MISSING if no font on this machine has all of it."""
    layout = QTextLayout(text, label_font(32))
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    runs = layout.glyphRuns()
    if not runs or any(0 in run.glyphIndexes() for run in runs):
        return GlyphKind.MISSING
    fonts = [run.rawFont() for run in runs]
    if any(font.fontTable(table).size() for font in fonts for table in _COLOUR_TABLES):
        return GlyphKind.PICTURES
    return GlyphKind.OUTLINES


@lru_cache(1024)
def fit_text(text: str, width: float, size: float) -> tuple[int, str, float]:
    """Return the size in pixels at which a text fits, the text, and its width then.

    Args:
        text: one line; what does not fit at the smallest size ends in "…".
        width: of the room, in pixels.
        size: the largest one. If that is too small to be read, the text is left out: 0, "", 0.
    """
    least = max(MIN_TEXT_PIXELS, size * _LEAST_SHARE)
    if size < MIN_TEXT_PIXELS or width < least:
        return 0, "", 0.0
    natural = QFontMetricsF(label_font(100)).horizontalAdvance(text) / 100
    pixels = int(max(least, min(size, width / max(natural, 0.01))))
    metrics = QFontMetricsF(label_font(pixels))
    shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, width)
    return pixels, shown, metrics.horizontalAdvance(shown)


def paint_word(painter: QPainter, rect: QRectF, size: float, text: str, ink: str) -> None:
    """Draw a text in the middle of a rectangle, on one line that fits.

    Args:
        painter: draws it.
        rect: where.
        size: the largest one, in pixels.
        text: what is drawn; no font need have all of it.
        ink: its colour, but for what has colours of its own.
    """
    pixels, shown, _ = fit_text(text, rect.width(), size)
    if not pixels:
        return
    flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine
    if glyph_kind(shown) is not GlyphKind.PICTURES:
        painter.setFont(label_font(pixels))
        painter.setPen(colour(ink))
        # Not just between two pixels, where rounding may differ from tile to tile.
        painter.drawText(rect.translated(0.01, 0.01), flags, shown)
        return
    image = QImage((rect.size() * _PICTURE_SCALE).toSize(), QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    own = QPainter(image)
    own.setFont(label_font(pixels * _PICTURE_SCALE))
    own.setPen(colour(ink))
    own.drawText(image.rect(), flags, shown)
    own.end()
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawImage(QRectF(rect.topLeft(), QSizeF(image.size()) / _PICTURE_SCALE), image)
    painter.restore()
