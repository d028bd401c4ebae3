"""Levels of breadth-first searches from both ends (Pohl 1971), and paths between them.

Positions are numbered in the order in which they are found, which is that of their first paths.
"""

from __future__ import annotations

import numpy as np

from puzzlegui.kernels import deepening as kernel
from puzzlegui.kernels.capacity import MOST_NODES
from puzzlegui.solvers.control import MAX_STATES, SLOTS, SearchContext
from puzzlegui.solvers.move_search.puzzle import EncodedPuzzle, Values

_ROOM = 1 << 10
_CHUNK = 1 << 14
"""Positions expanded between two looks at the room left."""


NO_TABLES = (
    np.zeros(0, np.uint8), np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, np.int64),
)  # fmt: skip
_NO_BOUNDS = kernel.Bounds(np.zeros((0, 1), np.uint8), 1, 1, *NO_TABLES, False)


class Side:
    """Positions around one end of a board, level by level.

    Attributes:
        table: the positions, with room for another.
        begins: number of the first position of each level, and the number of all.
    """

    def __init__(self, board: EncodedPuzzle, origin: Values, *, backward: bool) -> None:
        self._zobrist = board.zobrist
        self._moves = board.kernel_moves(backward=backward)
        self._count = len(board.moves)
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

    def position(self, number: int) -> Values:
        """Return a position by its number."""
        found: Values = self._rows[number]
        return found

    def number_of(self, position: Values) -> int:
        """Return the number of a position, -1 if it was not reached."""
        positions = np.ascontiguousarray(position).reshape(1, -1)
        return int(kernel.find(self.table, positions, self._zobrist))

    def depth_of(self, position: Values) -> int:
        """Return the level of a position, -1 if it was not reached."""
        number = self.number_of(position)
        return -1 if number < 0 else int(np.searchsorted(self.begins, number, "right")) - 1

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
            room = self.table.count + (end - begin) * self._count + 1  # one for scratch
            if room > most + _CHUNK * self._count or not self._make_room(room, context):
                self._forget(stop, context)
                return False
            kernel.expand(self._moves, self.table, begin, end, context.kernel_array())
            context.collect_kernel_counts()
        self.begins.append(int(self.table.count))
        return True

    def _make_room(self, rows: int, context: SearchContext) -> bool:
        """Enlarge the table for a number of rows; return whether memory suffices."""
        capacity = len(self._rows)
        while capacity < rows:
            capacity *= 2
        if capacity > len(self._rows):
            mib = capacity * (2 * self._rows.shape[1] + 8) / (1 << 20)
            if capacity > MOST_NODES or not context.can_allocate(mib):
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

    def part(self, first: int, stop: int) -> kernel.Table:
        """Return a table of some positions, with a row for scratch, for another thread."""
        rows = np.empty((stop - first + 1, self._rows.shape[1]), np.uint16)
        rows[:-1] = self._rows[first:stop]
        return kernel.Table(rows, self._keys[first:stop], np.zeros(1, np.int32), stop - first)

    def move_to(self, other: Side, context: SearchContext) -> tuple[int, int] | None:
        """Return the first position of the last level with a move to the other side, and the move.

        Raises:
            SearchStopped: the run was cancelled or a limit reached.
        """
        out = np.empty((1, 2), np.int32)
        rim = kernel.Rim(other.table, other.depth, _NO_BOUNDS)
        found = kernel.search(
            self._moves, rim, self.table, self.begins[-2], self.begins[-1], 1,
            np.zeros((4, self._rows.shape[1] + 3), np.int64), out, False, context.kernel_array(),
        )  # fmt: skip
        context.collect_kernel_counts()
        return (int(out[0, 0]), int(out[0, 1])) if found else None


def move_between(front: Side, back: Side, context: SearchContext) -> tuple[int, int] | None:
    """Return the first position of the last level around the start with a move to the other side.

    Returns:
        its number, and the move; None if there is none.

    Raises:
        SearchStopped: the run was cancelled or a limit reached.
    """
    # A look from the smaller side finds out whether there is a move, but not the first.
    if back.size < front.size and back.move_to(front, context) is None:
        return None
    return front.move_to(back, context)


def path_through(
    board: EncodedPuzzle, front: Side, back: Side, number: int, moves: list[int]
) -> list[int]:
    """Return the first shortest path through a position and moves from there.

    Args:
        board: the board.
        front: levels around the start.
        back: levels around the goal.
        number: number of a position in the last level around the start.
        moves: moves from there to the levels around the goal.
    """
    end = front.position(number)
    for move in moves:
        end = board.apply(end, move)
    return [*_path_to(board, front, number), *moves, *_path_from(board, back, end)]


def _path_to(board: EncodedPuzzle, front: Side, number: int) -> list[int]:
    found: list[int] = []
    while number:
        position = front.position(number)
        before = (
            (front.number_of(board.undo(position, move)), move) for move in range(len(board.moves))
        )
        number, move = min(each for each in before if each[0] >= 0)
        found.append(move)
    return found[::-1]


def _path_from(board: EncodedPuzzle, back: Side, position: Values) -> list[int]:
    found: list[int] = []
    for depth in range(back.depth_of(position) - 1, -1, -1):
        move, position = next(
            (move, after)
            for move in range(len(board.moves))
            if back.depth_of(after := board.apply(position, move)) == depth
        )
        found.append(move)
    return found
