"""Marks on a board: cursor, problems, selection, the next move."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF, QRegion

from puzzlegui.core.cells import Cell
from puzzlegui.core.motion import Motion
from puzzlegui.render.layout import Layout
from puzzlegui.render.move_painter import RING, paint_move
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
    painter: QPainter,
    marks: Marks,
    cells: Iterable[Cell],
    layout: Layout,
    style: Style,
    kept: QRegion,
) -> None:
    """Draw the marks of cells and moves, except of misplaced cells.

    Args:
        painter: painter.
        marks: marks to draw.
        cells: cells to draw; marks that extend beyond single cells are always drawn.
        layout: layout of the board.
        style: colours.
        kept: places that the marks of moves leave free.
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
    painter.save()
    if not kept.isEmpty():
        board = QRect(
            0, 0, ceil(layout.left + layout.outer_width), ceil(layout.top + layout.outer_height)
        )
        painter.setClipRegion(QRegion(board) - kept, Qt.ClipOperation.IntersectClip)
    if marks.next_move is not None:
        paint_move(painter, marks.next_move, layout, style)
    if marks.preview is not None:
        paint_move(painter, marks.preview, layout, style, Qt.PenStyle.DashLine)
    painter.restore()
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
        painter.drawEllipse(QPointF(*layout.centre(cell)), layout.pitch * RING, layout.pitch * RING)


def _paint_selection(
    painter: QPainter, cells: Iterable[Cell], layout: Layout, style: Style
) -> None:
    """Draw a dashed frame around the selected cells, in two tones that are seen on any colour."""
    if not cells:
        return
    area = QRectF()
    for cell in cells:
        x, y = layout.corner(cell)
        area = area.united(QRectF(x, y, layout.pitch, layout.pitch))
    painter.setBrush(Qt.BrushStyle.NoBrush)  # a tint would change the colours of the tiles
    width = min(max(2.0, layout.pitch * 0.05), 3.5)
    painter.setPen(QPen(colour(style.page), width * 2))
    painter.drawRect(area)
    painter.setPen(QPen(colour(style.accent), width, Qt.PenStyle.DashLine))
    painter.drawRect(area)
