"""Overlay on the board of a recorded search: tree edges in a maze, numbers in the cells."""

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

_MIN_PITCH = 24.0
"""Size of a cell in pixels below which no number is drawn in its corner."""
_NUMBER_RADIUS = 0.3
"""Distance from the centre of a cell, in cells, that is kept clear for its number."""


@dataclass(frozen=True)
class Overlay:
    """Overlay on a board.

    Attributes:
        edges: pairs of cells connected in the search tree, except on the current path.
        numbers: number in each cell; cells are counted row by row.
    """

    edges: frozenset[tuple[Cell, Cell]] = frozenset()
    numbers: Mapping[int, int] | None = None


def create_overlay(
    recording: Recording, tree: SearchTree, numbers: Mapping[int, int] | None
) -> Overlay:
    """Return the overlay at a step; with edges only if each state has a cell of its own."""
    cell_of, states = recording.space.walker_cell, recording.states
    if not tree.levels or cell_of(states[tree.node]) is None:
        return Overlay(numbers=numbers)
    cells = {node: cell_of(states[node]) for level in tree.levels for node in level}
    edges = {
        (start, end)
        for node, end in cells.items()
        if end is not None and (start := cells.get(recording.before[node])) is not None
    }
    path = [cells[node] for node in tree.path]  # the board itself shows it
    return Overlay(frozenset(edges.difference(pairwise(path))), numbers)


def paint_overlay(painter: QPainter, overlay: Overlay, layout: Layout, style: Style) -> None:
    """Draw an overlay on a board."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    width = min(max(1.5, layout.pitch * 0.04), 4.0)
    painter.setPen(QPen(colour(style.faint, 190), width, Qt.PenStyle.DashLine))
    for start, end in sorted(overlay.edges):
        painter.drawLine(_line(layout, start, end))
    columns = layout.columns
    if layout.pitch < _MIN_PITCH:
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
    """Return a line between two cells, shortened so that it does not hide their numbers."""
    line = QLineF(QPointF(*layout.centre(start)), QPointF(*layout.centre(end)))
    inner = min(0.4, layout.pitch * _NUMBER_RADIUS / max(1.0, line.length()))
    return QLineF(line.pointAt(inner), line.pointAt(1 - inner))
