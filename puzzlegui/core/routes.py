"""Lines that show a move between the tiles: frames around cells, and routes of arrows.

Routes keep to the streets between the tiles and to the edges of tiles, so that they cross no label.
Coordinates are in cells from the upper and the left edge of the board.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import count, pairwise
from typing import NamedTuple

from puzzlegui.core.cells import Cell


class Point(NamedTuple):
    """Point on the board, in cells from its upper and its left edge."""

    down: float
    right: float


class Route(NamedTuple):
    """Arrow along straight lines with rounded corners.

    Attributes:
        points: its start, its corners and its tip.
        both_ways: True if it has heads at both ends, for two cells that exchange their values.
    """

    points: tuple[Point, ...]
    both_ways: bool = False


_STEP = 0.17
"""Distance of the ends of a short arrow from the border that it crosses."""
_BESIDE = 0.33
"""Distance of an arrow beside a label from the centre of the cell."""
_DEPTH = 0.24
"""Distance of the ends of a long arrow from the border of the cell."""
_OUT, _IN = 0.3, 0.12
"""Distances from the middle of a side where arrows leave and enter a cell."""
_LANE = 0.1
"""Distance between arrows in the same street."""
_MAX_LANES = 3
"""Number of arrows beside each other that leave the labels free; further ones overlap them."""


def cell_centre(cell: Cell) -> Point:
    """Return the centre of a cell."""
    return Point(cell[0] + 0.5, cell[1] + 0.5)


def frames_around(cells: Iterable[Cell]) -> tuple[tuple[Point, ...], ...]:
    """Return the corners of closed lines around cells, those of holes included."""
    inside = set(cells)
    sides: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for r, c in sorted(inside):  # clockwise around each cell
        for neighbour, start, end in (
            ((r - 1, c), (r, c), (r, c + 1)),
            ((r, c + 1), (r, c + 1), (r + 1, c + 1)),
            ((r + 1, c), (r + 1, c + 1), (r + 1, c)),
            ((r, c - 1), (r + 1, c), (r, c)),
        ):
            if neighbour not in inside:
                sides.setdefault(start, []).append(end)
    frames = []
    while sides:
        start = next(iter(sides))
        corners = [start, _take(sides, start, (0, 0))]
        while corners[-1] != start:
            corners.append(_take(sides, corners[-1], corners[-2]))
        corners[-1:] = corners[:2]
        turns = zip(corners, corners[1:], corners[2:], strict=False)
        frames.append(tuple(
            Point(*here) for before, here, after in turns
            if (here[0] - before[0], here[1] - before[1])
            != (after[0] - here[0], after[1] - here[1])
        ))  # fmt: skip
    return tuple(frames)


def _take(
    sides: dict[tuple[int, int], list[tuple[int, int]]],
    start: tuple[int, int],
    before: tuple[int, int],
) -> tuple[int, int]:
    """Remove a side from its start and return its end; turn right where two frames meet."""
    down, right = start[0] - before[0], start[1] - before[1]
    ends = sides[start]
    end = max(ends, key=lambda end: end == (start[0] + right, start[1] - down))
    ends.remove(end)
    if not ends:
        del sides[start]
    return end


def cycle_routes(cycles: Sequence[Sequence[Cell]], path: Sequence[Cell] = ()) -> tuple[Route, ...]:
    """Return arrows from each cell of cycles to the next, and along a path that is not closed."""
    streets = _Streets([cell for cycle in (*cycles, path) for cell in cycle])
    routes = []
    for cycle in cycles:
        centre = _centre(cycle)
        if len(cycle) == 2:
            one, other = sorted(cycle)
            routes.append(Route(_points(one, other, centre, streets), both_ways=True))
            continue
        for source, target in pairwise((*cycle, cycle[0])):
            routes.append(Route(_points(source, target, centre, streets)))
    for source, target in pairwise(path):
        routes.append(Route(_points(source, target, _centre(path), streets)))
    return tuple(routes)


def line_routes(cells: Sequence[Cell]) -> tuple[Route, ...]:
    """Return short arrows from each cell of a row or a column to the next."""
    streets, centre = _Streets(cells), _centre(cells)
    return tuple(Route(_points(*step, centre, streets)) for step in pairwise(cells))


def _centre(cells: Sequence[Cell]) -> Point:
    centres = [cell_centre(cell) for cell in cells]
    return Point(*(sum(parts) / len(centres) for parts in zip(*centres, strict=True)))


class _Streets:
    """Lanes of arrows in the streets between rows and between columns."""

    def __init__(self, cells: Iterable[Cell]) -> None:
        rows, columns = zip(*cells, strict=True)
        self._ends = (min(rows), max(rows) + 1), (min(columns), max(columns) + 1)
        self._taken: dict[tuple[bool, int], list[tuple[float, float, int]]] = {}

    def lane(self, street: int, start: float, end: float, *, vertical: bool) -> float:
        """Return the coordinate of a free lane of a street, from a start to an end.

        At the ends of the move's cells, where the board may end too, lanes are inside.
        """
        first, last = sorted((start, end))
        taken = self._taken.setdefault((vertical, street), [])
        beside = {lane for low, high, lane in taken if first < high and low < last}
        lane = next(lane for lane in count() if lane not in beside)
        taken.append((first, last, lane))
        lane %= _MAX_LANES
        low, high = self._ends[vertical]
        if street in (low, high):
            return street + _LANE * lane * (1 if street == low else -1)
        return street + _LANE * ((lane + 1) // 2) * (1 if lane % 2 else -1)


def _points(source: Cell, target: Cell, centre: Point, streets: _Streets) -> tuple[Point, ...]:
    """Return the points of an arrow between two cells that keeps away from a centre."""
    down, right = target[0] - source[0], target[1] - source[1]
    if max(abs(down), abs(right)) <= 1:
        return _step(source, down, right, centre)
    if abs(down) > 1 and abs(right) > 1:
        corners = Point(source[0] + 0.5, target[1] + 0.5), Point(target[0] + 0.5, source[1] + 0.5)
        across_first, down_first = (math.dist(corner, centre) for corner in corners)
        return tuple(_bent(source, target, streets, across=across_first >= down_first))
    if abs(down) <= 1:
        return tuple(_run(source, target, centre, streets))
    turned = _run(source[::-1], target[::-1], Point(*centre[::-1]), streets, vertical=True)
    return tuple(Point(*point[::-1]) for point in turned)


def _step(source: Cell, down: int, right: int, centre: Point) -> tuple[Point, ...]:
    """Return an arrow across the border or the corner between two neighbours."""
    start = cell_centre(source)
    middle = Point(start.down + down / 2, start.right + right / 2)
    if not down:
        middle = Point(
            middle.down + _BESIDE * _side(middle.down - centre.down, -right), middle.right
        )
    elif not right:
        middle = Point(
            middle.down, middle.right + _BESIDE * _side(middle.right - centre.right, down)
        )
    return (
        Point(middle.down - _STEP * down, middle.right - _STEP * right),
        Point(middle.down + _STEP * down, middle.right + _STEP * right),
    )


def _side(offset: float, otherwise: int) -> int:
    """Return the side away from a centre; on a line through it, a side given by the direction."""
    return (offset > 0) - (offset < 0) or otherwise


def _run(
    source: Cell, target: Cell, centre: Point, streets: _Streets, *, vertical: bool = False
) -> Iterator[Point]:
    """Yield the points of an arrow along the street between two rows, or beside a row.

    For columns, ``vertical`` is true and all coordinates are exchanged.
    """
    way = 1 if target[1] > source[1] else -1
    if source[0] == target[0]:
        away = _side(source[0] + 0.5 - centre.down, way if vertical else -way)
        street = source[0] + (away > 0)
    else:
        street = max(source[0], target[0])
    out, into = (_BESIDE, _BESIDE) if vertical else (_OUT, _IN)
    start, end = source[1] + 0.5 + out * way, target[1] + 0.5 - into * way
    lane = streets.lane(street, start, end, vertical=vertical)
    yield Point(street + (_DEPTH if source[0] == street else -_DEPTH), start)
    yield Point(lane, start)
    yield Point(lane, end)
    yield Point(street + (_DEPTH if target[0] == street else -_DEPTH), end)


def _bent(source: Cell, target: Cell, streets: _Streets, *, across: bool) -> Iterator[Point]:
    """Yield the points of an arrow along two streets, first ``across`` or first down."""
    down = 1 if target[0] > source[0] else -1
    right = 1 if target[1] > source[1] else -1
    if across:
        row = source[0] + (down > 0)
        column = target[1] + (right < 0)
        start, end = source[1] + 0.5 + _OUT * right, target[0] + 0.5 - _BESIDE * down
        y = streets.lane(row, start, column, vertical=False)
        x = streets.lane(column, row, end, vertical=True)
        yield Point(row - _DEPTH * down, start)
        yield Point(y, start)
        yield Point(y, x)
        yield Point(end, x)
        yield Point(end, column + _DEPTH * right)
    else:
        row = target[0] + (down < 0)
        column = source[1] + (right > 0)
        start, end = source[0] + 0.5 + _BESIDE * down, target[1] + 0.5 - _IN * right
        x = streets.lane(column, start, row, vertical=True)
        y = streets.lane(row, column, end, vertical=False)
        yield Point(start, column - _DEPTH * right)
        yield Point(start, x)
        yield Point(y, x)
        yield Point(y, end)
        yield Point(row + _DEPTH * down, end)
