"""Memory of the narrow beam search that solves a rotation board cell by cell."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from puzzlegui.families.rotation.kernels import peel as kernel
from puzzlegui.families.rotation.kernels.constants.peel import CONJUGATES, HEAD

Shorts = NDArray[np.int16]
Ints = NDArray[np.int64]


class PeelBeam:
    """A narrow beam search on a board; see ``kernels.peel``.

    Attributes:
        tiles: int16[3, s, n], for each state and cell the cell its tile belongs to; the results
            are in ``tiles[0]``.
        head: int64[3, s, HEAD], see ``kernels.constants.peel``.
        parents: int32[…], for each node of the search tree its parent, -1 for none.
        turns: int16[…], the turn that leads to the node.
    """

    def __init__(self, rows: int, columns: int, directions: int, width: int) -> None:
        """Allocate the memory.

        Args:
            rows: of the board.
            columns: of the board.
            directions: 2 if blocks turn both ways, 1 if clockwise only.
            width: number of states kept.
        """
        self._board = rows, columns, directions
        self._width = width
        cells = rows * columns
        states = 6 * width + 2
        nodes = width * 60 * cells + 10_000
        self.tiles = np.empty((3, states, cells), np.int16)
        self.head = np.empty((3, states, HEAD), np.int64)
        self.parents = np.empty(nodes, np.int32)
        self.turns = np.empty(nodes, np.int16)

    def peel(self, start: Shorts, order: Ints, cost: Shorts, ctl: Ints) -> int:
        """Bring the tiles to their cells in the given order; see ``kernel.peel``."""
        cells, width = self.tiles.shape[2], self._width
        workspace = kernel.PeelWorkspace(
            self.tiles.reshape(-1),
            self.head.reshape(-1, HEAD),
            np.empty(420 * width, np.int64),
            np.zeros(1 << (8 * width).bit_length(), np.int64),
            np.zeros(cells, np.uint8),
            self.parents,
            self.turns,
            kernel.Conjugates(
                np.empty((CONJUGATES, 10), np.int64),
                np.empty((CONJUGATES, 16), np.int64),
                np.arange(cells, dtype=np.int16),
            ),
            kernel.Distances(
                np.empty(cells, np.int64),
                np.empty((16, 8 * cells), np.int64),
                np.empty(16, np.int64),
            ),
        )
        return kernel.peel(*self._board, start, order, cost.ravel(), width, workspace, ctl)


def beam_mib(cells: int, width: int) -> float:
    """Return the size of the memory of a beam in MiB."""
    return width * (60 * 6 + 18 * 2) * cells / (1 << 20) + 1
