"""Running kernels as plain Python."""

import subprocess
import sys
from pathlib import Path


def uncompiled(code: str) -> str:
    """What Python code prints in a process where kernels are not compiled."""
    run = subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
        env={"PUZZLEGUI_PLAIN_KERNELS": "1", "PATH": "", "XDG_CACHE_HOME": "/dev/null"},
    )
    return run.stdout.strip()
