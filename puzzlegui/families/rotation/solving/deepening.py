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
from concurrent.futures import Future, ThreadPoolExecutor, wait

import numpy as np
from numpy.typing import NDArray

from puzzlegui.core.cells import flatten
from puzzlegui.families.rotation.board import RotationBoard, Turn
from puzzlegui.families.rotation.kernels import ida as kernel
from puzzlegui.families.rotation.solving.bounds import BoundProvider, SearchBounds, zobrist_key
from puzzlegui.families.rotation.solving.geometry import Ints, geometry
from puzzlegui.solvers.control import CANCEL, STATES, UNLIMITED, Control, SearchStopped
from puzzlegui.solvers.listing import MAX_LISTED
from puzzlegui.solvers.task_queue import TaskQueue

_THREADS = 2
_MOVES = 12
"""Number of turns of a board from which the first turn of a path gives enough tasks."""
_LOOK_SECONDS = 0.02
"""Interval of checks for better tables."""


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
        self._numbers: dict[int, int] = {}
        goal = [self._number(value) for value in flatten(board.goal)]
        self._goal = np.array(goal, np.int64)
        self.start = np.array([self._numbers[value] for value in flatten(board.start)], np.int64)
        self._distinct = len(self._numbers) == len(goal)
        self.geometry = geometry(board.rows, board.columns, board.turns)
        self._tables = BoundProvider(board.rows, board.columns, board.turns, self._goal, control)
        self.bounds: SearchBounds = self._tables.best_available()

    def _number(self, value: int) -> int:
        return self._numbers.setdefault(value, len(self._numbers))

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
        odd = _parity(self.start) if self._distinct else 0
        length = control.lower_bound
        while True:
            self.bounds = self._tables.take_better() or self.bounds
            known = self.bounds.perimeter.find(key)
            if known >= 0:
                control.count_expansion()
                if known > control.max_moves:
                    control.raise_lower_bound(known)
                    raise SearchStopped("moves")
                return self._descend(key, known, every=all_solutions)
            length = max(length, self.bounds.radius + 1)
            length += (length - odd) % step
            control.raise_lower_bound(length)
            control.depth = length
            if length > control.max_moves:
                raise SearchStopped("moves")
            found, count = self._search(length, every=all_solutions)
            if count > 0:
                return found, count
            if count == 0:
                length += step

    def _descend(self, key: int, distance: int, *, every: bool) -> tuple[Iterator[list[Turn]], int]:
        out = np.empty((MAX_LISTED if every else 1, max(1, distance)), np.int16)
        _, keys, workspace = self._workspace(distance)
        keys[0] = key
        count = kernel.descend(
            self._position(self.start.copy()), 0, distance, self._moves(every=every),
            self.bounds.perimeter, workspace, 0, out, every,
        )  # fmt: skip
        return self._turns(out[: min(count, len(out)), :distance]), count

    def _turns(self, out: NDArray[np.int16]) -> Iterator[list[Turn]]:
        moves = self.geometry.moves
        return ([moves[turn] for turn in row.tolist()] for row in out)

    def _search(self, length: int, *, every: bool) -> tuple[Iterator[list[Turn]], int]:
        """Search for solutions of exactly ``length`` turns, with two threads in parallel.

        The search tree is split into tasks by its first turns. The first task with a solution
        gives the answer, and only the states of tasks up to that one count, so that neither
        depends on which thread is faster. Under a limit of states a single thread is used.

        Returns:
            The solutions and their number; -1 if better tables have become ready, with which the
            search must be restarted.
        """
        control = self._control
        tasks = self._tasks(length, every=every)
        limited = control.request.limits.states is not None
        # The build of better tables occupies the other processor.
        alone = limited or len(tasks) == 1 or self._tables.pending
        workers = 1 if alone else _THREADS
        arrays = [control.kernel_array(number) for number in range(workers)]
        begun = control.states
        queue = TaskQueue(tasks, arrays, all_solutions=every)
        with ThreadPoolExecutor(workers, "search") as pool:
            jobs = [
                pool.submit(self._run_worker, queue, number, length) for number in range(workers)
            ]
            interrupted = self._wait_for_workers(jobs, arrays)
        for job in jobs:
            job.result()
        if interrupted:
            control.collect_kernel_counts()
            return iter(()), -1
        if queue.interrupted and not queue.solutions:
            control.collect_kernel_counts(UNLIMITED)
        control.collect_kernel_counts(begun + queue.count_states())
        found = (
            moves
            for task in sorted(queue.solutions)
            for moves in self._turns(queue.solutions[task])
        )
        return found, sum(queue.counts)

    def _wait_for_workers(self, jobs: list[Future[None]], arrays: list[Ints]) -> bool:
        """Wait for the threads, or cancel them if better tables become ready."""
        while self._tables.pending and wait(jobs, _LOOK_SECONDS).not_done:
            if (better := self._tables.take_better()) is not None:
                self.bounds = better
                for array in arrays:
                    array[CANCEL] = 1
                return True
        return False

    def _tasks(self, length: int, *, every: bool) -> list[tuple[int, ...]]:
        """Return the first turns of all paths: a few tasks for each thread."""
        depth = min(length - self.bounds.radius, 1 if len(self.geometry.moves) >= _MOVES else 2)
        allowed_after = self._allowed_after(every=every)
        tasks: list[tuple[int, ...]] = [()]
        for _ in range(depth):
            tasks = [
                (*task, turn)
                for task in tasks
                for turn in range(len(self.geometry.moves))
                if not task or allowed_after[task[-1], turn]
            ]
        return tasks

    def _allowed_after(self, *, every: bool) -> NDArray[np.uint8]:
        return np.ones_like(self.geometry.allowed_after) if every else self.geometry.allowed_after

    def _run_worker(self, queue: TaskQueue, number: int, length: int) -> None:
        """Process tasks until no remaining task can matter."""
        ctl = queue.arrays[number]
        listed = MAX_LISTED if queue.all_solutions else 1
        out = np.empty((listed, length), np.int16)
        path, _, workspace = self._workspace(length)
        moves = self._moves(every=queue.all_solutions)
        bounds = self.bounds
        while (task := queue.next_task(number)) is not None:
            beginning = queue.tasks[task]
            cells = self.start.copy()
            for turn in beginning:
                cycle = self.geometry.turns[turn]
                cells[np.roll(cycle, -1)] = cells[cycle]
            path[: len(beginning)] = beginning
            before = int(ctl[STATES])
            count = kernel.search(
                self._position(cells), len(beginning), length, moves, bounds.perimeter,
                bounds.databases, workspace, out, queue.all_solutions, ctl,
            )  # fmt: skip
            if count < 0:
                queue.interrupted = True
                return
            queue.finish(number, task, count, out[: min(count, listed)], int(ctl[STATES]) - before)

    # --- for the kernel ---

    def _moves(self, *, every: bool) -> kernel.Moves:
        return kernel.Moves(
            self.geometry.turns, self.geometry.crossings, self._allowed_after(every=every)
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
        every = np.arange(len(cells))
        np.add.at(change, (cells, every), 1)
        np.add.at(change, (self._goal, every), -1)
        grids = change.reshape(-1, self.rows, self.columns)
        above = grids.sum(axis=2).cumsum(axis=1)[:, :-1]
        left = grids.sum(axis=1).cumsum(axis=1)[:, :-1]
        return np.ascontiguousarray(above), np.ascontiguousarray(left)


def _parity(cells: Ints) -> int:
    """Return the parity of a permutation, 1 if it is odd."""
    target = cells.tolist()
    odd = 0
    for index in range(len(target)):
        while target[index] != index:
            other = target[index]
            target[index], target[other] = target[other], target[index]
            odd ^= 1
    return odd
