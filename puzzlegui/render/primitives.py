"""Shared primitives of drawing: colours, fonts, the rectangle of a tile, fitting text."""

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
"""Text size in pixels below which text is omitted as illegible."""


@lru_cache(4096)
def colour(name: str, alpha: int = 255) -> QColor:
    """Return the QColor of ``#RRGGBB`` with an alpha value."""
    result = QColor(name)
    result.setAlpha(alpha)
    return result


def label_font(pixels: float, *, bold: bool = True) -> QFont:
    """Return the label font at a size in pixels."""
    return _font(max(1, round(pixels)), bold, get_ident())


def disable_ligatures(font: QFont) -> None:
    """Disable contextual alternates, which turn the x of x86_64 into an unsearchable symbol."""
    font.setFeature(QFont.Tag("calt"), 0)


@lru_cache(256)
def _font(pixels: int, bold: bool, _thread: int) -> QFont:
    """Return a font for a thread; copies of a QFont share data that drawing modifies."""
    font = QFont(FONT_FAMILY)
    font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    font.setPixelSize(pixels)
    # The same pixels on every machine, whatever its font and screen settings.
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    font.setStyleStrategy(
        QFont.StyleStrategy.PreferAntialias | QFont.StyleStrategy.NoSubpixelAntialias
    )
    disable_ligatures(font)
    return font


def corner_radius(layout: Layout) -> float:
    """Return the radius of a tile's corners."""
    return layout.pitch * 0.13


def tile_rect(layout: Layout, cell: Cell) -> QRectF:
    """Return the rectangle of the tile in a cell."""
    x, y = layout.corner(cell)
    half = layout.gap / 2
    return QRectF(x + half, y + half, layout.pitch - layout.gap, layout.pitch - layout.gap)


def label_size(pitch: float, text: str) -> float:
    """Return the text size in pixels for cells of this pitch; 0 if the text is omitted."""
    size = min(pitch * 0.42, pitch * 1.28 / max(1, len(text)))
    return 0.0 if size < MIN_TEXT_PIXELS else size


def paint_label(painter: QPainter, rect: QRectF, pitch: float, text: str, ink: str) -> None:
    """Draw a text centred in a rectangle, in a size for cells of this pitch."""
    size = label_size(pitch, text)
    if not size:
        return
    painter.setFont(label_font(size))
    painter.setPen(colour(ink))
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)


# --- text fitted to its rectangle ---

_MIN_SHARE = 0.3
"""Smallest share of its normal size to which a text is reduced before it is elided."""
_COLOUR_TABLES = ("CBDT", "sbix", "COLR")
"""Font tables of colour glyphs, which Qt cannot write to PDF or SVG."""
_COLOUR_GLYPH_SCALE = 4


class GlyphKind(Enum):
    """Kind of the glyphs of a text."""

    MISSING = auto()
    OUTLINES = auto()
    PICTURES = auto()


@lru_cache(1024)
def glyph_kind(text: str) -> GlyphKind:
    """Return the kind of a text's glyphs; MISSING if no installed font has all of them."""
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
    """Return the size in pixels at which a text fits, the text, and its width.

    Args:
        text: single line; it is elided with "…" if it does not fit at the smallest size.
        width: available width in pixels.
        size: largest size. If it is illegible, the text is omitted: 0, "", 0.
    """
    least = max(MIN_TEXT_PIXELS, size * _MIN_SHARE)
    if size < MIN_TEXT_PIXELS or width < least:
        return 0, "", 0.0
    natural = QFontMetricsF(label_font(100)).horizontalAdvance(text) / 100
    pixels = int(max(least, min(size, width / max(natural, 0.01))))
    metrics = QFontMetricsF(label_font(pixels))
    shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, width)
    return pixels, shown, metrics.horizontalAdvance(shown)


def paint_word(painter: QPainter, rect: QRectF, size: float, text: str, ink: str) -> None:
    """Draw a single line of text centred in a rectangle, fitted to its width.

    Args:
        painter: painter.
        rect: rectangle.
        size: largest size in pixels.
        text: text; fonts may lack some of its glyphs.
        ink: colour of the text, except of colour glyphs.
    """
    pixels, shown, _ = fit_text(text, rect.width(), size)
    if not pixels:
        return
    flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine
    if glyph_kind(shown) is not GlyphKind.PICTURES:
        painter.setFont(label_font(pixels))
        painter.setPen(colour(ink))
        # Shifted from exact half pixels, where rounding may differ from tile to tile.
        painter.drawText(rect.translated(0.01, 0.01), flags, shown)
        return
    image = QImage((rect.size() * _COLOUR_GLYPH_SCALE).toSize(), QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    with QPainter(image) as own:
        own.setFont(label_font(pixels * _COLOUR_GLYPH_SCALE))
        own.setPen(colour(ink))
        own.drawText(image.rect(), flags, shown)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawImage(QRectF(rect.topLeft(), QSizeF(image.size()) / _COLOUR_GLYPH_SCALE), image)
    painter.restore()


def draw_fitting(
    painter: QPainter,
    room: QRectF,
    flags: Qt.AlignmentFlag,
    text: str,
    size: float,
    *,
    bold: bool = True,
) -> None:
    """Draw a line of text, in a smaller size or elided if it does not fit."""
    painter.setFont(label_font(size, bold=bold))
    advance = painter.fontMetrics().horizontalAdvance(text)
    if advance > room.width():
        painter.setFont(label_font(max(size * 0.7, size * room.width() / advance), bold=bold))
        metrics = painter.fontMetrics()
        if metrics.horizontalAdvance(text) > room.width():
            text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, int(room.width()))
    painter.drawText(room, flags, text)
