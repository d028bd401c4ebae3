"""Limits of time and memory hold in a new process with empty caches as in any other."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from puzzlegui.documents.presets import PRESETS, load_preset
from puzzlegui.engine.registry import AUTO, solvers_of

SECONDS, MIB = 0.6, 80
LATE, MORE = 0.2, 1.02
"""Seconds by which a limit of time may be exceeded, and the factor by which one of memory."""
TRIES, PAUSE = 3, 3
"""How often a run is begun anew before it fails, and after how many seconds, since the machine may
be busy with others for a while."""

MEASURED = Path(__file__).with_name("measured.py")

RUNS = [
    (preset, name)
    for preset in PRESETS
    for board in [load_preset(preset)]
    for name in (
        AUTO,
        *(s.name for s in solvers_of(board.family) if s.smallest <= min(board.rows, board.columns)),
    )
]

pytestmark = pytest.mark.skipif(
    not hasattr(os, "wait4"), reason="the system does not tell the peak memory of a process"
)


@pytest.mark.parametrize(("preset", "solver"), RUNS)
def test_limits_hold_from_the_first_second(preset: str, solver: str, tmp_path: Path) -> None:
    for number in range(TRIES):
        time.sleep(number * PAUSE)
        over = excess(preset, solver, tmp_path / str(number))
        if not over:
            return
    pytest.fail(over)


def excess(preset: str, solver: str, folder: Path) -> str:
    """By how much a run exceeds its limits, in words."""
    command = [sys.executable, "-m", "puzzlegui", "solve", f"preset:{preset}", "--solver", solver]
    command += ["--time-limit", str(SECONDS), "--memory-limit", str(MIB), "--format", "json"]
    command += ["--folders", str(folder)]
    done = subprocess.run(
        [sys.executable, "-S", MEASURED, *command],
        check=True,
        capture_output=True,
        text=True,
    )
    output, status, seconds, peak = json.loads(done.stdout)
    result = json.loads(output)
    mib = peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)
    expected = {"solved": 0, "unsolvable": 1, "limit": 3}[result["status"]]
    assert status == expected
    if seconds > SECONDS + LATE:
        return f"{seconds:.2f} s instead of {SECONDS}"
    return f"{mib:.0f} MiB instead of {MIB}" if mib > MORE * MIB else ""
