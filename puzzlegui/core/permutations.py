"""Permutations and arrangements of values."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence


def is_odd(start: Sequence[int], goal: Sequence[int]) -> bool:
    """Return True if the permutation between two arrangements of distinct values is odd."""
    place = {value: index for index, value in enumerate(goal)}
    return is_odd_permutation([place[value] for value in start])


def is_odd_permutation(target: Sequence[int]) -> bool:
    """Return True if a permutation of 0 to n - 1 is odd."""
    left = list(target)
    odd = False
    for index in range(len(left)):
        while left[index] != index:
            other = left[index]
            left[index], left[other] = left[other], other
            odd = not odd
    return odd


def count_arrangements(values: Iterable[int]) -> int:
    """Return the number of distinct arrangements of these values."""
    counts = Counter(values)
    return math.factorial(counts.total()) // math.prod(map(math.factorial, counts.values()))
