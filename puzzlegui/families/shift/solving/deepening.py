"""Shortest solutions of shift boards by IDA* (Korf 1985) towards a perimeter around the goal.

A search for a single solution starts from a frontier: all positions at some distance from the
start, of which a single representative is kept for all positions equivalent under the symmetries of
the goal, since these are equally far from it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from puzzlegui.core.permutations import is_odd_permutation
from puzzlegui.families.shift.kernels import ida as kernel
from puzzlegui.families.shift.solving.bounds import distance_tables
from puzzlegui.families.shift.solving.geometry import Ints, Values, geometry, symmetries
from puzzlegui.families.shift.solving.perimeter import GrowingPerimeter
from puzzlegui.solvers.control import STATES, Control, SearchStopped
from puzzlegui.solvers.task_queue import Task, TaskSearch, search_in_parallel

Paths = NDArray[np.int16]
"""int16[paths, shifts], the numbers of the shifts of each path."""

_WORTH = 8
"""States expanded in the time of a shift tried for a Bloom filter, with a margin."""
_FEW_TRIES, _FRONT_TRIES = 1000, 400_000
"""Fewest and most shifts tried to find a level of the frontier."""
_MOST_CELLS = 36
"""Most cells of boards with a Bloom filter; on larger boards the bound prunes enough."""
_TASKS = 64
_ROOM = 1000
"""Initial capacity for paths to the perimeter."""


class IterativeDeepening:
    """IDA* from a start position.

    Args:
        rows: of the board.
        columns: of the board.
        start: uint16[n], the values of the cells, numbered as in the goal.
        goal: uint16[n], numbered by first appearance.
        around: the perimeter around the goal; the start lies outside.
        control: the control of the run.
    """

    def __init__(
        self,
        rows: int,
        columns: int,
        start: Values,
        goal: Values,
        around: GrowingPerimeter,
        control: Control,
    ) -> None:
        self._start, self._control = start, control
        self._around, self._known = around, around.snapshot
        self._geometry = geometry(rows, columns)
        self._rows, self._columns = rows, columns
        self._pattern: tuple[int, ...] = tuple(goal.tolist())
        self._front = GrowingPerimeter(rows, columns, self._pattern, start, _FRONT_TRIES)
        self._spent = 0  # states of the last failed iteration
        self._all_solutions = control.request.all_solutions
        self._distances = distance_tables(rows, columns, goal)
        # With distinct values, a shift of an even number of cells is an odd permutation.
        self._paired = len(set(goal.tolist())) == len(goal) and not (rows % 2 or columns % 2)
        self._odd = self._paired and is_odd_permutation(start.tolist())

    def paths_to_perimeter(self) -> Paths:
        """Return shortest paths from the start to the rim of the perimeter.

        A single path in numbers of ``Geometry.different``, or all paths in numbers of
        ``Geometry.moves`` if all solutions are wanted.

        Raises:
            SearchStopped: the run was cancelled or a limit reached.
        """
        control = self._control
        length = max(control.lower_bound, self._known.radius + 1)
        while True:
            if self._paired:
                length += (length - self._odd) % 2
            control.raise_lower_bound(length)
            control.depth = length
            if length > control.max_moves:
                raise SearchStopped("moves")
            before = control.states
            found = self._search(length)
            if len(found):
                return found
            length += 1
            self._spent = control.states - before
            self._maybe_fill_bloom_filter()

    def _maybe_fill_bloom_filter(self) -> None:
        """Fill a Bloom filter if that takes less time than it will save."""
        growth = self._around.counts[-1] / sum(self._around.counts[-2:-1], start=0.1)
        expected = self._spent * growth ** (2 if self._paired else 1)
        if len(self._start) <= _MOST_CELLS and expected > _WORTH * self._around.next_tries:
            self._known = self._around.with_bloom_filter(self._control) or self._known

    def _search(self, length: int) -> Paths:
        """Search for solutions of exactly ``length`` shifts.

        Tasks are the first shifts of paths, or ranges of positions of the frontier.

        Returns:
            Paths to the rim of the perimeter.
        """
        control, depth = self._control, length - self._known.radius
        if self._all_solutions:
            tasks: list[Task] = [(t,) for t in range(len(self._geometry.moves))]
            search = self._search_all
        else:
            while self._front.next_tries <= max(_FEW_TRIES, self._spent // 4):
                if self._front.snapshot.radius == depth - 1 or not self._front.grow(control):
                    break
            size = len(self._front.outer_level)
            each = -(-size // _TASKS)
            tasks = [(first, min(first + each, size)) for first in range(0, size, each)]
            search = self._search_front
        none = np.empty((0, depth), np.int16)

        def prepare(ctl: Ints) -> TaskSearch:
            path, repeats, across, down = np.empty((4, length + 1), np.int64)
            image = np.empty_like(self._start)
            workspace = kernel.SearchWorkspace(path, repeats, across, down, image)

            def search_task(task: Task) -> tuple[int, Paths]:
                path[0] = task[0]
                paths = search(task, length, workspace, ctl)
                return (-1, none) if paths is None else (len(paths), paths)

            return search_task

        result = search_in_parallel(tasks, prepare, control, all_solutions=self._all_solutions)
        assert result is not None  # nothing interrupts it
        return np.concatenate([none, *result[0]])

    def _search_all(
        self, task: Task, length: int, workspace: kernel.SearchWorkspace, ctl: Ints
    ) -> Paths | None:
        """Find all paths to the perimeter that start with a given shift; None if stopped."""
        board, known, begun = self._geometry, self._known, int(ctl[STATES])
        cells = board.shifted(self._start, board.moves[task[0]])
        count = _ROOM
        while True:
            out = np.empty((count, length - known.radius), np.int16)
            self._control.reserve(out.nbytes / (1 << 20))
            count = kernel.search(
                cells, 1, length, board.kernel_moves, known.symmetries, known.perimeter,
                self._distances, workspace, out, ctl,
            )  # fmt: skip
            if count <= len(out):
                return out[:count] if count >= 0 else None
            ctl[STATES] = begun  # repeat with enough capacity

    def _search_front(
        self, task: Task, length: int, workspace: kernel.SearchWorkspace, ctl: Ints
    ) -> Paths | None:
        """Find a path from the start through some positions of the frontier; None if stopped."""
        board, known, front = self._geometry, self._known, self._front
        first, stop = task
        out = np.empty((stop - first, length - known.radius), np.int16)
        found = kernel.search_from(
            kernel.Frontier(front.outer_level, front.snapshot.perimeter), first, length,
            board.kernel_pruned, known.symmetries, known.perimeter, self._distances, workspace,
            out, ctl,
        )  # fmt: skip
        if found <= 0:
            return None if found < 0 else out[:0]
        after = out[0, front.snapshot.radius :].tolist()
        return np.array([self._from_start(front.outer_level[found - 1], after)], np.int16)

    def _from_start(self, cells: Values, after: list[int]) -> list[int]:
        """Prepend a path from the start to a path from a position of the frontier."""
        board, front = self._geometry, self._front.snapshot
        moves = [board.moves[t] for t in after]
        for distance in range(front.radius - 1, -1, -1):
            near = front.distances_after(cells, board.kernel_pruned, len(board.moves))
            back = board.moves[int(np.argmax(near == distance))]
            cells = board.shifted(cells, back)
            moves.insert(0, back._replace(forward=not back.forward))
        # The path starts at an image of the start; map its shifts back to the start itself.
        sources = symmetries(self._rows, self._columns, self._pattern).mapping(self._start, cells)
        return [board.number(sources[board.line(move)]) for move in moves]
