"""Large neighbourhood search on a solution of a shift board: the workers.

Neighbourhoods are solved again by 3-cycles (``kernels.neighbourhoods``), and short segments by
beams over the whole board, which are better on small boards and near the start of a solution.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from puzzlegui.families.shift.kernels import neighbourhoods as kernel
from puzzlegui.families.shift.solving.beam import BoardBeam, board_beam_mib
from puzzlegui.families.shift.solving.construct import ThreeCycleBeam, three_cycle_beam_mib
from puzzlegui.families.shift.solving.encoded import EncodedBoard, Ints, Shorts
from puzzlegui.solvers.anytime import random_state
from puzzlegui.solvers.control import CANCEL, STATES, SearchContext
from puzzlegui.solvers.neighbourhoods import NeighbourhoodSearch, worker_count, worker_seeds

_ROUND = 4000
"""States that each worker expands before they synchronise."""
_SEGMENT_ROUND = 40_000
"""The same for segments, whose states take a tenth of the time."""
_LEAST, _LONGEST = 4, 40
"""Fewest and most moves of a neighbourhood."""
_LEAST_SEGMENT, _LONGEST_SEGMENT = 8, 20
"""Fewest and most moves of a segment."""
_WIDTH, _WIDEST = 4, 256
"""Initial and largest width of the beams; they are widened when they find nothing more."""
_SEGMENT_WIDTH, _WIDEST_SEGMENT = 500, 8000
"""The same for segments."""
_POWER = 1.5
"""Power of a distance that gives its cost, for segments."""
_NOISE = 15
"""See ``kernels.construct``."""
_MOST_EQUAL = 200
"""Most equal tiles that are reassigned in a neighbourhood."""


def neighbourhood_search(
    board: EncodedBoard, clean: Callable[[Shorts], Shorts], work: SearchContext
) -> NeighbourhoodSearch:
    """Return a large neighbourhood search on solutions of a board.

    Args:
        board: the board.
        clean: removes redundant moves.
        work: context of the run.
    """
    size = board.rows, board.columns
    mib = board_beam_mib(*size, _SEGMENT_WIDTH, _LONGEST_SEGMENT)
    mib += three_cycle_beam_mib(*size, _WIDTH, _LONGEST)
    seeds = worker_seeds(work.request.seed, worker_count(work, mib))
    workers = [_Worker(board, seed) for seed in seeds]

    def values_after(moves: Shorts) -> Shorts:
        return board.moves.after(board.start, moves)

    equal = board.values < board.cells
    return NeighbourhoodSearch(workers, clean, values_after if equal else None, work, least=_LEAST)


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
        whole = board_beam_mib(*size, 2 * self._stretch_width, _LONGEST_SEGMENT)
        return whole + three_cycle_beam_mib(*size, 2 * self._width, _LONGEST)

    def widen(self) -> None:
        """Double the widths of the beams."""
        if self._width < _WIDEST:
            self._use(2 * self._width, min(2 * self._stretch_width, _WIDEST_SEGMENT))

    def improve(self, moves: Shorts, values: Shorts, states_left: int, ctl: Ints) -> Shorts:
        """Improve segments, then neighbourhoods; see ``NeighbourhoodWorker``."""
        moves = self._improve_segments(moves, min(_SEGMENT_ROUND, states_left // 2), ctl)
        left = moves.copy()
        work = kernel.CurrentSolution(left, len(left), values, values.copy())
        budget = min(_ROUND, states_left // 2)
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
            start[board.moves.after(cells, stretch)] = cells
            self._whole.begin(start)
            if self._whole.advance(0, len(stretch), self._rng, ctl) == 1:
                found = self._whole.path
                moves = np.concatenate([moves[:first], found, moves[first + size :]])
        return moves
