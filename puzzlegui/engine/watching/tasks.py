"""Task that records a search."""

from __future__ import annotations

import threading
from typing import Any

from puzzlegui.documents.boardfile import dump_solution, parse_board
from puzzlegui.engine.runner.task_context import TaskContext
from puzzlegui.engine.watching.recorder import Recorder

_EVERY = 0.1
"""Seconds between two blocks."""


def record(call: TaskContext) -> dict[str, Any]:
    """Run a search, and send its recording in blocks."""
    order = call.fields
    recorder = Recorder(
        parse_board(order["board"]), order["solver"], order["steps"], order["moves"], order["room"]
    )
    call.on_stop(recorder.cancel)
    ended = threading.Event()

    def send() -> None:
        while not ended.wait(_EVERY):
            call.send_update("block", recorder.block())

    thread = threading.Thread(target=send, name="blocks", daemon=True)
    thread.start()
    try:
        solution = recorder.execute()
    finally:
        ended.set()
        thread.join()
    call.send_update("block", recorder.block())
    return {"solution": dump_solution(solution), "rest": recorder.remaining_open.tolist()}
