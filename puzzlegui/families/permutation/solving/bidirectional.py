"""Breadth-first search from both ends, level by level, until they meet (Pohl 1971)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from puzzlegui.families.permutation.kernels import search as kernel
from puzzlegui.families.permutation.solving.encoded import EncodedBoard, Ints, Values
from puzzlegui.solvers.control import MAX_STATES, SLOTS, SearchContext

_ROOM = 1 << 10
_CHUNK = 1 << 14
"""Positions expanded between two looks at the room left."""


_NO_BOUNDS = kernel.Bounds(
    np.zeros((1, 1), np.uint8), 1, np.zeros((0, 1), np.uint8), np.zeros((0, 1), np.uint16)
)


class Side:
    """Positions around one end of a board, level by level.

    Attributes:
        begins: number of the first position of each level, and the number of all.
    """

    def __init__(self, board: EncodedBoard, origin: Values, *, backward: bool) -> None:
        self._zobrist = board.zobrist
        self.moves = board.kernel_moves(backward=backward)
        self._count = len(board.moves)
        self._targets = board.undoing if backward else board.targets
        self._rows: Values = np.empty((_ROOM, board.cells), np.uint16)
        self._keys = np.empty(_ROOM, np.int64)
        self._rows[0] = origin
        self._keys[0] = np.bitwise_xor.reduce(self._zobrist[origin, np.arange(board.cells)])
        self.table = kernel.Table(self._rows, self._keys, np.zeros(2 * _ROOM, np.int32), 0)
        self.table.count = 1
        self._slots = np.zeros(2 * _ROOM, np.int32)
        ctl = np.zeros(SLOTS, np.int64)
        ctl[MAX_STATES] = 1
        kernel.rehash(self.table, self._slots, ctl)
        self.begins = [0, 1]

    @property
    def depth(self) -> int:
        """Number of the last level."""
        return len(self.begins) - 2

    @property
    def complete(self) -> bool:
        """True if the last level is empty."""
        return self.begins[-1] == self.begins[-2]

    @property
    def size(self) -> int:
        """Number of positions in the last level."""
        return self.begins[-1] - self.begins[-2]

    def level(self, depth: int) -> Values:
        """Return the positions of a level."""
        return self._rows[self.begins[depth] : self.begins[depth + 1]]

    def depth_of(self, position: Values) -> int:
        """Return the level of a position, -1 if it was not reached."""
        row = kernel.find(self.table, np.ascontiguousarray(position).reshape(1, -1), self._zobrist)
        return -1 if row < 0 else int(np.searchsorted(self.begins, row, "right")) - 1

    def grow(self, context: SearchContext, most: int) -> bool:
        """Find the next level; return False if there is not enough memory for it.

        Args:
            context: context of the run.
            most: greatest number of positions.

        Raises:
            SearchStopped: the run was cancelled or a limit reached.
        """
        first, stop = self.begins[-2], self.begins[-1]
        for begin in range(first, stop, _CHUNK):
            end = min(begin + _CHUNK, stop)
            room = self.table.count + (end - begin) * self._count + 1
            if room > most + _CHUNK * self._count or not self._make_room(room, context):
                self._forget(stop, context)
                return False
            kernel.expand(self.moves, self.table, begin, end, context.kernel_array())
            context.collect_kernel_counts()
        self.begins.append(int(self.table.count))
        return True

    def _make_room(self, rows: int, context: SearchContext) -> bool:
        capacity = len(self._rows)
        while capacity < rows:
            capacity *= 2
        if capacity > len(self._rows):
            if not context.can_allocate(capacity * (2 * self._rows.shape[1] + 8) / (1 << 20)):
                return False
            count = self.table.count
            larger = np.empty((capacity, self._rows.shape[1]), np.uint16)
            keys = np.empty(capacity, np.int64)
            larger[:count], keys[:count] = self._rows[:count], self._keys[:count]
            self._rows, self._keys = larger, keys
            self.table = kernel.Table(larger, keys, self._slots, count)
        size = len(self._slots)
        while size < 2 * rows:
            size *= 2
        if size > len(self._slots):
            if not context.can_allocate(4 * size / (1 << 20)):
                return False
            slots = np.zeros(size, np.int32)
            if kernel.rehash(self.table, slots, context.kernel_array()) == 1:
                self._slots = slots
            context.collect_kernel_counts()
        return True

    def _forget(self, count: int, context: SearchContext) -> None:
        """Remove the positions of a level that is not complete."""
        self.table.count = count
        self._slots = np.zeros(len(self._slots), np.int32)
        kernel.rehash(self.table, self._slots, context.kernel_array())
        context.collect_kernel_counts()

    def meetings(self, other: Side, context: SearchContext) -> NDArray[np.int32]:
        """Return the positions of the last level that the other side has reached too."""
        out = np.empty(self.size, np.int32)
        count = kernel.meetings(
            self.table, self.begins[-2], other.table, out, context.kernel_array()
        )
        context.collect_kernel_counts()
        return out[:count]

    def probe(self, other: Side, context: SearchContext) -> Values | None:
        """Return a position a move beyond the last level that the other side has reached.

        That takes a third of the time of growing, and no memory. None if there is none.

        Raises:
            SearchStopped: the run was cancelled or a limit reached.
        """
        self._make_room(int(self.table.count) + 1, context)  # for scratch
        scratch = np.zeros((4, self._rows.shape[1] + 3), np.int64)
        found = kernel.search(
            self.moves, _NO_BOUNDS, self.table, other.table, self.begins[-2], self.begins[-1], 1,
            other.depth, scratch, context.kernel_array(),
        )  # fmt: skip
        if found <= 0:
            context.collect_kernel_counts()
            return None
        position: Values = self._rows[found - 1].copy()
        targets = self._targets[int(scratch[0, 0])]
        after: Values = np.empty_like(position)
        after[targets] = position
        return after

    def keys(self, first: int, stop: int) -> Ints:
        """Return the keys of some positions."""
        return self._keys[first:stop]

    def rows(self, numbers: NDArray[np.int32]) -> Values:
        """Return positions by their numbers."""
        return self._rows[numbers]
