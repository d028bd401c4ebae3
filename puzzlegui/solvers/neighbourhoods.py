"""Large neighbourhood search (Shaw 1998) on a solution, by two workers in parallel.

A long solution is cut in two at a random position; each worker improves a half for a number of
states, then the halves are joined and cut elsewhere. Of a short solution each worker has its own
copy, and the shorter result replaces both. Workers synchronise after a number of states, so that
the answer does not depend on the speed or the number of threads.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from puzzlegui.solvers.control import UNLIMITED, SearchContext

Shorts = NDArray[np.int16]
Ints = NDArray[np.int64]

WORKERS = 2
"""Number of workers."""
THREADS = min(WORKERS, os.cpu_count() or 1)
"""Number of workers that run in parallel."""
_SHORT = 200
"""Solutions with fewer moves are not cut in two."""
_IDLE = 10
"""Unsuccessful rounds after which workers widen their beams."""


class NeighbourhoodWorker(Protocol):
    """Memory and random numbers of a worker.

    Attributes:
        tried: number of neighbourhoods tried in the last round.
    """

    tried: int

    def improve(self, moves: Shorts, colours: Shorts, states_left: int, ctl: Ints) -> Shorts:
        """Improve a part of the solution for a round.

        Args:
            moves: the part.
            colours: int16[n], the values of the cells where it starts; empty if all differ.
            states_left: number of states after which no further neighbourhood is tried.
            ctl: the shared array.
        """

    @property
    def widening_mib(self) -> float:
        """Memory needed to widen the beams, in MiB."""

    def widen(self) -> None:
        """Search with wider beams from now on."""


class NeighbourhoodSearch:
    """Large neighbourhood search on a solution.

    Attributes:
        tried: neighbourhoods tried since the last improvement.
    """

    def __init__(
        self,
        workers: Sequence[NeighbourhoodWorker],
        clean: Callable[[Shorts], Shorts],
        colours_after: Callable[[Shorts], Shorts] | None,
        work: SearchContext,
        *,
        least: int = 0,
        widens_if_long: bool = True,
    ) -> None:
        """Set up the search.

        Args:
            workers: WORKERS of them.
            clean: removes redundant moves.
            colours_after: returns the values of the cells after moves; None if all differ.
            work: context of the run.
            least: fewest moves of a solution that can be improved.
            widens_if_long: widen beams also if the solution is cut in two.
        """
        self.tried = 0
        self._workers = workers
        self._clean = clean
        self._colours_after = colours_after
        self._work = work
        self._least = least
        self._widens_if_long = widens_if_long
        self._rng = np.random.default_rng(work.request.seed)

    def improve(self, moves: Shorts) -> Iterator[Shorts]:
        """Yield the current solution after each round; it never gets longer.

        Raises:
            SearchStopped: the run was cancelled or a limit is reached.
        """
        idle = 0
        copies = [moves] * WORKERS
        best = len(moves)
        with ThreadPoolExecutor(THREADS, "neighbourhoods") as pool:
            while len(copies[0]) >= self._least:
                length = len(copies[0])
                if length < _SHORT:
                    copies = [self._clean(m) for m in self._round(pool, copies, [0] * WORKERS)]
                    shortest = min(copies, key=len)
                    copies = [c if len(c) == len(shortest) else shortest for c in copies]
                else:
                    cut = int(self._rng.integers(length // 4, length * 3 // 4))
                    halves = [copies[0][:cut], copies[0][cut:]]
                    whole = np.concatenate(self._round(pool, halves, [0, cut]))
                    copies = [self._clean(whole)] * WORKERS
                idle += 1
                if len(copies[0]) < best:
                    best = len(copies[0])
                    self.tried = idle = 0
                if idle >= _IDLE and (self._widens_if_long or len(copies[0]) < _SHORT):
                    idle = 0
                    self._widen()
                yield copies[0]
                self._work.collect_kernel_counts()

    def _widen(self) -> None:
        if self._work.can_allocate(sum(worker.widening_mib for worker in self._workers)):
            for worker in self._workers:
                worker.widen()

    def _round(
        self, pool: ThreadPoolExecutor, parts: list[Shorts], begins: list[int]
    ) -> list[Shorts]:
        """Run a round: each worker improves its part, which starts at its entry of ``begins``."""
        work = self._work
        limit = work.request.limits.states
        states_left = UNLIMITED if limit is None else (limit - work.states) // WORKERS
        jobs = []
        for number, worker in enumerate(self._workers):
            colours = np.zeros(0, np.int16)
            if self._colours_after is not None:
                colours = self._colours_after(np.concatenate(parts)[: begins[number]])
            ctl = work.kernel_array(number)
            jobs.append(pool.submit(worker.improve, parts[number], colours, states_left, ctl))
        improved = [job.result() for job in jobs]
        self.tried += sum(worker.tried for worker in self._workers)
        return improved
