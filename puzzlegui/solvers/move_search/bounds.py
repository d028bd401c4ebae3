"""Lower bounds of positions by the distances of values from their goals."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from puzzlegui.kernels import deepening as kernel
from puzzlegui.solvers.move_search.puzzle import EncodedPuzzle

Numbers = NDArray[np.integer]


def distances_by_sums(
    first: Numbers, second: Numbers, carried: tuple[int, int]
) -> kernel.Distances:
    """Return bounds by two kinds of distances of which a move changes only one.

    Args:
        first: int[values, n], the first distance of a value in a cell from its nearest goal.
        second: int[values, n], likewise.
        carried: the greatest change of the sum of each by a move.
    """
    costs = np.ascontiguousarray((first.astype(np.int64) << 32) + second)
    return kernel.Distances(
        costs, _moves(first, carried[0]), _moves(second, carried[1]), True,
        np.zeros((0, 0), np.uint8), 0, *NO_LINES,
    )  # fmt: skip


def distances_by_moves(board: EncodedPuzzle) -> kernel.Distances:
    """Return bounds by the moves that values need, each on its own."""
    nearest = board.goal_distances
    carried = int((board.targets != np.arange(board.cells)).sum(axis=1).max(initial=1))
    return kernel.Distances(
        nearest.astype(np.int64), np.zeros(1, np.int32), _moves(nearest, carried), True,
        nearest, int(nearest.max(initial=0)), *NO_LINES,
    )  # fmt: skip


NO_LINES = (np.zeros((0, 6), np.int32), np.zeros((0, 0), np.uint8), np.zeros((0, 0), np.int32), 0)


def _moves(distances: Numbers, carried: int) -> NDArray[np.int32]:
    """Return the least number of moves for each sum of distances."""
    most = int(distances.max(axis=0, initial=0).sum())
    return -(-np.arange(most + 1, dtype=np.int32) // carried)
