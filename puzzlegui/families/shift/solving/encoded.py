"""A shift board, its moves and the goal cells of its tiles encoded as numbers, for the kernels."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from puzzlegui.core.cells import value_numbers
from puzzlegui.core.permutations import is_odd_permutation
from puzzlegui.families.shift.board import Shift
from puzzlegui.solvers.control import SearchContext
from puzzlegui.solvers.move_set import MoveSet
from puzzlegui.solvers.tile_assignment import assign_tiles, exchange_equal_tiles

Shorts = NDArray[np.int16]
Ints = NDArray[np.int64]


class EncodedBoard:
    """A board encoded as numbers.

    A shift is ``2 * line``, plus 1 if it goes right or down, where rows are counted first.

    Attributes:
        rows: of the board.
        columns: of the board.
        cells: number of cells, n.
        start: int16[n], the value of each cell; values are numbered by first appearance in the
            goal.
        goal: int16[n], likewise.
        values: number of different values.
        moves: the shifts.
    """

    def __init__(self, rows: int, columns: int, start: Sequence[int], goal: Sequence[int]) -> None:
        self.rows, self.columns = rows, columns
        self.cells = rows * columns
        numbers = value_numbers(goal)
        self.values = len(numbers)
        self.moves = shifts_of(rows, columns)
        self.start, self.goal = (
            np.array([numbers[value] for value in values], np.int16) for values in (start, goal)
        )

    def decode(self, moves: Shorts) -> list[Shift]:
        """Decode numbers to shifts of the board, as ``all_shifts`` lists them."""
        found = []
        for move in moves.tolist():
            line, way = divmod(move, 2)
            vertical = line >= self.rows
            length = self.rows if vertical else self.columns
            forward = way == 1 if length > 2 else not vertical
            found.append(Shift(line - self.rows * vertical, vertical, forward))
        return found

    def encode(self, shifts: Sequence[Shift]) -> Shorts:
        """Encode shifts of the board as numbers."""
        rows = self.rows
        found = [2 * (line + rows * down) + forward for line, down, forward in shifts]
        return np.array(found, np.int16)

    def distances(self) -> Ints:
        """Return the circular distances of any two cells in rows and columns; int64[2, n, n]."""
        return distances_of(self.rows, self.columns)


def distances_of(rows: int, columns: int) -> Ints:
    """Return the circular distances of any two cells in rows and columns; int64[2, n, n]."""
    place = np.array(np.divmod(np.arange(rows * columns), columns))
    sides = np.array([rows, columns])[:, None, None]
    steps = abs(place[:, :, None] - place[:, None, :])
    found: Ints = np.minimum(steps, sides - steps)
    return found


def lines_of(rows: int, columns: int) -> list[range]:
    """Return the cells of each line, rows first."""
    lines = [range(row * columns, (row + 1) * columns) for row in range(rows)]
    return lines + [range(column, rows * columns, columns) for column in range(columns)]


@lru_cache(maxsize=4)
def shifts_of(rows: int, columns: int) -> MoveSet:
    """Return the shifts of a board."""
    shifts = []
    for line in lines_of(rows, columns):
        onward = (*line[1:], line[0])
        shifts += [dict(zip(onward, line, strict=True)), dict(zip(line, onward, strict=True))]
    return MoveSet(rows * columns, shifts)


class TileAssignment:
    """Minimum-cost assignment of tiles to goal cells (see ``kernels.assignment``)."""

    def __init__(self, board: EncodedBoard, power: float) -> None:
        """Compute the costs for a board.

        Args:
            board: the board.
            power: power of a distance that gives its cost.
        """
        self._goal = board.goal
        self._needed = board.values < board.cells
        self._cost = np.rint(32 * board.distances().astype(float) ** power).sum(0).astype(np.int64)
        self._values = board.values

    def __call__(self, values: Shorts, work: SearchContext) -> Shorts:
        """Return the goal cell of the tile in each cell, int16[n].

        With equal values the permutation is made even, so that 3-cycles solve it on any board.

        Args:
            values: int16[n], the value in each cell.
            work: context of the run.

        Raises:
            SearchStopped: the run was cancelled.
        """
        wanted = assign_tiles(values, self._goal, self._cost, work)
        if self._needed and is_odd_permutation(wanted.tolist()):
            groups = (np.flatnonzero(values == value) for value in range(self._values))
            exchange_equal_tiles(wanted, self._cost, groups)
        return wanted

    def reassign(self, wanted: Shorts, work: SearchContext) -> Shorts:
        """Assign the tiles of a board again, from the goal cells assigned before."""
        return self(self._goal[wanted], work) if self._needed else wanted
