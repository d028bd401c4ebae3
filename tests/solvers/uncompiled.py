"""Running kernels as plain Python."""

import subprocess
import sys
from pathlib import Path

_NO_TABLES = """
from pathlib import Path
from puzzlegui.solvers import table_store
table_store.set_cache_folder(Path("/dev/null"))
"""


def uncompiled(code: str) -> str:
    """Return the output of Python code in a process with uncompiled kernels."""
    run = subprocess.run(
        [sys.executable, "-c", _NO_TABLES + code],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
        env={"PUZZLEGUI_PLAIN_KERNELS": "1", "PATH": ""},
    )
    return run.stdout.strip()
