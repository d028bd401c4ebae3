"""Large neighbourhood search on a solution (Shaw 1998), in two lanes side by side.

A long solution is cut in two at a place chosen by chance; each lane works on one half for so many
states, then they are joined and cut elsewhere. Of a short one, each lane has its own copy, and the
shorter serves both. Lanes meet after a number of states, so that the answer does not depend on
which thread is quicker, or on how many there are.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlegui.families.rotation.kernels import neighbourhoods as kernel
from puzzlegui.families.rotation.kernels.beam import Beam, Instance, Parameters
from puzzlegui.families.rotation.solving.beam import rectangles, workspace
from puzzlegui.families.rotation.solving.encoded import Shorts
from puzzlegui.solvers.anytime import random_state
from puzzlegui.solvers.control import Work

_LANES = 2
THREADS = min(_LANES, os.cpu_count() or 1)
"""How many lanes are worked on at the same time."""
_ROUND = 40_000
"""States that each lane expands before they meet."""
_SHORT = 200
"""Turns of a solution that is not worth cutting in two."""
_LEAST, _MOST, _LONGEST = 3, 7, 60
"""The fewest and most rows and columns of a neighbourhood, and the most turns in it."""
_FORESIGHT, _NOISE = 5, 7
"""See ``kernels.rotation_beam.Parameters``."""
_WIDTH, _WIDEST = 120, 3840
"""States that the beams keep: at first, and where less would find nothing more."""
_IDLE = 10
"""Rounds in vain after which that is doubled; a long solution is never so far."""


class NeighbourhoodSearch:
    """A solution at work.

    Attributes:
        tried: neighbourhoods tried since it became shorter.
    """

    def __init__(
        self,
        board: Instance,
        steps: NDArray[np.int32],
        colours: Shorts,
        work: Work,
    ) -> None:
        """Begin.

        Args:
            board: of which its size and directions matter.
            steps: what a distance costs.
            colours: of each cell at the start; empty if all are different.
            work: of the run.
        """
        self.tried = 0
        self._board = board
        self._colours = colours
        self._work = work
        seed = work.request.seed
        self._rng = np.random.default_rng(seed)
        self._lanes = [_Lane(board, steps, _LANES * seed + i) for i in range(_LANES)]

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
        with ThreadPoolExecutor(THREADS, "neighbourhoods") as pool:
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
                board = self._board
                kernel.play(board.columns, board.directions, colours, before, len(before))
            ctl = work.kernel_array(number)
            jobs.append(pool.submit(lane.improve, parts[number], colours, budget, ctl))
        found = [job.result() for job in jobs]
        self.tried += sum(lane.tried for lane in self._lanes)
        return found


class _Lane:
    """One thread's memory and chance."""

    def __init__(self, board: Instance, steps: NDArray[np.int32], seed: int) -> None:
        self.tried = 0
        self._board = board
        self._steps = steps
        self._rng = random_state(seed)
        self._use(_WIDTH)

    def _use(self, width: int) -> None:
        self._width = width
        parameters = Parameters(width, 3 * width, _FORESIGHT, _NOISE, _MOST, 1)
        directions, cells = self._board.directions, _MOST * _MOST
        room = workspace(directions, cells, parameters, _LONGEST + 1)
        beam = room.beam(rectangles(directions, cells), parameters)
        self._neighbourhoods = neighbourhoods(
            self._board.rows, self._board.columns, beam, self._steps, cells, _LONGEST
        )

    def widen(self) -> None:
        """Look for the next neighbourhoods with twice the states."""
        if self._width < _WIDEST:
            self._use(2 * self._width)

    def improve(
        self, moves: Shorts, colours: Shorts, budget: int, ctl: NDArray[np.int64]
    ) -> Shorts:
        """Redo neighbourhoods of a part of the solution, which begins with those colours."""
        work = solution(moves, _LONGEST, colours)
        self._neighbourhoods.improve(work.kernel, _LEAST, _MOST, _LONGEST, budget, self._rng, ctl)
        self.tried = work.kernel.tried
        return work.moves[: work.kernel.length].copy()


class Solution(NamedTuple):
    """A solution in the kernel.

    Attributes:
        moves: int16[…], the first so many of which are the solution.
        kernel: what the kernel knows of it.
    """

    moves: Shorts
    kernel: kernel.Solution


def solution(moves: Shorts, longest: int, colours: Shorts) -> Solution:
    """A solution, and memory for neighbourhoods of so many turns.

    Args:
        moves: int16[…].
        longest: the most turns of a neighbourhood.
        colours: int16[n], of each cell at the start; empty if all are different.
    """
    memory = np.zeros(len(moves) + longest, np.int16)
    memory[: len(moves)] = moves
    return Solution(memory, kernel.Solution(memory, len(moves), colours, colours.copy()))


def neighbourhoods(
    rows: int, columns: int, beam: Beam, steps: NDArray[np.int32], cells: int, longest: int
) -> kernel.Neighbourhoods:
    """Memory for neighbourhoods of up to so many cells and turns.

    Args:
        rows: of the board.
        columns: of the board.
        beam: over rectangles of so many cells.
        steps: int32[64], what a distance costs.
        cells: the most of a neighbourhood.
        longest: the most turns of one.
    """
    return kernel.Neighbourhoods(
        rows, columns, beam, steps,
        np.zeros((3, cells), np.int16),
        np.zeros((4, max(cells, longest)), np.int64),
        np.zeros((cells, cells), np.int64),
        np.zeros((6, cells + 1), np.int64),
    )  # fmt: skip
