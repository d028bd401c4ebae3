"""Drawing of search trees: single nodes, or a bar per level."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from puzzlegui.core.formatting import group_digits
from puzzlegui.engine.watching.recording import Recording
from puzzlegui.render.primitives import colour, label_font
from puzzlegui.render.style import Style
from puzzlegui.render.tree_layout import SurfacePoint, TreeLayout

_TEXT_PIXELS = 10.5
"""Text size of the level numbers in pixels."""
_COUNT_WIDTH = 70
"""Width in pixels reserved at the right for node counts, so that no bar covers them."""
_MAX_SQUARE_RADIUS = 1.6
"""Radius up to which nodes are drawn as squares."""
_FULL_WIDTH_COUNT = 30
"""Number of nodes shown at full width at least, so that a thin tree looks thin."""
_MANY_NODES, _FAINT_ALPHA = 400, 90
"""Number of nodes above which lines are fainter, and their opacity."""


def paint_tree(
    painter: QPainter,
    recording: Recording,
    layout: TreeLayout,
    style: Style,
    selected: int | None = None,
) -> None:
    """Draw a search tree at a step.

    Args:
        painter: painter; this function enables antialiasing.
        recording: recorded search.
        layout: layout of the tree.
        style: colours.
        selected: selected node, highlighted with the path to it.
    """
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _paint_level_numbers(painter, layout, style)
    if layout.shows_nodes:
        _paint_nodes(painter, recording, layout, style, selected)
    else:
        _paint_bars(painter, layout, style)


def _paint_level_numbers(painter: QPainter, layout: TreeLayout, style: Style) -> None:
    painter.setFont(label_font(_TEXT_PIXELS, bold=False))
    painter.setPen(colour(style.faint))
    flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
    for row, level in layout.labelled_rows():
        room = QRectF(0, layout.row_y(row) - 8, layout.left - 8, 16)
        painter.drawText(room, flags, group_digits(level))


def _paint_bars(painter: QPainter, layout: TreeLayout, style: Style) -> None:
    most = max(_FULL_WIDTH_COUNT, *(bar.count for bar in layout.bars))
    room = layout.width - layout.left - _COUNT_WIDTH
    high = max(1.0, layout.row_height * 0.76)
    painter.setFont(label_font(_TEXT_PIXELS, bold=False))
    painter.setPen(Qt.PenStyle.NoPen)
    for row, bar in enumerate(layout.bars):
        top = layout.row_y(row) - high / 2
        painter.setBrush(colour(style.floor_stepped))
        painter.drawRect(QRectF(layout.left, top, max(1.0, room * bar.count / most), high))
        painter.setBrush(colour(style.accent if bar.is_current else style.faint))
        painter.drawRect(QRectF(layout.left, top, max(1.0, room * bar.expanded / most), high))
    painter.setPen(colour(style.ink))
    for row, _ in layout.labelled_rows():
        text = QRectF(layout.left + room, layout.row_y(row) - 8, _COUNT_WIDTH - 8, 16)
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(text, flags, group_digits(layout.bars[row].count))
    here = next((row for row, bar in enumerate(layout.bars) if bar.is_current), 0)
    y = layout.row_y(here)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(style.accent))
    tip = [(layout.left - 2, y), (layout.left - 7, y - 4), (layout.left - 7, y + 4)]
    painter.drawPolygon(QPolygonF([QPointF(*point) for point in tip]))


def _paint_nodes(
    painter: QPainter, recording: Recording, layout: TreeLayout, style: Style, chosen: int | None
) -> None:
    points, tree = layout.node_points, layout.tree
    taken, radius = recording.expanded_at, layout.radius
    step = taken[tree.node]
    many = len(points) > _MANY_NODES
    lines = [
        QLineF(*points[node], *points[child])
        for node, children in tree.children.items()
        for child in children
    ]
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, not many)  # slow for many lines
    painter.setPen(QPen(colour(style.faint, _FAINT_ALPHA if many else 200), 1.0))
    painter.drawLines(lines)
    done = [point for node, point in points.items() if -1 < taken[node] <= step]
    waiting = [point for node, point in points.items() if not -1 < taken[node] <= step]
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, radius > _MAX_SQUARE_RADIUS)
    _paint_dots(painter, waiting, radius, colour(style.faint))
    if radius > 2.5:  # hollow: not yet expanded
        _paint_dots(painter, waiting, radius - 1.2, colour(style.page))
    _paint_dots(painter, done, radius, colour(style.faint if radius > 2.5 else style.ink))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if chosen is not None and chosen in points:
        _paint_path(painter, points, recording.path(chosen), radius, style.ink)
    _paint_path(painter, points, tree.path, radius, style.accent)
    for node in tree.goals:
        if node in points:
            _paint_goal(painter, QPointF(*points[node]), max(6.0, radius * 1.2), style)
    large = max(4.5, radius * 1.15)
    _paint_dots(painter, [points[tree.node]], large + 2, colour(style.page))
    _paint_dots(painter, [points[tree.node]], large, colour(style.accent))
    if chosen is not None and chosen in points:
        painter.setPen(QPen(colour(style.ink), 2.0))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(QPointF(*points[chosen]), large + 2, large + 2)


def paint_cursor(painter: QPainter, layout: TreeLayout, node: int, style: Style) -> None:
    """Draw a frame around the node with the keyboard cursor, if nodes are drawn."""
    if node in layout.node_points:
        half = max(4.5, layout.radius * 1.15) + 5.5
        x, y = layout.node_points[node]
        painter.setPen(QPen(colour(style.ink), 1.6))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(QRectF(x - half, y - half, 2 * half, 2 * half), 3, 3)


def _paint_path(
    painter: QPainter,
    points: Mapping[int, SurfacePoint],
    path: list[int] | tuple[int, ...],
    radius: float,
    name: str,
) -> None:
    """Draw the line along a path, and its nodes."""
    seen = [points[node] for node in path if node in points]
    painter.setPen(QPen(colour(name), 2.4))
    painter.drawPolyline([QPointF(*point) for point in seen])
    _paint_dots(painter, seen, max(2.2, radius * 0.8), colour(name))


def _paint_goal(painter: QPainter, point: QPointF, size: float, style: Style) -> None:
    """Draw a diamond, which is recognizable without colours."""
    painter.setPen(QPen(colour(style.page), 1.5))
    painter.setBrush(colour(style.ink))
    corners = [QPointF(0, -size), QPointF(size, 0), QPointF(0, size), QPointF(-size, 0)]
    painter.drawPolygon(QPolygonF([point + corner for corner in corners]))


def _paint_dots(
    painter: QPainter, points: Iterable[SurfacePoint], radius: float, tone: QColor
) -> None:
    """Draw filled circles, or squares on whole pixels if they are small."""
    cap = Qt.PenCapStyle.RoundCap
    if radius <= _MAX_SQUARE_RADIUS:
        points, cap = {(round(x), round(y)) for x, y in points}, Qt.PenCapStyle.SquareCap
    painter.setPen(QPen(tone, 2 * radius, Qt.PenStyle.SolidLine, cap))
    painter.drawPoints([QPointF(x, y) for x, y in points])
