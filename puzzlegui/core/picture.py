"""What there is to see of a position and of a move, without saying how it looks.

A family describes itself in these few words, and everything that draws (window, PNG, SVG)
understands them; so a new family needs no drawing code of its own.
"""

from __future__ import annotations

from dataclasses import dataclass

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
    """

    values: Grid
    gap: int | None = None
    ground: bool = False
    signed: bool = False
    target: Cell | None = None
    trail: tuple[Cell, ...] = ()
    mosaic: Mosaic | None = None


@dataclass(frozen=True)
class Motion:
    """How one move looks: every cell of ``cells`` is carried along.

    Attributes:
        kind: ``turn`` (the four cells turn about their middle), ``slide`` (tiles in a line
            go each to the next cell, the last of which is the gap) or ``jump`` (the walker goes
            from ``cells[0]`` to ``cells[1]``).
        cells: the cells concerned; for a turn, row by row.
        quarter_turns: +1 clockwise, -1 counter-clockwise, 0 where nothing turns.
    """

    kind: str
    cells: tuple[Cell, ...]
    quarter_turns: int = 0
