"""A run as a process of its own: an order comes in on a line, figures and a result go out.

Every line either way is JSON, but for ``end``, which asks the run to stop. The process ends with
its parent, whatever becomes of that.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from pathlib import Path
from typing import Any, BinaryIO

from puzzlegui.core import language
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.language import tr
from puzzlegui.core.solution import Solution
from puzzlegui.documents.boardfile import dump_solution, parse_board
from puzzlegui.engine import registry
from puzzlegui.engine import run as runs
from puzzlegui.engine.itself import answers
from puzzlegui.engine.memory import peak_memory_mib
from puzzlegui.solvers import stored
from puzzlegui.solvers.control import Limits, Request

END = b"end\n"
"""What the parent says when the run is to stop."""
_EVERY = 0.1
"""Seconds from one line of figures to the next."""


def serve() -> int:
    """Do what the order on standard input says; the exit status, 0 where that came to an end."""
    out = answers()
    orders = sys.stdin.buffer
    try:
        _work(json.loads(orders.readline()), orders, out)
    except (PuzzleError, runs.SolverFaultError) as error:
        _tell(out, {"error": str(error)})
    except BrokenPipeError:
        return 1
    except Exception as error:  # noqa: BLE001 - the row tells it
        _tell(out, {"error": tr("The solver failed: {reason}").format(reason=repr(error))})
    return 0


def _work(order: dict[str, Any], orders: BinaryIO, out: BinaryIO) -> None:
    language.use(order["language"])  # its result tells things, too
    board = parse_board(order["board"])
    stored.use_folder(Path(order["cache"]))
    stored.use_limit(order["tables"])
    request = Request(Limits(**order["limits"]), order["seed"], order["all"])
    # What has to be imported is no part of the method, and is not measured with it.
    registry.choose(board, order["solver"], request).solver.load()
    run = runs.Run(board, order["solver"], request)
    threading.Thread(target=_heed, args=(orders, run), name="orders", daemon=True).start()
    with run.start():
        told = _Teller(run, out)
        solution = run.result(told.look)
        told.end(solution)


def _heed(orders: BinaryIO, run: runs.Run) -> None:
    """Stop the run when the parent says so, and the process when there is no parent any more."""
    for line in orders:
        if line == END:
            run.cancel()
    os._exit(1)


class _Teller:
    """Tells how far a run has come, now and then."""

    def __init__(self, run: runs.Run, out: BinaryIO) -> None:
        self._run, self._out = run, out
        self._told = 0
        self._last = 0.0

    def look(self) -> None:
        """Tell it if it is time to."""
        now = time.monotonic()
        if now - self._last >= _EVERY:
            self._last = now
            self._tell()

    def end(self, solution: Solution) -> None:
        """Tell the last figures, and the result after them."""
        self._tell()
        self._out.write(dump_solution(solution).encode())
        self._out.flush()

    def _tell(self) -> None:
        stats = self._run.stats
        news = stats.improvements[self._told :]
        self._told += len(news)
        _tell(self._out, {
            "phase": stats.phase, "seconds": round(stats.seconds, 6), "states": stats.states,
            "bound": stats.bound, "length": stats.length, "improvements": news,
            "memory": round(peak_memory_mib(), 1),
        })  # fmt: skip


def _tell(out: BinaryIO, message: dict[str, Any]) -> None:
    out.write(json.dumps(message).encode() + b"\n")
    out.flush()
