"""How long a film takes: ``pytest tests/benchmarks``. Not part of the default run."""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tests.exporters.solved import export_bytes, random_walk

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.parametrize("format_", ["gif", "webp"])
def test_two_hundred_moves_of_5x5(benchmark: BenchmarkFixture, format_: str) -> None:
    solution = random_walk("rotation", 5, 5, 200)
    benchmark.pedantic(export_bytes, (solution, format_), rounds=3)
