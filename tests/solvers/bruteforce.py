"""Boards without number, and the plain brute force that tells the truth about them.

Nothing here uses the program's rules or searches: a board is made as the JSON of its file, moves
are text, and both are taken as the file formats define them.
"""

from __future__ import annotations

import math
import random
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from operator import itemgetter
from typing import Any

State = tuple[int, ...]
"""An arrangement: the value of each cell, row by row."""

_FEW = 1500
"""Positions of which every search, even one that goes astray, soon comes to its end."""
SHALLOW = 4
"""Moves to which even a search without memory soon comes; half of them on any board."""
_WHOLE, _WHOLE_LARGE = 4000, 40_000
"""Arrangements of boards of which all are looked at: as a rule, and now and then."""
_BALL = 3000
"""Arrangements looked at around the goals of other boards."""
LISTED = 3000
"""The most solutions that are counted one by one."""
_STEPS = 20_000
"""The most steps taken in a maze, or to count solutions one by one."""


class Case(ABC):
    """A board and the truth about it.

    Attributes:
        fields: the board as it stands in its file.
        best: the least number of moves that solves it, None if nothing does.
        small: any search of all its positions soon comes to its end.
        first: how many entries a list of moves has before the first move.
        lengths: how many solutions there are of each length, where that can be said.
    """

    fields: dict[str, Any]
    best: int | None
    small: bool
    first = 0
    lengths: Counter[int] | None = None

    def longest(self, most: int | None = None) -> int | None:
        """The most moves of a solution, of those that do not exceed a limit."""
        allowed = (n for n in self.lengths or () if most is None or n <= most)
        return max(allowed, default=None)

    @abstractmethod
    def solves(self, moves: Sequence[str]) -> bool:
        """Whether these moves are allowed and lead to the goal."""

    @abstractmethod
    def count(self, lists: str, most: int | None) -> int | None:
        """How many solutions a list of all has; None if there are too many to count.

        Args:
            lists: what is listed, see ``Solver.lists``.
            most: the limit of moves, if there is one.
        """


class Rules(ABC):
    """How arrangements of one shape change."""

    @abstractmethod
    def after(self, state: State) -> list[tuple[str, State]]:
        """Every move and what it leads to."""

    @abstractmethod
    def before(self, state: State) -> list[State]:
        """The arrangements that a move turns into this one."""

    def repeats(self, path: list[State], state: State) -> bool:
        """Whether a depth-first search without memory does not go on to ``state``."""
        return state in path


class Permutations(Rules):
    """Moves that carry the values of certain cells to others, whatever they are.

    Args:
        moves: for each move, the cell where each cell's new value comes from.
    """

    def __init__(self, moves: dict[str, list[int]]) -> None:
        self._forward = [(text, itemgetter(*source)) for text, source in moves.items()]
        self._backward = [
            itemgetter(*(source.index(cell) for cell in range(len(source))))
            for source in moves.values()
        ]

    def after(self, state: State) -> list[tuple[str, State]]:
        return [(text, pick(state)) for text, pick in self._forward]

    def before(self, state: State) -> list[State]:
        return [pick(state) for pick in self._backward]


class Slides(Rules):
    """A tile beside the gap, value 0, slides into it."""

    def __init__(self, rows: int, columns: int) -> None:
        self._tiles: list[list[tuple[str, int]]] = []
        for row in range(rows):
            for column in range(columns):
                around = {
                    "U": (row + 1, column), "D": (row - 1, column),
                    "L": (row, column + 1), "R": (row, column - 1),
                }  # fmt: skip
                self._tiles.append(
                    [
                        (way, r * columns + c)
                        for way, (r, c) in around.items()
                        if 0 <= r < rows and 0 <= c < columns
                    ]
                )

    def after(self, state: State) -> list[tuple[str, State]]:
        gap = state.index(0)
        found = []
        for way, tile in self._tiles[gap]:
            values = list(state)
            values[gap], values[tile] = values[tile], 0
            found.append((way, tuple(values)))
        return found

    def before(self, state: State) -> list[State]:
        return [state for _, state in self.after(state)]

    def repeats(self, path: list[State], state: State) -> bool:
        return len(path) > 1 and state == path[-2]


class Ground:
    """All boards with one goal.

    Args:
        fields: what the boards have in common, without grids.
        columns: of the boards.
        rules: their moves.
        goal: the goal.
        most: arrangements that are looked at, the nearest to the goal first.
    """

    def __init__(
        self, fields: dict[str, Any], columns: int, rules: Rules, goal: State, most: int
    ) -> None:
        self.rules, self.goal = rules, goal
        self._fields, self._columns, self._most = fields, columns, most
        self._ways = {goal: 1}

    @cached_property
    def levels(self) -> list[list[State]]:
        """The arrangements at each distance from the goal, the last level perhaps empty."""
        met = {self.goal}
        found = [[self.goal]]
        while found[-1] and len(met) < self._most:
            following = []
            for state in found[-1]:
                for before in self.rules.before(state):
                    if before not in met:
                        met.add(before)
                        following.append(before)
            found.append(following)
        return found

    @cached_property
    def distances(self) -> dict[State, int]:
        """The moves from each arrangement to the goal, at least."""
        return {state: moves for moves, level in enumerate(self.levels) for state in level}

    @property
    def complete(self) -> bool:
        """Whether every arrangement from which the goal can be reached is known."""
        return not self.levels[-1]

    def fields(self, start: State) -> dict[str, Any]:
        """The board with that start."""
        cut = range(0, len(start), self._columns)
        start_grid, goal_grid = (
            [list(state[i : i + self._columns]) for i in cut] for state in (start, self.goal)
        )
        return self._fields | {"start": start_grid, "goal": goal_grid}

    def case(self, rng: random.Random) -> Case:
        """A board near its goal, or at any distance, or, perhaps, unsolvable."""
        levels = [level for level in self.levels if level]
        chance = rng.random()
        if self.complete and chance < 0.2:
            start = tuple(rng.sample(self.goal, len(self.goal)))
        elif chance < 0.6:
            start = rng.choice(rng.choice(levels[: SHALLOW + 1]))
        else:
            start = rng.choice(rng.choice(levels[len(levels) // 2 :]))
        return Arranged(self, start)

    def ways(self, state: State) -> int:
        """How many shortest solutions there are."""
        if state not in self._ways:
            nearer = self.distances[state] - 1
            self._ways[state] = sum(
                self.ways(after)
                for _, after in self.rules.after(state)
                if self.distances.get(after) == nearer
            )
        return self._ways[state]

    def ways_within(self, start: State, most: int) -> int | None:
        """How many solutions of up to ``most`` moves a depth-first search without memory finds."""
        if not self.complete and most >= len(self.levels):
            return None
        found = steps = 0
        path: list[State] = []
        branches = [iter([start])]
        while branches:
            steps += 1
            state = next(branches[-1], None)
            if state is None:
                branches.pop()
                if path:
                    path.pop()
            elif state == self.goal:
                found += 1
            elif self.distances.get(state, most + 1) <= most - len(path):
                if self.rules.repeats(path, state):
                    continue
                path.append(state)
                branches.append(iter([after for _, after in self.rules.after(state)]))
            if steps > _STEPS or found > LISTED:
                return None
        return found


class Arranged(Case):
    """A board with a start and a goal."""

    def __init__(self, ground: Ground, start: State) -> None:
        self.fields = ground.fields(start)
        self.best = ground.distances.get(start)
        self.small = ground.complete and len(ground.distances) <= _FEW
        self._ground, self._start = ground, start

    def solves(self, moves: Sequence[str]) -> bool:
        state = self._start
        for move in moves:
            after = dict(self._ground.rules.after(state))
            if move not in after:
                return False
            state = after[move]
        return state == self._ground.goal

    def count(self, lists: str, most: int | None) -> int | None:
        if self.best is None or (most is not None and self.best > most):
            return 0
        if lists == "within" and most is not None:
            return self._ground.ways_within(self._start, most)
        assert lists in ("shortest", "within")
        return self._ground.ways(self._start)


class _Maze(Case):
    """A maze, all paths of which are listed."""

    first = 1
    lengths: Counter[int]

    def __init__(self, fields: dict[str, Any]) -> None:
        """Raise ``_TooLargeError`` if there are too many paths to list them all."""
        self.fields = fields
        paths, steps = _paths(fields)
        numbers = fields["numbers"]
        self._paths = [
            path
            for path in paths
            if "sum" not in fields or sum(numbers[r][c] for r, c in path) == fields["sum"]
        ]
        self.lengths = Counter(len(path) - 1 for path in self._paths)
        self.best = min(self.lengths, default=None)
        self.small = steps <= _FEW

    def solves(self, moves: Sequence[str]) -> bool:
        return list(moves) in [[_name(cell) for cell in path] for path in self._paths]

    def count(self, lists: str, most: int | None) -> int | None:
        if self.best is None or (most is not None and self.best > most):
            return 0
        if lists == "shortest":
            return self.lengths[self.best]
        assert lists == "paths"
        return sum(n for length, n in self.lengths.items() if most is None or length <= most)


class _TooLargeError(Exception):
    """There are too many paths in a maze."""


_Cell = tuple[int, int]


def _paths(fields: dict[str, Any]) -> tuple[list[list[_Cell]], int]:
    """Every path from start to target that steps on no cell twice, and the steps taken."""
    numbers = fields["numbers"]
    rows, columns = len(numbers), len(numbers[0])
    target = fields["target"]
    found: list[list[_Cell]] = []
    steps = 0

    def walk(path: list[_Cell]) -> None:
        nonlocal steps
        steps += 1
        if steps > _STEPS or len(found) > LISTED:
            raise _TooLargeError
        r, c = path[-1]
        if _name((r, c)) == target:
            found.append(path)
            return
        far = abs(numbers[r][c])
        for row, column in ((r - far, c), (r + far, c), (r, c - far), (r, c + far)):
            inside = 0 <= row < rows and 0 <= column < columns
            if inside and (row, column) not in path:
                walk([*path, (row, column)])

    walk([_cell(fields["start"])])
    return found, steps


def _name(cell: _Cell) -> str:
    return f"{chr(ord('A') + cell[1])}{cell[0] + 1}"


def _cell(name: str) -> _Cell:
    return int(name[1:]) - 1, ord(name[0]) - ord("A")


Maker = Callable[[random.Random], Case]
"""Makes a board by chance."""


@lru_cache(maxsize=100)
def cases(family: str, seed: int, number: int) -> Maker:
    """Makes boards of a family, all with the same goal, which all solvers share."""
    return _MAKERS[family](random.Random(f"{seed} {family} {number}"))


def _rotation(rng: random.Random) -> Maker:
    rows, columns, values, most = _values(rng, gap=False)
    ways = rng.choice(["both", "clockwise", "counterclockwise"])
    fields = _head("rotation") | {"turns": ways}
    return Ground(fields, columns, turns(rows, columns, ways), values, most).case


def turns(rows: int, columns: int, ways: str) -> Rules:
    """The rules of a rotation board."""
    moves = {}
    for row in range(rows - 1):
        for column in range(columns - 1):
            a = row * columns + column
            b, c, d = a + 1, a + columns, a + columns + 1
            clockwise, back = list(range(rows * columns)), list(range(rows * columns))
            clockwise[a], clockwise[b], clockwise[d], clockwise[c] = c, a, b, d
            back[a], back[b], back[d], back[c] = b, d, c, a
            if ways != "counterclockwise":
                moves[_name((row, column))] = clockwise
            if ways != "clockwise":
                moves[_name((row, column)) + "'"] = back
    return Permutations(moves)


def _sliding(rng: random.Random) -> Maker:
    rows, columns, values, most = _values(rng, gap=True)
    return Ground(_head("sliding"), columns, Slides(rows, columns), values, most).case


_SIZES = [
    *2 * [(2, 2), (2, 3), (3, 2)],
    *[(2, 4), (4, 2), (3, 5), (5, 3), (4, 4)],
    *4 * [(3, 3), (3, 4), (4, 3)],
]
"""Rows and columns, the smallest that every solver serves most often."""


def _values(rng: random.Random, *, gap: bool) -> tuple[int, int, State, int]:
    """Rows, columns, the goal, and how many arrangements around it are to be looked at."""
    rows, columns = rng.choice(_SIZES)
    cells = rows * columns
    names = rng.sample(range(1, 40), cells)
    if rng.random() < (0.6 if cells <= 6 else 0.12):  # numbers, for which large tables are built
        values, most = names, _BALL
    else:  # few colours
        most = _WHOLE_LARGE if rng.random() < 0.1 else _WHOLE
        while True:
            values = [rng.choice(names[: rng.randint(2, 5)]) for _ in range(cells)]
            if gap:
                values[0] = 0
            if _arrangements(values) <= most:
                break
    if gap:
        values[0] = 0
    rng.shuffle(values)
    return rows, columns, tuple(values), most


def _arrangements(values: Sequence[int]) -> int:
    number = math.factorial(len(values))
    for count in Counter(values).values():
        number //= math.factorial(count)
    return number


def _maze(_rng: random.Random) -> Maker:
    """Every maze is another; there is nothing that many share."""
    return _any_maze


def _any_maze(rng: random.Random) -> Case:
    while True:
        rows, columns = rng.randint(2, 6), rng.randint(2, 6)
        most = rng.randint(1, max(rows, columns))
        numbers = [[rng.randint(-most, most) for _ in range(columns)] for _ in range(rows)]
        cells = [(row, column) for row in range(rows) for column in range(columns)]
        start, target = rng.choice(cells), rng.choice(cells)
        fields = _head("maze") | {
            "numbers": numbers,
            "start": _name(start),
            "target": _name(target),
        }
        try:
            paths, _ = _paths(fields)
            if not paths and rng.random() < 0.7:
                continue
            if rng.random() < 0.6:
                path = rng.choice(paths) if paths and rng.random() < 0.7 else [start, target]
                fields["sum"] = sum(numbers[r][c] for r, c in path)
            return _Maze(fields)
        except _TooLargeError:
            continue


def _head(family: str) -> dict[str, Any]:
    return {"format": "puzzlegui/board", "version": 1, "family": family}


_MAKERS: dict[str, Callable[[random.Random], Maker]] = {
    "rotation": _rotation,
    "sliding": _sliding,
    "maze": _maze,
}

FAMILIES = frozenset(_MAKERS)
"""Those of which boards are made."""
