"""Drawing of diagrams; see ``diagram``."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPen, QPolygonF

from puzzlegui.core.cells import Cell
from puzzlegui.engine.graph.neighbourhood import AS_FAR, FARTHER, NEARER, NO_NEARER
from puzzlegui.render.diagram import CAPTION, Diagram, Edge, Node
from puzzlegui.render.frame import Frame
from puzzlegui.render.layout import Layout
from puzzlegui.render.painter import paint_board
from puzzlegui.render.primitives import MIN_TEXT_PIXELS, colour, label_font
from puzzlegui.render.style import Style, frame_colours

_MIN_TEXT = 6.5
"""Text size in pixels below which text is omitted."""
_FINE_BELOW, _FINE_RATIO = 12, 8
"""Cell size in pixels below which cells are not aligned to pixels, and the finer alignment."""
_MIN_FRAME = 7.0
"""Minimum side in pixels of a frame around changed cells."""
_MANY_EDGES = 120
"""Number of edges from which edges are fainter."""


def paint_diagram(
    painter: QPainter,
    diagram: Diagram,
    scale: float,
    style: Style,
    *,
    pictures: Mapping[int, QImage] | None = None,
    exposed: QRectF | None = None,
    cursor: int | None = None,
    report: Callable[[int, int], object] = lambda _done, _total: None,
) -> None:
    """Draw a diagram.

    Args:
        painter: painter; this function enables antialiasing.
        diagram: diagram to draw.
        scale: side of a small board in pixels.
        style: colours.
        pictures: images of the small boards by index; boards without an image stay blank. None to
            draw all boards.
        exposed: area to draw; None for all.
        cursor: index of the board that has the keyboard cursor.
        report: called with the number of boards drawn and of all boards; may raise.
    """
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    middle = diagram.nodes[0]
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour(style.faint, 130), 1.0, Qt.PenStyle.DashLine))
    for across, down in diagram.ellipses:
        painter.drawEllipse(
            QPointF(middle.x * scale, middle.y * scale), across * scale, down * scale
        )
    _paint_edges(painter, diagram, scale, style)
    rects = {number: node_rect(node, scale) for number, node in enumerate(diagram.nodes)}
    if exposed is not None:
        rects = {n: r for n, r in rects.items() if exposed.intersects(_with_caption(r, scale))}
    for number, rect in rects.items():
        report(number, len(diagram.nodes))
        _paint_node(painter, diagram, number, rect, scale, style, pictures)
    if cursor in rects:
        _paint_cursor(painter, rects[cursor], scale, style)
    for number, rect in rects.items():  # after all boards, so that none hides a caption
        _paint_caption(painter, diagram.nodes[number], rect, scale, style)
    _paint_texts(painter, diagram, scale, style)


def node_rect(node: Node, scale: float) -> QRectF:
    """Return the rectangle of a small board in pixels."""
    side = node.side * scale
    return QRectF(node.x * scale - side / 2, node.y * scale - side / 2, side, side)


def _with_caption(rect: QRectF, scale: float) -> QRectF:
    return rect.adjusted(-4, -4, 4, CAPTION * scale + 4)


def paint_node_board(
    painter: QPainter, diagram: Diagram, number: int, side: float, style: Style, ratio: float = 1.0
) -> None:
    """Draw a small board at the origin."""
    node, board = diagram.nodes[number], diagram.board
    if side < _FINE_BELOW * max(board.rows, board.columns):  # whole pixels would waste much space
        ratio *= _FINE_RATIO
    layout = Layout.fit(board.rows, board.columns, side, side, axes=False, ratio=ratio)
    frame = Frame(board.picture(node.vertex), frame_colours(board))
    paint_board(painter, frame, layout, style, axes=False)
    if node.changed:
        _paint_changed(painter, node.changed, layout, style)


def _paint_changed(painter: QPainter, cells: frozenset[Cell], layout: Layout, style: Style) -> None:
    """Draw a frame around changed cells, large enough to be seen around tiny cells."""
    area = QRectF()
    for cell in cells:
        area = area.united(QRectF(*layout.corner(cell), layout.pitch, layout.pitch))
    more = max(1.5, (_MIN_FRAME - min(area.width(), area.height())) / 2)
    area.adjust(-more, -more, more, more)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for tone, width in ((style.page, 3.4), (style.ink, 1.6)):
        painter.setPen(QPen(colour(tone), width))
        painter.drawRect(area)


def _paint_node(
    painter: QPainter,
    diagram: Diagram,
    number: int,
    rect: QRectF,
    scale: float,
    style: Style,
    pictures: Mapping[int, QImage] | None,
) -> None:
    node = diagram.nodes[number]
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(style.page))
    painter.drawRoundedRect(rect, 3, 3)
    if pictures is None:
        painter.save()
        painter.translate(rect.topLeft())
        paint_node_board(painter, diagram, number, rect.width(), style)
        painter.restore()
    elif number in pictures:
        painter.drawImage(rect, pictures[number])
    else:
        painter.setBrush(colour(style.tray))
        painter.drawRoundedRect(rect.adjusted(2, 2, -2, -2), 3, 3)
    if node.relation == NEARER or node.goal:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        width = min(max(1.5, scale * 0.05), 3.0)
        tone = style.ink if node.goal else style.accent
        painter.setPen(QPen(colour(tone), width))
        painter.drawRoundedRect(rect, 4, 4)


def _paint_caption(painter: QPainter, node: Node, rect: QRectF, scale: float, style: Style) -> None:
    """Draw a caption: a symbol for the relation to the goal, and the number of moves to it."""
    height = min(0.3 * scale, 18.0)
    size = height * 0.8
    if not (node.relation or node.caption or node.goal):
        return
    text = node.caption if size >= _MIN_TEXT else ""
    painter.setFont(label_font(size, bold=node.relation == NEARER))
    width = painter.fontMetrics().horizontalAdvance(text) if text else 0.0
    shape = height * 0.42 if node.relation or node.goal else 0.0
    between = size * 0.35 if shape and text else 0.0
    whole = 2 * shape + between + width
    left = rect.center().x() - whole / 2
    y = rect.bottom() + min(0.06 * scale, 4.0) + 1 + height / 2
    painter.setPen(Qt.PenStyle.NoPen)  # edges do not cross the text
    painter.setBrush(colour(style.page, 225))
    painter.drawRoundedRect(QRectF(left - 2, y - height / 2, whole + 4, height), 3, 3)
    if shape:
        paint_relation(
            painter, QPointF(left + shape, y), shape, node.relation, style, goal=node.goal
        )
    if text:
        painter.setPen(colour(style.ink if node.relation == NEARER else style.faint))
        place = QRectF(left + 2 * shape + between, y - height / 2, width + 2, height)
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip, text)


def paint_relation(
    painter: QPainter, at: QPointF, size: float, relation: str, style: Style, *, goal: bool = False
) -> None:
    """Draw a symbol for the distance to the goal, relative to the central arrangement.

    Nearer: a filled triangle pointing down. Farther: a hollow triangle pointing up. Equal: a ring.
    Goal: a diamond.

    Args:
        painter: painter.
        at: centre of the symbol.
        size: half of its height.
        relation: a result of ``neighbourhood.compare_distances``.
        style: colours.
        goal: True for the goal.
    """
    near = relation == NEARER
    painter.setPen(QPen(colour(style.accent if near else style.faint), max(1.0, size * 0.22)))
    painter.setBrush(colour(style.accent) if near else Qt.BrushStyle.NoBrush)
    s = size * 0.85
    if goal:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(style.ink))
        corners = [(0.0, -size), (size, 0.0), (0.0, size), (-size, 0.0)]
    elif near:
        corners = [(-s, -s * 0.8), (s, -s * 0.8), (0.0, s)]
    elif relation == FARTHER:
        corners = [(-s, s * 0.8), (s, s * 0.8), (0.0, -s)]
    elif relation == NO_NEARER:
        corners = [(-s, -s), (s, -s), (s, s), (-s, s)]
        s *= 0.8
    else:
        if relation == AS_FAR:
            painter.drawEllipse(at, s * 0.9, s * 0.9)
        return
    painter.drawPolygon(QPolygonF([at + QPointF(x, y) for x, y in corners]))


def _paint_cursor(painter: QPainter, rect: QRectF, scale: float, style: Style) -> None:
    width = min(max(1.5, scale * 0.05), 3.0)
    frame = rect.adjusted(-width, -width, width, width)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    # Two tones are visible on any colour.
    for tone, thickness in ((style.page, width * 2.4), (style.ink, width * 1.2)):
        painter.setPen(QPen(colour(tone), thickness))
        painter.drawRoundedRect(frame, 5, 5)


def _paint_edges(painter: QPainter, diagram: Diagram, scale: float, style: Style) -> None:
    alpha = 150 if len(diagram.edges) < _MANY_EDGES else 80
    for towards_goal in (False, True):
        tone = colour(style.accent, 220) if towards_goal else colour(style.faint, alpha)
        painter.setPen(
            QPen(tone, 1.8 if towards_goal and len(diagram.edges) < _MANY_EDGES else 1.0)
        )
        painter.drawLines(
            [
                _line(diagram, edge, scale)
                for edge in diagram.edges
                if edge.towards_goal == towards_goal
            ]
        )


def _line(diagram: Diagram, edge: Edge, scale: float) -> QLineF:
    first, last = diagram.nodes[edge.start], diagram.nodes[edge.end]
    if diagram.ellipses:
        return QLineF(first.x * scale, first.y * scale, last.x * scale, last.y * scale)
    return QLineF(
        (first.x + first.side / 2) * scale, first.y * scale,
        (last.x - last.side / 2) * scale, last.y * scale,
    )  # fmt: skip


def _paint_texts(painter: QPainter, diagram: Diagram, scale: float, style: Style) -> None:
    size = min(max(scale * 0.26, 8.0), 15.0)
    painter.setFont(label_font(size, bold=False))
    for label in diagram.labels:
        _paint_label(
            painter, QPointF(label.x * scale, label.y * scale), label.text, style.faint, style
        )
    size = min(scale * 0.24, 14.0)
    if size < max(_MIN_TEXT, MIN_TEXT_PIXELS):
        return
    painter.setFont(label_font(size))
    for edge in diagram.edges:
        if edge.text:
            line = _line(diagram, edge, scale)
            # Off the midpoint, where edges cross.
            _paint_label(painter, line.pointAt(0.36), edge.text, style.ink, style)


def _paint_label(painter: QPainter, at: QPointF, text: str, tone: str, style: Style) -> None:
    """Draw a text on an opaque background."""
    metrics = painter.fontMetrics()
    width, height = metrics.horizontalAdvance(text), metrics.height()
    rect = QRectF(at.x() - width / 2 - 3, at.y() - height / 2, width + 6, height)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(style.page, 225))
    painter.drawRoundedRect(rect, 3, 3)
    painter.setPen(colour(tone))
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip, text)
