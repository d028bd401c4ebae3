"""A rotation board and its turns encoded as numbers, for the kernels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from puzzlegui.core.cells import Grid, flatten, value_numbers
from puzzlegui.families.rotation.board import BOTH, COUNTERCLOCKWISE, RotationBoard, Turn
from puzzlegui.solvers.move_set import MoveSet

Shorts = NDArray[np.int16]


class EncodedBoard:
    """A board encoded as numbers.

    A turn is ``block * directions``, plus 1 if it is counter-clockwise; blocks are counted row by
    row. A board that turns counter-clockwise only is encoded as its mirror image, which turns
    clockwise only.

    Attributes:
        start: int16[n], the value of each cell; values are numbered by first appearance in the
            goal.
        goal: int16[n], likewise.
        values: the number of different values.
        directions: 2 if blocks turn both ways, otherwise 1.
        moves: the turns.
    """

    def __init__(self, board: RotationBoard) -> None:
        self._mirrored = board.turns == COUNTERCLOCKWISE
        self._across = board.columns - 1
        self.directions = 2 if board.turns == BOTH else 1
        numbers = value_numbers(flatten(self._seen(board.goal)))
        self.values = len(numbers)
        self.moves = turns_of(board.rows, board.columns, self.directions)
        self.start, self.goal = (
            np.array([numbers[value] for value in flatten(self._seen(grid))], np.int16)
            for grid in (board.start, board.goal)
        )

    def _seen(self, grid: Grid) -> Grid:
        return tuple(row[::-1] for row in grid) if self._mirrored else grid

    def decode(self, moves: Shorts) -> list[Turn]:
        """Decode numbers to turns of the board."""
        turns = []
        for move in moves.tolist():
            block, direction = divmod(move, self.directions)
            row, column = divmod(block, self._across)
            if self._mirrored:
                turns.append(Turn(row, self._across - 1 - column, False))
            else:
                turns.append(Turn(row, column, direction == 0))
        return turns

    def encode(self, turns: Sequence[Turn]) -> Shorts:
        """Encode turns of the board as numbers."""
        return np.array(list(self._numbers(turns)), np.int16)

    def _numbers(self, turns: Sequence[Turn]) -> Iterable[int]:
        across = self._across
        for row, column, clockwise in turns:
            block = row * across + (across - 1 - column if self._mirrored else column)
            yield block * self.directions + (self.directions == 2 and not clockwise)


@lru_cache(maxsize=4)
def turns_of(rows: int, columns: int, directions: int) -> MoveSet:
    """Return the turns of a board; for ``directions``, see ``EncodedBoard``."""
    return MoveSet(rows * columns, list(_cells_turned(rows, columns, directions)))


def _cells_turned(rows: int, columns: int, directions: int) -> Iterator[dict[int, int]]:
    """Yield for each turn the cell that the content of each of the four cells goes to."""
    for row in range(rows - 1):
        for a in range(row * columns, (row + 1) * columns - 1):
            around = (a, a + 1, a + columns + 1, a + columns)
            onward = (*around[1:], a)
            yield dict(zip(around, onward, strict=True))
            if directions == 2:
                yield dict(zip(onward, around, strict=True))
