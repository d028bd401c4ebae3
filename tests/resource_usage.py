"""Runs of every preset with every solver within limits, each in a process of its own."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from puzzlegui.documents.presets import PRESETS, load_preset
from puzzlegui.engine.registry import AUTO, solvers_of

SECONDS, MIB = 0.6, 80

MEASURABLE = hasattr(os, "wait4")
"""True if the system reports the peak memory of a process."""

RUNS = [
    (preset, name)
    for preset in PRESETS
    for board in [load_preset(preset)]
    for name in (
        AUTO,
        *(s.name for s in solvers_of(board.family) if s.min_side <= min(board.rows, board.columns)),
    )
]
"""Pairs of preset and solver."""

_MEASURED = Path(__file__).with_name("measured.py")
_STATUS = {"solved": 0, "unsolvable": 1, "limit": 3}


@dataclass(frozen=True)
class Usage:
    """Resource usage of a run.

    Attributes:
        seconds: lifetime of the process.
        mib: peak memory.
    """

    seconds: float
    mib: float


def solve_within_limits(preset: str, solver: str, folder: Path) -> Usage:
    """Solve a preset with empty caches, within the limits, and check its exit status."""
    command = [sys.executable, "-m", "puzzlegui", "solve", f"preset:{preset}", "--solver", solver]
    command += ["--time-limit", str(SECONDS), "--memory-limit", str(MIB), "--format", "json"]
    command += ["--folders", str(folder)]
    done = subprocess.run(
        [sys.executable, "-S", _MEASURED, *command], check=True, capture_output=True, text=True
    )
    output, status, seconds, peak = json.loads(done.stdout)
    assert status == _STATUS[json.loads(output)["status"]]
    return Usage(seconds, peak / (1 << 20 if sys.platform == "darwin" else 1 << 10))
