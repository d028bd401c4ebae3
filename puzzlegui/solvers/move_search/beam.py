"""Memory of beam searches over move sets, and the costs by which they judge states."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlegui.kernels import beam as kernel
from puzzlegui.kernels import deepening
from puzzlegui.kernels.beam import FAR, RANKS
from puzzlegui.solvers.control import SearchContext
from puzzlegui.solvers.move_search.puzzle import Values

Ints = NDArray[np.int64]
_Changes = Sequence[Sequence[tuple[int, int]]]
"""For each move the cells whose contents move, each with the cell that it moves to."""

_ENTRIES = 5_500_000
"""Most entries of all pattern databases."""
_WORK = 60_000_000
"""Most moves from all their entries."""
_CELLS, _PLACES = 25, 8
"""Least cells and places of a board that is judged by single tiles: where moves are many and each
changes little, that and wider beams gain more than groups of tiles."""
_POWER, _UNIT = 1.5, 16
"""Power of a distance that gives its cost, and the cost of a distance of 1."""
_UNKNOWN, _HIGHEST = 255, 65_535
_MOST_CHANGE = 30_000
"""Most by which a move may change the cost of a state."""
_SLOTS = 1 << 10
"""Least size of a hash table."""
_LONGEST_END = 1 << 10
"""Most moves from a position in a table to the goal."""


class LinkedMoves:
    """The moves of a board, linked for a beam search.

    Attributes:
        kernel: the moves.
        cells: number of cells, n.
        moves: number of moves, m.
        places: number of places.
        rows: most rows of a move; see ``kernels.beam.Puzzle``.
        longest: most cells of a move.
        leads: number of levels that moves lead ahead.
        origins: int32[m], the move of the board that each move is; see ``kernel.restrict``.
    """

    def __init__(
        self,
        cells: int,
        moves: _Changes,
        further: _Changes = (),
        lead: int = 1,
        whole: LinkedMoves | None = None,
    ) -> None:
        """Link moves.

        Args:
            cells: number of cells.
            moves: moves, those of the same cells in a row.
            further: for each place a move that leads ``lead`` levels ahead; or none.
            lead: see above.
            whole: moves of a board of which parts no larger than these replace these.
        """
        supports = [{source for source, _ in move} for move in moves]
        begins = [i for i in range(len(moves)) if i == 0 or supports[i] != supports[i - 1]]
        ranges = [[*begins, len(moves)]]
        pairs = not further and all(end - begin == 2 for begin, end in pairwise(ranges[0]))
        if further:
            ranges.append([len(moves) + i for i in range(len(further) + 1)])
        moves = [sorted(move) for move in (*moves, *further)]
        numbers = {tuple(move): number for number, move in enumerate(moves)}
        inverse = [numbers.get(tuple(sorted((t, s) for s, t in move)), -1) for move in moves]
        sources, targets = np.array([pair for move in moves for pair in move], np.uint16).T.copy()
        # A row for each two moves of the same cell, at most.
        shared = int((np.bincount(sources, minlength=cells).astype(np.int64) ** 2).sum())
        users = max((end - begin for begin, end in pairwise(ranges[0])), default=1)
        most_rows = min(len(moves) ** 2, shared * users) + 1
        rows = np.zeros(len(moves) + 1, np.int32)
        self.origins: NDArray[np.int32] = np.arange(len(moves), dtype=np.int32)
        scratch = max(len(sources), len(moves), cells)
        scratch = max(scratch, 0 if whole is None else max(whole.origins.size, whole.cells))
        self.cells: int = cells
        self.moves: int = len(moves)
        self.places: int = len(begins)
        self.leads = np.array([1, lead] if further else [1])
        self.kernel = kernel.Puzzle(
            cells, len(moves), len(begins),
            np.cumsum([0, *map(len, moves)], dtype=np.int32), sources, targets,
            np.array(inverse, np.int32), np.array(ranges, np.int32),
            np.random.default_rng(7).integers(1, 1 << 62, (cells, cells), np.int64),
            np.zeros(len(moves) + 1, np.int32), np.zeros(most_rows, np.int32),
            rows, np.zeros(most_rows, np.int32), np.zeros(most_rows + 1, np.int32),
            np.zeros(shared, np.uint16), np.zeros(shared, np.uint16),
            np.zeros((5, scratch), np.int32), self.origins, pairs,
        )  # fmt: skip
        self.kernel.link()
        self.rows = int(np.diff(rows).max(initial=1))
        self.longest = max(map(len, moves))


def tile_costs(cost: NDArray[Any], distances: Iterable[NDArray[Any]], reach: int) -> kernel.Costs:
    """Return costs of single tiles.

    Args:
        cost: int[n, n], the cost of each tile, identified by its goal cell, in each cell.
        distances: one or two distances of it from there, int[n, n] each.
        reach: the most by which a move changes the sum of either distance.
    """
    total = np.zeros(cost.shape, np.int32)
    for i, each in enumerate(distances):
        total += each.astype(np.int32) * FAR**i
    nothing = np.zeros(1, np.int32)
    return kernel.Costs(
        cost.astype(np.int16).ravel(), total.ravel(), reach,
        np.zeros((0, 1), np.uint16), nothing, nothing, nothing,
    )  # fmt: skip


class BeamParameters(NamedTuple):
    """Parameters of a beam search; see ``kernels.beam``.

    Attributes:
        width: number of states kept at each level.
        levels: most levels.
        candidates: number of successors selected for each state kept, since some are equal.
        lookahead: weight of possible savings, in 32nds.
        noise: greatest random amount added to a score, a power of 2 minus 1.
        forgets: states of earlier levels may be met again.
        windows: places whose moves are tried at the same time; empty for all.
        dwell: levels after which the window may change.
    """

    width: int
    levels: int
    candidates: int = 3
    lookahead: int = 8
    noise: int = 7
    forgets: bool = True
    windows: Sequence[NDArray[np.int64]] = ()
    dwell: int = 10


class Beam:
    """A beam search, and the arrays that its caller reads.

    Attributes:
        kernel: the search.
    """

    def __init__(
        self,
        moves: LinkedMoves,
        costs: kernel.Costs,
        parameters: BeamParameters,
        table: kernel.GoalTable | None = None,
        groups: int = 0,
    ) -> None:
        """Allocate the memory.

        Args:
            moves: the moves.
            costs: the costs of states.
            parameters: of the beam.
            table: positions near the goal; None for none.
            groups: number of groups of tiles, 0 if the costs are of single tiles.
        """
        width, levels, n = parameters.width, parameters.levels, moves.cells
        states = (int(moves.leads.max()) + 1) * width
        candidates = parameters.candidates * width
        made = candidates if parameters.lookahead else 0
        nodes = width * (levels + 1)
        windows = parameters.windows
        self._width = width
        self._sizes = np.zeros(states // width, np.int64)
        self._tiles = np.zeros((states, n), np.uint16)
        self._node = np.zeros(states, np.int32)
        self._distance = np.zeros(states, np.int64)
        self._parents, self._moved = np.zeros((2, nodes), np.int32)
        self._path = np.zeros(levels + _LONGEST_END, np.int32)
        cost, saving, key = np.zeros((3, states), np.int64)
        item, saved, away, keys = np.zeros((4, made), np.int64)
        arrived, replaced, dearer = np.zeros((3, moves.longest), np.int64)
        self.kernel = kernel.Beam(
            moves.kernel, costs, table or _no_table(n),
            kernel.States(
                self._sizes, self._tiles.ravel(),
                np.zeros(0 if groups else states * moves.moves, np.int16),
                cost, saving, self._distance, key, self._node, np.zeros(states, np.int32),
            ),
            kernel.Selection(
                candidates, parameters.noise, np.zeros(4 * candidates + 64, np.int64),
                np.zeros(RANKS, np.int32),
            ),
            kernel.Successors(
                item, saved, away, keys, moves.rows,
                np.zeros(max(made, 1) * moves.rows, np.int16), arrived, replaced, dearer,
            ),
            kernel.Groups(*np.zeros((5, groups), np.int64)),
            width, parameters.lookahead, parameters.forgets, moves.leads,
            np.arange(moves.places, dtype=np.int32), moves.places,
            np.concatenate([*windows, np.zeros(0)]).astype(np.int32),
            np.cumsum([0, *map(len, windows)], dtype=np.int32), parameters.dwell,
            np.zeros(_slots(parameters), np.int64), self._parents, self._moved, self._path,
            np.arange(n, dtype=np.uint16), np.zeros((2, n), np.uint16),
        )  # fmt: skip

    def begin(self, start: NDArray[Any], kinds: NDArray[Any] | None = None) -> None:
        """Start from a state.

        Args:
            start: int[n], for each cell the cell its tile belongs to.
            kinds: int[n], the value of each cell in the goal; None if all differ.
        """
        if kinds is None:
            kinds = np.arange(len(start))
        self.kernel.begin(start.astype(np.uint16), kinds.astype(np.uint16))

    @property
    def _level(self) -> slice:
        """Rows of the states of the current level."""
        side, *_ = self.kernel.result()
        return slice(side * self._width, side * self._width + int(self._sizes[side]))

    @property
    def states(self) -> NDArray[np.int16]:
        """States of the current level, int16[k, n], see ``begin``."""
        return self._tiles[self._level].astype(np.int16)

    @property
    def depth(self) -> int:
        """Number of levels searched."""
        return self.kernel.result()[2]

    @property
    def is_complete(self) -> bool:
        """True if no state was left out."""
        return self.kernel.result()[4]

    @property
    def remaining_distance(self) -> int:
        """Sum of the distances of all tiles in the best state."""
        return sum(divmod(int(self._distance[self.kernel.result()[1]]), FAR))

    @property
    def best_state(self) -> NDArray[np.int16]:
        """The best state, int16[n]."""
        best: NDArray[np.int16] = self._tiles[self.kernel.result()[1]].astype(np.int16)
        return best

    @property
    def path(self) -> NDArray[np.int16]:
        """The path found."""
        return self._path[: self.kernel.result()[3]].astype(np.int16)

    def path_to(self, number: int) -> NDArray[np.int16]:
        """Return the moves that lead to a state of the current level."""
        node = int(self._node[self._level][number])
        return np.array(path_to_node(self._parents, self._moved, node), np.int16)


def path_to_node(parents: NDArray[Any], moved: NDArray[Any], node: int) -> list[int]:
    """Return the moves from the root of a search tree to a node."""
    found = []
    while node >= 0:
        found.append(int(moved[node]))
        node = int(parents[node])
    return found[::-1]


def beam_mib(moves: LinkedMoves, parameters: BeamParameters, *, grouped: bool = False) -> float:
    """Return the memory of a beam search in MiB."""
    width, levels, candidates = parameters.width, parameters.levels, parameters.candidates
    made = candidates if parameters.lookahead else 0
    side = 2 * moves.cells + (0 if grouped else 2 * moves.moves) + 40
    state = (int(moves.leads.max()) + 1) * side + 8 * (levels + 1) + 32 * candidates
    keys = 8 * _slots(parameters)
    return (width * (state + made * (32 + 2 * moves.rows)) + keys) / (1 << 20)


def _slots(parameters: BeamParameters) -> int:
    """Return the size of the table of the keys of states already made."""
    made = parameters.candidates if parameters.lookahead else 1
    levels = 1 if parameters.forgets else parameters.levels + 1
    return max(_SLOTS, 1 << (2 * made * parameters.width * levels - 1).bit_length())


def _no_table(cells: int) -> kernel.GoalTable:
    """Return a table without any position."""
    return kernel.GoalTable(
        np.zeros((1, cells), np.uint16), np.zeros(1, np.int64), np.zeros(1, np.int64),
        np.zeros(1, np.int32), np.zeros(1, np.uint8),
    )  # fmt: skip


class BeamFactory:
    """Factory of beams and goal tables for the moves and costs of a board.

    Attributes:
        moves: the moves.
        cells: number of cells.
        distances: int16[n, n], moves that carry a tile to each cell from each cell.
        costs: costs of states.
    """

    def __init__(
        self, targets: Values, distances: NDArray[np.int16], context: SearchContext,
        *, distinct: bool,
    ) -> None:  # fmt: skip
        """Compute the costs.

        Args:
            targets: uint16[m, n], the cell that each move carries the content of a cell to.
            distances: see above.
            context: context of the run.
            distinct: all tiles differ, so that groups of tiles can be judged together.
        """
        self._targets, self._context = targets, context
        self.cells = targets.shape[1]
        self.distances = distances
        self.moves = LinkedMoves(
            self.cells,
            [[(s, t) for s, t in enumerate(row) if s != t] for row in targets.tolist()],
        )
        tiles = 1
        most = min(_ENTRIES, _WORK // len(targets))
        local = self.cells >= _CELLS and self.moves.places >= _PLACES
        while distinct and not local and tiles < self.cells and self.cells ** (tiles + 2) <= most:
            tiles += 1
        self._grouped = tiles > 1
        self.costs = self._group_costs(tiles) if self._grouped else self._tile_costs()

    def table(self, positions: int) -> kernel.GoalTable:
        """Allocate a table of that many positions around a goal."""
        slots = _SLOTS
        while slots < 2 * positions:
            slots *= 2
        rows = max(2, 2 * positions // max(2, self.moves.moves - 2))
        return kernel.GoalTable(
            np.zeros((rows, self.cells), np.uint16), np.zeros(rows, np.int64),
            np.zeros(slots, np.int64), np.zeros(slots, np.int32), np.zeros(4 * slots, np.uint8),
        )  # fmt: skip

    def table_mib(self, positions: int) -> float:
        """Return the memory of a table in MiB."""
        rows = 2 * positions // max(2, self.moves.moves - 2)
        return float(64 * positions + rows * (2 * self.cells + 8)) / (1 << 20)

    def beam(self, table: kernel.GoalTable, width: int, depth: int) -> Beam:
        """Allocate a beam search that ends in a table."""
        groups = self.cells if self._grouped else 0
        return Beam(self.moves, self.costs, self._parameters(width, depth), table, groups)

    def beam_mib(self, width: int, depth: int) -> float:
        """Return the memory of a beam search in MiB."""
        return beam_mib(self.moves, self._parameters(width, depth), grouped=self._grouped)

    def _parameters(self, width: int, depth: int) -> BeamParameters:
        if self._grouped:
            return BeamParameters(width, depth, 2, 0, 0, forgets=False)
        return BeamParameters(width, depth, forgets=False)

    def _tile_costs(self) -> kernel.Costs:
        """Return costs that grow faster than the distance of each tile."""
        farthest = self.distances.max(initial=1, where=self.distances < _UNKNOWN)
        cost = np.minimum(self.distances, farthest).astype(np.float64) ** _POWER
        changed = np.abs(cost[:, self._targets] - cost[:, None]).max(axis=0).sum(axis=1).max()
        unit = min(_UNIT, _MOST_CHANGE / max(1.0, float(changed), float(cost.max())))
        reach = int((self._targets != np.arange(self.cells)).sum(axis=1).max())
        return tile_costs(np.rint(unit * cost), [self.distances], reach)

    def _group_costs(self, tiles: int) -> kernel.Costs:
        """Return costs of groups of so many tiles, a group around each."""
        n = self.cells
        groups = self._groups(tiles)
        distances = self._patterns(groups)
        highest = float(distances.max(initial=1, where=distances < _UNKNOWN))
        unit = min(_UNIT, _HIGHEST / highest**_POWER)
        cost = unit * np.arange(int(distances.max()) + 1, dtype=np.float64) ** _POWER
        tables = np.minimum(cost, _HIGHEST).astype(np.uint16)[distances]
        order = np.argsort(groups.ravel(), kind="stable")
        begins = np.searchsorted(groups.ravel()[order], np.arange(n + 1))
        return kernel.Costs(
            np.zeros(0, np.int16), np.zeros(0, np.int32), 0,
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
