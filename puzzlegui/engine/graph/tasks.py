"""Tasks of an exploration, which the solver process keeps between tasks."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.language import tr
from puzzlegui.documents.boardfile import dump_board_line, parse_board
from puzzlegui.engine.graph.explored import LevelCounts
from puzzlegui.engine.graph.goaldistances import GoalDistances
from puzzlegui.engine.graph.neighbourhood import neighbourhood
from puzzlegui.engine.graph.paths import shortest_ways
from puzzlegui.engine.graph.wired import read_vertex, write_known, write_rings, write_ways
from puzzlegui.engine.runner.call import Call
from puzzlegui.families.registry import family_of
from puzzlegui.solvers.arcs import Arcs
from puzzlegui.solvers.control import Limits, Request, SearchContext

if TYPE_CHECKING:
    from puzzlegui.engine.graph.exploration import Exploration

_EXPLORATION, _GRAPH = "exploration", "graph"
_EVERY = 0.1
"""Seconds between two messages with statistics."""


def prepare(call: Call) -> dict[str, Any]:
    """Prepare an exploration, in place of the previous one; return its facts."""
    from puzzlegui.engine.graph.exploration import Exploration  # noqa: PLC0415 - numpy

    call.session.pop(_EXPLORATION, None)
    order = call.order
    limits = Limits(**order["limits"])
    exploration = Exploration(parse_board(order["board"]), order["origin"], limits)
    call.session[_EXPLORATION] = exploration
    graph = exploration.graph
    return {
        "size": graph.size, "mib": graph.memory_mib, "note": graph.note,
        "expected": exploration.expected, "kept": exploration.kept,
    }  # fmt: skip


def explore(call: Call) -> dict[str, Any]:
    """Explore level after level; return the final results."""
    exploration = _exploration(call)
    exploration.again()
    call.keeps = True
    call.on_stop(exploration.cancel)
    with _telling(call, exploration):
        explored = exploration.execute(
            lambda explored: call.tell("level", _level(exploration, explored))
        )
    return _level(exploration, explored)


def boards_at(call: Call) -> list[Any]:
    """Return arrangements at a depth: number, position, board from there, board of that distance.
    """
    exploration = _exploration(call)
    graph = exploration.graph
    return [
        (graph.vertex_number(position), graph.to_json(position),
         dump_board_line(graph.board_from(position)),
         dump_board_line(exploration.board_of(position)))
        for position in exploration.positions_at(call.order["depth"])
    ]  # fmt: skip


def count_ways(call: Call) -> int | None:
    """Count the shortest paths between a vertex, or the board's own, and the origin."""
    exploration, number = _exploration(call), call.order["number"]

    def check() -> None:
        if call.stopped:
            raise PuzzleError(tr("It was cancelled."))

    if number is None:
        return exploration.ways_of_the_board(check)
    return exploration.shortest_ways(number, check)


def look_around(call: Call) -> dict[str, Any]:
    """Return the neighbourhood of an arrangement, with exact distances if they are known."""
    arcs, distances = _graph(call)
    found = neighbourhood(arcs, read_vertex(call.order["vertex"]), _work(call))
    known = None
    if distances.ready:
        known = [write_known(distances.known(one.vertex)) for one in found.shown]
    return write_rings(arcs, found) | {"known": known}


def find_ways(call: Call) -> dict[str, Any]:
    """Find the shortest paths between two arrangements."""
    arcs, _ = _graph(call)
    start, goal = (read_vertex(end) for end in call.order["ends"])
    return write_ways(arcs, shortest_ways(arcs, start, goal, _work(call)))


def find_distances(call: Call) -> dict[str, bool]:
    """Compute the distances of all arrangements to the goal, if that is possible at once."""
    _, distances = _graph(call)
    call.on_stop(distances.cancel)
    distances.prepare()
    return {"ready": distances.ready, "tried": distances.tried}


def _graph(call: Call) -> tuple[Arcs, GoalDistances]:
    """Return the order's state graph and its goal distances, kept from the last task if possible.
    """
    text = call.order["board"]
    held: tuple[str, Arcs, GoalDistances] | None = call.session.get(_GRAPH)
    if held is None or held[0] != text:
        board = parse_board(text)
        arcs = family_of(board).arcs(board)
        held = call.session[_GRAPH] = text, arcs, GoalDistances(arcs)
    return held[1:]


def _work(call: Call) -> SearchContext:
    """Return the context that counts the states of a task and stops it."""
    work = SearchContext(Request())
    call.on_stop(lambda: work.stop("cancelled"))
    return work


def _exploration(call: Call) -> Exploration:
    found: Exploration | None = call.session.get(_EXPLORATION)
    if found is None:
        raise PuzzleError(tr("The process that held the arrangements has ended."))
    return found


def _level(exploration: Exploration, explored: LevelCounts) -> dict[str, Any]:
    known = exploration.of_the_board if explored.counts else None
    return asdict(explored) | {"of_the_board": known}


@contextmanager
def _telling(call: Call, exploration: Exploration) -> Iterator[None]:
    """Send the statistics of an exploration from a thread while the context lasts."""
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
