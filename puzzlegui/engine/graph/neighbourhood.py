"""The arrangements around one: rings of those that are one move away, two moves, and so on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from puzzlegui.core.board import Board
from puzzlegui.engine.graph.paths import ShortestPaths
from puzzlegui.solvers.arcs import Arcs, Vertex
from puzzlegui.solvers.control import SearchContext

MOST = 300
"""Arrangements that are shown around one."""
_MOST_CELLS = 57_600
"""Cells of all boards shown, so that they can be drawn at once."""
_RINGS = 6
"""Rings that are shown; more of them would be too small to be seen."""
_COUNTED = 20
"""A ring that is not shown is counted up to that many times as many."""


@dataclass(frozen=True)
class Neighbour:
    """An arrangement near another.

    Attributes:
        vertex: the arrangement.
        distance: moves that it takes to get there, at least.
        move: the last of them; None for the arrangement in the middle.
        before: which of the ring before it is made in; -1 for the one in the middle.
    """

    vertex: Vertex
    distance: int
    move: Any = None
    before: int = -1


@dataclass(frozen=True)
class Neighbourhood:
    """The arrangements around one.

    Attributes:
        rings: by distance, the first has the one in the middle alone. They are whole, but for a
            first ring that has too many.
        count: of the first ring.
        beyond: how many are in the first ring that is not shown; 0 if there is none, or if the
            first ring is not shown whole.
        counted: ``beyond`` is exact; else it is at least that many.
    """

    rings: tuple[tuple[Neighbour, ...], ...]
    count: int
    beyond: int
    counted: bool

    @property
    def centre(self) -> Vertex:
        return self.rings[0][0].vertex

    @property
    def whole(self) -> bool:
        """Whether the first ring is shown whole."""
        return len(self.rings) == 1 or len(self.rings[1]) == self.count

    @property
    def shown(self) -> list[Neighbour]:
        """All that are shown, ring by ring."""
        return [one for ring in self.rings for one in ring]


def most_shown(board: Board) -> int:
    """How many small boards can be shown at once."""
    return max(1, min(MOST, _MOST_CELLS // (board.rows * board.columns)))


def neighbourhood(
    arcs: Arcs, centre: Vertex, work: SearchContext, most: int | None = None
) -> Neighbourhood:
    """The rings around an arrangement, as many as are whole with no more boards than ``most``.

    Where the first ring alone has more, so many of it are taken, evenly.

    Raises:
        Stopped: it was cancelled.
    """
    most = most_shown(arcs.board) if most is None else most
    rings = [[Neighbour(centre, 0)]]
    seen = {centre}
    total = 0
    while True:
        ring, counted = _next_ring(arcs, rings[-1], seen, work, None if total == 0 else most)
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
    arcs: Arcs, ring: list[Neighbour], seen: set[Vertex], work: SearchContext, most: int | None
) -> tuple[list[Neighbour], bool]:
    """The ring around a ring, and whether it has no more, which are not looked for if it is long.

    Args:
        arcs: of the board.
        ring: the last one.
        seen: of this and of those before; grows.
        work: counts, and is stopped.
        most: that can be shown; None for the first ring, of which all are wanted.
    """
    found: list[Neighbour] = []
    for before, one in enumerate(ring):
        work.count_expansion()
        for move, vertex in arcs.successors(one.vertex):
            if vertex not in seen:
                seen.add(vertex)
                found.append(Neighbour(vertex, one.distance + 1, move, before))
        if most is not None and len(found) > _COUNTED * most:
            return found, False
    return found, True


@dataclass(frozen=True)
class DistanceBounds:
    """What is proved of the moves from an arrangement to the goal.

    Attributes:
        exact: their least number; None where that is not known, or there is no way.
        least: there are no fewer.
        never: there is no way.
    """

    exact: int | None = None
    least: int = 0
    never: bool = False


NEARER, AS_FAR, FARTHER, NO_NEARER = "nearer", "equal", "farther", "not"
"""How an arrangement lies to the goal, compared with another."""


def compared(there: DistanceBounds, here: DistanceBounds) -> str:
    """One of these; empty where nothing is proved."""
    if there.never or here.never:
        return FARTHER if here.exact is not None else NEARER if there.exact is not None else ""
    if there.exact is not None and here.exact is not None:
        difference = there.exact - here.exact
        return NEARER if difference < 0 else FARTHER if difference else AS_FAR
    if there.exact is not None and there.exact < here.least:
        return NEARER
    if here.exact is not None and there.least > here.exact:
        return FARTHER
    return NO_NEARER if here.exact is not None and there.least == here.exact else ""


def known_along(ways: ShortestPaths) -> Mapping[Vertex, DistanceBounds]:
    """What the shortest ways to the goal prove of the arrangements on them."""
    length = ways.least
    return {
        vertex: DistanceBounds(length - depth, length - depth)
        for depth, level in enumerate(ways.levels)
        for vertex in level
    }


def known_from(ways: ShortestPaths, around: Neighbourhood) -> Mapping[Vertex, DistanceBounds]:
    """What the shortest ways from the middle to the goal, or their absence, prove of the rings."""
    if ways.none:
        return {one.vertex: DistanceBounds(never=True) for one in around.shown}
    found = {}
    levels = [frozenset(level) for level in ways.levels]
    length = ways.least  # that of the ways, if there are any
    for one in around.shown:
        at = one.distance
        if at < len(levels) and one.vertex in levels[at]:
            found[one.vertex] = DistanceBounds(length - at, length - at)
        else:  # it would be on a shortest way if it were nearer
            found[one.vertex] = DistanceBounds(None, max(0, length - at + bool(levels)))
    return found
