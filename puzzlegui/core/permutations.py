"""Permutations and arrangements of values."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence


def is_odd(start: Sequence[int], goal: Sequence[int]) -> bool:
    """Return True if the permutation between two arrangements of distinct values is odd."""
    place = {value: index for index, value in enumerate(goal)}
    target = [place[value] for value in start]
    odd = False
    for index in range(len(target)):
        while target[index] != index:
            other = target[index]
            target[index], target[other] = target[other], target[index]
            odd = not odd
    return odd


def count_arrangements(values: Iterable[int]) -> int:
    """Return the number of distinct arrangements of these values."""
    counts = Counter(values)
    return math.factorial(counts.total()) // math.prod(map(math.factorial, counts.values()))
