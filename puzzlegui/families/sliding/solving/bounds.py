"""Lower bounds for IDA* on a sliding board, each with the kernel that uses it.

Additive pattern databases (Korf and Felner 2002; Felner, Korf and Hanan 2004), or Manhattan
distances with linear conflicts (Hansson, Mayer and Yung 1992).
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from puzzlegui.families.sliding.kernels import ida as sliding_ida
from puzzlegui.families.sliding.kernels import lines as sliding_lines
from puzzlegui.families.sliding.kernels import ranked as sliding_ranked
from puzzlegui.families.sliding.kernels.constants import ida as ida_constants
from puzzlegui.families.sliding.kernels.constants import lines as lines_constants
from puzzlegui.families.sliding.kernels.constants import pattern as pattern_constants
from puzzlegui.families.sliding.solving import patterns
from puzzlegui.families.sliding.solving.automaton import Automaton
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
    """A lower bound and the depth-first search that uses it."""

    def search(
        self, cells: Ints, gap: int, made: int, length: int, automaton: Automaton, state: int,
        path: Ints, out: NDArray[np.int8], all_solutions: bool, ctl: Ints,
    ) -> int:  # fmt: skip
        """Search for solutions of exactly ``length`` moves; see ``run`` of the kernels.

        ``cells`` are values, numbered as in the goal.
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
        records = 2 * n * np.arange(n) + (2 * groups[first] << 12)
        records += 2 * (len(starts) + groups[last]) << 20
        offsets = np.stack([weights[view][:, None] * view for view in (first, last)], axis=2)
        self._data = (
            tables, starts.astype(np.int32), records.astype(np.int32),
            offsets.ravel().astype(np.int32), plan.geometry.moves(), len(images) == _VIEWS,
        )  # fmt: skip

    def search(
        self, cells: Ints, gap: int, made: int, length: int, automaton: Automaton, state: int,
        path: Ints, out: NDArray[np.int8], all_solutions: bool, ctl: Ints,
    ) -> int:  # fmt: skip
        workspace = np.empty(ida_constants.LEVELS + ida_constants.LEVEL * (length + 1), np.int32)
        search = sliding_ida.DirectDatabaseSearch(*self._data, automaton.packed, workspace, ctl)
        return int(search.run(cells, gap, made, length, state, path, out, all_solutions))


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
        starts = np.cumsum([0, *plan.sizes[:-1]])
        self._groups = len(starts)
        self._databases = sliding_ranked.PatternDatabases(
            arrays["tables"], starts, np.array(begins), np.array(groups), np.array(first),
            np.array(radix), np.array(weights), patterns.binomial(n), self._images,
            plan.geometry.neighbours(),
        )  # fmt: skip

    def search(
        self, cells: Ints, gap: int, made: int, length: int, automaton: Automaton, state: int,
        path: Ints, out: NDArray[np.int8], all_solutions: bool, ctl: Ints,
    ) -> int:  # fmt: skip
        views = len(self._images)
        places = np.empty((views, len(self._pick)), np.int64)
        slots = np.zeros((views, len(cells)), np.int64)
        for view, image in enumerate(self._images):
            seen = np.empty_like(cells)
            seen[image] = image[cells] if self._distinct else cells
            places[view] = np.argsort(seen, kind="stable")[self._pick]
            slots[view, places[view]] = np.arange(len(self._pick))
        indexes = np.empty((views, self._groups), np.int64)
        levels = np.empty(pattern_constants.LEVEL * (length + 1), np.int64)
        search = sliding_ranked.RankedDatabaseSearch(
            self._databases, automaton.transitions, indexes, levels, ctl
        )
        return int(search.run(places, slots, gap, made, length, state, path, out, all_solutions))


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
        homes = np.where(alone, np.divmod(cells, geometry.columns), -1)
        self._data = self._goal, geometry.columns, geometry.neighbours(), homes

    def search(
        self, cells: Ints, gap: int, made: int, length: int, automaton: Automaton, state: int,
        path: Ints, out: NDArray[np.int8], all_solutions: bool, ctl: Ints,
    ) -> int:  # fmt: skip
        rows, columns = self._geometry.rows, self._geometry.columns
        levels = np.empty(lines_constants.LEVEL * (length + 1), np.int64)
        scratch = np.empty((2, rows + columns), np.int64)
        search = sliding_lines.LineCrossingSearch(
            *self._data, automaton.transitions, levels, scratch, ctl
        )
        return int(
            search.run(
                cells, self._excess(cells), gap, made, length, state, path, out, all_solutions
            )
        )

    def _excess(self, cells: Ints) -> Ints:
        """Return the excess of each value beyond each line; see ``kernels.lines``."""
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
