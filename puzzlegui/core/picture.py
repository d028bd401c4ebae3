"""Description of a position's appearance, independent of drawing.

A family describes its positions with these types and its moves with those of ``motion``. All
drawing code understands them, so a new family needs no drawing code of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from puzzlegui.core.cells import Cell, Grid


@dataclass(frozen=True)
class Mosaic:
    """Image that is cut into parts, which the tiles show.

    Attributes:
        data: bytes of a PNG or JPEG.
        rows: number of parts from top to bottom.
        columns: number of parts from left to right.
        homes: pairs of value and the part that tiles of this value show.
    """

    data: bytes
    rows: int
    columns: int
    homes: tuple[tuple[int, Cell], ...]

    @cached_property
    def home_of(self) -> dict[int, Cell]:
        """Parts by value."""
        return dict(self.homes)


@dataclass(frozen=True)
class Picture:
    """Position, ready to be drawn.

    Attributes:
        values: value in each cell.
        gap: value that is a gap instead of a tile, or None.
        ground: True if the values are printed on the floor (mazes) and do not move.
        signed: True to write a plus sign before positive values.
        target: target cell, if any.
        trail: cells visited so far, the current cell last.
        mosaic: image on the tiles, if any.
        names: names of values, shown on tiles in place of the number.
    """

    values: Grid
    gap: int | None = None
    ground: bool = False
    signed: bool = False
    target: Cell | None = None
    trail: tuple[Cell, ...] = ()
    mosaic: Mosaic | None = None
    names: Mapping[int, str] = field(default_factory=dict, hash=False)
