"""A killed process loses little, damages nothing, and leaves nothing behind."""

import os
import subprocess
import sys

import pytest


@pytest.mark.thorough
@pytest.mark.skipif(not hasattr(os, "fork"), reason="where a process can be forked")
def test_some_kills() -> None:
    """Kill a few processes, with patience for a busy machine; the tool kills many."""
    command = [sys.executable, "-m", "tools.crash_recovery", "--count", "16", "--jobs", "2"]
    command += ["--longest", "2", "--patience", "30"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr + done.stdout
    assert "16 kills: 2 while editing" in done.stdout
    assert "; 0 faults" in done.stdout
