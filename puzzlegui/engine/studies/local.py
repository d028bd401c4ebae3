"""Batches of a study run by processes on this machine."""

from __future__ import annotations

import threading
from queue import Empty, SimpleQueue
from typing import Any

from puzzlegui.core.errors import PuzzleError
from puzzlegui.engine.runner.client import DiedError, FaultError
from puzzlegui.engine.runner.pool import Order, Pool
from puzzlegui.engine.studies.batch import Batch
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
        self._pool = Pool(idle=jobs)
        self._given: SimpleQueue[Batch | None] = SimpleQueue()
        self._ended: SimpleQueue[Ended] = SimpleQueue()
        self._orders: set[Order] = set()
        self._lock = threading.Lock()
        self._closed = False
        self._threads = [
            threading.Thread(target=self._work, name=f"study-{number}", daemon=True)
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
            for order in self._orders:
                order.kill()
        for _ in self._threads:
            self._given.put(None)
        for thread in self._threads:
            thread.join()
        self._pool.close()

    # --- in the thread of a process ---

    def _work(self) -> None:
        while (batch := self._given.get()) is not None:
            order = Order("study", batch.order(self._limits, self.target), self._pool)
            with self._lock:
                if self._closed:
                    return
                self._orders.add(order)
            rows, reason = None, ""
            try:
                rows = order.execute()
            except DiedError as death:
                reason = f"status {death.status}"
            except (PuzzleError, FaultError) as error:
                reason = str(error)
            with self._lock:
                self._orders.discard(order)
            self._ended.put((batch, rows, reason))
