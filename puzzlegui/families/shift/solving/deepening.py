"""Shortest solutions of shift boards by iterative deepening onto a perimeter around the goal.

A search for one solution begins with all positions at some distance from the start, of which there
is one for all that symmetries of the goal carry into each other: they are equally far from it.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from puzzlegui.families.shift.kernels import ida as kernel
from puzzlegui.families.shift.solving.bounds import is_odd, ways
from puzzlegui.families.shift.solving.geometry import Ints, Values, geometry, symmetries
from puzzlegui.families.shift.solving.perimeter import Perimeter
from puzzlegui.solvers.control import STATES, UNLIMITED, Control, Stopped
from puzzlegui.solvers.task_queue import TaskQueue

Ways = NDArray[np.int16]
"""int16[ways, shifts], the numbers of the shifts of each."""
Search = Callable[[tuple[int, ...], int, kernel.Workspace, Ints], Ways | None]

_THREADS = 2
_WORTH = 8
"""States of a search that take as long as a shift tried for a Bloom filter, and some more."""
_FEW_TRIES, _FRONT_TRIES = 1000, 400_000
"""Shifts tried to find one level of the front in any case, and at most."""
_MOST_CELLS = 36
"""Cells of boards on which a Bloom filter is of use; on larger ones the bound cuts off."""
_TASKS = 64
_ROOM = 1000
"""Ways to the perimeter for which there is room at once."""


class Deepening:
    """The search from one start.

    Args:
        rows: of the board.
        columns: of the board.
        start: uint16[n], the values of the cells, numbered as in the goal.
        goal: uint16[n], numbered by first appearance.
        around: the perimeter around the goal, in which the start is not.
        control: of the run.
    """

    def __init__(
        self,
        rows: int,
        columns: int,
        start: Values,
        goal: Values,
        around: Perimeter,
        control: Control,
    ) -> None:
        self._start, self._control = start, control
        self._around, self._known = around, around.known
        self._geometry = geometry(rows, columns)
        self._rows, self._columns = rows, columns
        self._pattern: tuple[int, ...] = tuple(goal.tolist())
        self._front = Perimeter(rows, columns, self._pattern, start, _FRONT_TRIES)
        self._spent = 0  # states of the search that has failed last
        self._every = control.request.all_solutions
        self._ways = ways(rows, columns, goal)
        # Of different values, each shift of an even number of cells is an odd permutation.
        self._paired = len(set(goal.tolist())) == len(goal) and not (rows % 2 or columns % 2)
        self._odd = self._paired and is_odd(start)

    def ways_to_rim(self) -> Ways:
        """Beginnings of shortest solutions, up to where the perimeter knows how to go on.

        One, by the numbers of ``Geometry.different``, or all if all solutions are wanted, by those
        of ``Geometry.moves``.

        Raises:
            Stopped: the run was cancelled or a limit reached.
        """
        control = self._control
        length = max(control.bound, self._known.radius + 1)
        while True:
            if self._paired:
                length += (length - self._odd) % 2
            control.prove(length)
            control.depth = length
            if length > control.max_moves:
                raise Stopped("moves")
            before = control.states
            found = self._search(length)
            if len(found):
                return found
            length += 1
            self._spent = control.states - before
            self._look_out()

    def _look_out(self) -> None:
        """Have a Bloom filter filled if that takes less time than it will save."""
        growth = self._around.counts[-1] / sum(self._around.counts[-2:-1], start=0.1)
        expected = self._spent * growth ** (2 if self._paired else 1)
        if len(self._start) <= _MOST_CELLS and expected > _WORTH * self._around.next_tries:
            self._known = self._around.filtered(self._control) or self._known

    def _search(self, length: int) -> Ways:
        """The beginnings of solutions of exactly ``length`` shifts, by two threads side by side.

        The search is cut into tasks. The first task with a solution gives the answer, and only the
        states of tasks up to that one count, so that neither depends on which thread is quicker.
        Under a limit of states one thread works alone.
        """
        control, depth = self._control, length - self._known.radius
        if self._every:
            tasks: list[tuple[int, ...]] = [(t,) for t in range(len(self._geometry.moves))]
            work = self._search_all
        else:
            while self._front.next_tries <= max(_FEW_TRIES, self._spent // 4):
                if self._front.known.radius == depth - 1 or not self._front.grow(control):
                    break
            size = len(self._front.rim)
            each = -(-size // _TASKS)
            tasks = [(first, min(first + each, size)) for first in range(0, size, each)]
            work = self._search_front
        workers = 1 if control.request.limits.states is not None else _THREADS
        arrays = [control.kernel_array(number) for number in range(workers)]
        begun = control.states
        queue = TaskQueue(tasks, arrays, every=self._every)
        with ThreadPoolExecutor(workers, "search") as pool:
            jobs = [
                pool.submit(self._work, queue, number, length, work) for number in range(workers)
            ]
        for job in jobs:
            job.result()
        if queue.interrupted and not queue.found:
            control.kernel_done(UNLIMITED)
        control.kernel_done(begun + queue.states())
        none = np.empty((0, depth), np.int16)
        return np.concatenate([none, *(queue.found[task] for task in sorted(queue.found))])

    def _work(self, queue: TaskQueue, number: int, length: int, work: Search) -> None:
        """Do tasks until there are none left, or none that matters."""
        ctl = queue.arrays[number]
        path, repeats, across, down = np.empty((4, length + 1), np.int64)
        image = np.empty_like(self._start)
        workspace = kernel.Workspace(path, repeats, across, down, image)
        while (task := queue.take(number)) is not None:
            path[0] = queue.tasks[task][0]
            before = int(ctl[STATES])
            ways = work(queue.tasks[task], length, workspace, ctl)
            if ways is None:
                queue.interrupted = True
                return
            queue.finish(number, task, len(ways), ways, int(ctl[STATES]) - before)

    def _search_all(
        self, task: tuple[int, ...], length: int, workspace: kernel.Workspace, ctl: Ints
    ) -> Ways | None:
        """All ways to the perimeter that begin with one shift; None if stopped."""
        board, known, begun = self._geometry, self._known, int(ctl[STATES])
        cells = board.shifted(self._start, board.moves[task[0]])
        count = _ROOM
        while True:
            out = np.empty((count, length - known.radius), np.int16)
            self._control.reserve(out.nbytes / (1 << 20))
            count = kernel.search(
                cells, 1, length, board.kernel_moves, known.symmetries, known.perimeter,
                self._ways, workspace, out, ctl,
            )  # fmt: skip
            if count <= len(out):
                return out[:count] if count >= 0 else None
            ctl[STATES] = begun  # once more, with more room

    def _search_front(
        self, task: tuple[int, ...], length: int, workspace: kernel.Workspace, ctl: Ints
    ) -> Ways | None:
        """One way from the start through some positions of the front; None if stopped."""
        board, known, front = self._geometry, self._known, self._front
        first, stop = task
        out = np.empty((stop - first, length - known.radius), np.int16)
        found = kernel.search_from(
            kernel.Front(front.rim, front.known.perimeter), first, length, board.kernel_different,
            known.symmetries, known.perimeter, self._ways, workspace, out, ctl,
        )  # fmt: skip
        if found <= 0:
            return None if found < 0 else out[:0]
        after = out[0, front.known.radius :].tolist()
        return np.array([self._from_start(front.rim[found - 1], after)], np.int16)

    def _from_start(self, cells: Values, after: list[int]) -> list[int]:
        """The way from the start, to one that goes on from a position of the front."""
        board, front = self._geometry, self._front.known
        moves = [board.different[t] for t in after]
        for distance in range(front.radius - 1, -1, -1):
            near = front.distances_after(cells, board.kernel_different, len(board.different))
            back = board.different[int(np.argmax(near == distance))]
            cells = board.shifted(cells, back)
            moves.insert(0, back._replace(forward=not back.forward))
        # That is an image of the start, which now gets the shifts of the start itself.
        sources = symmetries(self._rows, self._columns, self._pattern).between(self._start, cells)
        return [board.number(sources[board.line(move)]) for move in moves]
