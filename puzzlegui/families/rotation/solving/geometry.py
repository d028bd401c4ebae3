"""The turns of a rotation board as arrays for the search by iterative deepening."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from puzzlegui.families.rotation.board import BOTH, CLOCKWISE, Turn

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Geometry:
    """The turns of a board in the form of the kernel; see ``kernels.ida.Moves``.

    Attributes:
        moves: the turns.
        turns: int64[m, 4], the cells of each in the order in which it carries values along.
        backward: int64[m, 4], the same for the inverse turns.
        crossings: int64[m, 6].
        allowed_after: uint8[m, m].
        mirror: int64[n], see ``kernels.ida.PatternDatabases``.
    """

    moves: tuple[Turn, ...]
    turns: Ints
    backward: Ints
    crossings: Ints
    allowed_after: NDArray[np.uint8]
    mirror: Ints


@lru_cache(maxsize=8)
def geometry(rows: int, columns: int, turns: str) -> Geometry:
    """Return the turns of a board, blocks in reading order, clockwise first."""
    directions = (True, False) if turns == BOTH else (turns == CLOCKWISE,)
    moves = tuple(
        Turn(r, c, clockwise)
        for r in range(rows - 1)
        for c in range(columns - 1)
        for clockwise in directions
    )
    cycles = np.array([_cycle(move, columns) for move in moves], np.int64)
    following = np.roll(cycles, -1, axis=1)
    crossings = np.empty((len(moves), 6), np.int64)
    crossings[:, 0] = [move.row for move in moves]
    crossings[:, 1] = [move.column for move in moves]
    for slot, step in enumerate((columns, -columns, 1, -1), 2):
        crossings[:, slot] = cycles[following - cycles == step]
    cells = np.arange(rows * columns)
    mirror = cells if turns == BOTH else cells + columns - 1 - 2 * (cells % columns)
    allowed_after = _allowed_after(moves, both=turns == BOTH)
    return Geometry(
        moves, cycles, np.ascontiguousarray(cycles[:, ::-1]), crossings, allowed_after, mirror
    )


def _cycle(move: Turn, columns: int) -> tuple[int, int, int, int]:
    """Return the block's cells in the order in which the turn carries their values along."""
    a = move.row * columns + move.column
    cycle = (a, a + 1, a + columns + 1, a + columns)
    return cycle if move.clockwise else cycle[::-1]


def _allowed_after(moves: tuple[Turn, ...], *, both: bool) -> NDArray[np.uint8]:
    """Return the turns allowed after each turn, pruned by commutativity; uint8[m, m].

    Turns of blocks without a common cell commute, so a single order is enough. Two turns of the
    same block make a half-turn, for which only clockwise turns are used.
    """
    row = np.array([move.row for move in moves], np.int8)  # a large board has over a thousand turns
    column = np.array([move.column for move in moves], np.int8)
    clockwise = np.array([move.clockwise for move in moves])
    down, right = row[None, :] - row[:, None], column[None, :] - column[:, None]
    apart = (abs(down) > 1) | (abs(right) > 1)
    order = np.arange(len(moves), dtype=np.int16)
    allowed = ~(apart & (order[None, :] < order[:, None]))
    same = (down == 0) & (right == 0)
    if both:
        allowed &= ~same | (clockwise[None, :] & clockwise[:, None])
    return np.ascontiguousarray(allowed, np.uint8)
