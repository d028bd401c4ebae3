"""Solutions of boards that are symmetric under a rotation of the whole board.

If rotating the board maps the start and goal cell of each tile to those of another tile, as when
everything is to be reversed, turns can be made together with their images: fewer, larger steps in a
smaller space.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from puzzlegui.families.rotation.solving.encoded import Shorts


def images_of(rows: int, columns: int, wanted: Shorts) -> list[list[int]] | None:
    """Return the blocks to be turned together on a symmetric board, None without symmetry.

    Blocks whose images overlap them are left out.

    Args:
        rows: of the board.
        columns: of the board.
        wanted: int16[n], for each cell the goal cell of its tile.
    """
    if rows == columns:
        cells = np.rot90(np.arange(rows * columns).reshape(rows, columns)).ravel()
        if _carries(cells, wanted):
            return _orbits(np.rot90, rows, columns, 4)
    if _carries(np.arange(rows * columns)[::-1], wanted):
        return _orbits(_half, rows, columns, 2)
    return None


def _half(grid: NDArray[np.int64]) -> NDArray[np.int64]:
    return grid[::-1, ::-1]


def _carries(cells: NDArray[np.int64], wanted: Shorts) -> bool:
    """Return whether a rotation that takes ``cells[i]`` to ``i`` preserves the goal cells."""
    place = np.argsort(cells)
    return bool((place[wanted] == wanted[place]).all())


def _orbits(
    turned: Callable[[NDArray[np.int64]], NDArray[np.int64]], rows: int, columns: int, order: int
) -> list[list[int]]:
    """Return all blocks with their images, except where these overlap."""
    blocks = np.arange((rows - 1) * (columns - 1)).reshape(rows - 1, columns - 1)
    views = [blocks.ravel()]
    for _ in range(order - 1):
        blocks = turned(blocks)
        views.append(blocks.ravel())
    across = columns - 1
    found = []
    for orbit in zip(*views, strict=True):
        together = list(dict.fromkeys(map(int, orbit)))
        corners = {
            (block // across + y, block % across + x)
            for block in together for y in (0, 1) for x in (0, 1)
        }  # fmt: skip
        if len(corners) == 4 * len(together) and together[0] == min(together):
            found.append(together)
    return found
