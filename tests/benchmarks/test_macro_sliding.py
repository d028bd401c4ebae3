"""How short macro's solutions of sliding boards are: ``pytest tests/benchmarks -s``.

Each row gives, for boards of one size and one limit of time, moves over the sum of Manhattan
distances (mean, median, worst), and when the first solution was there, in seconds, at the latest.
"""

from __future__ import annotations

from statistics import fmean, median

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from puzzlegui.core.board import Board
from puzzlegui.engine import run
from puzzlegui.families.creation import new_board
from puzzlegui.solvers.control import Limits, Request

BOARDS = 10
SIZES = [(4, 4), (5, 5), (10, 10), (20, 20), (30, 30), (2, 15), (3, 12)]


@pytest.mark.parametrize("seconds", [1, 10])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_numbers(benchmark: BenchmarkFixture, size: tuple[int, int], seconds: float) -> None:
    measure(
        benchmark, [new_board("sliding", *size, 1000 + seed) for seed in range(BOARDS)], seconds
    )


@pytest.mark.parametrize("colours", [2, 5])
@pytest.mark.parametrize("size", [(10, 10), (30, 30)], ids=str)
def test_colours(benchmark: BenchmarkFixture, size: tuple[int, int], colours: int) -> None:
    boards = [new_board("sliding", *size, 1000 + seed, colours=colours) for seed in range(3)]
    measure(benchmark, boards, 10)


def measure(benchmark: BenchmarkFixture, boards: list[Board], seconds: float) -> None:
    request = Request(Limits(seconds=seconds))
    ratios, firsts = [], []

    def all_of_them() -> None:
        for board in boards:
            handle = run.Run(board, "macro", request)
            solution = handle.execute()
            handle.release()
            assert solution.length is not None
            ratios.append(solution.length / solution.lower_bound)
            firsts.append(handle.stats.improvements[0][0])

    benchmark.pedantic(all_of_them, rounds=1)
    row = {
        "moves to the bound": f"{fmean(ratios):.3f}, median {median(ratios):.3f}, "
        f"worst {max(ratios):.3f}",
        "first": f"{max(firsts):.3f} s",
    }
    benchmark.extra_info.update(row)
    print("", *row.items())
