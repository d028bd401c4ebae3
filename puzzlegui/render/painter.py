"""Drawing a board: pure functions from a picture and a style to QPainter calls."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import pairwise
from typing import assert_never

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPen, QPolygonF

from puzzlegui.core.cells import Cell, column_name
from puzzlegui.core.motion import Motion, Straight, Turning
from puzzlegui.core.palettes import mix
from puzzlegui.core.picture import Mosaic, Picture
from puzzlegui.render.layout import Layout
from puzzlegui.render.marks import Marks, paint_differing, paint_marks
from puzzlegui.render.pen import SMALLEST_TEXT, colour, label_font, paint_label, rounded, tile_rect
from puzzlegui.render.style import NOTHING, NUMBERS, SYMBOLS, Style, text_on
from puzzlegui.render.tilecache import TileCache


@dataclass(frozen=True)
class Frame:
    """All there is to draw at one moment.

    Attributes:
        picture: the position the motion starts from.
        colours: of each value.
        motion: the move being made, if any.
        progress: how far it has come, 0 to 1.
        marks: what is drawn on top.
    """

    picture: Picture
    colours: Mapping[int, str]
    motion: Motion | None = None
    progress: float = 0.0
    marks: Marks = field(default_factory=Marks)


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
        painter: antialiasing is switched on by this function.
        frame: what to draw.
        layout: where.
        style: in which colours.
        cells: only these cells need drawing; None for all.
        axes: the letters and numbers along the sides need drawing, if the style has any.
        cache: keeps tiles at rest as they were drawn; they are not drawn anew then.
    """
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _paint_tray(painter, layout, style)
    wanted = _all_cells(layout) if cells is None else cells
    if axes and style.axes and layout.axis:
        _paint_axes(painter, layout, style)
    if frame.picture.ground:
        _paint_floor(painter, frame, layout, style, wanted)
        _paint_trail(painter, frame, layout, style)
        _paint_numbers(painter, frame, layout, style, wanted)
        _paint_walker(painter, frame, layout, style)
    else:
        moving = _moving_cells(frame)
        resting = [c for c in wanted if c not in moving]
        _paint_tiles(painter, frame, layout, style, resting, cache)
        if moving:
            _paint_motion(painter, frame, layout, style)
    paint_differing(painter, frame.marks.differing.intersection(wanted), layout, style)
    paint_marks(painter, frame.marks, layout, style)


def _all_cells(layout: Layout) -> list[Cell]:
    return [(r, c) for r in range(layout.rows) for c in range(layout.columns)]


def _paint_tray(painter: QPainter, layout: Layout, style: Style) -> None:
    margin = max(2.0, layout.pitch * 0.06)
    tray = QRectF(layout.left, layout.top, layout.width, layout.height)
    tray.adjust(-margin, -margin, margin, margin)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(style.tray))
    painter.drawRoundedRect(tray, margin + rounded(layout), margin + rounded(layout))


def _paint_axes(painter: QPainter, layout: Layout, style: Style) -> None:
    margin = max(3.0, layout.pitch * 0.1)
    strip = layout.axis - margin
    size = min(strip * 0.72, layout.pitch * 0.56)
    if size < SMALLEST_TEXT:
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
) -> None:
    lit = frame.marks.lit
    if cache is not None:
        cache.begin((layout.pitch, layout.gap, style, frame.picture.mosaic))
    for cell in cells:
        value = frame.picture.values[cell[0]][cell[1]]
        if value != frame.picture.gap:
            face = frame.colours.get(value, _NO_COLOUR)
            if lit is not None and cell not in lit:
                face = mix(face, style.page, _PALER)
            if cache is None:
                _paint_tile(painter, tile_rect(layout, cell), layout, frame, style, face, value)
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


_NO_COLOUR = "#CCCCCC"
_PALER = 0.65


def _paint_tile(
    painter: QPainter,
    rect: QRectF,
    layout: Layout,
    frame: Frame,
    style: Style,
    face: str,
    value: int,
) -> None:
    """A soft-cornered tile with a slightly darker lower edge, and what tells its value."""
    radius = rounded(layout)
    painter.setPen(Qt.PenStyle.NoPen)
    depth = layout.pitch * 0.035
    if depth >= 0.8:
        painter.setBrush(colour(mix(face, "#000000", 0.22)))
        painter.drawRoundedRect(rect, radius, radius)
        rect = rect.adjusted(0, 0, 0, -depth)
    painter.setBrush(colour(face))
    painter.drawRoundedRect(rect, radius, radius)
    part = _part_of(frame.picture.mosaic, value)
    if part is not None:
        _paint_part(painter, rect, radius, *part)
    if style.labels == SYMBOLS:
        _paint_symbol(painter, rect, layout.pitch, value, text_on(face))
    elif style.labels != NOTHING:
        text = str(value) if style.labels == NUMBERS else _letters(value)
        if part is not None:  # a small one on a plate of its own, in the corner
            side = layout.pitch * 0.3
            plate = QRectF(rect.left(), rect.top(), side * max(1.0, len(text) * 0.55), side)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour(style.page, 225))
            painter.drawRoundedRect(plate, radius, radius)
            paint_label(painter, plate, side * 1.7, text, style.ink)
        else:
            paint_label(painter, rect, layout.pitch, text, text_on(face))


def _letters(value: int) -> str:
    """A, B, C … for 1, 2, 3 …; numbers for the rest."""
    return column_name(value - 1) if value > 0 else str(value)


def _part_of(mosaic: Mosaic | None, value: int) -> tuple[QImage, QRectF] | None:
    """The picture on the tiles, and the part of it that a value shows."""
    if mosaic is None:
        return None
    image = _decoded(mosaic.data)
    cell = dict(mosaic.homes).get(value) if not image.isNull() else None
    if cell is None:
        return None
    width, height = image.width() / mosaic.columns, image.height() / mosaic.rows
    return image, QRectF(cell[1] * width, cell[0] * height, width, height)


@lru_cache(maxsize=4)
def _decoded(data: bytes) -> QImage:
    return QImage.fromData(data)


def _paint_part(
    painter: QPainter, rect: QRectF, radius: float, image: QImage, part: QRectF
) -> None:
    """A part of a picture, with the tile's corners."""
    corners = QPainterPath()
    corners.addRoundedRect(rect, radius, radius)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.setClipPath(corners, Qt.ClipOperation.IntersectClip)
    painter.drawImage(rect, image, part)
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
    """One of eight shapes, full for the first eight values, hollow for the next, and so on."""
    shape = value % (len(_SYMBOLS) + 1)
    hollow = value // (len(_SYMBOLS) + 1) % 2
    size = pitch * 0.2
    painter.setPen(QPen(colour(ink), max(1.0, pitch * 0.05)) if hollow else Qt.PenStyle.NoPen)
    painter.setBrush(Qt.BrushStyle.NoBrush if hollow else colour(ink))
    middle = rect.center()
    if shape == len(_SYMBOLS):
        painter.drawEllipse(middle, size, size)
        return
    points = [middle + QPointF(x * size, y * size) for x, y in _SYMBOLS[shape]]
    painter.drawPolygon(QPolygonF(points))


def _paint_motion(painter: QPainter, frame: Frame, layout: Layout, style: Style) -> None:
    """What is carried, a part of its way on."""
    motion = frame.motion
    assert motion is not None
    cells, pitch = motion.cells, layout.pitch
    painter.save()
    match motion.path:
        case Turning(about, quarter_turns):
            x, y = layout.point(about)
            painter.translate(x, y)
            painter.rotate(90 * quarter_turns * frame.progress)
            # Drawn in a little, so that the corners of a turning block hardly leave its place.
            lift = 1 - 0.2 * math.sin(math.pi * frame.progress)
            painter.scale(lift, lift)
            painter.translate(-x, -y)
            _paint_tiles(painter, frame, layout, style, cells)
        case Straight(down, right, around):
            if around:
                board = QRectF(layout.left, layout.top, layout.width, layout.height)
                painter.setClipRect(board, Qt.ClipOperation.IntersectClip)
            painter.translate(right * pitch * frame.progress, down * pitch * frame.progress)
            _paint_tiles(painter, frame, layout, style, cells)
            if around:  # once more what has left the board, where it comes in again
                rows, columns = _sign(down) * layout.rows, _sign(right) * layout.columns
                painter.translate(-columns * pitch, -rows * pitch)
                leaving = [c for c, to in motion.carried if to != (c[0] + down, c[1] + right)]
                _paint_tiles(painter, frame, layout, style, leaving)
        case path:
            assert_never(path)
    painter.restore()


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _paint_floor(
    painter: QPainter, frame: Frame, layout: Layout, style: Style, cells: Iterable[Cell]
) -> None:
    picture = frame.picture
    for cell in cells:
        rect = tile_rect(layout, cell)
        face = _floor_colour(frame, style, cell)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(face))
        painter.drawRoundedRect(rect, rounded(layout), rounded(layout))
        if cell == picture.target:
            _paint_target(painter, layout, style, cell)


def _paint_numbers(
    painter: QPainter, frame: Frame, layout: Layout, style: Style, cells: Iterable[Cell]
) -> None:
    """The numbers on the floor, above the way gone, which is cut out around them."""
    picture = frame.picture
    crossed = _crossed(picture.trail)
    walker = picture.trail[-1] if picture.trail and frame.motion is None else None
    radius = layout.pitch * 0.25
    for cell in cells:
        if cell == walker:
            continue
        face = _floor_colour(frame, style, cell)
        if cell in crossed:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour(face))
            painter.drawEllipse(QPointF(*layout.middle(cell)), radius, radius)
        label = _signed(picture, picture.values[cell[0]][cell[1]])
        paint_label(painter, tile_rect(layout, cell), layout.pitch, label, text_on(face))


def _floor_colour(frame: Frame, style: Style, cell: Cell) -> str:
    stepped = style.floor_stepped if cell in frame.picture.trail else style.floor
    return frame.colours.get(frame.picture.values[cell[0]][cell[1]], stepped)


def _crossed(trail: Sequence[Cell]) -> set[Cell]:
    """Every cell that the way leads over or through."""
    found: set[Cell] = set()
    for (r0, c0), (r1, c1) in pairwise(trail):
        found.update(
            (r, c)
            for r in range(min(r0, r1), max(r0, r1) + 1)
            for c in range(min(c0, c1), max(c0, c1) + 1)
        )
    return found


def _signed(picture: Picture, value: int) -> str:
    sign = "+" if picture.signed and value > 0 else ""
    return f"{sign}{value}".replace("-", "\N{MINUS SIGN}")


def _paint_target(painter: QPainter, layout: Layout, style: Style, cell: Cell) -> None:
    """Two rings, as on a shooting target."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    pen = QPen(colour(style.accent), max(1.0, layout.pitch * 0.045))
    painter.setPen(pen)
    middle = QPointF(*layout.middle(cell))
    for radius in (0.42, 0.34):
        painter.drawEllipse(middle, layout.pitch * radius, layout.pitch * radius)


def _walker(frame: Frame, layout: Layout) -> QPointF | None:
    """Where the walker stands, or is on its jump."""
    if not frame.picture.trail:
        return None
    here = QPointF(*layout.middle(frame.picture.trail[-1]))
    if frame.motion is None:
        return here
    assert frame.motion.walk is not None
    to = QPointF(*layout.middle(frame.motion.walk[1]))
    return here + (to - here) * frame.progress


def _paint_trail(painter: QPainter, frame: Frame, layout: Layout, style: Style) -> None:
    """The way gone as a line with arrow heads."""
    walker = _walker(frame, layout)
    if walker is None:
        return
    trail = [QPointF(*layout.middle(cell)) for cell in frame.picture.trail]
    if frame.motion is not None:
        trail.append(walker)
    pen = QPen(colour(mix(style.accent, style.floor_stepped, 0.35)), max(1.0, layout.pitch * 0.05))
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolyline(QPolygonF(trail))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(style.accent))
    for start, end in pairwise(trail):
        _paint_arrow_head(painter, start, end, layout.pitch)


def _paint_walker(painter: QPainter, frame: Frame, layout: Layout, style: Style) -> None:
    walker = _walker(frame, layout)
    if walker is None:
        return
    lift = math.sin(math.pi * frame.progress) if frame.motion is not None else 0.0
    radius = layout.pitch * (0.28 + 0.05 * lift)
    painter.setPen(QPen(colour(style.floor), max(1.0, layout.pitch * 0.04)))
    painter.setBrush(colour(style.accent))
    painter.drawEllipse(walker, radius, radius)
    if frame.motion is None:
        row, column = frame.picture.trail[-1]
        label = _signed(frame.picture, frame.picture.values[row][column])
        room = QRectF(walker.x() - radius, walker.y() - radius, 2 * radius, 2 * radius)
        paint_label(painter, room, layout.pitch * 0.75, label, text_on(style.accent))


def _paint_arrow_head(painter: QPainter, start: QPointF, end: QPointF, pitch: float) -> None:
    """A small triangle on a line, where it enters its last cell."""
    line = QLineF(start, end)
    if line.length() < pitch * 0.9:
        return
    size = pitch * 0.12
    way = (end - start) / line.length()
    across = QPointF(-way.y(), way.x())
    at = end - way * pitch * 0.5
    tip, base = at + way * size, at - way * size * 0.6
    painter.drawPolygon(QPolygonF([tip, base + across * size * 0.7, base - across * size * 0.7]))
