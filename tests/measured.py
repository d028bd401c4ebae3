"""Runs a command and prints its output, exit status, running time, and peak memory in KiB.

Runs in a small process of its own, since peak memory includes the parent's memory at the fork.
"""

import json
import os
import subprocess
import sys
import time

if __name__ == "__main__":
    begun = time.perf_counter()
    with subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        output = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - begun
        process.returncode = os.waitstatus_to_exitcode(status)
    print(json.dumps([output, process.returncode, seconds, usage.ru_maxrss]))  # noqa: T201
