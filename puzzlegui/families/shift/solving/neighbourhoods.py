"""Large neighbourhood search (Shaw 1998) on a solution, by two workers in parallel.

Neighbourhoods are solved again by 3-cycles (``kernels.neighbourhoods``), and short segments by
beams over the whole board, which are better on small boards and near the start of a solution.

A long solution is cut in two at a random position; each worker improves a half for a number of
states, then the halves are joined and cut elsewhere. Of a short solution each worker has its own
copy, and the shorter result replaces both. Workers synchronise after a number of states, so that
the answer does not depend on the speed or the number of threads.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from puzzlegui.families.shift.kernels import neighbourhoods as kernel
from puzzlegui.families.shift.solving.beam import BoardBeam, beam_mib
from puzzlegui.families.shift.solving.clean import apply_shifts
from puzzlegui.families.shift.solving.construct import ThreeCycleBeam, three_cycle_beam_mib
from puzzlegui.families.shift.solving.encoded import EncodedBoard, Ints, Shorts
from puzzlegui.solvers.anytime import random_state
from puzzlegui.solvers.control import CANCEL, STATES, SearchContext

_WORKERS = 2
THREADS = min(_WORKERS, os.cpu_count() or 1)
"""Number of workers that run in parallel."""
_ROUND = 4000
"""States that each worker expands before they synchronise."""
_SEGMENT_ROUND = 40_000
"""The same for segments, whose states take a tenth of the time."""
_SHORT = 200
"""Solutions with fewer moves are not cut in two."""
_LEAST, _LONGEST = 4, 40
"""Fewest and most moves of a neighbourhood."""
_LEAST_SEGMENT, _LONGEST_SEGMENT = 8, 20
"""Fewest and most moves of a segment."""
_WIDTH, _WIDEST = 4, 256
"""Initial and largest width of the beams; they are widened when they find nothing more."""
_SEGMENT_WIDTH, _WIDEST_SEGMENT = 500, 8000
"""The same for segments."""
_IDLE = 10
"""Unsuccessful rounds after which the width is doubled."""
_POWER = 1.5
"""Power of a distance that gives its cost, for segments."""
_NOISE = 15
"""See ``kernels.construct``."""
_MOST_EQUAL = 200
"""Most equal tiles that are reassigned in a neighbourhood."""


class NeighbourhoodSearch:
    """Large neighbourhood search on a solution.

    Attributes:
        tried: neighbourhoods tried since the last improvement.
    """

    def __init__(self, board: EncodedBoard, work: SearchContext) -> None:
        """Set up the workers.

        Args:
            board: the board.
            work: context of the run.
        """
        self.tried = 0
        self._board = board
        self._work = work
        seed = work.request.seed
        size = board.rows, board.columns
        mib = beam_mib(*size, _SEGMENT_WIDTH, _LONGEST_SEGMENT) + three_cycle_beam_mib(
            *size, _WIDTH, _LONGEST
        )
        work.reserve(_WORKERS * mib)
        self._rng = np.random.default_rng(seed)
        self._workers = [_Worker(board, _WORKERS * seed + i) for i in range(_WORKERS)]

    def improve(self, moves: Shorts, clean: Callable[[Shorts], Shorts]) -> Iterator[Shorts]:
        """Yield the current solution after each round; it never gets longer.

        Args:
            moves: initial solution.
            clean: removes redundant moves.

        Raises:
            Stopped: the run was cancelled or a limit is reached.
        """
        idle = 0
        copies = [moves] * _WORKERS
        best = len(moves)
        with ThreadPoolExecutor(THREADS, "neighbourhoods") as pool:
            while len(copies[0]) >= _LEAST:
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
                if idle >= _IDLE:
                    idle = 0
                    if self._work.can_allocate(sum(lane.widening_mib for lane in self._workers)):
                        for lane in self._workers:
                            lane.widen()
                yield copies[0]
                self._work.collect_kernel_counts()

    def _round(
        self, pool: ThreadPoolExecutor, parts: list[Shorts], begins: list[int]
    ) -> list[Shorts]:
        """Run a round: each worker improves its part, which starts at its entry of ``begins``."""
        work, board = self._work, self._board
        budget, stretches = _ROUND, _SEGMENT_ROUND
        if work.request.limits.states is not None:
            left = (work.request.limits.states - work.states) // _WORKERS
            budget, stretches = min(budget, left // 2), min(stretches, left // 2)
        jobs = []
        for number, lane in enumerate(self._workers):
            colours = board.start[:0]
            if board.values < board.cells:
                before = np.concatenate(parts)[: begins[number]]
                colours = apply_shifts(board.rows, board.columns, board.start, before)
            ctl = work.kernel_array(number)
            jobs.append(pool.submit(lane.improve, parts[number], colours, budget, stretches, ctl))
        found = [job.result() for job in jobs]
        self.tried += sum(lane.tried for lane in self._workers)
        return found


class _Worker:
    """Memory and random numbers of a worker."""

    def __init__(self, board: EncodedBoard, seed: int) -> None:
        self.tried = 0
        self._board = board
        self._rng = random_state(seed)
        self._numbers = np.random.default_rng(seed)
        self._use(_WIDTH, _SEGMENT_WIDTH)

    def _use(self, width: int, stretch_width: int) -> None:
        board = self._board
        self._width, self._stretch_width = width, stretch_width
        depth = _LONGEST_SEGMENT + 1
        self._whole = BoardBeam(board.rows, board.columns, _POWER, stretch_width, depth)
        beam = ThreeCycleBeam(board.rows, board.columns, width, _LONGEST)
        beam.kernel.noise = _NOISE
        equal = min(_MOST_EQUAL, board.cells) if board.values < board.cells else 0
        self._neighbourhoods = kernel.NeighbourhoodImprover(
            beam.kernel,
            np.zeros((3, max(board.cells, 60)), np.int16),
            np.zeros((3, max(equal, 60)), np.int64),
            np.zeros((equal, equal), np.int64),
            np.zeros((6, equal + 1), np.int64),
        )

    @property
    def widening_mib(self) -> float:
        """Memory needed for twice the width, in MiB."""
        size = self._board.rows, self._board.columns
        whole = beam_mib(*size, 2 * self._stretch_width, _LONGEST_SEGMENT)
        return whole + three_cycle_beam_mib(*size, 2 * self._width, _LONGEST)

    def widen(self) -> None:
        """Double the widths of the beams."""
        if self._width < _WIDEST:
            self._use(2 * self._width, min(2 * self._stretch_width, _WIDEST_SEGMENT))

    def improve(
        self, moves: Shorts, colours: Shorts, budget: int, stretches: int, ctl: Ints
    ) -> Shorts:
        """Improve a part of the solution.

        Args:
            moves: the part.
            colours: int16[n], the values of the cells where it starts; empty if all differ.
            budget: number of states after which no further neighbourhood is tried.
            stretches: number of states after which no further segment is tried.
            ctl: the shared array.
        """
        moves = self._improve_segments(moves, stretches, ctl)
        left = moves.copy()
        work = kernel.CurrentSolution(left, len(left), colours, colours.copy())
        self._neighbourhoods.improve(work, _LEAST, _LONGEST, budget, self._rng, ctl)
        self.tried += work.tried
        return left[: work.length]

    def _improve_segments(self, moves: Shorts, budget: int, ctl: Ints) -> Shorts:
        """Improve short segments by beams over the whole board."""
        self.tried = 0
        board, random = self._board, self._numbers
        end = int(ctl[STATES]) + budget
        cells = np.arange(board.cells, dtype=np.int16)
        while len(moves) >= _LEAST_SEGMENT and ctl[STATES] < end and not ctl[CANCEL]:
            self.tried += 1
            size = int(random.integers(_LEAST_SEGMENT, _LONGEST_SEGMENT + 1))
            first = int(random.integers(max(1, len(moves) - size + 1)))
            stretch = moves[first : first + size]
            start = np.empty(board.cells, np.int16)
            start[apply_shifts(board.rows, board.columns, cells, stretch)] = cells
            self._whole.begin(start)
            if self._whole.advance(0, len(stretch), self._rng, ctl) == 1:
                found = self._whole.path(self._whole.best)
                moves = np.concatenate([moves[:first], found, moves[first + size :]])
        return moves
