"""Memory of the beam search over puzzles of moves, and the costs by which it judges positions."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzlegui.kernels import beam as kernel
from puzzlegui.kernels import deepening
from puzzlegui.kernels.constants.beam import HEAD, KEEP, ROWS
from puzzlegui.solvers.control import SearchContext
from puzzlegui.solvers.move_search.puzzle import Values, cycles

_ENTRIES = 5_500_000
"""Most entries of all pattern databases."""
_WORK = 60_000_000
"""Most moves from all their entries."""
_POWER, _UNIT = 1.5, 16
"""Power of a distance that gives its cost, and the cost of a distance of 1."""
_UNKNOWN, _HIGHEST = 255, 65_535
_SLOTS = 1 << 10
"""Least size of a hash table."""


class BeamFactory:
    """Factory of beams and goal tables for the moves and costs of a board.

    Attributes:
        moves: number of moves.
        cells: number of cells.
        distances: int16[n, n], moves that carry a tile to each cell from each cell.
        puzzle: the moves in the form of the kernel.
        costs: costs of positions.
    """

    def __init__(
        self,
        targets: Values,
        inverse: Sequence[int],
        distances: NDArray[np.int16],
        context: SearchContext,
        *,
        distinct: bool,
    ) -> None:
        """Compute the costs.

        Args:
            targets: uint16[m, n], the cell that each move carries the content of a cell to.
            inverse: the number of the inverse of each move, -1 if it is not a move.
            distances: see above.
            context: context of the run.
            distinct: all tiles differ, so that groups of tiles can be judged together.
        """
        self._targets, self._context = targets, context
        self.moves, self.cells = targets.shape
        self.distances = distances
        zobrist = np.random.default_rng(7).integers(1, 1 << 62, (self.cells, self.cells), np.int64)
        self.puzzle = kernel.Puzzle(
            *cycles(targets), np.array(inverse, np.int32), zobrist,
        )  # fmt: skip
        tiles = 1
        most = min(_ENTRIES, _WORK // self.moves)
        while distinct and tiles < self.cells and self.cells ** (tiles + 2) <= most:
            tiles += 1
        self.costs = self._costs(tiles)

    def table(self, positions: int) -> kernel.GoalTable:
        """Allocate a table of that many positions around a goal."""
        slots = _SLOTS
        while slots < 2 * positions:
            slots *= 2
        rows = max(2, 2 * positions // max(2, self.moves - 2))
        return kernel.GoalTable(
            np.zeros((rows, self.cells), np.uint16), np.zeros(rows, np.int64),
            np.zeros(slots, np.int64), np.zeros(slots, np.int32), np.zeros(4 * slots, np.uint8),
        )  # fmt: skip

    def table_mib(self, positions: int) -> float:
        """Return the memory of a table in MiB."""
        rows = 2 * positions // max(2, self.moves - 2)
        return float(64 * positions + rows * (2 * self.cells + 8)) / (1 << 20)

    def beam(self, table: kernel.GoalTable, width: int, depth: int) -> Beam:
        """Allocate a beam search that ends in a table."""
        return Beam(self, table, width, depth)

    def beam_mib(self, width: int, depth: int) -> float:
        """Return the memory of a beam search in MiB."""
        each = 4 * self.cells + 16 * HEAD + 16 * KEEP + 44 * (depth + 1)
        return float(width * each / (1 << 20))

    def _costs(self, tiles: int) -> kernel.Costs:
        """Return costs of groups of so many tiles, a group around each."""
        n = self.cells
        if tiles == 1:
            groups = np.arange(n)[:, None]
            distances: NDArray[Any] = self.distances
        else:
            groups = self._groups(tiles)
            distances = self._patterns(groups)
        highest = float(distances.max(initial=1, where=distances < _UNKNOWN))
        unit = min(_UNIT, _HIGHEST / highest**_POWER)
        cost = unit * np.arange(int(distances.max()) + 1, dtype=np.float64) ** _POWER
        tables = np.minimum(cost, _HIGHEST).astype(np.uint16)[distances]
        order = np.argsort(groups.ravel(), kind="stable")
        begins = np.searchsorted(groups.ravel()[order], np.arange(n + 1))
        return kernel.Costs(
            tables, begins.astype(np.int32), (order // tiles).astype(np.int32),
            (n ** (tiles - 1 - order % tiles)).astype(np.int32),
        )  # fmt: skip

    def _groups(self, tiles: int) -> NDArray[np.int64]:
        """Return cells that are near each other and often move together, int64[n, tiles]."""
        n = self.cells
        moved = (self._targets != np.arange(n)).astype(np.int64)
        together = moved.T @ moved
        apart = self.distances + self.distances.T - 2 * together / max(1, int(together.max()))
        uses = np.zeros(n)
        groups = np.zeros((n, tiles), np.int64)
        for group in groups:
            group[0] = np.argmin(uses)
            for number in range(1, tiles):
                cost = apart[group[:number]].sum(axis=0) + uses
                cost[group[:number]] = np.inf
                group[number] = np.argmin(cost)
            uses[group] += 1
        return groups

    def _patterns(self, groups: NDArray[np.int64]) -> NDArray[np.uint8]:
        """Return the distances of the cells of each group's tiles, uint8[n, n ** tiles]."""
        context, undoing = self._context, np.argsort(self._targets, axis=1).astype(np.uint16)
        n, tiles = groups.shape
        no_points = np.zeros(len(undoing), np.int64)
        context.reserve(3 * n ** (tiles + 1) / (1 << 20))  # with the costs
        tables = np.full((n, n**tiles), _UNKNOWN, np.uint8)
        entries = groups @ n ** np.arange(tiles - 1, -1, -1)
        threads = context.threads

        def fill(first: int) -> None:
            ctl, places = context.kernel_array(first), np.zeros(tiles, np.int64)
            for table, entry in zip(tables[first::threads], entries[first::threads], strict=True):
                deepening.build_pattern(table, int(entry), undoing, 1, no_points, places, ctl)

        for number in range(threads):
            context.kernel_array(number)
        with ThreadPoolExecutor(threads, "patterns") as pool:
            list(pool.map(fill, range(threads)))
        context.collect_kernel_counts()
        return tables


class Beam:
    """A beam search and the arrays that its caller reads.

    Attributes:
        kernel: the search.
    """

    def __init__(self, beams: BeamFactory, table: kernel.GoalTable, width: int, depth: int) -> None:
        cells = beams.cells
        seen = _SLOTS
        while seen < 2 * width * (depth + 1):
            seen *= 2
        self._nodes = np.zeros((3, max(width * (depth + 1), _SLOTS)), np.int32)
        size = max(cells, beams.moves)
        self.kernel = kernel.Beam(
            beams.puzzle, beams.costs, table, width,
            np.zeros((2 * width + 2, cells), np.uint16),
            np.zeros((2 * width, HEAD), np.int64),
            np.zeros(2 * KEEP * width + max(beams.moves, 64), np.int64), np.zeros(seen, np.int64),
            self._nodes, np.zeros((ROWS, size), np.int64),
        )  # fmt: skip

    @property
    def path(self) -> NDArray[np.int16]:
        """The path found."""
        return self._nodes[2, : self.kernel.length].astype(np.int16)
