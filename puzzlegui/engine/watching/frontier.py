"""Frontier of a recorded search at a step, in the order of expansion."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from puzzlegui.engine.watching.recording import Recording
from puzzlegui.solvers.space import State

_AHEAD = 20_000
"""Number of later steps searched for the order of the frontier; of later ones only the number is
shown."""
_UP = 2_000
"""Number of positions of a path examined for moves left to try."""
_MOST_CELLS = 2_000_000
"""Greatest number of cells of their neighbours: a position of 30×30 has 1,682 moves."""


@dataclass(frozen=True)
class FrontierEntry:
    """A position in the frontier, or a move still to be tried.

    Attributes:
        node: node in the recording; -1 for a position that has not been visited yet.
        parent: node that generated it.
        state: its state.
        depth: number of moves made.
    """

    node: int
    parent: int
    state: State
    depth: int


def frontier(recording: Recording, step: int, most: int) -> list[FrontierEntry]:
    """Return at most ``most`` positions to be expanded next, after a step is done."""
    found = _untried(recording, step) if recording.method.depth_first else _queued(recording, step)
    return list(islice(found, most))


def _queued(recording: Recording, step: int) -> Iterator[FrontierEntry]:
    """Yield the frontier in the order in which the search later expanded it.

    Positions generated later may come between them. Those that are never expanded come last.
    """
    met, steps = recording.generated(step), recording.steps
    if recording.method.lifo:
        for node in range(met - 1, max(-1, met - _AHEAD), -1):
            if not -1 < recording.expanded_at[node] <= step:
                yield _entry(recording, node)
        return
    for later in range(step + 1, min(recording.count, step + _AHEAD)):
        if steps[later] < met:
            yield _entry(recording, steps[later])
    for node in recording.remaining_open:
        outdated = recording.superseded_at[node]
        if node < met and not -1 < outdated <= step:
            yield _entry(recording, node)


def _entry(recording: Recording, node: int) -> FrontierEntry:
    return FrontierEntry(
        node, recording.before[node], recording.states[node], recording.depths[node]
    )


def _untried(recording: Recording, step: int) -> Iterator[FrontierEntry]:
    """Yield the moves left to try from the positions of the path, the last position first."""
    node, child = recording.steps[step], -1
    room = _MOST_CELLS // (recording.board.rows * recording.board.columns)
    for _ in range(_UP):
        reached = _reached_from(recording, step, node)
        room -= len(reached)
        for state in _left_at(recording, step, node, child, reached) if reached else ():
            yield FrontierEntry(-1, node, state, recording.depths[node] + 1)
        node, child = recording.before[node], node
        if node == -1 or room <= 0:
            break


def _reached_from(recording: Recording, step: int, node: int) -> list[State]:
    """Return the neighbours of a position of the path; none at the goal and at the depth limit."""
    space, state = recording.space, recording.states[node]
    limit = recording.limits[recording.round_of(step)]
    if space.is_goal(state) or limit == recording.depths[node]:
        return []
    return [reached for _, reached in recording.successors(node)]


def _left_at(
    recording: Recording, step: int, node: int, child: int, found: list[State]
) -> list[State]:
    """Return the neighbours of a position of the path that are still to be visited from it.

    Args:
        recording: recording of a depth-first search.
        step: the current step.
        node: node of the path.
        child: last node visited from it, -1 for none yet.
        found: its neighbours.
    """
    space, limit = recording.space, recording.limits[recording.round_of(step)]
    if recording.method.marks_visited:
        return [s for s in found if not -1 < recording.first_visit(s) <= step]
    if limit is not None:  # positions of the path, or the previous one, are rejected
        above = recording.path(node)
        passed = {recording.states[n] for n in (above[-2:-1] if space.prunes_undo_only else above)}
        found = [s for s in found if s not in passed]
    return found if child == -1 else found[recording.keys[child][0] + 1 :]
