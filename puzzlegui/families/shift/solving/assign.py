"""Which of several equal tiles goes to which of the cells that want one."""

from __future__ import annotations

import numpy as np

from puzzlegui.solvers.anytime import assigned
from puzzlegui.solvers.control import Work
from puzzlegui.families.shift.solving.construct import is_odd
from puzzlegui.families.shift.solving.encoded import EncodedBoard, Ints, Shorts


class Assignment:
    """Assigns the tiles of a board at the least total cost (see ``kernels.assignment``)."""

    def __init__(self, board: EncodedBoard, power: float) -> None:
        """Prepare for a board.

        Args:
            board: the board.
            power: how the cost of a distance grows.
        """
        self._goal = board.goal
        self._needed = board.values < board.cells
        self._cost = np.rint(32 * board.away().astype(float) ** power).sum(0).astype(np.int64)
        self._places = [np.flatnonzero(board.goal == value) for value in range(board.values)]

    def __call__(self, values: Shorts, work: Work) -> Shorts:
        """For each cell the one that its tile is to go to.

        Where there are equal values, the permutation is even: so 3-cycles can make it, whatever
        the size of the board.

        Args:
            values: int16[n], which stand in the cells.
            work: of the run.

        Raises:
            Stopped: the run was cancelled.
        """
        wanted = np.empty(len(values), np.int16)
        for value, there in enumerate(self._places):
            here = np.flatnonzero(values == value)
            if len(here) > 1:
                here = here[assigned(self._cost[np.ix_(here, there)], work)]
            wanted[here] = there
        if self._needed and is_odd(wanted):
            one, other = self._exchange(wanted)
            wanted[[one, other]] = wanted[[other, one]]
        return wanted

    def anew(self, wanted: Shorts, work: Work) -> Shorts:
        """The same for tiles that have been assigned before, and shifted since."""
        return self(self._goal[wanted], work) if self._needed else wanted

    def _exchange(self, wanted: Shorts) -> tuple[int, int]:
        """Two cells with equal tiles whose exchange costs least."""
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
