"""Large neighbourhood search on a solution of a rotation board: workers and their memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlegui.families.rotation.kernels import neighbourhoods as kernel
from puzzlegui.families.rotation.kernels.beam import Beam, BeamParameters, Instance
from puzzlegui.families.rotation.solving.beam import allocate_memory, memory_mib, rectangle_instance
from puzzlegui.families.rotation.solving.encoded import Shorts
from puzzlegui.solvers.anytime import random_state
from puzzlegui.solvers.control import SearchContext
from puzzlegui.solvers.neighbourhoods import NeighbourhoodSearch, worker_count, worker_seeds

_ROUND = 80_000
"""States that each worker expands before they synchronise."""
_LEAST, _MOST, _LONGEST = 3, 7, 60
"""Fewest and most rows and columns of a neighbourhood, and most turns in it."""
_LOOKAHEAD, _NOISE = 9, 7
"""See ``kernels.beam.BeamParameters``."""
_WIDTH, _WIDEST = 120, 3840
"""Initial and largest width of the beams; they are widened when they find nothing more."""


def neighbourhood_search(
    board: Instance,
    distance_cost: NDArray[np.int32],
    values_after: Callable[[Shorts], Shorts] | None,
    clean: Callable[[Shorts], Shorts],
    work: SearchContext,
) -> NeighbourhoodSearch:
    """Return a large neighbourhood search on solutions of a board.

    Args:
        board: only its size and directions matter.
        distance_cost: the cost of each distance.
        values_after: returns the values of the cells after turns; None if all differ.
        clean: removes redundant turns.
        work: context of the run.
    """
    mib = memory_mib(board.directions, _MOST * _MOST, _beam_parameters(_WIDTH), _LONGEST + 1)
    seeds = worker_seeds(work.request.seed, worker_count(work, mib))
    workers = [_Worker(board, distance_cost, seed) for seed in seeds]
    return NeighbourhoodSearch(workers, clean, values_after, work, widens_if_long=False)


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
        parameters = _beam_parameters(width)
        directions, cells = self._board.directions, _MOST * _MOST
        memory = allocate_memory(directions, cells, parameters, _LONGEST + 1)
        beam = memory.beam(rectangle_instance(directions, cells), parameters)
        self._neighbourhoods = allocate_neighbourhoods(
            self._board.rows, self._board.columns, beam, self._distance_cost, cells, _LONGEST
        )

    @property
    def widening_mib(self) -> float:
        """Memory needed for twice the width, in MiB."""
        parameters = _beam_parameters(2 * self._width)
        return memory_mib(self._board.directions, _MOST * _MOST, parameters, _LONGEST + 1)

    def widen(self) -> None:
        """Double the width of the beam."""
        if self._width < _WIDEST:
            self._use(2 * self._width)

    def improve(
        self, moves: Shorts, values: Shorts, states_left: int, ctl: NDArray[np.int64]
    ) -> Shorts:
        """Improve a part of the solution; see ``NeighbourhoodWorker``."""
        work = copy_solution(moves, _LONGEST, values)
        budget = min(_ROUND, states_left)
        self._neighbourhoods.improve(work.kernel, _LEAST, _MOST, _LONGEST, budget, self._rng, ctl)
        self.tried = work.kernel.tried
        return work.moves[: work.kernel.length].copy()


def _beam_parameters(width: int) -> BeamParameters:
    return BeamParameters(width, 3 * width, _LOOKAHEAD, _NOISE, _MOST, 1)


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
        np.zeros((rows - 1) * (columns - 1), np.int16),
        np.zeros((3, cells), np.int16),
        np.zeros((4, max(cells, longest)), np.int64),
        np.zeros((cells, cells), np.int64),
        np.zeros((6, cells + 1), np.int64),
    )  # fmt: skip
