"""All positions within some shifts of a goal, found level by level as far as they are needed.

Of positions that a symmetry carries into each other there is one (see ``shift.kernels.ida``). On
small boards these are all positions there are.
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
from puzzlegui.solvers.control import Work

Bits = NDArray[np.uint8]
NONE: Bits = np.zeros(0, np.uint8)
Prove = Callable[[int], None]
"""Is told a number of shifts that are needed at least."""

_TRIES = 6_000_000
"""Shifts tried at most to find one level."""
_CELLS = 100_000_000
"""The same times the cells of the board."""
_SHADOW_BYTES = 1 << 26
_THREADS = 2
_KEY_BITS = 64
"""Bits of keys; positions of more have hash values instead."""


@dataclass(frozen=True)
class Known:
    """A perimeter as it stands at some time.

    Attributes:
        perimeter: as the kernel takes it.
        symmetries: of the goal.
        radius: the largest distance in it that is complete.
    """

    perimeter: kernel.Perimeter
    symmetries: kernel.Symmetries
    radius: int

    def distance(self, cells: Values) -> int:
        """The distance of a position, UNKNOWN outside."""
        return int(kernel.distance(cells, self.symmetries, self.perimeter, np.empty_like(cells)))

    def distances_after(self, cells: Values, moves: kernel.Moves, count: int) -> Ints:
        """The distance after each of so many shifts, UNKNOWN outside."""
        out = np.empty(count, np.int64)
        image = np.empty_like(cells)
        kernel.distances_after(cells, moves, self.symmetries, self.perimeter, image, out)
        return out


class Perimeter:
    """The positions around one goal.

    Args:
        rows: of the board.
        columns: of the board.
        goal: the values of the cells, numbered by first appearance.
        origin: the position that the others are around, if it is not the goal.
        tries: shifts tried at most to find one level.

    Attributes:
        known: what has been found.
        counts: how many positions there are at each distance.
        complete: there are no others.
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
        self._moves, self._m = board.kernel_different, len(board.different)
        self._tries = min(tries or _TRIES, _CELLS // len(goal))
        bits = max(goal).bit_length()
        self._bits = bits if bits * len(goal) <= _KEY_BITS else 0
        self._symmetries = symmetries(rows, columns, goal).group
        self._growing = Lock()
        self._begin()

    def _begin(self) -> None:
        """Begin with the goal alone."""
        self._allot(1 << 10)
        self.known = self._at(0)
        image = np.empty_like(self._goal)
        kernel.put(self._origin, 0, self._symmetries, self.known.perimeter, image)
        self._shell = image.reshape(1, -1)
        self._filtered: Known | None = None
        self._stored = [1]  # positions kept of each level
        self._states = [0]  # expanded before each level was known
        self.counts = [1]
        self.complete = False

    def _allot(self, capacity: int) -> None:
        self._keys = np.zeros(capacity, np.uint64)
        self._distances = np.full(capacity, UNKNOWN, np.uint8)

    def _at(self, radius: int, bloom_filter: Bits = NONE) -> Known:
        perimeter = kernel.Perimeter(self._keys, self._distances, self._bits, radius, bloom_filter)
        return Known(perimeter, self._symmetries, radius)

    def reach(self, cells: Values, work: Work, prove: Prove) -> int:
        """The distance of a position, UNKNOWN if it is not found within bounds.

        States are counted as if the perimeter were begun anew, so that the answer under a limit of
        states does not depend on what was asked before.

        Args:
            cells: uint16[n], the position.
            work: counts and stops.
            prove: told how many shifts the position needs at least.

        Raises:
            Stopped: the run was cancelled or a limit reached.
        """
        begun = work.states
        level = 0
        while (distance := self.known.distance(cells)) > level:
            prove(level + 1)
            if self.known.radius <= level:
                with work.holding(self._growing):  # another run may need the same level
                    while self.known.radius <= level:
                        if not self._grow(work, begun):
                            return UNKNOWN
            level += 1
            work.depth = level
            work.count(begun + self._states[level])
        return distance

    def grow(self, work: Work) -> bool:
        """Find the next level; whether there is one within bounds.

        Raises:
            Stopped: the run was cancelled or a limit reached.
        """
        return self._grow(work, work.states - self._states[-1])

    @property
    def rim(self) -> Values:
        """The outermost positions, uint16[positions, n]."""
        return self._shell[: self._stored[-1]]

    def reach_all(self, work: Work) -> None:
        """Find all levels there are, within bounds.

        Raises:
            Stopped: the run was cancelled or a limit reached.
        """
        begun = work.states
        with work.holding(self._growing):
            while self._grow(work, begun):
                pass

    def _grow(self, work: Work, begun: int) -> bool:
        """Find the next level; whether there is one within bounds.

        ``begun``: states counted before the perimeter was asked.
        """
        size = self._stored[-1]
        tries = self.next_tries
        if self.complete or tries > self._tries:
            return False
        work.count(begun + self._states[-1] + size)
        if not self._make_room(tries, work):
            return False
        further = np.empty((tries, len(self._goal)), np.uint16)  # memory is taken when it is used
        tally = np.zeros(1, np.int64)
        image = np.empty_like(self._goal)
        found = kernel.grow(
            self._shell, size, further, self._moves, self._symmetries, self.known.perimeter, image,
            tally, work.kernel_array(),
        )  # fmt: skip
        if found < 0:
            self._begin()  # part of a level is of no use
            work.kernel_done()
        if not found:
            self.complete = True
            return False
        self._shell = further
        self._filtered = None
        self._states.append(self._states[-1] + size)
        self._stored.append(found)
        self.counts.append(int(tally[0]))
        self.known = self._at(self.known.radius + 1)
        return True

    @property
    def has_bloom_filter(self) -> bool:
        """Whether a Bloom filter has been filled."""
        return self._filtered is not None

    @property
    def next_tries(self) -> int:
        """How many shifts are to be tried for the next level, or for a Bloom filter."""
        return self._stored[-1] * self._m

    def filtered(self, work: Work) -> Known | None:
        """What is known, with a Bloom filter of the next level; None if there is no room for it.

        Raises:
            Stopped: the run was cancelled or a limit reached.
        """
        with work.holding(self._growing):
            if self._filtered is None:
                self._filtered = self._fill_bloom_filter(work)
            return self._filtered

    def _fill_bloom_filter(self, work: Work) -> Known | None:
        size = 1 << 10
        while size < min(_SHADOW_BYTES, self.next_tries):
            size *= 2
        if not work.has_room(_THREADS * size / (1 << 20)):
            return None
        work.phase = tr("Bloom filter around the goal")
        parts = [np.zeros(size, np.uint8) for _ in range(_THREADS)]
        with ThreadPoolExecutor(_THREADS, "bloom filter") as pool:
            list(pool.map(self._fill_part, range(_THREADS), parts, repeat(work)))
        work.check()
        work.phase = ""
        bloom_filter = parts[0]
        for part in parts[1:]:
            np.bitwise_or(bloom_filter, part, out=bloom_filter)
        return self._at(self.known.radius, bloom_filter)

    def _fill_part(self, part: int, bloom_filter: Bits, work: Work) -> None:
        """Fill a filter from one part of the outermost positions."""
        size = self._stored[-1]
        kernel.fill_bloom_filter(
            self._shell, size * part // _THREADS, size * (part + 1) // _THREADS, self._moves,
            self._symmetries, self._at(self.known.radius, bloom_filter).perimeter,
            np.empty_like(self._goal), work.kernel_array(part),
        )  # fmt: skip

    def _make_room(self, positions: int, work: Work) -> bool:
        """See to it that there is room for so many positions more; whether there is."""
        if not work.has_room(positions * self._goal.nbytes / (1 << 20)):
            return False
        filled, capacity = sum(self._stored) + positions, len(self._keys)
        while filled > capacity - capacity // 4:
            capacity *= 2
        if capacity > len(self._keys):
            if not work.has_room(9 * capacity / (1 << 20)):
                return False
            keys, distances = self._keys, self._distances
            self._allot(capacity)
            larger = self._at(self.known.radius)
            old, new = self.known.perimeter, larger.perimeter
            if kernel.move_over(old, new, work.kernel_array()) < 0:
                self._keys, self._distances = keys, distances
                work.kernel_done()
            self.known = larger
        return True


@lru_cache(maxsize=1)  # it may take 80 MiB
def perimeter(rows: int, columns: int, goal: tuple[int, ...]) -> Perimeter:
    """The perimeter that serves a goal, shared with other boards that have it.

    Args:
        rows: of the board.
        columns: of the board.
        goal: the values of the cells, numbered by first appearance.
    """
    return Perimeter(rows, columns, goal)


def forget_perimeters() -> None:
    """Free those kept for further boards."""
    perimeter.cache_clear()
