"""What is known of a graph: how many arrangements are how far away."""

from __future__ import annotations

from dataclasses import dataclass

START, GOAL = "start", "goal"
ORIGINS = (START, GOAL)
KEPT = "graph-"
"""Prefix of the names of tables in which explorations are kept."""
"""Where distances are counted from; to the goal, along the moves, if it is the goal."""


@dataclass(frozen=True)
class LevelCounts:
    """What is known of a graph so far.

    Attributes:
        origin: one of ``ORIGINS``.
        counts: how many arrangements there are at each distance, as far as levels are whole.
        odd: how many of them are odd permutations; empty where values are equal.
        complete: there are no others.
        states: arrangements whose moves were tried in this run.
        seconds: of this run.
        reason: why it is not complete.
    """

    origin: str
    counts: tuple[int, ...]
    odd: tuple[int, ...]
    complete: bool
    states: int
    seconds: float
    reason: str = ""

    @property
    def total(self) -> int:
        """Arrangements reached."""
        return sum(self.counts)

    @property
    def depth(self) -> int:
        """The greatest distance; of the whole graph if it is complete, else of whole levels."""
        return len(self.counts) - 1

    @property
    def mean(self) -> float:
        """Of the distances."""
        return sum(depth * count for depth, count in enumerate(self.counts)) / self.total
