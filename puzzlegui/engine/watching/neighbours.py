"""Neighbours of the expanded position, and what the search does with them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from puzzlegui.engine.watching.frontier import frontier
from puzzlegui.engine.watching.recording import Recording

_LISTED = 60
"""Number of frontier entries examined for the neighbours of a position in a depth-first search."""


class NeighbourStatus(StrEnum):
    """Status of a neighbour of the expanded position."""

    NEW = "new"
    KNOWN = "known"
    PASSED = "passed"  # it is on the path
    BEYOND = "beyond"  # the limit of moves


@dataclass(frozen=True)
class Neighbour:
    """A position one move from the expanded one.

    Attributes:
        move: move that leads to it.
        status: what the search does with it.
        node: node that it adds; -1 if it adds none.
    """

    move: Any
    status: NeighbourStatus
    node: int


def neighbours_at(recording: Recording, step: int) -> tuple[Neighbour, ...]:
    """Return all neighbours of the position expanded at a step."""
    node = recording.steps[step]
    space, state = recording.space, recording.states[node]
    if space.is_goal(state):
        return ()
    if recording.method.depth_first:
        return _depth_first_neighbours(recording, step)
    added = {
        recording.states[n]: n
        for n in range(recording.first_generated(step), recording.generated(step))
    }
    found = []
    for move, after in recording.successors(node):
        new = added.pop(after, -1)
        found.append(
            Neighbour(move, NeighbourStatus.KNOWN if new == -1 else NeighbourStatus.NEW, new)
        )
    return tuple(found)


def _depth_first_neighbours(recording: Recording, step: int) -> tuple[Neighbour, ...]:
    """Return the neighbours in a depth-first search."""
    node = recording.steps[step]
    coming = {entry.state for entry in frontier(recording, step, _LISTED) if entry.parent == node}
    other = NeighbourStatus.KNOWN if recording.method.marks_visited else NeighbourStatus.PASSED
    if recording.limits[recording.round_of(step)] == recording.depths[node]:
        other = NeighbourStatus.BEYOND
    return tuple(
        Neighbour(move, NeighbourStatus.NEW if after in coming else other, -1)
        for move, after in recording.successors(node)
    )
