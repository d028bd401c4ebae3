"""A perimeter: all positions within some shifts of a goal, grown level by level as needed.

A single representative is kept of positions that are equivalent under a symmetry (see
``kernels.ida``). On small boards the perimeter contains all positions.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from itertools import repeat
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from puzzlegui.core.language import tr
from puzzlegui.families.shift.kernels import ida as kernel
from puzzlegui.families.shift.kernels.constants.ida import UNKNOWN
from puzzlegui.families.shift.solving.geometry import Ints, Values, geometry, symmetries
from puzzlegui.solvers.control import SearchContext

Bits = NDArray[np.uint8]
NONE: Bits = np.zeros(0, np.uint8)
BoundCallback = Callable[[int], None]
"""Callback for a proved lower bound on the number of shifts."""

_TRIES = 6_000_000
"""Most shifts tried to find a level."""
_CELLS = 100_000_000
"""Most shifts tried, times the cells of the board."""
_SHADOW_BYTES = 1 << 26
_KEY_BITS = 64
"""Bits of a key; positions that need more are hashed."""


@dataclass(frozen=True)
class PerimeterSnapshot:
    """Snapshot of a perimeter that may still grow.

    Attributes:
        perimeter: the positions in the form of the kernel.
        symmetries: the symmetries of the goal.
        radius: largest complete distance.
    """

    perimeter: kernel.Perimeter
    symmetries: kernel.SymmetryGroup
    radius: int

    def distance(self, cells: Values) -> int:
        """Return the distance of a position, UNKNOWN outside."""
        return int(kernel.distance(cells, self.symmetries, self.perimeter, np.empty_like(cells)))

    def distances_after(self, cells: Values, moves: kernel.Moves, count: int) -> Ints:
        """Return the distance after each of ``count`` shifts, UNKNOWN outside."""
        out = np.empty(count, np.int64)
        image = np.empty_like(cells)
        kernel.distances_after(cells, moves, self.symmetries, self.perimeter, image, out)
        return out


class GrowingPerimeter:
    """The growing perimeter around a goal.

    Args:
        rows: of the board.
        columns: of the board.
        goal: the values of the cells, numbered by first appearance.
        origin: centre of the perimeter, if it is not the goal.
        tries: most shifts tried to find a level.

    Attributes:
        snapshot: the complete levels.
        counts: number of positions at each distance.
        complete: true if there are no further positions.
    """

    def __init__(
        self,
        rows: int,
        columns: int,
        goal: tuple[int, ...],
        origin: Values | None = None,
        tries: int | None = None,
    ) -> None:
        self._goal = np.array(goal, np.uint16)
        self._origin = self._goal if origin is None else origin
        board = geometry(rows, columns)
        self._moves, self._m = board.kernel_pruned, len(board.moves)
        self._tries = min(tries or _TRIES, _CELLS // len(goal))
        bits = max(goal).bit_length()
        self._bits = bits if bits * len(goal) <= _KEY_BITS else 0
        self._symmetries = symmetries(rows, columns, goal).group
        self._growing = Lock()
        self._begin()

    def _begin(self) -> None:
        """Start with the goal alone."""
        self._allot(1 << 10)
        self.snapshot = self._snapshot_at(0)
        image = np.empty_like(self._goal)
        kernel.insert(self._origin, 0, self._symmetries, self.snapshot.perimeter, image)
        self._shell = image.reshape(1, -1)
        self._filtered: PerimeterSnapshot | None = None
        self._stored = [1]  # representatives stored of each level
        self._states = [0]  # expanded before each level was known
        self.counts = [1]
        self.complete = False

    def _allot(self, capacity: int) -> None:
        self._keys = np.zeros(capacity, np.uint64)
        self._distances = np.full(capacity, UNKNOWN, np.uint8)

    def _snapshot_at(self, radius: int, bloom_filter: Bits = NONE) -> PerimeterSnapshot:
        perimeter = kernel.Perimeter(self._keys, self._distances, self._bits, radius, bloom_filter)
        return PerimeterSnapshot(perimeter, self._symmetries, radius)

    def find_distance(self, cells: Values, work: SearchContext, report_bound: BoundCallback) -> int:
        """Return the distance of a position, growing as needed; UNKNOWN beyond the limits.

        States are counted as if the perimeter were grown from scratch, so that the answer under a
        limit of states does not depend on earlier boards.

        Args:
            cells: uint16[n], the position.
            work: context of the run, for limits and counts.
            report_bound: called with each lower bound on the distance of the position.

        Raises:
            SearchStopped: the run was cancelled or a limit reached.
        """
        begun = work.states
        level = 0
        while (distance := self.snapshot.distance(cells)) > level:
            report_bound(level + 1)
            if self.snapshot.radius <= level:
                with work.locked(self._growing):  # another run may compute the same level
                    while self.snapshot.radius <= level:
                        if not self._grow(work, begun):
                            return UNKNOWN
            level += 1
            work.depth = level
            work.set_state_count(begun + self._states[level])
        return distance

    def grow(self, work: SearchContext) -> bool:
        """Find the next level and return whether there is one within the limits.

        Raises:
            SearchStopped: the run was cancelled or a limit reached.
        """
        return self._grow(work, work.states - self._states[-1])

    @property
    def outer_level(self) -> Values:
        """Positions of the outermost level, uint16[positions, n]."""
        return self._shell[: self._stored[-1]]

    def grow_fully(self, work: SearchContext) -> None:
        """Find all levels within the limits.

        Raises:
            SearchStopped: the run was cancelled or a limit reached.
        """
        begun = work.states
        with work.locked(self._growing):
            while self._grow(work, begun):
                pass

    def _grow(self, work: SearchContext, begun: int) -> bool:
        """Find the next level and return whether there is one within the limits.

        ``begun`` is the number of states counted before the perimeter was used.
        """
        size = self._stored[-1]
        tries = self.next_tries
        if self.complete or tries > self._tries:
            return False
        work.set_state_count(begun + self._states[-1] + size)
        if not self._make_room(tries, work):
            return False
        further = np.empty((tries, len(self._goal)), np.uint16)  # allocated lazily by the system
        tally = np.zeros(1, np.int64)
        image = np.empty_like(self._goal)
        found = kernel.grow(
            self._shell, size, further, self._moves, self._symmetries, self.snapshot.perimeter,
            image, tally, work.kernel_array(),
        )  # fmt: skip
        if found < 0:
            self._begin()  # an incomplete level is useless
            work.collect_kernel_counts()
        if not found:
            self.complete = True
            return False
        self._shell = further
        self._filtered = None
        self._states.append(self._states[-1] + size)
        self._stored.append(found)
        self.counts.append(int(tally[0]))
        self.snapshot = self._snapshot_at(self.snapshot.radius + 1)
        return True

    @property
    def has_bloom_filter(self) -> bool:
        """True if a Bloom filter has been filled."""
        return self._filtered is not None

    @property
    def next_tries(self) -> int:
        """Number of shifts to try for the next level, or for a Bloom filter."""
        return self._stored[-1] * self._m

    def with_bloom_filter(self, work: SearchContext) -> PerimeterSnapshot | None:
        """Return the snapshot with a Bloom filter of the next level, None if memory is short.

        Raises:
            SearchStopped: the run was cancelled or a limit reached.
        """
        with work.locked(self._growing):
            if self._filtered is None:
                self._filtered = self._fill_bloom_filter(work)
            return self._filtered

    def _fill_bloom_filter(self, work: SearchContext) -> PerimeterSnapshot | None:
        size = 1 << 10
        while size < min(_SHADOW_BYTES, self.next_tries):
            size *= 2
        count = work.affordable_threads(size / (1 << 20))
        if not work.can_allocate(count * size / (1 << 20)):
            return None
        work.phase = tr("Bloom filter around the goal")
        parts = [np.zeros(size, np.uint8) for _ in range(count)]
        with ThreadPoolExecutor(count, "bloom filter") as pool:
            list(pool.map(self._fill_part, range(count), repeat(count), parts, repeat(work)))
        work.check()
        work.phase = ""
        bloom_filter = parts[0]
        for part in parts[1:]:
            np.bitwise_or(bloom_filter, part, out=bloom_filter)
        return self._snapshot_at(self.snapshot.radius, bloom_filter)

    def _fill_part(self, part: int, parts: int, bloom_filter: Bits, work: SearchContext) -> None:
        """Fill a Bloom filter from one of ``parts`` parts of the outermost level."""
        size = self._stored[-1]
        kernel.fill_bloom_filter(
            self._shell, size * part // parts, size * (part + 1) // parts, self._moves,
            self._symmetries, self._snapshot_at(self.snapshot.radius, bloom_filter).perimeter,
            np.empty_like(self._goal), work.kernel_array(part),
        )  # fmt: skip

    def _make_room(self, positions: int, work: SearchContext) -> bool:
        """Enlarge the hash table for further positions; return whether memory suffices."""
        if not work.can_allocate(positions * self._goal.nbytes / (1 << 20)):
            return False
        filled, capacity = sum(self._stored) + positions, len(self._keys)
        while filled > capacity - capacity // 4:
            capacity *= 2
        if capacity > len(self._keys):
            if not work.can_allocate(9 * capacity / (1 << 20)):
                return False
            keys, distances = self._keys, self._distances
            self._allot(capacity)
            larger = self._snapshot_at(self.snapshot.radius)
            old, new = self.snapshot.perimeter, larger.perimeter
            if kernel.copy_entries(old, new, work.kernel_array()) < 0:
                self._keys, self._distances = keys, distances
                work.collect_kernel_counts()
            self.snapshot = larger
        return True


@lru_cache(maxsize=1)  # up to 80 MiB each
def perimeter(rows: int, columns: int, goal: tuple[int, ...]) -> GrowingPerimeter:
    """Return the perimeter of a goal, shared by all boards with that goal.

    Args:
        rows: of the board.
        columns: of the board.
        goal: the values of the cells, numbered by first appearance.
    """
    return GrowingPerimeter(rows, columns, goal)


def clear_perimeter_cache() -> None:
    """Drop all cached perimeters."""
    perimeter.cache_clear()
