"""Conversion of arrangements, neighbourhoods and shortest paths to and from JSON data.

An arrangement is written as its lists; a move as its index among the moves possible there.
"""

from __future__ import annotations

import itertools
from dataclasses import replace
from functools import lru_cache
from typing import Any

from puzzlegui.engine.graph.neighbourhood import DistanceBounds, NearbyVertex, Neighbourhood
from puzzlegui.engine.graph.paths import ShortestPaths
from puzzlegui.solvers.transitions import Transitions, Vertex

_KEPT = 1024
"""Number of arrangements whose moves are cached during a conversion."""


def read_vertex(value: Any) -> Vertex:
    """Return the arrangement written as lists."""
    return tuple(map(read_vertex, value)) if isinstance(value, list) else value


def write_rings(arcs: Transitions, around: Neighbourhood) -> dict[str, Any]:
    """Return a neighbourhood as JSON data for ``read_rings``."""

    @lru_cache(_KEPT)
    def numbers(vertex: Vertex) -> dict[Any, int]:
        return {move: number for number, move in enumerate(arcs.moves(vertex))}

    rings: list[list[Any]] = []
    before: tuple[NearbyVertex, ...] = ()
    for ring in around.rings:
        rings.append([
            (member.vertex, member.parent,
             -1 if member.parent < 0 else numbers(before[member.parent].vertex)[member.move])
            for member in ring
        ])  # fmt: skip
        before = ring
    return {"rings": rings, "count": around.direct_count, "beyond": around.hidden_count,
            "counted": around.is_hidden_count_exact}  # fmt: skip


def read_rings(arcs: Transitions, value: dict[str, Any]) -> Neighbourhood:
    """Return the neighbourhood written by ``write_rings``."""
    moves = lru_cache(_KEPT)(arcs.moves)
    rings: list[tuple[NearbyVertex, ...]] = []
    for distance, ring in enumerate(value["rings"]):
        found = []
        for vertex, before, move in ring:
            made = None if before < 0 else moves(rings[-1][before].vertex)[move]
            found.append(NearbyVertex(read_vertex(vertex), distance, made, before))
        rings.append(tuple(found))
    return Neighbourhood(tuple(rings), value["count"], value["beyond"], value["counted"])


def write_paths(arcs: Transitions, paths: ShortestPaths) -> dict[str, Any]:
    """Return shortest paths as JSON data for ``read_paths``.

    An arc is written as a move and the index of its end in the next level.
    """
    found: list[list[Any]] = []
    for level, following in zip(paths.levels, paths.levels[1:], strict=False):
        places = {vertex: place for place, vertex in enumerate(following)}
        for vertex in level:
            numbers = {move: number for number, move in enumerate(arcs.moves(vertex))}
            found.append([(numbers[move], places[there]) for move, there in paths.arcs[vertex]])
    return {
        "start": paths.start, "goal": paths.goal, "levels": paths.levels, "arcs": found,
        "least": paths.lower_bound, "none": paths.unreachable, "reason": paths.reason,
    }  # fmt: skip


def read_paths(arcs: Transitions, value: dict[str, Any]) -> ShortestPaths:
    """Return the shortest paths written by ``write_paths``."""
    levels: tuple[tuple[Vertex, ...], ...] = read_vertex(value["levels"])
    found = ShortestPaths(read_vertex(value["start"]), read_vertex(value["goal"]), levels,
                 lower_bound=value["least"], unreachable=value["none"],
                 reason=value["reason"])  # fmt: skip
    written = iter(value["arcs"])
    along = {}
    for level, following in itertools.pairwise(levels):
        for vertex in level:
            moves = arcs.moves(vertex)
            along[vertex] = tuple((moves[move], following[place]) for move, place in next(written))
    return replace(found, arcs=along)


def write_bounds(known: DistanceBounds) -> tuple[int | None, int, bool]:
    """Return the bounds of an arrangement as arguments of ``DistanceBounds``."""
    return known.exact, known.lower_bound, known.unreachable
