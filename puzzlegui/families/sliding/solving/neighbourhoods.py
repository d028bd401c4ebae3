"""Large neighbourhood search on a solution of a sliding board: the workers."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from puzzlegui.families.sliding.kernels import neighbourhoods as kernel
from puzzlegui.families.sliding.kernels.beam import GEOMETRY, HEAD
from puzzlegui.families.sliding.solving.beams import VISITED, Ints, Shorts
from puzzlegui.families.sliding.solving.encoded import Directions
from puzzlegui.solvers.anytime import distance_costs, random_state
from puzzlegui.solvers.control import SearchContext
from puzzlegui.solvers.neighbourhoods import NeighbourhoodSearch, worker_count, worker_seeds

_ROUND = 400_000
"""States that each worker expands before they synchronise."""
_POWER = 1.5
"""Power of a distance that gives its cost."""


class _SegmentParameters(NamedTuple):
    """See ``kernels.neighbourhoods.NeighbourhoodParameters``."""

    width: int
    per_gap: int
    noise: int
    least: int
    most: int
    cells: int


_SEGMENTS = (
    _SegmentParameters(100, 20, 31, 20, 60, 49),
    _SegmentParameters(1000, 100, 31, 40, 150, 81),
)
"""Parameters of the search, used alternately."""


class Geometry(NamedTuple):
    """Board data of the search.

    Attributes:
        start: int16[cells], the tile in each cell at the start, all different.
        columns: number of columns.
        gap: tile of the gap.
    """

    start: Shorts
    columns: int
    gap: int

    def tiles_after(self, moves: Directions) -> Shorts:
        """Return the tile in each cell after moves, as directions of the gap: int16[cells]."""
        tiles = self.start.copy()
        kernel.apply_directions(tiles, self.place(tiles), moves, self.columns)
        return tiles

    def place(self, tiles: Shorts) -> int:
        """Return the cell of the gap."""
        return int(np.flatnonzero(tiles == self.gap)[0])


def neighbourhood_search(
    board: Geometry, clean: Callable[[Directions], Directions], work: SearchContext
) -> NeighbourhoodSearch:
    """Return a large neighbourhood search on solutions of a board, as directions of the gap.

    Args:
        board: the board.
        clean: removes redundant moves, such as those where parts are joined.
        work: context of the run.
    """
    cells = max(segment.cells for segment in _SEGMENTS)
    longest = max(segment.most for segment in _SEGMENTS)
    width = max(segment.width for segment in _SEGMENTS)
    count = worker_count(work, workspace_mib(cells, width, longest))
    workers = [
        _Worker(board, allocate_workspace(cells, width, longest), seed)
        for seed in worker_seeds(work.request.seed, count)
    ]
    return NeighbourhoodSearch(workers, clean, board.tiles_after, work, least=1)


class _Worker:
    """Memory and random numbers of a worker."""

    widening_mib = 0.0  # it searches with wide and narrow beams anyway

    def __init__(
        self, board: Geometry, workspace: kernel.NeighbourhoodWorkspace, seed: int
    ) -> None:
        self.tried = 0
        self._board = board
        self._workspace = workspace
        self._rng = random_state(seed)
        self._numbers = np.random.default_rng(seed)
        self._rounds = 0

    def widen(self) -> None:
        """Do nothing."""

    def improve(self, moves: Directions, values: Shorts, states_left: int, ctl: Ints) -> Directions:
        """Improve a part of the solution; see ``NeighbourhoodWorker``."""
        directions = moves.copy()
        search = kernel.NeighbourhoodImprover(
            directions,
            values.copy(),
            np.empty_like(values),
            np.empty_like(values),
            self._board.place(values),
            self._board.columns,
            distance_costs(_POWER),
            self._workspace,
            self._rng,
            ctl,
        )
        segment = _SEGMENTS[self._rounds % len(_SEGMENTS)]
        self._rounds += 1
        first = int(self._numbers.integers(len(moves)))
        length, self.tried = search.improve(
            kernel.NeighbourhoodParameters(*segment), first, min(_ROUND, states_left)
        )
        return directions[:length]


def allocate_workspace(cells: int, width: int, longest: int) -> kernel.NeighbourhoodWorkspace:
    """Allocate memory for rectangles of ``cells`` cells and segments of ``longest`` moves."""
    return kernel.NeighbourhoodWorkspace(
        np.empty((2 * width, cells), np.int16),
        np.zeros((2 * width, HEAD), np.int32),
        np.empty(2 * width, np.int64),
        np.empty(4 * width, np.int64),
        np.empty(4 * width, np.int64),
        np.empty(512, np.int32),
        np.empty(cells, np.int32),
        np.zeros(1 << (VISITED * width - 1).bit_length(), np.int64),
        np.empty(width * longest, np.int32),
        np.empty((cells, GEOMETRY), np.int16),
    )


def workspace_mib(cells: int, width: int, longest: int) -> float:
    """Return the size of that memory in MiB."""
    return width * (4 * cells + 8 * HEAD + 80 + 16 * VISITED + 4 * longest) / (1 << 20)
