"""Pattern databases of sliding boards: their levels, construction and storage.

Additive pattern databases (Korf and Felner 2002; Felner, Korf and Hanan 2004). The moves that a
group of tiles needs depend on the gap's cell in the goal, so each geometry has its own tables, on
three levels: ``quick`` is built in a moment and not stored, ``main`` is stored in the cache folder,
``large`` is built only on request. The databases of boards with equal tiles depend on the whole
goal, and are not stored.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import tr
from puzzlegui.families.family import Table
from puzzlegui.families.sliding.kernels import pattern as sliding_pattern
from puzzlegui.families.sliding.kernels.pattern import UNKNOWN
from puzzlegui.families.sliding.solving.geometry import NormalForm, normalize
from puzzlegui.solvers import table_store
from puzzlegui.solvers.control import SearchContext

Ints = NDArray[np.int64]

MOST_CELLS = 32
"""Most cells of a board with pattern databases: a set of cells is a 32-bit number."""
_QUICK, _MAIN = 1 << 20, 1 << 24
"""Most entries of a directly indexed database of these levels, unused entries included."""
_LARGE = 700_000_000
"""Most bytes of all databases of the large level."""
_DIRECT = 1 << 30
"""Most bytes of all directly indexed databases; ``kernels.ida`` has 32-bit indexes."""
_COLOURS, _ONE_COLOUR = 1_000_000, 1_100_000
"""Most patterns of a database with equal tiles, of several values or of a single value."""


@dataclass(frozen=True)
class DatabasePlan:
    """Partition of the tiles into the databases of a level.

    Attributes:
        geometry: the board.
        name: name of the stored table.
        groups: the values of each database, in the order in which patterns are numbered.
        goal: value of each cell; the cell's own number if all values differ.
    """

    geometry: NormalForm
    name: str
    groups: tuple[tuple[int, ...], ...]
    goal: tuple[int, ...]

    def homes(self, group: tuple[int, ...]) -> list[list[int]]:
        """Return the goal cells of each value of a group."""
        return [[c for c, value in enumerate(self.goal) if value == wanted] for wanted in group]

    def ranking(self, group: tuple[int, ...]) -> tuple[Ints, Ints]:
        """Return ``first`` and ``radix`` of ``kernels.pattern.rank``."""
        first: list[int] = []
        radix: list[int] = []
        free = self.geometry.cells
        for cells in self.homes(group):
            radix += [math.comb(free, len(cells))] * len(cells)
            first += [len(first)] * len(cells)
            free -= len(cells)
        return np.array(first), np.array(radix)

    def size(self, group: tuple[int, ...]) -> int:
        """Return the number of patterns of a database, which is its size in bytes."""
        size, free = 1, self.geometry.cells
        for cells in self.homes(group):
            size *= math.comb(free, len(cells))
            free -= len(cells)
        return size

    @property
    def sizes(self) -> list[int]:
        return [self.size(group) for group in self.groups]

    @property
    def entries(self) -> list[int]:
        """Number of entries of each directly indexed database, which is its size in bytes."""
        return [self.geometry.cells ** len(group) for group in self.groups]

    @property
    def mib_to_build(self) -> float:
        """Memory for building the databases by a single thread, in MiB."""
        return sum(self.sizes) / (1 << 20) + self._mib_a_thread

    @property
    def _mib_a_thread(self) -> float:
        """Memory for building the largest database, without it, in MiB."""
        return 2 * np.dtype(self._sets).itemsize * max(self.sizes) / (1 << 20)

    @property
    def mib_to_index(self) -> float:
        """Size of the directly indexed databases in MiB."""
        return sum(self.entries) / (1 << 20)

    @property
    def fits_direct_index(self) -> bool:
        """True if ``index_directly`` takes little enough memory."""
        return sum(self.entries) <= _DIRECT

    @property
    def _sets(self) -> type[np.unsignedinteger[Any]]:
        return np.uint16 if self.geometry.cells <= 16 else np.uint32

    def build(self, work: SearchContext) -> dict[str, NDArray[np.uint8]]:
        """Build the databases, concatenated in ``tables``.

        Raises:
            SearchStopped: the work was stopped, or there is too little memory.
        """
        work.reserve(self.mib_to_build)
        threads = min(work.affordable_threads(self._mib_a_thread), len(self.groups))
        built = itertools.count()
        size = len(self.groups)
        tables = np.full(sum(self.sizes), UNKNOWN, np.uint8)
        arrays = [work.kernel_array(number) for number in range(threads)]

        def build_one(number: int, group: tuple[int, ...], table: NDArray[np.uint8]) -> None:
            self._build_one(group, table, arrays[number % threads])
            work.phase = tr("pattern databases: {number} of {size} built").format(
                number=group_digits(next(built) + 1), size=group_digits(size)
            )

        work.phase = tr("pattern databases: 0 of {size} built").format(size=group_digits(size))
        with ThreadPoolExecutor(threads, "build") as pool:
            jobs = [
                pool.submit(build_one, number, group, table)
                for number, (group, table) in enumerate(self.parts(tables))
            ]
        for job in jobs:
            job.result()
        work.check()
        work.phase = ""
        return {"tables": tables}

    def parts(self, tables: NDArray[np.uint8]) -> list[tuple[tuple[int, ...], NDArray[np.uint8]]]:
        """Return each group with its section of ``tables``."""
        ends = np.cumsum(self.sizes)
        return list(zip(self.groups, np.split(tables, ends[:-1]), strict=True))

    def _build_one(self, group: tuple[int, ...], table: NDArray[np.uint8], ctl: Ints) -> None:
        frontier, visited = np.zeros(len(table), self._sets), np.zeros(len(table), self._sets)
        homes = np.array([[cell for cells in self.homes(group) for cell in cells]])
        sliding_pattern.DatabaseBuilder(
            homes, self.geometry.gap, *self.ranking(group), binomial(self.geometry.cells),
            self.geometry.neighbours(), self.geometry.columns, np.empty((2, homes.size), np.int64),
        ).build(table, frontier, visited, ctl)  # fmt: skip

    def index_directly(self, arrays: table_store.Arrays, work: SearchContext) -> NDArray[np.uint8]:
        """Return the concatenated databases, indexed by cell × weight; all tiles differ.

        Raises:
            SearchStopped: the work was stopped, or there is too little memory.
        """
        work.reserve(self.mib_to_index)
        ends = np.cumsum(self.entries)
        direct = np.full(ends[-1], UNKNOWN, np.uint8)
        ctl = work.kernel_array()
        parts = np.split(direct, ends[:-1])
        for (group, table), part in zip(self.parts(arrays["tables"]), parts, strict=True):
            sliding_pattern.index_directly(
                table, part, self.weights(group), self.ranking(group)[1],
                np.empty((1, len(group)), np.int64), ctl,
            )  # fmt: skip
        work.check()
        return direct

    def weights(self, group: tuple[int, ...]) -> Ints:
        """Return the weight of the cell of each tile in the direct index."""
        return np.array([self.geometry.cells**k for k in reversed(range(len(group)))], np.int64)


@lru_cache(maxsize=8)
def binomial(n: int) -> Ints:
    """Return the binomial coefficients for ``kernels.pattern.rank``."""
    return np.array([[math.comb(i, j) for j in range(n + 2)] for i in range(n + 2)])


# --- levels ---


def quick_plan(geometry: NormalForm) -> DatabasePlan:
    """Return the plan of databases that are built in a moment."""
    return _equal(geometry, _tiles_within(geometry, _QUICK), "-quick")


def main_plan(geometry: NormalForm) -> DatabasePlan:
    """Return the plan of small databases that suffice for nearly every board."""
    return _equal(geometry, _tiles_within(geometry, _MAIN), "")


def large_plan(geometry: NormalForm) -> DatabasePlan:
    """Return the plan of the largest databases, for the hardest boards."""
    tiles = geometry.cells - 1
    for groups in range(1, tiles + 1):
        plan = _equal(geometry, -(-tiles // groups), "-large")
        if sum(plan.sizes) <= _LARGE:
            break
    return plan


def _tiles_within(geometry: NormalForm, most: int) -> int:
    """Return the most tiles of a group whose direct index has at most ``most`` entries."""
    return max(k for k in range(1, geometry.cells) if geometry.cells**k <= most)


def _equal(geometry: NormalForm, size: int, level: str) -> DatabasePlan:
    tour = geometry.tour()
    groups = tuple(tuple(tour[i : i + size]) for i in range(0, len(tour), size))
    return DatabasePlan(geometry, geometry.name + level, groups, tuple(range(geometry.cells)))


def colour_plan(geometry: NormalForm, goal: tuple[int, ...]) -> DatabasePlan | None:
    """Return the plan for a goal with equal tiles, None if its databases are too large."""
    counts = Counter(goal)
    values = tuple(dict.fromkeys(goal[cell] for cell in geometry.tour()))
    whole = DatabasePlan(geometry, f"{geometry.name} {goal}", (values,), goal)
    if max(math.comb(geometry.cells, counts[value]) for value in values) > _ONE_COLOUR:
        return None
    groups: list[tuple[int, ...]] = [()]
    for value in values:
        together = (*groups[-1], value)
        if groups[-1] and whole.size(together) > _COLOURS:
            together = (value,)
            groups.append(together)
        groups[-1] = together
    return DatabasePlan(geometry, whole.name, tuple(groups), goal)


# --- tables that can be built in advance ---


def all_plans() -> list[DatabasePlan]:
    """Return the plans of the usual boards, default levels first, then ``large`` levels."""
    return [*default_plans(), *(large_plan(geometry) for geometry in _corners())]


def default_plans() -> list[DatabasePlan]:
    """Return the plans that are built automatically when needed."""
    return [main_plan(geometry) for geometry in _corners()]


def _corners() -> list[NormalForm]:
    """Return the usual boards, with the gap's goal in the last corner."""
    return [normalize(rows, columns, rows * columns - 1)[0] for rows, columns in _DEFAULT_BOARDS]


_DEFAULT_BOARDS = ((4, 4), (3, 5), (5, 5))


def build(name: str, work: SearchContext) -> None:
    """Build an offered table and store it.

    Raises:
        KeyError: no such table is offered.
        SearchStopped: the work was stopped, or there is too little memory.
    """
    plan = {plan.name: plan for plan in all_plans()}[name]
    table_store.save(name, plan.build(work))


def tables() -> Sequence[Table]:
    """Return the tables that are offered."""
    usual = {plan.name for plan in default_plans()}
    return [
        Table(
            plan.name,
            (
                tr("sliding {rows}×{columns}: optimal")
                if plan.name in usual
                else tr("sliding {rows}×{columns}: optimal, for the hardest boards")
            ).format(rows=str(plan.geometry.rows), columns=str(plan.geometry.columns)),
            partial(build, plan.name),
            automatic=plan.name in usual,
        )
        for plan in all_plans()
    ]
