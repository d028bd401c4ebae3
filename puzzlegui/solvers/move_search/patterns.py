"""Lower bounds: distances of tiles, and additive pattern databases (Korf and Felner 2002).

The databases, for boards of distinct values, depend only on the moves. They are built in the
background while the first board is solved, and stored in the cache folder.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import tr
from puzzlegui.kernels import deepening as kernel
from puzzlegui.solvers import table_store
from puzzlegui.solvers.control import SearchContext
from puzzlegui.solvers.move_search.puzzle import EncodedPuzzle, Ints

_MOST_CELLS = 25
"""Most cells of a board with pattern databases."""
MAX_BYTES = 20_000_000
"""Greatest size of the databases of a board."""
_MOST_POINTS = 24
"""Most points of a move; a byte holds those of about ten moves and more."""

_NO_GROUPS, _NO_PLACES = np.zeros(0, np.int32), np.zeros((0, 0), np.int32)
NO_PATTERNS = kernel.Patterns(
    1, np.zeros(0, np.uint8), np.zeros(0, np.int64), _NO_GROUPS, _NO_PLACES, _NO_GROUPS, _NO_PLACES
)
"""No databases."""


class PatternDatabases:
    """The pattern databases of a board.

    Args:
        board: the board.
        name: name of the stored table.
        groups: the values of each database.
        mirror: int[n], image of each cell under a symmetry of the cells that makes the moves
            their inverses, so that the databases bound the inverse of a position, too (Felner,
            Zahavi, Schaeffer and Holte 2005); None without one.
    """

    def __init__(
        self,
        board: EncodedPuzzle,
        name: str = "",
        groups: Sequence[Sequence[int]] = (),
        mirror: NDArray[np.integer] | None = None,
    ) -> None:
        self._board, self._groups, self._mirror = board, groups, mirror
        if mirror is None and min(board.inverse, default=-1) >= 0:
            self._mirror = np.arange(board.cells)
        self._unit, self._points = _points(board)
        moves = b"".join(sorted(row.tobytes() for row in board.targets))
        digest = hashlib.sha256(moves).hexdigest()[:12]
        self._name = name or f"permutation-{board.cells}-{digest}"

    @property
    def possible(self) -> bool:
        """True if there are databases for the board."""
        return self._board.distinct and self._board.cells <= _MOST_CELLS

    @property
    def pending(self) -> bool:
        """True while the databases are being built in the background."""
        return table_store.is_being_built(self._name)

    def load(self) -> kernel.Patterns | None:
        """Return bounds by the databases; None if they are neither in memory nor on disk."""
        tables = table_store.get_cached(self._name) or table_store.load(self._name)
        if tables is None:
            return None
        table_store.put_cached(self._name, tables)
        return self._bounds(tables)

    def take(self) -> kernel.Patterns | None:
        """Return bounds by the databases; None if they are not in memory."""
        tables = table_store.get_cached(self._name)
        return None if tables is None else self._bounds(tables)

    def build_in_background(self, context: SearchContext) -> None:
        """Build and store the databases in another thread, if there is memory."""
        if context.can_allocate(MAX_BYTES / (1 << 20)):
            table_store.build_in_background(self._name, self._build)

    def build(self, context: SearchContext) -> kernel.Patterns | None:
        """Build the databases now, and return bounds by them; None if there is no memory.

        Raises:
            SearchStopped: the run was cancelled.
        """
        if not context.can_allocate(MAX_BYTES / (1 << 20)):
            return None
        return self._bounds(table_store.get_cached(self._name) or self._build(context))

    def _bounds(self, tables: table_store.Arrays) -> kernel.Patterns:
        weights, groups = tables["weights"], tables["groups"]
        n, mirror = self._board.cells, self._mirror
        places = np.outer(weights, np.arange(n)).astype(np.int32)
        inverse_groups, inverse_places = _NO_GROUPS, _NO_PLACES
        if mirror is not None:
            inverse_groups = groups[mirror].astype(np.int32)
            inverse_places = np.outer(mirror, weights[mirror]).astype(np.int32)
        return kernel.Patterns(
            self._unit, tables["tables"], tables["starts"], groups.astype(np.int32), places,
            inverse_groups, inverse_places,
        )  # fmt: skip

    def _build(self, context: SearchContext) -> table_store.Arrays:
        n = self._board.cells
        groups = self._groups or pattern_groups(self._board)
        sizes = [n ** len(group) for group in groups]
        context.reserve(sum(sizes) / (1 << 20))
        ends = np.cumsum(sizes)
        weights, belongs = np.empty(n, np.int64), np.empty(n, np.int64)
        tables = np.full(ends[-1], 255, np.uint8)
        ctl, done = context.kernel_array(), 0

        def build(number: int) -> None:
            nonlocal done
            group = groups[number]
            weights[group] = n ** np.arange(len(group) - 1, -1, -1)
            belongs[group] = number
            kernel.build_pattern(
                tables[ends[number] - sizes[number] : ends[number]],
                int(weights[group] @ np.array(group)), self._board.undoing, 0, self._points,
                np.zeros(len(group), np.int64), ctl,
            )  # fmt: skip
            done += 1
            context.phase = _progress(done, len(groups))

        context.phase = _progress(0, len(groups))
        with ThreadPoolExecutor(context.threads, "patterns") as pool:
            list(pool.map(build, range(len(groups))))
        context.collect_kernel_counts()
        found = {
            "tables": tables, "starts": ends - sizes, "weights": weights, "groups": belongs,
        }  # fmt: skip
        table_store.save(self._name, found)
        table_store.put_cached(self._name, found)
        return found


def _progress(done: int, count: int) -> str:
    return tr("pattern databases: {done} of {count} built").format(
        done=group_digits(done), count=group_digits(count)
    )


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
        if sum(n ** len(part) for part in np.array_split(range(n), parts)) <= MAX_BYTES
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
