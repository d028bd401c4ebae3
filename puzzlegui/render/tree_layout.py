"""Layout of search trees. Independent of Qt."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from puzzlegui.engine.watching.levels import SearchTree

_MIN_ROW_HEIGHT = 3.0
"""Distance between levels in pixels below which levels are combined and drawn as bars."""
_MAX_RADIUS = 9.0
_LABEL_WIDTH = 46.0
"""Width at the left for the level numbers, in pixels."""


SurfacePoint = tuple[float, float]
"""Point of the surface: distance from the left, and from the top."""


@dataclass(frozen=True)
class LevelBar:
    """Consecutive levels drawn as a single bar.

    Attributes:
        first: first level.
        last: last level.
        count: number of nodes on the largest of the levels.
        expanded: number of expanded nodes on that level.
        is_current: True if the node being expanded is on one of the levels.
    """

    first: int
    last: int
    count: int
    expanded: int
    is_current: bool


@dataclass(frozen=True)
class TreeLayout:
    """Layout of a search tree, with levels as rows and the start at the top.

    Attributes:
        tree: search tree.
        width: width of the surface in pixels.
        height: height of the surface in pixels.
    """

    tree: SearchTree
    width: float
    height: float
    _margin: float = field(default=10.0, repr=False)

    @cached_property
    def shows_nodes(self) -> bool:
        """True if single nodes are drawn, False for bars."""
        return bool(self.tree.levels) and self._level_height >= _MIN_ROW_HEIGHT

    @cached_property
    def _level_height(self) -> float:
        """Distance between levels."""
        rows = max(1, len(self.tree.counts))
        return (self.height - 2 * self._margin) / rows

    @property
    def row_height(self) -> float:
        """Distance between rows: levels or bars."""
        return (
            self._level_height
            if self.shows_nodes
            else (self.height - 2 * self._margin) / len(self.bars)
        )

    @property
    def left(self) -> float:
        """Left edge of the tree, beside the level numbers."""
        return min(_LABEL_WIDTH, self.width / 5)

    @cached_property
    def radius(self) -> float:
        """Radius of a node."""
        across = (self.width - self.left) / max(1, self._leaf_count)
        return max(1.0, min(_MAX_RADIUS, self._level_height * 0.3, across * 0.4))

    def row_y(self, row: int) -> float:
        """Return the vertical centre of a row."""
        return self._margin + (row + 0.5) * self.row_height

    @cached_property
    def node_points(self) -> dict[int, SurfacePoint]:
        """Position of each node."""
        across = (self.width - self.left - self._margin) / max(1, self._leaf_count)
        slots, left = self._columns, self.left + across / 2
        found: dict[int, SurfacePoint] = {}
        for depth, level in enumerate(self.tree.levels):
            y = self.row_y(depth)
            for node in level:
                found[node] = left + slots[node] * across, y
        return found

    @property
    def _leaf_count(self) -> int:
        """Number of nodes without children."""
        return round(max(self._columns.values(), default=0)) + 1

    @cached_property
    def _columns(self) -> dict[int, float]:
        """Column of each node: leaves from left to right, parents centred above their children."""
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
        """Return the node at or close to a point, or None."""
        if not self.shows_nodes:
            return None
        depth = math.floor((y - self._margin) / self._level_height)
        if not 0 <= depth < len(self.tree.levels):
            return None
        level = self.tree.levels[depth]
        near = min(level, key=lambda node: abs(self.node_points[node][0] - x))
        return near if abs(self.node_points[near][0] - x) <= max(6.0, self.radius * 1.5) else None

    @cached_property
    def bars(self) -> list[LevelBar]:
        """Bars of the levels, several levels per bar if there are too many."""
        counts, taken = self.tree.counts, self.tree.expanded
        most = max(1, int((self.height - 2 * self._margin) / _MIN_ROW_HEIGHT))
        levels_per_bar = max(1, math.ceil(len(counts) / most))
        bars = []
        for first in range(0, len(counts), levels_per_bar):
            last = min(len(counts), first + levels_per_bar) - 1
            fullest = max(range(first, last + 1), key=counts.__getitem__)
            here = first <= self.tree.depth <= last
            bars.append(LevelBar(first, last, counts[fullest], taken[fullest], here))
        return bars

    def labelled_rows(self) -> Iterator[tuple[int, int]]:
        """Yield the rows that have room for a label, each with its first level."""
        rows = len(self.tree.counts) if self.shows_nodes else len(self.bars)
        every = max(1, math.ceil(13.0 / self.row_height))
        for row in range(0, rows, every):
            yield row, (row if self.shows_nodes else self.bars[row].first)
