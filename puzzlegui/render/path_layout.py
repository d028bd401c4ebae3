"""The shortest ways between two arrangements, level by level from left to right. Knows no Qt."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

from puzzlegui.core.board import Board
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import tr
from puzzlegui.engine.graph.neighbourhood import DistanceBounds
from puzzlegui.engine.graph.paths import ShortestPaths
from puzzlegui.render.diagram import (
    CAPTION,
    Diagram,
    Edge,
    Label,
    Node,
    changed_cells,
)
from puzzlegui.render.ring_layout import distance_caption

MAX_PER_LEVEL, MAX_BOARDS = 10, 300
"""Boards that are drawn of a level, and of all of them."""
_PITCH, _ROW = 2.1, 1.0 + CAPTION + 0.25
"""From level to level, and from board to board of a level."""
_HEAD = 0.8
_MARGIN = 0.4
_FEW = 14
"""Links between two levels up to which their moves stand on them."""


def path_diagram(
    board: Board,
    paths: ShortestPaths,
    known: Mapping[Any, DistanceBounds],
    goal: Any,
    format_move: Callable[[Any], str],
) -> Diagram:
    """The shortest ways, if any were found.

    Args:
        board: that the arrangements are of.
        ways: the ways.
        known: what is known of the distances to the goal.
        goal: the arrangement that the board asks for.
        written: a move as people write it.
    """
    levels = _in_order(sample_levels(paths), paths)
    most = max(map(len, levels))
    height = _HEAD + most * _ROW + 2 * _MARGIN
    spots: list[Node] = []
    numbers: list[dict[Any, int]] = []
    labels = []
    for depth, level in enumerate(levels):
        x = _MARGIN + 0.5 + depth * _PITCH
        top = _MARGIN + _HEAD + (most - len(level)) * _ROW / 2
        numbers.append({})
        for row, vertex in enumerate(level):
            numbers[-1][vertex] = len(spots)
            changed = changed_cells(board, paths.start, vertex)
            spots.append(Node(
                vertex, x, top + row * _ROW + 0.5,
                caption=distance_caption(known.get(vertex, DistanceBounds())),
                goal=vertex == goal, changed=changed,
            ))  # fmt: skip
        labels.append(Label(x, _MARGIN + 0.3, _level_text(depth, len(level), paths)))
    links: list[Edge] = []
    for here, there in pairwise(numbers):
        found = list(_links(here, there, paths, format_move))
        links += found if len(found) <= _FEW else [Edge(one.start, one.end) for one in found]
    width = 2 * _MARGIN + 1 + (len(levels) - 1) * _PITCH
    return Diagram(board, tuple(spots), tuple(links), (), tuple(labels), width, height)


def _links(
    here: dict[Any, int], there: dict[Any, int], ways: ShortestPaths, written: Callable[[Any], str]
) -> list[Edge]:
    found = []
    for vertex, number in here.items():
        moves: dict[int, list[str]] = {}
        for move, after in ways.arcs[vertex]:
            if after in there:
                moves.setdefault(there[after], []).append(written(move))
        found += [Edge(number, last, ", ".join(texts)) for last, texts in moves.items()]
    return found


def _level_text(depth: int, shown: int, ways: ShortestPaths) -> str:
    number, count = group_digits(depth), len(ways.levels[depth])
    if shown == count:
        return number
    text = tr("{level}: {count} of {number}")
    return text.format(level=number, count=group_digits(shown), number=group_digits(count))


def sample_levels(ways: ShortestPaths) -> list[list[Any]]:
    """Of each level as many as are drawn; each of them is on a way that is drawn whole."""
    levels = ways.levels
    most = max(1, min(MAX_PER_LEVEL, MAX_BOARDS // len(levels)))
    before: dict[Any, list[Any]] = {}
    for vertex, arcs in ways.arcs.items():
        for _, there in arcs:
            before.setdefault(there, []).append(vertex)
    shown: list[dict[Any, None]] = [{} for _ in levels]
    for depth, level in enumerate(levels):
        for vertex in level:
            if vertex in shown[depth]:
                continue
            way = [vertex]
            for at in range(depth - 1, -1, -1):
                way.insert(0, _preferred(before[way[0]], shown[at]))
            for at in range(depth + 1, len(levels)):
                way.append(_preferred([there for _, there in ways.arcs[way[-1]]], shown[at]))
            if all(
                one in known or len(known) < most for one, known in zip(way, shown, strict=True)
            ):
                for one, known in zip(way, shown, strict=True):
                    known[one] = None
            if len(shown[depth]) == most:
                break
    return [list(level) for level in shown]


def _preferred(choices: list[Any], shown: dict[Any, None]) -> Any:
    return next((one for one in choices if one in shown), choices[0])


def _in_order(levels: list[list[Any]], ways: ShortestPaths) -> list[list[Any]]:
    """Each level in the order of what leads to it, so that fewer links cross."""
    place = {levels[0][0]: 0.5}
    found = [levels[0]]
    for here, there in pairwise(levels):
        reached: dict[Any, list[float]] = {}
        for vertex in here:
            for _, after in ways.arcs[vertex]:
                reached.setdefault(after, []).append(place[vertex])
        level = sorted(there, key=lambda one: sum(reached[one]) / len(reached[one]))
        place = {one: (at + 0.5) / len(level) for at, one in enumerate(level)}
        found.append(level)
    return found
