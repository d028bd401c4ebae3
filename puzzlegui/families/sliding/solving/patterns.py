"""Pattern databases of sliding boards: which there are, how they are built and stored.

Additive pattern databases (Korf and Felner 2002; Felner, Korf and Hanan 2004). The moves that a
group of tiles needs depend on the gap's cell in the goal, so there are tables for each geometry, on
three
levels: ``quick`` is built in a moment and not stored, ``main`` is stored in the cache folder,
``large`` is built only on request. Those of boards with equal tiles depend on the whole goal, and
are not stored either.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzlegui.core.counting import group_digits
from puzzlegui.core.language import tr
from puzzlegui.families.sliding.kernels import pattern as sliding_pattern
from puzzlegui.families.sliding.kernels.constants.pattern import UNKNOWN
from puzzlegui.families.sliding.solving.geometry import Geometry, normal
from puzzlegui.solvers import stored
from puzzlegui.solvers.control import Work

Ints = NDArray[np.int64]

MOST_CELLS = 32
"""The most cells of a board with pattern databases: a set of cells is a 32-bit number."""
_QUICK, _MAIN = 1 << 20, 1 << 24
"""The most entries of a database when it is indexed directly, unused ones included."""
_LARGE = 700_000_000
"""The most bytes of all databases of the large level."""
_COLOURS, _ONE_COLOUR = 1_000_000, 1_100_000
"""The most patterns of a database with equal tiles, of several values or of one."""
_THREADS = 2


@dataclass(frozen=True)
class Plan:
    """The databases of one level.

    Attributes:
        geometry: the board.
        name: of the stored table.
        groups: the values of each database, in the order in which patterns are numbered.
        goal: the value of each cell; where all differ, the cell's own number.
    """

    geometry: Geometry
    name: str
    groups: tuple[tuple[int, ...], ...]
    goal: tuple[int, ...]

    def homes(self, group: tuple[int, ...]) -> list[list[int]]:
        """For each value of a group, the cells it belongs to."""
        return [[c for c, value in enumerate(self.goal) if value == wanted] for wanted in group]

    def ranking(self, group: tuple[int, ...]) -> tuple[Ints, Ints]:
        """``first`` and ``radix`` of ``kernels.pattern.rank``."""
        first: list[int] = []
        radix: list[int] = []
        free = self.geometry.cells
        for cells in self.homes(group):
            radix += [math.comb(free, len(cells))] * len(cells)
            first += [len(first)] * len(cells)
            free -= len(cells)
        return np.array(first), np.array(radix)

    def size(self, group: tuple[int, ...]) -> int:
        """The number of patterns of a database, and of its bytes."""
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
        """The number of entries of each database when it is indexed directly, and of its bytes."""
        return [self.geometry.cells ** len(group) for group in self.groups]

    @property
    def mib_to_build(self) -> float:
        """The memory for building them, in MiB."""
        sizes = sorted(self.sizes, reverse=True)
        wide = 2 * np.dtype(self._sets).itemsize
        return (sum(sizes) + wide * sum(sizes[:_THREADS])) / (1 << 20)

    @property
    def mib_to_index(self) -> float:
        """The memory of the directly indexed databases, in MiB."""
        return sum(self.entries) / (1 << 20)

    @property
    def _sets(self) -> type[np.unsignedinteger[Any]]:
        return np.uint16 if self.geometry.cells <= 16 else np.uint32

    def build(self, work: Work) -> dict[str, NDArray[np.uint8]]:
        """The databases, one after the other in ``tables``.

        Raises:
            Stopped: the work was stopped, or there is too little memory.
        """
        work.reserve(self.mib_to_build)
        built = itertools.count()
        size = len(self.groups)
        tables = np.full(sum(self.sizes), UNKNOWN, np.uint8)
        arrays = [work.kernel_array(number) for number in range(_THREADS)]

        def build_one(number: int, group: tuple[int, ...], table: NDArray[np.uint8]) -> None:
            self._build_one(group, table, arrays[number % _THREADS])
            work.phase = tr("pattern databases: {number} of {size} built").format(
                number=group_digits(next(built) + 1), size=group_digits(size)
            )

        work.phase = tr("pattern databases: 0 of {size} built").format(size=group_digits(size))
        with ThreadPoolExecutor(_THREADS, "build") as pool:
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
        """Each group with its part of ``tables``."""
        ends = np.cumsum(self.sizes)
        return list(zip(self.groups, np.split(tables, ends[:-1]), strict=True))

    def _build_one(self, group: tuple[int, ...], table: NDArray[np.uint8], ctl: Ints) -> None:
        frontier, visited = np.zeros(len(table), self._sets), np.zeros(len(table), self._sets)
        homes = np.array([[cell for cells in self.homes(group) for cell in cells]])
        sliding_pattern.Builder(
            homes, self.geometry.gap, *self.ranking(group), binomial(self.geometry.cells),
            self.geometry.neighbours(), self.geometry.columns, np.empty((2, homes.size), np.int64),
        ).build(table, frontier, visited, ctl)  # fmt: skip

    def index_directly(self, arrays: stored.Arrays, work: Work) -> NDArray[np.uint8]:
        """The databases one after the other, indexed by cell × weight; all tiles differ.

        Raises:
            Stopped: the work was stopped, or there is too little memory.
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
        """The weight of each tile's cell in the direct index."""
        return np.array([self.geometry.cells**k for k in reversed(range(len(group)))], np.int64)


@lru_cache(maxsize=8)
def binomial(n: int) -> Ints:
    """See ``kernels.pattern.rank``."""
    return np.array([[math.comb(i, j) for j in range(n + 2)] for i in range(n + 2)])


# --- which there are ---


def quick(geometry: Geometry) -> Plan:
    """Databases that are built in a moment."""
    return _equal(geometry, _tiles_within(geometry, _QUICK), "-quick")


def main(geometry: Geometry) -> Plan:
    """Databases good enough for nearly every board, and still small."""
    return _equal(geometry, _tiles_within(geometry, _MAIN), "")


def large(geometry: Geometry) -> Plan:
    """The best possible databases, for the hardest boards."""
    tiles = geometry.cells - 1
    for groups in range(1, tiles + 1):
        plan = _equal(geometry, -(-tiles // groups), "-large")
        if sum(plan.sizes) <= _LARGE:
            break
    return plan


def _tiles_within(geometry: Geometry, most: int) -> int:
    """The most tiles of a group whose direct index has at most ``most`` entries."""
    return max(k for k in range(1, geometry.cells) if geometry.cells**k <= most)


def _equal(geometry: Geometry, size: int, level: str) -> Plan:
    tour = geometry.tour()
    groups = tuple(tuple(tour[i : i + size]) for i in range(0, len(tour), size))
    return Plan(geometry, geometry.name + level, groups, tuple(range(geometry.cells)))


def coloured(geometry: Geometry, goal: tuple[int, ...]) -> Plan | None:
    """Databases of all tiles of a value, for a goal with equal tiles; None if too large."""
    counts = Counter(goal)
    values = tuple(dict.fromkeys(goal[cell] for cell in geometry.tour()))
    whole = Plan(geometry, f"{geometry.name} {goal}", (values,), goal)
    if max(math.comb(geometry.cells, counts[value]) for value in values) > _ONE_COLOUR:
        return None
    groups: list[tuple[int, ...]] = [()]
    for value in values:
        together = (*groups[-1], value)
        if groups[-1] and whole.size(together) > _COLOURS:
            together = (value,)
            groups.append(together)
        groups[-1] = together
    return Plan(geometry, whole.name, tuple(groups), goal)


# --- which are offered to be built beforehand ---


def offered() -> list[Plan]:
    """Tables of the usual boards, the ones used by default first; ``large`` ones on request."""
    return [*usual(), *(large(geometry) for geometry in _corners())]


def usual() -> list[Plan]:
    """Those that are built automatically when they are needed."""
    return [main(geometry) for geometry in _corners()]


def _corners() -> list[Geometry]:
    """The usual boards, their gap in the last corner."""
    return [normal(rows, columns, rows * columns - 1)[0] for rows, columns in _USUAL]


_USUAL = ((4, 4), (3, 5), (5, 5))


def build(name: str, work: Work) -> None:
    """Build an offered table and store it.

    Raises:
        KeyError: no such table is offered.
        Stopped: the work was stopped, or there is too little memory.
    """
    plan = {plan.name: plan for plan in offered()}[name]
    stored.save(name, plan.build(work))
