"""A solution made shorter by redoing windows of it, in two lanes side by side.

A long solution is cut in two at a place chosen by chance; each lane works on one half for so many
states, then they are joined and cut elsewhere. Of a short one, each lane has its own copy, and the
shorter serves both. Lanes meet after a number of states, so that the answer does not depend on
which thread is quicker, or on how many there are.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from puzzlegui.solvers.anytime import random_state
from puzzlegui.solvers.control import Work
from puzzlegui.solvers.kernels import rotation_macro as kernel
from puzzlegui.solvers.rotation.encoded import Shorts

_LANES = 2
THREADS = min(_LANES, os.cpu_count() or 1)
"""How many lanes are worked on at the same time."""
_ROUND = 40_000
"""States that each lane expands before they meet."""
_SHORT = 200
"""Turns of a solution that is not worth cutting in two."""
_LEAST, _MOST, _LONGEST = 3, 7, 60
"""Rows and columns of a window, from this to this, and the most turns in it."""
_WIDTH, _WIDEST = 120, 3840
"""States that the beams keep: at first, and where less would find nothing more."""
_IDLE = 10
"""Rounds in vain after which that is doubled; a long solution is never so far."""


class Windows:
    """A solution at work.

    Attributes:
        tried: windows tried since it became shorter.
    """

    def __init__(
        self,
        task: kernel.Task,
        steps: NDArray[np.int32],
        colours: Shorts,
        work: Work,
    ) -> None:
        """Begin.

        Args:
            task: the board.
            steps: what a distance costs.
            colours: of each cell at the start; empty if all are different.
            work: of the run.
        """
        self.tried = 0
        self._task = task
        self._colours = colours
        self._work = work
        seed = work.request.seed
        self._rng = np.random.default_rng(seed)
        self._lanes = [_Lane(task, steps, _LANES * seed + i) for i in range(_LANES)]

    def improve(self, moves: Shorts, clean: Callable[[Shorts], Shorts]) -> Iterator[Shorts]:
        """Solutions, one after each round, none longer than the one before.

        Args:
            moves: a solution.
            clean: takes out what is in vain.

        Raises:
            Stopped: the run was cancelled or a limit is reached.
        """
        idle = 0
        copies = [moves] * _LANES
        best = len(moves)
        with ThreadPoolExecutor(THREADS, "windows") as pool:
            while True:
                if len(copies[0]) < _SHORT:
                    copies = [clean(found) for found in self._round(pool, copies, [0] * _LANES)]
                    shortest = min(copies, key=len)
                    copies = [c if len(c) == len(shortest) else shortest for c in copies]
                else:
                    cut = int(self._rng.integers(len(copies[0]) // 4, len(copies[0]) * 3 // 4))
                    halves = [copies[0][:cut], copies[0][cut:]]
                    copies = [clean(np.concatenate(self._round(pool, halves, [0, cut])))] * _LANES
                idle += 1
                if len(copies[0]) < best:
                    best = len(copies[0])
                    self.tried = idle = 0
                if idle >= _IDLE and len(copies[0]) < _SHORT:
                    idle = 0
                    for lane in self._lanes:
                        lane.widen()
                yield copies[0]
                self._work.kernel_done()

    def _round(
        self, pool: ThreadPoolExecutor, parts: list[Shorts], begins: list[int]
    ) -> list[Shorts]:
        """What the lanes make of a part of the solution each, ``begins`` saying where they do."""
        work = self._work
        budget = _ROUND
        if work.request.limits.states is not None:
            budget = min(budget, (work.request.limits.states - work.states) // _LANES)
        jobs = []
        for number, lane in enumerate(self._lanes):
            colours = self._colours.copy()
            if len(colours):
                before = np.concatenate(parts)[: begins[number]]
                kernel.play(self._task, colours, before, len(before))
            ctl = work.kernel_array(number)
            jobs.append(pool.submit(lane.improve, parts[number], colours, budget, ctl))
        found = [job.result() for job in jobs]
        self.tried += sum(lane.tried for lane in self._lanes)
        return found


class _Lane:
    """One thread's memory and chance."""

    def __init__(self, task: kernel.Task, steps: NDArray[np.int32], seed: int) -> None:
        self.tried = 0
        self._task = task
        self._steps = steps
        self._use(_WIDTH)
        self._state = np.zeros(kernel.SLOTS, np.int64)
        self._rng = random_state(seed)

    def _use(self, width: int) -> None:
        self._style = kernel.Style(width, 3 * width, foresight=5, noise=7, reach=_MOST, stay=1)
        self._room = kernel.room(self._task.ways, _MOST * _MOST, width, 3 * width, _LONGEST + 1)

    def widen(self) -> None:
        """Look for the next windows with twice the states."""
        if self._style.width < _WIDEST:
            self._use(2 * self._style.width)

    def improve(
        self, moves: Shorts, colours: Shorts, budget: int, ctl: NDArray[np.int64]
    ) -> Shorts:
        """Redo windows of a part of the solution, which begins with those colours."""
        work = kernel.windows(moves, _LONGEST, self._steps, colours, _MOST * _MOST)
        kernel.improve(
            self._task, self._style, self._room, self._state, work, _LEAST, _MOST, _LONGEST, budget,
            self._rng, ctl,
        )  # fmt: skip
        self.tried = int(work.counts[1])
        left: Shorts = work.moves[: work.counts[0]].copy()
        return left
