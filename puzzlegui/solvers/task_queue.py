"""Queue of tasks for several threads, with a result that does not depend on their speed."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzlegui.solvers.control import CANCEL


class TaskQueue:
    """Tasks that threads take in order; the first task with a solution determines the result.

    Attributes:
        solutions: solutions of each task that has any.
        counts: number of solutions of each task.
        interrupted: a task was stopped before its end.
    """

    def __init__(
        self,
        tasks: list[tuple[int, ...]],
        arrays: list[NDArray[np.int64]],
        *,
        all_solutions: bool,
    ) -> None:
        """Create a queue of tasks.

        Args:
            tasks: the first moves of each task.
            arrays: the shared array of each thread's kernel.
            all_solutions: list all solutions, so that every task must be done.
        """
        self.tasks = tasks
        self.arrays = arrays
        self.all_solutions = all_solutions
        self.solutions: dict[int, NDArray[Any]] = {}
        self.interrupted = False
        self.counts = [0] * len(tasks)
        self._states = [0] * len(tasks)
        self._taken = [-1] * len(arrays)
        self._next = 0
        self._lock = threading.Lock()

    def next_task(self, worker: int) -> int | None:
        """Return the next task, None if no further task can matter."""
        with self._lock:
            if self._next == len(self.tasks) or (self.solutions and not self.all_solutions):
                return None
            self._taken[worker] = self._next
            self._next += 1
            return self._taken[worker]

    def finish(self, worker: int, task: int, count: int, found: NDArray[Any], states: int) -> None:
        """Record the result of a task, and cancel later tasks if it determines the result."""
        with self._lock:
            self._states[task] = states
            self.counts[task] = count
            if not count:
                return
            self.solutions[task] = found.copy()
            if not self.all_solutions:
                for other, at in enumerate(self._taken):
                    if other != worker and at > task:
                        self.arrays[other][CANCEL] = 1

    def count_states(self) -> int:
        """Return the number of states of the tasks that count, once all threads have ended."""
        if self.solutions and not self.all_solutions:
            first = min(self.solutions)
            self.solutions = {first: self.solutions[first]}
            self.counts = [self.counts[first]]
            return sum(self._states[: first + 1])
        return sum(self._states)
