"""Context of a task in the server that executes it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from puzzlegui.engine.memory import memory_mib


class TaskContext:
    """A task received by the server.

    Args:
        order: fields of the task, as the client sent them.
        send: sends a message.
        session: data that tasks keep for later tasks of the client.

    Attributes:
        fields: fields of the task.
        session: data kept for later tasks.
        saves_on_stop: the task saves its results when it is stopped, and is waited for even if the
            client is gone.
        ended: set once the client has its answer.
        stopped: the client has asked the task to stop.
        cleanup: called once the client has its answer, to free memory that takes a while to free.
    """

    def __init__(
        self,
        order: dict[str, Any],
        send: Callable[[dict[str, Any]], None],
        session: dict[str, Any],
    ) -> None:
        self.fields = order
        self.session = session
        self.saves_on_stop = False
        self.ended = threading.Event()
        self.stopped = False
        self.cleanup: Callable[[], object] = lambda: None
        self._send = send
        self._stop: Callable[[], object] = lambda: None
        self._lock = threading.Lock()

    def send_update(self, kind: str, value: object) -> None:
        """Send an intermediate message to the client."""
        self._send({"order": self.fields["order"], kind: value})

    def send_result(self, kind: str, value: object) -> None:
        """Send the final message of the task."""
        self._send({"order": self.fields["order"], "memory": memory_mib(), kind: value})

    def on_stop(self, stop: Callable[[], object]) -> None:
        """Register a function to be called, in another thread, when the client stops the task."""
        with self._lock:
            self._stop = stop
            if self.stopped:
                stop()

    def stop(self) -> None:
        """Stop the task soon."""
        with self._lock:
            self.stopped = True
            self._stop()
