"""Assignment of equal tiles to goal cells."""

from __future__ import annotations

import numpy as np

from puzzlegui.core.permutations import is_odd_permutation
from puzzlegui.families.shift.solving.encoded import EncodedBoard, Shorts
from puzzlegui.solvers.control import SearchContext
from puzzlegui.solvers.tile_assignment import assign_tiles, exchange_equal_tiles


class TileAssignment:
    """Minimum-cost assignment of tiles to goal cells (see ``kernels.assignment``)."""

    def __init__(self, board: EncodedBoard, power: float) -> None:
        """Compute the costs for a board.

        Args:
            board: the board.
            power: power of a distance that gives its cost.
        """
        self._goal = board.goal
        self._needed = board.values < board.cells
        self._cost = np.rint(32 * board.distances().astype(float) ** power).sum(0).astype(np.int64)
        self._values = board.values

    def __call__(self, values: Shorts, work: SearchContext) -> Shorts:
        """Return the goal cell of the tile in each cell, int16[n].

        With equal values the permutation is made even, so that 3-cycles solve it on any board.

        Args:
            values: int16[n], the value in each cell.
            work: context of the run.

        Raises:
            SearchStopped: the run was cancelled.
        """
        wanted = assign_tiles(values, self._goal, self._cost, work)
        if self._needed and is_odd_permutation(wanted.tolist()):
            groups = (np.flatnonzero(values == value) for value in range(self._values))
            exchange_equal_tiles(wanted, self._cost, groups)
        return wanted

    def reassign(self, wanted: Shorts, work: SearchContext) -> Shorts:
        """Assign the tiles of a board again, from the goal cells assigned before."""
        return self(self._goal[wanted], work) if self._needed else wanted
