"""Results of an exploration: the number of arrangements at each distance."""

from __future__ import annotations

from dataclasses import dataclass

START, GOAL = "start", "goal"
ORIGINS = (START, GOAL)
"""Ends that distances are counted from; distances to the goal are counted along the moves."""
TABLE_PREFIX = "graph-"
"""Prefix of the names of tables that hold explorations."""


@dataclass(frozen=True)
class LevelCounts:
    """Number of arrangements on each level of a state graph.

    Attributes:
        origin: one of ``ORIGINS``.
        counts: number of arrangements at each distance, as far as levels are complete.
        odd_counts: number of those that are odd permutations; empty if some values are equal.
        complete: there are no other arrangements.
        states: number of arrangements expanded in this run.
        seconds: duration of this run.
        reason: reason why the exploration is not complete.
    """

    origin: str
    counts: tuple[int, ...]
    odd_counts: tuple[int, ...]
    complete: bool
    states: int
    seconds: float
    reason: str = ""

    @property
    def total(self) -> int:
        """Number of reached arrangements."""
        return sum(self.counts)

    @property
    def depth(self) -> int:
        """Greatest distance; of the whole graph if it is complete, else of the complete levels."""
        return len(self.counts) - 1

    @property
    def mean_distance(self) -> float:
        """Mean distance."""
        return sum(depth * count for depth, count in enumerate(self.counts)) / self.total
