"""Shortest solutions of sliding boards by iterative deepening (IDA*, Korf 1985).

On boards of up to 32 cells the bound is by additive pattern databases, unless there are too many
equal tiles; on others by the lines that values must cross, with linear conflicts. Duplicate
sequences of moves are pruned by an automaton (Taylor and Korf 1993).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from puzzlegui.core.board import Board
from puzzlegui.core.cells import flatten, value_numbers
from puzzlegui.families.sliding.board import GAP, STEPS, SlidingBoard
from puzzlegui.families.sliding.kernels import deepening as kernel
from puzzlegui.families.sliding.solving.automaton import (
    DIRECTIONS,
    Automaton,
    duplicate_pruning,
    parent_pruning,
)
from puzzlegui.families.sliding.solving.bounds import BoundProvider, node_count
from puzzlegui.families.sliding.solving.geometry import normalize
from puzzlegui.solvers.control import Control, Outcome, SearchStopped
from puzzlegui.solvers.enumeration import MAX_LISTED, list_solutions
from puzzlegui.solvers.task_queue import Task, TaskSearch, search_in_parallel

Ints = NDArray[np.int64]

_TASKS = 64
"""Least number of tasks into which a long search is split."""
_LONG = 200_000
"""States of an iteration after which the next is split and duplicate sequences are pruned."""


def solve(board: Board, control: Control) -> Outcome:
    """Find a shortest solution, or all."""
    assert isinstance(board, SlidingBoard)
    search = IterativeDeepening(board, control)
    found = search.solve(all_solutions=control.request.all_solutions)
    return list_solutions(*found, control)


class IterativeDeepening:
    """IDA* from the start of a board, in the orientation of the pattern databases."""

    def __init__(self, board: SlidingBoard, control: Control) -> None:
        self._control = control
        goal = flatten(board.goal)
        self._geometry, image = normalize(board.rows, board.columns, goal.index(GAP))
        self._neighbours = self._geometry.neighbours()
        self._moves = self._geometry.moves()
        back = np.argsort(image)  # board cell of each cell of the geometry
        numbers = value_numbers(goal[cell] for cell in back)
        laid = [numbers[goal[cell]] for cell in back]
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
            found, count = self._search(length, all_solutions=all_solutions, most=most)
            if count:
                return found, count
            most = max(most, control.states - before)
            length += 2

    def _gap_distance(self) -> int:
        rows = [divmod(cell, self._geometry.columns) for cell in (self._gap, self._geometry.gap)]
        return sum(abs(one - other) for one, other in zip(*rows, strict=True))

    def _search(
        self, length: int, *, all_solutions: bool, most: int
    ) -> tuple[Iterator[list[str]], int]:
        """Search for solutions of exactly ``length`` moves; tasks are the first moves of paths.

        ``most`` is the number of states of the longest iteration so far.
        """
        long = most > _LONG
        size = self._geometry.rows, self._geometry.columns
        automaton = duplicate_pruning(*size) if long and not all_solutions else parent_pruning()
        tasks = self._tasks(length, automaton, _TASKS if long else 1)
        if not all_solutions:
            tasks = [task for task in tasks if not task or task[0] not in self.mirrored]

        def prepare(ctl: Ints) -> TaskSearch:
            return self._task_search(length, automaton, most, ctl, all_solutions=all_solutions)

        result = search_in_parallel(tasks, prepare, self._control, all_solutions=all_solutions)
        assert result is not None  # nothing interrupts it
        letters = self._letters
        found = (
            [letters[direction] for direction in row.tolist()] for out in result[0] for row in out
        )
        return found, result[1]

    def _tasks(self, length: int, automaton: Automaton, count: int) -> list[Task]:
        """Return the first moves of all paths, at least ``count`` tasks if possible."""
        tasks: list[tuple[Task, int, int]] = [((), self._gap, automaton.first)]
        while len(tasks) < count and len(tasks[0][0]) < length:
            tasks = [
                ((*task, d), int(self._neighbours[gap, d]), automaton.next(state, d))
                for task, gap, state in tasks
                for d in range(len(DIRECTIONS))
                if automaton.next(state, d) >= 0 and self._neighbours[gap, d] >= 0
            ]
        return [task for task, _, _ in tasks]

    def _task_search(
        self, length: int, automaton: Automaton, most: int, ctl: Ints, *, all_solutions: bool
    ) -> TaskSearch:
        """Return the search of a thread; all tasks have the same number of moves."""
        out = np.empty((MAX_LISTED if all_solutions else 1, length), np.int8)
        path, (moved, states) = (
            np.empty(length + 1, np.int32),
            np.empty((2, node_count(length)), np.int32),
        )

        def search(task: Task) -> tuple[int, NDArray[np.int8]]:
            cells, gap, state = self.start.copy(), self._gap, automaton.first
            for direction in task:
                to = int(self._neighbours[gap, direction])
                cells[gap], cells[to] = cells[to], cells[gap]
                gap, state = to, automaton.next(state, direction)
            self._best.refresh(most)
            bound = self._best.bound.at(cells, length - len(task))
            tree = kernel.SearchTree(
                self._moves, automaton.transitions, path, moved, states, len(task), out, ctl
            )
            count = int(kernel.search(bound, tree, gap, state, all_solutions))
            found = out[: max(count, 0)]
            found[:, : len(task)] = task
            return count, found

        return search
