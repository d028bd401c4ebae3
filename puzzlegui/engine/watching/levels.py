"""The tree of a search at a step: its nodes level by level, or only how many each level has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from puzzlegui.engine.watching.recording import Recording

MOST_SINGLE = 5_000
"""Nodes up to which a tree is shown node by node."""


@dataclass(frozen=True)
class Tree:
    """A tree as it is at a step.

    Attributes:
        counts: of each level the number of its nodes.
        taken: of each level how many of them have been taken up.
        levels: of each level its nodes from left to right, so that no lines cross; empty for a
            tree that has too many.
        below: of each node that has some, those met from it; likewise.
        node: the one that is taken up.
        depth: its level.
        path: the nodes from the start to it; empty where the tree is not shown node by node.
        goals: those of its nodes that solve the board.
    """

    counts: tuple[int, ...]
    taken: tuple[int, ...]
    levels: tuple[tuple[int, ...], ...]
    below: Mapping[int, list[int]]
    node: int
    depth: int
    path: tuple[int, ...]
    goals: frozenset[int] = frozenset()


class Trees:
    """The trees of a recording, one step after the other; from one to the next it is not far.

    Args:
        recording: what is shown.
    """

    def __init__(self, recording: Recording) -> None:
        self._recording = recording
        self._first = self._end = self._step = 0
        self._counts: list[int] = []
        self._taken: list[int] = []

    def at(self, step: int) -> Tree:
        """The tree once a step is done."""
        recording = self._recording
        begun = recording.rounds[recording.round_of(step)]
        first, end = (recording.steps[begun] if recording.method.deep else 0), recording.met(step)
        if first != self._first:
            self._counts, self._taken = [], []
            self._first = self._end = first
            self._step = begun
        self._count_to(end, step + 1)
        node = recording.steps[step]
        below = _below(recording, first, end) if end - first <= MOST_SINGLE else {}
        levels = _levels(first, below) if end - first <= MOST_SINGLE else ()
        return Tree(
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
        """Count what has come since, or take back what has gone."""
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
