"""Large neighbourhood search on a solution (Shaw 1998), in two lanes side by side.

Neighbourhoods are redone by 3-cycles (``shift.kernels.neighbourhoods``), and short stretches by
beams over the whole board, which are the better of the two on small boards and on the first part
of the way.

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

from puzzlegui.families.shift.kernels import neighbourhoods as kernel
from puzzlegui.families.shift.solving.beam import WholeBeam, beam_mib
from puzzlegui.families.shift.solving.clean import played
from puzzlegui.families.shift.solving.construct import CycleBeam, cycles_mib
from puzzlegui.families.shift.solving.encoded import EncodedBoard, Ints, Shorts
from puzzlegui.solvers.anytime import random_state
from puzzlegui.solvers.control import CANCEL, STATES, Work

_LANES = 2
THREADS = min(_LANES, os.cpu_count() or 1)
"""How many lanes are worked on at the same time."""
_ROUND = 4000
"""States that each lane expands before they meet."""
_STRETCH_ROUND = 40_000
"""States for stretches likewise; such a state takes a tenth of the time."""
_SHORT = 200
"""Moves of a solution that is not worth cutting in two."""
_LEAST, _LONGEST = 4, 40
"""The fewest and most moves of a neighbourhood."""
_LEAST_STRETCH, _LONGEST_STRETCH = 8, 20
"""The same for stretches."""
_WIDTH, _WIDEST = 4, 256
"""States that the beams keep: at first, and where less would find nothing more."""
_STRETCH_WIDTH, _WIDEST_STRETCH = 500, 8000
"""The same for stretches."""
_IDLE = 10
"""Rounds in vain after which that is doubled."""
_POWER = 1.5
"""How the cost of a distance grows, for stretches."""
_NOISE = 15
"""See ``shift.kernels.construct``."""
_MOST_EQUAL = 200
"""The most equal tiles that are assigned anew in one neighbourhood."""


class NeighbourhoodSearch:
    """A solution at work.

    Attributes:
        tried: neighbourhoods tried since it became shorter.
    """

    def __init__(self, board: EncodedBoard, work: Work) -> None:
        """Begin.

        Args:
            board: the board.
            work: of the run.
        """
        self.tried = 0
        self._board = board
        self._work = work
        seed = work.request.seed
        size = board.rows, board.columns
        mib = beam_mib(*size, _STRETCH_WIDTH, _LONGEST_STRETCH) + cycles_mib(
            *size, _WIDTH, _LONGEST
        )
        work.reserve(_LANES * mib)
        self._rng = np.random.default_rng(seed)
        self._lanes = [_Lane(board, _LANES * seed + i) for i in range(_LANES)]

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
            while len(copies[0]) >= _LEAST:
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
                if idle >= _IDLE:
                    idle = 0
                    if self._work.has_room(sum(lane.more_mib for lane in self._lanes)):
                        for lane in self._lanes:
                            lane.widen()
                yield copies[0]
                self._work.kernel_done()

    def _round(
        self, pool: ThreadPoolExecutor, parts: list[Shorts], begins: list[int]
    ) -> list[Shorts]:
        """What the lanes make of a part of the solution each, ``begins`` saying where they do."""
        work, board = self._work, self._board
        budget, stretches = _ROUND, _STRETCH_ROUND
        if work.request.limits.states is not None:
            left = (work.request.limits.states - work.states) // _LANES
            budget, stretches = min(budget, left // 2), min(stretches, left // 2)
        jobs = []
        for number, lane in enumerate(self._lanes):
            colours = board.start[:0]
            if board.values < board.cells:
                before = np.concatenate(parts)[: begins[number]]
                colours = played(board.rows, board.columns, board.start, before)
            ctl = work.kernel_array(number)
            jobs.append(pool.submit(lane.improve, parts[number], colours, budget, stretches, ctl))
        found = [job.result() for job in jobs]
        self.tried += sum(lane.tried for lane in self._lanes)
        return found


class _Lane:
    """One thread's memory and chance."""

    def __init__(self, board: EncodedBoard, seed: int) -> None:
        self.tried = 0
        self._board = board
        self._rng = random_state(seed)
        self._numbers = np.random.default_rng(seed)
        self._use(_WIDTH, _STRETCH_WIDTH)

    def _use(self, width: int, stretch_width: int) -> None:
        board = self._board
        self._width, self._stretch_width = width, stretch_width
        depth = _LONGEST_STRETCH + 1
        self._whole = WholeBeam(board.rows, board.columns, _POWER, stretch_width, depth)
        beam = CycleBeam(board.rows, board.columns, width, _LONGEST)
        beam.kernel.noise = _NOISE
        equal = min(_MOST_EQUAL, board.cells) if board.values < board.cells else 0
        self._neighbourhoods = kernel.Neighbourhoods(
            beam.kernel,
            np.zeros((3, max(board.cells, 60)), np.int16),
            np.zeros((3, max(equal, 60)), np.int64),
            np.zeros((equal, equal), np.int64),
            np.zeros((6, equal + 1), np.int64),
        )

    @property
    def more_mib(self) -> float:
        """How much memory it takes to widen it."""
        size = self._board.rows, self._board.columns
        whole = beam_mib(*size, 2 * self._stretch_width, _LONGEST_STRETCH)
        return whole + cycles_mib(*size, 2 * self._width, _LONGEST)

    def widen(self) -> None:
        """Look for the next neighbourhoods with twice the states."""
        if self._width < _WIDEST:
            self._use(2 * self._width, min(2 * self._stretch_width, _WIDEST_STRETCH))

    def improve(
        self, moves: Shorts, colours: Shorts, budget: int, stretches: int, ctl: Ints
    ) -> Shorts:
        """Redo neighbourhoods of a part of the solution, which begins with those colours.

        Args:
            moves: the part.
            colours: int16[n], of each cell where it begins; empty if all are different.
            budget: states after which no further neighbourhood is begun, and
            stretches: no further stretch.
            ctl: the shared array.
        """
        moves = self._redo_stretches(moves, stretches, ctl)
        left = moves.copy()
        work = kernel.Solution(left, len(left), colours, colours.copy())
        self._neighbourhoods.improve(work, _LEAST, _LONGEST, budget, self._rng, ctl)
        self.tried += work.tried
        return left[: work.length]

    def _redo_stretches(self, moves: Shorts, budget: int, ctl: Ints) -> Shorts:
        """Redo short stretches by beams over the whole board."""
        self.tried = 0
        board, random = self._board, self._numbers
        end = int(ctl[STATES]) + budget
        cells = np.arange(board.cells, dtype=np.int16)
        while len(moves) >= _LEAST_STRETCH and ctl[STATES] < end and not ctl[CANCEL]:
            self.tried += 1
            size = int(random.integers(_LEAST_STRETCH, _LONGEST_STRETCH + 1))
            first = int(random.integers(max(1, len(moves) - size + 1)))
            stretch = moves[first : first + size]
            start = np.empty(board.cells, np.int16)
            start[played(board.rows, board.columns, cells, stretch)] = cells
            self._whole.begin(start)
            if self._whole.advance(0, len(stretch), self._rng, ctl) == 1:
                found = self._whole.path(self._whole.best)
                moves = np.concatenate([moves[:first], found, moves[first + size :]])
        return moves
