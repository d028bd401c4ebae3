"""Small boards with what lies between them: what a walk in a graph shows. Knows no Qt.

Lengths are in small boards: a small board is 1 wide and 1 high.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Cell

CAPTION = 0.36
"""Room below a board for what is said of it."""


@dataclass(frozen=True)
class Node:
    """A small board.

    Attributes:
        vertex: the arrangement.
        x: of its middle.
        y: of its middle.
        side: of the board.
        caption: what is said below it.
        lie: nearer to the goal than the one that the diagram is about, or not; one of
            ``neighbourhood.compared``.
        goal: it is the goal.
        changed: the cells in which it differs from the one before, where that has to be shown.
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
    """Moves from one arrangement to another.

    Attributes:
        first: number of the spot that they begin at.
        last: number of the spot that they lead to.
        text: the moves; empty where there is no room for it.
        strong: it leads nearer to the goal.
    """

    start: int
    end: int
    text: str = ""
    towards_goal: bool = False


@dataclass(frozen=True)
class Label:
    """A text with its middle at a point."""

    x: float
    y: float
    text: str


@dataclass(frozen=True)
class Diagram:
    """Small boards on a surface.

    Attributes:
        board: that the arrangements are of.
        spots: the small boards, the one that the diagram is about first.
        links: between them.
        circles: of ellipses about the first, half their widths and heights.
        labels: other texts.
        width: of the surface.
        height: of the surface.
        title: what it shows.
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
        """The number of the small board at a point; None where there is none."""
        for number, spot in enumerate(self.nodes):
            half = spot.side / 2
            if abs(spot.x - x) <= half and -half <= y - spot.y <= half + CAPTION:
                return number
        return None

    def adjacent_node(self, number: int, down: int, right: int) -> int:
        """The next small board in a direction, or the same where there is none."""
        here = self.nodes[number]
        best, found = float("inf"), number
        for other, spot in enumerate(self.nodes):
            across, along = spot.x - here.x, spot.y - here.y
            forward = along * down + across * right
            aside = abs(across * down) + abs(along * right)
            if forward > 0.05 and aside <= 1.5 * forward:
                far = forward + 2 * aside
                if far < best:
                    best, found = far, other
        return found


_TINY, _WALKED = 144, 25
"""Cells of a board from which on what changed has to be pointed out, tiles or where one stands."""


def changed_cells(board: Board, before: Any, after: Any) -> frozenset[Cell] | None:
    """The cells in which two arrangements differ, for boards on which it is hard to see."""
    cells = board.rows * board.columns
    if not board.has_tiles:
        return frozenset(board.picture(after).trail[-1:]) if cells >= _WALKED else None
    if cells < _TINY:
        return None
    return frozenset(
        (r, c)
        for r, (row, other) in enumerate(zip(before, after, strict=True))
        if row != other
        for c, (value, new) in enumerate(zip(row, other, strict=True))
        if value != new
    )
