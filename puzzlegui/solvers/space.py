"""Boards as search spaces: what the textbook searches need to know of a family.

States are strings (arrangements: one character a cell, the rank of its value) or whole numbers
(mazes): small, quick to hash, and of no interest to the garbage collector, so that a search over
millions of them does not hold up the rest of the program.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

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
