"""Assignment of equal tiles to goal cells at the least total cost, for the anytime solvers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzlegui.kernels import assignment
from puzzlegui.solvers.control import SearchContext


def assign_tiles(
    start: NDArray[Any], goal: NDArray[Any], cost: NDArray[Any], work: SearchContext
) -> NDArray[np.int16]:
    """Return the goal cell of the tile in each cell, int16[n].

    Args:
        start: int[n], the value in each cell.
        goal: int[n], the same values in the goal.
        cost: int[n, n], the cost of moving a tile from each cell to each cell.
        work: context of the run.

    Raises:
        SearchStopped: the run was cancelled.
    """
    wanted = np.empty(len(start), np.int16)
    tiles, places = np.argsort(start, kind="stable"), np.argsort(goal, kind="stable")
    wanted[tiles] = places
    counts = np.unique(start, return_counts=True)[1]
    for count, end in zip(counts.tolist(), np.cumsum(counts).tolist(), strict=True):
        if count > 1:
            here, there = tiles[end - count : end], places[end - count : end]
            between = cost[np.ix_(here, there)].astype(np.int64)
            wanted[here[solve_assignment(between, work)]] = there
    return wanted


def exchange_equal_tiles(
    wanted: NDArray[np.int16], cost: NDArray[np.int64], groups: Iterable[NDArray[np.int64]]
) -> None:
    """Exchange the goal cells of two equal tiles where that costs least, to change the parity.

    Args:
        wanted: int16[n], the goal cell of the tile in each cell; changed.
        cost: int64[n, n], the cost of moving a tile from each cell to each cell.
        groups: the cells of equal tiles.
    """
    least, pair = np.iinfo(np.int64).max, [0, 0]
    for here in groups:
        if len(here) < 2:
            continue
        crossed = cost[np.ix_(here, wanted[here])]
        own = crossed.diagonal()
        change = crossed + crossed.T - own[:, None] - own
        np.fill_diagonal(change, np.iinfo(np.int64).max)
        one, other = divmod(int(change.argmin()), len(here))
        if change[one, other] < least:
            least, pair = int(change[one, other]), [int(here[one]), int(here[other])]
    wanted[pair] = wanted[pair[::-1]]


def solve_assignment(cost: NDArray[np.int64], context: SearchContext) -> NDArray[np.int64]:
    """Return the row assigned to each column at the least total cost (Kuhn 1955).

    Args:
        cost: int64[n, n], by row and column.
        context: context of the run.

    Raises:
        SearchStopped: the run was cancelled.
    """
    size = len(cost)
    scratch = np.zeros((6, size + 1), np.int64)
    if assignment.assign(cost, size, scratch, context.kernel_array()) != 1:
        context.check()
    return scratch[0, 1:] - 1
