"""What is kept of puzzles that undo, or the gallery, may bring back."""

from __future__ import annotations

from dataclasses import replace

from puzzlegui.core.board import Board
from puzzlegui.core.solution import Solution
from puzzlegui.gui.model.live import settled
from puzzlegui.gui.model.puzzle import PuzzleState
from puzzlegui.solvers.listing import MAX_LISTED

_MOST = 32


class Book:
    """The states of the puzzles worked on last."""

    def __init__(self) -> None:
        self._states: dict[Board, PuzzleState] = {}

    def keep(self, puzzle: Board, state: PuzzleState) -> None:
        """Keep a state for when its puzzle comes back."""
        self._states.pop(puzzle, None)
        self._states[puzzle] = replace(settled(state), cancelled=False, rating=False)
        while len(self._states) > _MOST or self._too_many_listed():
            del self._states[next(iter(self._states))]

    def _too_many_listed(self) -> bool:
        """Whether those kept list more solutions than one may; the latest is kept anyway."""
        listed = sum(state.listed for state in self._states.values())
        return len(self._states) > 1 and listed > MAX_LISTED

    def solutions(self, other_than: Board | None) -> list[Solution]:
        """Return the solution followed on each puzzle but one."""
        return [
            state.following.solution
            for puzzle, state in self._states.items()
            if puzzle != other_than and state.following is not None
        ]

    def get(self, puzzle: Board) -> PuzzleState:
        """What is known of a puzzle."""
        return self._states.get(puzzle, PuzzleState())
