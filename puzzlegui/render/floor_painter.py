"""Drawing of mazes: numbers on the floor, the path and the walker."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import pairwise

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF

from puzzlegui.core.cells import Cell
from puzzlegui.core.formatting import signed
from puzzlegui.core.palettes import mix
from puzzlegui.core.picture import Picture
from puzzlegui.core.routes import Point
from puzzlegui.render.frame import Frame
from puzzlegui.render.lane_layout import lane_lines
from puzzlegui.render.layout import Layout
from puzzlegui.render.primitives import colour, corner_radius, paint_label, tile_rect
from puzzlegui.render.style import Style, text_on


def paint_floor(
    painter: QPainter, frame: Frame, layout: Layout, style: Style, cells: Iterable[Cell]
) -> None:
    """Draw the numbers on the floor, the path and the walker."""
    cells = list(cells)
    steps = {cell: number for number, cell in enumerate(frame.picture.trail)}
    _paint_cells(painter, frame, layout, style, cells, steps)
    _paint_trail(painter, frame, layout, style)
    _paint_numbers(painter, frame, layout, style, cells, steps)
    _paint_walker(painter, frame, layout, style)


def _paint_cells(
    painter: QPainter,
    frame: Frame,
    layout: Layout,
    style: Style,
    cells: Iterable[Cell],
    steps: Mapping[Cell, int],
) -> None:
    """Draw the floor; ``steps`` holds the number of jumps to each visited cell."""
    picture = frame.picture
    for cell in cells:
        rect = tile_rect(layout, cell)
        face = _floor_colour(frame, style, cell, stepped=cell in steps)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(face))
        painter.drawRoundedRect(rect, corner_radius(layout), corner_radius(layout))
        if cell == picture.target:
            _paint_target(painter, layout, style, cell)
        if picture.trail and cell == picture.trail[0]:
            _paint_start(painter, layout, style, cell)


def _paint_numbers(
    painter: QPainter,
    frame: Frame,
    layout: Layout,
    style: Style,
    cells: Iterable[Cell],
    steps: Mapping[Cell, int],
) -> None:
    """Draw the numbers on the floor, with a background that covers the path."""
    picture = frame.picture
    crossed = crossed_cells(picture.trail)
    walker = picture.trail[-1] if picture.trail and frame.motion is None else None
    radius = layout.pitch * 0.25
    for cell in cells:
        face = _floor_colour(frame, style, cell, stepped=cell in steps)
        if steps.get(cell):
            _paint_step(painter, layout, face, cell, steps[cell])
        if cell == walker:
            continue
        if cell in crossed:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour(face))
            painter.drawEllipse(QPointF(*layout.centre(cell)), radius, radius)
        label = _value_label(picture, picture.values[cell[0]][cell[1]])
        paint_label(painter, tile_rect(layout, cell), layout.pitch, label, text_on(face))


def _floor_colour(frame: Frame, style: Style, cell: Cell, *, stepped: bool) -> str:
    usual = style.floor_stepped if stepped else style.floor
    return frame.colours.get(frame.picture.values[cell[0]][cell[1]], usual)


@lru_cache(maxsize=16)
def crossed_cells(trail: tuple[Cell, ...]) -> frozenset[Cell]:
    """Return all cells that a path visits or crosses."""
    found: set[Cell] = set()
    for (row, column), (to_row, to_column) in pairwise(trail):
        down, right = to_row - row, to_column - column
        far = max(abs(down), abs(right))
        found.update((row + down * i // far, column + right * i // far) for i in range(far + 1))
    return frozenset(found)


def _value_label(picture: Picture, value: int) -> str:
    sign = "+" if picture.signed and value > 0 else ""
    return f"{sign}{signed(value)}"


def _paint_target(painter: QPainter, layout: Layout, style: Style, cell: Cell) -> None:
    """Draw the target: two rings."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    pen = QPen(colour(style.accent), max(1.0, layout.pitch * 0.045))
    painter.setPen(pen)
    middle = QPointF(*layout.centre(cell))
    for radius in (0.42, 0.34):
        painter.drawEllipse(middle, layout.pitch * radius, layout.pitch * radius)


def _paint_start(painter: QPainter, layout: Layout, style: Style, cell: Cell) -> None:
    """Draw a square around the start."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour(style.accent), max(1.0, layout.pitch * 0.045)))
    middle, reach = QPointF(*layout.centre(cell)), layout.pitch * 0.38
    corner = QPointF(reach, reach)
    painter.drawRect(QRectF(middle - corner, middle + corner))


def _paint_step(painter: QPainter, layout: Layout, face: str, cell: Cell, number: int) -> None:
    """Draw the number of jumps to a cell in its corner."""
    rect, side = tile_rect(layout, cell), layout.pitch * 0.26
    text = str(number)
    room = QRectF(rect.left(), rect.top(), side * max(1.0, len(text) * 0.6), side)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(face))
    painter.drawRoundedRect(room, corner_radius(layout), corner_radius(layout))
    paint_label(painter, room, side * (1.9 if len(text) < 3 else 2.1), text, text_on(face))


def _walker_position(frame: Frame, layout: Layout) -> QPointF | None:
    """Return the position of the walker, also during a jump."""
    if not frame.picture.trail:
        return None
    here = QPointF(*layout.centre(frame.picture.trail[-1]))
    if frame.motion is None:
        return here
    assert frame.motion.walker_step is not None
    to = QPointF(*layout.centre(frame.motion.walker_step[1]))
    return here + (to - here) * frame.progress


def _paint_trail(painter: QPainter, frame: Frame, layout: Layout, style: Style) -> None:
    """Draw the path as a line with arrow heads."""
    trail = frame.picture.trail
    if not trail:
        return
    if frame.motion is not None and frame.motion.walker_step is not None:
        trail += frame.motion.walker_step[1:]
    segments = [
        tuple(QPointF(*layout.point(Point(*end))) for end in ends) for ends in lane_lines(trail)
    ]
    if frame.motion is not None and segments:
        start, end = segments[-1]
        segments[-1] = start, start + (end - start) * frame.progress
    pen = QPen(colour(mix(style.accent, style.floor_stepped, 0.35)), max(1.0, layout.pitch * 0.05))
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for start, end in segments:
        painter.drawLine(start, end)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(style.accent))
    for start, end in segments:
        _paint_arrow_head(painter, start, end, layout.pitch)


def _paint_walker(painter: QPainter, frame: Frame, layout: Layout, style: Style) -> None:
    walker = _walker_position(frame, layout)
    if walker is None:
        return
    lift = math.sin(math.pi * frame.progress) if frame.motion is not None else 0.0
    radius = layout.pitch * (0.28 + 0.05 * lift)
    painter.setPen(QPen(colour(style.floor), max(1.0, layout.pitch * 0.04)))
    painter.setBrush(colour(style.accent))
    painter.drawEllipse(walker, radius, radius)
    if frame.motion is None:
        row, column = frame.picture.trail[-1]
        label = _value_label(frame.picture, frame.picture.values[row][column])
        room = QRectF(walker.x() - radius, walker.y() - radius, 2 * radius, 2 * radius)
        paint_label(painter, room, layout.pitch * 0.75, label, text_on(style.accent))


def _paint_arrow_head(painter: QPainter, start: QPointF, end: QPointF, pitch: float) -> None:
    """Draw a small triangle where a line enters its last cell."""
    line = QLineF(start, end)
    if line.length() < pitch * 0.9:
        return
    size = pitch * 0.12
    direction = (end - start) / line.length()
    across = QPointF(-direction.y(), direction.x())
    at = end - direction * pitch * 0.5 / max(abs(direction.x()), abs(direction.y()))
    tip, base = at + direction * size, at - direction * size * 0.6
    painter.drawPolygon(QPolygonF([tip, base + across * size * 0.7, base - across * size * 0.7]))
