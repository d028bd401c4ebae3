"""Shortest solutions of rotation boards by IDA* (Korf 1985) towards a perimeter around the goal.

The perimeter (Manzini 1995) holds every position within a few turns of the goal. On boards of up to
25 distinct values, additive pattern databases (Korf and Felner 2002) give a lower bound of the
turns still needed, for a position and for its inverse (Felner, Zahavi, Schaeffer and Holte 2005).
On all boards half the number of rows or columns that the values have to cross is a bound (with
equal values by an optimal assignment, which on a line is a difference of two counts). The initial
tables of a search may be replaced by better ones while it runs (see ``bounds``).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from puzzlegui.core.cells import flatten, value_numbers
from puzzlegui.core.permutations import is_odd_permutation
from puzzlegui.families.rotation.board import RotationBoard, Turn
from puzzlegui.families.rotation.kernels import ida as kernel
from puzzlegui.families.rotation.solving.bounds import BoundProvider, SearchBounds, zobrist_key
from puzzlegui.families.rotation.solving.geometry import Ints, geometry
from puzzlegui.solvers.control import Control, SearchStopped
from puzzlegui.solvers.enumeration import MAX_LISTED
from puzzlegui.solvers.task_queue import Task, TaskSearch, search_in_parallel

_MOVES = 12
"""Number of turns of a board from which the first turn of a path gives enough tasks."""


class IterativeDeepening:
    """IDA* from the start of a board; values are numbered by first appearance in the goal.

    Attributes:
        start: int64[n], the values at the start.
        geometry: the turns.
        bounds: the bounds in use.
    """

    def __init__(self, board: RotationBoard, control: Control) -> None:
        self.rows, self.columns = board.rows, board.columns
        self._control = control
        self._numbers = value_numbers(flatten(board.goal))
        self._goal, self.start = (
            np.array([self._numbers[value] for value in flatten(grid)], np.int64)
            for grid in (board.goal, board.start)
        )
        self._distinct = len(self._numbers) == len(self._goal)
        self.geometry = geometry(board.rows, board.columns, board.turns)
        self._tables = BoundProvider(board.rows, board.columns, board.turns, self._goal, control)
        self.bounds: SearchBounds = self._tables.best_available()

    def solve(self, *, all_solutions: bool) -> tuple[Iterator[list[Turn]], int]:
        """Return the first shortest solution, or all, and their number.

        Raises:
            SearchStopped: the run was cancelled or a limit reached.
        """
        control = self._control
        control.phase = ""
        key = zobrist_key(self.start, self._tables.zobrist)
        # Each turn is an odd permutation, if all values are distinct.
        step = 2 if self._distinct else 1
        odd = self._distinct and is_odd_permutation(self.start.tolist())
        length = control.lower_bound
        while True:
            self.bounds = self._tables.take_better() or self.bounds
            known = self.bounds.perimeter.find(key)
            if known >= 0:
                control.count_expansion()
                if known > control.max_moves:
                    control.raise_lower_bound(known)
                    raise SearchStopped("moves")
                return self._descend(key, known, all_solutions=all_solutions)
            length = max(length, self.bounds.radius + 1)
            length += (length - odd) % step
            control.raise_lower_bound(length)
            control.depth = length
            if length > control.max_moves:
                raise SearchStopped("moves")
            found, count = self._search(length, all_solutions=all_solutions)
            if count > 0:
                return found, count
            if count == 0:
                length += step

    def _descend(
        self, key: int, distance: int, *, all_solutions: bool
    ) -> tuple[Iterator[list[Turn]], int]:
        out = np.empty((MAX_LISTED if all_solutions else 1, max(1, distance)), np.int16)
        _, keys, workspace = self._workspace(distance)
        keys[0] = key
        count = kernel.descend(
            self._position(self.start.copy()), 0, distance,
            self._moves(all_solutions=all_solutions), self.bounds.perimeter, workspace, 0, out,
            all_solutions,
        )  # fmt: skip
        return self._turns(out[: min(count, len(out)), :distance]), count

    def _turns(self, out: NDArray[np.int16]) -> Iterator[list[Turn]]:
        moves = self.geometry.moves
        return ([moves[turn] for turn in row.tolist()] for row in out)

    def _search(self, length: int, *, all_solutions: bool) -> tuple[Iterator[list[Turn]], int]:
        """Search for solutions of exactly ``length`` turns; tasks are the first turns of paths.

        Returns:
            The solutions and their number; -1 if better tables have become ready, with which the
            search must be restarted.
        """

        def prepare(ctl: Ints) -> TaskSearch:
            return self._task_search(length, ctl, all_solutions=all_solutions)

        pending = self._tables.pending
        result = search_in_parallel(
            self._tasks(length, all_solutions=all_solutions), prepare, self._control,
            all_solutions=all_solutions, busy=int(pending),
            interrupt=self._use_better_tables if pending else None,
        )  # fmt: skip
        if result is None:
            return iter(()), -1
        return (moves for out in result[0] for moves in self._turns(out)), result[1]

    def _use_better_tables(self) -> bool:
        """Switch to better tables if they have become ready; return whether they have."""
        better = self._tables.take_better() if self._tables.pending else None
        self.bounds = better or self.bounds
        return better is not None

    def _tasks(self, length: int, *, all_solutions: bool) -> list[Task]:
        """Return the first turns of all paths: a few tasks for each thread."""
        depth = min(length - self.bounds.radius, 1 if len(self.geometry.moves) >= _MOVES else 2)
        allowed_after = self._allowed_after(all_solutions=all_solutions)
        tasks: list[Task] = [()]
        for _ in range(depth):
            tasks = [
                (*task, turn)
                for task in tasks
                for turn in range(len(self.geometry.moves))
                if not task or allowed_after[task[-1], turn]
            ]
        return tasks

    def _allowed_after(self, *, all_solutions: bool) -> NDArray[np.uint8]:
        return (
            np.ones_like(self.geometry.allowed_after)
            if all_solutions
            else self.geometry.allowed_after
        )

    def _task_search(self, length: int, ctl: Ints, *, all_solutions: bool) -> TaskSearch:
        listed = MAX_LISTED if all_solutions else 1
        out = np.empty((listed, length), np.int16)
        path, _, workspace = self._workspace(length)
        moves = self._moves(all_solutions=all_solutions)
        bounds = self.bounds

        def search(task: Task) -> tuple[int, NDArray[np.int16]]:
            cells = self.start.copy()
            for turn in task:
                cycle = self.geometry.turns[turn]
                cells[np.roll(cycle, -1)] = cells[cycle]
            path[: len(task)] = task
            count = kernel.search(
                self._position(cells), len(task), length, moves, bounds.perimeter,
                bounds.databases, workspace, out, all_solutions, ctl,
            )  # fmt: skip
            return count, out[: min(count, listed)]

        return search

    # --- for the kernel ---

    def _moves(self, *, all_solutions: bool) -> kernel.Moves:
        return kernel.Moves(
            self.geometry.turns,
            self.geometry.crossings,
            self._allowed_after(all_solutions=all_solutions),
        )

    def _position(self, cells: Ints) -> kernel.Position:
        return kernel.Position(cells, *self._excess(cells))

    def _workspace(self, length: int) -> tuple[Ints, NDArray[np.uint64], kernel.SearchWorkspace]:
        """Return ``path``, ``keys`` and the workspace for paths of ``length`` turns."""
        path, keys = np.empty(length, np.int64), np.empty(length + 1, np.uint64)
        down, across = np.empty((2, length + 1), np.int64)
        places = np.empty((length + 1, 2 * self.bounds.groups), np.int64)
        return path, keys, kernel.SearchWorkspace(path, keys, down, across, places)

    def _excess(self, cells: Ints) -> tuple[Ints, Ints]:
        """Return the excess of each value over the goal beyond each line of the board.

        That is, above each line between rows, and to the left of each line between columns.
        """
        change = np.zeros((len(self._numbers), len(cells)), np.int64)
        indices = np.arange(len(cells))
        np.add.at(change, (cells, indices), 1)
        np.add.at(change, (self._goal, indices), -1)
        grids = change.reshape(-1, self.rows, self.columns)
        above = grids.sum(axis=2).cumsum(axis=1)[:, :-1]
        left = grids.sum(axis=1).cumsum(axis=1)[:, :-1]
        return np.ascontiguousarray(above), np.ascontiguousarray(left)
