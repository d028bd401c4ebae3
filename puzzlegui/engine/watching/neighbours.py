"""What becomes of the positions next to the one that is taken up."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from puzzlegui.engine.watching.frontier import frontier
from puzzlegui.engine.watching.recording import Recording

_LISTED = 60
"""Moves from one position that a search along a path is looked at for."""


class Fate(StrEnum):
    """What becomes of a neighbour of the position that is taken up."""

    NEW = "new"
    KNOWN = "known"
    PASSED = "passed"  # it is on the path
    BEYOND = "beyond"  # the limit of moves


@dataclass(frozen=True)
class Neighbour:
    """A position one move from the one that is taken up.

    Attributes:
        move: that leads to it.
        fate: what becomes of it.
        node: the one that it adds; -1 if it adds none.
    """

    move: Any
    fate: Fate
    node: int


def neighbours_at(recording: Recording, step: int) -> tuple[Neighbour, ...]:
    """All that are one move away from the position taken up at a step."""
    node = recording.steps[step]
    space, state = recording.space, recording.states[node]
    if space.is_goal(state):
        return ()
    if recording.method.deep:
        return _visited(recording, step)
    added = {recording.states[n]: n for n in range(recording.first_met(step), recording.met(step))}
    found = []
    for move, after in space.successors(state):
        new = added.pop(after, -1)
        found.append(Neighbour(move, Fate.KNOWN if new == -1 else Fate.NEW, new))
    return tuple(found)


def _visited(recording: Recording, step: int) -> tuple[Neighbour, ...]:
    """Likewise, of a search along a path."""
    node = recording.steps[step]
    coming = {one.state for one in frontier(recording, step, _LISTED) if one.before == node}
    other = Fate.KNOWN if recording.method.marks else Fate.PASSED
    if recording.limits[recording.round_of(step)] == recording.depths[node]:
        other = Fate.BEYOND
    return tuple(
        Neighbour(move, Fate.NEW if after in coming else other, -1)
        for move, after in recording.space.successors(recording.states[node])
    )
