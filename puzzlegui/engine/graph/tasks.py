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
from puzzlegui.engine.graph.goal_distances import GoalDistances
from puzzlegui.engine.graph.level_counts import LevelCounts
from puzzlegui.engine.graph.neighbourhood import find_neighbourhood
from puzzlegui.engine.graph.paths import find_shortest_paths
from puzzlegui.engine.graph.serialization import read_vertex, write_bounds, write_paths, write_rings
from puzzlegui.engine.runner.task_context import TaskContext
from puzzlegui.families.registry import family_of
from puzzlegui.solvers.control import Limits, Request, SearchContext
from puzzlegui.solvers.transitions import Transitions

if TYPE_CHECKING:
    from puzzlegui.engine.graph.exploration import Exploration

_EXPLORATION, _GRAPH = "exploration", "graph"
_EVERY = 0.1
"""Seconds between two messages with statistics."""


def prepare(call: TaskContext) -> dict[str, Any]:
    """Prepare an exploration, replacing the last; return its facts."""
    from puzzlegui.engine.graph.exploration import Exploration  # numpy

    call.session.pop(_EXPLORATION, None)
    order = call.fields
    limits = Limits(**order["limits"])
    exploration = Exploration(parse_board(order["board"]), order["origin"], limits)
    call.session[_EXPLORATION] = exploration
    graph = exploration.graph
    return {
        "size": graph.size, "memory_mib": graph.memory_mib, "note": graph.note,
        "expected_size": exploration.expected_size, "is_saved": exploration.is_saved,
    }  # fmt: skip


def explore(call: TaskContext) -> dict[str, Any]:
    """Explore level after level; return the final results."""
    exploration = _exploration(call)
    exploration.reset()
    call.saves_on_stop = True
    call.on_stop(exploration.cancel)
    with _progress_reports(call, exploration):
        explored = exploration.execute(
            lambda explored: call.send_update("level", _level(exploration, explored))
        )
    return _level(exploration, explored)


def boards_at(call: TaskContext) -> list[Any]:
    """Return arrangements at a depth: number, position, board from there, board this far away."""
    exploration = _exploration(call)
    graph = exploration.graph
    return [
        (graph.vertex_number(position), graph.to_json(position),
         dump_board_line(graph.board_from(position)),
         dump_board_line(exploration.puzzle_at(position)))
        for position in exploration.positions_at(call.fields["depth"])
    ]  # fmt: skip


def count_paths(call: TaskContext) -> int | None:
    """Count the shortest paths between a vertex, or the board's own, and the origin."""
    exploration, number = _exploration(call), call.fields["number"]

    def check() -> None:
        if call.stopped:
            raise PuzzleError(tr("It was cancelled."))

    if number is None:
        return exploration.count_board_solutions(check)
    return exploration.count_shortest_paths(number, check)


def find_neighbours(call: TaskContext) -> dict[str, Any]:
    """Return the neighbourhood of an arrangement, with exact distances if they are known."""
    arcs, distances = _graph(call)
    found = find_neighbourhood(arcs, read_vertex(call.fields["vertex"]), _search_context(call))
    known = None
    if distances.ready:
        known = [write_bounds(distances.bounds(member.vertex)) for member in found.members]
    return write_rings(arcs, found) | {"known": known}


def find_paths(call: TaskContext) -> dict[str, Any]:
    """Find the shortest paths between two arrangements."""
    arcs, _ = _graph(call)
    start, goal = (read_vertex(end) for end in call.fields["ends"])
    return write_paths(arcs, find_shortest_paths(arcs, start, goal, _search_context(call)))


def find_distances(call: TaskContext) -> dict[str, bool]:
    """Compute the distances of all arrangements to the goal, if that is possible at once."""
    _, distances = _graph(call)
    call.on_stop(distances.cancel)
    distances.prepare()
    return {"ready": distances.ready, "tried": distances.is_final}


def _graph(call: TaskContext) -> tuple[Transitions, GoalDistances]:
    """Return the order's state graph and its goal distances, from the last task if possible."""
    text = call.fields["board"]
    held: tuple[str, Transitions, GoalDistances] | None = call.session.get(_GRAPH)
    if held is None or held[0] != text:
        board = parse_board(text)
        arcs = family_of(board).transitions(board)
        held = call.session[_GRAPH] = text, arcs, GoalDistances(arcs)
    return held[1:]


def _search_context(call: TaskContext) -> SearchContext:
    """Return the context that counts the states of a task and stops it."""
    context = SearchContext(Request())
    call.on_stop(lambda: context.stop("cancelled"))
    return context


def _exploration(call: TaskContext) -> Exploration:
    found: Exploration | None = call.session.get(_EXPLORATION)
    if found is None:
        raise PuzzleError(tr("The process that held the arrangements has ended."))
    return found


def _level(exploration: Exploration, explored: LevelCounts) -> dict[str, Any]:
    known = exploration.board_distance if explored.counts else None
    return asdict(explored) | {"board_distance": known}


@contextmanager
def _progress_reports(call: TaskContext, exploration: Exploration) -> Iterator[None]:
    """Send the statistics of an exploration from a thread while the context lasts."""
    ended = threading.Event()

    def tell() -> None:
        going_on = True
        while going_on:
            going_on = not ended.wait(_EVERY)
            figures = exploration.states, exploration.loaded_depth, exploration.load_problem
            call.send_update("states", figures)

    thread = threading.Thread(target=tell, name="figures", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
