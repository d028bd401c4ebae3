"""What is drawn on top of a board to point at things."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen, QPolygonF

from puzzlegui.core.cells import Cell
from puzzlegui.core.picture import Motion
from puzzlegui.render.layout import Layout
from puzzlegui.render.pen import colour, paint_label, rounded, tile_rect
from puzzlegui.render.style import Style, text_on


@dataclass(frozen=True)
class Marks:
    """What is drawn on top of a board to point at things.

    Attributes:
        cursor: the cell that typing goes to.
        problems: cells that something is wrong with.
        coming: the move to be made next.
        choices: cells that can be moved to.
        selected: cells that the next command is about.
        lit: tiles that stand out, because all others are paler; None for no difference.
        preview: a move that is only looked at, perhaps of another position.
        differing: cells that are not yet as in the goal.
    """

    cursor: Cell | None = None
    problems: frozenset[Cell] = frozenset()
    coming: Motion | None = None
    choices: frozenset[Cell] = frozenset()
    selected: frozenset[Cell] = frozenset()
    lit: frozenset[Cell] | None = None
    preview: Motion | None = None
    differing: frozenset[Cell] = frozenset()


def paint_marks(painter: QPainter, marks: Marks, layout: Layout, style: Style) -> None:
    """Draw all that points at cells and moves, but for what differs from the goal."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for cell in marks.problems:
        rect = tile_rect(layout, cell)
        width = max(2.0, layout.pitch * 0.05)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        # Two tones, so that it stands out on any colour.
        for tone, thickness in ((style.page, width * 2), (style.warning, width)):
            painter.setPen(QPen(colour(tone), thickness))
            painter.drawRoundedRect(rect, rounded(layout), rounded(layout))
        size = layout.pitch * 0.3
        corner = QRectF(rect.right() - size, rect.top(), size, size)
        painter.setBrush(colour(style.warning))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawRoundedRect(corner, size * 0.4, size * 0.4)
        paint_label(painter, corner, size * 1.6, "!", text_on(style.warning))
    _paint_choices(painter, marks.choices, layout, style)
    _paint_selected(painter, marks.selected, layout, style)
    if marks.coming is not None:
        _paint_coming(painter, marks.coming, layout, style, Qt.PenStyle.SolidLine)
    if marks.preview is not None:
        _paint_coming(painter, marks.preview, layout, style, Qt.PenStyle.DashLine)
    if marks.cursor is not None:
        width = min(max(2.0, layout.pitch * 0.05), 3.5)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        # Two tones, so that it stands out on any colour.
        for tone, thickness in ((style.page, width * 2), (style.accent, width)):
            painter.setPen(QPen(colour(tone), thickness))
            painter.drawRoundedRect(
                tile_rect(layout, marks.cursor), rounded(layout), rounded(layout)
            )


def paint_differing(painter: QPainter, cells: Iterable[Cell], layout: Layout, style: Style) -> None:
    """A dark corner, bottom right, with a light edge: a shape, so that no colour is needed."""
    size = max(3.0, min(layout.pitch * 0.3, 26.0))
    painter.setPen(QPen(colour(style.page), max(1.0, layout.pitch * 0.03)))
    painter.setBrush(colour(style.ink))
    for cell in cells:
        end = tile_rect(layout, cell).bottomRight()
        painter.drawPolygon(QPolygonF([end, end - QPointF(size, 0), end - QPointF(0, size)]))


def _paint_choices(painter: QPainter, cells: Iterable[Cell], layout: Layout, style: Style) -> None:
    """A dashed ring in every cell that can be moved to."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    pen = QPen(colour(style.accent), max(1.5, layout.pitch * 0.045), Qt.PenStyle.DashLine)
    painter.setPen(pen)
    for cell in cells:
        painter.drawEllipse(QPointF(*layout.middle(cell)), layout.pitch * 0.39, layout.pitch * 0.39)


def _paint_selected(painter: QPainter, cells: Iterable[Cell], layout: Layout, style: Style) -> None:
    """A veil over the cells, and a frame around them all."""
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


def _paint_coming(
    painter: QPainter, motion: Motion, layout: Layout, style: Style, line: Qt.PenStyle
) -> None:
    """Where a move happens: the block's outline and an arrow that says which way."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    width = min(max(1.5, layout.pitch * 0.045), 8.0)
    # Two tones, so that it stands out on any colour.
    for tone, thickness, kind in (
        (style.page, width * 2.2, Qt.PenStyle.SolidLine),
        (style.ink, width, line),
    ):
        painter.setPen(QPen(colour(tone), thickness, kind))
        if motion.kind == "turn":
            x, y = layout.corner(motion.cells[0])
            side, radius = 2 * layout.pitch, layout.pitch * 0.16
            painter.drawRoundedRect(QRectF(x, y, side, side), radius, radius)
        elif motion.kind == "slide":
            first, last = (tile_rect(layout, motion.cells[i]) for i in (0, -2))
            rect = first.united(last)
            painter.drawRoundedRect(rect, rounded(layout), rounded(layout))
        else:
            middle = QPointF(*layout.middle(motion.cells[1]))
            painter.drawEllipse(middle, layout.pitch * 0.38, layout.pitch * 0.38)
    if motion.kind == "turn":
        x, y = layout.corner(motion.cells[3])
        _paint_round_arrow(painter, QPointF(x, y), layout, motion, style)
    elif motion.kind == "slide":
        _paint_straight_arrow(painter, motion, layout, style)
    else:
        _paint_way_arrow(painter, motion, layout, style)


def _paint_straight_arrow(painter: QPainter, motion: Motion, layout: Layout, style: Style) -> None:
    """An arrow in the gap, from the tile that is to slide into it."""
    tile, gap = (QPointF(*layout.middle(cell)) for cell in motion.cells[-2:])
    along = (gap - tile) / layout.pitch
    across = QPointF(-along.y(), along.x())
    size = layout.pitch * 0.16
    tip = gap + along * size * 1.4
    pen = QPen(colour(style.ink), max(1.5, layout.pitch * 0.06))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.drawLine(gap - along * size * 1.4, tip)
    painter.drawLine(tip, tip - along * size + across * size)
    painter.drawLine(tip, tip - along * size - across * size)


def _paint_way_arrow(painter: QPainter, motion: Motion, layout: Layout, style: Style) -> None:
    """An arrow beside the walker, the way it is to jump; no number on the way is struck out."""
    here, there = (QPointF(*layout.middle(cell)) for cell in motion.cells)
    line = QLineF(here, there)
    if not line.length():
        return
    way = (there - here) / line.length()
    across = QPointF(-way.y(), way.x())
    start, tip = here + way * layout.pitch * 0.32, here + way * layout.pitch * 0.62
    size = layout.pitch * 0.13
    width = min(max(1.5, layout.pitch * 0.045), 8.0)
    for tone, thickness in ((style.page, width * 2.2), (style.ink, width)):
        pen = QPen(colour(tone), thickness)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.drawLine(start, tip)
        painter.drawLine(tip, tip - way * size + across * size)
        painter.drawLine(tip, tip - way * size - across * size)


def _paint_round_arrow(
    painter: QPainter, middle: QPointF, layout: Layout, motion: Motion, style: Style
) -> None:
    radius = layout.pitch * 0.2
    disc = layout.pitch * 0.3
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(style.page, 235))
    painter.drawEllipse(middle, disc, disc)
    pen = QPen(colour(style.ink), max(1.2, layout.pitch * 0.05))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    way = motion.quarter_turns
    box = QRectF(middle.x() - radius, middle.y() - radius, 2 * radius, 2 * radius)
    painter.drawArc(box, 150 * 16, -way * 250 * 16) if way > 0 else painter.drawArc(
        box, 30 * 16, 250 * 16
    )
    angle = math.radians(150 - 250 if way > 0 else 30 + 250)
    end = QPointF(middle.x() + radius * math.cos(angle), middle.y() - radius * math.sin(angle))
    along = QPointF(math.sin(angle), math.cos(angle)) * way  # the way the arc runs at its end
    across = QPointF(-along.y(), along.x())
    size = layout.pitch * 0.11
    head = QPainterPath(end + along * size)
    head.lineTo(end + across * size)
    head.lineTo(end - across * size)
    head.closeSubpath()
    painter.fillPath(head, colour(style.ink))
