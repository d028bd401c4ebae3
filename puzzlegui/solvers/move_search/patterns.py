"""Lower bounds: distances of tiles, and additive pattern databases (Korf and Felner 2002).

The databases, for boards of distinct values, depend only on the moves. They are built in the
background while the first board is solved, and stored in the cache folder.
"""

from __future__ import annotations

import hashlib
import math

import numpy as np
from numpy.typing import NDArray

from puzzlegui.kernels import deepening as kernel
from puzzlegui.solvers import table_store
from puzzlegui.solvers.control import SearchContext
from puzzlegui.solvers.move_search.bidirectional import NO_TABLES
from puzzlegui.solvers.move_search.puzzle import EncodedPuzzle, Ints

_MOST_CELLS = 25
"""Most cells of a board with pattern databases."""
_BYTES = 20_000_000
"""Greatest size of the databases of a board."""
_MOST_POINTS = 24
"""Most points of a move; a byte holds those of about ten moves and more."""


class PatternDatabases:
    """The pattern databases of a board.

    Args:
        board: the board.
    """

    def __init__(self, board: EncodedPuzzle) -> None:
        self._board = board
        self._unit, self._points = _points(board)
        moves = b"".join(sorted(row.tobytes() for row in board.targets))
        self._name = f"permutation-{board.cells}-{hashlib.sha256(moves).hexdigest()[:12]}"

    @property
    def possible(self) -> bool:
        """True if there are databases for the board."""
        return self._board.distinct and self._board.cells <= _MOST_CELLS

    @property
    def pending(self) -> bool:
        """True while the databases are being built in the background."""
        return table_store.is_being_built(self._name)

    def load(self) -> kernel.Bounds | None:
        """Return bounds by the databases; None if they are neither in memory nor on disk."""
        tables = table_store.get_cached(self._name) or table_store.load(self._name)
        if tables is None:
            return None
        table_store.put_cached(self._name, tables)
        return self._bounds(tables)

    def take(self) -> kernel.Bounds | None:
        """Return bounds by the databases; None if they are not in memory."""
        tables = table_store.get_cached(self._name)
        return None if tables is None else self._bounds(tables)

    def build_in_background(self, context: SearchContext) -> None:
        """Build and store the databases in another thread, if there is memory."""
        if context.can_allocate(_BYTES / (1 << 20)):
            table_store.build_in_background(self._name, self._build)

    def build(self, context: SearchContext) -> kernel.Bounds | None:
        """Build the databases now, and return bounds by them; None if there is no memory.

        Raises:
            SearchStopped: the run was cancelled.
        """
        if not context.can_allocate(_BYTES / (1 << 20)):
            return None
        return self._bounds(table_store.get_cached(self._name) or self._build(context))

    def bounds_without(self) -> kernel.Bounds:
        """Return bounds by the distances of tiles only."""
        least = int(self._points.min())
        return kernel.Bounds(self._board.goal_distances, self._unit, least, *NO_TABLES, False)

    def _bounds(self, tables: table_store.Arrays) -> kernel.Bounds:
        return kernel.Bounds(
            self._board.goal_distances, self._unit, int(self._points.min()), tables["tables"],
            tables["starts"], tables["weights"], tables["groups"], min(self._board.inverse) >= 0,
        )  # fmt: skip

    def _build(self, context: SearchContext) -> table_store.Arrays:
        n = self._board.cells
        groups = pattern_groups(self._board)
        sizes = [n ** len(group) for group in groups]
        ends = np.cumsum(sizes)
        weights, belongs = np.empty(n, np.int64), np.empty(n, np.int64)
        tables = np.full(ends[-1], 255, np.uint8)
        for number, group in enumerate(groups):
            weights[group] = n ** np.arange(len(group) - 1, -1, -1)
            belongs[group] = number
            home = int(weights[group] @ np.array(group))
            table = tables[ends[number] - sizes[number] : ends[number]]
            kernel.build_pattern(
                table, home, self._board.undoing, 0, self._points,
                np.zeros(len(group), np.int64), context.kernel_array(),
            )  # fmt: skip
            context.collect_kernel_counts()
        found = {
            "tables": tables, "starts": ends - sizes, "weights": weights, "groups": belongs,
        }  # fmt: skip
        table_store.save(self._name, found)
        table_store.put_cached(self._name, found)
        return found


def _points(board: EncodedPuzzle) -> tuple[int, Ints]:
    """Return the points of a move, and of each cell that each move changes."""
    changed = (board.targets != np.arange(board.cells)).sum(axis=1).astype(np.int64)
    unit = math.lcm(*changed.tolist())
    if unit > _MOST_POINTS:
        return int(changed.max()), np.ones_like(changed)
    return unit, unit // changed


def pattern_groups(board: EncodedPuzzle) -> list[list[int]]:
    """Divide the cells into groups of neighbours, as large as the size of the databases allows."""
    n = board.cells
    parts = next(
        parts for parts in range(1, n + 1)
        if sum(n ** len(part) for part in np.array_split(range(n), parts)) <= _BYTES
    )  # fmt: skip
    apart = _distances(board)
    left = list(range(n))
    groups: list[list[int]] = []
    for part in np.array_split(range(n), parts):
        group = [max(left, key=lambda cell: apart[cell, left].sum())]  # at the edge of what is left
        left.remove(group[0])
        while len(group) < len(part):
            nearest = min(left, key=lambda cell: apart[cell, group].sum())
            left.remove(nearest)
            group.append(nearest)
        groups.append(sorted(group))
    return groups


def _distances(board: EncodedPuzzle) -> NDArray[np.int64]:
    """Return how far cells are apart, forwards or backwards."""
    far = board.goal_distances.astype(np.int64)[board.goal.argsort()]
    return np.minimum(far, far.T)
