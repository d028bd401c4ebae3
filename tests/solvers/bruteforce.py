"""Plain brute force, with which the solvers are compared.

Nothing here uses the program's rules or searches: boards are the JSON of their files, moves are
text, and both are interpreted as the file formats define them.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from operator import itemgetter
from typing import Any

State = tuple[int, ...]
"""An arrangement: the value of each cell, row by row."""

_FEW = 1500
"""The most positions for which every search, however bad, ends soon."""
SHALLOW = 4
"""Moves that even a search without memory makes soon; half of them on any board."""
LISTED = 3000
"""Greatest number of solutions counted individually."""
_STEPS = 20_000
"""Greatest number of steps in a maze, or to count solutions individually."""


class Case(ABC):
    """A board with its solutions by brute force.

    Attributes:
        fields: fields of the board's file.
        best: least number of moves of a solution, None if there is none.
        small: a search of all its positions ends soon.
        first: number of entries of a list of moves before the first move.
        lengths: number of solutions of each length, if it is known.
    """

    fields: dict[str, Any]
    best: int | None
    small: bool
    first = 0
    lengths: Counter[int] | None = None

    def longest(self, most: int | None = None) -> int | None:
        """Return the most moves of a solution, of those within a limit."""
        allowed = (n for n in self.lengths or () if most is None or n <= most)
        return max(allowed, default=None)

    @abstractmethod
    def solves(self, moves: Sequence[str]) -> bool:
        """Return True if these moves are legal and lead to the goal."""

    @abstractmethod
    def count(self, lists: str, most: int | None) -> int | None:
        """Return the number of listed solutions; None if there are too many to count.

        Args:
            lists: kind of list, see ``Solver.lists``.
            most: the limit of moves, if there is one.
        """


class Rules(ABC):
    """Moves of the arrangements of a board of one shape."""

    @abstractmethod
    def after(self, state: State) -> list[tuple[str, State]]:
        """Return every move with the resulting arrangement."""

    @abstractmethod
    def before(self, state: State) -> list[State]:
        """Return the arrangements from which a move leads to this one."""

    def repeats(self, path: list[State], state: State) -> bool:
        """Return True if a depth-first search without memory rejects ``state``."""
        return state in path


class Permutations(Rules):
    """Moves that permute the values of certain cells, whatever the values.

    Args:
        moves: for each move, the cell from which each cell's new value comes.
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
    """Moves of a tile next to the gap, value 0, into it."""

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
                        (letter, r * columns + c)
                        for letter, (r, c) in around.items()
                        if 0 <= r < rows and 0 <= c < columns
                    ]
                )

    def after(self, state: State) -> list[tuple[str, State]]:
        gap = state.index(0)
        found = []
        for letter, tile in self._tiles[gap]:
            values = list(state)
            values[gap], values[tile] = values[tile], 0
            found.append((letter, tuple(values)))
        return found

    def before(self, state: State) -> list[State]:
        return [state for _, state in self.after(state)]

    def repeats(self, path: list[State], state: State) -> bool:
        return len(path) > 1 and state == path[-2]


class StateSpace:
    """All boards with the same goal.

    Args:
        fields: common fields of the boards, without grids.
        columns: number of columns.
        rules: their moves.
        goal: the goal.
        most: number of arrangements visited, the nearest to the goal first.
    """

    def __init__(
        self, fields: dict[str, Any], columns: int, rules: Rules, goal: State, most: int
    ) -> None:
        self.rules, self.goal = rules, goal
        self._fields, self._columns, self._most = fields, columns, most
        self._solutions = {goal: 1}

    @cached_property
    def levels(self) -> list[list[State]]:
        """Return the arrangements at each distance from the goal; the last level may be empty."""
        visited = {self.goal}
        found = [[self.goal]]
        while found[-1] and len(visited) < self._most:
            following = []
            for state in found[-1]:
                for before in self.rules.before(state):
                    if before not in visited:
                        visited.add(before)
                        following.append(before)
            found.append(following)
        return found

    @cached_property
    def distances(self) -> dict[State, int]:
        """Return the least number of moves from each arrangement to the goal."""
        return {state: moves for moves, level in enumerate(self.levels) for state in level}

    @property
    def complete(self) -> bool:
        """Return True if every arrangement from which the goal can be reached is known."""
        return not self.levels[-1]

    def fields(self, start: State) -> dict[str, Any]:
        """Return the fields of the board with that start."""
        cut = range(0, len(start), self._columns)
        start_grid, goal_grid = (
            [list(state[i : i + self._columns]) for i in cut] for state in (start, self.goal)
        )
        return self._fields | {"start": start_grid, "goal": goal_grid}

    def case(self, rng: random.Random) -> Case:
        """Return a board near its goal, at any distance, or perhaps unsolvable."""
        levels = [level for level in self.levels if level]
        draw = rng.random()
        if self.complete and draw < 0.2:
            start = tuple(rng.sample(self.goal, len(self.goal)))
        elif draw < 0.6:
            start = rng.choice(rng.choice(levels[: SHALLOW + 1]))
        else:
            start = rng.choice(rng.choice(levels[len(levels) // 2 :]))
        return Arranged(self, start)

    def solutions(self, state: State) -> int:
        """Return the number of shortest solutions."""
        if state not in self._solutions:
            nearer = self.distances[state] - 1
            self._solutions[state] = sum(
                self.solutions(after)
                for _, after in self.rules.after(state)
                if self.distances.get(after) == nearer
            )
        return self._solutions[state]

    def solutions_within(self, start: State, most: int) -> int | None:
        """Return the number of solutions of up to ``most`` moves by a search without memory."""
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

    def __init__(self, space: StateSpace, start: State) -> None:
        self.fields = space.fields(start)
        self.best = space.distances.get(start)
        self.small = space.complete and len(space.distances) <= _FEW
        self._space, self._start = space, start

    def solves(self, moves: Sequence[str]) -> bool:
        state = self._start
        for move in moves:
            after = dict(self._space.rules.after(state))
            if move not in after:
                return False
            state = after[move]
        return state == self._space.goal

    def count(self, lists: str, most: int | None) -> int | None:
        if self.best is None or (most is not None and self.best > most):
            return 0
        if lists == "within" and most is not None:
            return self._space.solutions_within(self._start, most)
        assert lists in ("shortest", "within")
        return self._space.solutions(self._start)


class Maze(Case):
    """A maze, with a list of all its paths."""

    first = 1
    lengths: Counter[int]

    def __init__(self, fields: dict[str, Any]) -> None:
        """Raise ``TooLargeError`` if there are too many paths to list them all."""
        self.fields = fields
        paths, steps = maze_paths(fields)
        numbers = fields["numbers"]
        self.maze_paths = [
            path
            for path in paths
            if "sum" not in fields or sum(numbers[r][c] for r, c in path) == fields["sum"]
        ]
        self.lengths = Counter(len(path) - 1 for path in self.maze_paths)
        self.best = min(self.lengths, default=None)
        self.small = steps <= _FEW

    def solves(self, moves: Sequence[str]) -> bool:
        return list(moves) in [[cell_name(cell) for cell in path] for path in self.maze_paths]

    def count(self, lists: str, most: int | None) -> int | None:
        if self.best is None or (most is not None and self.best > most):
            return 0
        if lists == "shortest":
            return self.lengths[self.best]
        assert lists == "paths"
        return sum(n for length, n in self.lengths.items() if most is None or length <= most)


class TooLargeError(Exception):
    """Raised if a maze has too many paths."""


_Cell = tuple[int, int]


def maze_paths(fields: dict[str, Any]) -> tuple[list[list[_Cell]], int]:
    """Return every path from start to target that visits no cell twice, and the steps tried."""
    numbers = fields["numbers"]
    rows, columns = len(numbers), len(numbers[0])
    target = fields["target"]
    found: list[list[_Cell]] = []
    steps = 0

    def walk(path: list[_Cell]) -> None:
        nonlocal steps
        steps += 1
        if steps > _STEPS or len(found) > LISTED:
            raise TooLargeError
        r, c = path[-1]
        if cell_name((r, c)) == target:
            found.append(path)
            return
        far = abs(numbers[r][c])
        ends = [(r - far, c), (r + far, c), (r, c - far), (r, c + far)]
        if fields.get("directions") == "all":
            ends += [(r - far, c - far), (r - far, c + far), (r + far, c - far), (r + far, c + far)]
        for row, column in ends:
            inside = 0 <= row < rows and 0 <= column < columns
            if inside and (row, column) not in path:
                walk([*path, (row, column)])

    walk([_cell(fields["start"])])
    return found, steps


def cell_name(cell: _Cell) -> str:
    return f"{chr(ord('A') + cell[1])}{cell[0] + 1}"


def _cell(name: str) -> _Cell:
    return int(name[1:]) - 1, ord(name[0]) - ord("A")
