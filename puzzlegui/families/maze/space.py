"""State spaces of mazes for the textbook searches."""

from __future__ import annotations

from puzzlegui.core.cells import Cell, flatten
from puzzlegui.families.maze.board import MazeBoard
from puzzlegui.families.maze.directions import DIRECTIONS
from puzzlegui.solvers.space import Move, Space


class MazeSpace(Space):
    """State space without a target sum: the cell, since shortest paths never revisit cells."""

    prunes_undo_only = False

    def __init__(self, board: MazeBoard) -> None:
        self.branching_factor = len(DIRECTIONS[board.directions])
        self.start: int = board.start[0] * board.columns + board.start[1]
        self.goal = board.target[0] * board.columns + board.target[1]
        cells = [(r, c) for r in range(board.rows) for c in range(board.columns)]
        self._columns = board.columns
        self._bytes = 4
        """Size of a packed state."""
        self._jumps = [
            [(r * board.columns + c, (r, c)) for r, c in board.jumps(cell)] for cell in cells
        ]

    def successors(self, state: int) -> list[tuple[Move, int]]:
        return [(move, cell) for cell, move in self._jumps[state]]

    def pack(self, state: int) -> bytes:
        return state.to_bytes(self._bytes, "little")

    def unpack(self, packed: bytes) -> int:
        return int.from_bytes(packed, "little")

    def walker_cell(self, state: int) -> Cell:
        return divmod(state % len(self._jumps), self._columns)


class MazePathSpace(MazeSpace):
    """State space with a target sum: the set of visited cells and the last cell.

    A state is ``cells * size + cell``, where ``cells`` has a bit for each visited cell.
    """

    def __init__(self, board: MazeBoard) -> None:
        super().__init__(board)
        self._size = len(self._jumps)
        self._bytes = ((self._size << self._size).bit_length() + 7) // 8
        self._target = self.goal
        self._numbers = flatten(board.numbers)
        self._sum = board.sum
        self.start = (1 << self.start) * self._size + self.start
        self.goal = None

    def successors(self, state: int) -> list[tuple[Move, int]]:
        cells, here = divmod(state, self._size)
        if here == self._target:
            return []  # a path ends at the target
        return [
            (move, (cells | 1 << cell) * self._size + cell)
            for cell, move in self._jumps[here]
            if not cells >> cell & 1
        ]

    def is_goal(self, state: int) -> bool:
        cells, here = divmod(state, self._size)
        if here != self._target:
            return False
        if self._sum is None:
            return True
        numbers = self._numbers
        return sum(numbers[i] for i in range(self._size) if cells >> i & 1) == self._sum


def space_of(board: MazeBoard) -> MazeSpace:
    """Return the state space for shortest paths of a maze."""
    return MazeSpace(board) if board.sum is None else MazePathSpace(board)
