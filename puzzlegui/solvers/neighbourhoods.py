"""Large neighbourhood search (Shaw 1998) on a solution, by several workers in parallel.

A long solution is cut into as many parts as there are workers; each improves its part for a number
of states, then the parts are joined and cut elsewhere. Of a short solution each worker has its own
copy, and the shortest result replaces longer ones. In between, several workers share a part.

Workers synchronise after a number of states, so that the answer does not depend on their speed. It
does depend on their number: one for each thread, but always two under a limit of states, since then
the same seed must give the same answer on every computer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from puzzlegui.solvers.control import UNLIMITED, SearchContext

Moves = NDArray[Any]
"""int8[m] or int16[m], moves encoded for the kernels."""
Values = NDArray[np.int16]
Ints = NDArray[np.int64]

_REPRODUCIBLE_WORKERS = 2
"""Number of workers under a limit of states."""
_PART = 100
"""Fewest moves, on average, of the parts of a solution."""
_IDLE = 10
"""Unsuccessful rounds after which workers widen their beams."""


class NeighbourhoodWorker(Protocol):
    """Memory and random numbers of a worker.

    Attributes:
        tried: number of neighbourhoods tried in the last round.
    """

    tried: int

    def improve(self, moves: Moves, values: Values, states_left: int, ctl: Ints) -> Moves:
        """Improve a part of the solution for a round.

        Args:
            moves: the part.
            values: int16[n], the values of the cells where it starts; empty if they do not matter.
            states_left: number of states after which no further neighbourhood is tried.
            ctl: the shared array.
        """

    @property
    def widening_mib(self) -> float:
        """Memory needed to widen the beams, in MiB."""

    def widen(self) -> None:
        """Search with wider beams from now on."""


def most_workers(work: SearchContext) -> int:
    """Return the number of workers of a run if there is enough memory."""
    return _REPRODUCIBLE_WORKERS if work.request.limits.states is not None else work.threads


def worker_count(work: SearchContext, mib: float) -> int:
    """Return the number of workers of a run if each needs ``mib`` MiB of memory.

    Raises:
        SearchStopped: the memory is not enough for one worker, or under a limit of states for all.
    """
    if work.request.limits.states is not None:
        count = most_workers(work)
    else:
        count = work.affordable_threads(mib)
    work.reserve(count * mib)
    return count


def worker_seeds(seed: int, count: int) -> range:
    """Return a seed for each of ``count`` workers of a run with a seed."""
    return range(count * seed, count * (seed + 1))


class NeighbourhoodSearch:
    """Large neighbourhood search on a solution.

    Attributes:
        tried: neighbourhoods tried since the last improvement.
    """

    def __init__(
        self,
        workers: Sequence[NeighbourhoodWorker],
        clean: Callable[[Moves], Moves],
        values_after: Callable[[Moves], Values] | None,
        work: SearchContext,
        *,
        least: int = 0,
        widens_if_long: bool = True,
    ) -> None:
        """Set up the search.

        Args:
            workers: as many as ``worker_count`` returns.
            clean: removes redundant moves.
            values_after: returns the values of the cells after moves; None if they do not matter.
            work: context of the run.
            least: fewest moves of a solution that can be improved.
            widens_if_long: widen beams also if the solution is cut into parts.
        """
        self.tried = 0
        self._workers = workers
        self._clean = clean
        self._values_after = values_after
        self._work = work
        self._least = least
        self._widens_if_long = widens_if_long
        self._rng = np.random.default_rng(work.request.seed)

    def improve(self, moves: Moves) -> Iterator[Moves]:
        """Yield the current solution after each round; it never gets longer.

        Raises:
            SearchStopped: the run was cancelled or a limit is reached.
        """
        idle = 0
        count = len(self._workers)
        copies = [moves] * count
        best = len(moves)
        threads = min(count, self._work.threads)
        with ThreadPoolExecutor(threads, "neighbourhoods") as pool:
            while len(copies[0]) >= self._least:
                parts = min(count, len(copies[0]) // _PART)
                if parts < 2:
                    improved = self._round(pool, copies, [moves[:0]] * count)
                    copies = [self._clean(copy) for copy in improved]
                    shortest = min(copies, key=len)
                    copies = [c if len(c) == len(shortest) else shortest for c in copies]
                else:
                    copies = [self._clean(self._improve_parts(pool, copies[0], parts))] * count
                idle += 1
                if len(copies[0]) < best:
                    best = len(copies[0])
                    self.tried = idle = 0
                if idle >= _IDLE and (self._widens_if_long or parts < 2):
                    idle = 0
                    self._widen()
                yield copies[0]
                self._work.collect_kernel_counts()

    def _widen(self) -> None:
        if self._work.can_allocate(sum(worker.widening_mib for worker in self._workers)):
            for worker in self._workers:
                worker.widen()

    def _improve_parts(self, pool: ThreadPoolExecutor, moves: Moves, parts: int) -> Moves:
        """Run a round on a solution cut into parts; return it with the shortest result of each."""
        length = len(moves)
        share = length / parts
        cuts = [
            int(self._rng.integers(int(share * (i - 0.5)), int(share * (i + 0.5))))
            for i in range(1, parts)
        ]
        ends = [0, *cuts, length]
        shared = [number % parts for number in range(len(self._workers))]
        improved = self._round(
            pool, [moves[ends[i] : ends[i + 1]] for i in shared], [moves[: ends[i]] for i in shared]
        )
        return np.concatenate([min(improved[i::parts], key=len) for i in range(parts)])

    def _round(
        self, pool: ThreadPoolExecutor, parts: Sequence[Moves], before: Sequence[Moves]
    ) -> list[Moves]:
        """Run a round: each worker improves its part, to which the moves ``before`` it lead."""
        work = self._work
        limit = work.request.limits.states
        states_left = UNLIMITED
        if limit is not None:
            states_left = (limit - work.states) // len(self._workers)

        def improve(number: int, worker: NeighbourhoodWorker, ctl: Ints) -> Moves:
            values = np.zeros(0, np.int16)
            if self._values_after is not None:
                values = self._values_after(before[number])
            return worker.improve(parts[number], values, states_left, ctl)

        jobs = [
            pool.submit(improve, number, worker, work.kernel_array(number))
            for number, worker in enumerate(self._workers)
        ]
        improved = [job.result() for job in jobs]
        self.tried += sum(worker.tried for worker in self._workers)
        return improved
