"""Random boards of every family, for the comparison with brute force."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from tests.solvers.bruteforce import (
    Case,
    Maze,
    Permutations,
    Rules,
    Slides,
    State,
    StateSpace,
    TooLargeError,
    cell_name,
    maze_paths,
)

_WHOLE, _WHOLE_LARGE = 4000, 40_000
"""The most arrangements of boards whose arrangements are all visited: usually, and sometimes."""
_NEAREST = 3000
"""Arrangements visited around the goals of other boards, the nearest first."""

Maker = Callable[[random.Random], Case]
"""Makes a random board."""


@lru_cache(maxsize=100)
def cases(family: str, seed: int, number: int) -> Maker:
    """Return a generator of boards of a family with the same goal, equal for all solvers."""
    return _MAKERS[family](random.Random(f"{seed} {family} {number}"))


def _rotation(rng: random.Random) -> Maker:
    rows, columns, values, most = _values(rng, gap=False)
    allowed = rng.choice(["both", "clockwise", "counterclockwise"])
    fields = _head("rotation") | {"turns": allowed}
    return StateSpace(fields, columns, turns(rows, columns, allowed), values, most).case


def turns(rows: int, columns: int, allowed: str) -> Rules:
    """Return the rules of a rotation board."""
    moves = {}
    for row in range(rows - 1):
        for column in range(columns - 1):
            a = row * columns + column
            b, c, d = a + 1, a + columns, a + columns + 1
            clockwise, back = list(range(rows * columns)), list(range(rows * columns))
            clockwise[a], clockwise[b], clockwise[d], clockwise[c] = c, a, b, d
            back[a], back[b], back[d], back[c] = b, d, c, a
            if allowed != "counterclockwise":
                moves[cell_name((row, column))] = clockwise
            if allowed != "clockwise":
                moves[cell_name((row, column)) + "'"] = back
    return Permutations(moves)


def _sliding(rng: random.Random) -> Maker:
    rows, columns, values, most = _values(rng, gap=True)
    return StateSpace(_head("sliding"), columns, Slides(rows, columns), values, most).case


def _shift(rng: random.Random) -> Maker:
    rows, columns, values, most = _values(rng, gap=False)
    cells = list(range(rows * columns))
    lines = {str(row + 1): ("RL", cells[row * columns :][:columns]) for row in range(rows)}
    lines |= {cell_name((0, c))[:-1]: ("DU", cells[c::columns]) for c in range(columns)}
    moves = {}
    for name, (ways, line) in lines.items():
        for way, step in zip(ways, (-1, 1), strict=True):
            if len(line) == 2 and way in "LD":
                continue  # the same as the other way
            source = cells.copy()
            for to, cell in enumerate(line):
                source[cell] = line[(to + step) % len(line)]
            moves[name + way] = source
    return StateSpace(_head("shift"), columns, Permutations(moves), values, most).case


def _permutation(rng: random.Random) -> Maker:
    rows, columns, values, most = _values(rng, gap=False)
    cells = list(range(rows * columns))
    one_way = rng.random() < 0.3
    definitions, moves = {}, {}
    for name in rng.sample(["L", "r", "Top", "x_1", "Q9"], rng.randint(1, 4)):
        left = rng.sample(cells, len(cells))
        found = []
        for _ in range(rng.randint(1, 2)):
            length = rng.randint(2, max(2, len(cells) // 2))
            if len(left) >= length:
                found.append(left[:length])
                left = left[length:]
        definitions[name] = [[cell_name(divmod(i, columns)) for i in cycle] for cycle in found]
        source, back = cells.copy(), cells.copy()
        for cycle in found:
            for here, there in zip(cycle, [*cycle[1:], cycle[0]], strict=True):
                source[there] = here
                back[here] = there
        moves[name] = source
        if not one_way and source != back:
            moves[name + "'"] = back
    fields = (
        _head("permutation") | {"moves": definitions} | ({"inverses": False} if one_way else {})
    )
    return StateSpace(fields, columns, Permutations(moves), values, most).case


_SIZES = [
    *2 * [(2, 2), (2, 3), (3, 2)],
    *[(2, 4), (4, 2), (3, 5), (5, 3), (4, 4)],
    *4 * [(3, 3), (3, 4), (4, 3)],
]
"""Rows and columns; the smallest sizes that every solver can do are the most frequent."""


def _values(rng: random.Random, *, gap: bool) -> tuple[int, int, State, int]:
    """Return rows, columns, the goal, and the number of arrangements to visit around it."""
    rows, columns = rng.choice(_SIZES)
    cells = rows * columns
    names = rng.sample(range(1, 40), cells)
    if rng.random() < (0.6 if cells <= 6 else 0.12):  # numbers, for which large tables are built
        values, most = names, _NEAREST
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
    """Return a generator of different mazes, which share nothing."""
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
            "start": cell_name(start),
            "target": cell_name(target),
        }
        if rng.random() < 0.5:
            fields["directions"] = rng.choice(["all", "all", "straight"])
        try:
            paths, _ = maze_paths(fields)
            if not paths and rng.random() < 0.7:
                continue
            if rng.random() < 0.6:
                path = rng.choice(paths) if paths and rng.random() < 0.7 else [start, target]
                fields["sum"] = sum(numbers[r][c] for r, c in path)
            return Maze(fields)
        except TooLargeError:
            continue


def _head(family: str) -> dict[str, Any]:
    return {"format": "puzzlegui/board", "version": 1, "family": family}


_MAKERS: dict[str, Callable[[random.Random], Maker]] = {
    "rotation": _rotation,
    "sliding": _sliding,
    "maze": _maze,
    "shift": _shift,
    "permutation": _permutation,
}

FAMILIES = frozenset(_MAKERS)
"""The families of which there are boards."""
