"""Neighbourhoods and shortest paths survive their conversion to JSON."""

import json
from typing import Any

import pytest

from puzzlegui.core.board import Board
from puzzlegui.documents.presets import PRESETS, load_preset
from puzzlegui.engine.graph.neighbourhood import neighbourhood
from puzzlegui.engine.graph.paths import shortest_ways
from puzzlegui.engine.graph.wired import read_rings, read_ways, write_rings, write_ways
from puzzlegui.families.registry import family_of
from puzzlegui.solvers.control import Request, SearchContext

BOARDS = {name: board for name in PRESETS if (board := load_preset(name)).rows * board.columns < 30}


def over(value: Any) -> Any:
    return json.loads(json.dumps(value))


@pytest.mark.examples(4)
@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_rings_and_ways(board: Board) -> None:
    arcs = family_of(board).arcs(board)
    start = arcs.vertex(board.initial())
    around = neighbourhood(arcs, start, SearchContext(Request()))
    assert read_rings(arcs, over(write_rings(arcs, around))) == around
    last = around.shown[-1].vertex
    for end in (start, last, arcs.goal):
        ways = shortest_ways(arcs, start, end, SearchContext(Request()), 20_000)
        there = read_ways(arcs, over(write_ways(arcs, ways)))
        assert there == ways
        assert there.arcs == ways.arcs
        assert there.count == ways.count
