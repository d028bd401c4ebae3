"""Tables of the positions around a goal or a start, found level by level."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from puzzlegui.core.language import tr
from puzzlegui.kernels import goal_table as kernel
from puzzlegui.solvers.control import MAX_STATES, SLOTS, UNLIMITED, SearchContext
from puzzlegui.solvers.move_search.puzzle import Values
from puzzlegui.solvers.move_search.symmetries import Symmetries

Bits = NDArray[np.uint8]
_NONE: Bits = np.zeros(0, np.uint8)

_CHUNK = 1 << 22
"""Cells changed between two looks at the room left."""
_PLAIN_EFFORT, _IMAGE_EFFORT = 1.5, 5
"""States expanded in the time of a move tried, without and with images to be compared."""
_ROOM = 1 << 10
"""Least number of slots."""
_BYTES = 18
"""Bytes of a position in a table that is half full."""
_FILTER_BYTES = 1 << 26
"""Greatest size of a Bloom filter."""


class GoalTable:
    """Positions around a position, which may be shared by several runs.

    Args:
        moves: the moves away from it.
        count: number of moves.
        origin: uint16[n], the position.
        symmetries: symmetries of the goal.

    Attributes:
        kernel: the table of all complete levels, without a Bloom filter.
        filtered: the same with a Bloom filter, if there is one.
        rows: uint16[positions, n + 1], the last level, each position with the move by which it
            was reached first, the number of moves if that is not known.
        counts: number of positions in each level.
        represented: number of positions that they represent.
        lock: held while the table grows.
        spent: states that searches towards the table have taken since it grew.
    """

    def __init__(
        self, moves: kernel.Moves, count: int, origin: Values, symmetries: Symmetries
    ) -> None:
        self._moves, self._count, self._symmetries = moves, count, symmetries
        self.lock, self.spent = Lock(), 0
        self._slots = _ROOM
        self.kernel = self._allot(_ROOM)
        self.filtered: kernel.GoalTable | None = None
        cells = np.zeros((2, len(origin)), np.uint16)
        cells[0] = origin
        order = kernel.insert(moves, self.kernel, kernel.Positions(cells), 0)
        self.rows: Values = np.append(cells[1:], [[np.uint16(count)]], axis=1)
        self.counts, self.represented = [1], [int(order)]

    @property
    def radius(self) -> int:
        """Number of the last level."""
        return len(self.counts) - 1

    @property
    def complete(self) -> bool:
        """True if there are no further positions."""
        return not self.counts[-1]

    @property
    def tries(self) -> int:
        """Number of moves from the last level."""
        return self.counts[-1] * self._count

    @property
    def effort(self) -> float:
        """States that a search expands in the time for the next level."""
        return self.tries * (_PLAIN_EFFORT if self._symmetries.order == 1 else _IMAGE_EFFORT)

    def _allot(self, slots: int, bloom_filter: Bits = _NONE) -> kernel.GoalTable:
        return kernel.GoalTable(
            np.zeros(slots, np.uint64), np.zeros(slots, np.uint8), bloom_filter,
            self._symmetries.group,
        )  # fmt: skip

    def grow(self, context: SearchContext, most: int) -> bool:
        """Find the next level of a table not yet complete; return False if memory does not suffice.

        Args:
            context: context of the run.
            most: most bytes of the table and its last level.

        Raises:
            SearchStopped: the run was cancelled or a limit reached.
        """
        rows, radius, n = self.rows, self.radius, self.rows.shape[1] - 1
        growth = self.counts[-1] / self.counts[-2] if radius else self._count
        expected = min(self.tries, int(self.counts[-1] * growth))
        positions = sum(self.counts) + expected
        bytes_of_rows = 2 * (n + 1) * expected
        if _BYTES * positions + bytes_of_rows > most:
            return False
        if not (
            context.can_allocate(bytes_of_rows / (1 << 20)) and self._make_room(positions, context)
        ):
            return False
        found, scratch = np.zeros(2, np.int64), kernel.Positions(np.empty((3, n), np.uint16))
        further = np.empty((0, n + 1), np.uint16)
        chunk = max(1, _CHUNK // (self._count * n))
        try:
            for first in range(0, len(rows), chunk):
                part = rows[first : first + chunk]
                wanted = int(found[0]) + len(part) * self._count
                if not self._make_room(sum(self.counts) + wanted, context):
                    self._forget(radius)
                    return False
                if len(further) < wanted:
                    larger = np.empty((max(wanted, expected), n + 1), np.uint16)
                    larger[: found[0]] = further[: found[0]]
                    further = larger
                kernel.grow(
                    self._moves, self.kernel, part, radius + 1, scratch, further, found,
                    context.kernel_array(),
                )  # fmt: skip
                context.collect_kernel_counts()
        except BaseException:
            self._forget(radius)
            raise
        self.rows = further[: found[0]]
        self.filtered, self.spent = None, 0
        self.counts.append(int(found[0]))
        self.represented.append(int(found[1]))
        return True

    def _make_room(self, positions: int, context: SearchContext) -> bool:
        """Enlarge the table for a number of positions; return whether memory suffices."""
        slots = self._slots
        while 4 * positions > 3 * slots:
            slots *= 2
        if slots > self._slots:
            if not context.can_allocate(9 * slots / (1 << 20)):
                return False
            larger = self._allot(slots)
            kernel.copy_entries(self.kernel, larger, self.radius + 1, context.kernel_array())
            context.collect_kernel_counts()
            self.kernel, self._slots = larger, slots
        return True

    def _forget(self, radius: int) -> None:
        """Remove the positions of a level that is not complete."""
        ctl = np.zeros(SLOTS, np.int64)
        ctl[MAX_STATES] = UNLIMITED
        complete = self._allot(self._slots)
        kernel.copy_entries(self.kernel, complete, radius, ctl)
        self.kernel = complete

    def fill_bloom_filter(self, context: SearchContext) -> None:
        """Fill a Bloom filter if there is memory.

        Raises:
            SearchStopped: the run was cancelled or a limit reached.
        """
        size = _ROOM
        while size < min(_FILTER_BYTES, self.tries):
            size *= 2
        count = context.affordable_threads(size / (1 << 20))
        if not context.can_allocate(count * size / (1 << 20)):
            return
        context.phase = tr("Bloom filter around the goal")
        parts = np.zeros((count, size), np.uint8)

        def fill(number: int) -> None:
            first, stop = (len(self.rows) * each // count for each in (number, number + 1))
            kernel.fill_bloom_filter(
                self._moves, self.kernel.with_filter(parts[number]), self.rows[first:stop],
                kernel.Positions(np.empty((3, self.rows.shape[1] - 1), np.uint16)),
                context.kernel_array(number),
            )  # fmt: skip

        for number in range(count):
            context.kernel_array(number)
        with ThreadPoolExecutor(count, "bloom filter") as pool:
            list(pool.map(fill, range(count)))
        context.check()
        context.phase = ""
        self.filtered = self.kernel.with_filter(np.bitwise_or.reduce(parts))

    def distances(self, moves: kernel.Moves, count: int, position: Values) -> NDArray[np.int16]:
        """Return the distances of a position and of those after moves, -1 outside the table.

        Args:
            moves: the moves.
            count: number of moves.
            position: uint16[n].
        """
        cells = np.empty((3, len(position)), np.uint16)
        cells[0] = position
        out = np.empty(count + 1, np.int16)
        kernel.find_distances(moves, self.kernel, kernel.Positions(cells), out)
        return out


class Side:
    """Levels of a table that a run uses, while others may add further levels.

    Attributes:
        table: the table.
        depth: number of the last level.
    """

    def __init__(self, table: GoalTable) -> None:
        self.table, self.depth = table, 0

    def begin_near(self, moves: kernel.Moves, position: Values) -> int:
        """Use all levels that do not hold a position; return a lower bound on its distance.

        Args:
            moves: the moves towards the origin of the table.
            position: uint16[n], not the origin.
        """
        with self.table.lock:
            distance = int(self.table.distances(moves, 0, position)[0])
            self.depth = self.table.radius if distance < 0 else distance - 1
        return self.depth + 1

    @property
    def size(self) -> int:
        """Number of positions in the last level."""
        return self.table.counts[self.depth]

    @property
    def effort(self) -> float:
        """States that a search expands in the time for the next level."""
        known = self.depth < self.table.radius
        return self.size if known else self.table.effort

    def grow(self, context: SearchContext, most: int) -> bool:
        """Find the next level; return False if there is not enough memory for it."""
        size, table = self.size, self.table
        with context.locked(table.lock):
            if self.depth == table.radius and not table.grow(context, most):
                return False
        self.depth += 1
        context.set_state_count(context.states + size)
        return True
