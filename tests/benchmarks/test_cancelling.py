"""How long it takes until a solver that is cancelled has answered; a tenth of a second at most."""

from __future__ import annotations

import time

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from puzzlegui.core.solution import Solution
from puzzlegui.engine import run
from puzzlegui.engine.registry import solvers_of
from puzzlegui.families.creation import new_board
from puzzlegui.families.registry import FAMILIES

_SIZES = [(4, 4), (6, 6), (12, 12), (30, 30)]
_AFTER = 0.3
"""Seconds after which it is cancelled."""
_LATE = 0.1

CASES = [
    (family, size, solver.name)
    for family in FAMILIES
    for size in _SIZES
    for solver in solvers_of(family)
    if solver.min_side <= min(size)
]


@pytest.mark.parametrize(("family", "size", "solver"), CASES)
def test_cancelled(
    benchmark: BenchmarkFixture, family: str, size: tuple[int, int], solver: str
) -> None:
    with run.start(new_board(family, *size, 1), solver) as handle:
        end = time.monotonic() + _AFTER
        while not handle.done and time.monotonic() < end:
            time.sleep(0.001)

        def cancel() -> Solution:
            handle.cancel()
            return handle.result()

        began = time.perf_counter()
        benchmark.pedantic(cancel, rounds=1)
        assert time.perf_counter() - began <= _LATE
