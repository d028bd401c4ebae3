"""Large neighbourhood search (Shaw 1998) on a solution, by two workers in parallel.

A long solution is cut in two at a random position; each worker improves a half for a number of
states, then the halves are joined and cut elsewhere. Of a short solution each worker has its own
copy, and the shorter result replaces both. Workers synchronise after a number of states, so that
the answer does not depend on the speed or the number of threads.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlegui.families.rotation.kernels import neighbourhoods as kernel
from puzzlegui.families.rotation.kernels.beam import Beam, BeamParameters, Instance
from puzzlegui.families.rotation.solving.beam import allocate_memory, rectangle_instance
from puzzlegui.families.rotation.solving.encoded import Shorts
from puzzlegui.solvers.anytime import random_state
from puzzlegui.solvers.control import SearchContext

_WORKERS = 2
THREADS = min(_WORKERS, os.cpu_count() or 1)
"""Number of workers that run in parallel."""
_ROUND = 40_000
"""States that each worker expands before they synchronise."""
_SHORT = 200
"""Solutions with fewer turns are not cut in two."""
_LEAST, _MOST, _LONGEST = 3, 7, 60
"""Fewest and most rows and columns of a neighbourhood, and most turns in it."""
_LOOKAHEAD, _NOISE = 5, 7
"""See ``kernels.beam.BeamParameters``."""
_WIDTH, _WIDEST = 120, 3840
"""Initial and largest width of the beams; they are widened when they find nothing more."""
_IDLE = 10
"""Rounds without success after which the width is doubled; never with a long solution."""


class NeighbourhoodSearch:
    """Large neighbourhood search on a solution.

    Attributes:
        tried: neighbourhoods tried since the last improvement.
    """

    def __init__(
        self,
        board: Instance,
        distance_cost: NDArray[np.int32],
        colours: Shorts,
        work: SearchContext,
    ) -> None:
        """Set up the workers.

        Args:
            board: only its size and directions matter.
            distance_cost: the cost of each distance.
            colours: the value of each cell at the start; empty if all differ.
            work: context of the run.
        """
        self.tried = 0
        self._board = board
        self._colours = colours
        self._work = work
        seed = work.request.seed
        self._rng = np.random.default_rng(seed)
        self._workers = [
            _Worker(board, distance_cost, _WORKERS * seed + i) for i in range(_WORKERS)
        ]

    def improve(self, moves: Shorts, clean: Callable[[Shorts], Shorts]) -> Iterator[Shorts]:
        """Yield the current solution after each round; it never gets longer.

        Args:
            moves: initial solution.
            clean: removes redundant turns.

        Raises:
            Stopped: the run was cancelled or a limit is reached.
        """
        idle = 0
        copies = [moves] * _WORKERS
        best = len(moves)
        with ThreadPoolExecutor(THREADS, "neighbourhoods") as pool:
            while True:
                if len(copies[0]) < _SHORT:
                    copies = [clean(found) for found in self._round(pool, copies, [0] * _WORKERS)]
                    shortest = min(copies, key=len)
                    copies = [c if len(c) == len(shortest) else shortest for c in copies]
                else:
                    cut = int(self._rng.integers(len(copies[0]) // 4, len(copies[0]) * 3 // 4))
                    halves = [copies[0][:cut], copies[0][cut:]]
                    copies = [clean(np.concatenate(self._round(pool, halves, [0, cut])))] * _WORKERS
                idle += 1
                if len(copies[0]) < best:
                    best = len(copies[0])
                    self.tried = idle = 0
                if idle >= _IDLE and len(copies[0]) < _SHORT:
                    idle = 0
                    for worker in self._workers:
                        worker.widen()
                yield copies[0]
                self._work.collect_kernel_counts()

    def _round(
        self, pool: ThreadPoolExecutor, parts: list[Shorts], begins: list[int]
    ) -> list[Shorts]:
        """Run a round: each worker improves its part, which starts at its entry of ``begins``."""
        work = self._work
        budget = _ROUND
        if work.request.limits.states is not None:
            budget = min(budget, (work.request.limits.states - work.states) // _WORKERS)
        jobs = []
        for number, worker in enumerate(self._workers):
            colours = self._colours.copy()
            if len(colours):
                before = np.concatenate(parts)[: begins[number]]
                board = self._board
                kernel.apply_moves(board.columns, board.directions, colours, before, len(before))
            ctl = work.kernel_array(number)
            jobs.append(pool.submit(worker.improve, parts[number], colours, budget, ctl))
        found = [job.result() for job in jobs]
        self.tried += sum(worker.tried for worker in self._workers)
        return found


class _Worker:
    """Memory and random numbers of a worker."""

    def __init__(self, board: Instance, distance_cost: NDArray[np.int32], seed: int) -> None:
        self.tried = 0
        self._board = board
        self._distance_cost = distance_cost
        self._rng = random_state(seed)
        self._use(_WIDTH)

    def _use(self, width: int) -> None:
        self._width = width
        parameters = BeamParameters(width, 3 * width, _LOOKAHEAD, _NOISE, _MOST, 1)
        directions, cells = self._board.directions, _MOST * _MOST
        memory = allocate_memory(directions, cells, parameters, _LONGEST + 1)
        beam = memory.beam(rectangle_instance(directions, cells), parameters)
        self._neighbourhoods = allocate_neighbourhoods(
            self._board.rows, self._board.columns, beam, self._distance_cost, cells, _LONGEST
        )

    def widen(self) -> None:
        """Double the width of the beam."""
        if self._width < _WIDEST:
            self._use(2 * self._width)

    def improve(
        self, moves: Shorts, colours: Shorts, budget: int, ctl: NDArray[np.int64]
    ) -> Shorts:
        """Improve a part of the solution; ``colours`` are the values where it starts."""
        work = copy_solution(moves, _LONGEST, colours)
        self._neighbourhoods.improve(work.kernel, _LEAST, _MOST, _LONGEST, budget, self._rng, ctl)
        self.tried = work.kernel.tried
        return work.moves[: work.kernel.length].copy()


class SolutionMemory(NamedTuple):
    """Memory of the solution being improved.

    Attributes:
        moves: int16[…], of which the first ``kernel.length`` are the solution.
        kernel: the same as the kernel takes it.
    """

    moves: Shorts
    kernel: kernel.CurrentSolution


def copy_solution(moves: Shorts, longest: int, colours: Shorts) -> SolutionMemory:
    """Copy a solution into memory for neighbourhoods of up to ``longest`` turns.

    Args:
        moves: int16[…].
        longest: the most turns of a neighbourhood.
        colours: int16[n], the value of each cell at the start; empty if all differ.
    """
    memory = np.zeros(len(moves) + longest, np.int16)
    memory[: len(moves)] = moves
    return SolutionMemory(
        memory, kernel.CurrentSolution(memory, len(moves), colours, colours.copy())
    )


def allocate_neighbourhoods(
    rows: int, columns: int, beam: Beam, distance_cost: NDArray[np.int32], cells: int, longest: int
) -> kernel.NeighbourhoodImprover:
    """Allocate memory for neighbourhoods with a limited number of cells and turns.

    Args:
        rows: of the board.
        columns: of the board.
        beam: over rectangles of up to ``cells`` cells.
        distance_cost: int32[64], the cost of each distance.
        cells: the most cells of a neighbourhood.
        longest: the most turns of a neighbourhood.
    """
    return kernel.NeighbourhoodImprover(
        rows, columns, beam, distance_cost,
        np.zeros((3, cells), np.int16),
        np.zeros((4, max(cells, longest)), np.int64),
        np.zeros((cells, cells), np.int64),
        np.zeros((6, cells + 1), np.int64),
    )  # fmt: skip
