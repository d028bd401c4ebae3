"""Drawing of a move that is pointed out: frames, arrows and its name, between the tiles."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import assert_never

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF

from puzzlegui.core.motion import Motion, RoundArrow, StraightArrow
from puzzlegui.core.routes import Point, Route
from puzzlegui.render.layout import Layout
from puzzlegui.render.primitives import colour, label_font
from puzzlegui.render.style import Style, text_on

RING = 0.43
"""Radius of a ring around the label of a cell, in cells."""
_DISC, _ROUND = 0.26, 0.17
"""Radii of the disc where four tiles meet and of the arrow on it, in cells."""
_FRAME_RADIUS, _ROUTE_RADIUS = 0.16, 0.12
_HEAD = 0.13
"""Length of an arrowhead, in cells."""
_NAME = 0.26
"""Height of the name of a move, in cells."""
_NAME_SHARE = 0.3
"""Place of a name on an arrow, as a share of its length."""
_MIN_NAME = 9.0
"""Height of a name in pixels below which it is omitted."""


def paint_move(
    painter: QPainter,
    motion: Motion,
    layout: Layout,
    style: Style,
    line: Qt.PenStyle = Qt.PenStyle.SolidLine,
) -> None:
    """Draw frames around the cells of a move, arrows, and its name; labels of tiles stay free."""
    tones = _two_tones(layout, style)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for (tone, width), kind in zip(tones, (Qt.PenStyle.SolidLine, line), strict=True):
        pen = QPen(colour(tone), width, kind)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        if motion.walker_step is not None:
            radius = layout.pitch * RING
            painter.drawEllipse(QPointF(*layout.centre(motion.outlined[0])), radius, radius)
            continue
        for corners in motion.frames:
            painter.drawPath(_rounded(_pixels(corners, layout), layout.pitch * _FRAME_RADIUS))
    match motion.arrow:
        case RoundArrow() as arrow:
            _paint_round_arrow(painter, arrow, layout, style)
        case StraightArrow(start, tip, bold):
            size = _HEAD * (1.3 if bold else 1.0)
            _paint_routes(painter, [Route((start, tip))], layout, tones, line, size)
        case tuple() as routes:
            _paint_routes(painter, routes, layout, tones, line, _HEAD)
            if motion.name:
                _paint_name(painter, motion, routes, layout, style)
        case arrow:
            assert_never(arrow)


def _two_tones(layout: Layout, style: Style) -> list[tuple[str, float]]:
    """Return the two colours of a line visible on any colour, from bottom to top, with widths.

    The top line is at least three pixels wide unless cells are too small.
    """
    pitch = layout.pitch
    width = min(max(1.5, min(3.0, pitch * 0.12), pitch * 0.045), 8.0)
    return [(style.page, width * 2.3), (style.accent, width)]


def _pixels(points: Sequence[Point], layout: Layout) -> list[QPointF]:
    return [QPointF(*layout.point(point)) for point in points]


def _rounded(points: Sequence[QPointF], radius: float, *, closed: bool = True) -> QPainterPath:
    """Return a line through points with rounded corners."""
    path = QPainterPath()
    if closed:
        points = [points[-1], *points, points[0]]
    else:
        path.moveTo(points[0])
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        bends = []
        for other in (before, after):
            side = QLineF(corner, other)
            share = min(0.5, radius / side.length()) if side.length() else 0.0
            bends.append(side.pointAt(share))
        if path.elementCount():
            path.lineTo(bends[0])
        else:
            path.moveTo(bends[0])
        path.quadTo(corner, bends[1])
    if closed:
        path.closeSubpath()
    else:
        path.lineTo(points[-1])
    return path


def _paint_routes(
    painter: QPainter,
    routes: Sequence[Route],
    layout: Layout,
    tones: Sequence[tuple[str, float]],
    line: Qt.PenStyle,
    size: float,
) -> None:
    """Draw arrows; each hides the lines that it crosses, so that crossings are clear."""
    _, thin = tones[-1]
    for route in routes:
        points = _pixels(route.points, layout)
        head = max(layout.pitch * size, thin * 1.5)
        heads = [_head(points, head)]
        if route.both_ways:
            points.reverse()  # the shaft, too, ends inside both heads
            heads.append(_head(points, head))
        shaft = _rounded(points, layout.pitch * _ROUTE_RADIUS, closed=False)
        for tone, width in tones:
            halo = width - thin
            painter.setPen(QPen(colour(tone), width, Qt.PenStyle.SolidLine if halo else line))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPath(shaft)
            painter.setPen(QPen(colour(tone), halo) if halo else Qt.PenStyle.NoPen)
            painter.setBrush(colour(tone))
            for triangle in heads:
                painter.drawPolygon(triangle)


def _head(points: list[QPointF], size: float) -> QPolygonF:
    """Return the head at the end of a line, and shorten the line to the middle of the head."""
    before, tip = points[-2:]
    length = QLineF(before, tip).length()
    along = (tip - before) / length
    across = QPointF(-along.y(), along.x())
    base = tip - along * size
    points[-1] = tip - along * min(size / 2, length / 2)
    return QPolygonF([tip, base + across * size * 0.7, base - across * size * 0.7])


def _paint_name(
    painter: QPainter, motion: Motion, routes: Sequence[Route], layout: Layout, style: Style
) -> None:
    """Draw the name of a move on the longest arrow along a row, or at its first cell."""
    height = layout.pitch * _NAME
    if height < _MIN_NAME:
        return
    runs = [
        (abs(end.right - start.right), start, end)
        for route in routes
        for start, end in pairwise(route.points)
        if start.down == end.down and abs(end.right - start.right) >= 1
    ]
    if runs:
        _, start, end = max(runs)  # off its middle, where short arrows may cross
        place = Point(start.down, start.right + (end.right - start.right) * _NAME_SHARE)
    else:
        row, column = min(motion.cells)
        place = Point(row, column + 0.5)
    top = min(row for row, _ in motion.cells)
    middle = QPointF(*layout.point(place))
    if place.down - top < _NAME / 2:  # inside, since the board may end here
        middle.setY(layout.point(Point(top, 0))[1] + height / 2)
    font = label_font(height * 0.85)
    width = QFontMetricsF(font).horizontalAdvance(motion.name) + height * 0.6
    rect = QRectF(middle.x() - width / 2, middle.y() - height / 2, width, height)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(style.accent))
    painter.drawRoundedRect(rect, height * 0.3, height * 0.3)
    painter.setFont(font)
    painter.setPen(colour(text_on(style.accent)))
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, motion.name)


def _paint_round_arrow(painter: QPainter, arrow: RoundArrow, layout: Layout, style: Style) -> None:
    middle = QPointF(*layout.point(arrow.centre))
    radius = layout.pitch * _ROUND
    disc = layout.pitch * _DISC
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(style.page))
    painter.drawEllipse(middle, disc, disc)
    pen = QPen(colour(style.accent), max(1.2, layout.pitch * 0.05))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    direction = 1 if arrow.clockwise else -1
    start_angle = 150 if arrow.clockwise else 30
    box = QRectF(middle.x() - radius, middle.y() - radius, 2 * radius, 2 * radius)
    painter.drawArc(box, start_angle * 16, -direction * 250 * 16)
    angle = math.radians(start_angle - direction * 250)
    end = QPointF(middle.x() + radius * math.cos(angle), middle.y() - radius * math.sin(angle))
    along = QPointF(math.sin(angle), math.cos(angle)) * direction  # tangent at the end
    across = QPointF(-along.y(), along.x())
    size = layout.pitch * 0.1
    head = QPainterPath(end + along * size)
    head.lineTo(end + across * size)
    head.lineTo(end - across * size)
    head.closeSubpath()
    painter.fillPath(head, colour(style.accent))
