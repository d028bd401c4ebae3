"""Beam searches over whole shift boards: the shifts and their costs."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from puzzlegui.families.shift.solving.encoded import Ints, distances_of, lines_of
from puzzlegui.solvers.control import UNLIMITED
from puzzlegui.solvers.move_search.beam import (
    Beam,
    BeamParameters,
    LinkedMoves,
    beam_mib,
    tile_costs,
)

_COST = 32
"""Cost of a distance of 1."""
_PATIENCE = 12
"""Levels without progress after which a beam gives up, besides half the number of lines."""


class BoardBeam(Beam):
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
        away = distances_of(rows, columns)
        costs = tile_costs(np.rint(_COST * away**power).sum(axis=0), away, max(rows, columns))
        super().__init__(_linked(rows, columns), costs, BeamParameters(width, depth))
        self._patience = _PATIENCE + (rows + columns) // 2

    def advance(self, goal: int, depth: int, rng: Ints, ctl: Ints) -> int:
        """Search level by level until the sum of distances is at most ``goal``.

        Returns:
            1 if such a state was found, 0 if not, -1 if stopped.
        """
        return int(self.kernel.advance(goal, depth, self._patience, UNLIMITED >> 1, rng, ctl))


def board_beam_mib(rows: int, columns: int, width: int, depth: int) -> float:
    """Return the size of the memory of a beam in MiB."""
    return beam_mib(_linked(rows, columns), BeamParameters(width, depth))


@lru_cache(maxsize=4)
def _linked(rows: int, columns: int) -> LinkedMoves:
    """Return the shifts of a board, as ``encoded.shifts_of`` numbers them."""
    shifts = []
    for line in lines_of(rows, columns):
        onward = (*line[1:], line[0])
        shifts += [[*zip(onward, line, strict=True)], [*zip(line, onward, strict=True)]]
    return LinkedMoves(rows * columns, shifts)
