"""Shortest solutions of rotation boards by iterative deepening onto a perimeter around the goal.

The perimeter holds every position within a few turns of the goal. On boards of up to 25 different
values additive pattern databases bound the turns still needed, for a position and for its
inverse; everywhere, half of the rows or columns that all values have to go does (for equal values
by assignment, which on a line is the difference of two counts). What does not depend on the goal of
one board is kept in the cache folder.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzlegui.core.board import arrangements
from puzzlegui.core.cells import flatten
from puzzlegui.core.rotation import BOTH, CLOCKWISE, RotationBoard, Turn
from puzzlegui.solvers import stored
from puzzlegui.solvers.control import FILLED, STATES, UNLIMITED, Control, Stopped
from puzzlegui.solvers.kernels import rotation_ida as kernel
from puzzlegui.solvers.kernels.inlined.rotation_ida import FULL, UNKNOWN
from puzzlegui.solvers.listing import MAX_LISTED
from puzzlegui.solvers.race import Race

Ints = NDArray[np.int64]

_MOST_CELLS = 25
"""Cells of boards for which there are pattern databases."""
_DATABASE_BYTES = 20_000_000
_PERIMETER_TRIES = 8_000_000
"""Turns tried to grow the perimeter."""
_LARGE_PERIMETER_TRIES = 30_000_000
"""The same on boards whose search takes long enough to make more worth while: with pattern
databases, from 17 cells on."""
_SHADOW_BYTES = 1 << 25
_THREADS = 2
_MOVES = 12
"""Turns from which on a path's first alone makes enough tasks."""


USUAL = ((4, 4, BOTH), (4, 4, CLOCKWISE), (3, 5, BOTH), (3, 5, CLOCKWISE), (4, 5, BOTH))
"""Rows, columns and turns of boards whose tables may be wanted beforehand."""


def prepare(rows: int, columns: int, turns: str, control: Control) -> None:
    """Have the tables of a kind of board at hand, built and stored if need be.

    Raises:
        Stopped: the control said so, or there is too little memory.
    """
    values = np.arange(rows * columns).reshape(rows, columns).tolist()
    goal = tuple(map(tuple, values))
    Deepening(RotationBoard(goal, goal, turns), control)


@dataclass(frozen=True)
class Geometry:
    """What the kernel needs to know of the turns of a board; see ``kernel.Moves``.

    Attributes:
        moves: the turns.
        turns: int64[m, 4], the cells of each in the order in which it carries values along.
        backward: int64[m, 4], the same for what undoes it.
        flows: int64[m, 6].
        follows: uint8[m, m].
        mirror: int64[n], see ``kernel.PatternDatabases``.
    """

    moves: tuple[Turn, ...]
    turns: Ints
    backward: Ints
    flows: Ints
    follows: NDArray[np.uint8]
    mirror: Ints


@lru_cache(maxsize=8)
def geometry(rows: int, columns: int, turns: str) -> Geometry:
    """The turns of a board, blocks in reading order, clockwise first."""
    directions = (True, False) if turns == BOTH else (turns == CLOCKWISE,)
    moves = tuple(
        Turn(r, c, clockwise)
        for r in range(rows - 1)
        for c in range(columns - 1)
        for clockwise in directions
    )
    cycles = np.array([_cycle(move, columns) for move in moves], np.int64)
    following = np.roll(cycles, -1, axis=1)
    flows = np.empty((len(moves), 6), np.int64)
    flows[:, 0] = [move.row for move in moves]
    flows[:, 1] = [move.column for move in moves]
    for slot, step in enumerate((columns, -columns, 1, -1), 2):
        flows[:, slot] = cycles[following - cycles == step]
    cells = np.arange(rows * columns)
    mirror = cells if turns == BOTH else cells + columns - 1 - 2 * (cells % columns)
    follows = _follows(moves, both=turns == BOTH)
    return Geometry(moves, cycles, np.ascontiguousarray(cycles[:, ::-1]), flows, follows, mirror)


def _cycle(move: Turn, columns: int) -> tuple[int, int, int, int]:
    """The block's cells in the order in which the turn carries their values along."""
    a = move.row * columns + move.column
    cycle = (a, a + 1, a + columns + 1, a + columns)
    return cycle if move.clockwise else cycle[::-1]


def _follows(moves: tuple[Turn, ...], *, both: bool) -> NDArray[np.uint8]:
    """Which turn may come after which, so that each position is reached in fewer orders.

    Turns of blocks without a common cell may change places, so they come in one order only. Two
    turns of the same block make a half-turn, which clockwise ones alone are to do.
    """
    row = np.array([move.row for move in moves])
    column = np.array([move.column for move in moves])
    clockwise = np.array([move.clockwise for move in moves])
    down, right = row[None, :] - row[:, None], column[None, :] - column[:, None]
    apart = (abs(down) > 1) | (abs(right) > 1)
    order = np.arange(len(moves))
    allowed = ~(apart & (order[None, :] < order[:, None]))
    same = (down == 0) & (right == 0)
    if both:
        allowed &= ~same | (clockwise[None, :] & clockwise[:, None])
    return np.ascontiguousarray(allowed, np.uint8)


class Deepening:
    """The search for one goal; ``cells`` are the values of a board, numbered as in the goal.

    Attributes:
        start: int64[n], the values at the start.
        geometry: the turns.
        shells: how many positions there are at each distance from the goal, as far as the
            perimeter reaches.
    """

    def __init__(self, board: RotationBoard, control: Control) -> None:
        self.rows, self.columns = board.rows, board.columns
        self._control = control
        self._numbers: dict[int, int] = {}
        goal = [self._number(value) for value in flatten(board.goal)]
        self._goal = np.array(goal, np.int64)
        self.start = np.array([self._numbers[value] for value in flatten(board.start)], np.int64)
        self._distinct = len(self._numbers) == len(goal)
        self.geometry = geometry(board.rows, board.columns, board.turns)
        one_way = board.turns != BOTH
        self._shadowed = self._distinct and one_way and 12 < len(goal) <= 16
        self._zobrist = _zobrist(len(goal), len(self._numbers))
        if self._distinct and len(goal) <= _MOST_CELLS:
            name = f"rotation-{board.rows}x{board.columns}-{board.turns}"
            arrays = stored.load_or_build(name, self._build)
        else:
            none = np.zeros(0, np.int64)
            databases = {"starts": none, "weights": none, "groups": none}
            arrays = {"tables": np.zeros(0, np.uint8), **databases, **self._grow()}
        self._groups = len(arrays["starts"])
        self._databases = kernel.PatternDatabases(
            arrays["tables"], arrays["starts"], arrays["weights"], arrays["groups"],
            self.geometry.mirror,
        )  # fmt: skip
        self.shells: tuple[int, ...] = tuple(arrays["shells"].tolist())
        self._radius = len(self.shells) - 1
        self._perimeter = kernel.Perimeter(
            arrays["keys"], arrays["distances"], arrays["shadow"], self._radius, self._zobrist
        )

    def _number(self, value: int) -> int:
        return self._numbers.setdefault(value, len(self._numbers))

    # --- tables ---

    def _build(self) -> dict[str, NDArray[Any]]:
        """Pattern databases, one after the other in one array, and the perimeter."""
        n = self.rows * self.columns
        groups = pattern_groups(self.rows, self.columns)
        sizes = [n ** len(group) for group in groups]
        control = self._control
        control.reserve(sum(sizes) / (1 << 20))
        control.phase = "pattern databases, built once"
        targets = np.tile(np.arange(n), (len(self.geometry.moves), 1))
        for turn, cycle in enumerate(self.geometry.backward):
            targets[turn, cycle] = np.roll(cycle, -1)
        ends = np.cumsum(sizes)
        starts = ends - sizes
        tables = np.full(ends[-1], UNKNOWN, np.uint8)
        weights, belongs = np.empty(n, np.int64), np.empty(n, np.int64)
        ctl = control.kernel_array()

        def build(number: int) -> None:
            group = groups[number]
            weights[group] = n ** np.arange(len(group) - 1, -1, -1)
            belongs[group] = number
            table = tables[starts[number] : ends[number]]
            homes = np.array(group, np.int64)
            scratch = np.empty(len(group), np.int64)
            kernel.build_pattern(table, homes, weights[group], targets, scratch, ctl)

        with ThreadPoolExecutor(_THREADS, "patterns") as pool:
            list(pool.map(build, range(len(groups))))
        control.kernel_done()
        databases = {"tables": tables, "starts": starts, "weights": weights, "groups": belongs}
        return databases | self._grow()

    def _grow(self) -> dict[str, NDArray[Any]]:
        """The largest perimeter that is worth its time."""
        n, m = len(self._goal), len(self.geometry.moves)
        control = self._control
        control.phase = "positions around the goal"
        budget, capacity = _PERIMETER_TRIES, 1 << 23
        if self._distinct and 16 < n <= _MOST_CELLS:
            budget, capacity = _LARGE_PERIMETER_TRIES, 1 << 24
        positions = arrangements(self._goal.tolist())
        while capacity > 2 * positions and capacity > 1 << 10:
            capacity //= 2
        control.reserve(capacity * 5 / (1 << 20))
        keys, distances = np.zeros(capacity, np.uint32), np.zeros(capacity, np.uint8)
        shell = self._goal.astype(np.uint8 if n <= 256 else np.uint16).reshape(1, n)
        kernel.put(keys, distances, self._key(self._goal))
        shells = [1]
        growth = m
        ctl = control.kernel_array()
        ctl[FILLED] = 1
        while shells[-1] and budget >= shells[-1] * m:
            tries = shells[-1] * m
            budget -= tries
            # The last shell need not be kept, unless a shadow of the next is to be made.
            last = budget < shells[-1] * growth * m
            rows = tries if not last or self._shadowed else 0
            further = np.empty((rows, n), shell.dtype)
            found = kernel.grow(
                keys, distances, shell, shells[-1], further, self.geometry.backward,
                self._zobrist, len(shells), ctl,
            )  # fmt: skip
            if found == FULL:
                break
            if found < 0:
                control.kernel_done()
            growth = max(2, round(found / shells[-1]))
            shells.append(found)
            shell = further
            if last:
                break
        return {
            "keys": keys,
            "distances": distances,
            "shadow": self._cast_shadow(shell, shells[-1]),
            "shells": np.array(shells, np.int64),
        }

    def _cast_shadow(self, shell: NDArray[Any], size: int) -> NDArray[np.uint8]:
        """One bit for each position a turn beyond the perimeter; see ``kernel.cast_shadow``."""
        if not self._shadowed or not size:
            return np.zeros(0, np.uint8)
        shadow = np.zeros(_SHADOW_BYTES, np.uint8)
        ctl = self._control.kernel_array()
        if kernel.cast_shadow(shadow, shell, size, self.geometry.backward, self._zobrist, ctl) < 0:
            self._control.kernel_done()
        return shadow

    def _key(self, cells: Ints) -> int:
        return int(np.bitwise_xor.reduce(self._zobrist[np.arange(len(cells)), cells]))

    # --- searching ---

    def solve(self, *, every: bool) -> tuple[Iterator[list[Turn]], int]:
        """The first shortest solution or all of them, and how many there are.

        Raises:
            Stopped: the run was cancelled or a limit reached.
        """
        control = self._control
        control.phase = ""
        key = self._key(self.start)
        known = self._perimeter.find(key)
        if known >= 0:
            control.expand()
            if known > control.max_moves:
                control.prove(known)
                raise Stopped("moves")
            return self._walk_down(key, known, every=every)
        length = max(self._radius + 1, control.bound)
        step = 1
        if self._distinct:
            step = 2  # each turn is an odd permutation
            length += (length - _parity(self.start)) % 2
        while True:
            control.prove(length)
            control.depth = length
            if length > control.max_moves:
                raise Stopped("moves")
            found, count = self._search(length, every=every)
            if count:
                return found, count
            length += step

    def _walk_down(
        self, key: int, distance: int, *, every: bool
    ) -> tuple[Iterator[list[Turn]], int]:
        out = np.empty((MAX_LISTED if every else 1, max(1, distance)), np.int16)
        _, keys, workspace = self._workspace(distance)
        keys[0] = key
        count = kernel.descend(
            self._position(self.start.copy()), 0, distance, self._moves(every=every),
            self._perimeter, workspace, 0, out, every,
        )  # fmt: skip
        return self._turns(out[: min(count, len(out)), :distance]), count

    def _turns(self, out: NDArray[np.int16]) -> Iterator[list[Turn]]:
        moves = self.geometry.moves
        return ([moves[turn] for turn in row.tolist()] for row in out)

    def _search(self, length: int, *, every: bool) -> tuple[Iterator[list[Turn]], int]:
        """Solutions of exactly ``length`` turns, sought by two threads side by side.

        The search is cut into tasks by its first turns. The first task with a solution gives the
        answer, and only the states of tasks up to that one count, so that neither depends on
        which thread is quicker. Under a limit of states one thread works alone.
        """
        control = self._control
        tasks = self._tasks(length, every=every)
        alone = control.request.limits.states is not None or len(tasks) == 1
        workers = 1 if alone else _THREADS
        arrays = [control.kernel_array(number) for number in range(workers)]
        begun = control.states
        race = Race(tasks, arrays, every=every)
        with ThreadPoolExecutor(workers, "search") as pool:
            jobs = [pool.submit(self._work, race, number, length) for number in range(workers)]
        for job in jobs:
            job.result()
        if race.cut and not race.found:
            control.kernel_done(UNLIMITED)
        control.kernel_done(begun + race.states())
        found = (moves for task in sorted(race.found) for moves in self._turns(race.found[task]))
        return found, sum(race.counts)

    def _tasks(self, length: int, *, every: bool) -> list[tuple[int, ...]]:
        """The beginnings of all paths, so that there are a few for each thread."""
        depth = min(length - self._radius, 1 if len(self.geometry.moves) >= _MOVES else 2)
        follows = self._follows(every=every)
        tasks: list[tuple[int, ...]] = [()]
        for _ in range(depth):
            tasks = [
                (*task, turn)
                for task in tasks
                for turn in range(len(self.geometry.moves))
                if not task or follows[task[-1], turn]
            ]
        return tasks

    def _follows(self, *, every: bool) -> NDArray[np.uint8]:
        return np.ones_like(self.geometry.follows) if every else self.geometry.follows

    def _work(self, race: Race, number: int, length: int) -> None:
        """Do tasks until there are none left, or none that matters."""
        ctl = race.arrays[number]
        listed = MAX_LISTED if race.every else 1
        out = np.empty((listed, length), np.int16)
        path, _, workspace = self._workspace(length)
        moves = self._moves(every=race.every)
        while (task := race.take(number)) is not None:
            beginning = race.tasks[task]
            cells = self.start.copy()
            for turn in beginning:
                cycle = self.geometry.turns[turn]
                cells[np.roll(cycle, -1)] = cells[cycle]
            path[: len(beginning)] = beginning
            before = int(ctl[STATES])
            count = kernel.search(
                self._position(cells), len(beginning), length, moves, self._perimeter,
                self._databases, workspace, out, race.every, ctl,
            )  # fmt: skip
            if count < 0:
                race.cut = True
                return
            race.give(number, task, count, out[: min(count, listed)], int(ctl[STATES]) - before)

    # --- for the kernel ---

    def _moves(self, *, every: bool) -> kernel.Moves:
        return kernel.Moves(self.geometry.turns, self.geometry.flows, self._follows(every=every))

    def _position(self, cells: Ints) -> kernel.Position:
        return kernel.Position(cells, *self._lines_ahead(cells))

    def _workspace(self, length: int) -> tuple[Ints, NDArray[np.uint64], kernel.Workspace]:
        """For paths of so many turns; with its ``path`` and ``keys``."""
        path, keys = np.empty(length, np.int64), np.empty(length + 1, np.uint64)
        down, across = np.empty((2, length + 1), np.int64)
        places = np.empty((length + 1, 2 * self._groups), np.int64)
        return path, keys, kernel.Workspace(path, keys, down, across, places)

    def _lines_ahead(self, cells: Ints) -> tuple[Ints, Ints]:
        """How many more of each value stand above each line between rows, and to the left of
        each between columns, than belong there.
        """
        change = np.zeros((len(self._numbers), len(cells)), np.int64)
        every = np.arange(len(cells))
        np.add.at(change, (cells, every), 1)
        np.add.at(change, (self._goal, every), -1)
        grids = change.reshape(-1, self.rows, self.columns)
        above = grids.sum(axis=2).cumsum(axis=1)[:, :-1]
        left = grids.sum(axis=1).cumsum(axis=1)[:, :-1]
        return np.ascontiguousarray(above), np.ascontiguousarray(left)


def pattern_groups(rows: int, columns: int) -> list[list[int]]:
    """The values of a board in groups for the pattern databases, each a compact patch.

    Bands of two rows are gone through to and fro, and the way is cut into equal parts, as large
    as the databases may be.
    """
    n = rows * columns
    way: list[int] = []
    for band, top in enumerate(range(0, rows, 2)):
        strip = [
            row * columns + column
            for column in range(columns)
            for row in range(top, min(top + 2, rows))
        ]
        way += strip[::-1] if band % 2 else strip
    for parts in range(1, n + 1):
        groups = _parts(way, parts)
        if sum(n ** len(group) for group in groups) <= _DATABASE_BYTES:
            break
    return groups


def _parts(way: list[int], parts: int) -> list[list[int]]:
    size, larger = divmod(len(way), parts)
    cuts = [0]
    for number in range(parts):
        cuts.append(cuts[-1] + size + (number < larger))
    return [way[a:b] for a, b in pairwise(cuts)]


def _parity(cells: Ints) -> int:
    """1 if a permutation is odd."""
    target = cells.tolist()
    odd = 0
    for index in range(len(target)):
        while target[index] != index:
            other = target[index]
            target[index], target[other] = target[other], target[index]
            odd ^= 1
    return odd


def _zobrist(cells: int, values: int) -> NDArray[np.uint64]:
    """A random number for each value in each cell, always the same ones (SplitMix64)."""
    with np.errstate(over="ignore"):
        z = np.arange(1, cells * values + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return (z ^ (z >> np.uint64(31))).reshape(cells, values)
