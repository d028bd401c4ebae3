"""Queue of tasks for several threads, with a result that does not depend on their speed."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzlegui.solvers.control import CANCEL, STATES, UNLIMITED, Control

Task = tuple[int, ...]
TaskSearch = Callable[[Task], tuple[int, NDArray[Any]]]
"""Search of a task: the number of solutions, -1 if stopped, and the solutions that are listed."""

_INTERRUPT_SECONDS = 0.02
"""Interval of checks for an interruption."""


class TaskQueue:
    """Tasks that threads take in order; the first task with a solution determines the result.

    Attributes:
        solutions: solutions of each task that has any.
        counts: number of solutions of each task.
        interrupted: a task was stopped before its end.
    """

    def __init__(
        self,
        tasks: list[Task],
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


def search_in_parallel(
    tasks: list[Task],
    prepare: Callable[[NDArray[np.int64]], TaskSearch],
    control: Control,
    *,
    all_solutions: bool,
    busy: int = 0,
    interrupt: Callable[[], bool] | None = None,
) -> tuple[list[NDArray[Any]], int] | None:
    """Search tasks in parallel.

    The first task with a solution determines the result, and only the states of tasks up to it
    count, so that neither depends on which thread is faster. Under a limit of states a single
    thread is used.

    Args:
        tasks: parts of the search tree, in order.
        prepare: makes the search of a thread, given the shared array of its kernel.
        control: the control of the run.
        all_solutions: list all solutions, so that every task must be done.
        busy: number of processors that other work of the run occupies.
        interrupt: called regularly; if it returns true, the search is abandoned.

    Returns:
        The solutions by task and their number, None if interrupted.

    Raises:
        SearchStopped: the run was cancelled or a limit reached.
    """
    limited = control.request.limits.states is not None
    threads = 1 if limited else max(1, min(control.threads - busy, len(tasks)))
    arrays = [control.kernel_array(number) for number in range(threads)]
    states_before = control.states
    queue = TaskQueue(tasks, arrays, all_solutions=all_solutions)
    if threads == 1 and interrupt is None:
        _run_worker(queue, 0, prepare)
    else:
        interrupted = False
        with ThreadPoolExecutor(threads, "search") as pool:
            jobs = [pool.submit(_run_worker, queue, number, prepare) for number in range(threads)]
            while interrupt and not interrupted and wait(jobs, _INTERRUPT_SECONDS).not_done:
                interrupted = interrupt()
            if interrupted:
                for array in arrays:
                    array[CANCEL] = 1
        for job in jobs:
            job.result()
        if interrupted:
            control.collect_kernel_counts()
            return None
    if queue.interrupted and not queue.solutions:
        control.collect_kernel_counts(UNLIMITED)
    control.collect_kernel_counts(states_before + queue.count_states())
    return [queue.solutions[task] for task in sorted(queue.solutions)], sum(queue.counts)


def _run_worker(
    queue: TaskQueue, number: int, prepare: Callable[[NDArray[np.int64]], TaskSearch]
) -> None:
    """Process tasks until no remaining task can matter."""
    ctl = queue.arrays[number]
    search = prepare(ctl)
    while (task := queue.next_task(number)) is not None:
        before = int(ctl[STATES])
        count, solutions = search(queue.tasks[task])
        if count < 0:
            queue.interrupted = True
            return
        queue.finish(number, task, count, solutions, int(ctl[STATES]) - before)
