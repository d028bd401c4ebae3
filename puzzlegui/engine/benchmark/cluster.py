"""Execution of batches by a Dask cluster, whose workers come and go."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.language import tr
from puzzlegui.engine.benchmark.batch import Batch, run_batch
from puzzlegui.engine.benchmark.local_workers import BatchResult
from puzzlegui.engine.benchmark.rows import Row
from puzzlegui.solvers.control import Limits

_CONNECT = 8.0
"""Seconds in which an address must answer."""
_GONE = 5.0
"""Seconds without the scheduler after which it counts as gone."""
_LOGGERS = ("distributed", "tornado")
_AHEAD = 3
"""Number of batches under way for each thread of a worker."""


class ClusterWorkers:
    """The workers of a scheduler.

    Args:
        address: address of the scheduler, such as ``tcp://127.0.0.1:8786``.
        limits: limits of each run.

    Raises:
        PuzzleError: no scheduler answers there, or the extra ``cluster`` is not installed.
    """

    target = 5.0
    """Seconds that a batch should take: the scheduler spends about a millisecond on each."""
    max_attempts = 3
    """Number of times that a run is started if its worker is lost."""

    def __init__(self, address: str, limits: Limits) -> None:
        try:
            import dask  # an extra, and slow to load
            import distributed
        except ImportError:
            text = tr("a cluster needs Dask; install it with: pip install 'puzzlegui[cluster]'")
            raise PuzzleError(text) from None
        dask.config.set({"distributed.comm.retry.count": 0})
        library: Any = distributed  # only partly typed
        _silence_loggers()
        self._address, self._limits = address, limits
        self._loop = _Loop()
        self._client = library.Client.__new__(library.Client)
        try:
            self._client.__init__(
                address, timeout=_CONNECT, set_as_default=False, loop=self._loop.loop
            )
        except (OSError, ValueError, TypeError) as error:
            with suppress(Exception):  # a half-initialised client would close itself too late
                self._client.close(timeout=1)
            self._loop.close()
            text = tr("no scheduler answers at {address}: {reason}")
            raise PuzzleError(
                text.format(address=address, reason=str(error) or type(error).__name__)
            ) from None
        self._under_way: dict[Any, Batch] = {}
        self._completed = library.as_completed(
            loop=self._client.loop, with_results=False, raise_errors=False
        )
        self._answered = time.monotonic()
        self._threads = 0
        self._asked = 0.0

    @property
    def capacity(self) -> int:
        """Number of batches that may be under way, so that no worker is idle."""
        now = time.monotonic()
        if now - self._asked > 1.0 and self._client.status == "running":
            self._asked = now
            with suppress(OSError):  # ended() reports the loss of the scheduler
                self._threads = sum(self._client.nthreads().values())
        return _AHEAD * max(1, self._threads)

    @property
    def count(self) -> int:
        """Number of threads of the workers, updated every second."""
        return self._threads

    def running(self) -> list[Row]:
        """Return no rows: the cluster reports only finished batches."""
        return []

    def stop(self, keys: Sequence[str] | None = None) -> bool:  # as of all workers
        """Return False: only closing ends what is under way."""
        return False

    def submit(self, batch: Batch) -> None:
        """Submit a batch; the scheduler restarts it up to three times if a worker dies."""
        order = batch.order(self._limits, self.target)
        name = f"puzzlegui-{id(self)}-{batch.number}"
        future = self._client.submit(run_batch, order, key=name, pure=False)
        self._under_way[future] = batch
        self._completed.add(future)

    def ended(self, seconds: float) -> list[BatchResult]:
        """Return the batches that have ended since the last call.

        Args:
            seconds: time to wait for the first.

        Raises:
            PuzzleError: the scheduler is gone.
        """
        self._check_scheduler()
        until = time.monotonic() + seconds
        while not self._completed.has_ready() and time.monotonic() < until:
            time.sleep(0.01)
        found: list[BatchResult] = []
        while self._completed.has_ready():
            future = next(self._completed)
            batch = self._under_way.pop(future, None)
            if batch is None:
                continue
            found.append(self._outcome(future, batch))
        return found

    def _outcome(self, future: Any, batch: Batch) -> BatchResult:
        """Return the result of a finished batch."""
        try:
            if future.status == "finished":
                return BatchResult(batch, batch.rows(future.result()))
            if future.status == "error":
                return BatchResult(batch, None, type(future.exception()).__name__)
        except OSError as error:  # the worker with the rows is gone, or the scheduler
            if self._client.status == "running":
                return BatchResult(batch, None, type(error).__name__)
        raise self._gone()  # a live scheduler never cancels or forgets a batch

    def _check_scheduler(self) -> None:
        if self._client.status == "running":
            self._answered = time.monotonic()
        elif self._client.status == "closed" or time.monotonic() - self._answered > _GONE:
            raise self._gone()

    def _gone(self) -> PuzzleError:
        text = tr(
            "lost the scheduler at {address}; all results so far are saved, and the same command "
            "continues from there"
        )
        return PuzzleError(text.format(address=self._address))

    def close(self) -> None:
        """Cancel what is under way, and close the connection."""
        if self._client.status == "running":
            self._client.cancel(list(self._under_way), force=True)
        self._under_way.clear()
        self._client.close(timeout=2)
        self._loop.close()


class _Loop:
    """Event loop of a client in a thread that ends; Dask leaves its own running after a failure.

    Attributes:
        loop: the running loop.
    """

    def __init__(self) -> None:
        self.loop: Any = None
        self._begun = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), daemon=True)
        self._thread.start()
        self._begun.wait()

    async def _run(self) -> None:
        from tornado.ioloop import IOLoop  # comes with the extra

        self.loop, self._ended = IOLoop.current(), asyncio.Event()
        self._begun.set()
        await self._ended.wait()

    def close(self) -> None:
        """Stop the loop and its thread."""
        self.loop.add_callback(self._ended.set)
        self._thread.join(_GONE)


def _silence_loggers() -> None:
    """Keep log messages of the libraries off the terminal; errors are reported separately."""
    for name, logger in logging.root.manager.loggerDict.items():
        if isinstance(logger, logging.Logger) and name.partition(".")[0] in _LOGGERS:
            logger.handlers = [logging.NullHandler()]
            logger.propagate = False
