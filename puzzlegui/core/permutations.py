"""Permutations and arrangements of values."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple


class Step(NamedTuple):
    """Effect of a move on cells that are numbered row by row.

    Attributes:
        sources: cells whose contents move.
        targets: the cells that they move to, in the same order.
    """

    sources: Sequence[int]
    targets: Sequence[int]


def step_order(step: Step) -> int:
    """Return the number of repetitions of a move that change nothing."""
    images = dict(zip(step.sources, step.targets, strict=True))
    lengths = set()
    while images:
        first, at = images.popitem()
        length = 1
        while at != first:
            at = images.pop(at)
            length += 1
        lengths.add(length)
    return math.lcm(*lengths)


def step_images(cells: Sequence[int], steps: Iterable[Step]) -> Iterator[list[int]]:
    """Yield, for each move, the place that it carries the content of each place to.

    Args:
        cells: cells of the board; places are their indices.
        steps: the moves.
    """
    place = {cell: i for i, cell in enumerate(cells)}
    for step in steps:
        images = list(range(len(cells)))
        for source, target in zip(step.sources, step.targets, strict=True):
            images[place[source]] = place[target]
        yield images


def is_odd(start: Sequence[int], goal: Sequence[int]) -> bool:
    """Return True if the permutation between two arrangements of distinct values is odd."""
    return _is_odd_from_order(tuple(start)) != _is_odd_from_order(tuple(goal))


@lru_cache(maxsize=64)  # many boards of a set have the same goal
def _is_odd_from_order(values: tuple[int, ...]) -> bool:
    """Return True if the permutation from ascending order is odd."""
    places = {value: index for index, value in enumerate(sorted(values))}
    return is_odd_permutation([places[value] for value in values])


def is_odd_permutation(target: Sequence[int]) -> bool:
    """Return True if a permutation of 0 to n - 1 is odd."""
    left = list(target)
    odd = False
    for index in range(len(left)):
        other = left[index]
        while other != index:
            following = left[other]
            left[other] = other
            other = following
            odd = not odd
    return odd


def count_arrangements(values: Iterable[int]) -> int:
    """Return the number of distinct arrangements of these values."""
    counts = Counter(values)
    return math.factorial(counts.total()) // math.prod(map(math.factorial, counts.values()))
