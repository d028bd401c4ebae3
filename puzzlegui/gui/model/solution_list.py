"""How a list of solutions is shown: which of them, and in what order."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any

from puzzlegui.core.solution import common_prefix_length

NUMBER, LENGTH, DIVERGENCE, AFTER = range(4)
"""The columns of the table: all but the last can be sorted by."""

Moves = Sequence[Any]

BATCH = 2000
"""Solutions that are looked at before anything else may happen."""


@dataclass(frozen=True)
class SolutionListOptions:
    """What a user wants to see of a list of solutions.

    Attributes:
        column: it is sorted by this one.
        descending: the greatest first.
        length: only solutions of so many moves; 0 for all.
        beginning: only solutions that begin with the moves in this text; empty for all.
    """

    column: int = NUMBER
    descending: bool = False
    length: int = 0
    prefix: str = ""


def arranged(
    solutions: Sequence[Moves], followed: Moves, listing: SolutionListOptions, beginning: Moves
) -> Generator[None, None, Sequence[int]]:
    """Which solutions are shown, counted from 0, and in what order; in steps of ``BATCH``.

    Args:
        solutions: all of them.
        followed: what they are compared with.
        listing: what is wanted.
        beginning: its moves, read.
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
