"""Drawing small boards with what lies between them; see ``diagram``."""

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

_LEAST_TEXT = 6.5
"""Pixels of a text below which it is left out."""
_COARSE, _FINER = 12, 8
"""Pixels of a cell below which its edges may lie between pixels."""
_LEAST_FRAME = 7.0
"""Pixels of the frame around what has changed."""
_MANY = 120
"""Links from which on they are fainter."""


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
        painter: antialiasing is switched on by this function.
        diagram: what is drawn.
        scale: pixels of a small board's side.
        style: in which colours.
        pictures: the small boards as they were drawn before, by number; those that are not there
            are left blank. None to draw all of them now.
        exposed: what has to be drawn; None for all.
        cursor: the small board that the keyboard is at.
        report: is told how many boards have been drawn, of how many; may raise.
    """
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    middle = diagram.nodes[0]
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour(style.faint, 130), 1.0, Qt.PenStyle.DashLine))
    for across, down in diagram.ellipses:
        painter.drawEllipse(
            QPointF(middle.x * scale, middle.y * scale), across * scale, down * scale
        )
    _paint_links(painter, diagram, scale, style)
    rooms = {number: node_rect(spot, scale) for number, spot in enumerate(diagram.nodes)}
    if exposed is not None:
        rooms = {n: r for n, r in rooms.items() if exposed.intersects(_with_caption(r, scale))}
    for number, room in rooms.items():
        report(number, len(diagram.nodes))
        _paint_spot(painter, diagram, number, room, scale, style, pictures)
    if cursor in rooms:
        _paint_cursor(painter, rooms[cursor], scale, style)
    for number, room in rooms.items():  # no board hides what is said of another
        _paint_caption(painter, diagram.nodes[number], room, scale, style)
    _paint_texts(painter, diagram, scale, style)


def node_rect(spot: Node, scale: float) -> QRectF:
    """Where a small board is drawn."""
    side = spot.side * scale
    return QRectF(spot.x * scale - side / 2, spot.y * scale - side / 2, side, side)


def _with_caption(room: QRectF, scale: float) -> QRectF:
    return room.adjusted(-4, -4, 4, CAPTION * scale + 4)


def paint_node_board(
    painter: QPainter, diagram: Diagram, number: int, side: float, style: Style, ratio: float = 1.0
) -> None:
    """Draw one small board at the origin."""
    spot, board = diagram.nodes[number], diagram.board
    if side < _COARSE * max(board.rows, board.columns):  # whole pixels would leave much room
        ratio *= _FINER
    layout = Layout.fit(board.rows, board.columns, side, side, axes=False, ratio=ratio)
    frame = Frame(board.picture(spot.vertex), frame_colours(board))
    paint_board(painter, frame, layout, style, axes=False)
    if spot.changed:
        _paint_changed(painter, spot.changed, layout, style)


def _paint_changed(painter: QPainter, cells: frozenset[Cell], layout: Layout, style: Style) -> None:
    """A frame around them that can be seen however small they are."""
    area = QRectF()
    for cell in cells:
        area = area.united(QRectF(*layout.corner(cell), layout.pitch, layout.pitch))
    more = max(1.5, (_LEAST_FRAME - min(area.width(), area.height())) / 2)
    area.adjust(-more, -more, more, more)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for tone, width in ((style.page, 3.4), (style.ink, 1.6)):
        painter.setPen(QPen(colour(tone), width))
        painter.drawRect(area)


def _paint_spot(
    painter: QPainter,
    diagram: Diagram,
    number: int,
    room: QRectF,
    scale: float,
    style: Style,
    pictures: Mapping[int, QImage] | None,
) -> None:
    spot = diagram.nodes[number]
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(style.page))
    painter.drawRoundedRect(room, 3, 3)
    if pictures is None:
        painter.save()
        painter.translate(room.topLeft())
        paint_node_board(painter, diagram, number, room.width(), style)
        painter.restore()
    elif number in pictures:
        painter.drawImage(room, pictures[number])
    else:
        painter.setBrush(colour(style.tray))
        painter.drawRoundedRect(room.adjusted(2, 2, -2, -2), 3, 3)
    if spot.relation == NEARER or spot.goal:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        width = min(max(1.5, scale * 0.05), 3.0)
        tone = style.ink if spot.goal else style.accent
        painter.setPen(QPen(colour(tone), width))
        painter.drawRoundedRect(room, 4, 4)


def _paint_caption(painter: QPainter, spot: Node, room: QRectF, scale: float, style: Style) -> None:
    """A shape that says how it lies to the goal, and the number of moves to that."""
    high = min(0.3 * scale, 18.0)
    size = high * 0.8
    if not (spot.relation or spot.caption or spot.goal):
        return
    text = spot.caption if size >= _LEAST_TEXT else ""
    painter.setFont(label_font(size, bold=spot.relation == NEARER))
    wide = painter.fontMetrics().horizontalAdvance(text) if text else 0.0
    shape = high * 0.42 if spot.relation or spot.goal else 0.0
    between = size * 0.35 if shape and text else 0.0
    whole = 2 * shape + between + wide
    left = room.center().x() - whole / 2
    y = room.bottom() + min(0.06 * scale, 4.0) + 1 + high / 2
    painter.setPen(Qt.PenStyle.NoPen)  # links do not strike it out
    painter.setBrush(colour(style.page, 225))
    painter.drawRoundedRect(QRectF(left - 2, y - high / 2, whole + 4, high), 3, 3)
    if shape:
        paint_relation(
            painter, QPointF(left + shape, y), shape, spot.relation, style, goal=spot.goal
        )
    if text:
        painter.setPen(colour(style.ink if spot.relation == NEARER else style.faint))
        place = QRectF(left + 2 * shape + between, y - high / 2, wide + 2, high)
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip, text)


def paint_relation(
    painter: QPainter, at: QPointF, size: float, lie: str, style: Style, *, goal: bool = False
) -> None:
    """A full triangle downwards: nearer; hollow upwards: farther; a ring: as far; a diamond: goal.

    Args:
        painter: draws it.
        at: its middle.
        size: half of its height.
        lie: one of ``neighbourhood.compared``.
        style: in which colours.
        goal: it is the goal.
    """
    near = lie == NEARER
    painter.setPen(QPen(colour(style.accent if near else style.faint), max(1.0, size * 0.22)))
    painter.setBrush(colour(style.accent) if near else Qt.BrushStyle.NoBrush)
    s = size * 0.85
    if goal:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(style.ink))
        corners = [(0.0, -size), (size, 0.0), (0.0, size), (-size, 0.0)]
    elif near:
        corners = [(-s, -s * 0.8), (s, -s * 0.8), (0.0, s)]
    elif lie == FARTHER:
        corners = [(-s, s * 0.8), (s, s * 0.8), (0.0, -s)]
    elif lie == NO_NEARER:
        corners = [(-s, -s), (s, -s), (s, s), (-s, s)]
        s *= 0.8
    else:
        if lie == AS_FAR:
            painter.drawEllipse(at, s * 0.9, s * 0.9)
        return
    painter.drawPolygon(QPolygonF([at + QPointF(x, y) for x, y in corners]))


def _paint_cursor(painter: QPainter, room: QRectF, scale: float, style: Style) -> None:
    width = min(max(1.5, scale * 0.05), 3.0)
    frame = room.adjusted(-width, -width, width, width)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    # Two tones, so that it stands out on any colour.
    for tone, thickness in ((style.page, width * 2.4), (style.ink, width * 1.2)):
        painter.setPen(QPen(colour(tone), thickness))
        painter.drawRoundedRect(frame, 5, 5)


def _paint_links(painter: QPainter, diagram: Diagram, scale: float, style: Style) -> None:
    alpha = 150 if len(diagram.edges) < _MANY else 80
    for strong in (False, True):
        tone = colour(style.accent, 220) if strong else colour(style.faint, alpha)
        painter.setPen(QPen(tone, 1.8 if strong and len(diagram.edges) < _MANY else 1.0))
        painter.drawLines(
            [_line(diagram, one, scale) for one in diagram.edges if one.towards_goal == strong]
        )


def _line(diagram: Diagram, link: Edge, scale: float) -> QLineF:
    first, last = diagram.nodes[link.start], diagram.nodes[link.end]
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
        _text_at(painter, QPointF(label.x * scale, label.y * scale), label.text, style.faint, style)
    size = min(scale * 0.24, 14.0)
    if size < max(_LEAST_TEXT, MIN_TEXT_PIXELS):
        return
    painter.setFont(label_font(size))
    for link in diagram.edges:
        if link.text:
            line = _line(diagram, link, scale)
            # Not in the middle, where links cross.
            _text_at(painter, line.pointAt(0.36), link.text, style.ink, style)


def _text_at(painter: QPainter, at: QPointF, text: str, tone: str, style: Style) -> None:
    """A text on a plate of its own."""
    metrics = painter.fontMetrics()
    wide, high = metrics.horizontalAdvance(text), metrics.height()
    room = QRectF(at.x() - wide / 2 - 3, at.y() - high / 2, wide + 6, high)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(style.page, 225))
    painter.drawRoundedRect(room, 3, 3)
    painter.setPen(colour(tone))
    painter.drawText(room, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip, text)
