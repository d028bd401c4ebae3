"""Boards as search spaces: what the textbook searches need to know of a family.

States are strings (arrangements: one character a cell, the rank of its value) or whole numbers
(mazes): small, quick to hash, and of no interest to the garbage collector, so that a search over
millions of them does not hold up the rest of the program.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Cell, Grid, flatten, rows_of

State = Any
Move = Any
_BYTE = 256
"""Values as many as which a byte can tell apart."""


@dataclass(frozen=True)
class Parts:
    """What a number that guides a search is made of.

    Attributes:
        total: the number.
        terms: a marked text for each kind of part, with what the parts of that kind come to.
        cells: what each cell, counted row by row, has to do with it; those with nothing are left
            out.
    """

    total: int
    terms: tuple[tuple[str, int], ...] = ()
    cells: dict[int, int] = field(default_factory=dict)


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

    @abstractmethod
    def pack(self, state: State) -> bytes:
        """A state in few bytes, as many for each."""

    @abstractmethod
    def unpack(self, packed: bytes) -> State:
        """The state that was packed."""

    def is_goal(self, state: State) -> bool:
        return bool(state == self.goal)

    def estimate(self, state: State) -> int:
        """A number of moves that never exceeds those still needed, and consistent."""
        return 0 if self.is_goal(state) else 1

    def score(self, state: State) -> int:
        """How promising a state looks to the greedy search: more is better."""
        return -self.estimate(state)

    def estimate_parts(self, state: State) -> Parts:
        """What the estimate of a state is made of."""
        return Parts(self.estimate(state))

    def score_parts(self, state: State) -> Parts:
        """What the score of a state is made of."""
        return Parts(self.score(state))

    def position(self, state: State) -> Any:  # noqa: ARG002
        """The position of the board that a state stands for; None where the way there matters."""
        return None

    def cell_of(self, state: State) -> Cell | None:  # noqa: ARG002
        """Where the walker of a state stands; None where no one walks."""
        return None


class TileSpace(Space):
    """A space of arrangements of tiles: a character for each cell, the rank of its value."""

    start: str
    goal: str

    def __init__(self, board: Board) -> None:
        self.columns = board.columns
        self._values = board.values
        self.ranks = {value: chr(rank) for rank, value in enumerate(board.values)}
        start, goal = (board.grid(name) for name in board.grid_fields)
        self.start, self.goal = self.state_of(start), self.state_of(goal)
        self._coding = "latin-1" if len(board.values) <= _BYTE else "utf-16-le"

    def state_of(self, grid: Grid) -> str:
        """The state that an arrangement is."""
        return "".join(self.ranks[value] for value in flatten(grid))

    def pack(self, state: str) -> bytes:
        return state.encode(self._coding)

    def unpack(self, packed: bytes) -> str:
        return packed.decode(self._coding)

    def position(self, state: str) -> Grid:
        return rows_of([self._values[ord(rank)] for rank in state], self.columns)
