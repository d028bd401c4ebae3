"""Search tree at a step: its nodes level by level, or only the size of each level."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from puzzlegui.engine.watching.recording import Recording

MAX_NODES = 5_000
"""Greatest number of nodes of a tree that is shown node by node."""


@dataclass(frozen=True)
class SearchTree:
    """Search tree after a step.

    Attributes:
        counts: number of nodes of each level.
        expanded: number of expanded nodes of each level.
        levels: nodes of each level from left to right, so that no lines cross; empty if there are
            too many.
        children: nodes generated from each node; empty if there are too many.
        node: expanded node.
        depth: its level.
        path: nodes from the start to the expanded one; empty if the tree is not shown node by node.
        goals: nodes that solve the board.
    """

    counts: tuple[int, ...]
    expanded: tuple[int, ...]
    levels: tuple[tuple[int, ...], ...]
    children: Mapping[int, list[int]]
    node: int
    depth: int
    path: tuple[int, ...]
    goals: frozenset[int] = frozenset()


class SearchTrees:
    """Search trees of a recording, computed incrementally from step to step.

    Args:
        recording: the recording.
    """

    def __init__(self, recording: Recording) -> None:
        self._recording = recording
        self._first = self._end = self._step = 0
        self._counts: list[int] = []
        self._taken: list[int] = []

    def at(self, step: int) -> SearchTree:
        """Return the tree after a step."""
        recording = self._recording
        begun = recording.round_starts[recording.round_of(step)]
        first, end = (
            (recording.steps[begun] if recording.method.depth_first else 0),
            recording.generated(step),
        )
        if first != self._first:
            self._counts, self._taken = [], []
            self._first = self._end = first
            self._step = begun
        self._count_to(end, step + 1)
        node = recording.steps[step]
        below = _below(recording, first, end) if end - first <= MAX_NODES else {}
        levels = _levels(first, below) if end - first <= MAX_NODES else ()
        return SearchTree(
            tuple(self._counts),
            tuple(self._taken),
            levels,
            below,
            node,
            recording.depths[node],
            tuple(recording.path(node)) if levels else (),
            frozenset(node for node in recording.goals if first <= node < end),
        )

    def _count_to(self, end: int, step: int) -> None:
        """Add the nodes and steps up to the given ones, or remove those beyond them."""
        depths, steps, counts, taken = (
            self._recording.depths, self._recording.steps, self._counts, self._taken,
        )  # fmt: skip
        for depth, many in Counter(depths[self._end : end]).items():
            more = depth + 1 - len(counts)
            counts += [0] * more
            taken += [0] * more
            counts[depth] += many
        for depth, many in Counter(depths[end : self._end]).items():
            counts[depth] -= many
        for depth, many in Counter(map(depths.__getitem__, steps[self._step : step])).items():
            taken[depth] += many
        for depth, many in Counter(map(depths.__getitem__, steps[step : self._step])).items():
            taken[depth] -= many
        while counts and not counts[-1]:
            counts.pop()
            taken.pop()
        self._end, self._step = end, step


def _below(recording: Recording, first: int, end: int) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    before = recording.before
    for node in range(first + 1, end):
        found.setdefault(before[node], []).append(node)
    return found


def _levels(first: int, below: Mapping[int, list[int]]) -> tuple[tuple[int, ...], ...]:
    levels: list[tuple[int, ...]] = [(first,)]
    while after := [child for node in levels[-1] for child in below.get(node, ())]:
        levels.append(tuple(after))
    return tuple(levels)
