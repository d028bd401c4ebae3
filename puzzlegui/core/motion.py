"""How a move looks, as data that everything that shows moves interprets, and nothing else.

Places are in cells from the upper and the left edge of the board: the middle of the first cell is
``(0.5, 0.5)``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from puzzlegui.core.cells import Cell


class Place(NamedTuple):
    """A place on the board, in cells from its upper and its left edge."""

    down: float
    right: float


class Turning(NamedTuple):
    """The way of what turns about a point: so many quarter turns clockwise, less than 0 against."""

    about: Place
    quarter_turns: int


class Straight(NamedTuple):
    """The way of what goes straight: so many cells down and right.

    Attributes:
        down: cells down, less than 0 for up.
        right: cells to the right, less than 0 for left.
        around: what leaves the board at one edge comes in at the opposite one.
    """

    down: int
    right: int
    around: bool = False


Path: TypeAlias = Turning | Straight


class Shape(StrEnum):
    """What an outline looks like."""

    BLOCK = "block"  # a frame on the borders of the cells
    TILES = "tiles"  # a frame on the edges of the tiles in them
    RING = "ring"  # a ring in the one cell


class Outline(NamedTuple):
    """What a move concerns: one frame around some cells, or a ring in one."""

    shape: Shape
    cells: tuple[Cell, ...]


class RoundArrow(NamedTuple):
    """An arrow around a place, on a disc of its own."""

    about: Place
    clockwise: bool


class StraightArrow(NamedTuple):
    """An arrow from one place to another.

    Attributes:
        start: where it begins.
        tip: where it points.
        bold: it stands alone in a cell, and is drawn larger.
    """

    start: Place
    tip: Place
    bold: bool = False


Arrow: TypeAlias = RoundArrow | StraightArrow


@dataclass(frozen=True)
class Motion:
    """How one move looks.

    Attributes:
        carried: what stands in the first cell of each pair is in the second afterwards; none of
            the other cells changes. Empty where only the walker goes.
        path: the way of all that is carried; what fills a gap's old cell is not seen to go.
        outline: what is framed to say where the move happens.
        arrow: what says which way.
        walk: where a walker goes from and to, if there is one.
    """

    carried: tuple[tuple[Cell, Cell], ...]
    path: Path
    outline: Outline
    arrow: Arrow
    walk: tuple[Cell, Cell] | None = None

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells concerned, those of a walk from first to last."""
        return self.walk or tuple(cell for cell, _ in self.carried)


def middle(cell: Cell) -> Place:
    """The middle of a cell."""
    return Place(cell[0] + 0.5, cell[1] + 0.5)


def slide_arrow(cell: Cell, down: int, right: int) -> StraightArrow:
    """A bold arrow in the middle of a cell, the way of something that goes straight."""
    place, reach = middle(cell), 0.224
    return StraightArrow(
        Place(place.down - reach * down, place.right - reach * right),
        Place(place.down + reach * down, place.right + reach * right),
        bold=True,
    )
