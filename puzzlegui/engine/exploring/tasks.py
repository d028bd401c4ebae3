"""What a solver process does for an exploration, which it holds from order to order."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.language import tr
from puzzlegui.documents.boardfile import dump_board_line, parse_board
from puzzlegui.engine.exploring.explored import Explored
from puzzlegui.engine.runner.call import Call

if TYPE_CHECKING:
    from puzzlegui.engine.exploring.exploration import Exploration

_EXPLORATION = "exploration"
_EVERY = 0.1
"""Seconds from one message with figures to the next."""


def prepare(call: Call) -> dict[str, Any]:
    """Make an exploration ready, in place of the one before; returns what is known of it."""
    from puzzlegui.engine.exploring.exploration import Exploration  # noqa: PLC0415 - numpy

    call.session.pop(_EXPLORATION, None)
    exploration = Exploration(parse_board(call.order["board"]), call.order["origin"])
    call.session[_EXPLORATION] = exploration
    graph = exploration.graph
    return {
        "size": graph.size, "mib": graph.mib, "note": graph.note,
        "expected": exploration.expected, "kept": exploration.kept,
    }  # fmt: skip


def explore(call: Call) -> dict[str, Any]:
    """Find level after level; returns what is known in the end."""
    exploration = _exploration(call)
    exploration.again()
    call.keeps = True
    call.on_stop(exploration.cancel)
    with _telling(call, exploration):
        explored = exploration.execute(
            lambda explored: call.tell("level", _level(exploration, explored))
        )
    return _level(exploration, explored)


def hardest(call: Call) -> list[Any]:
    """Return the hardest arrangements: number, as written, board from there, board as hard."""
    exploration = _exploration(call)
    graph = exploration.graph
    return [
        (graph.number(position), graph.written(position),
         dump_board_line(graph.leaving(position)),
         dump_board_line(exploration.board_of(position)))
        for position in exploration.hardest()
    ]  # fmt: skip


def count_ways(call: Call) -> int | None:
    """Count the shortest solutions between a vertex, or the board's own, and the origin."""
    exploration, number = _exploration(call), call.order["number"]

    def check() -> None:
        if call.stopped:
            raise PuzzleError(tr("It was cancelled."))

    if number is None:
        return exploration.ways_of_the_board(check)
    return exploration.shortest_ways(number, check)


def _exploration(call: Call) -> Exploration:
    found: Exploration | None = call.session.get(_EXPLORATION)
    if found is None:
        raise PuzzleError(tr("The process that held the arrangements has ended."))
    return found


def _level(exploration: Exploration, explored: Explored) -> dict[str, Any]:
    known = exploration.of_the_board if explored.counts else None
    return asdict(explored) | {"of_the_board": known}


@contextmanager
def _telling(call: Call, exploration: Exploration) -> Iterator[None]:
    """Tell in a thread how far an exploration has come, as long as this lasts."""
    ended = threading.Event()

    def tell() -> None:
        going_on = True
        while going_on:
            going_on = not ended.wait(_EVERY)
            figures = exploration.states, exploration.recalled, exploration.fault
            call.tell("states", figures)

    thread = threading.Thread(target=tell, name="figures", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
