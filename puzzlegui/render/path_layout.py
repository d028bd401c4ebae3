"""Layout of the shortest paths between two arrangements, in levels from left to right.

Independent of Qt.
"""

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
"""Greatest numbers of boards drawn per level, and of all levels."""
_LEVEL_DISTANCE, _BOARD_DISTANCE = 2.1, 1.0 + CAPTION + 0.25
"""Distance between levels, and between boards of a level."""
_HEADER_HEIGHT = 0.8
_MARGIN = 0.4
_MAX_LABELLED_EDGES = 14
"""Greatest number of edges between two levels that are labelled with moves."""


def path_diagram(
    board: Board,
    paths: ShortestPaths,
    known: Mapping[Any, DistanceBounds],
    goal: Any,
    format_move: Callable[[Any], str],
) -> Diagram:
    """Return a diagram of the shortest paths.

    Args:
        board: board of the arrangements.
        paths: shortest paths; there is at least one.
        known: known bounds on the distances to the goal.
        goal: goal arrangement.
        format_move: formats a move for the user.
    """
    levels = _order_levels(sample_levels(paths), paths)
    most = max(map(len, levels))
    height = _HEADER_HEIGHT + most * _BOARD_DISTANCE + 2 * _MARGIN
    nodes: list[Node] = []
    numbers: list[dict[Any, int]] = []
    labels = []
    for depth, level in enumerate(levels):
        x = _MARGIN + 0.5 + depth * _LEVEL_DISTANCE
        top = _MARGIN + _HEADER_HEIGHT + (most - len(level)) * _BOARD_DISTANCE / 2
        numbers.append({})
        for row, vertex in enumerate(level):
            numbers[-1][vertex] = len(nodes)
            changed = changed_cells(board, paths.start, vertex)
            nodes.append(Node(
                vertex, x, top + row * _BOARD_DISTANCE + 0.5,
                caption=distance_caption(known.get(vertex, DistanceBounds())),
                goal=vertex == goal, changed=changed,
            ))  # fmt: skip
        labels.append(Label(x, _MARGIN + 0.3, _level_text(depth, len(level), paths)))
    edges: list[Edge] = []
    for here, there in pairwise(numbers):
        found = list(_edges(here, there, paths, format_move))
        edges += (
            found
            if len(found) <= _MAX_LABELLED_EDGES
            else [Edge(edge.start, edge.end) for edge in found]
        )
    width = 2 * _MARGIN + 1 + (len(levels) - 1) * _LEVEL_DISTANCE
    return Diagram(board, tuple(nodes), tuple(edges), (), tuple(labels), width, height)


def _edges(
    here: dict[Any, int],
    there: dict[Any, int],
    paths: ShortestPaths,
    format_move: Callable[[Any], str],
) -> list[Edge]:
    found = []
    for vertex, number in here.items():
        moves: dict[int, list[str]] = {}
        for move, after in paths.arcs[vertex]:
            if after in there:
                moves.setdefault(there[after], []).append(format_move(move))
        found += [Edge(number, last, ", ".join(texts)) for last, texts in moves.items()]
    return found


def _level_text(depth: int, shown: int, paths: ShortestPaths) -> str:
    number, count = group_digits(depth), len(paths.levels[depth])
    if shown == count:
        return number
    text = tr("{level}: {count} of {number}")
    return text.format(level=number, count=group_digits(shown), number=group_digits(count))


def sample_levels(paths: ShortestPaths) -> list[list[Any]]:
    """Select the vertices of each level to draw; each is on a completely drawn path."""
    levels = paths.levels
    most = max(1, min(MAX_PER_LEVEL, MAX_BOARDS // len(levels)))
    before: dict[Any, list[Any]] = {}
    for vertex, arcs in paths.arcs.items():
        for _, there in arcs:
            before.setdefault(there, []).append(vertex)
    shown: list[dict[Any, None]] = [{} for _ in levels]
    for depth, level in enumerate(levels):
        for vertex in level:
            if vertex in shown[depth]:
                continue
            path = [vertex]
            for at in range(depth - 1, -1, -1):
                path.insert(0, _preferred(before[path[0]], shown[at]))
            for at in range(depth + 1, len(levels)):
                path.append(_preferred([there for _, there in paths.arcs[path[-1]]], shown[at]))
            if all(
                step in known or len(known) < most for step, known in zip(path, shown, strict=True)
            ):
                for step, known in zip(path, shown, strict=True):
                    known[step] = None
            if len(shown[depth]) == most:
                break
    return [list(level) for level in shown]


def _preferred(choices: list[Any], shown: dict[Any, None]) -> Any:
    return next((vertex for vertex in choices if vertex in shown), choices[0])


def _order_levels(levels: list[list[Any]], paths: ShortestPaths) -> list[list[Any]]:
    """Sort each level by the positions of its predecessors, so that fewer edges cross."""
    place = {levels[0][0]: 0.5}
    found = [levels[0]]
    for here, there in pairwise(levels):
        reached: dict[Any, list[float]] = {}
        for vertex in here:
            for _, after in paths.arcs[vertex]:
                reached.setdefault(after, []).append(place[vertex])
        level = sorted(there, key=lambda vertex: sum(reached[vertex]) / len(reached[vertex]))
        place = {vertex: (at + 0.5) / len(level) for at, vertex in enumerate(level)}
        found.append(level)
    return found
