"""Description of the animation of a move, as data for everything that draws moves.

Coordinates are in cells from the upper and the left edge of the board: the centre of the first
cell is ``(0.5, 0.5)``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias

from puzzlegui.core.cells import Cell
from puzzlegui.core.routes import Point, Route, cell_centre, cycle_routes, frames_around

_STRAIGHT = Point(0.0, 0.0)
_HIGHEST = 1.25
"""Greatest height of an arc, in cells, so that long jumps stay near the board."""


class Rotation(NamedTuple):
    """Rotation about a point by a number of quarter turns; positive is clockwise."""

    centre: Point
    quarter_turns: int


class Translation(NamedTuple):
    """Translation by a number of cells.

    Attributes:
        down: cells down, negative for up.
        right: cells to the right, negative for left.
        wraps: True if cells that leave the board enter at the opposite edge.
    """

    down: int
    right: int
    wraps: bool = False


class Arcs(NamedTuple):
    """Movement of every value along an arc of its own to its new cell.

    Attributes:
        bulges: for each value carried, the way from the middle of the straight line between its
            cells to the top of its arc; zero for a straight line.
    """

    bulges: tuple[Point, ...]

    def displacement(self, index: int, source: Cell, target: Cell, progress: float) -> Point:
        """Return how far a value has come, in cells down and to the right."""
        bulge, height = self.bulges[index], math.sin(math.pi * progress)
        return Point(
            (target[0] - source[0]) * progress + bulge.down * height,
            (target[1] - source[1]) * progress + bulge.right * height,
        )


Transform: TypeAlias = Rotation | Translation | Arcs


class RoundArrow(NamedTuple):
    """Circular arrow around a point, on a disc."""

    centre: Point
    clockwise: bool


class StraightArrow(NamedTuple):
    """Arrow between two points.

    Attributes:
        start: start of the arrow.
        tip: end that it points to.
        bold: True if it is alone in a cell and therefore drawn larger.
    """

    start: Point
    tip: Point
    bold: bool = False


Arrow: TypeAlias = RoundArrow | StraightArrow | tuple[Route, ...]


@dataclass(frozen=True)
class Motion:
    """Animation of a move.

    Attributes:
        carried: pairs of old and new cell of each value that moves; all other cells keep theirs.
            Empty if only the walker moves.
        transform: movement of all values carried; the fill of a gap's old cell is not animated.
        outlined: cells to frame; none if arrows lead from and to all cells concerned. For a walk,
            only its new cell.
        arrow: arrow that shows the direction, or routes from cell to cell.
        walker_step: old and new cell of the walker, if there is a walker.
        name: name of a move that the board defines, to be shown beside it.
    """

    carried: tuple[tuple[Cell, Cell], ...]
    transform: Transform
    outlined: tuple[Cell, ...]
    arrow: Arrow
    walker_step: tuple[Cell, Cell] | None = None
    name: str = ""

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Cells concerned; for a walk, the first and the last."""
        return self.walker_step or tuple(cell for cell, _ in self.carried)

    @cached_property
    def frames(self) -> tuple[tuple[Point, ...], ...]:
        """Corners of the closed lines around the outlined cells."""
        return frames_around(self.outlined)

    @cached_property
    def reach(self) -> tuple[float, float, float, float]:
        """Top, left, bottom and right edge of what values on arcs cover, in cells."""
        assert isinstance(self.transform, Arcs)
        rows: list[float] = []
        columns: list[float] = []
        for (source, target), bulge in zip(self.carried, self.transform.bulges, strict=True):
            rows += _span(source[0], target[0], bulge.down)
            columns += _span(source[1], target[1], bulge.right)
        return min(rows), min(columns), max(rows) + 1, max(columns) + 1

    def displacement(self, cell: Cell) -> tuple[float, float]:
        """Return the way of a value straight to its new cell, in cells down and to the right."""
        if isinstance(self.transform, Translation):
            return self.transform.down, self.transform.right
        row, column = dict(self.carried).get(cell, cell)
        return row - cell[0], column - cell[1]


def overshoot(
    motions: Iterable[Motion], rows: int, columns: int
) -> tuple[float, float, float, float]:
    """Return how far values on arcs leave a board at its top, left, bottom and right, in cells."""
    reaches = [motion.reach for motion in motions if isinstance(motion.transform, Arcs)]
    tops, lefts, bottoms, rights = zip((0, 0, rows, columns), *reaches, strict=True)
    return float(-min(tops)), float(-min(lefts)), max(bottoms) - rows, max(rights) - columns


def _span(start: int, end: int, bulge: float) -> tuple[float, ...]:
    """Return the ends of an arc in one direction, and its turning point if it goes beyond them."""
    way = end - start
    if math.pi * abs(bulge) <= abs(way):
        return start, end
    share = math.acos(-way / (math.pi * bulge)) / math.pi
    return start, end, start + way * share + bulge * math.sin(math.pi * share)


def cycle_motion(
    cycles: Sequence[Sequence[Cell]], path: Sequence[Cell] = (), name: str = ""
) -> Motion:
    """Return a motion that carries the value of each cell to the next cell of its cycle.

    The values travel on arcs around the centres of their cycles.

    Args:
        cycles: the cycles.
        path: cells of a cycle that is not closed: straight lines lead to its last cell.
        name: name of the move.
    """
    carried = [pair for cycle in cycles for pair in zip(cycle, (*cycle[1:], cycle[0]), strict=True)]
    bulges = [bulge for cycle in cycles for bulge in _bulges(cycle)]
    for pair in zip(path, (*path[1:], *path[-1:]), strict=True):
        carried.append(pair)
        bulges.append(_STRAIGHT)
    outlined = tuple(path[:1])  # where the path would be closed
    routes = cycle_routes(cycles, path)
    return Motion(tuple(carried), Arcs(tuple(bulges)), outlined, routes, name=name)


def _bulges(cycle: Sequence[Cell]) -> Iterator[Point]:
    """Yield how far the way of each value of a cycle bulges.

    Its middle is as far from the centre of the cycle as its ends are on average, so that values
    keep apart as on a disc that turns. A step to a neighbouring cell is straight, except in an
    exchange, whose values would meet.
    """
    count = len(cycle)
    centre = Point(sum(r for r, _ in cycle) / count, sum(c for _, c in cycle) / count)

    def radius(down: float, right: float) -> float:
        return math.hypot(down - centre.down, right - centre.right)

    for number, (row, column) in enumerate(cycle):
        to_row, to_column = cycle[(number + 1) % count]
        down, right = to_row - row, to_column - column
        distance = abs(down) + abs(right)
        if not distance or (distance == 1 and count > 2):
            yield _STRAIGHT
            continue
        middle = Point(row + down / 2, column + right / 2)
        near = radius(*middle)
        height = (radius(row, column) + radius(to_row, to_column)) / 2 - near
        if near > 1e-9:
            out = Point((middle.down - centre.down) / near, (middle.right - centre.right) / near)
        else:  # straight across the centre: clockwise
            length = math.hypot(down, right)
            out = Point(-right / length, down / length)
        height = min(height, _HIGHEST)
        yield Point(round(height * out.down, 6), round(height * out.right, 6))


def slide_arrow(cell: Cell, down: int, right: int) -> StraightArrow:
    """Return a bold arrow in the centre of a cell, in the direction of a translation."""
    place, reach = cell_centre(cell), 0.224
    return StraightArrow(
        Point(place.down - reach * down, place.right - reach * right),
        Point(place.down + reach * down, place.right + reach * right),
        bold=True,
    )
