"""Assignment of equal tiles to goal cells."""

from __future__ import annotations

import numpy as np

from puzzlegui.families.shift.solving.construct import is_odd
from puzzlegui.families.shift.solving.encoded import EncodedBoard, Ints, Shorts
from puzzlegui.solvers.anytime import solve_assignment
from puzzlegui.solvers.control import SearchContext


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
        self._places = [np.flatnonzero(board.goal == value) for value in range(board.values)]

    def __call__(self, values: Shorts, work: SearchContext) -> Shorts:
        """Return the goal cell of the tile in each cell, int16[n].

        With equal values the permutation is made even, so that 3-cycles solve it on any board.

        Args:
            values: int16[n], the value in each cell.
            work: context of the run.

        Raises:
            Stopped: the run was cancelled.
        """
        wanted = np.empty(len(values), np.int16)
        for value, there in enumerate(self._places):
            here = np.flatnonzero(values == value)
            if len(here) > 1:
                here = here[solve_assignment(self._cost[np.ix_(here, there)], work)]
            wanted[here] = there
        if self._needed and is_odd(wanted):
            one, other = self._exchange(wanted)
            wanted[[one, other]] = wanted[[other, one]]
        return wanted

    def reassign(self, wanted: Shorts, work: SearchContext) -> Shorts:
        """Assign the tiles of a board again, from the goal cells assigned before."""
        return self(self._goal[wanted], work) if self._needed else wanted

    def _exchange(self, wanted: Shorts) -> tuple[int, int]:
        """Return two cells of equal tiles whose exchange is cheapest."""
        best, found = 1 << 60, (0, 0)
        for there in self._places:
            if len(there) < 2:
                continue
            here = np.flatnonzero(np.isin(wanted, there))
            cost: Ints = self._cost[np.ix_(here, wanted[here])]
            own = cost.diagonal()
            change = cost + cost.T - own - own[:, None]
            np.fill_diagonal(change, best)
            one, other = divmod(int(change.argmin()), len(here))
            if change[one, other] < best:
                best, found = int(change[one, other]), (int(here[one]), int(here[other]))
        return found
