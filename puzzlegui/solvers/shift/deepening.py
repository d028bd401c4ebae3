"""Shortest solutions of shift boards by iterative deepening onto a perimeter around the goal."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from puzzlegui.solvers.control import STATES, UNLIMITED, Control, Stopped
from puzzlegui.solvers.kernels import shift_ida as kernel
from puzzlegui.solvers.race import Race
from puzzlegui.solvers.shift.bounds import is_odd, ways
from puzzlegui.solvers.shift.geometry import Values, geometry
from puzzlegui.solvers.shift.perimeter import Perimeter

Ways = NDArray[np.int16]
"""int16[ways, shifts], the numbers of the shifts of each."""

_THREADS = 2
_WORTH = 8
"""States of a search that take as long as a shift tried for a shadow, and some more."""
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
            self._look_out(control.states - before)

    def _look_out(self, states: int) -> None:
        """Have a shadow cast if that takes less time than it will save.

        ``states``: those of the search that has just failed.
        """
        growth = self._around.counts[-1] / sum(self._around.counts[-2:-1], start=0.1)
        expected = states * growth ** (2 if self._paired else 1)
        if expected > _WORTH * self._around.shadow_tries:
            self._known = self._around.shadowed(self._control) or self._known

    def _search(self, length: int) -> Ways:
        """The beginnings of solutions of exactly ``length`` shifts, by two threads side by side.

        The search is cut into tasks by its first shifts. The first task with a solution gives the
        answer, and only the states of tasks up to that one count, so that neither depends on
        which thread is quicker. Under a limit of states one thread works alone.
        """
        control = self._control
        moves = self._geometry.moves if self._every else self._geometry.different
        depth = min(length - self._known.radius, 2)
        tasks: list[tuple[int, ...]] = [(t,) for t in range(len(moves))]
        if depth == 2:
            follows = self._geometry.follows
            tasks = [
                (*task, t) for task in tasks for t in range(len(moves))
                if self._every or follows[task[-1], t]
            ]  # fmt: skip
        workers = 1 if control.request.limits.states is not None else _THREADS
        arrays = [control.kernel_array(number) for number in range(workers)]
        begun = control.states
        race = Race(tasks, arrays, every=self._every)
        with ThreadPoolExecutor(workers, "search") as pool:
            jobs = [pool.submit(self._work, race, number, length) for number in range(workers)]
        for job in jobs:
            job.result()
        if race.cut and not race.found:
            control.kernel_done(UNLIMITED)
        control.kernel_done(begun + race.states())
        none = np.empty((0, length - self._known.radius), np.int16)
        return np.concatenate([none, *(race.found[task] for task in sorted(race.found))])

    def _work(self, race: Race, number: int, length: int) -> None:
        """Do tasks until there are none left, or none that matters."""
        n = len(self._start)
        ctl = race.arrays[number]
        board, known = self._geometry, self._known
        moves = board.kernel_moves if self._every else board.kernel_different
        kinds = board.moves if self._every else board.different
        path, repeats, across, down = np.empty((4, length + 1), np.int64)
        workspace = kernel.Workspace(path, repeats, across, down, np.empty(n, np.uint16))
        out = self._room(_ROOM if self._every else 1, length)
        while (task := race.take(number)) is not None:
            beginning = race.tasks[task]
            cells = self._start
            for t in beginning:
                cells = board.shifted(cells, kinds[t])
            path[: len(beginning)] = beginning
            before = int(ctl[STATES])
            while True:
                count = kernel.search(
                    cells, len(beginning), length, moves, known.symmetries, known.perimeter,
                    self._ways, workspace, out, ctl,
                )  # fmt: skip
                if count < 0:
                    race.cut = True
                    return
                if not self._every or count <= len(out):
                    break
                out = self._room(count, length)  # and once more
                ctl[STATES] = before
            found = out[: min(count, len(out))]
            race.give(number, task, count, found, int(ctl[STATES]) - before)

    def _room(self, count: int, length: int) -> NDArray[np.int16]:
        depth = length - self._known.radius
        self._control.reserve(2 * count * depth / (1 << 20))
        return np.empty((count, depth), np.int16)
