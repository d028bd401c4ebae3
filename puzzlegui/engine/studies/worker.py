"""A process that runs batches of a study: orders come in a line each, rows go out."""

from __future__ import annotations

import json
import os
import sys
import threading
from pathlib import Path
from queue import SimpleQueue

from puzzlegui.engine.itself import answers
from puzzlegui.engine.studies.batch import run_batch
from puzzlegui.solvers import stored

WORKER = "--worker"
"""The argument with which the program is such a process, and nothing else."""


def serve() -> int:
    """Run what standard input orders until it ends; the process ends with its parent."""
    out = answers()
    orders: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_read, args=(orders,), name="orders", daemon=True).start()
    while True:
        order = json.loads(orders.get())
        stored.use_folder(Path(order["cache"]))
        stored.use_limit(order["tables"])
        out.write(json.dumps(run_batch(order)).encode() + b"\n")
        out.flush()


def _read(orders: SimpleQueue[bytes]) -> None:
    """Take orders, and end the process when there is nobody any more to give them."""
    for line in sys.stdin.buffer:
        orders.put(line)
    os._exit(0)
