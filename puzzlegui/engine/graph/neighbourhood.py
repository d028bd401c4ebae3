"""Neighbourhood of an arrangement: rings of those 1 move away, 2 moves away, and so on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from puzzlegui.core.board import Board
from puzzlegui.engine.graph.paths import ShortestPaths
from puzzlegui.solvers.control import SearchContext
from puzzlegui.solvers.transitions import Transitions, Vertex

MAX_SHOWN = 300
"""Greatest number of arrangements shown around another."""
_MOST_CELLS = 57_600
"""Greatest number of cells of all boards shown, so that they can be drawn at once."""
_RINGS = 6
"""Greatest number of rings; more would be too small to be seen."""
_COUNTED = 20
"""Multiple of the shown arrangements up to which a hidden ring is counted."""


@dataclass(frozen=True)
class NearbyVertex:
    """An arrangement near the centre of a neighbourhood.

    Attributes:
        vertex: the arrangement.
        distance: number of moves from the centre.
        move: last of these moves; None for the centre.
        parent: index in the previous ring of the arrangement where the move is made; -1 for the
            centre.
    """

    vertex: Vertex
    distance: int
    move: Any = None
    parent: int = -1


@dataclass(frozen=True)
class Neighbourhood:
    """Arrangements around a centre.

    Attributes:
        rings: arrangements by distance; the first ring holds only the centre. All are complete, but
            for a ring of direct neighbours that has too many.
        direct_count: number of direct neighbours.
        hidden_count: size of the first hidden ring; 0 if there is none, or if the direct neighbours
            are incomplete.
        is_hidden_count_exact: if False, ``hidden_count`` is a lower bound.
    """

    rings: tuple[tuple[NearbyVertex, ...], ...]
    direct_count: int
    hidden_count: int
    is_hidden_count_exact: bool

    @property
    def centre(self) -> Vertex:
        return self.rings[0][0].vertex

    @property
    def is_complete(self) -> bool:
        """True if all direct neighbours are shown."""
        return len(self.rings) == 1 or len(self.rings[1]) == self.direct_count

    @property
    def members(self) -> list[NearbyVertex]:
        """All shown arrangements, ring by ring."""
        return [member for ring in self.rings for member in ring]


def max_shown(board: Board) -> int:
    """Return the greatest number of small boards that can be shown at once."""
    return max(1, min(MAX_SHOWN, _MOST_CELLS // (board.rows * board.columns)))


def find_neighbourhood(
    arcs: Transitions, centre: Vertex, context: SearchContext, most: int | None = None
) -> Neighbourhood:
    """Return the complete rings around an arrangement with no more boards than ``most``.

    If there are more direct neighbours, an evenly spread sample of that size is taken.

    Raises:
        SearchStopped: the search was cancelled.
    """
    most = max_shown(arcs.board) if most is None else most
    rings = [[NearbyVertex(centre, 0)]]
    seen = {centre}
    total = 0
    while True:
        ring, counted = _next_ring(arcs, rings[-1], seen, context, None if total == 0 else most)
        total += len(ring)
        if not ring or total > most or len(rings) > _RINGS:
            break
        rings.append(ring)
    count = len(rings[1]) if len(rings) > 1 else len(ring)
    if len(rings) == 1 and ring:
        rings.append([ring[number * count // most] for number in range(most)])
        ring = []
    return Neighbourhood(tuple(map(tuple, rings)), count, len(ring), counted)


def _next_ring(
    arcs: Transitions,
    ring: list[NearbyVertex],
    seen: set[Vertex],
    context: SearchContext,
    most: int | None,
) -> tuple[list[NearbyVertex], bool]:
    """Return the ring around a ring, and whether it is complete; a long hidden ring is cut off.

    Args:
        arcs: state graph of the board.
        ring: the last ring.
        seen: arrangements of this and the earlier rings; extended.
        context: context that counts the states and stops the search.
        most: number of arrangements that can be shown; None for the direct neighbours, which are
            all counted.
    """
    found: list[NearbyVertex] = []
    for parent, member in enumerate(ring):
        context.count_expansion()
        for move, vertex in arcs.successors(member.vertex):
            if vertex not in seen:
                seen.add(vertex)
                found.append(NearbyVertex(vertex, member.distance + 1, move, parent))
        if most is not None and len(found) > _COUNTED * most:
            return found, False
    return found, True


@dataclass(frozen=True)
class DistanceBounds:
    """Proved bounds on the number of moves from an arrangement to the goal.

    Attributes:
        exact: least number of moves; None if it is unknown or the goal is unreachable.
        lower_bound: proved lower bound.
        unreachable: the goal cannot be reached.
    """

    exact: int | None = None
    lower_bound: int = 0
    unreachable: bool = False


NEARER, AS_FAR, FARTHER, NO_NEARER = "nearer", "equal", "farther", "not"
"""Relations of an arrangement's distance to the goal to another's."""


def compare_distances(there: DistanceBounds, here: DistanceBounds) -> str:
    """Return the relation of the distances; empty if none is proved."""
    if there.unreachable or here.unreachable:
        return FARTHER if here.exact is not None else NEARER if there.exact is not None else ""
    if there.exact is not None and here.exact is not None:
        difference = there.exact - here.exact
        return NEARER if difference < 0 else FARTHER if difference else AS_FAR
    if there.exact is not None and there.exact < here.lower_bound:
        return NEARER
    if here.exact is not None and there.lower_bound > here.exact:
        return FARTHER
    return NO_NEARER if here.exact is not None and there.lower_bound == here.exact else ""


def bounds_on_paths(paths: ShortestPaths) -> Mapping[Vertex, DistanceBounds]:
    """Return the bounds proved by shortest paths to the goal for the arrangements on them."""
    length = paths.lower_bound
    return {
        vertex: DistanceBounds(length - depth, length - depth)
        for depth, level in enumerate(paths.levels)
        for vertex in level
    }


def bounds_around(paths: ShortestPaths, around: Neighbourhood) -> Mapping[Vertex, DistanceBounds]:
    """Return the bounds of a neighbourhood proved by shortest paths from its centre to the goal."""
    if paths.unreachable:
        return {member.vertex: DistanceBounds(unreachable=True) for member in around.members}
    found = {}
    levels = [frozenset(level) for level in paths.levels]
    length = paths.lower_bound  # length of the paths, if there are any
    for member in around.members:
        at = member.distance
        if at < len(levels) and member.vertex in levels[at]:
            found[member.vertex] = DistanceBounds(length - at, length - at)
        else:  # a nearer arrangement would be on a shortest path
            found[member.vertex] = DistanceBounds(None, max(0, length - at + bool(levels)))
    return found
