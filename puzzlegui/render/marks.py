"""Marks on a board: cursor, problems, selection, the next move."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import assert_never

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen, QPolygonF

from puzzlegui.core.cells import Cell
from puzzlegui.core.motion import (
    CurvedArrow,
    Motion,
    Outline,
    RoundArrow,
    Shape,
    StraightArrow,
)
from puzzlegui.render.layout import Layout
from puzzlegui.render.primitives import colour, corner_radius, paint_label, tile_rect
from puzzlegui.render.style import Style, text_on


@dataclass(frozen=True)
class Marks:
    """Marks drawn on top of a board.

    Attributes:
        cursor: cell with the keyboard cursor.
        problems: cells with problems.
        next_move: motion of the next move.
        destinations: cells that can be moved to.
        selected: cells that the next command applies to.
        highlighted: tiles to highlight by fading all others; None to fade none.
        preview: motion of a previewed move, perhaps of another position.
        misplaced: cells that differ from the goal.
    """

    cursor: Cell | None = None
    problems: frozenset[Cell] = frozenset()
    next_move: Motion | None = None
    destinations: frozenset[Cell] = frozenset()
    selected: frozenset[Cell] = frozenset()
    highlighted: frozenset[Cell] | None = None
    preview: Motion | None = None
    misplaced: frozenset[Cell] = frozenset()


def paint_marks(
    painter: QPainter, marks: Marks, cells: Iterable[Cell], layout: Layout, style: Style
) -> None:
    """Draw the marks of cells and moves, except of misplaced cells.

    Args:
        painter: painter.
        marks: marks to draw.
        cells: cells to draw; marks that extend beyond single cells are always drawn.
        layout: layout of the board.
        style: colours.
    """
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for cell in marks.problems.intersection(cells):
        rect = tile_rect(layout, cell)
        width = max(2.0, layout.pitch * 0.05)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        # Two tones are visible on any colour.
        for tone, thickness in ((style.page, width * 2), (style.warning, width)):
            painter.setPen(QPen(colour(tone), thickness))
            painter.drawRoundedRect(rect, corner_radius(layout), corner_radius(layout))
        size = layout.pitch * 0.3
        corner = QRectF(rect.right() - size, rect.top(), size, size)
        painter.setBrush(colour(style.warning))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawRoundedRect(corner, size * 0.4, size * 0.4)
        paint_label(painter, corner, size * 1.6, "!", text_on(style.warning))
    _paint_destinations(painter, marks.destinations, layout, style)
    _paint_selection(painter, marks.selected, layout, style)
    if marks.next_move is not None:
        _paint_move(painter, marks.next_move, layout, style, Qt.PenStyle.SolidLine)
    if marks.preview is not None:
        _paint_move(painter, marks.preview, layout, style, Qt.PenStyle.DashLine)
    if marks.cursor is not None:
        width = min(max(2.0, layout.pitch * 0.05), 3.5)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        # Two tones are visible on any colour.
        for tone, thickness in ((style.page, width * 2), (style.accent, width)):
            painter.setPen(QPen(colour(tone), thickness))
            painter.drawRoundedRect(
                tile_rect(layout, marks.cursor), corner_radius(layout), corner_radius(layout)
            )


def paint_misplaced(painter: QPainter, cells: Iterable[Cell], layout: Layout, style: Style) -> None:
    """Draw a dark bottom right corner with a light edge, recognizable without colours."""
    size = max(3.0, min(layout.pitch * 0.3, 26.0))
    painter.setPen(QPen(colour(style.page), max(1.0, layout.pitch * 0.03)))
    painter.setBrush(colour(style.ink))
    for cell in cells:
        end = tile_rect(layout, cell).bottomRight()
        painter.drawPolygon(QPolygonF([end, end - QPointF(size, 0), end - QPointF(0, size)]))


def _paint_destinations(
    painter: QPainter, cells: Iterable[Cell], layout: Layout, style: Style
) -> None:
    """Draw a dashed ring in each cell that can be moved to."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    pen = QPen(colour(style.accent), max(1.5, layout.pitch * 0.045), Qt.PenStyle.DashLine)
    painter.setPen(pen)
    for cell in cells:
        painter.drawEllipse(QPointF(*layout.centre(cell)), layout.pitch * 0.39, layout.pitch * 0.39)


def _paint_selection(
    painter: QPainter, cells: Iterable[Cell], layout: Layout, style: Style
) -> None:
    """Draw a translucent rectangle with a frame over the selected cells."""
    if not cells:
        return
    area = QRectF()
    for cell in cells:
        x, y = layout.corner(cell)
        area = area.united(QRectF(x, y, layout.pitch, layout.pitch))
    painter.setBrush(colour(style.accent, 50))
    width = min(max(1.5, layout.pitch * 0.04), 3.0)
    painter.setPen(QPen(colour(style.accent), width, Qt.PenStyle.DashLine))
    painter.drawRect(area)


def _paint_move(
    painter: QPainter, motion: Motion, layout: Layout, style: Style, line: Qt.PenStyle
) -> None:
    """Draw the outline of the cells that a move changes, and an arrow."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    # Two tones are visible on any colour.
    for (tone, thickness), kind in zip(
        _two_tones(layout, style), (Qt.PenStyle.SolidLine, line), strict=True
    ):
        painter.setPen(QPen(colour(tone), thickness, kind))
        _paint_outline(painter, motion.outline, layout)
    match motion.arrow:
        case RoundArrow() as arrow:
            _paint_round_arrow(painter, arrow, layout, style)
        case StraightArrow() as arrow:
            _paint_straight_arrow(painter, arrow, layout, style)
        case tuple() as arrows:
            for arrow in arrows:
                _paint_curved_arrow(painter, arrow, layout, style)
        case arrow:
            assert_never(arrow)


def _two_tones(layout: Layout, style: Style) -> list[tuple[str, float]]:
    """Return the two colours of a visible line, from bottom to top, with their widths.

    The top line is at least three pixels wide unless cells are too small.
    """
    pitch = layout.pitch
    width = min(max(1.5, min(3.0, pitch * 0.12), pitch * 0.05), 8.0)
    return [(style.page, width * 2.3), (style.ink, width)]


def _paint_outline(painter: QPainter, outline: Outline, layout: Layout) -> None:
    first, last = outline.cells[0], outline.cells[-1]
    match outline.shape:
        case Shape.BLOCK:
            corner, radius = QPointF(layout.pitch, layout.pitch), layout.pitch * 0.16
            frame = QRectF(QPointF(*layout.corner(first)), QPointF(*layout.corner(last)) + corner)
            painter.drawRoundedRect(frame, radius, radius)
        case Shape.TILES:
            frame = tile_rect(layout, first).united(tile_rect(layout, last))
            painter.drawRoundedRect(frame, corner_radius(layout), corner_radius(layout))
        case Shape.EACH:
            for cell in outline.cells:
                radius = corner_radius(layout)
                painter.drawRoundedRect(tile_rect(layout, cell), radius, radius)
        case Shape.RING:
            middle = QPointF(*layout.centre(first))
            painter.drawEllipse(middle, layout.pitch * 0.38, layout.pitch * 0.38)
        case shape:
            assert_never(shape)


def _paint_straight_arrow(
    painter: QPainter, arrow: StraightArrow, layout: Layout, style: Style
) -> None:
    start, tip = (QPointF(*layout.point(place)) for place in (arrow.start, arrow.tip))
    shaft = QPainterPath(start)
    shaft.lineTo(tip)
    tones, size = _two_tones(layout, style), 0.13
    if arrow.bold:
        tones, size = [(style.ink, max(1.5, layout.pitch * 0.06))], 0.16
    _paint_arrow(painter, shaft, start, layout.pitch * size, tones)


def _paint_curved_arrow(
    painter: QPainter, arrow: CurvedArrow, layout: Layout, style: Style
) -> None:
    start, control, tip = (QPointF(*layout.point(place)) for place in arrow)
    shaft = QPainterPath(start)
    shaft.quadTo(control, tip)
    _paint_arrow(painter, shaft, control, layout.pitch * 0.13, _two_tones(layout, style))


def _paint_arrow(
    painter: QPainter,
    shaft: QPainterPath,
    before: QPointF,
    size: float,
    tones: Iterable[tuple[str, float]],
) -> None:
    """Draw an arrow.

    Args:
        painter: painter.
        shaft: line of the arrow.
        before: point from which the line arrives at the tip.
        size: size of the head.
        tones: colours with their widths, from bottom to top.
    """
    tip = shaft.currentPosition()
    length = QLineF(before, tip).length()
    if not length:
        return
    along = (tip - before) / length
    across = QPointF(-along.y(), along.x())
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for tone, thickness in tones:
        pen = QPen(colour(tone), thickness)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.drawPath(shaft)
        painter.drawLine(tip, tip - along * size + across * size)
        painter.drawLine(tip, tip - along * size - across * size)


def _paint_round_arrow(painter: QPainter, arrow: RoundArrow, layout: Layout, style: Style) -> None:
    middle = QPointF(*layout.point(arrow.centre))
    radius = layout.pitch * 0.2
    disc = layout.pitch * 0.3
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(style.page, 235))
    painter.drawEllipse(middle, disc, disc)
    pen = QPen(colour(style.ink), max(1.2, layout.pitch * 0.05))
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
    size = layout.pitch * 0.11
    head = QPainterPath(end + along * size)
    head.lineTo(end + across * size)
    head.lineTo(end - across * size)
    head.closeSubpath()
    painter.fillPath(head, colour(style.ink))
