"""How short rotation ``macro`` solves large boards: ``pytest tests/benchmarks/test_macro.py -s``.

Each row says how long the solutions are against a lower bound: mean, median and worst, by how many
seconds the limit was exceeded at most, and when the first solution was there. One thread, unless
PUZZLEGUI_THREADS gives another number; boards with seeds that nothing was tuned on.
"""

from __future__ import annotations

import os
from statistics import fmean, median

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from puzzlegui.core.cells import flatten
from puzzlegui.engine import run
from puzzlegui.engine.memory import memory_mib
from puzzlegui.families.creation import new_board
from puzzlegui.families.rotation.board import BOTH, CLOCKWISE, RotationBoard
from puzzlegui.solvers.control import Limits, Request

FIRST_SEED = 1000
THREADS = int(os.environ.get("PUZZLEGUI_THREADS", "1"))
SIZES = {5: 10, 10: 5, 20: 5, 30: 5}
"""How many boards of each size."""


def boards(
    rows: int, columns: int, count: int, turns: str = BOTH, colours: int = 0
) -> list[RotationBoard]:
    made = [
        new_board("rotation", rows, columns, FIRST_SEED + seed, turns=turns, colours=colours)
        for seed in range(count)
    ]
    return [board for board in made if isinstance(board, RotationBoard)]


def reversed_board(size: int) -> RotationBoard:
    goal = tuple(tuple(range(r * size, (r + 1) * size)) for r in range(size))
    return RotationBoard(tuple(row[::-1] for row in goal[::-1]), goal)


def quarter(board: RotationBoard) -> int:
    """The sum of all distances, divided by four and rounded up; all values must be different."""
    place = {value: divmod(i, board.columns) for i, value in enumerate(flatten(board.goal))}
    total = 0
    for i, value in enumerate(flatten(board.start)):
        row, column = place[value]
        total += abs(row - i // board.columns) + abs(column - i % board.columns)
    return -(-total // 4)


@pytest.mark.parametrize("seconds", [1.0, 10.0, 60.0])
@pytest.mark.parametrize("size", SIZES)
def test_random(benchmark: BenchmarkFixture, size: int, seconds: float) -> None:
    measure(benchmark, boards(size, size, SIZES[size]), seconds)


@pytest.mark.parametrize(("rows", "columns"), [(2, 10), (2, 20), (2, 30), (3, 30)])
def test_narrow(benchmark: BenchmarkFixture, rows: int, columns: int) -> None:
    measure(benchmark, boards(rows, columns, 5), 10.0)


@pytest.mark.parametrize("size", [10])
def test_clockwise_only(benchmark: BenchmarkFixture, size: int) -> None:
    """To be compared with ``test_random``: the boards are the same."""
    measure(benchmark, boards(size, size, 5, CLOCKWISE), 10.0)


@pytest.mark.parametrize("colours", [2, 5])
def test_bands(benchmark: BenchmarkFixture, colours: int) -> None:
    """Colours to be sorted; the bound is that of the rows or columns to go, halved."""
    measure(benchmark, boards(20, 20, 5, colours=colours), 10.0)


@pytest.mark.parametrize(
    ("size", "seconds"),
    [(20, 10.0), (20, 60.0), (5, 120.0), (6, 120.0), (7, 120.0)],
)
def test_reversal(benchmark: BenchmarkFixture, size: int, seconds: float) -> None:
    measure(benchmark, [reversed_board(size)], seconds)


def measure(benchmark: BenchmarkFixture, wanted: list[RotationBoard], seconds: float) -> None:
    lengths, ratios, over, first = [], [], [], []

    def all_of_them() -> None:
        request = Request(Limits(seconds=seconds, threads=THREADS))
        for board in wanted:
            with run.start(board, "macro", request) as handle:
                solution = handle.result()
            distinct = len(set(flatten(board.goal))) == board.rows * board.columns
            bound = quarter(board) if distinct else board.lower_bound()
            assert solution.length is not None
            lengths.append(solution.length)
            ratios.append(solution.length / bound)
            over.append(solution.seconds - seconds)
            first.append(handle.stats.improvements[0][0])

    benchmark.pedantic(all_of_them, rounds=1)
    row = {
        "ratio": f"mean {fmean(ratios):.3f}, median {median(ratios):.3f}, worst {max(ratios):.3f}",
        "turns": lengths,
        "over": f"{max(over):.2f} s",
        "first": f"median {median(first):.3f} s, worst {max(first):.3f} s",
        "memory": f"{memory_mib():.0f} MiB",
    }
    benchmark.extra_info.update(row)
    print("", *row.items())
