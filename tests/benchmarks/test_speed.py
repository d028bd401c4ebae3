"""How fast it is: ``pytest tests/benchmarks``. Not part of the default run; nothing is asserted."""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from puzzlegui.core.solution import Solution
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine import run
from puzzlegui.families.creation import new_board
from puzzlegui.families.rotation.solving import distance_table
from puzzlegui.solvers.control import Limits, Request

CASES = {
    "mystery-box iddfs, all of 10": (
        load_preset("mystery-box"), "iddfs", Request(Limits(moves=10), all_solutions=True),
    ),
    "fifteen-book iddfs": (load_preset("fifteen-book"), "iddfs", Request()),
    "3x3 optimal": (load_preset("mystery-box"), "optimal", Request()),
    "3x3 bfs": (load_preset("mystery-box"), "bfs", Request()),
    "20x20 reversed peel": (load_preset("graphs-20x20-reversed"), "peel", Request()),
    "20x20 reversed exchange": (
        load_preset("graphs-20x20-reversed"), "exchange", Request(),
    ),
    "20x20 reversed exchange-short": (
        load_preset("graphs-20x20-reversed"), "exchange-short", Request(),
    ),
    "30x30 peel": (new_board("rotation", 30, 30, 1), "peel", Request()),
    "eight-cpp stack": (load_preset("eight-cpp"), "stack", Request()),
    "eight-cpp best-first": (load_preset("eight-cpp"), "best-first", Request()),
    "eight puzzle optimal": (new_board("sliding", 3, 3, 1), "optimal", Request()),
    "3x4 sliding optimal": (new_board("sliding", 3, 4, 1), "optimal", Request()),
    "fifteen puzzle optimal": (new_board("sliding", 4, 4, 1), "optimal", Request()),
    "fifteen in 6 colours optimal": (
        new_board("sliding", 4, 4, 1, colours=6), "optimal", Request(),
    ),
    "6x6 sliding optimal, 100 000 states": (
        new_board("sliding", 6, 6, 1), "optimal", Request(Limits(states=100_000)),
    ),
    "eight puzzle astar": (new_board("sliding", 3, 3, 1), "astar", Request()),
    "schonbrunn-hard optimal": (load_preset("schonbrunn-hard"), "optimal", Request()),
    "30x30 maze optimal": (new_board("maze", 30, 30, 1), "optimal", Request()),
    "8x8 maze optimal, sum 162": (
        new_board("maze", 8, 8, 21).with_fields(sum=162), "optimal", Request(),
    ),
    "8x8 maze optimal, no path of sum 197": (
        new_board("maze", 8, 8, 84).with_fields(sum=197), "optimal", Request(),
    ),
    "8x8 maze longest": (new_board("maze", 8, 8, 10), "longest", Request()),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_solve(benchmark: BenchmarkFixture, name: str) -> None:
    board, solver, request = CASES[name]

    def once() -> Solution:
        distance_table._table.cache_clear()
        return run.solve(board, solver, request)

    once()  # compiled
    benchmark.pedantic(once, rounds=3)
