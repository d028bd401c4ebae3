"""Searches at a step as one picture: their boards, their trees, and what they do."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QPainter

from puzzlegui.engine.watching import telling
from puzzlegui.engine.watching.sight import RecordingViewer, StepView
from puzzlegui.render.frame import Frame
from puzzlegui.render.layout import Layout
from puzzlegui.render.overlay import create_overlay, paint_overlay
from puzzlegui.render.painter import paint_board
from puzzlegui.render.primitives import colour, label_font
from puzzlegui.render.style import Style, frame_colours
from puzzlegui.render.tree_layout import TreeLayout
from puzzlegui.render.tree_painter import paint_tree

_BOARD, _WORDS = 0.4, 0.2
"""Shares of the width for the board, and of the height for what is said, of a search alone."""
_LETTERS, _SMALLEST = 0.145, 9.0
"""Size of the letters as a share of that height, and at least, in pixels."""
_UPPER, _LEFT, _LETTERS_BESIDE = 0.44, 0.5, 0.022
"""Of one of two searches: shares of the height and of the width for the board, and for letters."""
_MARGIN = 12.0


def paint_searches(
    painter: QPainter,
    views: Sequence[tuple[RecordingViewer, StepView]],
    width: int,
    height: int,
    style: Style,
) -> None:
    """Draw a search at a step, or several side by side; antialiasing is switched on."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillRect(QRectF(0, 0, width, height), colour(style.page))
    if len(views) == 1:
        _paint_alone(painter, *views[0], width, height, style)
        return
    wide = width // len(views)
    for number, (watch, sight) in enumerate(views):
        painter.save()
        painter.translate(wide * number, 0)
        _paint_beside(painter, watch, sight, wide, height, style)
        painter.restore()
        if number:
            painter.setPen(colour(style.tray))
            painter.drawLine(QLineF(wide * number, 0, wide * number, height))


def _paint_alone(
    painter: QPainter,
    watch: RecordingViewer,
    sight: StepView,
    width: int,
    height: int,
    style: Style,
) -> None:
    """The board beside the tree, what is said below both."""
    upper, left = height * (1 - _WORDS), width * _BOARD
    _paint_board(painter, watch, sight, left, upper, style)
    painter.save()
    painter.translate(left, 0)
    layout = TreeLayout(sight.tree, width - left, upper)
    paint_tree(painter, watch.recording, layout, style)
    painter.restore()
    room = QRectF(_MARGIN, upper, width - 2 * _MARGIN, height - upper)
    _paint_words(painter, watch, sight, room, room.height() * _LETTERS, style)


def _paint_beside(
    painter: QPainter,
    watch: RecordingViewer,
    sight: StepView,
    width: int,
    height: int,
    style: Style,
) -> None:
    """The board beside what is said, the tree below both."""
    upper, left = height * _UPPER, width * _LEFT
    _paint_board(painter, watch, sight, left, upper, style)
    room = QRectF(left + _MARGIN, _MARGIN, width - left - 2 * _MARGIN, upper - _MARGIN)
    _paint_words(painter, watch, sight, room, height * _LETTERS_BESIDE, style)
    painter.save()
    painter.translate(0, upper)
    layout = TreeLayout(sight.tree, width, height - upper)
    paint_tree(painter, watch.recording, layout, style)
    painter.restore()


def _paint_board(
    painter: QPainter,
    watch: RecordingViewer,
    sight: StepView,
    width: float,
    height: float,
    style: Style,
) -> None:
    recording, board = watch.recording, watch.board
    layout = Layout.fit(board.rows, board.columns, width, height, axes=style.axes)
    frame = Frame(board.picture(sight.position), frame_colours(board))
    paint_board(painter, frame, layout, style)
    numbers = None if sight.breakdown is None else sight.breakdown.cells
    paint_overlay(painter, create_overlay(recording, sight.tree, numbers), layout, style)


def _paint_words(
    painter: QPainter,
    watch: RecordingViewer,
    sight: StepView,
    room: QRectF,
    size: float,
    style: Style,
) -> None:
    size = max(_SMALLEST, size)
    lines = (
        (telling.heading_text(watch.recording, sight.step), style.ink, True),
        (f"{sight.sentence} {sight.answer}", style.ink, False),
    )
    top = room.top()
    for text, tone, bold in lines:
        painter.setFont(label_font(size, bold=bold))
        painter.setPen(colour(tone))
        flags = int(Qt.TextFlag.TextWordWrap) | int(Qt.AlignmentFlag.AlignTop)
        rest = QRectF(room.left(), top, room.width(), room.bottom() - top)
        used = painter.boundingRect(rest, flags, text)
        painter.drawText(rest, flags, text)
        top += used.height() + size * 0.3
