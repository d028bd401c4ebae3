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
from functools import partial
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from puzzlegui.kernels import neighbourhoods as kernel
from puzzlegui.kernels.beam import GoalTable
from puzzlegui.solvers.anytime import random_state
from puzzlegui.solvers.control import UNLIMITED, SearchContext
from puzzlegui.solvers.move_search.beam import BeamFactory
from puzzlegui.solvers.move_set import MoveSet

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
_MOST_EQUAL = 200
"""Most equal tiles that are reassigned in a part of a solution."""


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


# --- puzzles of moves ---


class NeighbourhoodKind(NamedTuple):
    """A kind of neighbourhoods that a worker searches with a beam, wider and wider.

    Attributes:
        make: allocates the search with a beam of a width.
        mib: returns its memory in MiB.
        width: initial width.
        widest: greatest width.
        least: fewest moves of a part.
        longest: most moves of a part.
        states: number of states of a round.
    """

    make: Callable[[int], kernel.Neighbourhood]
    mib: Callable[[int], float]
    width: int
    widest: int
    least: int
    longest: int
    states: int


class Puzzle(NamedTuple):
    """A board in the form that the search takes.

    Attributes:
        moves: the moves.
        start: the value of each cell, int[n].
        costs: int32[n, n], the estimated cost of a tile in each cell that belongs to each cell.
        distinct: all values differ.
    """

    moves: MoveSet
    start: NDArray[np.integer]
    costs: NDArray[np.int32]
    distinct: bool

    def part(self, longest: int) -> kernel.Part:
        """Allocate memory for parts of up to so many moves."""
        begins, sources, targets = self.moves.cells
        user_begins, users = self.moves.users
        n, m = len(self.start), len(begins) - 1
        equal = 0 if self.distinct else min(n, _MOST_EQUAL)
        shorts = partial(np.zeros, dtype=np.int16)
        return kernel.Part(
            begins, sources, targets, user_begins, users, self.costs,
            shorts(n), np.full(n, -1, np.int16), shorts(m), shorts(m), np.arange(n, dtype=np.int16),
            shorts(0 if self.distinct else n), shorts(n), np.zeros(n, np.uint8),
            np.zeros(longest, np.int32), shorts(longest), shorts(longest),
            np.zeros((2, equal), np.int64), np.zeros((equal, equal), np.int64),
            np.zeros((6, equal + 1), np.int64), int(np.diff(begins).min()),
        )  # fmt: skip


_GROWN_WIDTH, _WIDEST_GROWN, _GROWN_STATES = 100, 6400, 40_000
"""Initial and greatest width of a beam over parts grown from a move, and states of a round."""
_GROWN_POSITIONS = 100
"""Positions in the table around the goal of a part with equal tiles, times the width."""
_LEAST_GROWN, _LONGEST_GROWN = 3, 40
"""Fewest and most moves of such a part."""


def grown_neighbourhoods(
    beams: BeamFactory, table: GoalTable | None, states: int = _GROWN_STATES
) -> NeighbourhoodKind:
    """Return neighbourhoods for any puzzle of moves.

    Args:
        beams: factory of the beams.
        table: the positions around the goal in which each cell has its own tile; None if some tiles
            are equal.
        states: number of states of a round.
    """

    def make(width: int) -> kernel.GrownNeighbourhood:
        positions = _GROWN_POSITIONS * width if table is None else 0
        beam = beams.beam(table or beams.table(positions), width, _LONGEST_GROWN).kernel
        return kernel.GrownNeighbourhood(
            beam,
            positions,
            _LEAST_GROWN,
            _LONGEST_GROWN,
            states,
            np.zeros(beams.cells, np.uint16),
        )

    def mib(width: int) -> float:
        own = beams.table_mib(_GROWN_POSITIONS * width) if table is None else 0.0
        return beams.beam_mib(width, _LONGEST_GROWN) + own

    return NeighbourhoodKind(
        make, mib, _GROWN_WIDTH, _WIDEST_GROWN, _LEAST_GROWN, _LONGEST_GROWN, states
    )


class Worker:
    """A worker on a puzzle of moves."""

    def __init__(self, puzzle: Puzzle, kinds: Sequence[NeighbourhoodKind], seed: int) -> None:
        self.tried = 0
        self._kinds = kinds
        self._rng = random_state(seed)
        self._part = puzzle.part(max(kind.longest for kind in kinds))
        self._widths = [kind.width for kind in kinds]
        self._searches = [kind.make(kind.width) for kind in kinds]

    @property
    def widening_mib(self) -> float:
        """Memory needed for twice the widths, in MiB."""
        return sum(k.mib(2 * width) for k, width in zip(self._kinds, self._widths, strict=True))

    def widen(self) -> None:
        """Double the widths of the beams."""
        for number, kind in enumerate(self._kinds):
            if self._widths[number] < kind.widest:
                self._widths[number] *= 2
                self._searches[number] = kind.make(self._widths[number])

    def improve(self, moves: Moves, values: Values, states_left: int, ctl: Ints) -> Moves:
        """Improve a section of the solution; see ``NeighbourhoodWorker``."""
        solution = kernel.CurrentSolution(moves := moves.copy(), values, len(moves))
        for kind, search in zip(self._kinds, self._searches, strict=True):
            budget = min(kind.states, states_left // len(self._kinds))
            kernel.improve(search, self._part, solution, kind.least, budget, self._rng, ctl)
        self.tried = solution.tried
        return moves[: solution.length]


def neighbourhood_search(
    puzzle: Puzzle,
    kinds: Sequence[NeighbourhoodKind],
    clean: Callable[[Moves], Moves],
    work: SearchContext,
    *,
    widens_if_long: bool = True,
) -> NeighbourhoodSearch:
    """Return a large neighbourhood search on solutions of a puzzle of moves.

    Args:
        puzzle: the puzzle.
        kinds: neighbourhoods that each worker searches in every round.
        clean: removes redundant moves.
        work: context of the run.
        widens_if_long: see ``NeighbourhoodSearch``.
    """
    seeds = worker_seeds(
        work.request.seed, worker_count(work, sum(kind.mib(kind.width) for kind in kinds))
    )
    return NeighbourhoodSearch(
        [Worker(puzzle, kinds, seed) for seed in seeds],
        clean,
        None if puzzle.distinct else partial(puzzle.moves.after, puzzle.start.astype(np.int16)),
        work,
        least=min(kind.least for kind in kinds),
        widens_if_long=widens_if_long,
    )
