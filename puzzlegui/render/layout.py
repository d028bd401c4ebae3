"""Layout of a board's cells on a surface. Independent of Qt."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Self

from puzzlegui.core.cells import Cell
from puzzlegui.core.routes import Point

_AXIS = 0.42
"""Width of the strip for letters and numbers, in cells; bounded in pixels below."""
_AXIS_PIXELS = 16.0, 26.0


@dataclass(frozen=True)
class Layout:
    """Layout of a board of square cells; all lengths are in pixels.

    Attributes:
        rows: number of rows.
        columns: number of columns.
        pitch: distance between cells.
        left: left edge of the first cell.
        top: top edge of the first cell.
        gap: gap between tiles.
        axis: width of the strip for letters and numbers, with its margin; 0 without.
    """

    rows: int
    columns: int
    pitch: float
    left: float
    top: float
    gap: float
    axis: float

    @classmethod
    def fit(
        cls,
        rows: int,
        columns: int,
        width: float,
        height: float,
        *,
        axes: bool = True,
        ratio: float = 1.0,
    ) -> Self:
        """Return the layout of the largest board that fits, centred in ``width`` × ``height``.

        Args:
            rows: number of rows.
            columns: number of columns.
            width: width of the surface.
            height: height of the surface.
            axes: leave room for letters and numbers.
            ratio: device pixels per pixel; edges are aligned to device pixels.
        """
        estimate = min(width / (columns + _AXIS), height / (rows + _AXIS))
        margin = max(3.0, estimate * 0.1)
        axis = (
            min(max(estimate * _AXIS, _AXIS_PIXELS[0]), _AXIS_PIXELS[1]) + margin if axes else 0.0
        )
        room = min((width - axis - 2 * margin) / columns, (height - axis - 2 * margin) / rows)
        pitch = max(1, math.floor(room * ratio)) / ratio
        gap = max(1, round(pitch * 0.07 * ratio)) / ratio if pitch >= 6 else 0.0
        return cls(rows, columns, pitch, 0.0, 0.0, gap, axis).centred(width, height, ratio)

    def centred(self, width: float, height: float, ratio: float = 1.0) -> Self:
        """Return a layout with cells of the same size, centred on another surface."""
        left = (width - self.width + self.axis) / 2
        top = (height - self.height + self.axis) / 2
        return replace(self, left=round(left * ratio) / ratio, top=round(top * ratio) / ratio)

    @property
    def outer_width(self) -> float:
        """Width with the strip of numbers and a margin on both sides."""
        return self.width + self.axis + 2 * self._margin

    @property
    def outer_height(self) -> float:
        """Height with the strip of letters and a margin on both sides."""
        return self.height + self.axis + 2 * self._margin

    @property
    def axis_strip(self) -> float:
        """Width of the strip for letters and numbers, without its margin."""
        return self.axis - self._margin

    @property
    def tray_margin(self) -> float:
        """Width of the tray's border around the cells."""
        return max(2.0, self.pitch * 0.06)

    @property
    def _margin(self) -> float:
        return max(3.0, self.pitch * 0.1)

    @property
    def width(self) -> float:
        return self.pitch * self.columns

    @property
    def height(self) -> float:
        return self.pitch * self.rows

    def corner(self, cell: Cell) -> tuple[float, float]:
        """Return the top-left corner of a cell."""
        return self.left + cell[1] * self.pitch, self.top + cell[0] * self.pitch

    def centre(self, cell: Cell) -> tuple[float, float]:
        x, y = self.corner(cell)
        return x + self.pitch / 2, y + self.pitch / 2

    def point(self, place: Point) -> tuple[float, float]:
        """Convert a point in cells to pixels."""
        return self.left + place.right * self.pitch, self.top + place.down * self.pitch

    def cell_at(self, x: float, y: float) -> Cell | None:
        """Return the cell at a point, or None outside the board."""
        row = math.floor((y - self.top) / self.pitch)
        column = math.floor((x - self.left) / self.pitch)
        if 0 <= row < self.rows and 0 <= column < self.columns:
            return row, column
        return None
