"""Running kernels as the Python that they are."""

import subprocess
import sys
from pathlib import Path

_NO_TABLES = """
from pathlib import Path
from puzzlegui.solvers import stored
stored.use_folder(Path("/dev/null"))
"""


def uncompiled(code: str) -> str:
    """What Python code prints in a process where kernels are not compiled."""
    run = subprocess.run(
        [sys.executable, "-c", _NO_TABLES + code],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
        env={"PUZZLEGUI_PLAIN_KERNELS": "1", "PATH": ""},
    )
    return run.stdout.strip()
