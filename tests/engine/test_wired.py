"""Neighbourhoods and shortest paths survive their conversion to JSON."""

import json
from typing import Any

import pytest

from puzzlegui.core.board import Board
from puzzlegui.documents.presets import PRESETS, load_preset
from puzzlegui.engine.graph.neighbourhood import find_neighbourhood
from puzzlegui.engine.graph.paths import find_shortest_paths
from puzzlegui.engine.graph.serialization import read_paths, read_rings, write_paths, write_rings
from puzzlegui.families.registry import family_of
from puzzlegui.solvers.control import Request, SearchContext

BOARDS = {name: board for name in PRESETS if (board := load_preset(name)).rows * board.columns < 30}


def over(value: Any) -> Any:
    return json.loads(json.dumps(value))


@pytest.mark.examples(4)
@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_rings_and_ways(board: Board) -> None:
    arcs = family_of(board).transitions(board)
    start = arcs.vertex(board.initial())
    around = find_neighbourhood(arcs, start, SearchContext(Request()))
    assert read_rings(arcs, over(write_rings(arcs, around))) == around
    last = around.members[-1].vertex
    for end in (start, last, arcs.goal):
        ways = find_shortest_paths(arcs, start, end, SearchContext(Request()), 20_000)
        there = read_paths(arcs, over(write_paths(arcs, ways)))
        assert there == ways
        assert there.arcs == ways.arcs
        assert there.count == ways.count
