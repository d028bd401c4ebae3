"""Pool of solver processes that are kept ready, and tasks for them."""

from __future__ import annotations

import atexit
import logging
import threading
from typing import Any

from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.file_errors import reason_of
from puzzlegui.core.language import tr
from puzzlegui.engine.runner.client import Client, MessageHandler, TaskFailedError

STOP_SECONDS = 0.07
"""Seconds in which a stopped process must answer before it is killed; together with the time
that its end takes, the user waits a tenth of a second."""
_LARGE_MIB = 200.0
"""Greatest memory of a process that is kept for another task."""

_log = logging.getLogger(__name__)


class Pool:
    """Pool of clients; any thread may acquire and release them.

    Args:
        idle: greatest number of idle clients.
    """

    def __init__(self, idle: int = 1) -> None:
        self._most = idle
        self._idle: list[Client] = []
        self._lock = threading.Lock()
        self._closed = self._warm_kept = self._warming = False
        self._reapers: list[threading.Thread] = []

    def acquire(self) -> Client:
        """Return an idle client, or start another.

        Raises:
            PuzzleError: no process can be started.
        """
        with self._lock:
            while self._idle:
                client = self._idle.pop()
                if client.is_alive:
                    return client
                self._end(client)
        try:
            return Client()
        except OSError as error:
            reason = reason_of(error)
            text = tr("Could not start the process: {reason}.").format(reason=reason)
            raise PuzzleError(text) from None
        except MemoryError:
            raise PuzzleError(tr("Not enough memory.")) from None

    def release(self, client: Client) -> None:
        """Keep a client for the next task, or end it if it is not worth keeping."""
        with self._lock:
            room = not self._closed and len(self._idle) < self._most
            if room and client.is_alive and client.memory_mib < _LARGE_MIB:
                self._idle.append(client)
                return
        self._end(client)
        if self._warm_kept and not self._warming:  # no retry if a new process dies at once
            self.keep_warm()

    def keep_warm(self) -> None:
        """Start a client in a thread whenever none is idle, ready for the next task."""
        with self._lock:
            self._warm_kept = True
            if self._closed or self._idle or self._warming:
                return
            self._warming = True
        threading.Thread(target=self._warm, name="spare", daemon=True).start()

    def _warm(self) -> None:
        try:
            RemoteTask("load", {}, self).execute()
        except (PuzzleError, TaskFailedError) as error:
            _log.warning("no solver process is kept ready: %s", error)
        finally:
            self._warming = False

    def close(self) -> None:
        """End the idle clients, wait until all are gone, and keep no more."""
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
        """Wait until all ended clients are gone."""
        for reaper in list(self._reapers):
            reaper.join()


POOL = Pool()
"""The window's pool."""
atexit.register(POOL.close)


class DedicatedClient:
    """A client for several tasks, whose process remembers the earlier ones; used as a pool.

    Args:
        replaced: start another process if it has died; otherwise what it held is missed, and every
            further task fails.
    """

    def __init__(self, *, replaced: bool = True) -> None:
        self._replaced = replaced
        self._client: Client | None = None
        self._lock = threading.Lock()
        self._closed = False

    def acquire(self) -> Client:
        """Return the client, or another, which remembers no earlier tasks, if it has died.

        Raises:
            ProcessDiedError: it has died, and is not replaced.
            PuzzleError: it cannot be started, or the session is closed.
        """
        with self._lock:
            if self._closed:
                raise PuzzleError(tr("It was cancelled."))
            client = self._client
            if client is not None and not client.is_alive:
                if not self._replaced:
                    raise client.death_error()
                client.close()
                client = None
            self._client = client or POOL.acquire()
            return self._client

    def release(self, client: Client) -> None:
        """Do nothing: the client is kept."""

    def close(self) -> None:
        """Let the process end by itself, once it has saved its results."""
        with self._lock:
            self._closed = True
            client, self._client = self._client, None
        if client is not None:
            client.retire()


class RemoteTask:
    """A task to be executed once by a solver process.

    Args:
        task: a name in ``tasks.TASKS``.
        fields: fields of the task.
        pool: pool of the processes.
    """

    def __init__(
        self, task: str, fields: dict[str, Any], pool: Pool | DedicatedClient = POOL
    ) -> None:
        self._task, self._fields, self._pool = task, fields, pool
        self._client: Client | None = None
        self._lock = threading.Lock()
        self._killer: threading.Timer | None = None
        self._stop_seconds: float | None = None
        self.stopped = False

    def execute(self, on_message: MessageHandler = lambda *_: None) -> Any:
        """Execute the task and return its result.

        Raises as ``Client.execute`` and ``Pool.acquire`` do.

        Args:
            on_message: called, in this thread, with intermediate messages.
        """
        client = self._pool.acquire()
        with self._lock:
            self._client = client
            if self.stopped:
                self._send_stop()
        try:
            return client.execute(self._task, self._fields, on_message, lambda: not self.stopped)
        finally:
            with self._lock:
                self._client = None
                if self._killer is not None:
                    self._killer.cancel()
            self._pool.release(client)

    def stop(self, seconds: float | None = STOP_SECONDS) -> None:
        """Ask the task to stop.

        Args:
            seconds: time after which a process that has not answered is killed; None to wait for
                it.
        """
        with self._lock:
            if not self.stopped:
                self.stopped = True
                self._stop_seconds = seconds
                if self._client is not None:
                    self._send_stop()

    def _send_stop(self) -> None:
        assert self._client is not None
        self._client.stop()
        if self._stop_seconds is not None:
            self._killer = threading.Timer(self._stop_seconds, self.kill)
            self._killer.daemon = True
            self._killer.start()

    def kill(self) -> None:
        """Kill the process that executes the task, now or as soon as it starts."""
        with self._lock:
            self.stopped = True
            self._stop_seconds = 0.0
            if self._client is not None:
                self._client.kill()
