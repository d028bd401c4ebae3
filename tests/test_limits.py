"""Memory limits hold in a new process with empty caches as in any other.

Those of time do, too: ``tests/benchmarks`` measures them.
"""

from pathlib import Path

import pytest

from tests.resource_usage import MEASURABLE, MIB, RUNS, solve_within_limits

_MORE = 1.02
"""The factor by which the limit may be exceeded."""


@pytest.mark.examples(1)
@pytest.mark.skipif(not MEASURABLE, reason="the system does not tell the peak memory of a process")
@pytest.mark.parametrize(("preset", "solver"), RUNS)
def test_limits_hold_from_the_first_second(preset: str, solver: str, tmp_path: Path) -> None:
    assert solve_within_limits(preset, solver, tmp_path).mib <= _MORE * MIB
