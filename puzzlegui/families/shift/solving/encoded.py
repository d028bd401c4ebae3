"""A shift board and its moves as kernels know them: numbers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from puzzlegui.families.shift.board import Shift

Shorts = NDArray[np.int16]
Ints = NDArray[np.int64]


class EncodedBoard:
    """A board in numbers.

    A shift is ``2 * line``, plus 1 if it goes right or down, where rows are counted first.

    Attributes:
        rows: of the board.
        columns: of the board.
        cells: how many there are, n.
        start: int16[n], the value of each cell, values being numbered by their place in the goal.
        goal: int16[n], likewise.
        values: how many there are.
    """

    def __init__(self, rows: int, columns: int, start: Sequence[int], goal: Sequence[int]) -> None:
        self.rows, self.columns = rows, columns
        self.cells = rows * columns
        numbers: dict[int, int] = {}
        for value in goal:
            numbers.setdefault(value, len(numbers))
        self.values = len(numbers)
        self.start, self.goal = (
            np.array([numbers[value] for value in values], np.int16) for values in (start, goal)
        )

    def shifts(self, moves: Shorts) -> list[Shift]:
        """Numbers as shifts of the board."""
        found = []
        for move in moves.tolist():
            line, forward = divmod(move, 2)
            vertical = line >= self.rows
            found.append(Shift(line - self.rows * vertical, vertical, forward == 1))
        return found

    def numbers(self, shifts: Sequence[Shift]) -> Shorts:
        """Shifts of the board as numbers."""
        rows = self.rows
        found = [2 * (line + rows * down) + forward for line, down, forward in shifts]
        return np.array(found, np.int16)

    def away(self) -> Ints:
        """How many rows and columns lie between any two cells, in their circles; int64[2, n, n]."""
        place = np.array(np.divmod(np.arange(self.cells), self.columns))
        sides = np.array([self.rows, self.columns])[:, None, None]
        steps = abs(place[:, :, None] - place[:, None, :])
        found: Ints = np.minimum(steps, sides - steps)
        return found
