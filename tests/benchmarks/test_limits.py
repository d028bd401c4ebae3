"""Whether limits of time hold in a new process with empty caches as in any other."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tests.resource_usage import MEASURABLE, RUNS, SECONDS, solve_within_limits

_LATE = 0.2
"""Seconds by which the limit may be exceeded, on a machine that does nothing else."""


@pytest.mark.skipif(not MEASURABLE, reason="the system does not tell the peak memory of a process")
@pytest.mark.parametrize(("preset", "solver"), RUNS)
def test_solved_within_the_time(
    benchmark: BenchmarkFixture, preset: str, solver: str, tmp_path: Path
) -> None:
    took = benchmark.pedantic(solve_within_limits, (preset, solver, tmp_path), rounds=1)
    assert took.seconds <= SECONDS + _LATE
