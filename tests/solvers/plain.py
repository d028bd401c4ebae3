"""Running kernels without the JIT, as the Python that they are."""

import subprocess
import sys
from pathlib import Path


def without_jit(code: str) -> str:
    """What Python code prints where numba compiles nothing and no cache can be written."""
    run = subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
        env={
            "NUMBA_DISABLE_JIT": "1",
            "PUZZLEGUI_PLAIN_KERNELS": "1",
            "PATH": "",
            "XDG_CACHE_HOME": "/dev/null",
        },
    )
    return run.stdout.strip()
