"""Shortest solutions of sliding boards by iterative deepening (IDA*, Korf 1985).

On boards of up to 32 cells the bound is by additive pattern databases, unless there are too many
equal tiles; on others by the lines that values must cross, with linear conflicts. Duplicate
sequences of moves are pruned by an automaton (Taylor and Korf 1993).
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from puzzlegui.core.cells import flatten
from puzzlegui.families.sliding.board import GAP, STEPS, SlidingBoard
from puzzlegui.families.sliding.solving.automaton import (
    DIRECTIONS,
    Automaton,
    duplicate_pruning,
    parent_pruning,
)
from puzzlegui.families.sliding.solving.bounds import BoundProvider
from puzzlegui.families.sliding.solving.geometry import normalize
from puzzlegui.solvers.control import STATES, UNLIMITED, Control, SearchStopped
from puzzlegui.solvers.listing import MAX_LISTED
from puzzlegui.solvers.task_queue import TaskQueue

Ints = NDArray[np.int64]

_THREADS = 2
_TASKS = 64
"""Least number of tasks into which a long search is split."""
_LONG = 200_000
"""States of an iteration after which the next is split and duplicate sequences are pruned."""


class IterativeDeepening:
    """IDA* from the start of a board, in the orientation of the pattern databases."""

    def __init__(self, board: SlidingBoard, control: Control) -> None:
        self._control = control
        goal = flatten(board.goal)
        self._geometry, image = normalize(board.rows, board.columns, goal.index(GAP))
        self._neighbours = self._geometry.neighbours()
        numbers: dict[int, int] = {}
        back = np.argsort(image)  # board cell of each cell of the geometry
        laid = [numbers.setdefault(goal[cell], len(numbers)) for cell in back]
        start = flatten(board.start)
        self.start = np.array([numbers[start[cell]] for cell in back], np.int64)
        self._gap = int(image[start.index(GAP)])
        self._letters = self._directions_as_letters(back, board.columns)
        self.mirrored = self._mirrored_directions(np.array(laid))
        self._best = BoundProvider(self._geometry, tuple(laid), control)

    def _mirrored_directions(self, goal: Ints) -> set[int]:
        """Return redundant first moves of the gap, for a start that is its own mirror image.

        If a reflection only renames the values of start and goal, the image of each solution is a
        solution too, and only the lexicographically first of the two is searched for.
        """
        ahead = self._neighbours[self._gap]
        found: set[int] = set()
        for image in self._geometry.views(len(DIRECTIONS))[1:]:
            values = {*zip(goal, goal[image], strict=True)}
            values |= {*zip(self.start, self.start[image], strict=True)}
            if len(values) == len(set(goal)):
                found |= {d for d, to in enumerate(ahead) if to >= 0 and image[to] in ahead[:d]}
        return found

    def _directions_as_letters(self, back: Ints, columns: int) -> list[str]:
        """Return the letter of the tile's move on the board for each direction of the gap."""
        letters = {step: letter for letter, step in STEPS.items()}
        found = []
        for direction in range(len(DIRECTIONS)):
            cell = int(np.argmax(self._neighbours[:, direction] >= 0))
            here, there = (
                divmod(int(back[at]), columns) for at in (cell, self._neighbours[cell, direction])
            )
            found.append(letters[here[0] - there[0], here[1] - there[1]])
        return found

    def solve(self, *, all_solutions: bool) -> tuple[Iterator[list[str]], int]:
        """Return the first shortest solution, or all, and their number.

        Raises:
            SearchStopped: the run was cancelled or a limit reached.
        """
        control = self._control
        length = control.lower_bound
        length += (
            length - self._gap_distance()
        ) % 2  # each move changes the parity of the gap's cell
        most = 0
        while True:
            control.raise_lower_bound(length)
            control.depth = length
            if length > control.max_moves:
                raise SearchStopped("moves")
            self._best.refresh(most)
            before = control.states
            found, count = self._search(length, every=all_solutions, most=most)
            if count:
                return found, count
            most = max(most, control.states - before)
            length += 2

    def _gap_distance(self) -> int:
        rows = [divmod(cell, self._geometry.columns) for cell in (self._gap, self._geometry.gap)]
        return sum(abs(one - other) for one, other in zip(*rows, strict=True))

    def _search(self, length: int, *, every: bool, most: int) -> tuple[Iterator[list[str]], int]:
        """Search for solutions of exactly ``length`` moves, with two threads if it takes long.

        The search tree is split into tasks by its first moves. The first task with a solution
        gives the answer, and only the states of tasks up to that one count, so that neither
        depends on which thread is faster. Under a limit of states a single thread is used.
        """
        control = self._control
        long = most > _LONG
        size = self._geometry.rows, self._geometry.columns
        automaton = duplicate_pruning(*size) if long and not every else parent_pruning()
        tasks = self._tasks(length, automaton, _TASKS if long else 1)
        if not every:
            tasks = [task for task in tasks if not task or task[0] not in self.mirrored]
        alone = control.request.limits.states is not None or len(tasks) == 1
        workers = 1 if alone else _THREADS
        arrays = [control.kernel_array(number) for number in range(workers)]
        begun = control.states
        queue = TaskQueue(tasks, arrays, all_solutions=every)
        if alone:
            self._run_worker(queue, 0, length, automaton, most)
        else:
            with ThreadPoolExecutor(workers, "search") as pool:
                jobs = [
                    pool.submit(self._run_worker, queue, number, length, automaton, most)
                    for number in range(workers)
                ]
            for job in jobs:
                job.result()
        if queue.interrupted and not queue.solutions:
            control.collect_kernel_counts(UNLIMITED)
        control.collect_kernel_counts(begun + queue.count_states())
        letters = self._letters
        found = (
            [letters[direction] for direction in row.tolist()]
            for task in sorted(queue.solutions)
            for row in queue.solutions[task]
        )
        return found, sum(queue.counts)

    def _tasks(self, length: int, automaton: Automaton, count: int) -> list[tuple[int, ...]]:
        """Return the first moves of all paths, at least ``count`` tasks if possible."""
        transitions = automaton.transitions
        tasks: list[tuple[tuple[int, ...], int, int]] = [((), self._gap, automaton.first)]
        while len(tasks) < count and len(tasks[0][0]) < length:
            tasks = [
                ((*task, d), int(self._neighbours[gap, d]), int(transitions[state, d]))
                for task, gap, state in tasks
                for d in range(len(DIRECTIONS))
                if transitions[state, d] >= 0 and self._neighbours[gap, d] >= 0
            ]
        return [task for task, _, _ in tasks]

    def _run_worker(
        self, queue: TaskQueue, number: int, length: int, automaton: Automaton, most: int
    ) -> None:
        """Process tasks until no remaining task can matter."""
        ctl = queue.arrays[number]
        listed = MAX_LISTED if queue.all_solutions else 1
        out = np.empty((listed, length), np.int8)
        path = np.empty(length, np.int64)
        while (task := queue.next_task(number)) is not None:
            cells, gap, state = self.start.copy(), self._gap, automaton.first
            for made, direction in enumerate(queue.tasks[task]):
                to = int(self._neighbours[gap, direction])
                cells[gap], cells[to] = cells[to], cells[gap]
                gap, state = to, int(automaton.transitions[state, direction])
                path[made] = direction
            self._best.refresh(most)
            before = int(ctl[STATES])
            count = self._best.bound.search(
                cells, gap, len(queue.tasks[task]), length, automaton, state, path, out,
                queue.all_solutions, ctl,
            )  # fmt: skip
            if count < 0:
                queue.interrupted = True
                return
            queue.finish(number, task, count, out[: min(count, listed)], int(ctl[STATES]) - before)
