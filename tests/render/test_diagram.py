"""Diagrams of small boards: nodes do not overlap, and drawn paths are complete."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest

from puzzlegui.core.board import Board
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.graph.neighbourhood import find_neighbourhood
from puzzlegui.engine.graph.paths import ShortestPaths, find_shortest_paths
from puzzlegui.exporters.drawings import DIAGRAM_FORMATS
from puzzlegui.exporters.settings import ExportSettings
from puzzlegui.families.creation import new_board
from puzzlegui.families.registry import FAMILIES, family_of
from puzzlegui.families.rotation.board import Turn
from puzzlegui.render.diagram import Diagram
from puzzlegui.render.path_layout import MAX_PER_LEVEL, path_diagram
from puzzlegui.render.ring_layout import ring_diagram
from puzzlegui.solvers.control import Request, SearchContext
from tests.boards import largest_board


def ring_diagram_of(board: Board) -> Diagram:
    arcs = family_of(board).transitions(board)
    around = find_neighbourhood(arcs, board.initial(), SearchContext(Request()))
    return ring_diagram(board, around, {}, arcs.goal)


@cache
def many_paths() -> tuple[Board, ShortestPaths]:
    """Return the shortest paths of six turns in any order: 720 paths."""
    board = new_board("rotation", 6, 6, 1)
    arcs = family_of(board).transitions(board)
    turns = [Turn(row, column, True) for row in (0, 2, 4) for column in (0, 3)]
    there, made, error = board.play_all(turns)
    assert (made, error) == (6, None)
    return board, find_shortest_paths(arcs, board.initial(), there, SearchContext(Request()))


def diagram_of(board: Board, paths: ShortestPaths) -> Diagram:
    return path_diagram(board, paths, {}, paths.goal, str)


@pytest.mark.parametrize(
    "board",
    [
        *(load_preset(name) for name in ("mystery-box", "fifteen-book", "maze-8x8", "shift-4x4")),
        *(new_board(family, size, size, 2) for family in FAMILIES for size in (2, 3, 9)),
        *map(largest_board, FAMILIES),
    ],
    ids=lambda board: f"{board.family} {board.size} {board.title}",
)
def test_boards_do_not_overlap(board: Board) -> None:
    diagram = ring_diagram_of(board)
    for one, other in combinations(diagram.nodes, 2):
        least = (one.side + other.side) / 2
        assert max(abs(one.x - other.x), abs(one.y - other.y)) > 0.98 * least
    for number, node in enumerate(diagram.nodes):
        half = node.side / 2
        assert half <= node.x <= diagram.width - half
        assert half <= node.y <= diagram.height - half
        assert diagram.node_at(node.x, node.y) == number
    assert diagram.node_at(0, 0) is None


def test_of_many_paths_some_are_drawn_completely() -> None:
    board, paths = many_paths()
    assert paths.count == 720
    assert [len(level) for level in paths.levels] == [1, 6, 15, 20, 15, 6, 1]
    diagram = diagram_of(board, paths)
    texts = [label.text for label in diagram.labels]
    assert texts == ["0", "1", "2: 10 of 15", "3: 10 of 20", "4: 10 of 15", "5", "6"]
    assert len(diagram.nodes) == 1 + 6 + 3 * MAX_PER_LEVEL + 6 + 1
    starts = {edge.start for edge in diagram.edges}
    ends = {edge.end for edge in diagram.edges}
    last = len(diagram.nodes) - 1
    assert starts == set(range(last))
    assert ends == set(range(1, last + 1))
    for edge in diagram.edges:
        first, after = diagram.nodes[edge.start].vertex, diagram.nodes[edge.end].vertex
        assert after in [there for _, there in paths.arcs[first]]
    for one, other in combinations(diagram.nodes, 2):
        assert max(abs(one.x - other.x), abs(one.y - other.y)) > 1


def test_arrow_keys_reach_every_node() -> None:
    """Check that every node can be reached from the first with the arrow keys."""
    for diagram in (diagram_of(*many_paths()), ring_diagram_of(load_preset("mystery-box"))):
        seen = {0}
        pending = [0]
        while pending:
            here = pending.pop()
            for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0)):
                there = diagram.adjacent_node(here, down, right)
                if there not in seen:
                    seen.add(there)
                    pending.append(there)
        assert len(seen) == len(diagram.nodes)


@pytest.mark.parametrize("name", DIAGRAM_FORMATS)
def test_exported_drawings_report_progress(name: str) -> None:
    reported: list[int] = []
    data = b"".join(
        DIAGRAM_FORMATS[name].write(
            diagram_of(*many_paths()), ExportSettings(), lambda done, _: reported.append(done)
        )
    )
    assert data.startswith(b"\x89PNG" if name == "png" else b"<?xml")
    if name == "svg":
        assert b"3: 10 of 20" in data
    assert max(reported) == 43
