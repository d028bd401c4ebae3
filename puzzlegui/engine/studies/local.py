"""Batches of a study run by processes on this machine."""

from __future__ import annotations

import json
import threading
from contextlib import suppress
from queue import Empty, SimpleQueue
from subprocess import Popen
from typing import Any

from puzzlegui.engine.itself import started
from puzzlegui.engine.studies.batch import Batch
from puzzlegui.engine.studies.worker import WORKER
from puzzlegui.solvers import stored
from puzzlegui.solvers.control import Limits

Ended = tuple[Batch, list[dict[str, Any]] | None, str]
"""A batch with its rows; or with None, and why there are none."""


class LocalWorkers:
    """Processes that each run one batch at a time; one that dies is replaced.

    Args:
        jobs: how many.
        limits: of each run.
    """

    target = 1.0
    """Seconds that a batch should take."""

    def __init__(self, jobs: int, limits: Limits) -> None:
        self._limits = limits
        self._given: SimpleQueue[Batch | None] = SimpleQueue()
        self._ended: SimpleQueue[Ended] = SimpleQueue()
        self._processes: dict[int, Popen[bytes]] = {}
        self._lock = threading.Lock()
        self._closed = False
        self._threads = [
            threading.Thread(target=self._work, args=(number,), name=f"study-{number}", daemon=True)
            for number in range(jobs)
        ]
        for thread in self._threads:
            thread.start()

    @property
    def capacity(self) -> int:
        """So many batches may be under way, so that nobody waits."""
        return 2 * len(self._threads)

    @property
    def count(self) -> int:
        """How many processes there are."""
        return len(self._threads)

    def submit(self, batch: Batch) -> None:
        """Have a batch run."""
        self._given.put(batch)

    def ended(self, seconds: float) -> list[Ended]:
        """The batches that have ended since the last call; waits so long for the first."""
        found = []
        try:
            found.append(self._ended.get(timeout=seconds))
            while True:
                found.append(self._ended.get_nowait())
        except Empty:
            return found

    def close(self) -> None:
        """End every process at once, whatever it is doing."""
        with self._lock:
            self._closed = True
            for process in self._processes.values():
                process.kill()
        for _ in self._threads:
            self._given.put(None)
        for thread in self._threads:
            thread.join()

    # --- in the thread of a process ---

    def _work(self, number: int) -> None:
        process: Popen[bytes] | None = None
        while (batch := self._given.get()) is not None:
            try:
                if process is not None and process.poll() is not None:
                    _end(process)
                    process = None
                if process is None:
                    process = self._start(number)
                    if process is None:
                        return
                rows = self._ask(process, batch)
                reason = "" if rows is not None else _death(process)
            except OSError as error:
                rows, reason = None, str(error.strerror or error)
            if rows is None:
                process = None
            self._ended.put((batch, rows, reason))
        if process is not None:
            _end(process)

    def _start(self, number: int) -> Popen[bytes] | None:
        with self._lock:
            if self._closed:
                return None
            self._processes[number] = started(WORKER)
            return self._processes[number]

    def _ask(self, process: Popen[bytes], batch: Batch) -> list[dict[str, Any]] | None:
        order = batch.order(self._limits, self.target) | {
            "cache": str(stored.folder().parent.absolute()), "tables": stored.limit(),
        }  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(json.dumps(order).encode() + b"\n")
            process.stdin.flush()
        except BrokenPipeError:  # it has died
            return None
        answer = process.stdout.readline()
        if not answer.endswith(b"\n"):
            return None
        found: list[dict[str, Any]] = json.loads(answer)
        return found


def _death(process: Popen[bytes]) -> str:
    """Why a process has ended."""
    _end(process)
    return f"status {process.returncode}"


def _end(process: Popen[bytes]) -> None:
    """End a process, and close what led to it and from it."""
    process.kill()
    with suppress(BrokenPipeError):
        process.communicate()
