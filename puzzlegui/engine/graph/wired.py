"""Arrangements, rings and shortest ways as a solver process sends them: as what JSON can hold.

An arrangement is its lists; a move is its place among those that are possible where it is made.
"""

from __future__ import annotations

import itertools
from dataclasses import replace
from functools import lru_cache
from typing import Any

from puzzlegui.engine.graph.neighbourhood import DistanceBounds, Neighbour, Neighbourhood
from puzzlegui.engine.graph.paths import ShortestPaths
from puzzlegui.solvers.arcs import Arcs, Vertex

_KEPT = 1024
"""Arrangements whose moves are remembered while rings or ways are written or read."""


def read_vertex(value: Any) -> Vertex:
    """Return the arrangement that lists stand for."""
    return tuple(map(read_vertex, value)) if isinstance(value, list) else value


def write_rings(arcs: Arcs, around: Neighbourhood) -> dict[str, Any]:
    """Return rings for ``read_rings``."""

    @lru_cache(_KEPT)
    def numbers(vertex: Vertex) -> dict[Any, int]:
        return {move: number for number, move in enumerate(arcs.moves(vertex))}

    rings: list[list[Any]] = []
    before: tuple[Neighbour, ...] = ()
    for ring in around.rings:
        rings.append([
            (one.vertex, one.before,
             -1 if one.before < 0 else numbers(before[one.before].vertex)[one.move])
            for one in ring
        ])  # fmt: skip
        before = ring
    return {"rings": rings, "count": around.count, "beyond": around.beyond,
            "counted": around.counted}  # fmt: skip


def read_rings(arcs: Arcs, value: dict[str, Any]) -> Neighbourhood:
    """Return the rings that ``write_rings`` has written."""
    moves = lru_cache(_KEPT)(arcs.moves)
    rings: list[tuple[Neighbour, ...]] = []
    for distance, ring in enumerate(value["rings"]):
        found = []
        for vertex, before, move in ring:
            made = None if before < 0 else moves(rings[-1][before].vertex)[move]
            found.append(Neighbour(read_vertex(vertex), distance, made, before))
        rings.append(tuple(found))
    return Neighbourhood(tuple(rings), value["count"], value["beyond"], value["counted"])


def write_ways(arcs: Arcs, ways: ShortestPaths) -> dict[str, Any]:
    """Return shortest ways for ``read_ways``; an arc is a move and a place in the next level."""
    found: list[list[Any]] = []
    for level, following in zip(ways.levels, ways.levels[1:], strict=False):
        places = {vertex: place for place, vertex in enumerate(following)}
        for vertex in level:
            numbers = {move: number for number, move in enumerate(arcs.moves(vertex))}
            found.append([(numbers[move], places[there]) for move, there in ways.arcs[vertex]])
    return {"start": ways.start, "goal": ways.goal, "levels": ways.levels, "arcs": found,
            "least": ways.least, "none": ways.none, "reason": ways.reason}  # fmt: skip


def read_ways(arcs: Arcs, value: dict[str, Any]) -> ShortestPaths:
    """Return the shortest ways that ``write_ways`` has written."""
    levels: tuple[tuple[Vertex, ...], ...] = read_vertex(value["levels"])
    found = ShortestPaths(read_vertex(value["start"]), read_vertex(value["goal"]), levels,
                 least=value["least"], none=value["none"], reason=value["reason"])  # fmt: skip
    written = iter(value["arcs"])
    along = {}
    for level, following in itertools.pairwise(levels):
        for vertex in level:
            moves = arcs.moves(vertex)
            along[vertex] = tuple((moves[move], following[place]) for move, place in next(written))
    return replace(found, arcs=along)


def write_known(known: DistanceBounds) -> tuple[int | None, int, bool]:
    """Return what is known of an arrangement for ``DistanceBounds``."""
    return known.exact, known.least, known.never
