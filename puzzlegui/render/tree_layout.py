"""Where the nodes of a search's tree lie on a surface. Knows no Qt."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from puzzlegui.engine.watching.levels import SearchTree

_LEAST_ROW = 3.0
"""Pixels from one level to the next, below which levels are put together and drawn as bars."""
_LARGEST = 9.0
_LABEL = 46.0
"""Pixels at the left for the numbers of the levels."""


SurfacePoint = tuple[float, float]
"""A point of the surface: from the left, and from the top."""


@dataclass(frozen=True)
class Bar:
    """Some levels, one below the other, that are drawn as one bar.

    Attributes:
        first: the first of the levels.
        last: the last of them.
        count: the most nodes that one of them has.
        taken: how many of those have been taken up.
        here: the node that is taken up is on one of them.
    """

    first: int
    last: int
    count: int
    expanded: int
    is_current: bool


@dataclass(frozen=True)
class TreeLayout:
    """A tree on a surface; levels are rows, the start is at the top.

    Attributes:
        tree: what lies there.
        width: of the surface.
        height: of the surface.
    """

    tree: SearchTree
    width: float
    height: float
    _margin: float = field(default=10.0, repr=False)

    @cached_property
    def shows_nodes(self) -> bool:
        """Whether it is drawn node by node."""
        return bool(self.tree.levels) and self._row >= _LEAST_ROW

    @cached_property
    def _row(self) -> float:
        """From one level to the next."""
        rows = max(1, len(self.tree.counts))
        return (self.height - 2 * self._margin) / rows

    @property
    def row_height(self) -> float:
        """From one row to the next: of a level, or of a bar."""
        return self._row if self.shows_nodes else (self.height - 2 * self._margin) / len(self.bars)

    @property
    def left(self) -> float:
        """Where the tree begins, beside the numbers of the levels."""
        return min(_LABEL, self.width / 5)

    @cached_property
    def radius(self) -> float:
        """Of a node."""
        across = (self.width - self.left) / max(1, self._leaves)
        return max(1.0, min(_LARGEST, self._row * 0.3, across * 0.4))

    def row_y(self, row: int) -> float:
        """The middle of a row."""
        return self._margin + (row + 0.5) * self.row_height

    @cached_property
    def node_points(self) -> dict[int, SurfacePoint]:
        """Where each node is."""
        across = (self.width - self.left - self._margin) / max(1, self._leaves)
        slots, left = self._slots, self.left + across / 2
        found: dict[int, SurfacePoint] = {}
        for depth, level in enumerate(self.tree.levels):
            y = self.row_y(depth)
            for node in level:
                found[node] = left + slots[node] * across, y
        return found

    @property
    def _leaves(self) -> int:
        """How many nodes have nothing below them."""
        return round(max(self._slots.values(), default=0)) + 1

    @cached_property
    def _slots(self) -> dict[int, float]:
        """How far to the right each node is: leaves one after the other, others above theirs."""
        found: dict[int, float] = {}
        if not self.tree.levels:
            return found
        below, leaf = self.tree.children, 0
        pending = [self.tree.levels[0][0]]
        while pending:
            node = pending[-1]
            children = below.get(node)
            if children is None:
                found[node] = leaf
                leaf += 1
            elif children[-1] in found:
                found[node] = (found[children[0]] + found[children[-1]]) / 2
            else:
                pending += reversed(children)
                continue
            pending.pop()
        return found

    def node_at(self, x: float, y: float) -> int | None:
        """The node at a point, or next to it; None where there is none."""
        if not self.shows_nodes:
            return None
        depth = math.floor((y - self._margin) / self._row)
        if not 0 <= depth < len(self.tree.levels):
            return None
        level = self.tree.levels[depth]
        near = min(level, key=lambda node: abs(self.node_points[node][0] - x))
        return near if abs(self.node_points[near][0] - x) <= max(6.0, self.radius * 1.5) else None

    @cached_property
    def bars(self) -> list[Bar]:
        """The levels, several in one bar where there are too many."""
        counts, taken = self.tree.counts, self.tree.expanded
        most = max(1, int((self.height - 2 * self._margin) / _LEAST_ROW))
        together = max(1, math.ceil(len(counts) / most))
        found = []
        for first in range(0, len(counts), together):
            last = min(len(counts), first + together) - 1
            fullest = max(range(first, last + 1), key=counts.__getitem__)
            here = first <= self.tree.depth <= last
            found.append(Bar(first, last, counts[fullest], taken[fullest], here))
        return found

    def labelled_rows(self) -> Iterator[tuple[int, int]]:
        """The rows that have room for a number, each with the level that it begins with."""
        rows = len(self.tree.counts) if self.shows_nodes else len(self.bars)
        every = max(1, math.ceil(13.0 / self.row_height))
        for row in range(0, rows, every):
            yield row, (row if self.shows_nodes else self.bars[row].first)
