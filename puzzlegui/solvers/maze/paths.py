"""Shortest and longest paths in a maze that step on no cell twice, with a wanted sum or without.

Whether a path with a wanted sum exists is NP-hard to decide, and so is the longest path; the
search is a branch and bound in a compiled kernel, which says how branches are cut.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Cell, cells_of
from puzzlegui.core.maze import MazeBoard
from puzzlegui.core.solution import Status
from puzzlegui.solvers.control import Control, Outcome, Stopped
from puzzlegui.solvers.kernels import maze_paths as kernel
from puzzlegui.solvers.listing import Listing
from puzzlegui.solvers.search import bfs

Ints = NDArray[np.int64]

_MOST_WORDS = 1 << 24
"""Words of 8 bytes in the table of walks beyond which it is not continued."""


def shortest(board: Board, control: Control) -> Outcome:
    """A shortest path, or all of them.

    Without a wanted sum level by level; with one, by trying one number of jumps after the other.
    """
    assert isinstance(board, MazeBoard)
    if board.sum is None:
        return bfs(board, control)
    paths = _Paths(board, control)
    listing = Listing(control, optimal=True)
    for length in range(paths.longest + 1):
        control.prove(length)
        if length > control.max_moves:
            raise Stopped("moves")
        for path in paths.of_length(length):
            if listing.add(path):
                return listing.outcome()
        if listing.count:
            return listing.outcome()
    return _none(board)


def longest(board: Board, control: Control) -> Outcome:
    """A longest path; each that is longer than those before becomes known at once."""
    assert isinstance(board, MazeBoard)
    paths = _Paths(board, control)
    most = min(paths.longest, control.max_moves)
    best: list[Cell] | None = None
    for best in paths.ever_longer(most):
        outcome = Outcome(Status.SOLVED, best, note="There may be longer paths.")
        control.found(len(best), lambda _, known=outcome: known)  # type: ignore[misc]
    if best is not None:
        return Outcome(Status.SOLVED, best, optimal=most == paths.longest)
    if most < paths.longest:
        raise Stopped("moves")
    return _none(board)


def _none(board: MazeBoard) -> Outcome:
    assert board.sum is not None  # without one, the board's verdict knows
    return Outcome(
        Status.UNSOLVABLE,
        note=f"Not solvable: no path has the sum {board.sum}; all were searched.",
    )


class _Paths:
    """The cells that paths may step on, numbered, and the table of walks among them.

    Attributes:
        longest: no path has more jumps.
    """

    def __init__(self, board: MazeBoard, control: Control) -> None:
        self._control = control
        jumps = {cell: board.jumps(cell) for cell in cells_of(board.numbers)}
        jumps[board.target] = []
        jumps = {c: [to for to in onward if to != board.start] for c, onward in jumps.items()}
        back: dict[Cell, list[Cell]] = {cell: [] for cell in jumps}
        for cell, onward in jumps.items():
            for to in onward:
                back[to].append(cell)
        ends = {board.start, board.target}
        useful = _reached(board.start, jumps) & _reached(board.target, back) | ends
        self._cells = sorted(useful)
        numbers = {cell: i for i, cell in enumerate(self._cells)}
        n = len(self._cells)
        self.longest = n - 1
        self._start, self._target = numbers[board.start], numbers[board.target]
        self._onward = _rows(
            [[numbers[to] for to in jumps[c] if to in useful] for c in self._cells]
        )
        self._backward = _rows(
            [[numbers[to] for to in back[c] if to in useful] for c in self._cells]
        )
        # What stands on start and target is on every path, and may be any number.
        counts = board.sum is not None
        between = [0 if c in ends or not counts else board.numbers[c[0]][c[1]] for c in self._cells]
        lowest = sum(number for number in between if number < 0)
        highest = sum(number for number in between if number > 0)
        self._weights = np.array([*between, lowest], np.int64)
        self._values, self._kinds = np.unique(self._weights[:n], return_inverse=True)
        self._wanted = 0 if board.sum is None else board.sum - board.total(sorted(ends))
        self._possible = lowest <= self._wanted <= highest
        self._words = (highest - lowest + 64) // 64
        self._known = 0
        self._table = self._new_table(2)

    # --- the table of walks ---

    def _new_table(self, levels: int) -> NDArray[np.uint64]:
        self._control.reserve(levels * len(self._cells) * self._words / (1 << 17))
        table = np.zeros((levels, len(self._cells), self._words), np.uint64)
        table[0] = ~np.uint64(0)  # for levels beyond, where nothing is known
        return table

    def _next_level(self, *, together: bool) -> bool:
        """Find the walks of one jump more; whether that tells anything new.

        Args:
            together: let them include the walks of fewer jumps.
        """
        level = self._known + 1
        if (level + 1) * len(self._cells) * self._words > _MOST_WORDS:
            return False
        if level == len(self._table):
            larger = self._new_table(2 * level)
            larger[:level] = self._table
            self._table = larger
        self._control.check()
        self._known = level
        return bool(
            kernel.extend(self._table, level, *self._onward, self._target, self._weights, together)
        )

    # --- searching ---

    def of_length(self, length: int) -> Iterator[list[Cell]]:
        """Paths of so many jumps, if there are none of fewer, in depth-first order."""
        if length:
            self._next_level(together=False)
        yield from self._search(length, length, rising=False)

    def ever_longer(self, most: int) -> Iterator[list[Cell]]:
        """Paths in depth-first order, each longer than the one before, the last a longest one.

        Args:
            most: jumps that count.
        """
        while self._next_level(together=True):
            pass
        if (self._known + 2) * len(self._cells) * self._words <= _MOST_WORDS:
            self._table[0] = self._table[self._known]  # more jumps lead to nothing new
        yield from self._search(0, most, rising=True)

    def _search(self, low: int, high: int, *, rising: bool) -> Iterator[list[Cell]]:
        if self._start == self._target or not self._possible:
            # A path that begins on the target ends there.
            if low == 0 and self._start == self._target and self._wanted == 0:
                self._control.expand()
                yield []
            return
        n = len(self._cells)
        state = np.array([0, self._wanted])
        path, trial = np.zeros(n + 1, np.int64), np.zeros(n + 1, np.int64)
        path[0] = self._start
        trial[0] = self._onward[0][self._start] - 1
        stepped = np.zeros(n, np.uint8)
        stepped[self._start] = 1
        marks, queue, counts = (np.zeros(n + 1, np.int64) for _ in range(3))
        while True:
            jumps = kernel.search(
                self._table[: self._known + 1], *self._onward, *self._backward, self._target,
                self._weights, self._kinds, self._values, low, high, state, path, trial, stepped,
                marks, queue, counts, self._control.kernel_array(),
            )  # fmt: skip
            self._control.kernel_done()
            if jumps == 0:
                return
            if rising:
                low = jumps + 1
            yield [self._cells[i] for i in path[1 : jumps + 1]]


def _reached(cell: Cell, ways: dict[Cell, list[Cell]]) -> set[Cell]:
    reached = {cell}
    waiting = [cell]
    while waiting:
        for to in ways[waiting.pop()]:
            if to not in reached:
                reached.add(to)
                waiting.append(to)
    return reached


def _rows(lists: list[list[int]]) -> tuple[Ints, Ints]:
    """Lists one after the other, and where each begins."""
    begins = np.cumsum([0, *map(len, lists)])
    return begins, np.array([i for row in lists for i in row], np.int64)
