"""Lower bounds for IDA* on a sliding board.

Additive pattern databases (Korf and Felner 2002; Felner, Korf and Hanan 2004), or Manhattan
distances with linear conflicts (Hansson, Mayer and Yung 1992).
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from puzzlegui.families.sliding.kernels import deepening as kernel
from puzzlegui.families.sliding.solving import patterns
from puzzlegui.families.sliding.solving.geometry import NormalForm
from puzzlegui.families.sliding.solving.patterns import DatabasePlan
from puzzlegui.solvers import table_store
from puzzlegui.solvers.control import Control, SearchContext

Ints = NDArray[np.int64]

_VIEWS = 2
_HARD = 5_000_000
"""States of an iteration after which the large databases are loaded."""
_AT_ONCE = 1_000_000
"""Most patterns of databases that are built at once."""


class Bound(Protocol):
    """A lower bound."""

    def at(self, cells: Ints, length: int) -> Any:
        """Return the bound at a position, for ``kernels.deepening.search``.

        Args:
            cells: int64[n], the value of each cell, numbered as in the goal.
            length: number of moves of the solutions from there.
        """


class DirectDatabases:
    """Pattern databases of distinct tiles, indexed directly by the cells of a group.

    Args:
        plan: the plan of the databases.
        tables: result of ``Plan.index_directly``.
    """

    def __init__(self, plan: DatabasePlan, tables: NDArray[np.uint8]) -> None:
        n = plan.geometry.cells
        groups, weights = np.zeros(n, np.int64), np.zeros(n, np.int64)
        for number, group in enumerate(plan.groups):
            groups[list(group)] = number
            weights[list(group)] = plan.weights(group)
        images = plan.geometry.views(_VIEWS)
        starts = np.cumsum([0, *plan.entries[:-1]])
        # In a view, a tile counts as the tile whose goal is the image of its own.
        first, last = images[0], images[-1]  # equal if there is a single view
        tiles = 2 * n * np.arange(n) + (groups[first] << 12) + (len(starts) + groups[last] << 20)
        offsets = np.stack([weights[view][:, None] * view for view in (first, last)], axis=2)
        self._tiles = tiles.astype(np.int32)
        self._data = (
            tables, offsets.ravel().astype(np.int32),
            np.tile(starts, len(images)).astype(np.int32), len(images),
        )  # fmt: skip

    def at(self, cells: Ints, length: int) -> Any:
        databases = len(self._data[2])
        nodes = node_count(length)
        return kernel.DirectDatabases(
            *self._data, self._tiles[cells], np.empty(databases, np.int32),
            *np.empty((2, 2 * nodes + databases), np.int32), *np.empty((2, 2 * nodes), np.int32),
        )  # fmt: skip


class RankedDatabases:
    """Pattern databases indexed by the rank of the pattern.

    Args:
        plan: the plan of the databases.
        arrays: result of ``Plan.build``.
    """

    def __init__(self, plan: DatabasePlan, arrays: table_store.Arrays) -> None:
        n = plan.geometry.cells
        distinct = len(set(plan.goal)) == n
        self._images = plan.geometry.views(_VIEWS if distinct else 1)
        counts = np.bincount(plan.goal)
        ends = np.cumsum(counts)
        pick: list[int] = []
        first: list[int] = []
        radix: list[int] = []
        weights: list[int] = []
        groups: list[int] = []
        begins = [0]
        for number, group in enumerate(plan.groups):
            pick += [i for value in group for i in range(ends[value] - counts[value], ends[value])]
            own_first, own_radix = plan.ranking(group)
            first += [begins[-1] + int(i) for i in own_first]
            radix += own_radix.tolist()
            digits = [*np.cumprod(own_radix[:0:-1])[::-1].tolist(), 1]
            weights += digits if len(group) == len(own_first) else [0] * len(own_first)
            groups += [number] * len(own_first)
            begins.append(len(pick))
        self._pick = np.array(pick)
        self._distinct = distinct
        self._data = (
            arrays["tables"], np.cumsum([0, *plan.sizes[:-1]]), np.array(begins), np.array(groups),
            np.array(first), np.array(radix), np.array(weights), patterns.binomial(n), self._images,
        )  # fmt: skip

    def at(self, cells: Ints, length: int) -> Any:
        views = len(self._images)
        places = np.empty((views, len(self._pick)), np.int64)
        slots = np.zeros((views, len(cells)), np.int64)
        for view, image in enumerate(self._images):
            seen = np.empty_like(cells)
            seen[image] = image[cells] if self._distinct else cells
            places[view] = np.argsort(seen, kind="stable")[self._pick]
            slots[view, places[view]] = np.arange(len(self._pick))
        nodes = node_count(length)
        return kernel.RankedDatabases(
            *self._data, places, slots, np.empty((views, len(self._data[1])), np.int64),
            np.empty(2 * nodes, np.int64), np.empty(2 * nodes, np.int32),
        )  # fmt: skip


class LineCrossings:
    """Manhattan distances, as lines to be crossed, with linear conflicts.

    Args:
        geometry: of the board.
        goal: the value of each cell, numbered by first appearance.
    """

    def __init__(self, geometry: NormalForm, goal: tuple[int, ...]) -> None:
        self._geometry = geometry
        self._goal = np.array(goal)
        self._gap = goal[geometry.gap]
        counts = np.bincount(goal)
        alone = counts == 1
        alone[self._gap] = False
        cells = np.argsort(goal, kind="stable")[np.cumsum(counts) - counts]
        coordinates = np.array(np.divmod(np.arange(geometry.cells), geometry.columns))
        homes = np.ascontiguousarray(np.where(alone, coordinates[:, cells], -1))
        self._data = geometry.columns, coordinates, homes

    def at(self, cells: Ints, length: int) -> Any:
        rows, columns = self._geometry.rows, self._geometry.columns
        return kernel.LineCrossings(
            *self._data, cells, self._excess(cells), np.empty(rows + columns, np.int32),
            np.empty(max(rows, columns), np.int64), *np.empty((4, node_count(length)), np.int32),
        )  # fmt: skip

    def _excess(self, cells: Ints) -> Ints:
        """Return the excess of each value beyond each line; see ``kernels.deepening``."""
        change = np.zeros((int(self._goal.max()) + 1, len(cells)), np.int64)
        indices = np.arange(len(cells))
        np.add.at(change, (cells, indices), 1)
        np.add.at(change, (self._goal, indices), -1)
        change[self._gap] = 0
        grids = change.reshape(-1, self._geometry.rows, self._geometry.columns)
        excess = np.zeros((2, len(change), max(grids.shape[1:]) - 1), np.int64)
        for axis in range(2):
            excess[axis, :, : grids.shape[1 + axis] - 1] = grids.sum(axis=2 - axis).cumsum(axis=1)[
                :, :-1
            ]
        return excess


def node_count(length: int) -> int:
    """Return the number of nodes for ``kernels.deepening``."""
    return 4 * length + 1


class BoundProvider:
    """Provider of the best bound available, which may improve during the search.

    Args:
        geometry: of the board.
        goal: the value of each cell, numbered by first appearance.
        control: of the search.
    """

    def __init__(self, geometry: NormalForm, goal: tuple[int, ...], control: Control) -> None:
        self._control = control
        self._better: list[DatabasePlan] = []  # databases that may still become ready
        # Under a limit of states the answer must not depend on what happens to be stored.
        self._limited = control.request.limits.states is not None
        if geometry.cells > patterns.MOST_CELLS:
            self.bound: Bound = LineCrossings(geometry, goal)
        elif len(set(goal)) < len(goal):
            self.bound = self._for_colours(geometry, goal)
        else:
            self._main, self._large = patterns.main_plan(geometry), patterns.large_plan(geometry)
            self.bound = self._for_numbers()

    def refresh(self, states: int) -> None:
        """Switch to better databases if they have become ready.

        Args:
            states: number of states of the longest iteration so far.
        """
        better = self._better
        if not better:
            return
        if better[0] is self._main:
            self._control.phase = table_store.build_phase(self._main.name)
        elif states > _HARD:
            self._fetch_large()
        for plan in reversed(better):
            if (bound := self._recall(plan)) is not None:
                self.bound = bound
                self._better = better[better.index(plan) + 1 :]
                return

    def _for_colours(self, geometry: NormalForm, goal: tuple[int, ...]) -> Bound:
        plan = patterns.colour_plan(geometry, goal)
        if plan is None:
            return LineCrossings(geometry, goal)
        arrays = table_store.get_cached(plan.name)
        if arrays is None:
            arrays = plan.build(self._control)
            table_store.put_cached(plan.name, arrays)
        return RankedDatabases(plan, arrays)

    def _for_numbers(self) -> Bound:
        bound = self._recall(self._main) or self._load()
        if bound is None and (self._limited or sum(self._main.sizes) <= _AT_ONCE):
            self._make(self._control)
            bound = self._recall(self._main)
        if bound is None:
            self._better.append(self._main)
            bound = self._quick()
        if not self._limited and table_store.exists(self._large.name):
            self._better.append(self._large)
        return bound

    def _quick(self) -> Bound:
        """Return small databases to start with, while the main databases are built."""
        plan = patterns.quick_plan(self._main.geometry)
        bound = self._recall(plan)
        if bound is None:
            tables = plan.index_directly(plan.build(self._control), self._control)
            table_store.put_cached(plan.name, {"direct": tables})
            bound = DirectDatabases(plan, tables)
        if self._control.can_allocate(self._main.mib_to_build + self._main.mib_to_index):
            table_store.build_in_background(self._main.name, self._make)
        return bound

    def _recall(self, plan: DatabasePlan) -> Bound | None:
        arrays = table_store.get_cached(plan.name)
        if arrays is None:
            return None
        return (
            DirectDatabases(plan, arrays["direct"])
            if "direct" in arrays
            else RankedDatabases(plan, arrays)
        )

    def _load(self) -> Bound | None:
        if not table_store.exists(self._main.name):
            return None
        self._control.reserve(sum(self._main.sizes) / (1 << 20))
        arrays = table_store.load(self._main.name)
        if arrays is not None:
            self._remember(self._main, arrays, self._control)
        return self._recall(self._main)

    def _make(self, work: SearchContext) -> None:
        arrays = self._main.build(work)
        table_store.save(self._main.name, arrays)
        self._remember(self._main, arrays, work)

    def _remember(
        self, plan: DatabasePlan, arrays: table_store.Arrays, work: SearchContext
    ) -> None:
        """Keep databases in memory, indexed directly, which is faster, if they fit."""
        if plan.fits_direct_index and self._control.can_allocate(plan.mib_to_index):
            arrays = {"direct": plan.index_directly(arrays, work)}
        table_store.put_cached(plan.name, arrays)

    def _fetch_large(self) -> None:
        """Load the large databases in the background if there is enough memory."""
        if self._control.can_allocate(sum(self._large.sizes) / (1 << 20)):
            table_store.build_in_background(self._large.name, self._load_large)

    def _load_large(self, work: SearchContext) -> None:
        arrays = table_store.load(self._large.name)
        if arrays is None:
            self._better = []  # the file is missing or damaged
        else:
            self._remember(self._large, arrays, work)
