"""Tasks that threads do side by side, with an answer that does not depend on which is quicker."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzlegui.solvers.control import CANCEL


class TaskQueue:
    """Tasks that threads do in order, of which the first with a solution decides."""

    def __init__(
        self,
        tasks: list[tuple[int, ...]],
        arrays: list[NDArray[np.int64]],
        *,
        every: bool,
    ) -> None:
        """Begin.

        Args:
            tasks: the first moves of each.
            arrays: the shared array of each thread's kernel.
            every: all solutions are wanted, so no task decides.
        """
        self.tasks = tasks
        self.arrays = arrays
        self.every = every
        self.found: dict[int, NDArray[Any]] = {}
        self.interrupted = False  # a task did not come to its end
        self.counts = [0] * len(tasks)
        self._states = [0] * len(tasks)
        self._taken = [-1] * len(arrays)
        self._next = 0
        self._lock = threading.Lock()

    def take(self, worker: int) -> int | None:
        """The next task, None if there is none that could still matter."""
        with self._lock:
            if self._next == len(self.tasks) or (self.found and not self.every):
                return None
            self._taken[worker] = self._next
            self._next += 1
            return self._taken[worker]

    def finish(self, worker: int, task: int, count: int, found: NDArray[Any], states: int) -> None:
        """Hand in what came of a task; later ones are called off if that decides."""
        with self._lock:
            self._states[task] = states
            self.counts[task] = count
            if not count:
                return
            self.found[task] = found.copy()
            if not self.every:
                for other, at in enumerate(self._taken):
                    if other != worker and at > task:
                        self.arrays[other][CANCEL] = 1

    def states(self) -> int:
        """Those of the tasks that decide; called when all threads have ended."""
        if self.found and not self.every:
            first = min(self.found)
            self.found = {first: self.found[first]}
            self.counts = [self.counts[first]]
            return sum(self._states[: first + 1])
        return sum(self._states)
