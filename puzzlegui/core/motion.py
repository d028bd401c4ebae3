"""Description of the animation of a move, as data for everything that draws moves.

Coordinates are in cells from the upper and the left edge of the board: the centre of the first
cell is ``(0.5, 0.5)``.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from puzzlegui.core.cells import Cell

_INSET = 0.28
"""Distance of the ends of an arrow from the centres of cells, in cells."""


class Point(NamedTuple):
    """Point on the board, in cells from its upper and its left edge."""

    down: float
    right: float


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


class StraightPaths(NamedTuple):
    """Movement of every value straight to its new cell."""


Transform: TypeAlias = Rotation | Translation | StraightPaths


class Shape(StrEnum):
    """Shape of an outline."""

    BLOCK = "block"  # a frame on the borders of the cells
    TILES = "tiles"  # a frame on the edges of the tiles in them
    EACH = "each"  # a frame on the edges of each tile
    RING = "ring"  # a ring in the one cell


class Outline(NamedTuple):
    """Frame around the cells that a move concerns, or ring in a single cell."""

    shape: Shape
    cells: tuple[Cell, ...]


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


Arrow: TypeAlias = RoundArrow | StraightArrow | tuple[StraightArrow, ...]


@dataclass(frozen=True)
class Motion:
    """Animation of a move.

    Attributes:
        carried: pairs of old and new cell of each value that moves; all other cells keep theirs.
            Empty if only the walker moves.
        transform: movement of all values carried; the fill of a gap's old cell is not animated.
        outline: frame of the cells concerned.
        arrow: arrow that shows the direction, or several.
        walker_step: old and new cell of the walker, if there is a walker.
    """

    carried: tuple[tuple[Cell, Cell], ...]
    transform: Transform
    outline: Outline
    arrow: Arrow
    walker_step: tuple[Cell, Cell] | None = None

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Cells concerned; for a walk, the first and the last."""
        return self.walker_step or tuple(cell for cell, _ in self.carried)

    def displacement(self, cell: Cell) -> tuple[float, float]:
        """Return the way of a value straight to its new cell, in cells down and to the right."""
        if isinstance(self.transform, Translation):
            return self.transform.down, self.transform.right
        row, column = dict(self.carried).get(cell, cell)
        return row - cell[0], column - cell[1]


def cell_centre(cell: Cell) -> Point:
    """Return the centre of a cell."""
    return Point(cell[0] + 0.5, cell[1] + 0.5)


def straight_motion(carried: Sequence[tuple[Cell, Cell]], outlined: Sequence[Cell]) -> Motion:
    """Return a motion that carries every value straight to its new cell, with an arrow for each.

    Args:
        carried: pairs of the old and the new cell of each value; equal cells get no arrow.
        outlined: cells to outline.
    """
    arrows = []
    for source, target in carried:
        if source == target:
            continue
        start, tip = cell_centre(source), cell_centre(target)
        down, right = tip.down - start.down, tip.right - start.right
        share = _INSET / math.hypot(down, right)
        arrows.append(
            StraightArrow(
                Point(start.down + share * down, start.right + share * right),
                Point(tip.down - share * down, tip.right - share * right),
            )
        )
    outline = Outline(Shape.EACH, tuple(outlined))
    return Motion(tuple(carried), StraightPaths(), outline, tuple(arrows))


def slide_arrow(cell: Cell, down: int, right: int) -> StraightArrow:
    """Return a bold arrow in the centre of a cell, in the direction of a translation."""
    place, reach = cell_centre(cell), 0.224
    return StraightArrow(
        Point(place.down - reach * down, place.right - reach * right),
        Point(place.down + reach * down, place.right + reach * right),
        bold=True,
    )
