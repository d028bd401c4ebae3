"""A permutation board encoded as numbers, for the kernels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzlegui.core.board import Board
from puzzlegui.core.cells import flatten, value_numbers
from puzzlegui.core.permutations import is_odd, is_odd_permutation
from puzzlegui.kernels import deepening as kernel
from puzzlegui.solvers.move_search.distances import cell_distances, value_distances
from puzzlegui.solvers.move_set import MoveSet

Values = NDArray[np.uint16]
Ints = NDArray[np.int64]


def cycles(targets: Values) -> tuple[NDArray[np.int32], Values, Values]:
    """Return where the cells of each move begin, the cells, and the cells that they move to.

    Args:
        targets: uint16[m, n], the cell that each move carries the content of a cell to.
    """
    moves, sources = np.nonzero(targets != np.arange(targets.shape[1]))
    begins = np.searchsorted(moves, np.arange(len(targets) + 1)).astype(np.int32)
    return begins, sources.astype(np.uint16), targets[moves, sources]


class EncodedPuzzle:
    """A board encoded as numbers.

    Attributes:
        moves: the different moves; of those with the same effect, the first.
        targets: uint16[m, n], the cell that each move carries the content of a cell to.
        inverse: the number of the inverse of each move, -1 if it is not a move.
        all_moves: all moves, those with the same effect included.
        start: uint16[n], values numbered by first appearance in the goal.
        goal: uint16[n].
        cells: number of cells, n.
        values: number of different values.
        distinct: True if all values differ.
        parity: 1 if all solutions have an odd number of moves, 0 if even; -1 if not known.
    """

    def __init__(self, board: Board) -> None:
        self._board = board
        place = {cell: i for i, cell in enumerate(board.cells)}
        self.cells = len(board.cells)
        self.all_moves: list[Any] = list(board.steps)
        all_targets = np.tile(np.arange(self.cells, dtype=np.uint16), (len(self.all_moves), 1))
        for row, step in zip(all_targets, board.steps.values(), strict=True):
            row[[place[cell] for cell in step.sources]] = [place[cell] for cell in step.targets]
        self.all_targets: Values = all_targets
        numbers: dict[bytes, int] = {}
        for number, row in enumerate(all_targets):
            numbers.setdefault(row.tobytes(), number)
        self.moves = [self.all_moves[number] for number in numbers.values()]
        self.targets: Values = np.ascontiguousarray(all_targets[list(numbers.values())])
        by_effect = {row.tobytes(): t for t, row in enumerate(self.targets)}
        self._numbers = [by_effect[row.tobytes()] for row in all_targets]
        self.inverse = [
            by_effect.get(np.argsort(row).astype(np.uint16).tobytes(), -1) for row in self.targets
        ]
        known = value_numbers(value for value in flatten(board.grid("goal")) if value >= 0)
        self.start, self.goal = (
            self._encode(board, flatten(grid), known)
            for grid in (board.grid("start"), board.grid("goal"))
        )
        self.values = len(known)
        self.distinct = self.values == self.cells
        self.parity = self._parity()
        self._kernel_moves: dict[tuple[bool, bool], kernel.Moves] = {}

    def _parity(self) -> int:
        if not self.distinct or not all(map(is_odd_permutation, self.targets.tolist())):
            return -1
        return int(is_odd(self.start.tolist(), self.goal.tolist()))

    @staticmethod
    def _encode(board: Board, values: Sequence[int], numbers: dict[int, int]) -> Values:
        return np.array([numbers[values[cell]] for cell in board.cells], np.uint16)

    def apply(self, position: Values, move: int) -> Values:
        """Return the position after a move of ``moves``."""
        after = np.empty_like(position)
        after[self.targets[move]] = position
        return after

    def undo(self, position: Values, move: int) -> Values:
        """Return the position before a move of ``moves``."""
        before: Values = position[self.targets[move]]
        return before

    @cached_property
    def undoing(self) -> Values:
        """Cell that each move carries the content of each cell from, uint16[m, n]."""
        return np.array([np.argsort(row) for row in self.targets], np.uint16)

    @cached_property
    def move_set(self) -> MoveSet:
        """The different moves."""
        return MoveSet(self.cells, [dict(enumerate(row)) for row in self.targets.tolist()])

    def encode(self, moves: Iterable[Any]) -> NDArray[np.int16]:
        """Return moves as numbers of moves with the same effect."""
        numbers = dict(zip(self.all_moves, self._numbers, strict=True))
        return np.array([numbers[move] for move in moves], np.int16)

    @cached_property
    def distances(self) -> NDArray[np.int16]:
        """Moves that carry a tile to each cell from each cell, int16[n, n]; ``FAR`` for none."""
        place = list(self._board.cells)
        steps = tuple(self._board.steps.values())
        all_cells = cell_distances(self._board.rows * self._board.columns, steps)
        return np.array(all_cells, np.int16)[np.ix_(place, place)]

    @cached_property
    def goal_distances(self) -> NDArray[np.uint8]:
        """Moves from each cell to the nearest goal of each value, at most 255, uint8[values, n]."""
        goal = flatten(self._board.grid("goal"))
        found = value_distances(goal, tuple(self._board.steps.values()))
        cells = list(self._board.cells)
        # Dictionaries keep the values in the order of their first appearance, which numbers them.
        return np.minimum([np.array(each)[cells] for each in found.values()], 255).astype(np.uint8)

    def kernel_moves(self, *, backward: bool = False, every_order: bool = False) -> kernel.Moves:
        """Return the moves in the form of the kernel.

        Args:
            backward: return their inverses.
            every_order: any move may follow any other; else only in ways that the first of all
                shortest paths may take.
        """
        if (known := self._kernel_moves.get((backward, every_order))) is not None:
            return known
        begins, sources, targets = cycles(self.targets)
        if backward:
            sources, targets = targets, sources
        follows = self._follows
        found = self._kernel_moves[backward, every_order] = kernel.Moves(
            begins, sources, targets, self.zobrist,
            np.ones_like(follows) if every_order else follows,
        )  # fmt: skip
        return found

    @cached_property
    def apart(self) -> NDArray[np.bool_]:
        """True for two moves that share no cell, bool[m, m]."""
        moved = (self.targets != np.arange(self.cells)).astype(np.int64)
        found: NDArray[np.bool_] = moved @ moved.T == 0
        return found

    @cached_property
    def _follows(self) -> NDArray[np.uint8]:
        """1 for moves that may follow a move: no inverse, and moves apart in a single order."""
        apart = self.apart
        count = len(self.moves)
        found = np.ones((count + 1, count), np.uint8)
        found[:count][apart & np.tri(count, k=-1, dtype=bool)] = 0
        for move, other in enumerate(self.inverse):
            if other >= 0:
                found[move, other] = 0
        return found

    @cached_property
    def zobrist(self) -> Ints:
        """Random number for each value in each cell, int64[values, n]."""
        rng = np.random.default_rng(7)
        return rng.integers(1, 1 << 62, (self.values, self.cells), np.int64)
