"""State spaces of boards, as the textbook searches need them, and observers of the searches.

States are strings (arrangements: a character for each cell, the rank of its value) or integers
(mazes): small, quick to hash, and ignored by the garbage collector, so that a search over millions
of them does not hold up the rest of the program.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any, Protocol

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Cell, Grid, flatten, rows_of

State = Any
Move = Any
_BYTE = 256
"""Number of values that fit into a byte."""


@dataclass(frozen=True)
class HeuristicBreakdown:
    """Terms that add up to the heuristic value of a state.

    Attributes:
        total: the heuristic value.
        terms: for each kind of term a marked text and the sum of its terms.
        cells: contribution of each cell, counted row by row; cells without any are left out.
    """

    total: int
    terms: tuple[tuple[str, int], ...] = ()
    cells: dict[int, int] = field(default_factory=dict)


class Space(ABC):
    """States, moves and the goal of one board.

    Attributes:
        start: the first state.
        goal: the goal state; None if there are several, which ``is_goal`` recognises.
        branching_factor: number of moves that the family tries in a state, possible or not.
        prunes_undo_only: depth-first searches reject only the move that undoes the last one; if
            False, they reject every state on the path.
    """

    start: State
    goal: State
    branching_factor: int
    prunes_undo_only: bool

    @abstractmethod
    def successors(self, state: State) -> list[tuple[Move, State]]:
        """Return each possible move with the resulting state, in the family's order."""

    @abstractmethod
    def pack(self, state: State) -> bytes:
        """Encode a state as a few bytes; the same number for every state."""

    @abstractmethod
    def unpack(self, packed: bytes) -> State:
        """Decode a packed state."""

    def is_goal(self, state: State) -> bool:
        return bool(state == self.goal)

    def estimate(self, state: State) -> int:
        """Return a consistent lower bound on the number of moves to the goal."""
        return 0 if self.is_goal(state) else 1

    def score(self, state: State) -> int:
        """Return the score of a state in the greedy search; more is better."""
        return -self.estimate(state)

    def estimate_breakdown(self, state: State) -> HeuristicBreakdown:
        """Return the terms of the estimate of a state."""
        return HeuristicBreakdown(self.estimate(state))

    def score_breakdown(self, state: State) -> HeuristicBreakdown:
        """Return the terms of the score of a state."""
        return HeuristicBreakdown(self.score(state))

    def position(self, state: State) -> Any:
        """Return the board's position in a state; None if it depends on the path to the state."""
        return None

    def walker_cell(self, state: State) -> Cell | None:
        """Return the walker's cell in a state; None in families without a walker."""
        return None


class TileSpace(Space):
    """Space of tile arrangements: a character for each cell, the rank of its value."""

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
        """Return the state of an arrangement."""
        return "".join(self.ranks[value] for value in flatten(grid))

    def pack(self, state: str) -> bytes:
        return state.encode(self._coding)

    def unpack(self, packed: bytes) -> str:
        return packed.decode(self._coding)

    def position(self, state: str) -> Grid:
        return rows_of([self._values[ord(rank)] for rank in state], self.columns)


class Observer(Protocol):
    """Receiver of every step of a textbook search, called in the searching thread.

    A step is what the search counts as one state. It begins with ``on_expand`` or ``on_visit``; the
    states generated until the next step are the successors that it adds.
    """

    def on_start(self, space: Space, limit: int | None = None) -> None:
        """Handle the start of the search, or its restart with a higher move limit."""

    def on_generate(self, state: State, parent: State, key: tuple[int, ...] = ()) -> None:
        """Handle a state that enters the frontier, reached by a move from ``parent``.

        If the state is in the frontier already, the new path to it is better than the earlier one.

        Args:
            state: the generated state.
            parent: the expanded state; the first state is its own parent.
            key: priority in the frontier; empty if the order of generation decides.
        """

    def on_expand(self, state: State) -> None:
        """Handle the expansion of a state from the frontier."""

    def on_visit(self, state: State, depth: int) -> None:
        """Handle a state visited by a depth-first search after ``depth`` moves on its path."""
