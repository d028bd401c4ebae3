"""What a search will take up next, in that order, as far as it is known at a step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from puzzlegui.engine.watching.recording import Recording
from puzzlegui.solvers.space import State

_AHEAD = 20_000
"""Steps that are looked ahead for what waits; of what comes later only the number is told."""
_UP = 2_000
"""Positions of a path that are looked at for moves that are left."""
_MOST_CELLS = 2_000_000
"""Cells of the positions that are met then: from one of 30×30 there are 1,682 moves."""


@dataclass(frozen=True)
class Waiting:
    """A position that waits, or a move that is still to be tried.

    Attributes:
        node: in the recording; -1 for one that has not been visited yet.
        before: the node that it was met from.
        state: of the space.
        depth: moves made.
    """

    node: int
    before: int
    state: State
    depth: int


def frontier(recording: Recording, step: int, most: int) -> list[Waiting]:
    """What will be taken up next once a step is done, at most so many."""
    found = _untried(recording, step) if recording.method.deep else _queued(recording, step)
    return list(islice(found, most))


def _queued(recording: Recording, step: int) -> Iterator[Waiting]:
    """Those that wait, in the order in which the search did take them up later.

    Positions that are met later may come between them. Those that are never taken up come last.
    """
    met, steps = recording.met(step), recording.steps
    if recording.method.last_first:
        for node in range(met - 1, max(-1, met - _AHEAD), -1):
            if not -1 < recording.taken[node] <= step:
                yield _queued_one(recording, node)
        return
    for later in range(step + 1, min(recording.count, step + _AHEAD)):
        if steps[later] < met:
            yield _queued_one(recording, steps[later])
    for node in recording.rest:
        outdated = recording.outdated[node]
        if node < met and not -1 < outdated <= step:
            yield _queued_one(recording, node)


def _queued_one(recording: Recording, node: int) -> Waiting:
    return Waiting(node, recording.before[node], recording.states[node], recording.depths[node])


def _untried(recording: Recording, step: int) -> Iterator[Waiting]:
    """What is left to be tried from the positions of the path, the last one first."""
    node, child = recording.steps[step], -1
    room = _MOST_CELLS // (recording.board.rows * recording.board.columns)
    for _ in range(_UP):
        reached = _reached_from(recording, step, node)
        room -= len(reached)
        for state in _left_at(recording, step, node, child, reached) if reached else ():
            yield Waiting(-1, node, state, recording.depths[node] + 1)
        node, child = recording.before[node], node
        if node == -1 or room <= 0:
            break


def _reached_from(recording: Recording, step: int, node: int) -> list[State]:
    """The neighbours of a position of the path, none at the goal and at the limit of depth."""
    space, state = recording.space, recording.states[node]
    limit = recording.limits[recording.round_of(step)]
    if space.is_goal(state) or limit == recording.depths[node]:
        return []
    return [reached for _, reached in space.successors(state)]


def _left_at(
    recording: Recording, step: int, node: int, child: int, found: list[State]
) -> list[State]:
    """The neighbours of a position of the path that are still to be visited from it.

    Args:
        recording: of a search along a path.
        step: where it is.
        node: of the path.
        child: the node that was visited from it, -1 for none yet.
        found: its neighbours.
    """
    space, limit = recording.space, recording.limits[recording.round_of(step)]
    if recording.method.marks:
        return [s for s in found if not -1 < recording.known_since(s) <= step]
    if limit is not None:  # it goes to no position of its path, or not straight back
        above = recording.path(node)
        passed = {recording.states[n] for n in (above[-2:-1] if space.prunes_undo_only else above)}
        found = [s for s in found if s not in passed]
    return found if child == -1 else found[recording.keys[child][0] + 1 :]
