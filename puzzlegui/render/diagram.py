"""Diagram of a part of a state graph: small boards as nodes, moves as edges. Independent of Qt.

The unit of length is the side of a small board.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Cell

CAPTION = 0.36
"""Height of a caption below a board."""


@dataclass(frozen=True)
class Node:
    """Small board in a diagram.

    Attributes:
        vertex: arrangement on the board.
        x: horizontal coordinate of its centre.
        y: vertical coordinate of its centre.
        side: side of the board.
        caption: text below the board.
        relation: distance to the goal relative to the central arrangement; a result of
            ``neighbourhood.compare_distances``, or empty.
        goal: True if it is the goal.
        changed: cells to highlight because they differ from the previous arrangement; None to
            highlight nothing.
    """

    vertex: Any
    x: float
    y: float
    side: float = 1.0
    caption: str = ""
    relation: str = ""
    goal: bool = False
    changed: frozenset[Cell] | None = None


@dataclass(frozen=True)
class Edge:
    """Moves between two arrangements of a diagram.

    Attributes:
        start: index of the node before the moves.
        end: index of the node after the moves.
        text: label with the moves; empty if there is no room.
        towards_goal: True if the moves lead nearer to the goal.
    """

    start: int
    end: int
    text: str = ""
    towards_goal: bool = False


@dataclass(frozen=True)
class Label:
    """Text centred at a point."""

    x: float
    y: float
    text: str


@dataclass(frozen=True)
class Diagram:
    """Diagram of small boards.

    Attributes:
        board: board of the arrangements.
        nodes: small boards, the central arrangement first.
        edges: edges between the nodes.
        ellipses: semi-axes (horizontal, vertical) of ellipses around the first node.
        labels: other texts.
        width: width of the diagram.
        height: height of the diagram.
        title: title of the diagram.
    """

    board: Board
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    ellipses: tuple[tuple[float, float], ...]
    labels: tuple[Label, ...]
    width: float
    height: float
    title: str = ""

    def node_at(self, x: float, y: float) -> int | None:
        """Return the index of the node at a point, or None."""
        for number, node in enumerate(self.nodes):
            half = node.side / 2
            if abs(node.x - x) <= half and -half <= y - node.y <= half + CAPTION:
                return number
        return None

    def adjacent_node(self, number: int, down: int, right: int) -> int:
        """Return the index of the next node in a direction, or ``number`` if there is none."""
        here = self.nodes[number]
        best, found = float("inf"), number
        for other, node in enumerate(self.nodes):
            across, along = node.x - here.x, node.y - here.y
            forward = along * down + across * right
            aside = abs(across * down) + abs(along * right)
            if forward > 0.05 and aside <= 1.5 * forward:
                far = forward + 2 * aside
                if far < best:
                    best, found = far, other
        return found


_MARK_CHANGES_FROM_TILES, _MARK_CHANGES_FROM_MAZE = 144, 25
"""Numbers of cells from which changes are highlighted, on tile boards and in mazes."""


def changed_cells(board: Board, before: Any, after: Any) -> frozenset[Cell] | None:
    """Return the cells in which two arrangements differ, if the board is too large to see it."""
    cells = board.rows * board.columns
    if not board.has_tiles:
        return (
            frozenset(board.picture(after).trail[-1:]) if cells >= _MARK_CHANGES_FROM_MAZE else None
        )
    if cells < _MARK_CHANGES_FROM_TILES:
        return None
    return frozenset(
        (r, c)
        for r, (row, other) in enumerate(zip(before, after, strict=True))
        if row != other
        for c, (value, new) in enumerate(zip(row, other, strict=True))
        if value != new
    )
