"""Drawing of boards: functions from a picture and a style to QPainter calls."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from functools import lru_cache, partial
from typing import assert_never

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QFontMetricsF,
    QImage,
    QPainter,
    QPainterPath,
    QPen,
    QPolygonF,
    QRegion,
    QTransform,
)

from puzzlegui.core.cells import Cell, column_name
from puzzlegui.core.motion import Arcs, Rotation, Translation
from puzzlegui.core.palettes import mix
from puzzlegui.core.picture import Mosaic
from puzzlegui.render.floor_painter import paint_floor
from puzzlegui.render.frame import Frame
from puzzlegui.render.image_decoding import TILE_PICTURES, decode_image
from puzzlegui.render.layout import Layout
from puzzlegui.render.marks import paint_marks, paint_misplaced
from puzzlegui.render.primitives import (
    MIN_TEXT_PIXELS,
    GlyphKind,
    colour,
    corner_radius,
    fit_text,
    glyph_kind,
    label_font,
    label_size,
    paint_label,
    paint_word,
    tile_rect,
)
from puzzlegui.render.style import LETTERS, NAMES, NO_LABELS, SYMBOLS, Style, text_on
from puzzlegui.render.tile_cache import TileCache


def paint_board(
    painter: QPainter,
    frame: Frame,
    layout: Layout,
    style: Style,
    cells: Iterable[Cell] | None = None,
    *,
    axes: bool = True,
    cache: TileCache | None = None,
) -> None:
    """Draw a frame.

    Args:
        painter: painter; this function enables antialiasing.
        frame: frame to draw.
        layout: layout of the board.
        style: colours.
        cells: cells to draw; None for all.
        axes: draw the letters and numbers along the sides, if the style has them.
        cache: cache of the images of resting tiles.
    """
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _paint_tray(painter, layout, style)
    shown_cells = _all_cells(layout) if cells is None else list(cells)
    if axes and style.axes and layout.axis:
        paint_axes(painter, layout, style)
    if frame.picture.ground:
        paint_floor(painter, frame, layout, style, shown_cells)
    else:
        moving = _moving_cells(frame)
        resting = [c for c in shown_cells if c not in moving]
        _paint_tiles(painter, frame, layout, style, resting, cache)
        if moving:
            _paint_motion(painter, frame, layout, style)
    paint_misplaced(painter, frame.marks.misplaced.intersection(shown_cells), layout, style)
    kept = _labels_to_keep(frame, layout, style)
    paint_marks(painter, frame.marks, shown_cells, layout, style, kept)


def _all_cells(layout: Layout) -> list[Cell]:
    return [(r, c) for r in range(layout.rows) for c in range(layout.columns)]


def _paint_tray(painter: QPainter, layout: Layout, style: Style) -> None:
    margin = layout.tray_margin
    tray = QRectF(layout.left, layout.top, layout.width, layout.height)
    tray.adjust(-margin, -margin, margin, margin)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(style.tray))
    painter.drawRoundedRect(tray, margin + corner_radius(layout), margin + corner_radius(layout))


def paint_axes(painter: QPainter, layout: Layout, style: Style) -> None:
    """Draw the letters of the columns above a board and the numbers of the rows beside it."""
    strip = layout.axis_strip
    size = min(strip * 0.72, layout.pitch * 0.56)
    if size < MIN_TEXT_PIXELS:
        return
    painter.setFont(label_font(size))
    painter.setPen(colour(style.faint))
    for c in range(layout.columns):
        x, y = layout.corner((0, c))
        room = QRectF(x, y - layout.axis, layout.pitch, strip)
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, column_name(c))
    for r in range(layout.rows):
        x, y = layout.corner((r, 0))
        room = QRectF(x - layout.axis, y, strip, layout.pitch)
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, str(r + 1))


def _moving_cells(frame: Frame) -> Collection[Cell]:
    return frame.motion.cells if frame.motion is not None else ()


def _paint_tiles(
    painter: QPainter,
    frame: Frame,
    layout: Layout,
    style: Style,
    cells: Iterable[Cell],
    cache: TileCache | None = None,
    rotation: float = 0.0,
) -> None:
    """Draw tiles in their cells; if the painter is rotated, their labels are drawn upright.

    Tiles fade that are not among those to highlight, if there are any.
    """
    lit = frame.marks.highlighted
    if cache is not None:
        picture = frame.picture
        cache.begin_frame((layout.pitch, layout.gap, style, picture.mosaic, picture.names))
    for cell in cells:
        value = frame.picture.values[cell[0]][cell[1]]
        if value != frame.picture.gap:
            face = frame.colours.get(value, _DEFAULT_COLOUR)
            if lit is not None and cell not in lit:
                face = mix(face, style.page, _FADE)
            if cache is None:
                rect = tile_rect(layout, cell)
                _paint_tile(painter, rect, layout, frame, style, face, value, rotation)
                continue
            draw = partial(_paint_in_cell, layout, frame, style, face, value)
            corner = QPointF(*layout.corner(cell))
            cache.draw(painter, corner, layout.pitch, (value, face), draw)


def _paint_in_cell(
    layout: Layout,
    frame: Frame,
    style: Style,
    face: str,
    value: int,
    painter: QPainter,
    cell: QRectF,
) -> None:
    half = layout.gap / 2
    rect = cell.adjusted(half, half, -half, -half)
    _paint_tile(painter, rect, layout, frame, style, face, value)


_DEFAULT_COLOUR = "#CCCCCC"
_FADE = 0.65


def _paint_tile(
    painter: QPainter,
    rect: QRectF,
    layout: Layout,
    frame: Frame,
    style: Style,
    face: str,
    value: int,
    rotation: float = 0.0,
) -> None:
    """Draw a tile with rounded corners, a darker lower edge, and the label of its value.

    Args:
        painter: painter.
        rect: rectangle of the tile.
        layout: layout of the board.
        frame: frame of the tile.
        style: colours.
        face: colour of the tile.
        value: value of the tile.
        rotation: clockwise rotation of the painter in degrees.
    """
    radius = corner_radius(layout)
    painter.setPen(Qt.PenStyle.NoPen)
    depth = _depth(layout)
    if depth:
        painter.setBrush(colour(mix(face, "#000000", 0.22)))
        painter.drawRoundedRect(rect, radius, radius)
        angle = math.radians(rotation)
        across, down = (
            depth * math.sin(angle),
            depth * math.cos(angle),
        )  # edge below
        rect = rect.adjusted(max(0.0, -across), max(0.0, -down), min(0.0, -across), min(0.0, -down))
    painter.setBrush(colour(face))
    painter.drawRoundedRect(rect, radius, radius)
    part = _mosaic_part(frame.picture.mosaic, value)
    if rotation:
        painter.save()
        painter.translate(rect.center())
        painter.rotate(-rotation)
        painter.translate(-rect.center())
    if part is not None:
        _paint_mosaic_part(painter, rect, radius, *part, rotation)
    if name := _shown_name(frame, style, value):
        _paint_name(painter, rect, layout, style, face, name, radius, plate=part is not None)
    else:
        _paint_value(painter, rect, layout, style, face, value, radius, plate=part is not None)
    if rotation:
        painter.restore()


def _depth(layout: Layout) -> float:
    """Return the height of the darker lower edge of a tile; 0 if it is too low to be drawn."""
    depth = layout.pitch * 0.035
    return depth if depth >= 0.8 else 0.0


def _shown_name(frame: Frame, style: Style, value: int) -> str:
    """Return the name that a tile shows; empty if it shows its number."""
    name = frame.picture.names.get(value, "") if style.labels == NAMES else ""
    return name if name and glyph_kind(name) is not GlyphKind.MISSING else ""


def _number_plate(rect: QRectF, pitch: float, text: str) -> QRectF:
    """Return the plate of a number in the corner of a photo's tile."""
    side = pitch * 0.3
    return QRectF(rect.left(), rect.top(), side * max(1.0, len(text) * 0.55), side)


def _labels_to_keep(frame: Frame, layout: Layout, style: Style) -> QRegion:
    """Return the places of labels that the marks of a move would touch.

    These are the labels in the corners of a photo, and long labels beside frames in small cells.
    """
    picture, kept = frame.picture, QRegion()
    motions = [each for each in (frame.marks.next_move, frame.marks.preview) if each is not None]
    if picture.ground or not motions or style.labels in (SYMBOLS, NO_LABELS):
        return kept
    cells = {cell for motion in motions for cell in motion.cells}
    near = {(r + down, c + right) for r, c in cells for down, right in _AROUND}
    for r, c in near.intersection(_all_cells(layout)):
        value = picture.values[r][c]
        plate = _mosaic_part(picture.mosaic, value) is not None
        if value != picture.gap and (plate or layout.pitch < _TIGHT):
            rect = tile_rect(layout, (r, c)).adjusted(0, 0, 0, -_depth(layout))
            kept += QRegion(_label_rect(rect, layout, frame, style, value, plate=plate).toRect())
    return kept


def _label_rect(
    rect: QRectF, layout: Layout, frame: Frame, style: Style, value: int, *, plate: bool
) -> QRectF:
    """Return the rectangle of a tile's label, or of the plate below it."""
    pitch = layout.pitch
    name = _shown_name(frame, style, value)
    text = name or (_letter_label(value) if style.labels == LETTERS else str(value))
    if plate and name:
        return QRectF(rect.left(), rect.top(), pitch * 0.9, pitch * 0.3)
    if plate:
        return _number_plate(rect, pitch, text)
    size = label_size(pitch, text)
    width = QFontMetricsF(label_font(size)).horizontalAdvance(text) if size else 0.0
    half = QPointF(min(width, rect.width()) / 2, size / 2)
    return QRectF(rect.center() - half, rect.center() + half)


_TIGHT = 40.0
"""Size of a cell in pixels below which a frame may touch a label of three digits."""
_AROUND = tuple((down, right) for down in (-1, 0, 1) for right in (-1, 0, 1))


def _paint_name(
    painter: QPainter,
    rect: QRectF,
    layout: Layout,
    style: Style,
    face: str,
    name: str,
    radius: float,
    *,
    plate: bool,
) -> None:
    """Draw the name of a tile's value; on a plate along the upper edge if there is a photo."""
    side, inset = layout.pitch, layout.pitch * 0.04
    if plate:
        side = layout.pitch * 0.5
        _, _, width = fit_text(name, rect.width() - 2 * inset, side * 0.42)
        if not width:
            return
        rect = QRectF(rect.left(), rect.top(), width + 2 * inset, layout.pitch * 0.3)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(style.page, 225))
        painter.drawRoundedRect(rect, radius, radius)
    room = rect.adjusted(inset, 0, -inset, 0)
    paint_word(painter, room, side * 0.42, name, style.ink if plate else text_on(face))


def _paint_value(
    painter: QPainter,
    rect: QRectF,
    layout: Layout,
    style: Style,
    face: str,
    value: int,
    radius: float,
    *,
    plate: bool,
) -> None:
    """Draw the label of a tile's value; on a plate in the corner if there is a photo."""
    if style.labels == SYMBOLS:
        _paint_symbol(painter, rect, layout.pitch, value, text_on(face))
    elif style.labels != NO_LABELS:
        text = _letter_label(value) if style.labels == LETTERS else str(value)
        if plate:
            size = layout.pitch * 0.51
            if not label_size(size, text):
                return
            room = _number_plate(rect, layout.pitch, text)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour(style.page, 225))
            painter.drawRoundedRect(room, radius, radius)
            paint_label(painter, room, size, text, style.ink)
        else:
            paint_label(painter, rect, layout.pitch, text, text_on(face))


def _letter_label(value: int) -> str:
    """Return A, B, C … for 1, 2, 3 …, and the number for other values."""
    return column_name(value - 1) if value > 0 else str(value)


def _mosaic_part(mosaic: Mosaic | None, value: int) -> tuple[QImage, QRectF] | None:
    """Return the photo on the tiles, and the part of it that a value shows."""
    if mosaic is None:
        return None
    image = _decode_cached(mosaic.data)
    cell = mosaic.home_of.get(value) if not image.isNull() else None
    if cell is None:
        return None
    width, height = image.width() / mosaic.columns, image.height() / mosaic.rows
    return image, QRectF(cell[1] * width, cell[0] * height, width, height)


@lru_cache(maxsize=4)
def _decode_cached(data: bytes) -> QImage:
    return decode_image(data, TILE_PICTURES)


def _paint_mosaic_part(
    painter: QPainter, rect: QRectF, radius: float, image: QImage, part: QRectF, rotation: float
) -> None:
    """Draw a part of a photo upright, clipped to a rotated tile."""
    angle, middle = math.radians(rotation), rect.center()
    corners = QPainterPath()
    corners.addRoundedRect(rect, radius, radius)
    around = QTransform.fromTranslate(-middle.x(), -middle.y())
    around *= QTransform().rotate(rotation)
    corners = (around * QTransform.fromTranslate(middle.x(), middle.y())).map(corners)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.setClipPath(corners, Qt.ClipOperation.IntersectClip)
    side = (rect.size() * (abs(math.cos(angle)) + abs(math.sin(angle)))) / 2  # covers the corners
    reach = QPointF(side.width(), side.height())
    painter.drawImage(QRectF(middle - reach, middle + reach), image, part)
    painter.restore()


_SYMBOLS: tuple[tuple[tuple[float, float], ...], ...] = (
    ((-0.8, -0.8), (0.8, -0.8), (0.8, 0.8), (-0.8, 0.8)),  # a square
    ((0, -1), (0.95, 0.75), (-0.95, 0.75)),  # a triangle
    ((0, -1.05), (1.05, 0), (0, 1.05), (-1.05, 0)),  # a diamond
    ((-0.3, -1), (0.3, -1), (0.3, -0.3), (1, -0.3), (1, 0.3), (0.3, 0.3), (0.3, 1), (-0.3, 1),
     (-0.3, 0.3), (-1, 0.3), (-1, -0.3), (-0.3, -0.3)),  # a plus
    ((-1, -0.35), (1, -0.35), (1, 0.35), (-1, 0.35)),  # a bar
    ((-0.95, -0.75), (0.95, -0.75), (0, 1)),  # a triangle on its tip
    ((-0.35, -1), (0.35, -1), (0.35, 1), (-0.35, 1)),  # a post
)  # fmt: skip


def _paint_symbol(painter: QPainter, rect: QRectF, pitch: float, value: int, ink: str) -> None:
    """Draw a symbol: eight shapes, filled for the first eight values, hollow for the next."""
    shape = value % (len(_SYMBOLS) + 1)
    hollow = value // (len(_SYMBOLS) + 1) % 2
    size = pitch * 0.2
    painter.setPen(QPen(colour(ink), max(1.0, pitch * 0.05)) if hollow else Qt.PenStyle.NoPen)
    painter.setBrush(Qt.BrushStyle.NoBrush if hollow else colour(ink))
    middle = rect.center()
    if shape == len(_SYMBOLS):
        painter.drawEllipse(middle, size, size)
        return
    painter.drawPolygon(_symbol(shape, size).translated(middle))


@lru_cache(64)
def _symbol(shape: int, size: float) -> QPolygonF:
    """Return a symbol with corners, centred at the origin."""
    return QPolygonF([QPointF(x * size, y * size) for x, y in _SYMBOLS[shape]])


def _paint_motion(painter: QPainter, frame: Frame, layout: Layout, style: Style) -> None:
    """Draw the tiles of a move in progress."""
    motion = frame.motion
    assert motion is not None
    cells, pitch = motion.cells, layout.pitch
    painter.save()
    match motion.transform:
        case Rotation(about, quarter_turns):
            x, y = layout.point(about)
            painter.translate(x, y)
            rotation = 90 * quarter_turns * frame.progress
            painter.rotate(rotation)
            # Shrink slightly, so that the corners of a turning block stay near its square.
            lift = 1 - 0.2 * math.sin(math.pi * frame.progress)
            painter.scale(lift, lift)
            painter.translate(-x, -y)
            _paint_tiles(painter, frame, layout, style, cells, rotation=rotation)
        case Translation(down, right, around):
            if around:
                board = QRectF(layout.left, layout.top, layout.width, layout.height)
                painter.setClipRect(board, Qt.ClipOperation.IntersectClip)
            painter.translate(right * pitch * frame.progress, down * pitch * frame.progress)
            _paint_tiles(painter, frame, layout, style, cells)
            if around:  # tiles that leave the board reappear on the other side
                rows, columns = _sign(down) * layout.rows, _sign(right) * layout.columns
                painter.translate(-columns * pitch, -rows * pitch)
                leaving = [c for c, to in motion.carried if to != (c[0] + down, c[1] + right)]
                _paint_tiles(painter, frame, layout, style, leaving)
        case Arcs() as arcs:
            for index, (cell, to) in enumerate(motion.carried):
                way = arcs.displacement(index, cell, to, frame.progress)
                painter.translate(way.right * pitch, way.down * pitch)
                _paint_tiles(painter, frame, layout, style, (cell,))
                painter.translate(-way.right * pitch, -way.down * pitch)
        case path:
            assert_never(path)
    painter.restore()


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
