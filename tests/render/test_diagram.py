"""Diagrams of small boards: nothing lies over anything else, and ways that are drawn are whole."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest

from puzzlegui.core.board import Board
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.graph.neighbourhood import find_neighbourhood
from puzzlegui.engine.graph.paths import ShortestPaths, find_shortest_paths
from puzzlegui.exporters.drawings import DIAGRAM_FORMATS
from puzzlegui.exporters.settings import Settings
from puzzlegui.families.creation import new_board
from puzzlegui.families.registry import FAMILIES, family_of
from puzzlegui.families.rotation.board import Turn
from puzzlegui.render.diagram import Diagram
from puzzlegui.render.path_layout import MAX_PER_LEVEL, path_diagram
from puzzlegui.render.ring_layout import ring_diagram
from puzzlegui.solvers.control import Request, SearchContext


def rings_of(board: Board) -> Diagram:
    arcs = family_of(board).transitions(board)
    around = find_neighbourhood(arcs, board.initial(), SearchContext(Request()))
    return ring_diagram(board, around, {}, arcs.goal)


@cache
def many_ways() -> tuple[Board, ShortestPaths]:
    """Six turns that can be made in any order: 720 ways."""
    board = new_board("rotation", 6, 6, 1)
    arcs = family_of(board).transitions(board)
    turns = [Turn(row, column, True) for row in (0, 2, 4) for column in (0, 3)]
    there, made, error = board.play_all(turns)
    assert (made, error) == (6, None)
    return board, find_shortest_paths(arcs, board.initial(), there, SearchContext(Request()))


def diagram_of(board: Board, ways: ShortestPaths) -> Diagram:
    return path_diagram(board, ways, {}, ways.goal, str)


@pytest.mark.parametrize(
    "board",
    [
        *(load_preset(name) for name in ("mystery-box", "fifteen-book", "maze-8x8", "shift-4x4")),
        *(new_board(family, size, size, 2) for family in FAMILIES for size in (2, 3, 9, 30)),
    ],
    ids=lambda board: f"{board.family} {board.size} {board.title}",
)
def test_no_board_lies_over_another(board: Board) -> None:
    diagram = rings_of(board)
    for one, other in combinations(diagram.nodes, 2):
        least = (one.side + other.side) / 2
        assert max(abs(one.x - other.x), abs(one.y - other.y)) > 0.98 * least
    for number, spot in enumerate(diagram.nodes):
        half = spot.side / 2
        assert half <= spot.x <= diagram.width - half
        assert half <= spot.y <= diagram.height - half
        assert diagram.node_at(spot.x, spot.y) == number
    assert diagram.node_at(0, 0) is None


def test_of_too_many_ways_some_are_drawn_whole() -> None:
    board, ways = many_ways()
    assert ways.count == 720
    assert [len(level) for level in ways.levels] == [1, 6, 15, 20, 15, 6, 1]
    diagram = diagram_of(board, ways)
    texts = [label.text for label in diagram.labels]
    assert texts == ["0", "1", "2: 10 of 15", "3: 10 of 20", "4: 10 of 15", "5", "6"]
    assert len(diagram.nodes) == 1 + 6 + 3 * MAX_PER_LEVEL + 6 + 1
    starts = {link.start for link in diagram.edges}
    ends = {link.end for link in diagram.edges}
    last = len(diagram.nodes) - 1
    assert starts == set(range(last))
    assert ends == set(range(1, last + 1))
    for link in diagram.edges:
        first, after = diagram.nodes[link.start].vertex, diagram.nodes[link.end].vertex
        assert after in [there for _, there in ways.arcs[first]]
    for one, other in combinations(diagram.nodes, 2):
        assert max(abs(one.x - other.x), abs(one.y - other.y)) > 1


def test_arrow_keys_find_the_way_everywhere() -> None:
    """From any board each other one can be come to."""
    for diagram in (diagram_of(*many_ways()), rings_of(load_preset("mystery-box"))):
        seen = {0}
        waiting = [0]
        while waiting:
            here = waiting.pop()
            for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0)):
                there = diagram.adjacent_node(here, down, right)
                if there not in seen:
                    seen.add(there)
                    waiting.append(there)
        assert len(seen) == len(diagram.nodes)


@pytest.mark.parametrize("name", DIAGRAM_FORMATS)
def test_drawings_say_how_many_there_are(name: str) -> None:
    told: list[int] = []
    data = b"".join(
        DIAGRAM_FORMATS[name].write(
            diagram_of(*many_ways()), Settings(), lambda done, _: told.append(done)
        )
    )
    assert data.startswith(b"\x89PNG" if name == "png" else b"<?xml")
    if name == "svg":
        assert b"3: 10 of 20" in data
    assert max(told) == 43
