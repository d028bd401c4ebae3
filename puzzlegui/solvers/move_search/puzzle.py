"""A permutation board encoded as numbers, for the kernels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzlegui.core.board import Board
from puzzlegui.core.cells import flatten, value_numbers
from puzzlegui.core.permutations import (
    Step,
    is_odd,
    is_odd_permutation,
    step_images,
    step_order,
)
from puzzlegui.kernels import goal_table as kernel
from puzzlegui.solvers.move_search.distances import cell_distances, value_distances
from puzzlegui.solvers.move_set import MoveSet

Values = NDArray[np.uint16]
Ints = NDArray[np.int64]

_MANY_MOVES = 128
"""Most moves of which all pairs are compared."""


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
        self.cells = len(board.cells)
        self.all_moves: list[Any] = list(board.steps)
        all_targets = np.empty((len(self.all_moves), self.cells), np.uint16)
        for row, images in zip(
            all_targets, step_images(board.cells, board.steps.values()), strict=True
        ):
            row[:] = images
        self.all_targets: Values = all_targets
        by_effect: dict[bytes, int] = {}
        self._numbers = [by_effect.setdefault(row.tobytes(), len(by_effect)) for row in all_targets]
        self._by_effect = by_effect
        _, first = np.unique(self._numbers, return_index=True)
        self.moves = [self.all_moves[number] for number in first]
        self.targets: Values = all_targets if len(first) == len(all_targets) else all_targets[first]
        self.inverse = [by_effect.get(row.tobytes(), -1) for row in self.undoing]
        known = value_numbers(value for value in flatten(board.grid("goal")) if value >= 0)
        self.start, self.goal = (
            self._encode(board, flatten(grid), known)
            for grid in (board.grid("start"), board.grid("goal"))
        )
        self.values = len(known)
        self.distinct = self.values == self.cells
        self.parity = self._parity()
        self._kernel_moves: dict[tuple[bool, bool], kernel.Moves] = {}

    @property
    def reachable(self) -> int | None:
        """Number of arrangements that can be reached, None if it is not known."""
        return self._board.verdict().reachable

    def _parity(self) -> int:
        if not self.distinct or not all(is_odd_permutation(row.tolist()) for row in self.targets):
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

    def mapped(self, move: int, sources: Values) -> int:
        """Return the move of ``moves`` whose image under a symmetry of the cells is a given one.

        Args:
            move: the image.
            sources: uint16[n], the cell that the symmetry carries the content of each cell from.
        """
        targets = np.empty_like(sources)
        targets[sources] = sources[self.targets[move]]
        return self._by_effect[targets.tobytes()]

    @cached_property
    def undoing(self) -> Values:
        """Cell that each move carries the content of each cell from, uint16[m, n]."""
        found = np.empty_like(self.targets)
        for row, targets in zip(found, self.targets, strict=True):
            row[targets] = np.arange(self.cells)
        return found

    @cached_property
    def move_set(self) -> MoveSet:
        """The different moves."""
        return MoveSet(self.cells, [dict(enumerate(row)) for row in self.targets.tolist()])

    def decode(self, moves: NDArray[np.int16]) -> list[Any]:
        """Return the moves with these numbers."""
        return [self.moves[move] for move in moves.tolist()]

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

    @property
    def kernel_mib(self) -> float:
        """Memory for the moves in the form of the kernel."""
        return (3 * len(self.moves) ** 2 + 8 * self.values * self.cells) / (1 << 20)

    def kernel_moves(self, *, backward: bool = False, every_order: bool = False) -> kernel.Moves:
        """Return the moves in the form of the kernel.

        Args:
            backward: return their inverses.
            every_order: any move may follow any other that does not make the path longer than
                needed; else only in ways that the first of all shortest paths may take.
        """
        if (known := self._kernel_moves.get((backward, every_order))) is not None:
            return known
        begins, sources, targets = cycles(self.targets)
        if backward:
            sources, targets = targets, sources
            following = np.asarray(self.kernel_moves(every_order=every_order).following)
        else:
            following = self._following(every_order=every_order)
        found = self._kernel_moves[backward, every_order] = kernel.Moves(
            begins, sources, targets, self.zobrist, following, self._most(every_order=every_order)
        )  # fmt: skip
        return found

    @cached_property
    def apart(self) -> NDArray[np.bool_]:
        """True for two moves that share no cell, bool[m, m]."""
        found = np.ones((len(self.targets), len(self.targets)), bool)
        for moved in (self.targets != np.arange(self.cells, dtype=np.uint16)).T:
            moves = np.flatnonzero(moved)
            found[np.ix_(moves, moves)] = False
        return found

    @cached_property
    def value_rows(self) -> NDArray[np.int32]:
        """Number of each value in each cell that it can be in, int32[n, values]; -1 elsewhere."""
        possible = np.zeros((self.cells, self.values), bool)
        possible[np.arange(self.cells), self.goal] = True
        before = 0
        while (count := int(possible.sum())) > before:
            before = count
            for row in self.targets:
                possible |= possible[row]
                possible[row] |= possible.copy()
        numbers = np.full(possible.shape, -1, np.int32)
        numbers[possible] = np.arange(count)
        return numbers

    @property
    def growth(self) -> float:
        """Factor by which the sequences of moves grow that neither commute nor cancel."""
        following = self._following(every_order=False)[:-1, :-1]
        return float(max(abs(np.linalg.eigvals(following == np.arange(len(self.moves))))))

    def _following(self, *, every_order: bool) -> Values:
        """Return the first move, from each number on, that may follow each; see the kernel."""
        count = len(self.moves)
        found = np.full((count + 1, count + 1), count, np.uint16)
        found[:, :count] = np.arange(count)
        for move, other in self._wasted(every_order=every_order):
            found[move, other] = count
        for move, row in enumerate(found):
            if not every_order and move < count:
                row[:move][self.apart[move, :move]] = count
            row[::-1] = np.minimum.accumulate(row[::-1])
        return found

    def _wasted(self, *, every_order: bool) -> Iterator[tuple[int, int]]:
        """Yield pairs of moves with the effect of fewer moves, or of an earlier pair."""
        fewer = {np.arange(self.cells, dtype=np.uint16).tobytes()}
        fewer |= {row.tobytes() for row in self.targets}
        if len(self.moves) <= _MANY_MOVES:
            others = [list(range(len(self.moves)))] * len(self.moves)
        else:  # only powers of a move
            moved = [(row != np.arange(self.cells)).tobytes() for row in self.targets]
            alike: dict[bytes, list[int]] = {}
            for number, cells in enumerate(moved):
                alike.setdefault(cells, []).append(number)
            others = [alike[cells] for cells in moved]
        for move, following in enumerate(others):
            for other in following:
                effect = self.targets[other][self.targets[move]].tobytes()
                if effect in fewer:
                    yield move, other
                elif not every_order:
                    fewer.add(effect)

    def _most(self, *, every_order: bool) -> NDArray[np.int32]:
        """Return how often each move may be repeated: half of its order, if it has an inverse."""
        cells = range(self.cells)
        found = np.empty(len(self.moves), np.int32)
        for move, (row, inverse) in enumerate(zip(self.targets, self.inverse, strict=True)):
            order = min(step_order(Step(cells, row.tolist())), 1 << 30)
            found[move] = order - 1 if inverse < 0 else (order - (inverse < move)) // 2
            if every_order and inverse >= 0:
                found[move] = order // 2
        return found

    @cached_property
    def zobrist(self) -> NDArray[np.uint64]:
        """Random number for each value in each cell, uint64[values, n]."""
        rng = np.random.default_rng(7)
        return rng.integers(1, 1 << 64, (self.values, self.cells), np.uint64)


def simplified(board: Board, moves: Sequence[Any]) -> list[Any]:
    """Return moves from the start of a board without redundant ones; see ``MoveSet.cleaned``."""
    puzzle = EncodedPuzzle(board)
    return puzzle.decode(puzzle.move_set.cleaned(puzzle.start, puzzle.encode(moves)))
