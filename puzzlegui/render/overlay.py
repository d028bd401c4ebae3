"""What is drawn over the board of a search: the tree where somebody walks, numbers in the cells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from puzzlegui.core.cells import Cell
from puzzlegui.engine.watching.levels import SearchTree
from puzzlegui.engine.watching.recording import Recording
from puzzlegui.render.layout import Layout
from puzzlegui.render.primitives import colour, paint_label
from puzzlegui.render.style import Style, text_on

_LEAST = 24.0
"""Pixels of a cell below which no number is written in its corner."""
_CLEAR = 0.3
"""Of a cell from its middle on, where its number stands."""


@dataclass(frozen=True)
class Overlay:
    """What lies over a board.

    Attributes:
        walked: pairs of cells that the search went between, but for its present path.
        numbers: in cells counted row by row.
    """

    edges: frozenset[tuple[Cell, Cell]] = frozenset()
    numbers: Mapping[int, int] | None = None


def create_overlay(
    recording: Recording, tree: SearchTree, numbers: Mapping[int, int] | None
) -> Overlay:
    """What lies over the board at a step; the tree only where each state has a cell of its own."""
    cell_of, states = recording.space.walker_cell, recording.states
    if not tree.levels or cell_of(states[tree.node]) is None:
        return Overlay(numbers=numbers)
    cells = {node: cell_of(states[node]) for level in tree.levels for node in level}
    walked = {
        (start, end)
        for node, end in cells.items()
        if end is not None and (start := cells.get(recording.before[node])) is not None
    }
    path = [cells[node] for node in tree.path]  # the board shows that itself
    return Overlay(frozenset(walked.difference(pairwise(path))), numbers)


def paint_overlay(painter: QPainter, overlay: Overlay, layout: Layout, style: Style) -> None:
    """Draw it; the board has been drawn."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    thick = min(max(1.5, layout.pitch * 0.04), 4.0)
    painter.setPen(QPen(colour(style.faint, 190), thick, Qt.PenStyle.DashLine))
    for start, end in sorted(overlay.edges):
        painter.drawLine(_line(layout, start, end))
    columns = layout.columns
    if layout.pitch < _LEAST:
        return
    for index, number in (overlay.numbers or {}).items():
        x, y = layout.corner(divmod(index, columns))
        size = layout.pitch * 0.34
        room = QRectF(x + layout.pitch - size * 1.1, y + size * 0.1, size, size)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(style.ink))
        painter.drawEllipse(room)
        paint_label(painter, room, size * 1.5, str(number), text_on(style.ink))


def _line(layout: Layout, start: Cell, end: Cell) -> QLineF:
    """From cell to cell, without what would hide their numbers."""
    line = QLineF(QPointF(*layout.centre(start)), QPointF(*layout.centre(end)))
    inner = min(0.4, layout.pitch * _CLEAR / max(1.0, line.length()))
    return QLineF(line.pointAt(inner), line.pointAt(1 - inner))
