"""Batches of a benchmark run by a cluster of Dask, whose workers come and go."""

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
from puzzlegui.engine.benchmark.local import Ended
from puzzlegui.engine.benchmark.rows import Row
from puzzlegui.solvers.control import Limits

_CONNECT = 8.0
"""Seconds that an address has to answer."""
_GONE = 5.0
"""Seconds without the scheduler after which it counts as gone."""
_LOGGERS = ("distributed", "tornado")
_AHEAD = 3
"""Batches under way for each thread of a worker."""


class ClusterWorkers:
    """The workers of a scheduler.

    Args:
        address: the scheduler's, such as ``tcp://127.0.0.1:8786``.
        limits: of each run.

    Raises:
        PuzzleError: nothing answers there, or the extra ``cluster`` is not installed.
    """

    target = 5.0
    """Seconds that a batch should take: the scheduler spends about a millisecond on each."""
    tries = 3
    """So often is a run begun that is lost with its worker."""

    def __init__(self, address: str, limits: Limits) -> None:
        try:
            import dask  # noqa: PLC0415 - an extra, and slow to load
            import distributed  # noqa: PLC0415
        except ImportError:
            said = tr("a cluster needs Dask; install it with: pip install 'puzzlegui[cluster]'")
            raise PuzzleError(said) from None
        dask.config.set({"distributed.comm.retry.count": 0})
        library: Any = distributed  # half of it has types
        _say_nothing()
        self._address, self._limits = address, limits
        self._loop = _Loop()
        self._client = library.Client.__new__(library.Client)
        try:
            self._client.__init__(
                address, timeout=_CONNECT, set_as_default=False, loop=self._loop.loop
            )
        except (OSError, ValueError, TypeError) as error:
            with suppress(Exception):  # it may be made by half, and would close itself too late
                self._client.close(timeout=1)
            self._loop.close()
            said = tr("no scheduler answers at {address}: {reason}")
            raise PuzzleError(
                said.format(address=address, reason=str(error) or type(error).__name__)
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
        """So many batches may be under way, so that nobody waits."""
        now = time.monotonic()
        if now - self._asked > 1.0 and self._client.status == "running":
            self._asked = now
            with suppress(OSError):  # the scheduler is gone, as will be seen
                self._threads = sum(self._client.nthreads().values())
        return _AHEAD * max(1, self._threads)

    @property
    def count(self) -> int:
        """How many threads the workers have, as of the last second."""
        return self._threads

    def running(self) -> list[Row]:
        """Return nothing: what is under way is told at its end."""
        return []

    def stop(self, keys: Sequence[str] | None = None) -> bool:  # noqa: ARG002 - as of all workers
        """Return that nothing under way can be ended but by closing."""
        return False

    def submit(self, batch: Batch) -> None:
        """Have a batch run; a worker's death is the scheduler's to mend, three times."""
        order = batch.order(self._limits, self.target)
        name = f"puzzlegui-{id(self)}-{batch.number}"
        future = self._client.submit(run_batch, order, key=name, pure=False)
        self._under_way[future] = batch
        self._completed.add(future)

    def ended(self, seconds: float) -> list[Ended]:
        """The batches that have ended since the last call; waits so long for the first.

        Raises:
            PuzzleError: the scheduler is gone.
        """
        self._look_for_scheduler()
        until = time.monotonic() + seconds
        while not self._completed.has_ready() and time.monotonic() < until:
            time.sleep(0.01)
        found: list[Ended] = []
        while self._completed.has_ready():
            future = next(self._completed)
            batch = self._under_way.pop(future, None)
            if batch is None:
                continue
            found.append(self._outcome(future, batch))
        return found

    def _outcome(self, future: Any, batch: Batch) -> Ended:
        """What came of a batch that has ended."""
        try:
            if future.status == "finished":
                return Ended(batch, batch.rows(future.result()))
            if future.status == "error":
                return Ended(batch, None, type(future.exception()).__name__)
        except OSError as error:  # the worker that had the rows is gone, or the scheduler
            if self._client.status == "running":
                return Ended(batch, None, type(error).__name__)
        raise self._gone()  # the scheduler forgets nothing as long as it is there

    def _look_for_scheduler(self) -> None:
        if self._client.status == "running":
            self._answered = time.monotonic()
        elif self._client.status == "closed" or time.monotonic() - self._answered > _GONE:
            raise self._gone()

    def _gone(self) -> PuzzleError:
        said = tr(
            "lost the scheduler at {address}; all results so far are saved, and the same command "
            "continues from there"
        )
        return PuzzleError(said.format(address=self._address))

    def close(self) -> None:
        """Drop what is under way, and the connection."""
        if self._client.status == "running":
            self._client.cancel(list(self._under_way), force=True)
        self._under_way.clear()
        self._client.close(timeout=2)
        self._loop.close()


class _Loop:
    """The loop of a client, in a thread that ends; the library leaves one where nothing answers.

    Attributes:
        loop: it runs.
    """

    def __init__(self) -> None:
        self.loop: Any = None
        self._begun = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), daemon=True)
        self._thread.start()
        self._begun.wait()

    async def _run(self) -> None:
        from tornado.ioloop import IOLoop  # noqa: PLC0415 - comes with the extra

        self.loop, self._ended = IOLoop.current(), asyncio.Event()
        self._begun.set()
        await self._ended.wait()

    def close(self) -> None:
        """End it."""
        self.loop.add_callback(self._ended.set)
        self._thread.join(_GONE)


def _say_nothing() -> None:
    """Keep what the library logs off the terminal; what matters of it is said in a sentence."""
    for name, logger in logging.root.manager.loggerDict.items():
        if isinstance(logger, logging.Logger) and name.partition(".")[0] in _LOGGERS:
            logger.handlers = [logging.NullHandler()]
            logger.propagate = False
