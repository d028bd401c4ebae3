"""Beam searches over whole shift boards: memory and results."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from puzzlegui.families.shift.kernels.beam import Beam
from puzzlegui.families.shift.kernels.constants.beam import (
    AWAY,
    COSTS,
    HEAD,
    KEEP,
    NODE,
    NOWHERE,
    SPAN,
)
from puzzlegui.families.shift.solving.encoded import Ints, Shorts


class BoardBeam:
    """A beam search over a board."""

    def __init__(self, rows: int, columns: int, power: float, width: int, depth: int) -> None:
        """Allocate the memory.

        Args:
            rows: of the board.
            columns: of the board.
            power: power of a distance that gives its cost.
            width: number of states kept at each level.
            depth: largest number of levels.
        """
        cells, moves = rows * columns, 2 * (rows + columns)
        nodes = max(width * depth, 1) + width
        self._tiles = np.empty((2 * width, cells), np.int16)
        self._head = np.zeros((2 * width, HEAD), np.int64)
        self._parents = np.empty(nodes, np.int32)
        self._shifts = np.empty((2, max(nodes, cells)), np.int16)
        row, column = np.divmod(np.arange(cells), columns)
        self._shifts[1, :cells] = 32 * row + column
        self._size = rows, columns
        self.beam = Beam(
            rows, columns, width, self._tiles.ravel(),
            np.empty(2 * width * moves, np.int32), self._head.ravel(),
            _costs(rows, columns, power),
            np.empty((2, 1 << (2 * KEEP * width + moves).bit_length()), np.int64),
            self._parents, self._shifts,
        )  # fmt: skip

    def begin(self, start: Shorts) -> None:
        """Start from a state: int16[n], for each cell the cell its tile belongs to."""
        self.beam.begin(start)

    def advance(self, goal: int, depth: int, rng: Ints, ctl: Ints) -> int:
        """Search level by level; see ``kernels.beam.Beam.advance``."""
        return int(self.beam.advance(goal, depth, rng, ctl))

    @property
    def states(self) -> Shorts:
        """States of the current level, int16[k, n], see ``begin``."""
        first = self.beam.side * self.beam.width
        found: Shorts = self._tiles[first : first + self.beam.count]
        return found

    @property
    def best(self) -> int:
        """Index of the best of the ``states``."""
        return int(self.beam.best - self.beam.side * self.beam.width)

    @property
    def remaining_distance(self) -> int:
        """Sum of the circular distances of all tiles in the best state."""
        return int(self._head[self.beam.best, AWAY])

    @property
    def exhaustive(self) -> bool:
        """True if the beam seems to have kept all reachable states."""
        return 2 * int(self.beam.used) < int(self.beam.width) * int(self.beam.depth)

    def path(self, number: int) -> Shorts:
        """Return the shifts that lead to a state of the current level."""
        found = []
        node = int(self._head[self.beam.side * self.beam.width + number, NODE])
        while node >= 0:
            found.append(int(self._shifts[0, node]))
            node = int(self._parents[node])
        return np.array(found[::-1], np.int16)


def beam_mib(rows: int, columns: int, width: int, depth: int) -> float:
    """Return the size of the memory of a beam in MiB."""
    state = 2 * rows * columns + 8 * (rows + columns) + 8 * HEAD
    return width * (2 * state + 8 * depth + 64 * KEEP) / (1 << 20) + 1


def _costs(rows: int, columns: int, power: float) -> NDArray[np.int32]:
    """Return the table of costs, int32[COSTS, SPAN]; see ``kernels.constants.beam``."""
    table = np.zeros((COSTS, SPAN), np.int32)
    for number, side in enumerate((columns, rows)):
        steps = np.arange(SPAN) - NOWHERE
        away = [np.minimum((steps + one) % side, (-steps - one) % side) for one in (-1, 0, 1)]
        cost = [np.rint(32 * distance**power).astype(np.int32) for distance in away]
        table[2 * number] = cost[0] - cost[1]
        table[2 * number + 1] = cost[2] - cost[1]
        table[4 + number] = cost[1]
        table[6 + number] = away[1]
    return table
