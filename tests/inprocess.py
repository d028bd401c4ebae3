"""Substitute for a solver process, in the process of the tests, where they can patch it."""

from __future__ import annotations

import json
import math
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any

from puzzlegui.core.errors import PuzzleError
from puzzlegui.engine.runner import wire
from puzzlegui.engine.runner.client import MessageHandler, ProcessDiedError, TaskFailedError
from puzzlegui.engine.runner.server import execute_task
from puzzlegui.engine.runner.task_context import TaskContext


class InProcess:
    """Substitute for ``Client`` that carries out orders in a thread of this process."""

    memory_mib = math.inf  # never reused
    is_alive = True

    def __init__(self) -> None:
        self._said: SimpleQueue[dict[str, Any] | None] = SimpleQueue()
        self._call: TaskContext | None = None
        self._session: dict[str, Any] = {}

    def execute(
        self,
        task: str,
        fields: dict[str, Any],
        on_message: MessageHandler = lambda *_: None,
        is_wanted: Callable[[], bool] = lambda: True,
    ) -> Any:
        whole = {
            "version": wire.VERSION,
            "order": 1,
            "task": task,
            "settings": wire.current_settings(),
        }
        self._call = TaskContext(json.loads(json.dumps(whole | fields)), self._send, self._session)
        if not is_wanted():
            self._call.stop()
        threading.Thread(
            target=execute_task, args=(self._call,), name="in process", daemon=True
        ).start()
        while (message := self._said.get()) is not None:
            for kind, value in message.items():
                if kind == "result":
                    return value
                if kind == "error":
                    raise PuzzleError(value)
                if kind == "fault":
                    raise TaskFailedError(value.strip().rpartition("\n")[2])
                if kind not in {"order", "memory"}:
                    on_message(kind, value)
        raise ProcessDiedError(-9)

    def stop(self) -> None:
        if self._call is not None:
            self._call.stop()

    def kill(self) -> None:
        self._said.put(None)

    def close(self) -> threading.Thread:
        self.kill()
        gone = threading.Thread(target=lambda: None)
        gone.start()
        return gone

    def retire(self) -> None:
        self.stop()

    def _send(self, message: dict[str, Any]) -> None:
        self._said.put(json.loads(wire.encode(message)))
