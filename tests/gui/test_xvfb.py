"""The whole path once more in a real window on a real X server."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.thorough
@pytest.mark.skipif(shutil.which("Xvfb") is None, reason="needs Xvfb (Debian package xvfb)")
def test_the_whole_path_on_a_display(tmp_path: Path) -> None:
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1920x1080x24", "-nolisten", "tcp"],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    try:
        with os.fdopen(read) as answer:
            display = f":{answer.readline().strip()}"
        environment = os.environ | {"DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
        tests = "tests/gui/test_whole_path.py"
        command = [sys.executable, "-m", "pytest", "-q", tests, f"--basetemp={tmp_path}/xvfb"]
        done = subprocess.run(
            command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    finally:
        server.terminate()
        server.wait()
