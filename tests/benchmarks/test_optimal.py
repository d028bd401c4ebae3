"""Shortest solutions of random boards, by family and size: ``pytest tests/benchmarks -s``.

Each row says how many of the boards were solved within the limit, the mean and the worst time in
seconds, and the mean and the largest number of states.
"""

from __future__ import annotations

import time
from statistics import fmean

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from puzzlegui.core.board import Board
from puzzlegui.engine import run
from puzzlegui.families.creation import new_board
from puzzlegui.families.rotation.board import BOTH, CLOCKWISE
from puzzlegui.solvers.control import Limits, Request

BOARDS = 20
SECONDS = 60.0

KINDS = [
    *[("rotation", rows, columns, turns, 0) for turns in (BOTH, CLOCKWISE)
      for rows, columns in ((3, 3), (2, 6), (3, 4), (2, 7), (3, 5), (2, 8), (4, 4))],
    *[("rotation", rows, columns, BOTH, colours)
      for rows, columns, colours in ((4, 4, 2), (4, 4, 4), (4, 4, 8), (5, 5, 2), (5, 5, 5))],
    *[("sliding", rows, columns, BOTH, 0)
      for rows, columns in ((3, 3), (2, 6), (3, 4), (3, 5), (4, 4))],
    *[("sliding", 4, 4, BOTH, colours) for colours in (2, 4)],
    *[("maze", size, size, BOTH, 0) for size in (8, 30)],
]  # fmt: skip


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_optimal(benchmark: BenchmarkFixture, kind: tuple[str, int, int, str, int]) -> None:
    family, rows, columns, turns, colours = kind
    boards = [
        new_board(family, rows, columns, 1000 + seed, colours=colours, turns=turns)
        for seed in range(BOARDS)
    ]
    measure(benchmark, boards)


@pytest.mark.parametrize("wanted", [40, 120, 200])
def test_maze_with_a_sum(benchmark: BenchmarkFixture, wanted: int) -> None:
    boards = [
        new_board("maze", 8, 8, 1000 + seed).with_fields(sum=wanted + seed)
        for seed in range(BOARDS)
    ]
    measure(benchmark, boards)


def measure(benchmark: BenchmarkFixture, boards: list[Board]) -> None:
    request = Request(Limits(seconds=SECONDS))
    run.solve(boards[0], "optimal", request)  # compiled, tables there
    seconds, states, settled = [], [], 0

    def all_of_them() -> None:
        nonlocal settled
        for board in boards:
            begun = time.perf_counter()
            solution = run.solve(board, "optimal", request)
            seconds.append(time.perf_counter() - begun)
            states.append(solution.states)
            settled += solution.optimal or solution.status == "unsolvable"

    benchmark.pedantic(all_of_them, rounds=1)
    row = {
        "settled": f"{settled} of {len(boards)}",
        "seconds": f"{fmean(seconds):.3f}, worst {max(seconds):.3f}",
        "states": f"{fmean(states):,.0f}, most {max(states):,}",
    }
    benchmark.extra_info.update(row)
    print("", *row.items())
