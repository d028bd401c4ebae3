"""Filtering and sorting of a list of solutions."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any

from puzzlegui.core.solution import common_prefix_length

NUMBER, LENGTH, DIVERGENCE, AFTER = range(4)
"""Columns of the solution table; all but the last are sortable."""

Moves = Sequence[Any]

BATCH = 2000
"""Number of solutions processed before control returns to the event loop."""


@dataclass(frozen=True)
class SolutionListOptions:
    """Sort order and filter of a list of solutions.

    Attributes:
        column: column to sort by.
        descending: if true, sort in descending order.
        length: show only solutions of this length; 0 for all.
        prefix: show only solutions that begin with the moves in this text; empty for all.
    """

    column: int = NUMBER
    descending: bool = False
    length: int = 0
    prefix: str = ""


def filter_and_sort(
    solutions: Sequence[Moves], followed: Moves, listing: SolutionListOptions, beginning: Moves
) -> Generator[None, None, Sequence[int]]:
    """Compute the indices of the solutions to show, in order; yields after each batch.

    Args:
        solutions: all solutions.
        followed: solution that the others are compared with.
        listing: sort order and filter.
        beginning: parsed moves of the filter's prefix.
    """
    buckets: dict[int, list[int]] = {}
    wanted, length = tuple(beginning), listing.length
    for number, moves in enumerate(solutions):
        if number % BATCH == BATCH - 1:
            yield
        if (length and len(moves) != length) or tuple(moves[: len(wanted)]) != wanted:
            continue
        if listing.column == LENGTH:
            key = len(moves)
        elif listing.column == DIVERGENCE:
            key = common_prefix_length(followed, moves)
        else:
            key = number if listing.descending else 0
        buckets.setdefault(key, []).append(number)
    keys = sorted(buckets, reverse=listing.descending)
    return [number for key in keys for number in buckets[key]]
