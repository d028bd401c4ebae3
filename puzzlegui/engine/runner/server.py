"""Server in the child process: executes the client's tasks in turn.

Tasks run in the main thread; another thread reads messages, so that it receives a stop and notices
the end of the client, which ends the process.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
import traceback
from pathlib import Path
from queue import SimpleQueue
from typing import Any, BinaryIO

from puzzlegui import interrupts
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.language import tr
from puzzlegui.engine.run import SolverFaultError
from puzzlegui.engine.runner import tasks, wire
from puzzlegui.engine.runner.task_context import TaskContext
from puzzlegui.solvers.control import SearchStopped

_PR_SET_PDEATHSIG = 1
_KEEPING_SECONDS = 60.0
"""Seconds in which a task without a client must have saved its results."""


class Server:
    """Reader of tasks from a stream, with a stream for the answers."""

    def __init__(self, orders: BinaryIO, answers: BinaryIO) -> None:
        self._orders, self._answers = orders, answers
        self._lock = threading.Lock()
        self._calls: SimpleQueue[TaskContext] = SimpleQueue()
        self._latest: TaskContext | None = None
        self._session: dict[str, Any] = {}

    def serve(self) -> None:
        """Execute tasks until the client closes the stream; does not return."""
        threading.Thread(target=self._read, name="orders", daemon=True).start()
        while True:
            execute_task(self._calls.get())

    def _read(self) -> None:
        for line in self._orders:
            try:
                message = wire.decode(line)
            except wire.WireError:
                continue  # the client gets no answer and kills this process
            latest = self._latest
            if "order" in message:
                self._latest = TaskContext(message, self._send, self._session)
                self._calls.put(self._latest)
            elif latest is not None and message.get("stop") == latest.fields["order"]:
                latest.stop()
        if (latest := self._latest) is not None and latest.saves_on_stop:
            latest.stop()
            latest.ended.wait(_KEEPING_SECONDS)
        os._exit(0)

    def _send(self, message: dict[str, Any]) -> None:
        with self._lock:
            try:
                self._answers.write(wire.encode(message))
                self._answers.flush()
            except OSError:  # the client is gone, as _read() notices
                pass


def execute_task(call: TaskContext) -> None:
    """Execute a task and send its result."""
    try:
        wire.check_version(call.fields)
        wire.apply_settings(call.fields["settings"])
        call.send_result("result", tasks.find_task(call.fields["task"])(call))
    except (PuzzleError, SolverFaultError) as error:
        call.send_result("error", str(error))
    except SearchStopped:
        call.send_result("error", tr("It was cancelled."))
    except MemoryError:
        call.send_result("error", tr("Not enough memory."))
    except Exception:  # noqa: BLE001 - the client logs it
        call.send_result("fault", traceback.format_exc())
    call.ended.set()
    call.cleanup()


def _resume_without_client() -> None:
    """Let this process go on if it is suspended when its client dies, so that it can end."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGCONT)


def main() -> int:
    """Serve on standard input and output."""
    _resume_without_client()
    interrupts.ignore()  # the client decides what is stopped
    answers = os.fdopen(os.dup(1), "wb")
    with Path(os.devnull).open("wb") as nowhere:
        os.dup2(nowhere.fileno(), 1)  # keeps output of libraries out of the answers
    Server(sys.stdin.buffer, answers).serve()
    return 0
