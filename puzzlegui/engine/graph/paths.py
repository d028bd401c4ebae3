"""All shortest ways between two arrangements, as a graph of levels."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any

from puzzlegui.core.board import Board
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import tr
from puzzlegui.solvers.arcs import Arcs, Vertex
from puzzlegui.solvers.control import STOP_REASONS, SearchContext, SearchStopped

_MOST, _MOST_CELLS = 200_000, 20_000_000
"""Arrangements that are met before the search gives up, and cells of all of them."""

Arc = tuple[Any, Vertex]
"""A move, and where it leads to."""


@dataclass(frozen=True)
class ShortestPaths:
    """The shortest ways from one arrangement to another.

    Attributes:
        start: where they begin.
        goal: where they end.
        levels: the arrangements on them by the number of moves made; none if none was found.
        arcs: the moves from each that are on a shortest way.
        least: no way is shorter; the length of these if there are any.
        none: it is proved that there is no way.
        reason: why none was found.
    """

    start: Vertex
    goal: Vertex
    levels: tuple[tuple[Vertex, ...], ...] = ()
    arcs: dict[Vertex, tuple[Arc, ...]] = field(default_factory=dict, repr=False)
    least: int = 0
    none: bool = False
    reason: str = ""

    @property
    def length(self) -> int | None:
        """Of each of them, in moves; None if none was found."""
        return len(self.levels) - 1 if self.levels else None

    @cached_property
    def onwards(self) -> dict[Vertex, int]:
        """In how many ways the goal is reached from each arrangement on them."""
        found = {self.goal: 1} if self.levels else {}
        for level in reversed(self.levels[:-1]):
            for vertex in level:
                found[vertex] = sum(found[there] for _, there in self.arcs[vertex])
        return found

    @cached_property
    def so_far(self) -> dict[Vertex, int]:
        """In how many ways each arrangement on them is reached from the start."""
        found = {self.start: 1} if self.levels else {}
        for level in self.levels[:-1]:
            for vertex in level:
                for _, there in self.arcs[vertex]:
                    found[there] = found.get(there, 0) + found[vertex]
        return found

    @property
    def count(self) -> int:
        """How many there are, each counted by its moves."""
        return self.onwards.get(self.start, 0)


def most_met(board: Board) -> int:
    """How many arrangements a search for ways may meet."""
    return min(_MOST, _MOST_CELLS // (board.rows * board.columns))


def shortest_ways(
    arcs: Arcs, start: Vertex, goal: Vertex, work: SearchContext, most: int | None = None
) -> ShortestPaths:
    """All shortest ways: breadth-first search (Moore 1959) from both ends, by whole levels.

    Args:
        arcs: of the board.
        start: where they begin.
        goal: where they end.
        work: counts, and stops it.
        most: arrangements that may be met; by default as many as suit the board.

    Raises:
        Stopped: it was cancelled.
    """
    most = most_met(arcs.board) if most is None else most
    if start == goal:
        return ShortestPaths(start, goal, ((start,),), {})
    board = arcs.between(start, goal)
    verdict = board.verdict()
    if verdict.solvable is False:
        return ShortestPaths(start, goal, none=True, reason=verdict.reason)
    forth = _Side(start, lambda vertex: (there for _, there in arcs.successors(vertex)))
    back = _Side(goal, arcs.predecessors)
    meeting: list[Vertex] = []
    try:
        while not meeting:
            side, other = (forth, back) if len(forth.last) <= len(back.last) else (back, forth)
            side.grow(work, most - len(other.known))
            if not side.last:
                reason = str(tr("Every reachable arrangement was tried."))
                return ShortestPaths(start, goal, none=True, reason=reason)
            meeting = [vertex for vertex in side.last if vertex in other.known]
    except SearchStopped as stop:
        if stop.reason == "cancelled":
            raise
        least = max(forth.depth + back.depth + 1, board.lower_bound())
        reason = str(tr(STOP_REASONS[stop.reason]))
        if stop.reason == "states":
            said = tr("The search stopped after {count} arrangements.")
            reason = said.format(count=group_digits(most))
        return ShortestPaths(start, goal, least=least, reason=reason)
    levels = _levels(forth, back, meeting, arcs, work)
    return ShortestPaths(
        start, goal, levels, _arcs_along(levels, arcs, work), least=len(levels) - 1
    )


class _Side:
    """Breadth-first search from one end."""

    def __init__(self, begin: Vertex, around: Callable[[Vertex], Iterable[Vertex]]) -> None:
        self.known = {begin: 0}
        self.last = [begin]
        self.depth = 0
        self._around = around

    def grow(self, work: SearchContext, most: int) -> None:
        """Find the next level.

        Raises:
            Stopped: it was cancelled, or more were met than may be; the level does not count.
        """
        found: list[Vertex] = []
        known, depth = self.known, self.depth + 1
        for vertex in self.last:
            work.count_expansion()
            for there in self._around(vertex):
                if there not in known:
                    known[there] = depth
                    found.append(there)
            if len(known) > most:
                raise SearchStopped("states")
        self.last, self.depth = found, depth


def _levels(
    forth: _Side, back: _Side, meeting: list[Vertex], arcs: Arcs, work: SearchContext
) -> tuple[tuple[Vertex, ...], ...]:
    """The arrangements on the shortest ways, from those at which the two searches meet."""
    before, after = [meeting], [meeting]
    for depth in range(forth.depth - 1, -1, -1):
        there: dict[Vertex, None] = {}
        for vertex in before[-1]:
            work.count_expansion()
            there.update(dict.fromkeys(
                one for one in arcs.predecessors(vertex) if forth.known.get(one) == depth
            ))  # fmt: skip
        before.append(list(there))
    for depth in range(back.depth - 1, -1, -1):
        there = {}
        for vertex in after[-1]:
            work.count_expansion()
            there.update(dict.fromkeys(
                one for _, one in arcs.successors(vertex) if back.known.get(one) == depth
            ))  # fmt: skip
        after.append(list(there))
    return tuple(map(tuple, [*reversed(before), *after[1:]]))


def _arcs_along(
    levels: tuple[tuple[Vertex, ...], ...], arcs: Arcs, work: SearchContext
) -> dict[Vertex, tuple[Arc, ...]]:
    found = {}
    for level, following in pairwise(levels):
        wanted = frozenset(following)
        for vertex in level:
            work.count_expansion()
            found[vertex] = tuple(arc for arc in arcs.successors(vertex) if arc[1] in wanted)
    return found
