"""Pattern databases of sliding boards with distinct tiles: which there are, and getting them.

What a group of tiles needs depends on where the goal has the gap. Boards are turned and mirrored
so that one geometry serves many: at most as many rows as columns, the gap's goal as far down and
to the right as it can come. A symmetry that leaves such a geometry unchanged gives a second bound
from the same tables.

There are up to three levels for a geometry: ``quick`` is built in a moment and not kept, ``main``
is kept in the cache folder, and built aside if it takes more than a moment; ``large`` is only built
on request.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzlegui.core.cells import cell_name
from puzzlegui.solvers import stored
from puzzlegui.solvers.control import Control
from puzzlegui.solvers.kernels import sliding_pattern as kernel
from puzzlegui.solvers.sliding.automaton import WAYS

Ints = NDArray[np.int64]

MOST_CELLS = 32
"""Cells of boards for which there are pattern databases: a set of cells is a number of 32 bits."""
_QUICK, _MAIN = 1 << 20, 1 << 24
"""Entries of one database as it is looked up, with room for tiles on the same cell."""
_AT_ONCE = 1_000_000
"""Patterns of all databases that are built in a moment."""
_VIEWS = 2
_THREADS = 2


@dataclass(frozen=True)
class Geometry:
    """Size and gap's goal of a board turned as above."""

    rows: int
    columns: int
    gap: int

    @property
    def name(self) -> str:
        """What tables for it are called."""
        gap = cell_name(divmod(self.gap, self.columns))
        return f"sliding-{self.rows}x{self.columns}-{gap}"

    @property
    def cells(self) -> int:
        return self.rows * self.columns

    def neighbours(self) -> Ints:
        """The cell in each way from each, -1 where there is none."""
        found = np.full((self.cells, len(WAYS)), -1, np.int64)
        for cell in range(self.cells):
            row, column = divmod(cell, self.columns)
            for way, (down, right) in enumerate(WAYS):
                r, c = row + down, column + right
                if 0 <= r < self.rows and 0 <= c < self.columns:
                    found[cell, way] = r * self.columns + c
        return found

    def groups(self, most: int) -> list[list[int]]:
        """Its tiles, named by their goals, in groups of databases with at most ``most`` entries.

        Bands of two rows are gone through to and fro, so that groups are compact.
        """
        way: list[int] = []
        for band, top in enumerate(range(0, self.rows, 2)):
            strip = [
                row * self.columns + column
                for column in range(self.columns)
                for row in range(top, min(top + 2, self.rows))
            ]
            way += strip[::-1] if band % 2 else strip
        way.remove(self.gap)
        size = max(k for k in range(1, self.cells) if self.cells**k <= most)
        return [way[i : i + size] for i in range(0, len(way), size)]


def normal(rows: int, columns: int, gap: int) -> tuple[Geometry, Ints]:
    """The geometry that serves a board with that gap's goal, and where it has each cell."""
    return max(
        (
            (Geometry(r, c, int(image[gap])), image)
            for r, c, image in _symmetries(rows, columns)
            if r <= c
        ),
        key=lambda found: found[0].gap,
    )


def _symmetries(rows: int, columns: int) -> Iterator[tuple[int, int, Ints]]:
    """Each way to lay down a board: rows, columns, and where it takes each cell."""
    cells = np.arange(rows * columns).reshape(rows, columns)
    for transposed in (False, True):
        for down in (1, -1):
            for right in (1, -1):
                laid = (cells.T if transposed else cells)[::down, ::right]
                yield *laid.shape, np.argsort(laid.ravel())


def _views(geometry: Geometry) -> Ints:
    """The symmetries that leave the gap's goal in its place, the identity first."""
    gap, size = geometry.gap, (geometry.rows, geometry.columns)
    found = [image for r, c, image in _symmetries(*size) if (r, c) == size and image[gap] == gap]
    return np.array(found[:_VIEWS])


@dataclass(frozen=True)
class Databases:
    """Additive pattern databases as ``sliding_ida.search`` takes them."""

    tables: NDArray[np.uint8]
    starts: Ints
    groups: Ints
    weights: Ints
    images: Ints


@dataclass(frozen=True)
class Plan:
    """The databases of one level of a geometry.

    Attributes:
        name: of the stored table.
        groups: the tiles of each database.
    """

    geometry: Geometry
    name: str
    groups: tuple[tuple[int, ...], ...]

    @property
    def sizes(self) -> list[int]:
        """Patterns of each database, and bytes."""
        return [math.perm(self.geometry.cells, len(group)) for group in self.groups]

    @property
    def entries(self) -> list[int]:
        """Entries of each database as it is looked up, and bytes."""
        return [self.geometry.cells ** len(group) for group in self.groups]

    @property
    def mib_while_built(self) -> float:
        """Memory that building and spreading takes, in MiB."""
        wide = 2 * np.dtype(self._sets).itemsize
        sizes = sorted(self.sizes, reverse=True)
        building = sum(sizes) + wide * sum(sizes[:_THREADS])
        return (building + sum(self.entries)) / (1 << 20)

    @property
    def _sets(self) -> type[np.unsignedinteger[Any]]:
        return np.uint16 if self.geometry.cells <= 16 else np.uint32

    def build(self, control: Control) -> dict[str, NDArray[np.uint8]]:
        """The databases, by the number of their group.

        Raises:
            Stopped: the control said so.
        """
        control.phase = "pattern databases"
        with ThreadPoolExecutor(min(_THREADS, len(self.groups)), "build") as pool:
            arrays = [control.kernel_array(number) for number in range(_THREADS)]
            jobs = [
                pool.submit(self._build_one, group, arrays[number % _THREADS])
                for number, group in enumerate(self.groups)
            ]
        built = [job.result() for job in jobs]
        control.check()
        control.phase = ""
        return {str(number): table for number, table in enumerate(built)}

    def _build_one(self, group: tuple[int, ...], ctl: Ints) -> NDArray[np.uint8]:
        size = math.perm(self.geometry.cells, len(group))
        table = np.full(size, kernel.UNKNOWN, np.uint8)
        fresh, seen = np.zeros(size, self._sets), np.zeros(size, self._sets)
        kernel.build(
            table, fresh, seen, np.array(group), self.geometry.gap, *_ranking(self.geometry, group),
            self.geometry.neighbours(), self.geometry.columns, ctl,
        )  # fmt: skip
        return table

    def spread(self, arrays: stored.Arrays, control: Control) -> dict[str, NDArray[np.uint8]]:
        """The databases one after the other, as they are looked up."""
        ends = np.cumsum(self.entries)
        spread = np.full(ends[-1], kernel.UNKNOWN, np.uint8)
        ctl = control.kernel_array()
        for number, group in enumerate(self.groups):
            part = spread[ends[number] - self.entries[number] : ends[number]]
            radix = _ranking(self.geometry, group)[1]
            kernel.spread(arrays[str(number)], part, self._weights(group), radix, ctl)
        control.check()
        return {"spread": spread}

    def _weights(self, group: tuple[int, ...]) -> Ints:
        return np.array([self.geometry.cells**k for k in reversed(range(len(group)))], np.int64)

    def databases(self, arrays: stored.Arrays) -> Databases:
        """What was spread, with all that looking up needs."""
        n = self.geometry.cells
        groups, weights = np.zeros(n, np.int64), np.zeros(n, np.int64)
        for number, group in enumerate(self.groups):
            groups[list(group)] = number
            weights[list(group)] = self._weights(group)
        images = _views(self.geometry)
        starts = np.cumsum([0, *self.entries[:-1]])
        # A tile seen through a view is the one whose goal is the image of its own.
        return Databases(arrays["spread"], starts, groups[images], weights[images], images)


def _ranking(geometry: Geometry, group: tuple[int, ...]) -> tuple[Ints, Ints, Ints]:
    """How patterns of distinct tiles are numbered; see ``kernel.rank``."""
    n, k = geometry.cells, len(group)
    return np.arange(k), n - np.arange(k), _binomial(n)


@lru_cache(maxsize=8)
def _binomial(n: int) -> Ints:
    return np.array([[math.comb(i, j) for j in range(n + 2)] for i in range(n + 2)])


def plan(geometry: Geometry, most: int, level: str) -> Plan:
    """The databases of a geometry with at most ``most`` entries each."""
    groups = tuple(tuple(group) for group in geometry.groups(most))
    return Plan(geometry, f"{geometry.name}{level}", groups)


class Source:
    """The databases of one geometry, the best that are at hand.

    Args:
        geometry: what they are for.
        control: of the search that asks for them.
        wait: have the main ones, however long it takes.
    """

    def __init__(self, geometry: Geometry, control: Control, *, wait: bool) -> None:
        self._main = plan(geometry, _MAIN, "")
        self._name = f"{self._main.name} spread"
        main = self._recall() or self._load(control)
        if main is None and (wait or sum(self._main.sizes) <= _AT_ONCE):
            control.reserve(self._main.mib_while_built)
            self._make(control)
            main = self._recall()
        if main is not None:
            self.databases, self.best = main, True
            return
        self.best = False
        quick = plan(geometry, _QUICK, "-quick")
        found = stored.recall(quick.name)
        if found is None:
            control.reserve(quick.mib_while_built)
            found = quick.spread(quick.build(control), control)
            stored.remember(quick.name, found)
        self.databases = quick.databases(found)
        if control.has_room(self._main.mib_while_built):
            stored.build_aside(self._main.name, self._make)

    def refresh(self) -> None:
        """Change over to the main databases if they have become ready."""
        if not self.best and (main := self._recall()) is not None:
            self.databases, self.best = main, True

    def _recall(self) -> Databases | None:
        found = stored.recall(self._name)
        return None if found is None else self._main.databases(found)

    def _load(self, control: Control) -> Databases | None:
        if not stored.exists(self._main.name):
            return None
        control.reserve((sum(self._main.sizes) + sum(self._main.entries)) / (1 << 20))
        arrays = stored.load(self._main.name)
        if arrays is None:
            return None
        stored.remember(self._name, self._main.spread(arrays, control))
        return self._recall()

    def _make(self, control: Control) -> None:
        arrays = self._main.build(control)
        stored.save(self._main.name, arrays)
        stored.remember(self._name, self._main.spread(arrays, control))
