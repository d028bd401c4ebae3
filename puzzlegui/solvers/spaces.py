"""Boards as search spaces: what the textbook searches need to know of a family.

States are strings (arrangements: one character a cell, the rank of its value) or whole numbers
(mazes): small, quick to hash, and of no interest to the garbage collector, so that a search over
millions of them does not hold up the rest of the program.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from operator import eq, itemgetter
from typing import Any

from puzzlegui.core.board import Board
from puzzlegui.core.cells import distances_to, flatten
from puzzlegui.families.maze.board import MazeBoard
from puzzlegui.families.rotation.board import BOTH, CLOCKWISE, RotationBoard, Turn
from puzzlegui.families.sliding.board import GAP, STEPS, SlidingBoard

State = Any
Move = Any


class Space(ABC):
    """States, moves and the goal of one board.

    Attributes:
        start: the first state.
        goal: the state wanted; None where several serve, and ``is_goal`` tells.
        branching: how many moves the family tries in a state, possible or not.
        backtracks: a move can undo the one before, which searches that say so do not try.
    """

    start: State
    goal: State
    branching: int
    backtracks: bool

    @abstractmethod
    def successors(self, state: State) -> list[tuple[Move, State]]:
        """Each possible move with the state it leads to, in the family's order."""

    def is_goal(self, state: State) -> bool:
        return bool(state == self.goal)

    def estimate(self, state: State) -> int:
        """A number of moves that never exceeds those still needed, and consistent."""
        return 0 if self.is_goal(state) else 1

    def score(self, state: State) -> int:
        """How promising a state looks to the greedy search: more is better."""
        return -self.estimate(state)


class RotationSpace(Space):
    """A rotation board; blocks in reading order, clockwise before counter-clockwise."""

    backtracks = False

    def __init__(self, board: RotationBoard) -> None:
        ranks = {value: chr(rank) for rank, value in enumerate(board.values)}
        self.start = "".join(ranks[value] for value in flatten(board.start))
        self.goal = "".join(ranks[value] for value in flatten(board.goal))
        ways = [True, False] if board.turns == BOTH else [board.turns == CLOCKWISE]
        cells = list(range(board.rows * board.columns))
        self._turns: list[tuple[Turn, itemgetter[Any]]] = []
        for row in range(board.rows - 1):
            for column in range(board.columns - 1):
                a = row * board.columns + column
                b, c, d = a + 1, a + board.columns, a + board.columns + 1
                for clockwise in ways:
                    source = cells.copy()
                    if clockwise:
                        source[a], source[b], source[d], source[c] = c, a, b, d
                    else:
                        source[a], source[b], source[d], source[c] = b, d, c, a
                    self._turns.append((Turn(row, column, clockwise), itemgetter(*source)))
        self.branching = len(self._turns)

    def successors(self, state: str) -> list[tuple[Turn, str]]:
        join = "".join
        return [(turn, join(pick(state))) for turn, pick in self._turns]


class SlidingSpace(Space):
    """A sliding board; ``order`` is the order in which the ways of the tile are tried."""

    branching = 4
    backtracks = True

    def __init__(self, board: SlidingBoard, order: str) -> None:
        self.columns = board.columns
        ranks = {value: chr(rank) for rank, value in enumerate(board.values)}
        self.gap = ranks[GAP]
        self.start = "".join(ranks[value] for value in flatten(board.start))
        self.goal = "".join(ranks[value] for value in flatten(board.goal))
        self._tiles_around: list[list[tuple[str, int]]] = []
        for cell in range(len(self.start)):
            row, column = divmod(cell, board.columns)
            around = []
            for way in order:
                down, right = STEPS[way]
                r, c = row - down, column - right
                if 0 <= r < board.rows and 0 <= c < board.columns:
                    around.append((way, r * board.columns + c))
            self._tiles_around.append(around)
        self._distance = {ranks[value]: cells for value, cells in distances_to(board.goal).items()}

    def successors(self, state: str) -> list[tuple[str, str]]:
        gap = state.index(self.gap)
        found = []
        for way, tile in self._tiles_around[gap]:
            if tile < gap:
                after = (
                    state[:tile] + self.gap + state[tile + 1 : gap] + state[tile] + state[gap + 1 :]
                )
            else:
                after = (
                    state[:gap] + state[tile] + state[gap + 1 : tile] + self.gap + state[tile + 1 :]
                )
            found.append((way, after))
        return found

    def estimate(self, state: str) -> int:
        """The sum of Manhattan distances, each tile to the nearest cell that wants its value."""
        distance = self._distance
        return sum(distance[value][cell] for cell, value in enumerate(state) if value != self.gap)

    def score(self, state: str) -> int:
        """Source S5's: 1 for each cell in place, 2 for the first, 6 for the whole first row."""
        goal: str = self.goal
        cells = sum(map(eq, state, goal))
        row = slice(self.columns)
        return int(cells) + int(state[0] == goal[0]) + 6 * int(state[row] == goal[row])


class MazeSpace(Space):
    """A maze without a wanted sum: the state is the cell, since a shortest path returns to none."""

    branching = 4
    backtracks = False

    def __init__(self, board: MazeBoard) -> None:
        self.start: int = board.start[0] * board.columns + board.start[1]
        self.goal = board.target[0] * board.columns + board.target[1]
        cells = [(r, c) for r in range(board.rows) for c in range(board.columns)]
        self._jumps = [
            [(r * board.columns + c, (r, c)) for r, c in board.jumps(cell)] for cell in cells
        ]

    def successors(self, state: int) -> list[tuple[Move, int]]:
        return [(move, cell) for cell, move in self._jumps[state]]


class MazePathSpace(MazeSpace):
    """A maze where the path matters: the state is the set of cells stepped on and the last one.

    Such a state is ``cells * size + cell``, ``cells`` having a bit for each cell stepped on.
    """

    def __init__(self, board: MazeBoard) -> None:
        super().__init__(board)
        self._size = len(self._jumps)
        self._target = self.goal
        self._numbers = flatten(board.numbers)
        self._sum = board.sum
        self.start = (1 << self.start) * self._size + self.start
        self.goal = None

    def successors(self, state: int) -> list[tuple[Move, int]]:
        cells, here = divmod(state, self._size)
        if here == self._target:
            return []  # a path ends there, and cannot come back
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


def space_of(board: Board, order: str = "ULDR") -> Space:
    """The space in which a shortest solution of ``board`` is found.

    Args:
        board: a sound board.
        order: on a sliding board, the order in which the ways of the tile are tried.
    """
    match board:
        case RotationBoard():
            return RotationSpace(board)
        case SlidingBoard():
            return SlidingSpace(board, order)
        case MazeBoard(sum=None):
            return MazeSpace(board)
        case MazeBoard():
            return MazePathSpace(board)
    raise TypeError(f"no search space for {board.family}")
