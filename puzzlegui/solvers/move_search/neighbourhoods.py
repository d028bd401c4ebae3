"""Large neighbourhood search on a solution of a permutation board: the workers."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from puzzlegui.kernels import neighbourhoods as kernel
from puzzlegui.kernels.beam import GoalTable
from puzzlegui.kernels.constants.neighbourhoods import SCAN
from puzzlegui.solvers.anytime import random_state
from puzzlegui.solvers.control import SearchContext
from puzzlegui.solvers.move_search.beam import BeamFactory
from puzzlegui.solvers.move_search.puzzle import EncodedPuzzle, Ints
from puzzlegui.solvers.neighbourhoods import NeighbourhoodSearch, worker_count, worker_seeds

Shorts = NDArray[np.int16]

_ROUND = 40_000
"""States that each worker expands before they synchronise."""
_LEAST, _LONGEST = 3, 40
"""Fewest and most moves of a neighbourhood."""
_WIDTH, _WIDEST = 100, 6400
"""Initial and largest width of the beams; they are widened when they find nothing more."""
_POSITIONS = 100
"""Positions in the table of a neighbourhood with equal tiles, times the width."""


def neighbourhood_search(
    board: EncodedPuzzle,
    beams: BeamFactory,
    table: GoalTable,
    clean: Callable[[Shorts], Shorts],
    context: SearchContext,
) -> NeighbourhoodSearch:
    """Return a large neighbourhood search on solutions of a board.

    Args:
        board: the board.
        beams: factory of the beams.
        table: the positions around the goal.
        clean: removes redundant moves.
        context: context of the run.
    """
    mib = beams.beam_mib(_WIDTH, _LONGEST)
    if not board.distinct:
        mib += beams.table_mib(_POSITIONS * _WIDTH)
    seeds = worker_seeds(context.request.seed, worker_count(context, mib))
    workers = [Worker(board, beams, table, seed) for seed in seeds]

    def values_after(moves: Shorts) -> NDArray[np.int16]:
        values = board.start
        for move in moves.tolist():
            values = board.apply(values, move)
        return values.astype(np.int16)

    return NeighbourhoodSearch(
        workers, clean, None if board.distinct else values_after, context, least=_LEAST
    )


class Worker:
    """Memory and random numbers of a worker."""

    def __init__(
        self, board: EncodedPuzzle, beams: BeamFactory, table: GoalTable, seed: int
    ) -> None:
        self.tried = 0
        self._board, self._beams, self._table = board, beams, table
        self._rng = random_state(seed)
        self._use(_WIDTH)

    def _use(self, width: int) -> None:
        self._width = width
        n = self._board.cells
        table = self._table if self._board.distinct else self._beams.table(_POSITIONS * width)
        equal = 0 if self._board.distinct else n
        self._improver = kernel.NeighbourhoodImprover(
            self._beams.beam(table, width, _LONGEST).kernel,
            _POSITIONS * width,
            np.zeros((5, n), np.uint16),
            np.zeros((2, SCAN + 1), np.int16),
            np.zeros((2, max(n, self._beams.moves.moves)), np.uint8),
            self._beams.distances,
            np.zeros((equal, equal), np.int64),
            np.zeros((8, equal + 1), np.int64),
        )

    @property
    def widening_mib(self) -> float:
        """Memory needed for twice the width, in MiB."""
        mib = self._beams.beam_mib(2 * self._width, _LONGEST)
        if not self._board.distinct:
            mib += self._beams.table_mib(2 * _POSITIONS * self._width)
        return mib

    def widen(self) -> None:
        """Double the width of the beam."""
        if self._width < _WIDEST:
            self._use(2 * self._width)

    def improve(
        self, moves: Shorts, values: NDArray[np.int16], states_left: int, ctl: Ints
    ) -> Shorts:
        """Improve a part of the solution; see ``NeighbourhoodWorker``."""
        left = moves.copy()
        work = kernel.CurrentSolution(left, values.astype(np.uint16))
        budget = min(_ROUND, states_left)
        self._improver.improve(work, _LEAST, _LONGEST, budget, self._rng, ctl)
        self.tried = work.tried
        return left[: work.length].copy()
