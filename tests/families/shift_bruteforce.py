"""Shift boards solved by brute force in plain Python."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Iterator
from functools import cache

from puzzlegui.families.shift.board import Shift

Cells = tuple[int, ...]

COUNTS = {
    (2, 2): [1, 4, 10, 8, 1],
    (2, 3): [1, 7, 31, 115, 274, 253, 36, 3],
    (3, 2): [1, 7, 31, 115, 274, 253, 36, 3],
    (2, 4): [1, 8, 44, 208, 854, 2936, 8468, 15144, 10789, 1864, 4],
    (3, 3): [1, 12, 96, 736, 5208, 28674, 89497, 54741, 2475],
}
"""Positions at each distance from the solved one, known from other programs."""

GOALS = [
    (2, 2, (0, 1, 2, 3)),
    (2, 2, (0, 0, 1, 1)),
    (2, 3, (0, 1, 2, 3, 4, 5)),
    (3, 2, (0, 1, 2, 3, 4, 5)),
    (2, 3, (0, 0, 1, 1, 2, 2)),
    (2, 4, (0, 1, 2, 3, 4, 5, 6, 7)),
    (2, 4, (0, 1, 0, 1, 2, 2, 0, 1)),
    (4, 2, (0, 1, 0, 1, 2, 2, 3, 1)),
    (3, 3, (0, 0, 0, 1, 1, 1, 2, 2, 2)),
    (3, 3, (0, 1, 2, 1, 0, 3, 3, 3, 3)),
    (3, 4, (0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2)),
    (4, 4, (0, 0, 1, 0, 0, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0)),
]
"""Rows, columns and goals whose positions brute force can go through."""


# --- brute force ---


@cache
def shifts(rows: int, columns: int) -> dict[Shift, tuple[int, ...]]:
    """For each different shift, the cell where each cell's new value comes from.

    On lines of two cells both directions are the same shift, named for the right or up.
    """
    found = {}
    for row, step in itertools.product(range(rows), (1, -1)):
        found[Shift(row, False, step == 1)] = tuple(
            y * columns + ((x - step) % columns if y == row else x)
            for y in range(rows)
            for x in range(columns)
        )
    for column, step in itertools.product(range(columns), (1, -1)):
        found[Shift(column, True, step == 1)] = tuple(
            ((y - step) % rows if x == column else y) * columns + x
            for y in range(rows)
            for x in range(columns)
        )
    if columns == 2:
        found = {move: source for move, source in found.items() if move.vertical or move.forward}
    if rows == 2:
        found = {
            move: source for move, source in found.items() if not (move.vertical and move.forward)
        }
    return found


@cache
def distances(rows: int, columns: int, goal: Cells) -> dict[Cells, int]:
    """The distance of every position from which a goal can be reached."""
    found = {goal: 0}
    level = [goal]
    sources = list(shifts(rows, columns).values())
    while level:
        following = []
        for cells in level:
            for source in sources:
                after = tuple([cells[i] for i in source])
                if after not in found:
                    found[after] = found[cells] + 1
                    following.append(after)
        level = following
    return found


def all_shortest(rows: int, columns: int, start: Cells, goal: Cells) -> Iterator[list[Shift]]:
    known = distances(rows, columns, goal)
    if start == goal:
        yield []
        return
    for move, source in shifts(rows, columns).items():
        after = tuple(start[i] for i in source)
        if known[after] < known[start]:
            for rest in all_shortest(rows, columns, after, goal):
                yield [move, *rest]


def played(rows: int, columns: int, start: Cells, moves: Iterable[Shift]) -> Cells:
    for move in moves:
        start = tuple(start[i] for i in shifts(rows, columns)[move])
    return start


def starts(rows: int, columns: int, goal: Cells, count: int) -> list[Cells]:
    """Some positions, always the same ones, the farthest among them."""
    known = distances(rows, columns, goal)
    rng = random.Random(repr(goal))
    return [goal, max(known, key=lambda cells: known[cells]), *rng.sample(sorted(known), count)]


def scrambled(rows: int, columns: int, seed: int, *, colours: int = 0) -> tuple[Cells, Cells]:
    n = rows * columns
    goal = tuple(i * colours // n if colours else i for i in range(n))
    start = list(goal)
    random.Random(seed).shuffle(start)
    return tuple(start), goal


def named(goal: Cells) -> Cells:
    names: dict[int, int] = {}
    return tuple(names.setdefault(value, len(names)) for value in goal)
