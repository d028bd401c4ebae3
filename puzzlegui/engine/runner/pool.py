"""Solver processes that are kept warm, and the orders that they carry out."""

from __future__ import annotations

import atexit
import logging
import threading
from typing import Any

from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.language import tr
from puzzlegui.engine.runner.client import Client, FaultError, Hear

STOP_SECONDS = 0.07
"""What a process has to answer in once it was told to stop, before it is killed; with the time that
its end takes, the user waits for a tenth of a second."""
_LARGE_MIB = 200.0
"""What a process may hold at most to be kept for another order."""

_log = logging.getLogger(__name__)


class Pool:
    """Clients for whoever has an order; any thread may take one and give it back.

    Args:
        idle: so many are kept for the next order at most.
    """

    def __init__(self, idle: int = 1) -> None:
        self._most = idle
        self._idle: list[Client] = []
        self._lock = threading.Lock()
        self._closed = self._warm_kept = self._warming = False
        self._reapers: list[threading.Thread] = []

    def take(self) -> Client:
        """Return a client that is kept, or else a new one.

        Raises:
            PuzzleError: there is none, and none can be started.
        """
        with self._lock:
            while self._idle:
                client = self._idle.pop()
                if client.alive:
                    return client
                self._end(client)
        try:
            return Client()
        except OSError as error:
            reason = str(error.strerror or error)
            text = tr("Could not start the process: {reason}.").format(reason=reason)
            raise PuzzleError(text) from None
        except MemoryError:
            raise PuzzleError(tr("Not enough memory.")) from None

    def give_back(self, client: Client) -> None:
        """Keep a client for the next order, or end it where it is not worth keeping."""
        with self._lock:
            room = not self._closed and len(self._idle) < self._most
            if room and client.alive and client.memory_mib < _LARGE_MIB:
                self._idle.append(client)
                return
        self._end(client)
        if self._warm_kept and not self._warming:  # one that dies at once is not tried again
            self.keep_warm()

    def keep_warm(self) -> None:
        """Have a client ready for the next order, now and after each; it is started in a thread."""
        with self._lock:
            self._warm_kept = True
            if self._closed or self._idle or self._warming:
                return
            self._warming = True
        threading.Thread(target=self._warm, name="spare", daemon=True).start()

    def _warm(self) -> None:
        try:
            Order("load", {}, self).execute()
        except (PuzzleError, FaultError) as error:
            _log.warning("no solver process is kept ready: %s", error)
        finally:
            self._warming = False

    def close(self) -> None:
        """End the clients that are kept, wait until all are gone, and keep no more."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for client in idle:
            self._end(client)
        self.wait()

    def _end(self, client: Client) -> None:
        self._reapers = [reaper for reaper in self._reapers if reaper.is_alive()]
        self._reapers.append(client.close())

    def wait(self) -> None:
        """Wait until the clients that were not kept are gone."""
        for reaper in list(self._reapers):
            reaper.join()


POOL = Pool()
"""The one of the window."""
atexit.register(POOL.close)


class Session:
    """A client of one's own, whose process remembers the orders before; used as a pool."""

    def __init__(self) -> None:
        self._client: Client | None = None
        self._lock = threading.Lock()
        self._closed = False

    def take(self) -> Client:
        """Return the client, or another one, which remembers nothing, where it has died.

        Raises:
            PuzzleError: it cannot be started, or the session is closed.
        """
        with self._lock:
            if self._closed:
                raise PuzzleError(tr("It was cancelled."))
            client = self._client
            if client is not None and not client.alive:
                client.close()
                client = None
            self._client = client or POOL.take()
            return self._client

    def give_back(self, client: Client) -> None:
        """Do nothing: it is kept."""

    def close(self) -> None:
        """Let the process end by itself, once it has kept what it has found."""
        with self._lock:
            self._closed = True
            client, self._client = self._client, None
        if client is not None:
            client.retire()


class Order:
    """Something that a process is to do, once.

    Args:
        task: a name in ``tasks.TASKS``.
        fields: what the task is told.
        pool: whose process.
    """

    def __init__(self, task: str, fields: dict[str, Any], pool: Pool | Session = POOL) -> None:
        self._task, self._fields, self._pool = task, fields, pool
        self._client: Client | None = None
        self._lock = threading.Lock()
        self._killer: threading.Timer | None = None
        self._patience: float | None = None
        self.stopped = False

    def execute(self, hear: Hear = lambda *_: None) -> Any:
        """Have it done, and return what came of it; raises as ``Client.do`` and ``Pool.take`` do.

        Args:
            hear: is called, in this thread, with what is told in the meantime.
        """
        client = self._pool.take()
        with self._lock:
            self._client = client
            if self.stopped:
                self._ask()
        try:
            return client.do(self._task, self._fields, hear, lambda: not self.stopped)
        finally:
            with self._lock:
                self._client = None
                if self._killer is not None:
                    self._killer.cancel()
            self._pool.give_back(client)

    def stop(self, seconds: float | None = STOP_SECONDS) -> None:
        """Ask for its end.

        Args:
            seconds: a process that has not answered after them is killed; None to wait for it.
        """
        with self._lock:
            if not self.stopped:
                self.stopped = True
                self._patience = seconds
                if self._client is not None:
                    self._ask()

    def _ask(self) -> None:
        assert self._client is not None
        self._client.stop()
        if self._patience is not None:
            self._killer = threading.Timer(self._patience, self.kill)
            self._killer.daemon = True
            self._killer.start()

    def kill(self) -> None:
        """End the process that is at work, or that will be, at once."""
        with self._lock:
            self.stopped = True
            self._patience = 0.0
            if self._client is not None:
                self._client.kill()
