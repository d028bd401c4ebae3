"""What there is to see of a position, without saying how it looks.

A family describes its positions in these few words, and its moves in those of ``motion``; all that
draws understands them, so a new family needs no drawing code of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from puzzlegui.core.cells import Cell, Grid


@dataclass(frozen=True)
class Mosaic:
    """A picture that the tiles show parts of.

    Attributes:
        data: the bytes of a PNG or JPEG.
        rows: how many parts it has from top to bottom.
        columns: how many from left to right.
        homes: pairs of value and the part that tiles of this value show.
    """

    data: bytes
    rows: int
    columns: int
    homes: tuple[tuple[int, Cell], ...]

    @cached_property
    def home_of(self) -> dict[int, Cell]:
        """The homes by value."""
        return dict(self.homes)


@dataclass(frozen=True)
class Picture:
    """One position, ready to be drawn.

    Attributes:
        values: the value in each cell.
        gap: the value that is no tile but a hole, if the family has one.
        ground: True where the values are printed on the floor (mazes) and do not move.
        signed: write a plus before positive values.
        target: the cell to be reached, if any.
        trail: the cells stepped on so far, the current one last.
        mosaic: a picture on the tiles, if there is one.
        names: of values; they stand on tiles in place of the number.
    """

    values: Grid
    gap: int | None = None
    ground: bool = False
    signed: bool = False
    target: Cell | None = None
    trail: tuple[Cell, ...] = ()
    mosaic: Mosaic | None = None
    names: Mapping[int, str] = field(default_factory=dict, hash=False)
