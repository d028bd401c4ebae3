"""Lower bounds for IDA*: a perimeter around the goal and, if possible, pattern databases.

The perimeter (Dillenburg and Nelson 1994; Manzini 1995) holds all positions near the goal, the
databases (Culberson and Schaeffer 1998) lower bounds for all others. On boards of up to 25 distinct
values both depend only on the size of the board and the allowed turns; they are built once and
stored in the cache folder. Meanwhile a search begins with a small perimeter and no databases.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import tr
from puzzlegui.core.permutations import count_arrangements
from puzzlegui.families.rotation.board import BOTH, CLOCKWISE
from puzzlegui.families.rotation.kernels import ida as kernel
from puzzlegui.families.rotation.kernels.constants.ida import FULL, UNKNOWN
from puzzlegui.families.rotation.solving.geometry import Geometry, Ints, geometry
from puzzlegui.solvers import table_store
from puzzlegui.solvers.control import PROGRESS, Control, SearchContext

_MOST_CELLS = 25
"""Largest number of cells of a board with pattern databases."""
_DATABASE_BYTES = 20_000_000
_QUICK_TRIES = 600_000
"""Turns tried to build a first, small perimeter."""
_TRIES = 8_000_000
"""The same for a perimeter that is good enough."""
_LARGE_TRIES = 30_000_000
"""The same on boards with pattern databases and 17 or more cells, whose search takes long."""
_CAPACITY, _LARGE_CAPACITY = 1 << 23, 1 << 24
"""Capacity of the hash table in positions."""
_FILTER_BYTES = 1 << 25
_BLOOM_FILTER = "shadow"
"""Key of the Bloom filter among the arrays of a stored table."""

DEFAULT_BOARDS = ((4, 4, BOTH), (4, 4, CLOCKWISE), (3, 5, BOTH), (3, 5, CLOCKWISE), (4, 5, BOTH))
"""Rows, columns and turns of the boards whose tables can be built in advance."""


class SearchBounds:
    """A perimeter and pattern databases in the form that the kernel takes.

    Attributes:
        perimeter: the positions within some turns of the goal.
        radius: largest distance in turns.
        shells: number of positions at each distance.
        databases: the pattern databases, if any.
        groups: the number of databases.
    """

    def __init__(
        self, arrays: table_store.Arrays, mirror: Ints, zobrist: NDArray[np.uint64]
    ) -> None:
        """Wrap the arrays built by ``Tables``."""
        self.shells: tuple[int, ...] = tuple(arrays["shells"].tolist())
        self.radius = len(self.shells) - 1
        self.perimeter = kernel.Perimeter(
            arrays["keys"], arrays["distances"], arrays[_BLOOM_FILTER], self.radius, zobrist
        )
        self.groups = len(arrays["starts"])
        self.databases = kernel.PatternDatabases(
            arrays["tables"], arrays["starts"], arrays["weights"], arrays["groups"], mirror
        )


class BoundProvider:
    """Provider of the tables for a goal: those available now, later better ones.

    Args:
        rows: of the board.
        columns: of the board.
        turns: directions in which blocks turn.
        goal: int64[n], the values of the cells, numbered by first appearance.
        control: of the search.
    """

    def __init__(self, rows: int, columns: int, turns: str, goal: Ints, control: Control) -> None:
        self._rows, self._columns = rows, columns
        self._goal = goal
        self._control = control
        self._geometry: Geometry = geometry(rows, columns, turns)
        values = int(goal.max()) + 1
        self._distinct = values == len(goal)
        self._filtered = self._distinct and turns != BOTH and 12 < len(goal) <= 16
        self.zobrist = zobrist_keys(len(goal), values)
        self._name = f"rotation-{rows}x{columns}-{turns}"
        self._pending = False

    def best_available(self) -> SearchBounds:
        """Return the best bounds available; better ones may be built in the background.

        Raises:
            SearchStopped: the run was cancelled or a limit reached.
        """
        if not self._distinct or len(self._goal) > _MOST_CELLS:
            self._control.phase = tr("positions around the goal")
            return self._bounds(self._no_databases() | self._grow(_TRIES, _CAPACITY, self._control))
        # Under a limit of states the answer must not depend on what happens to be stored.
        limited = self._control.request.limits.states is not None
        tables = self.load_or_build() if limited else self._load_complete()
        if tables is not None:
            return self._bounds(tables)
        quick = self._no_databases() | self._grow(_QUICK_TRIES, 1 << 20, self._control)
        if self._control.can_allocate(self._mib):
            self._pending = True
            table_store.build_in_background(self._name, self.build)
        return self._bounds(quick)

    @property
    def pending(self) -> bool:
        """True while better tables are being built; their progress is the control's phase."""
        if self._pending:
            self._control.phase = table_store.build_phase(self._name)
        return self._pending

    def take_better(self) -> SearchBounds | None:
        """Return better bounds if they have become ready."""
        if not self._pending:
            return None
        building = table_store.is_being_built(self._name)  # before recall(), against a race
        tables = table_store.get_cached(self._name)
        if tables is None:
            self._pending = building
            return None
        self._pending = False
        self._control.phase = ""
        return self._bounds(tables)

    def load_or_build(self) -> table_store.Arrays:
        """Return the complete tables, from memory or disk, or build them now."""
        return self._load_complete() or self.build(self._control)

    def _load_complete(self) -> table_store.Arrays | None:
        """Return the complete tables from memory or disk, None if they are missing or damaged."""
        tables = table_store.get_cached(self._name) or table_store.load(self._name)
        if tables is not None:
            table_store.put_cached(self._name, tables)
        return tables

    def build(self, work: SearchContext) -> table_store.Arrays:
        """Build the pattern databases and the complete perimeter, and store them.

        Raises:
            SearchStopped: the work was stopped, or there is too little memory.
        """
        n = len(self._goal)
        large = n > 16
        tables = self._build_databases(work)
        work.phase = tr("positions around the goal")
        tables |= self._grow(
            _LARGE_TRIES if large else _TRIES,
            _LARGE_CAPACITY if large else _CAPACITY,
            work,
            filtered=self._filtered,
        )
        table_store.save(self._name, tables)
        table_store.put_cached(self._name, tables)
        return tables

    @property
    def _mib(self) -> float:
        """Approximate size of the tables in MiB."""
        return (_DATABASE_BYTES + 5 * _LARGE_CAPACITY + _FILTER_BYTES) / (1 << 20)

    def _bounds(self, arrays: table_store.Arrays) -> SearchBounds:
        return SearchBounds(arrays, self._geometry.mirror, self.zobrist)

    def _no_databases(self) -> dict[str, NDArray[Any]]:
        none = np.zeros(0, np.int64)
        return {"tables": np.zeros(0, np.uint8), "starts": none, "weights": none, "groups": none}

    def _build_databases(self, work: SearchContext) -> dict[str, NDArray[Any]]:
        """Build the pattern databases, concatenated in one array."""
        n = len(self._goal)
        groups = pattern_groups(self._rows, self._columns)
        sizes = [n ** len(group) for group in groups]
        work.reserve(sum(sizes) / (1 << 20))
        done = 0
        work.phase = tr("pattern databases: 0 of {count} built").format(
            count=group_digits(len(groups))
        )
        targets = np.tile(np.arange(n), (len(self._geometry.moves), 1))
        for turn, cycle in enumerate(self._geometry.backward):
            targets[turn, cycle] = np.roll(cycle, -1)
        ends = np.cumsum(sizes)
        starts = ends - sizes
        tables = np.full(ends[-1], UNKNOWN, np.uint8)
        weights, belongs = np.empty(n, np.int64), np.empty(n, np.int64)
        ctl = work.kernel_array()

        def build(number: int) -> None:
            nonlocal done
            group = groups[number]
            weights[group] = n ** np.arange(len(group) - 1, -1, -1)
            belongs[group] = number
            table = tables[starts[number] : ends[number]]
            homes = np.array(group, np.int64)
            scratch = np.empty(len(group), np.int64)
            kernel.build_pattern(table, homes, weights[group], targets, scratch, ctl)
            done += 1
            work.phase = tr("pattern databases: {done} of {count} built").format(
                done=group_digits(done), count=group_digits(len(groups))
            )

        with ThreadPoolExecutor(work.threads, "patterns") as pool:
            list(pool.map(build, range(len(groups))))
        work.collect_kernel_counts()
        return {"tables": tables, "starts": starts, "weights": weights, "groups": belongs}

    def _grow(
        self, budget: int, capacity: int, work: SearchContext, *, filtered: bool = False
    ) -> dict[str, NDArray[Any]]:
        """Grow a perimeter until ``budget`` turns are tried or ``capacity`` is reached."""
        n, m = len(self._goal), len(self._geometry.moves)
        positions = count_arrangements(self._goal.tolist())
        while capacity > 2 * positions and capacity > 1 << 10:
            capacity //= 2
        work.reserve(capacity * 5 / (1 << 20))
        keys, distances = np.zeros(capacity, np.uint32), np.zeros(capacity, np.uint8)
        shell = self._goal.astype(np.uint8 if n <= 256 else np.uint16).reshape(1, n)
        kernel.insert_goal(keys, distances, zobrist_key(self._goal, self.zobrist))
        shells = [1]
        growth = m
        ctl = work.kernel_array()
        ctl[PROGRESS] = 1
        while shells[-1] and budget >= shells[-1] * m:
            tries = shells[-1] * m
            budget -= tries
            # The last shell is only needed for a Bloom filter of the next.
            last = budget < shells[-1] * growth * m
            rows = tries if not last or filtered else 0
            if not work.can_allocate(rows * n * shell.itemsize / (1 << 20)):
                break
            next_shell = np.empty((rows, n), shell.dtype)
            count = kernel.grow(
                keys, distances, shell, shells[-1], next_shell, self._geometry.backward,
                self.zobrist, len(shells), ctl,
            )  # fmt: skip
            if count == FULL:
                break
            if count < 0:
                work.collect_kernel_counts()
            growth = max(2, round(count / shells[-1]))
            shells.append(count)
            shell = next_shell
            if last:
                break
        return {
            "keys": keys,
            "distances": distances,
            _BLOOM_FILTER: self._fill_bloom_filter(shell, shells[-1], work)
            if filtered
            else np.zeros(0, np.uint8),
            "shells": np.array(shells, np.int64),
        }

    def _fill_bloom_filter(
        self, shell: NDArray[Any], size: int, work: SearchContext
    ) -> NDArray[np.uint8]:
        """Fill a Bloom filter with all positions a single turn beyond the perimeter."""
        if not size:
            return np.zeros(0, np.uint8)
        bloom_filter = np.zeros(_FILTER_BYTES, np.uint8)
        ctl = work.kernel_array()
        if (
            kernel.fill_bloom_filter(
                bloom_filter, shell, size, self._geometry.backward, self.zobrist, ctl
            )
            < 0
        ):
            work.collect_kernel_counts()
        return bloom_filter


def pattern_groups(rows: int, columns: int) -> list[list[int]]:
    """Partition the values of a board into compact regions for pattern databases.

    A tour runs to and fro through bands of two rows and is cut into equal parts, as large as the
    size of the databases allows.
    """
    n = rows * columns
    tour: list[int] = []
    for band, top in enumerate(range(0, rows, 2)):
        strip = [
            row * columns + column
            for column in range(columns)
            for row in range(top, min(top + 2, rows))
        ]
        tour += strip[::-1] if band % 2 else strip
    for parts in range(1, n + 1):
        groups = _parts(tour, parts)
        if sum(n ** len(group) for group in groups) <= _DATABASE_BYTES:
            break
    return groups


def _parts(tour: list[int], parts: int) -> list[list[int]]:
    size, larger = divmod(len(tour), parts)
    cuts = [0]
    for number in range(parts):
        cuts.append(cuts[-1] + size + (number < larger))
    return [tour[a:b] for a, b in pairwise(cuts)]


def zobrist_keys(cells: int, values: int) -> NDArray[np.uint64]:
    """Return Zobrist keys (1970) by SplitMix64 (Steele, Lea, Flood 2014), uint64[cells, values]."""
    with np.errstate(over="ignore"):
        z = np.arange(1, cells * values + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return (z ^ (z >> np.uint64(31))).reshape(cells, values)


def zobrist_key(cells: Ints, keys: NDArray[np.uint64]) -> int:
    """Return the Zobrist key of a position."""
    return int(np.bitwise_xor.reduce(keys[np.arange(len(cells)), cells]))


def prepare(rows: int, columns: int, turns: str, control: Control) -> None:
    """Build and store the tables of a kind of board, unless they exist.

    Raises:
        SearchStopped: the run was cancelled, or there is too little memory.
    """
    BoundProvider(rows, columns, turns, np.arange(rows * columns), control).load_or_build()
