"""An order, as the server that carries it out sees it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from puzzlegui.engine.memory import memory_mib


class Call:
    """An order that is carried out.

    Args:
        order: its fields, as the client sent them.
        send: sends a message.
        session: what tasks keep for the orders that follow.

    Attributes:
        order: as above.
        session: as above.
        keeps: once it was stopped it writes what it has found, and is waited for even where the
            client is gone.
        ended: is set once the client has its answer.
        stopped: the client has asked for its end.
        afterwards: is called once the client has its answer; frees what takes a while to free.
    """

    def __init__(
        self,
        order: dict[str, Any],
        send: Callable[[dict[str, Any]], None],
        session: dict[str, Any],
    ) -> None:
        self.order = order
        self.session = session
        self.keeps = False
        self.ended = threading.Event()
        self.stopped = False
        self.afterwards: Callable[[], object] = lambda: None
        self._send = send
        self._stop: Callable[[], object] = lambda: None
        self._lock = threading.Lock()

    def tell(self, kind: str, value: object) -> None:
        """Send something about the order to the client."""
        self._send({"order": self.order["order"], kind: value})

    def end(self, kind: str, value: object) -> None:
        """Send the last message about the order."""
        self._send({"order": self.order["order"], "memory": memory_mib(), kind: value})

    def on_stop(self, stop: Callable[[], object]) -> None:
        """Have something called, in another thread, when the client wants the order to end."""
        with self._lock:
            self._stop = stop
            if self.stopped:
                stop()

    def stop(self) -> None:
        """End the order soon."""
        with self._lock:
            self.stopped = True
            self._stop()
